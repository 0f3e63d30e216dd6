"""Pauses that all people at a table agree on, and vacations of single players.

These are pure functions from a table to its `Change`. In a pause all clocks are stopped and nobody can choose. While a
player is on vacation, only that player's clock is stopped, until the player chooses again or has used up the vacation.
"""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain import timing
from galaxytables_lobby.domain.playing import Change, announce
from galaxytables_lobby.domain.state import RunningTable, SeatClock
from galaxytables_lobby.ids import SeatNumber

_ClockStep: TypeAlias = Callable[[SeatClock], SeatClock]


def wish_pause(table: RunningTable, seat: SeatNumber, *, paused: bool, now: int) -> Change | None:
    """Record that a player wishes to pause the table (`paused`) or to resume it.

    Once all people wish the same, the table is paused or resumed. Wishing for the current state withdraws an earlier
    wish. Returns None if nothing changes.
    """
    if paused == bool(table.paused):
        if seat not in table.wishes:
            return None
        wishes = tuple(each for each in table.wishes if each != seat)
        return announce(replace(table, wishes=wishes), "wish_withdrawn", seat=seat, now=now)
    if seat in table.wishes:
        return None
    table = replace(table, wishes=(*table.wishes, seat))
    if set(table.persons) <= set(table.wishes):
        return pause(table, now=now) if paused else resume(table, now=now)
    if paused:
        return announce(table, "pause_wished", seat=seat, now=now)
    return announce(table, "resume_wished", seat=seat, now=now)


def pause(table: RunningTable, *, now: int) -> Change:
    """Pause the table until all people wish to resume, for a week at most."""
    return announce(timing.standing_still(table, now), "paused", now=now)


def resume(table: RunningTable, *, now: int) -> Change:
    """Resume the game: the clocks of all seats that must choose run again."""
    return announce(timing.going_on(table, now), "resumed", now=now)


def leave(table: RunningTable, seat: SeatNumber, *, now: int) -> Change | None:
    """Send a player on vacation. Returns None if the player is on vacation already.

    Raises NO_VACATION if the table has no vacations, or the player has used up theirs.
    """
    clock = table.seats[seat].clock
    if clock.away and clock.back > now:
        return None
    if not clock.vacation or clock.away:
        raise errors.no_vacation()
    table = _with_clock(table, seat, lambda each: timing.gone(each, now))
    fact = game_pb2.Fact(name="most_seconds", number=clock.vacation // 1000)
    return announce(table, "vacation_began", seat=seat, facts=[fact], now=now)


def come_back(table: RunningTable, seat: SeatNumber, *, now: int) -> Change | None:
    """End a player's vacation, because the player is back or has used it up.

    Returns None if the player is not on vacation.
    """
    if not table.seats[seat].clock.away:
        return None

    def back(clock: SeatClock) -> SeatClock:
        clock = timing.returned(clock, now)
        return timing.running(clock, now) if seat in table.waiting and not table.paused else clock

    fact = game_pb2.Fact(name="left_seconds", number=timing.returned(table.seats[seat].clock, now).vacation // 1000)
    return announce(_with_clock(table, seat, back), "vacation_ended", seat=seat, facts=[fact], now=now)


def over_by_now(table: RunningTable, *, now: int) -> Change | None:
    """End a pause or a vacation that has lasted as long as it may. Returns None if there is none."""
    if table.paused:
        return resume(table, now=now) if table.deadline <= now else None
    back = timing.back_by_now(table, now)
    return come_back(table, back[0], now=now) if back else None


def give_back(table: RunningTable, *, now: int) -> Change:
    """Return a change that tells players that their clocks got back the time of an outage.

    `table` is the table with its clocks already corrected.
    """
    return announce(table, "compensated", now=now)


def _with_clock(table: RunningTable, number: SeatNumber, step: _ClockStep) -> RunningTable:
    """Change a seat's clock, and the clock that others see."""
    seat = table.seats[number]
    shown = seat.shown_clock and step(seat.shown_clock)
    return table.with_seat(number, replace(seat, clock=step(seat.clock), shown_clock=shown))
