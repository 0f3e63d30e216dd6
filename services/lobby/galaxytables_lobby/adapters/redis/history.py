"""A table's events and journal in the store: older ones in compressed blocks, then the rest.

The list of events starts with *heads*: the mark BEGINNING, then the blocks. A head's first letter distinguishes it from
an event. A block says how many events and journal entries it contains. Every block after the first is compressed with
the first one's content as dictionary, since the blocks are similar.

When a table has enough new events, its older ones are compressed in the background: see `Compaction`.
"""

import asyncio
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextvars import Context
from functools import cached_property
from hashlib import sha1

import structlog
from msgspec import msgpack

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.script import Script
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.state import FinishedTable, Table
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.metrics import COMPACTIONS
from galaxytables_serving import GalaxyError

# About this many events make a block. With 32, a table of Roll for the Galaxy would be a twentieth smaller, but
# compression would take twice the time.
BLOCK_EVENTS = 64
BEGINNING = b"z"
"""The first entry of the list of events, from a table's first commit on."""

_HEAD = struct.Struct(">cII")
# Raw deflate with the largest window.
_WINDOW = -zlib.MAX_WBITS
_Content = tuple[list[bytes], list[bytes]]


class History:
    """A table's history as the store keeps it: the list of events, with compressed blocks first, and the journal."""

    def __init__(self, events: Sequence[bytes], journal: Sequence[bytes] = ()) -> None:
        """`events` may start with compressed blocks. The journal may be left out if it is not needed."""
        heads = 0
        while heads < len(events) and events[heads][:1] == BEGINNING:
            heads += 1
        self._heads = events[:heads]
        self._blocks = events[1:heads]
        self._events = events[heads:]
        self._journal = journal

    def events(self, first: int, last: int | None = None) -> list[bytes]:
        """Return events from number `first` (from 1) to `last`, or to the end."""
        in_blocks = sum(_HEAD.unpack_from(block)[1] for block in self._blocks)
        if first > in_blocks:
            return list(self._events[first - 1 - in_blocks : None if last is None else max(last - in_blocks, 0)])
        compressed = [event for events, _ in self._contents for event in events]
        return [*compressed, *self._events][first - 1 : last]

    def journal(self) -> list[bytes]:
        """Return all journal entries."""
        return [*(entry for _, entries in self._contents for entry in entries), *self._journal]

    def compaction(self) -> tuple[int, int, int, bytes, str] | None:
        """Return ARGV of `compact.lua`, which compresses the newer events into a block; None if there are too few."""
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
        """Return the content of the first block, empty if there is none."""
        return _content(self._blocks[0], b"") if self._blocks else b""

    @property
    def _contents(self) -> Iterator[_Content]:
        """Yield the events and journal entries of each block."""
        for number, block in enumerate(self._blocks):
            content = _content(block, self._dictionary) if number else self._dictionary
            yield msgpack.decode(content, type=_Content)


def _content(block: bytes, dictionary: bytes) -> bytes:
    return zlib.decompressobj(wbits=_WINDOW, zdict=dictionary).decompress(block[_HEAD.size :])


_log = structlog.get_logger(__name__)


class Compaction:
    """Compresses the histories of tables in the background, one at a time. Call `close` after use."""

    def __init__(self, read: Script, compact: Script) -> None:
        self._read = read
        self._compact = compact
        self._queued: dict[TableId, None] = {}
        self._task: asyncio.Task[None] | None = None

    def changed(self, before: Table | None, after: Table) -> None:
        """Queue a table for compression if a commit has filled a block or ended the game.

        `before` is the table before the commit, None if the table is new.
        """
        filled = after.events // BLOCK_EVENTS > (0 if before is None else before.events // BLOCK_EVENTS)
        ended = isinstance(after, FinishedTable) and not isinstance(before, FinishedTable)
        if not (filled or ended):
            return
        self._queued[after.id] = None
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._go(), name="compaction", context=Context())

    async def close(self) -> None:
        """Stop compressing histories."""
        await end_tasks([self._task])

    async def _go(self) -> None:
        while self._queued:
            table_id = next(iter(self._queued))
            del self._queued[table_id]
            try:
                outcome = await self._compacted(table_id)
            except GalaxyError as error:
                outcome = "failed"
                _log.warning("compaction_delayed", table=table_id, reason=error.reason)
            except Exception:  # noqa: BLE001  # one table must not block the others for long
                outcome = "failed"
                _log.exception("compaction_failed", table=table_id)
            COMPACTIONS.labels(outcome).inc()

    async def _compacted(self, table_id: TableId) -> str:
        lists = [keys.events(table_id), keys.choices(table_id)]
        arguments = History(*await self._read.run(lists, [])).compaction()
        if arguments is None:
            return "needless"
        done = await self._compact.run(lists, arguments)
        return "done" if done else "overtaken"
