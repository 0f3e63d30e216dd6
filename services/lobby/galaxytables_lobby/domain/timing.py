"""Arithmetic of players' time: pure functions over `SeatClock`, in milliseconds.

A seat's clock runs while it has an open prompt. There are two controls:

* per move: each new prompt gives the full time again; once it is used up, a bank for the whole game is drawn on;
* budget: the clock takes from a budget for the whole game; each accepted choice adds an increment, up to the cap.

An undo gains no time. A per-move clock goes on with the time that was left, and choosing again gives no fresh time. A
budget loses the increment that the choice had earned.

Who goes berserk halves their budget, and has no increments.

A clock is stopped while its player is on vacation and while the table is paused. The time of an outage is given back
(`compensated`): a clock that ran then starts that much later.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from galaxytables_lobby.domain.game import edition
from galaxytables_lobby.domain.state import RunningTable, SeatClock, TimeControl
from galaxytables_lobby.ids import SeatNumber

# The name of all gateways together in heartbeats and outages; no game has this name.
GATEWAYS = "*gateways"


@dataclass(frozen=True, slots=True)
class Outage:
    """A span of time in which nobody could play a game.

    It begins with the last heartbeat; times are in milliseconds.
    """

    # The game, the edition (`galaxytables_lobby.domain.game.edition`), or GATEWAYS.
    game: str
    start: int
    end: int


# The least time that an undo leaves, so that losing an increment is not a clock-out at once.
MIN_AFTER_UNDO = 1_000

# The deadline of a seat that nobody plays: always in the past.
FORSAKEN = 1

# A pause ends by itself after a week.
MAX_PAUSE = 7 * 24 * 3600 * 1000

# A game without a clock is abandoned after this long without a choice. It counts from the end of the hour, so that not
# every choice sets a new deadline.
HOUR = 3600 * 1000
MAX_SILENCE = 30 * 24 * HOUR


def fresh(control: TimeControl) -> SeatClock:
    """Return a seat's clock at the start of the game."""
    return SeatClock(remaining=control.per_move or control.initial, bank=control.bank, vacation=control.vacation)


def left(clock: SeatClock, now: int) -> int:
    """Return the time left at `now`, not counting the bank; never negative."""
    if not clock.started:
        return clock.remaining
    return max(0, clock.remaining - _used(clock, now))


def stopped(clock: SeatClock, now: int) -> SeatClock:
    """Return the clock stopped: the time used is taken from the time left, then from the bank."""
    if not clock.started:
        return clock
    overdrawn = max(0, _used(clock, now) - clock.remaining)
    return replace(clock, remaining=left(clock, now), bank=max(0, clock.bank - overdrawn), started=0)


def running(clock: SeatClock, now: int) -> SeatClock:
    """Return a clock as started at `now`. A clock that runs already, or whose player is on vacation, is unchanged."""
    return clock if clock.started or clock.away else replace(clock, started=now)


def after_choice(
    control: TimeControl,
    clock: SeatClock,
    *,
    chose: bool,
    prompts_before: frozenset[str],
    prompts: frozenset[str],
    now: int,
) -> SeatClock:
    """Return a seat's clock after a choice at its table.

    `chose` says whether this seat made the choice; `prompts_before` and `prompts` are the ids of the prompts that were
    open for it before, and that are open now.
    """
    if not control.ticks:
        return clock
    if clock.away and (chose or clock.back <= now):
        clock = returned(clock, now)
    if control.per_move:
        return _after_choice_per_move(
            control, clock, chose=chose, new=bool(prompts - prompts_before), has_prompt=bool(prompts), now=now
        )
    if not chose:
        return running(clock, now) if prompts else stopped(clock, now)
    if clock.undone:
        clock = replace(clock, remaining=left(clock, now), started=0, undone=clock.undone - 1)
        return _go_on(clock, has_prompt=bool(prompts), now=now)
    remaining = left(clock, now) + _increment(control, clock)
    if control.cap:
        remaining = min(remaining, control.cap)
    return _go_on(replace(clock, remaining=remaining, started=0), has_prompt=bool(prompts), now=now)


def after_undo(control: TimeControl, clock: SeatClock, *, undid: bool, prompts: frozenset[str], now: int) -> SeatClock:
    """Return a seat's clock after an undo at its table; `undid` says whether this seat took its choice back."""
    if not control.ticks:
        return clock
    if undid and control.per_move:
        clock = replace(clock, undone=clock.undone + 1)
    increment = _increment(control, clock)
    if undid and control.initial and increment:
        remaining, undone = left(clock, now) - increment, clock.undone
        if remaining < MIN_AFTER_UNDO:
            # The rest of the increment is taken from the next choice.
            remaining, undone = min(remaining + increment, MIN_AFTER_UNDO), undone + 1
        return _go_on(replace(clock, remaining=remaining, started=0, undone=undone), has_prompt=bool(prompts), now=now)
    return running(clock, now) if prompts else stopped(clock, now)


def berserk(clock: SeatClock, now: int) -> SeatClock:
    """Return a clock with half of the time that is left; it goes on if it ran."""
    halved = replace(clock, remaining=left(clock, now) // 2, berserk=True)
    return replace(halved, started=now) if clock.started else halved


def gone(clock: SeatClock, now: int) -> SeatClock:
    """Return the clock of a player who goes on vacation, stopped."""
    return replace(stopped(clock, now), away=now)


def returned(clock: SeatClock, now: int) -> SeatClock:
    """Return the stopped clock of a player who is back; the time away is taken from the vacation."""
    return replace(clock, vacation=max(0, clock.back - now), away=0)


def back_by_now(table: RunningTable, now: int) -> list[SeatNumber]:
    """Return the seats with an open prompt whose players have used up their vacation."""
    return [number for number in table.waiting if 0 < table.seats[number].clock.back <= now]


def after_takeback(control: TimeControl, clock: SeatClock, *, has_prompt: bool, now: int) -> SeatClock:
    """Return a seat's clock after a takeback: a per-move clock starts again, a budget goes on."""
    if not control.ticks:
        return clock
    if control.per_move:
        clock = replace(stopped(clock, now), remaining=control.per_move, undone=0)
        return _go_on(clock, has_prompt=has_prompt, now=now)
    return running(clock, now) if has_prompt else stopped(clock, now)


def standing_still(table: RunningTable, now: int) -> RunningTable:
    """Return the table paused: all clocks are stopped, and an open takeback proposal is dropped."""
    seats = [
        replace(seat, clock=stopped(seat.clock, now), shown_clock=seat.shown_clock and stopped(seat.shown_clock, now))
        for seat in table.seats
    ]
    return replace(table, seats=tuple(seats), paused=now, wishes=(), proposal=None)


def going_on(table: RunningTable, now: int) -> RunningTable:
    """Return the table resumed: the clocks of seats that must choose run again.

    If others see another clock of such a seat, that one runs again too.
    """
    seats = list(table.seats)
    for number in table.waiting if table.control.ticks else ():
        seat = seats[number]
        shown = seat.shown_clock and running(seat.shown_clock, now)
        seats[number] = replace(seat, clock=running(seat.clock, now), shown_clock=shown)
    return replace(table, seats=tuple(seats), paused=0, wishes=())


def due(table: RunningTable, now: int) -> int:
    """Return when the clock's workers must next act at this table, in milliseconds since the epoch; 0 for never.

    If a forsaken seat has an open prompt, that is `now`. At a table without a clock, it is when the game counts as
    abandoned.
    """
    if table.paused:
        return table.paused + MAX_PAUSE
    deadlines = [_deadline(table, number) or table.seats[number].clock.back for number in table.waiting]
    if table.proposal is not None:
        deadlines.append(table.proposal.deadline)
    earliest = min((deadline for deadline in deadlines if deadline), default=0)
    if not earliest and table.waiting and not table.control.ticks:
        return (now // HOUR + 1) * HOUR + MAX_SILENCE
    return now if earliest == FORSAKEN else earliest


def extended(table: RunningTable, number: SeatNumber, more: int) -> RunningTable:
    """Return the table with `more` milliseconds added to a seat's clock; everybody sees the new time."""
    seat = table.seats[number]
    clock = replace(seat.clock, remaining=seat.clock.remaining + more)
    shown = seat.shown_clock and replace(seat.shown_clock, remaining=seat.shown_clock.remaining + more)
    return table.with_seat(number, replace(seat, clock=clock, shown_clock=shown))


def overdue(table: RunningTable, now: int) -> list[SeatNumber]:
    """Return the seats whose time is up at `now`, longest overdue first; forsaken seats come before all others."""
    seats = [(deadline, number) for number in table.waiting if 0 < (deadline := _deadline(table, number)) <= now]
    return [number for _, number in sorted(seats)]


def compensated(table: RunningTable, outages: Iterable[Outage], now: int) -> RunningTable:
    """Return the table with the time of outages given back to its clocks.

    Only outages of the table's game, of its edition, and of all gateways count. If there are none, returns the same
    table.
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
    """Return the same times in order, with overlapping ones merged."""
    apart: list[Outage] = []
    for outage in sorted(outages, key=lambda each: each.start):
        if apart and outage.start <= apart[-1].end:
            last = apart.pop()
            outage = Outage(last.game, last.start, max(last.end, outage.end))  # noqa: PLW2901  # both are one time
        apart.append(outage)
    return apart


def _given_back(clock: SeatClock, given: list[Outage], known: list[Outage]) -> SeatClock:
    """Return the clock or vacation as if it had stood during all known outages; `given` ones count already."""
    began = clock.started or clock.away
    if not began:
        return clock
    lost = _set_forward(_set_back(began, given), known) - began
    return replace(clock, started=clock.started + lost) if clock.started else replace(clock, away=clock.away + lost)


def _set_forward(began: int, outages: list[Outage]) -> int:
    """Return the start of a clock, moved forward by the outages during which it ran."""
    return began + sum(max(0, outage.end - max(began, outage.start)) for outage in outages)


def _set_back(began: int, outages: list[Outage]) -> int:
    """Return the start of a clock before these outages moved it forward."""
    for outage in reversed(outages):
        if began > outage.end:
            break
        began -= outage.end - outage.start
    return began


def _after_choice_per_move(
    control: TimeControl, clock: SeatClock, *, chose: bool, new: bool, has_prompt: bool, now: int
) -> SeatClock:
    if not has_prompt:
        return stopped(clock, now)
    if not new:
        return running(clock, now)
    if chose and clock.undone:
        return running(replace(clock, undone=clock.undone - 1), now)
    return running(replace(stopped(clock, now), remaining=control.per_move, undone=0), now)


def _increment(control: TimeControl, clock: SeatClock) -> int:
    return 0 if clock.berserk else control.increment


def _go_on(clock: SeatClock, *, has_prompt: bool, now: int) -> SeatClock:
    return running(clock, now) if has_prompt else clock


def _used(clock: SeatClock, now: int) -> int:
    return max(0, now - clock.started)


def _deadline(table: RunningTable, number: SeatNumber) -> int:
    """Return when a seat's default is played: its deadline plus the grace."""
    seat = table.seats[number]
    if seat.forsaken:
        return FORSAKEN
    return seat.clock.deadline + table.control.grace if seat.clock.deadline else 0
