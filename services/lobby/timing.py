"""The arithmetic of players' time: pure functions over `SeatClock`, milliseconds in, milliseconds out.

A seat's clock runs while it has an open prompt. Two controls:

* per move: each new question gives the full time again;
* budget: the clock takes from a budget for the whole game, each accepted choice gives an increment back, never
  above the cap.

Undoing gains no time: a per-move clock goes on with what was left, and choosing again brings no fresh time; a
budget loses the increment that the choice had earned.
"""

from msgspec.structs import replace

from services.lobby.table import SeatClock, TableState, TimeControl

# What an undo leaves at least, so that taking back an increment is not a clock-out by itself.
LEAST_AFTER_UNDO = 1_000

# The deadline of a seat that nobody plays any more: long ago.
FORSAKEN = 1


def fresh(control: TimeControl) -> SeatClock:
    """The clock of a seat when the game starts."""
    return SeatClock(remaining=control.per_move or control.initial)


def left(clock: SeatClock, now: int) -> int:
    """What remains at `now`; never negative."""
    if not clock.started:
        return clock.remaining
    return max(0, clock.remaining - max(0, now - clock.started))


def after_choice(
    control: TimeControl,
    clock: SeatClock,
    *,
    chose: bool,
    asked_before: frozenset[str],
    asked: frozenset[str],
    now: int,
) -> SeatClock:
    """A seat's clock after a choice at its table.

    `chose` says that the seat itself made the choice; `asked_before` and `asked` are the ids of its open prompts
    before and after it.
    """
    if not control.ticks:
        return clock
    if control.per_move:
        return _after_choice_per_move(
            control, clock, chose=chose, new=bool(asked - asked_before), asked=bool(asked), now=now
        )
    if not chose:
        return _running(clock, now) if asked else _stopped(clock, now)
    remaining = left(clock, now) + control.increment
    if control.cap:
        remaining = min(remaining, control.cap)
    return replace(clock, remaining=remaining, started=now if asked else 0)


def after_undo(control: TimeControl, clock: SeatClock, *, undid: bool, asked: frozenset[str], now: int) -> SeatClock:
    """A seat's clock after an undo at its table; `undid` says that the seat itself took its choice back."""
    if not control.ticks:
        return clock
    if undid and control.per_move:
        clock = replace(clock, undone=clock.undone + 1)
    if undid and control.initial and control.increment:
        remaining = left(clock, now)
        remaining = max(remaining - control.increment, min(remaining, LEAST_AFTER_UNDO))
        return replace(clock, remaining=remaining, started=now if asked else 0)
    return _running(clock, now) if asked else _stopped(clock, now)


def after_takeback(control: TimeControl, clock: SeatClock, *, asked: bool, now: int) -> SeatClock:
    """A seat's clock after choices were taken back by agreement: a per-move clock starts anew, a budget goes on."""
    if not control.ticks:
        return clock
    if control.per_move:
        return replace(clock, remaining=control.per_move, started=now if asked else 0, undone=0)
    return _running(clock, now) if asked else _stopped(clock, now)


def due(table: TableState, now: int) -> int:
    """When the clock must next act at this table; 0 for never, `now` where a forsaken seat is asked something."""
    deadlines = [_deadline(table, number) for number in table.waiting]
    if table.proposal is not None:
        deadlines.append(table.proposal.deadline)
    earliest = min((deadline for deadline in deadlines if deadline), default=0)
    return now if earliest == FORSAKEN else earliest


def overdue(table: TableState, now: int) -> list[int]:
    """Seats whose time is up at `now`, the longest overdue first; forsaken seats before all."""
    seats = [(deadline, number) for number in table.waiting if 0 < (deadline := _deadline(table, number)) <= now]
    return [number for _, number in sorted(seats)]


def _after_choice_per_move(
    control: TimeControl, clock: SeatClock, *, chose: bool, new: bool, asked: bool, now: int
) -> SeatClock:
    if not asked:
        return _stopped(clock, now)
    if not new:
        return _running(clock, now)
    if chose and clock.undone:
        return _running(replace(clock, undone=clock.undone - 1), now)
    return replace(clock, remaining=control.per_move, started=now, undone=0)


def _deadline(table: TableState, number: int) -> int:
    seat = table.seats[number]
    return FORSAKEN if seat.forsaken else seat.clock.deadline


def _running(clock: SeatClock, now: int) -> SeatClock:
    return clock if clock.started else replace(clock, started=now)


def _stopped(clock: SeatClock, now: int) -> SeatClock:
    return replace(clock, remaining=left(clock, now), started=0) if clock.started else clock
