"""What a choice changes of a table, apart from the game itself: little, while names, options and seats stay.

A table is kept as a whole (`state.encode`) and, since it was last written so, as the progress that it has made.
"""

from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from galaxytables_lobby.domain.state import RunningTable, SeatClock, Table

# What choices change; the clocks of the seats besides.
_MOVING = ("version", "events", "waiting", "secret_steps", "deadline", "compensated", "messages")
_moving = attrgetter(*_MOVING)
_staying = attrgetter(*(name for name in RunningTable.__struct_fields__ if name not in (*_MOVING, "seats")))
_seated = attrgetter("player", "bot", "ready", "resigned", "entropy")
_Clocks = tuple[tuple[SeatClock, SeatClock | None], ...]
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(tuple[tuple[int, int, tuple[int, ...], tuple[int, ...], int, int, int], _Clocks])


def progress(before: Table, after: Table) -> bytes | None:
    """What a running table has become; None where the change goes further, so that it must be written as a whole."""
    if (
        not isinstance(before, RunningTable)
        or not isinstance(after, RunningTable)
        or _staying(before) != _staying(after)
    ):
        return None
    seats = zip(before.seats, after.seats, strict=True)
    if any(old is not new and _seated(old) != _seated(new) for old, new in seats):
        return None
    return _ENCODER.encode((_moving(after), [(seat.clock, seat.shown_clock) for seat in after.seats]))


def advanced(table: Table, made: bytes) -> Table:
    """A table with the progress that it has made since it was written as a whole; itself where it has made none."""
    if not made:
        return table
    moving, clocks = _DECODER.decode(made)
    changes: dict[str, Any] = dict(zip(_MOVING, moving, strict=True))  # fields of any type, as `replace` takes them
    if changes["version"] < table.version:
        return table
    seats = tuple(
        replace(seat, clock=clock, shown_clock=shown) for seat, (clock, shown) in zip(table.seats, clocks, strict=True)
    )
    return replace(table, seats=seats, **changes)
