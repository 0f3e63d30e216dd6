"""Randomness that anybody can check afterwards.

Draws are numbered from 0. Four draws come from one block: block b is HMAC-SHA256(key, b as 8 bytes, big-endian), and
draw n is the (n mod 4)-th 8 bytes of block n div 4 as a number, modulo the number of outcomes. If that would favour
some outcomes (the number is not below the greatest multiple of the outcomes that fits 64 bits), the draw is discarded
and the next one is used. A shuffle of k items is Fisher-Yates from the last item down: for i = k-1 .. 1 swap item i
with item `below(i + 1)`.

The key is the SHA-256 of `galaxy-tables chance 1`, the seed, and for each seat the length of its entropy as one byte
and the entropy. The SHA-256 of the seed is published before anybody sits down.
"""

import struct
from collections.abc import Iterable, MutableSequence, Sequence
from hashlib import sha256
from typing import Protocol, Self, TypeVar

from galaxytables_kit.errors import InvalidSeed

T = TypeVar("T")

SEED_BYTES = 32
MAX_ENTROPY_BYTES = 64

_LABEL = b"galaxy-tables chance 1"
_RANGE = 1 << 64
_FAIR_TO_ALL_LISTS = _RANGE - (1 << 32)
_DRAWS_A_BLOCK = 4
# HMAC is two hashes (RFC 2104), each started with the key mixed with one of these. Every block starts the same, so
# copies of the started hashes cost less than half of what a copy of the standard library's HMAC does.
_INNER, _OUTER = (bytes(byte ^ mask for byte in range(256)) for mask in (0x36, 0x5C))
_HASHED_AT_ONCE = 64
_numbers = struct.Struct(">4Q").unpack


class _Hash(Protocol):
    """A hash object that has not been finished; the standard library has no type for it."""

    def copy(self) -> Self: ...
    def update(self, data: bytes, /) -> None: ...
    def digest(self) -> bytes: ...


class Chance(Protocol):
    """The source of everything random in a game."""

    counter: int
    """How many draws have been made."""

    def below(self, outcomes: int) -> int:
        """Return one of 0 .. outcomes-1, all equally likely."""

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put items into random order, in place."""


class SeededChance:
    """Chance computed from a key: with the same key, the draw with a given number is always the same."""

    __slots__ = ("_begun", "_block", "_draws", "counter", "key")

    def __init__(self, key: bytes, counter: int = 0) -> None:
        self.key = key
        self.counter = counter
        self._block = -1
        self._draws: tuple[int, ...] = ()
        # Created at the first draw: many games are restored and draw nothing.
        self._begun: tuple[_Hash, _Hash] | None = None

    def below(self, outcomes: int) -> int:
        """Return one of 0 .. outcomes-1, all equally likely."""
        while True:
            counter = self.counter
            if counter // _DRAWS_A_BLOCK != self._block:
                self._turn_to(counter // _DRAWS_A_BLOCK)
            self.counter = counter + 1
            number = self._draws[counter % _DRAWS_A_BLOCK]
            outcome = number % outcomes
            if number - outcome <= _RANGE - outcomes:
                return outcome

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put items into random order, in place: Fisher-Yates from the last item down, one block of draws at a time."""
        last = len(items) - 1
        while last > 0:
            block, used = divmod(self.counter, _DRAWS_A_BLOCK)
            if block != self._block:
                self._turn_to(block)
            draws = self._draws[used : used + last]
            self.counter += len(draws)
            for number in draws:
                other = number % (last + 1)
                if number < _FAIR_TO_ALL_LISTS or number - other < _RANGE - last:
                    items[last], items[other] = items[other], items[last]
                    last -= 1

    def __reduce__(self) -> "tuple[type[SeededChance], tuple[bytes, int]]":
        # `copy.deepcopy` and pickle cannot handle an unfinished hash.
        return SeededChance, (self.key, self.counter)

    def _turn_to(self, block: int) -> None:
        if self._begun is None:
            padded = self.key.ljust(_HASHED_AT_ONCE, b"\0")
            self._begun = sha256(padded.translate(_INNER)), sha256(padded.translate(_OUTER))
        inner, outer = self._begun[0].copy(), self._begun[1].copy()
        inner.update(block.to_bytes(8, "big"))
        outer.update(inner.digest())
        self._draws = _numbers(outer.digest())
        self._block = block


class ScriptedChance:
    """Chance that returns results given in advance, for tests and for replaying games of other programs.

    `draws` holds a number for each call of `below`, and the new order (a sequence of the same items) for each call of
    `shuffle`. A call raises `ValueError` if the next of the draws does not fit it, or if none is left.
    """

    __slots__ = ("_draws", "counter")

    def __init__(self, draws: Iterable[int | Sequence[object]], counter: int = 0) -> None:
        self._draws = tuple(draws)
        self.counter = counter

    def _next(self) -> int | Sequence[object]:
        if self.counter >= len(self._draws):
            raise ValueError(f"the script ends after {len(self._draws)} draws")
        self.counter += 1
        return self._draws[self.counter - 1]

    def below(self, outcomes: int) -> int:
        """Return the scripted number. Raises `ValueError` unless it is one of 0 .. outcomes-1."""
        draw = self._next()
        if not isinstance(draw, int) or not 0 <= draw < outcomes:
            raise ValueError(f"draw {self.counter}: {draw!r} is not one of {outcomes} outcomes")
        return draw

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put items into the scripted order, in place. Raises `ValueError` unless it has the same items."""
        order = self._next()
        if isinstance(order, int) or sorted(map(repr, order)) != sorted(map(repr, items)):
            raise ValueError(f"draw {self.counter} is not an order of the {len(items)} items")
        items[:] = order  # type: ignore[assignment]  # the same items


def commitment(seed: bytes) -> bytes:
    """Return the SHA-256 of a seed. Published before the game, it proves later that the seed was not changed."""
    return sha256(seed).digest()


def chance_key(seed: bytes, entropy: Sequence[bytes], seats: int) -> bytes:
    """Return the key from which a game draws all its chance: the seed mixed with the entropy of each seat.

    Raises `InvalidSeed` unless the seed has 32 bytes and there is one entropy of at most 64 bytes per seat (or none at
    all).
    """
    if len(seed) != SEED_BYTES:
        raise InvalidSeed(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    if len(entropy) not in (0, seats):
        raise InvalidSeed(f"Entropy of {len(entropy)} seats for {seats}.")
    mixed = sha256(_LABEL + seed)
    for part in entropy or [b""] * seats:
        if len(part) > MAX_ENTROPY_BYTES:
            raise InvalidSeed(f"Entropy has at most {MAX_ENTROPY_BYTES} bytes, not {len(part)}.")
        mixed.update(bytes([len(part)]) + part)
    return mixed.digest()
