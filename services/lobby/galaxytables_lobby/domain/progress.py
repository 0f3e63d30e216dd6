"""Encodes the part of a running table that most choices change, as a short value that is stored beside the table.

The store keeps the table as it was when it was last written as a whole (`state.encode`), and what has changed since
then, the table's progress.
"""

from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from galaxytables_lobby.domain.state import RunningTable, SeatClock, Table

# Fields that choices change, besides those of seats.
_MOVING = ("version", "events", "waiting", "secret_steps", "deadline", "compensated", "messages")
_moving = attrgetter(*_MOVING)
_staying = attrgetter(*(name for name in RunningTable.__struct_fields__ if name not in (*_MOVING, "seats")))
_seated = attrgetter("player", "bot", "ready", "resigned", "automated", "entropy")
_clock = attrgetter(*SeatClock.__struct_fields__)
_ENCODER = msgspec.msgpack.Encoder()


class _OwnClock(SeatClock, frozen=True):
    """A seat's clock, and what else choices change of the seat: versions that do not know that skip it."""

    chose: int = 0


class _SeatProgress(msgspec.Struct, frozen=True, array_like=True):
    """What choices change of a seat."""

    own: _OwnClock
    shown_clock: SeatClock | None


_DECODER = msgspec.msgpack.Decoder(
    tuple[tuple[int, int, tuple[int, ...], tuple[int, ...], int, int, int], tuple[_SeatProgress, ...]]
)


def progress(before: Table, after: Table) -> bytes | None:
    """Return the progress from `before` to `after`, to be stored; None if `after` must be written as a whole."""
    if (
        not isinstance(before, RunningTable)
        or not isinstance(after, RunningTable)
        or _staying(before) != _staying(after)
    ):
        return None
    seats = zip(before.seats, after.seats, strict=True)
    if any(old is not new and _seated(old) != _seated(new) for old, new in seats):
        return None
    made = [_SeatProgress(_OwnClock(**asdict(seat.clock), chose=seat.chose), seat.shown_clock) for seat in after.seats]
    return _ENCODER.encode((_moving(after), made))


def advanced(table: Table, made: bytes) -> Table:
    """Return the current table, given the table as last written as a whole, and its progress since then (`made`).

    If `made` is empty, that is the same table.
    """
    if not made:
        return table
    moving, seats_made = _DECODER.decode(made)
    changes: dict[str, Any] = dict(zip(_MOVING, moving, strict=True))  # fields of any type, as `replace` takes them
    if changes["version"] < table.version:
        return table
    seats = tuple(
        replace(seat, clock=SeatClock(*_clock(each.own)), shown_clock=each.shown_clock, chose=each.own.chose)
        for seat, each in zip(table.seats, seats_made, strict=True)
    )
    return replace(table, seats=seats, **changes)
