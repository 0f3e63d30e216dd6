"""`TournamentService`: tournaments, and the people who organise, enter and follow them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import aclosing
from functools import wraps
from typing import Protocol, TypeVar

from google.protobuf.message import Message

from galaxytables.lobby.v1 import tournaments_pb2 as pb
from galaxytables_lobby import errors
from galaxytables_lobby.api import requests
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby, Stream
from galaxytables_lobby.api.tournament_terms import read_terms
from galaxytables_lobby.domain.features import Feature
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.state import RatingTerms
from galaxytables_lobby.domain.tournaments import acts, refusals
from galaxytables_lobby.domain.tournaments.ids import is_tournament_id, new_tournament_id, tournament_id_of_request
from galaxytables_lobby.domain.tournaments.permissions import may_see
from galaxytables_lobby.domain.tournaments.repairs import MAX_REASON
from galaxytables_lobby.domain.tournaments.standings import all_ties
from galaxytables_lobby.domain.tournaments.state import (
    EntrantNumber,
    Knockout,
    Pairing,
    Round,
    Tournament,
    TournamentStage,
    TournamentTerms,
)
from galaxytables_lobby.domain.wording import checked_message
from galaxytables_lobby.ids import PlayerId, TournamentId
from galaxytables_lobby.people.cool_downs import check_cool_down
from galaxytables_lobby.people.limit_settings import Activity
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.people.word_filters import TextKind
from galaxytables_lobby.play.tournaments.berserk import set_berserk
from galaxytables_lobby.play.tournaments.listing import TournamentQuery, page
from galaxytables_lobby.play.tournaments.organising import MAX_ORGANISED
from galaxytables_lobby.subscriptions.tournament_projection import (
    entrant_message,
    explained_message,
    pairing_message,
    round_message,
    standing_message,
    tournament_message,
)
from galaxytables_lobby.subscriptions.tournaments import TournamentReader
from galaxytables_serving import GalaxyError

_UPCOMING_OR_RUNNING = (TournamentStage.REGISTRATION, TournamentStage.RUNNING)


class _OfTournament(Protocol):
    """A request about one tournament."""

    @property
    def tournament_id(self) -> str:
        """Return the tournament's id."""


Q = TypeVar("Q", bound=Message)


async def _create(lobby: Lobby, caller: Asker, request: pb.CreateTournamentRequest) -> pb.CreateTournamentResponse:
    tournament_id, player_id = new_tournament_id(), caller.player.id
    if request.request_id:
        tournament_id = tournament_id_of_request(player_id, requests.checked_request_id(request.request_id))
        known = await lobby.tables.store.tournament(tournament_id)
        if known is not None:
            return pb.CreateTournamentResponse(tournament=tournament_message(known))
    lobby.directives.check(Feature.TOURNAMENTS)
    lobby.directives.check(Feature.TABLES)
    terms = await _terms(lobby, request.terms)
    await lobby.new_players.take(Activity.TABLES, caller)
    await lobby.quotas.tournaments.take(caller.source, player_id)
    if not caller.source.exempt and await lobby.organising.unfinished(player_id) >= MAX_ORGANISED:
        raise errors.too_many_tournaments(MAX_ORGANISED)
    created = await lobby.organising.create(tournament_id, terms, caller.player)
    return pb.CreateTournamentResponse(tournament=tournament_message(created))


async def _list(lobby: Lobby, caller: Asker, request: pb.ListTournamentsRequest) -> pb.ListTournamentsResponse:
    for state in request.states:
        if state not in pb.TournamentState.values() or not state:
            raise errors.unknown_value("states", state)
    player_id = caller.player.id
    game = lobby.games.rules_of(request.game).name if request.game else ""

    def fulfils(tournament: Tournament) -> bool:
        public = not tournament.terms.limits.invited_only
        return game in ("", tournament.terms.game) and (public or (request.mine and may_see(tournament, player_id)))

    query = TournamentQuery(
        stages=frozenset(map(TournamentStage, request.states)) or _UPCOMING_OR_RUNNING,
        player_id=player_id if request.mine else None,
        fulfils=fulfils,
    )
    before, size = requests.read_tournament_page_token(request.page_token), requests.page_size(request.page_size)
    found, more = await page(lobby.tables.store, query, before=before, size=size)
    return pb.ListTournamentsResponse(
        tournaments=map(tournament_message, found), next_page_token="" if more is None else requests.page_token(more)
    )


async def _get(lobby: Lobby, caller: Asker, request: pb.GetTournamentRequest) -> pb.GetTournamentResponse:
    tournament = await _seen(lobby, caller, request)
    organises = tournament.organised_by(caller.player.id)
    return pb.GetTournamentResponse(
        tournament=tournament_message(tournament),
        entrants=[entrant_message(number, each) for number, each in tournament.numbered],
        organises=organises,
        invited_player_ids=tournament.invited if organises else (),
    )


async def _edit(lobby: Lobby, caller: Asker, request: pb.EditTournamentRequest) -> pb.EditTournamentResponse:
    tournament = await _changeable(lobby, caller, request)
    if tournament.organiser.id != caller.player.id:
        raise errors.not_organiser()
    edited = await lobby.organising.edit(tournament.id, await _terms(lobby, request.terms), caller.player.id)
    return pb.EditTournamentResponse(tournament=tournament_message(edited))


async def _set_helpers(
    lobby: Lobby, caller: Asker, request: pb.SetTournamentHelpersRequest
) -> pb.SetTournamentHelpersResponse:
    tournament = await _changeable(lobby, caller, request)
    helpers = await _others(lobby, caller, tournament, request.player_ids)
    changed = await lobby.organising.name_helpers(tournament.id, helpers, caller.player.id)
    return pb.SetTournamentHelpersResponse(tournament=tournament_message(changed))


async def _invite(lobby: Lobby, caller: Asker, request: pb.InviteToTournamentRequest) -> pb.InviteToTournamentResponse:
    lobby.directives.check(Feature.INVITATIONS)
    tournament = await _changeable(lobby, caller, request)
    players = await _others(lobby, caller, tournament, request.player_ids)
    changed = await lobby.organising.invite(tournament.id, [each.id for each in players], caller.player.id)
    return pb.InviteToTournamentResponse(tournament=tournament_message(changed))


async def _register(
    lobby: Lobby, caller: Asker, request: pb.RegisterForTournamentRequest
) -> pb.RegisterForTournamentResponse:
    tournament = await _changeable(lobby, caller, request)
    await _check_not_apart(lobby, caller, tournament)
    terms = tournament.terms
    # Tables with a shared deal are private, so their games do not count.
    rated = terms.rating is not RatingTerms.CASUAL and not terms.shared_deal
    await check_cool_down(lobby.tables.store, caller, rated=rated, now=lobby.tables.now())
    entered = await lobby.tournament_entering.register(tournament.id, caller)
    return pb.RegisterForTournamentResponse(
        tournament=tournament_message(entered), entrant=_entrant(entered, caller.player.id)
    )


async def _withdraw(
    lobby: Lobby, caller: Asker, request: pb.WithdrawFromTournamentRequest
) -> pb.WithdrawFromTournamentResponse:
    tournament = await _changeable(lobby, caller, request)
    player_id = PlayerId(request.player_id) if request.player_id else caller.player.id
    left = await lobby.tournament_entering.withdraw(tournament.id, player_id, caller.player.id)
    return pb.WithdrawFromTournamentResponse(tournament=tournament_message(left), entrant=_entrant(left, player_id))


async def _check_in(
    lobby: Lobby, caller: Asker, request: pb.CheckInToTournamentRequest
) -> pb.CheckInToTournamentResponse:
    tournament = await _changeable(lobby, caller, request)
    there = await lobby.tournament_entering.check_in(tournament.id, caller.player.id)
    return pb.CheckInToTournamentResponse(
        tournament=tournament_message(there), entrant=_entrant(there, caller.player.id)
    )


async def _go_berserk(
    lobby: Lobby, caller: Asker, request: pb.GoBerserkInTournamentRequest
) -> pb.GoBerserkInTournamentResponse:
    await set_berserk(lobby.play, await _changeable(lobby, caller, request), caller.player.id)
    return pb.GoBerserkInTournamentResponse()


async def _pause(lobby: Lobby, caller: Asker, request: pb.PauseTournamentRequest) -> pb.PauseTournamentResponse:
    tournament = await _changeable(lobby, caller, request)
    paused = await lobby.organising.pause(tournament.id, _reason(lobby, request.reason), caller.player.id)
    return pb.PauseTournamentResponse(tournament=tournament_message(paused))


async def _resume(lobby: Lobby, caller: Asker, request: pb.ResumeTournamentRequest) -> pb.ResumeTournamentResponse:
    tournament = await _changeable(lobby, caller, request)
    resumed = await lobby.organising.resume(tournament.id, caller.player.id)
    return pb.ResumeTournamentResponse(tournament=tournament_message(resumed))


async def _cancel(lobby: Lobby, caller: Asker, request: pb.CancelTournamentRequest) -> pb.CancelTournamentResponse:
    tournament = await _changeable(lobby, caller, request)
    cancelled = await lobby.organising.cancel(tournament.id, _reason(lobby, request.reason), caller.player.id)
    return pb.CancelTournamentResponse(tournament=tournament_message(cancelled))


async def _correct(
    lobby: Lobby, caller: Asker, request: pb.CorrectTournamentResultRequest
) -> pb.CorrectTournamentResultResponse:
    tournament = await _changeable(lobby, caller, request)
    correction = acts.CorrectResult(
        by=caller.player.id,
        number=request.round,
        pairing=request.pairing,
        game=request.game,
        ranks=tuple(request.ranks),
        scores=tuple(request.scores),
        forfeits=tuple(request.forfeits),
        reason=_reason(lobby, request.reason),
    )
    corrected = await lobby.organising.correct_result(tournament.id, correction)
    return pb.CorrectTournamentResultResponse(tournament=tournament_message(corrected))


async def _change_pairings(
    lobby: Lobby, caller: Asker, request: pb.ChangeTournamentPairingsRequest
) -> pb.ChangeTournamentPairingsResponse:
    tournament = await _changeable(lobby, caller, request)
    each = tournament.round_numbered(request.round)
    change = acts.ChangePairings(
        by=caller.player.id,
        number=request.round,
        paired=_paired(tournament, each, request),
        reason=_reason(lobby, request.reason),
    )
    changed = await lobby.organising.change_pairings(tournament.id, change)
    return pb.ChangeTournamentPairingsResponse(tournament=tournament_message(changed))


async def _standings(
    lobby: Lobby, caller: Asker, request: pb.GetTournamentStandingsRequest
) -> pb.GetTournamentStandingsResponse:
    tournament = await _seen(lobby, caller, request)
    order = await lobby.tournament_watching.standings(tournament)
    wanted = set(request.explained_entrants)
    rows = [each for each in order if each.entrant in wanted]
    explained = await asyncio.to_thread(all_ties, tournament, rows) if rows else {}
    return pb.GetTournamentStandingsResponse(
        version=tournament.version,
        standings=[
            explained_message(each, explained[each.entrant]) if each.entrant in explained else standing_message(each)
            for each in order
        ],
    )


async def _list_pairings(
    lobby: Lobby, caller: Asker, request: pb.ListTournamentPairingsRequest
) -> pb.ListTournamentPairingsResponse:
    tournament = await _seen(lobby, caller, request)
    each = tournament.round_numbered(request.round or len(tournament.rounds))
    first, size = requests.read_pairing_page_token(request.page_token), requests.page_size(request.page_size)
    last = first + size
    return pb.ListTournamentPairingsResponse(
        round=round_message(tournament, each),
        pairings=[pairing_message(number, pairing) for number, pairing in enumerate(each.pairings[first:last], first)],
        next_page_token=requests.pairing_page_token(last) if last < len(each.pairings) else "",
    )


async def _watch(lobby: Lobby, caller: Asker, request: pb.WatchTournamentRequest) -> AsyncIterator[bytes]:
    tournament = await _seen(lobby, caller, request)
    ready = asyncio.Event()
    reader = TournamentReader(tournament.id, caller.player.id, ready.set, tournament.version)
    with lobby.quotas.streams.one(caller):
        try:
            await lobby.tournament_watching.join(reader)
            ready.set()
            async with aclosing(lobby.heartbeat.wakes(caller, ready)) as wakes:
                async for pulse in wakes:
                    if reader.lost:
                        raise errors.tournament_not_found(request.tournament_id)
                    unread = lobby.tournament_watching.read(reader)
                    now = pb.WatchTournamentResponse(now=lobby.heartbeat.now()).SerializeToString()
                    for response in unread:
                        yield response + now
                    if pulse.beats(unread):
                        yield now
        finally:
            lobby.tournament_watching.leave(reader)


async def _seen(lobby: Lobby, caller: Asker, request: _OfTournament) -> Tournament:
    """Return a tournament that the caller may see. Raises TOURNAMENT_NOT_FOUND."""
    tournament_id = TournamentId(request.tournament_id)
    found = await lobby.tables.store.tournament(tournament_id) if is_tournament_id(tournament_id) else None
    if found is None or not may_see(found, caller.player.id):
        raise errors.tournament_not_found(tournament_id)
    return found


async def _changeable(lobby: Lobby, caller: Asker, request: _OfTournament) -> Tournament:
    """Return a tournament that the caller wants to change. Raises TOURNAMENT_NOT_FOUND, RATE_LIMITED."""
    await lobby.quotas.entries.take(caller.source, caller.player.id)
    return await _seen(lobby, caller, request)


async def _terms(lobby: Lobby, message: pb.TournamentTerms) -> TournamentTerms:
    terms = await read_terms(lobby, message)
    lobby.access.sanctions.check_opening(terms.game)
    return terms


async def _others(lobby: Lobby, caller: Asker, tournament: Tournament, player_ids: Iterable[str]) -> list[Person]:
    """Return the players with these ids, whom a caller names as organiser of the tournament.

    Raises NOT_ORGANISER, UNKNOWN_PLAYER, NOT_YOURSELF.
    """
    if not tournament.organised_by(caller.player.id):
        raise errors.not_organiser()
    known = {each.id: each for each in tournament.people if each.name and each.id != caller.player.id}
    ids = map(PlayerId, dict.fromkeys(player_ids))
    return [known[each] if each in known else await lobby.relations.other(caller, each) for each in ids]


async def _check_not_apart(lobby: Lobby, caller: Asker, tournament: Tournament) -> None:
    """Raise NOT_ELIGIBLE if a block keeps the caller and the organiser apart."""
    apart = await lobby.relations.apart(caller.player.id, [tournament.organiser.id])
    if apart.blocked:
        raise errors.not_eligible("blocked_organiser", "You have blocked the organiser.")
    if apart.blocking:
        raise errors.not_eligible("organiser", "You cannot enter this tournament.")


def _reason(lobby: Lobby, reason: str) -> str:
    """Check the organiser's reason for correcting a tournament, and return it.

    Raises INVALID_MESSAGE, WORDS_REFUSED.
    """
    return lobby.word_filters.check(checked_message(reason, (1, MAX_REASON)), TextKind.MESSAGE)


def _entrant(tournament: Tournament, player_id: PlayerId) -> pb.TournamentEntrant:
    number = tournament.number_of(player_id)
    return entrant_message(number, tournament.entrants[number])


def _paired(tournament: Tournament, each: Round, request: pb.ChangeTournamentPairingsRequest) -> acts.PairedRound:
    """Return the pairings of a request as those of the round `each`.

    In a knock-out, the bracket is filled in from them.
    """
    pairings = tuple(
        Pairing(entrants=tuple(map(EntrantNumber, table.entrants)), group=table.group) for table in request.tables
    )
    places = list(each.places)
    if isinstance(tournament.terms.format, Knockout):
        for pairing in pairings:
            place = 2 * pairing.group
            if place + 2 <= len(places):
                places[place : place + 2] = pairing.entrants
    return acts.PairedRound(
        pairings=pairings, byes=tuple(map(EntrantNumber, request.byes)), groups=each.groups, places=tuple(places)
    )


def _refused(refusal: refusals.TournamentError, tournament_id: str) -> GalaxyError:
    """Return the lobby's error for an error of the tournament's domain code."""
    message = _sentence(refusal)
    match refusal:
        case refusals.UnknownTournamentError():
            error: GalaxyError = errors.tournament_not_found(tournament_id)
        case refusals.BusyTournamentError() | refusals.StepConflictError():
            error = errors.tournament_busy(tournament_id)
        case refusals.NotEligibleError():
            error = errors.not_eligible(refusal.limit, message)
        case refusals.EntrantNameTakenError():
            error = errors.entrant_name_taken(refusal.player)
        case refusals.InvalidTermsError():
            error = errors.invalid_tournament_terms(refusal.term, message)
        case _:
            error = _SIMPLE[type(refusal)](message)
    return error


def _sentence(refusal: refusals.TournamentError) -> str:
    text = str(refusal)
    return f"{text[:1].upper()}{text[1:]}."


_SIMPLE: Mapping[type[refusals.TournamentError], Callable[[str], GalaxyError]] = {
    refusals.WrongStageError: errors.wrong_tournament_stage,
    refusals.PausedError: lambda _: errors.tournament_paused(),
    refusals.NotOrganiserError: lambda _: errors.not_organiser(),
    refusals.UnknownEntrantError: lambda _: errors.unknown_entrant(),
    refusals.UnknownPairingError: errors.unknown_pairing,
    refusals.InvalidPairingError: errors.invalid_pairings,
    refusals.InvalidResultError: errors.invalid_result,
    refusals.MissingReasonError: lambda _: errors.invalid_message(1, MAX_REASON),
}


def _call(
    request: type[Q], scope: CallScope, run: Callable[[Lobby, Asker, Q], Awaitable[Message]]
) -> Call[Lobby, Asker, Q]:
    """Declare a gRPC method whose function may raise a `TournamentError`: callers get it as an error of the lobby."""

    @wraps(run)
    async def translated(lobby: Lobby, caller: Asker, message: Q) -> Message:
        try:
            return await run(lobby, caller, message)
        except refusals.TournamentError as refusal:
            raise _refused(refusal, getattr(message, "tournament_id", "")) from None

    return Call(request, Access.caller, scope, translated)


CALLS = (
    _call(pb.CreateTournamentRequest, CallScope.HOST_TABLES, _create),
    _call(pb.ListTournamentsRequest, CallScope.READ, _list),
    _call(pb.GetTournamentRequest, CallScope.READ, _get),
    _call(pb.EditTournamentRequest, CallScope.HOST_TABLES, _edit),
    _call(pb.SetTournamentHelpersRequest, CallScope.HOST_TABLES, _set_helpers),
    _call(pb.InviteToTournamentRequest, CallScope.HOST_TABLES, _invite),
    _call(pb.RegisterForTournamentRequest, CallScope.PLAY, _register),
    _call(pb.WithdrawFromTournamentRequest, CallScope.PLAY, _withdraw),
    _call(pb.CheckInToTournamentRequest, CallScope.PLAY, _check_in),
    _call(pb.GoBerserkInTournamentRequest, CallScope.PLAY, _go_berserk),
    _call(pb.PauseTournamentRequest, CallScope.HOST_TABLES, _pause),
    _call(pb.ResumeTournamentRequest, CallScope.HOST_TABLES, _resume),
    _call(pb.CancelTournamentRequest, CallScope.HOST_TABLES, _cancel),
    _call(pb.CorrectTournamentResultRequest, CallScope.HOST_TABLES, _correct),
    _call(pb.ChangeTournamentPairingsRequest, CallScope.HOST_TABLES, _change_pairings),
    _call(pb.GetTournamentStandingsRequest, CallScope.READ, _standings),
    _call(pb.ListTournamentPairingsRequest, CallScope.READ, _list_pairings),
    Stream(pb.WatchTournamentRequest, Access.caller, CallScope.READ, _watch),
)
