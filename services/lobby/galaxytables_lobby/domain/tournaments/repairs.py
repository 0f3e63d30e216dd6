"""What organisers repair by hand: each with a reason, which is kept."""

from typing import TypeAlias

from msgspec.structs import replace

from galaxytables_lobby.domain.tournaments import knockout, leaving
from galaxytables_lobby.domain.tournaments.acts import Cancel, ChangePairings, CorrectResult, Pause, Resume
from galaxytables_lobby.domain.tournaments.events import EventKind, TournamentEvent
from galaxytables_lobby.domain.tournaments.points import checked_game
from galaxytables_lobby.domain.tournaments.refusals import (
    InvalidResultError,
    MissingReasonError,
    PausedError,
    UnknownPairingError,
    WrongStageError,
)
from galaxytables_lobby.domain.tournaments.registration import Changed, require_stage
from galaxytables_lobby.domain.tournaments.rounds import check_paired, pairing_of
from galaxytables_lobby.domain.tournaments.state import (
    Knockout,
    Pairing,
    Repair,
    RoundStage,
    Tournament,
    TournamentStage,
)

MAX_REASON = 300

_WithReason: TypeAlias = ChangePairings | CorrectResult | Pause | Cancel


def change_pairings(tournament: Tournament, act: ChangePairings, at: int) -> Changed:
    """Change who plays whom in a round that has not started. Rounds that are planned ahead stay as they are."""
    require_stage(tournament, TournamentStage.RUNNING)
    each = tournament.round_numbered(act.number)
    if act.number != len(tournament.rounds) or each.stage is not RoundStage.PAIRED:
        raise WrongStageError(f"round {act.number} has started")
    before = replace(tournament, rounds=tournament.rounds[:-1])
    check_paired(before, act.paired)
    changed = replace(
        each, pairings=act.paired.pairings, byes=act.paired.byes, groups=act.paired.groups, places=act.paired.places
    )
    noted = _noted(tournament.with_round(changed), act, "pairings", at, number=act.number)
    return noted, (TournamentEvent(EventKind.PAIRINGS_CHANGED, round=act.number, reason=act.reason),)


def correct_result(tournament: Tournament, act: CorrectResult, at: int) -> Changed:
    """Correct the result of a game, and pair the next round anew if it has not started.

    In a knock-out, the winner of a match cannot change once the next round has started.
    """
    require_stage(tournament, TournamentStage.RUNNING, TournamentStage.FINISHED)
    each = tournament.round_numbered(act.number)
    pairing = pairing_of(each, act.pairing)
    if not 0 <= act.game < len(pairing.games):
        raise UnknownPairingError(f"this match has no game {act.game}")
    game = pairing.games[act.game]
    if not game.over:
        raise WrongStageError("this game has no result yet")
    right = replace(game, ranks=act.ranks, scores=act.scores, forfeits=act.forfeits, adjudicated=False)
    corrected = pairing.with_game(act.game, checked_game(right, len(pairing.entrants)))
    changed, events = leaving.unpaired(tournament)
    form = tournament.terms.format
    if isinstance(form, Knockout):
        _check_winner(changed, act.number, pairing, corrected, form)
    changed = changed.with_round(each.with_pairing(act.pairing, corrected))
    noted = _noted(changed, act, "result", at, number=act.number, pairing=act.pairing)
    event = TournamentEvent(EventKind.RESULT_CORRECTED, pairing.entrants, act.number, act.pairing, act.reason)
    return noted, (event, *events)


def pause(tournament: Tournament, act: Pause, at: int) -> Changed:
    """Pause the tournament. Running games go on; no round and no game starts."""
    require_stage(tournament, TournamentStage.REGISTRATION, TournamentStage.RUNNING)
    if tournament.paused:
        raise PausedError("the tournament is paused already")
    noted = _noted(replace(tournament, paused=at), act, "pause", at)
    return noted, (TournamentEvent(EventKind.PAUSED, reason=act.reason),)


def resume(tournament: Tournament, act: Resume, at: int) -> Changed:  # noqa: ARG001  # as all acts
    """Resume the tournament: its start, the next round and the end of this one move by the length of the pause."""
    if not tournament.paused:
        raise WrongStageError("the tournament is not paused")
    length = max(at - tournament.paused, 0)
    terms = tournament.terms
    if tournament.stage is TournamentStage.REGISTRATION:
        terms = replace(terms, schedule=replace(terms.schedule, starts=terms.schedule.starts + length))
    rounds = tuple(
        replace(each, deadline=each.deadline + length) if each.deadline and each.stage is not RoundStage.OVER else each
        for each in tournament.rounds
    )
    changed = replace(tournament, terms=terms, rounds=rounds, paused=0, next_start=tournament.next_start + length)
    return changed, (TournamentEvent(EventKind.RESUMED),)


def cancel(tournament: Tournament, act: Cancel, at: int) -> Changed:
    """End the tournament without a winner."""
    require_stage(tournament, TournamentStage.REGISTRATION, TournamentStage.RUNNING)
    changed = replace(tournament, stage=TournamentStage.CANCELLED, paused=0, ended=at, planned=())
    noted = _noted(changed, act, "cancel", at)
    return noted, (TournamentEvent(EventKind.CANCELLED, reason=act.reason),)


def _check_winner(tournament: Tournament, number: int, before: Pairing, after: Pairing, form: Knockout) -> None:
    """Raise an error if another winner would come too late, or there would be none."""
    was, now = knockout.winner(before, form.best_of), knockout.winner(after, form.best_of)
    if was != now and number < len(tournament.rounds):
        raise WrongStageError("the next round has started, so who goes on cannot change")
    if now is None and tournament.rounds[number - 1].stage is RoundStage.OVER:
        raise InvalidResultError("the match would have no winner")


def _noted(
    tournament: Tournament, act: _WithReason, what: str, at: int, *, number: int = 0, pairing: int = 0
) -> Tournament:
    if not 0 < len(act.reason.strip()) <= MAX_REASON:
        raise MissingReasonError(f"give a reason, of at most {MAX_REASON} characters")
    repair = Repair(at=at, by=act.by, what=what, reason=act.reason, round=number, pairing=pairing)
    return replace(tournament, repairs=(*tournament.repairs, repair))
