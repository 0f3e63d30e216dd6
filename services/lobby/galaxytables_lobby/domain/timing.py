"""The arithmetic of players' time: pure functions over `SeatClock`, milliseconds in, milliseconds out.

A seat's clock runs while it has an open prompt. Two controls:

* per move: each new question gives the full time again; once it is used up, a bank for the whole game is drawn on;
* budget: the clock takes from a budget for the whole game, each accepted choice gives an increment back, never
  above the cap.

Undoing gains no time: a per-move clock goes on with what was left, and choosing again brings no fresh time; a
budget loses the increment that the choice had earned.

A clock stands while its player is on vacation and while the table is paused. What time an outage took is given back
(`compensated`): a clock that ran then has started that much later.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from galaxytables_lobby.domain.game import edition
from galaxytables_lobby.domain.state import RunningTable, SeatClock, TimeControl
from galaxytables_lobby.ids import SeatNumber

# What beats and outages call the gateways together; no game has such a name.
GATEWAYS = "*gateways"


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nobody could play, from the last moment it was seen to work; milliseconds."""

    # The game, the edition (`galaxytables_lobby.domain.game.edition`), or GATEWAYS.
    game: str
    start: int
    end: int


# What an undo leaves at least, so that taking back an increment is not a clock-out by itself.
LEAST_AFTER_UNDO = 1_000

# The deadline of a seat that nobody plays any more: long ago.
FORSAKEN = 1

# A pause that nobody ends is over after a week.
MOST_PAUSE = 7 * 24 * 3600 * 1000

# A table without a clock at which nothing happens for so long is played by nobody any more. Counted from the end of the
# hour, so that not every choice has a deadline of its own.
HOUR = 3600 * 1000
MOST_SILENCE = 30 * 24 * HOUR


def fresh(control: TimeControl) -> SeatClock:
    """The clock of a seat when the game starts."""
    return SeatClock(remaining=control.per_move or control.initial, bank=control.bank, vacation=control.vacation)


def left(clock: SeatClock, now: int) -> int:
    """What remains at `now` without the bank; never negative."""
    if not clock.started:
        return clock.remaining
    return max(0, clock.remaining - _used(clock, now))


def stopped(clock: SeatClock, now: int) -> SeatClock:
    """The clock standing: what it has used is taken off its time, then off the bank."""
    if not clock.started:
        return clock
    overdrawn = max(0, _used(clock, now) - clock.remaining)
    return replace(clock, remaining=left(clock, now), bank=max(0, clock.bank - overdrawn), started=0)


def running(clock: SeatClock, now: int) -> SeatClock:
    """The clock running, unless its player is away."""
    return clock if clock.started or clock.away else replace(clock, started=now)


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
    if clock.away and (chose or clock.back <= now):
        clock = returned(clock, now)
    if control.per_move:
        return _after_choice_per_move(
            control, clock, chose=chose, new=bool(asked - asked_before), asked=bool(asked), now=now
        )
    if not chose:
        return running(clock, now) if asked else stopped(clock, now)
    if clock.undone:
        clock = replace(clock, remaining=left(clock, now), started=0, undone=clock.undone - 1)
        return _go_on(clock, asked=bool(asked), now=now)
    remaining = left(clock, now) + control.increment
    if control.cap:
        remaining = min(remaining, control.cap)
    return _go_on(replace(clock, remaining=remaining, started=0), asked=bool(asked), now=now)


def after_undo(control: TimeControl, clock: SeatClock, *, undid: bool, asked: frozenset[str], now: int) -> SeatClock:
    """A seat's clock after an undo at its table; `undid` says that the seat itself took its choice back."""
    if not control.ticks:
        return clock
    if undid and control.per_move:
        clock = replace(clock, undone=clock.undone + 1)
    if undid and control.initial and control.increment:
        remaining, undone = left(clock, now) - control.increment, clock.undone
        if remaining < LEAST_AFTER_UNDO:
            # What cannot be taken now, the next choice does not earn.
            remaining, undone = min(remaining + control.increment, LEAST_AFTER_UNDO), undone + 1
        return _go_on(replace(clock, remaining=remaining, started=0, undone=undone), asked=bool(asked), now=now)
    return running(clock, now) if asked else stopped(clock, now)


def gone(clock: SeatClock, now: int) -> SeatClock:
    """The clock of a player who goes on vacation."""
    return replace(stopped(clock, now), away=now)


def returned(clock: SeatClock, now: int) -> SeatClock:
    """The clock of a player who is back, standing; the vacation has become shorter."""
    return replace(clock, vacation=max(0, clock.back - now), away=0)


def back_by_now(table: RunningTable, now: int) -> list[SeatNumber]:
    """Seats that are asked something, and whose players have used their vacation up."""
    return [number for number in table.waiting if 0 < table.seats[number].clock.back <= now]


def after_takeback(control: TimeControl, clock: SeatClock, *, asked: bool, now: int) -> SeatClock:
    """A seat's clock after choices were taken back by agreement: a per-move clock starts anew, a budget goes on."""
    if not control.ticks:
        return clock
    if control.per_move:
        clock = replace(stopped(clock, now), remaining=control.per_move, undone=0)
        return _go_on(clock, asked=asked, now=now)
    return running(clock, now) if asked else stopped(clock, now)


def standing_still(table: RunningTable, now: int) -> RunningTable:
    """The table in a pause: every clock stands, and nothing is proposed any more."""
    seats = [
        replace(seat, clock=stopped(seat.clock, now), shown_clock=seat.shown_clock and stopped(seat.shown_clock, now))
        for seat in table.seats
    ]
    return replace(table, seats=tuple(seats), paused=now, wishes=(), proposal=None)


def going_on(table: RunningTable, now: int) -> RunningTable:
    """The table after a pause: the clocks of all who must choose run again, and so does what others see of them."""
    seats = list(table.seats)
    for number in table.waiting if table.control.ticks else ():
        seat = seats[number]
        shown = seat.shown_clock and running(seat.shown_clock, now)
        seats[number] = replace(seat, clock=running(seat.clock, now), shown_clock=shown)
    return replace(table, seats=tuple(seats), paused=0, wishes=())


def due(table: RunningTable, now: int) -> int:
    """When the clock must next act at this table; 0 for never, `now` where a forsaken seat is asked something.

    Without a clock that is when nobody has done anything for very long.
    """
    if table.paused:
        return table.paused + MOST_PAUSE
    deadlines = [_deadline(table, number) or table.seats[number].clock.back for number in table.waiting]
    if table.proposal is not None:
        deadlines.append(table.proposal.deadline)
    earliest = min((deadline for deadline in deadlines if deadline), default=0)
    if not earliest and table.waiting and not table.control.ticks:
        return (now // HOUR + 1) * HOUR + MOST_SILENCE
    return now if earliest == FORSAKEN else earliest


def extended(table: RunningTable, number: SeatNumber, more: int) -> RunningTable:
    """The table with more time for a seat, as all see it."""
    seat = table.seats[number]
    clock = replace(seat.clock, remaining=seat.clock.remaining + more)
    shown = seat.shown_clock and replace(seat.shown_clock, remaining=seat.shown_clock.remaining + more)
    return table.with_seat(number, replace(seat, clock=clock, shown_clock=shown))


def overdue(table: RunningTable, now: int) -> list[SeatNumber]:
    """Seats whose time is up at `now`, the longest overdue first; forsaken seats before all."""
    seats = [(deadline, number) for number in table.waiting if 0 < (deadline := _deadline(table, number)) <= now]
    return [number for _, number in sorted(seats)]


def compensated(table: RunningTable, outages: Iterable[Outage], now: int) -> RunningTable:
    """The table with its clocks given back what outages took; the same one where they took nothing.

    Those of its game, those in which only its version of the rules was not served, and those of all gateways.
    """
    own = GATEWAYS, table.game, edition(table.game, table.rules_version, table.pack_digest)
    concerning = [outage for outage in outages if outage.game in own]
    ended = max((outage.end for outage in concerning), default=0)
    if ended <= table.compensated or not table.deadline or not table.waiting:
        return table
    given = _apart(outage for outage in concerning if outage.end <= table.compensated)
    known = _apart(concerning)
    seats = [
        replace(
            seat,
            clock=_given_back(seat.clock, given, known),
            shown_clock=seat.shown_clock and _given_back(seat.shown_clock, given, known),
        )
        for seat in table.seats
    ]
    if all(after.clock == before.clock for after, before in zip(seats, table.seats, strict=True)):
        return table
    table = replace(table, seats=tuple(seats), compensated=ended)
    return replace(table, deadline=due(table, now))


def _apart(outages: Iterable[Outage]) -> list[Outage]:
    """The same times, none twice, in their order."""
    apart: list[Outage] = []
    for outage in sorted(outages, key=lambda each: each.start):
        if apart and outage.start <= apart[-1].end:
            last = apart.pop()
            outage = Outage(last.game, last.start, max(last.end, outage.end))  # noqa: PLW2901  # both are one time
        apart.append(outage)
    return apart


def _given_back(clock: SeatClock, given: list[Outage], known: list[Outage]) -> SeatClock:
    """The clock, or the vacation, as if it had stood during all known outages; `given` of them it has been before."""
    began = clock.started or clock.away
    if not began:
        return clock
    lost = _set_forward(_set_back(began, given), known) - began
    return replace(clock, started=clock.started + lost) if clock.started else replace(clock, away=clock.away + lost)


def _set_forward(began: int, outages: list[Outage]) -> int:
    """When a clock began that stood during these times."""
    return began + sum(max(0, outage.end - max(began, outage.start)) for outage in outages)


def _set_back(began: int, outages: list[Outage]) -> int:
    """When a clock had begun before it was set forward by these times."""
    for outage in reversed(outages):
        if began > outage.end:
            break
        began -= outage.end - outage.start
    return began


def _after_choice_per_move(
    control: TimeControl, clock: SeatClock, *, chose: bool, new: bool, asked: bool, now: int
) -> SeatClock:
    if not asked:
        return stopped(clock, now)
    if not new:
        return running(clock, now)
    if chose and clock.undone:
        return running(replace(clock, undone=clock.undone - 1), now)
    return running(replace(stopped(clock, now), remaining=control.per_move, undone=0), now)


def _go_on(clock: SeatClock, *, asked: bool, now: int) -> SeatClock:
    return running(clock, now) if asked else clock


def _used(clock: SeatClock, now: int) -> int:
    return max(0, now - clock.started)


def _deadline(table: RunningTable, number: SeatNumber) -> int:
    """When a seat's default is played: its deadline, and the grace after it."""
    seat = table.seats[number]
    if seat.forsaken:
        return FORSAKEN
    return seat.clock.deadline + table.control.grace if seat.clock.deadline else 0
