"""`PlayerService`: guests, their tokens and sessions."""

from typing import TypeVar

import structlog
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import players_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby
from galaxytables_lobby.api.requests import checked_request_id
from galaxytables_lobby.domain.features import Feature
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.personas import reserved
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.wording import checked_beginning, checked_player_name, folded
from galaxytables_lobby.people.sessions import Pair
from galaxytables_lobby.people.tokens import Asker, new_player_id
from galaxytables_lobby.people.word_filters import TextKind
from galaxytables_serving.sources import Source

_MAX_FOUND = 20

Given = TypeVar("Given", players_pb2.CreateGuestResponse, players_pb2.RenewTokenResponse, players_pb2.RefreshResponse)


async def _create_guest(
    lobby: Lobby, source: Source, request: players_pb2.CreateGuestRequest
) -> players_pb2.CreateGuestResponse:
    player = Person(new_player_id(), lobby.word_filters.check(own_name(request.name), TextKind.PLAYER_NAME))
    lobby.directives.check(Feature.GUESTS)
    await lobby.quotas.guests.take(source)
    await lobby.accounts.check_name(player.name)
    if request.refreshable:
        answer = _with(await lobby.sessions.begin(player), players_pb2.CreateGuestResponse())
    else:
        token, expires = lobby.sessions.lasting_token(player)
        answer = players_pb2.CreateGuestResponse(token=token, expires=Timestamp(seconds=expires))
    answer.player.CopyFrom(_message(player))
    return answer


async def _renew_token(
    lobby: Lobby, caller: Asker, request: players_pb2.RenewTokenRequest
) -> players_pb2.RenewTokenResponse:
    if caller.refreshable:
        raise errors.refresh_instead()
    if request.refreshable and not caller.role:
        pair = await lobby.sessions.begin(caller.player, issued=caller.issued)
        return _with(pair, players_pb2.RenewTokenResponse())
    token, expires = lobby.sessions.lasting_token(caller.player, replacing=caller)
    return players_pb2.RenewTokenResponse(token=token, expires=Timestamp(seconds=expires))


async def _refresh(lobby: Lobby, source: Source, request: players_pb2.RefreshRequest) -> players_pb2.RefreshResponse:
    if request.request_id:
        structlog.contextvars.bind_contextvars(request=checked_request_id(request.request_id))
    await lobby.quotas.refreshes.take(source)
    pair = await lobby.sessions.refresh(
        request.refresh_token,
        request.request_id,
        # A banned player must be able to appeal.
        lambda caller: lobby.access.let_in_though_banned(caller, source),
    )
    return _with(pair, players_pb2.RefreshResponse())


async def _rename(lobby: Lobby, caller: Asker, request: players_pb2.RenameRequest) -> players_pb2.RenameResponse:
    player = Person(caller.player.id, lobby.word_filters.check(own_name(request.name), TextKind.PLAYER_NAME))
    await lobby.quotas.guests.take(caller.source, player.id)
    if caller.account:
        await lobby.accounts.rename(caller, player.name)
    else:
        await lobby.accounts.check_name(player.name, caller)
    await lobby.sessions.rename(player)
    await lobby.personal_tokens.rename(player)
    await lobby.relations.rename(player)
    if caller.refreshable:
        token, expires = lobby.sessions.access_token(
            player, issued=caller.issued, session=caller.session, account=caller.account
        )
    else:
        token, expires = lobby.sessions.lasting_token(player, replacing=caller)
    return players_pb2.RenameResponse(player=_message(player), token=token, expires=Timestamp(seconds=expires))


async def _search(
    lobby: Lobby, caller: Asker, request: players_pb2.SearchPlayersRequest
) -> players_pb2.SearchPlayersResponse:
    beginning = checked_beginning(request.name)
    lobby.quotas.searches.take(caller.source, caller.player.id)
    limit = min(request.page_size or _MAX_FOUND, _MAX_FOUND)
    # One more, in place of the caller.
    people = {each.id: each for each in await lobby.archive.people_called(beginning, limit=limit + 1)}
    # Who has never finished a game is found while they are here.
    for each in await lobby.online.named(caller.player.id, beginning, limit=limit):
        people.setdefault(each.id, each)
    people.pop(caller.player.id, None)
    others = sorted(people.values(), key=lambda each: (folded(each.name), each.id))
    return players_pb2.SearchPlayersResponse(players=map(_message, others[:limit]))


async def _get_me(_: Lobby, caller: Asker, __: players_pb2.GetMeRequest) -> players_pb2.GetMeResponse:
    return players_pb2.GetMeResponse(player=_message(caller.player))


def own_name(name: str) -> str:
    """Check the name that a person wants to have, and return it in its normal form.

    Raises INVALID_NAME, NAME_RESERVED.
    """
    name = checked_player_name(name)
    if reserved(name):
        raise errors.name_reserved()
    return name


def _with(pair: Pair, answer: Given) -> Given:
    """Return an answer with a pair of tokens, access and refresh, filled in."""
    answer.token, answer.refresh_token = pair.token, pair.refresh_token
    answer.expires.seconds, answer.refresh_expires.seconds = pair.expires, pair.refresh_expires
    return answer


def _message(player: Person) -> players_pb2.Player:
    return players_pb2.Player(id=player.id, name=player.name)


CALLS = (
    Call(players_pb2.CreateGuestRequest, Access.source, CallScope.NONE, _create_guest),
    Call(players_pb2.RenewTokenRequest, Access.caller, CallScope.SIGN_IN, _renew_token),
    Call(players_pb2.RefreshRequest, Access.source, CallScope.NONE, _refresh),
    Call(players_pb2.RenameRequest, Access.caller, CallScope.SIGN_IN, _rename),
    Call(players_pb2.SearchPlayersRequest, Access.caller, CallScope.READ, _search),
    Call(players_pb2.GetMeRequest, Access.caller, CallScope.READ, _get_me),
)
