"""`PlayerService`: guests, their tokens and sessions."""

from typing import TypeVar

import structlog
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import players_pb2, players_pb2_grpc
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access, Context
from galaxytables_lobby.api.requests import checked_request_id
from galaxytables_lobby.api.wording import checked_player_name
from galaxytables_lobby.domain.person import Person
from galaxytables_lobby.people.quotas import Quotas
from galaxytables_lobby.people.sessions import Pair, Sessions
from galaxytables_lobby.people.tokens import GUEST_DAYS, Tokens, new_player_id

Given = TypeVar("Given", players_pb2.CreateGuestResponse, players_pb2.RenewTokenResponse, players_pb2.RefreshResponse)


class PlayerServicer(players_pb2_grpc.PlayerServiceServicer):
    """Answers for players."""

    def __init__(self, tokens: Tokens, sessions: Sessions, access: Access, quotas: Quotas) -> None:
        """Take what makes tokens and refreshes them, what reads them, and what bounds how many are made."""
        self._quotas = quotas
        self._tokens = tokens
        self._sessions = sessions
        self._access = access

    async def CreateGuest(  # named by the contract
        self, request: players_pb2.CreateGuestRequest, context: Context
    ) -> players_pb2.CreateGuestResponse:
        """Make a guest."""
        source = self._access.source(context)
        player = Person(new_player_id(), checked_player_name(request.name))
        await self._quotas.guests.take(source)
        if request.refreshable:
            answer = _with(await self._sessions.begin(player), players_pb2.CreateGuestResponse())
        else:
            token, expires = self._tokens.make(player, days=self._sessions.unrefreshed_days)
            answer = players_pb2.CreateGuestResponse(token=token, expires=Timestamp(seconds=expires))
        answer.player.CopyFrom(_message(player))
        return answer

    async def RenewToken(
        self, request: players_pb2.RenewTokenRequest, context: Context
    ) -> players_pb2.RenewTokenResponse:
        """Make a fresh token for the caller, or begin a session."""
        caller = self._access.caller(context)
        if caller.refreshable:
            raise errors.refresh_instead()
        if request.refreshable and not caller.role:
            pair = await self._sessions.begin(caller.player, issued=caller.issued)
            return _with(pair, players_pb2.RenewTokenResponse())
        days = GUEST_DAYS if caller.role else self._sessions.unrefreshed_days
        token, expires = self._tokens.make(caller.player, role=caller.role, days=days, issued=caller.issued)
        return players_pb2.RenewTokenResponse(token=token, expires=Timestamp(seconds=expires))

    async def Refresh(self, request: players_pb2.RefreshRequest, context: Context) -> players_pb2.RefreshResponse:
        """Spend a refresh token."""
        source = self._access.source(context)
        if request.request_id:
            structlog.contextvars.bind_contextvars(request=checked_request_id(request.request_id))
        await self._quotas.refreshes.take(source)
        pair = await self._sessions.refresh(
            request.refresh_token,
            request.request_id,
            lambda caller: self._access.sanctions.check(caller, source.address),
        )
        return _with(pair, players_pb2.RefreshResponse())

    async def Rename(self, request: players_pb2.RenameRequest, context: Context) -> players_pb2.RenameResponse:
        """Give the caller another name."""
        caller = self._access.caller(context)
        player = Person(caller.player.id, checked_player_name(request.name))
        await self._quotas.guests.take(caller.source, player.id)
        await self._sessions.rename(player)
        if caller.refreshable:
            token, expires = self._sessions.access_token(player, issued=caller.issued)
        else:
            days = GUEST_DAYS if caller.role else self._sessions.unrefreshed_days
            token, expires = self._tokens.make(player, role=caller.role, days=days, issued=caller.issued)
        return players_pb2.RenameResponse(player=_message(player), token=token, expires=Timestamp(seconds=expires))

    async def GetMe(self, request: players_pb2.GetMeRequest, context: Context) -> players_pb2.GetMeResponse:
        """Say who the caller is."""
        del request
        return players_pb2.GetMeResponse(player=_message(self._access.caller(context).player))


def _with(pair: Pair, answer: Given) -> Given:
    """The answer that gives a pair of tokens."""
    answer.token, answer.refresh_token = pair.token, pair.refresh_token
    answer.expires.seconds, answer.refresh_expires.seconds = pair.expires, pair.refresh_expires
    return answer


def _message(player: Person) -> players_pb2.Player:
    return players_pb2.Player(id=player.id, name=player.name)
