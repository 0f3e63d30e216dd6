"""What becomes of rounds when an entrant leaves a running tournament, or comes into it."""

from msgspec.structs import replace

from galaxytables_lobby.domain.tournaments import knockout
from galaxytables_lobby.domain.tournaments.events import EventKind, TournamentEvent
from galaxytables_lobby.domain.tournaments.refusals import PausedError
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    Attendance,
    EntrantNumber,
    Knockout,
    Leavers,
    MatchGame,
    Pairing,
    PlannedRound,
    Round,
    RoundRobin,
    RoundStage,
    Tournament,
)

Changed = tuple[Tournament, tuple[TournamentEvent, ...]]


def leave(tournament: Tournament, number: EntrantNumber, how: Attendance, at: int) -> Changed:
    """Take an entrant out of a running tournament, or put a bot in their place.

    A round that has not started is paired anew without them, and matches that wait for another game are decided.
    """
    entrant = tournament.entrants[number]
    if tournament.terms.leavers is Leavers.BOT:
        replaced = replace(entrant, attendance=Attendance.REPLACED)
        return tournament.with_entrant(number, replaced), (TournamentEvent(EventKind.REPLACED, (number,)),)
    gone = replace(entrant, attendance=how, until_round=len(tournament.rounds))
    changed, events = unpaired(tournament.with_entrant(number, gone))
    if changed.round is not None and changed.round.stage is RoundStage.PLAYING:
        changed = _with_decided_matches(changed, changed.round, at)
    what = EventKind.NO_SHOW if how is Attendance.NO_SHOW else EventKind.WITHDREW
    return changed, (TournamentEvent(what, (number,)), *events)


def unpaired(tournament: Tournament) -> Changed:
    """Remove the last round if it is paired but has not started, so that it can be paired again."""
    last = tournament.round
    if last is None or last.stage is not RoundStage.PAIRED:
        return tournament, ()
    planned = tournament.planned
    if isinstance(tournament.terms.format, RoundRobin):
        planned = (PlannedRound(tuple(each.entrants for each in last.pairings), last.byes), *planned)
    changed = replace(tournament, rounds=tournament.rounds[:-1], planned=planned)
    return changed, (TournamentEvent(EventKind.ROUND_UNPAIRED, round=last.number),)


def decided(tournament: Tournament, pairing: Pairing) -> bool:
    """Return whether a pairing needs no further game."""
    form = tournament.terms.format
    if isinstance(form, Knockout):
        return not pairing.running and knockout.winner(pairing, form.best_of) is not None
    return pairing.over


def require_no_pause(tournament: Tournament) -> None:
    """Raise `PausedError` if the tournament is paused."""
    if tournament.paused:
        raise PausedError("the tournament is paused")


def decided_by_leavers(tournament: Tournament, pairing: Pairing, at: int) -> Pairing:
    """Decide a match that waits for its next game although an entrant has left: those who stayed win by forfeit.

    Returns the pairing with that result, or the pairing itself if nobody has left, a game is running, or it is decided.
    """
    if pairing.running or decided(tournament, pairing):
        return pairing
    left = [place for place, each in enumerate(pairing.entrants) if not tournament.entrants[each].playing]
    if not left:
        return pairing
    stayed = len(pairing.entrants) - len(left)
    ranks = tuple(1 if place not in left or not stayed else stayed + 1 for place in range(len(pairing.entrants)))
    if not stayed:
        # Somebody must be on the next place of the bracket, though they will not play.
        ranks = tuple(1 + place for place in range(len(pairing.entrants)))
    game = MatchGame(ranks=ranks, forfeits=tuple(left), adjudicated=True, begun=at, ended=at)
    return replace(pairing, games=(*pairing.games, game))


def _with_decided_matches(tournament: Tournament, playing: Round, at: int) -> Tournament:
    if not isinstance(tournament.terms.format, Arena | Knockout):
        return tournament
    pairings = tuple(decided_by_leavers(tournament, each, at) for each in playing.pairings)
    return tournament.with_round(replace(playing, pairings=pairings))
