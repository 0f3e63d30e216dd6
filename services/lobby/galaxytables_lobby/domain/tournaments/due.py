"""What a tournament does next by itself, and when: so that nobody needs to press a button."""

import enum
from typing import NamedTuple

from galaxytables_lobby.domain.ratings import is_slow
from galaxytables_lobby.domain.tournaments import leaving
from galaxytables_lobby.domain.tournaments.rounds import is_complete
from galaxytables_lobby.domain.tournaments.state import Arena, Round, RoundStage, Tournament, TournamentStage

LOOK_MILLISECONDS, SLOW_LOOK_MILLISECONDS = 1_000, 15_000
"""How often it is looked whether tables have ended: of live games, and of those that last for days."""


class Due(enum.IntEnum):
    """The kinds of steps that can be due; each has the name of its act."""

    START = 1
    PAIR_ROUND = 2
    START_ROUND = 3
    START_GAME = 4
    END_ROUND = 5
    FINISH = 6


class NextStep(NamedTuple):
    """The step that is due next, and from when. `pairing` is the one whose next game starts, if it starts one."""

    due: Due
    at: int
    pairing: int = 0


def next_step(tournament: Tournament) -> NextStep | None:
    """Return the step that is due next; None if only people can go on, or nothing is left to do.

    While tables play, the next step is the end of the round at its deadline, if it has one. The pairing of entrants who
    become free in an arena is not among these steps.
    """
    if tournament.paused or tournament.stage in (TournamentStage.FINISHED, TournamentStage.CANCELLED):
        return None
    if tournament.stage is TournamentStage.REGISTRATION:
        return NextStep(Due.START, tournament.next_start)
    last = tournament.round
    if last is None or last.stage is RoundStage.OVER:
        ready = last.ended if last is not None else tournament.started
        return NextStep(Due.FINISH if is_complete(tournament) else Due.PAIR_ROUND, ready)
    if last.stage is RoundStage.PAIRED:
        return NextStep(Due.START_ROUND, tournament.next_start)
    return _while_playing(tournament, last)


def next_look(tournament: Tournament, now: int) -> int | None:
    """Return when to look at a tournament again; None for never.

    A step is due then, check-in opens, or a table may be over.
    """
    if tournament.stage not in (TournamentStage.REGISTRATION, TournamentStage.RUNNING):
        return None
    step, last = next_step(tournament), tournament.round
    looks = [] if step is None else [step.at]
    opens = check_in_opens(tournament)
    if tournament.stage is TournamentStage.REGISTRATION and opens > now:
        looks.append(opens)
    if last is not None and last.stage is RoundStage.PLAYING:
        slow = is_slow(tournament.terms.control)
        looks.append(now + (SLOW_LOOK_MILLISECONDS if slow else LOOK_MILLISECONDS))
    return min(looks, default=None)


def check_in_opens(tournament: Tournament) -> int:
    """Return when entrants can check in; 0 if they need not."""
    schedule = tournament.terms.schedule
    return schedule.starts - schedule.check_in if schedule.check_in else 0


def waiting_pairings(tournament: Tournament, playing: Round) -> list[int]:
    """Return the pairings whose next game must be started: the first of an arena's pairing, or the next of a match."""
    return [
        number
        for number, each in enumerate(playing.pairings)
        if not each.running and not leaving.decided(tournament, each)
    ]


def _while_playing(tournament: Tournament, last: Round) -> NextStep | None:
    undecided = any(not leaving.decided(tournament, each) for each in last.pairings)
    waiting = waiting_pairings(tournament, last)
    if waiting:
        return NextStep(Due.START_GAME, last.begun, waiting[0])
    if not undecided and not isinstance(tournament.terms.format, Arena):
        return NextStep(Due.END_ROUND, last.begun)
    return NextStep(Due.END_ROUND, last.deadline) if last.deadline else None
