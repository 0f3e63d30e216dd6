"""Encodes the part of a running table that most choices change, as a short value that is stored beside the table.

The store keeps the table as it was when it was last written as a whole (`state.encode`), and what has changed since
then, the table's progress.
"""

from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from galaxytables_lobby.domain.state import RunningTable, SeatClock, Table

# Fields that choices change, besides those of seats.
_MOVING = ("version", "events", "waiting", "secret_steps", "deadline", "compensated", "messages")
_moving = attrgetter(*_MOVING)
_staying = attrgetter(*(name for name in RunningTable.__struct_fields__ if name not in (*_MOVING, "seats")))
_seated = attrgetter("player", "bot", "ready", "resigned", "automated", "entropy")
_ENCODER = msgspec.msgpack.Encoder()


class _SeatProgress(msgspec.Struct, frozen=True, array_like=True):
    """What choices change of a seat."""

    clock: SeatClock
    shown_clock: SeatClock | None
    chose: int = 0


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
    return _ENCODER.encode((_moving(after), [(seat.clock, seat.shown_clock, seat.chose) for seat in after.seats]))


def advanced(table: Table, made: bytes) -> Table:
    """Return the table as it is now, given the table as last written as a whole, and its progress since then (`made`).

    If `made` is empty, that is the same table.
    """
    if not made:
        return table
    moving, seats_made = _DECODER.decode(made)
    changes: dict[str, Any] = dict(zip(_MOVING, moving, strict=True))  # fields of any type, as `replace` takes them
    if changes["version"] < table.version:
        return table
    seats = tuple(
        replace(seat, clock=own.clock, shown_clock=own.shown_clock, chose=own.chose)
        for seat, own in zip(table.seats, seats_made, strict=True)
    )
    return replace(table, seats=seats, **changes)
