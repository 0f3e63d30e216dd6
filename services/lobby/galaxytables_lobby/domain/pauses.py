"""Pauses of a running game: those that all people at the table agree on, and vacations of single players.

Pure functions from a table to its `Change`. In a pause every clock stands and nothing can be chosen; on vacation one
player's clock stands until the player chooses again or the vacation is used up.
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
    """A player wishes that the table is paused, or that it goes on; it happens once all people wish it.

    To wish what is the case takes an earlier wish back. None where nothing changes.
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
    """Everything stands still until all wish to go on, a week at the most."""
    return announce(timing.standing_still(table, now), "paused", now=now)


def resume(table: RunningTable, *, now: int) -> Change:
    """The game goes on: the clocks of all who must choose run again."""
    return announce(timing.going_on(table, now), "resumed", now=now)


def leave(table: RunningTable, seat: SeatNumber, *, now: int) -> Change | None:
    """A player goes on vacation; None for one who is away already.

    Raises NO_VACATION where the table has none, or the player's is used up.
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
    """A player is back from vacation, or has used it up; None for one who is not away."""
    if not table.seats[seat].clock.away:
        return None

    def back(clock: SeatClock) -> SeatClock:
        clock = timing.returned(clock, now)
        return timing.running(clock, now) if seat in table.waiting and not table.paused else clock

    fact = game_pb2.Fact(name="left_seconds", number=timing.returned(table.seats[seat].clock, now).vacation // 1000)
    return announce(_with_clock(table, seat, back), "vacation_ended", seat=seat, facts=[fact], now=now)


def over_by_now(table: RunningTable, *, now: int) -> Change | None:
    """The end of a pause or a vacation that has lasted as long as it may; None where there is none."""
    if table.paused:
        return resume(table, now=now) if table.deadline <= now else None
    back = timing.back_by_now(table, now)
    return come_back(table, back[0], now=now) if back else None


def give_back(table: RunningTable, *, now: int) -> Change:
    """Tell that nobody lost time by an outage; the clocks show it already."""
    return announce(table, "compensated", now=now)


def _with_clock(table: RunningTable, number: SeatNumber, step: _ClockStep) -> RunningTable:
    """Change a clock, and what others see of it."""
    seat = table.seats[number]
    shown = seat.shown_clock and step(seat.shown_clock)
    return table.with_seat(number, replace(seat, clock=step(seat.clock), shown_clock=shown))
