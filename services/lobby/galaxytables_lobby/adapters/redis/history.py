"""A table's history and journal as the store keeps them: what is long past in blocks, compressed, before the rest.

The list of events has heads: BEGINNING, and the blocks. No event begins with their letter. A block says how many events
and journal entries it holds; all but the first are compressed with the first one's content as their dictionary, since
they tell of the same things.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import sha1

from msgspec import msgpack

# About as many events make a block. Of 32 a table of Roll for the Galaxy would be a twentieth smaller, and making them
# would take twice the time.
BLOCK_EVENTS = 64
BEGINNING = b"z"
"""How the list of events begins from a table's first commit on."""

_HEAD = struct.Struct(">cII")
# Raw, with the largest window.
_WINDOW = -zlib.MAX_WBITS
_Content = tuple[list[bytes], list[bytes]]


class History:
    """A table's history as the store has it: the list of events, heads included, and that of journal entries."""

    def __init__(self, events: Sequence[bytes], journal: Sequence[bytes] = ()) -> None:
        """Take both lists; only that of events where the journal is not asked for."""
        heads = 0
        while heads < len(events) and events[heads][:1] == BEGINNING:
            heads += 1
        self._heads = events[:heads]
        self._blocks = events[1:heads]
        self._events = events[heads:]
        self._journal = journal

    def events(self, first: int, last: int | None = None) -> list[bytes]:
        """Events from number `first` (from 1) to `last`, or to the end."""
        in_blocks = sum(_HEAD.unpack_from(block)[1] for block in self._blocks)
        if first > in_blocks:
            return list(self._events[first - 1 - in_blocks : None if last is None else max(last - in_blocks, 0)])
        told = [event for events, _ in self._contents for event in events]
        return [*told, *self._events][first - 1 : last]

    def journal(self) -> list[bytes]:
        """All journal entries."""
        return [*(entry for _, entries in self._contents for entry in entries), *self._journal]

    def compaction(self) -> tuple[int, int, int, bytes, str] | None:
        """ARGV of `compact.lua` that makes a block of what is in none; None while that is little."""
        if len(self._events) < BLOCK_EVENTS // 2:
            return None
        content = msgpack.encode((self._events, self._journal))
        compressing = zlib.compressobj(wbits=_WINDOW, zdict=self._dictionary)
        compressed = compressing.compress(content) + compressing.flush()
        block = _HEAD.pack(BEGINNING, len(self._events), len(self._journal)) + compressed
        seen = sha1(b"".join((*self._heads, *self._events, *self._journal)), usedforsecurity=False)
        return len(self._heads), len(self._events), len(self._journal), block, seen.hexdigest()

    @cached_property
    def _dictionary(self) -> bytes:
        """The content of the first block, empty while there is none."""
        return _content(self._blocks[0], b"") if self._blocks else b""

    @property
    def _contents(self) -> Iterator[_Content]:
        """Events and journal entries of each block."""
        for number, block in enumerate(self._blocks):
            content = _content(block, self._dictionary) if number else self._dictionary
            yield msgpack.decode(content, type=_Content)


def _content(block: bytes, dictionary: bytes) -> bytes:
    return zlib.decompressobj(wbits=_WINDOW, zdict=dictionary).decompress(block[_HEAD.size :])
