"""Limits that operators change while the platform runs: plain data."""

from enum import IntEnum, StrEnum
from typing import NamedTuple

import msgspec

MAX_RATE, MAX_SECONDS, MAX_COUNT = 100_000, 86_400, 1_000_000
"""The most that an operator sets: calls, the seconds in which they refill, and tables at once."""


class Scope(StrEnum):
    """Whom a limit applies to, narrowest first: one player, one address, or all callers together."""

    PLAYER = "player"
    ADDRESS = "address"
    ALL = "all"


class Rate(NamedTuple):
    """A rate limit: a bucket of `capacity` tokens, which refills evenly in `seconds`."""

    capacity: int
    seconds: int


class Limit(IntEnum):
    """The limits that can be changed; the numbers are those of `galaxytables.admin.v1.Limit`."""

    GUESTS = 1
    TABLES = 2
    OPEN_TABLES = 3
    TICKETS = 4
    MESSAGES = 5
    RELATIONS = 6
    INVITATIONS = 7
    REPORTS = 8
    HINTS = 9
    UNDOS = 10
    PERSONAL_TOKENS = 11


class ChangedLimit(msgspec.Struct, frozen=True, kw_only=True):
    """The values of a limit that an operator has set, by scope; `since` is in milliseconds since the epoch.

    For a limit that is not a rate, the seconds are 0.
    """

    values: dict[Scope, Rate]
    operator: str
    since: int


_DECODER = msgspec.msgpack.Decoder(ChangedLimit)


def encode_limit(changed: ChangedLimit) -> bytes:
    """Return a changed limit as the bytes that the store keeps."""
    return msgspec.msgpack.encode(changed)


def decode_limit(stored: bytes) -> ChangedLimit:
    """Return the changed limit that `encode_limit` wrote."""
    return _DECODER.decode(stored)
