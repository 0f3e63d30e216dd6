"""The public API as this client uses it: one channel, typed errors, nothing of the screen."""

import asyncio
import random
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from types import TracebackType
from typing import Protocol, Self, TypeVar

import grpc
from google.rpc import error_details_pb2, status_pb2

from clients.terminal.errors import AwayError, RefusedError, SettingsError, TerminalError
from clients.terminal.settings import Pace
from galaxy.lobby.v1 import (
    archive_pb2,
    archive_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)
from galaxy.rules.v1 import game_pb2, rules_pb2

# A unary call that takes longer than this many seconds counts as unanswered.
CALL_SECONDS = 15.0
_LANGUAGE = "en"
# An unanswered choice is sent again with the same request id, at most so often.
SUBMIT_ATTEMPTS = 6
_FIRST_PAUSE = 0.3
_LONGEST_PAUSE = 5.0

_CHANNEL_OPTIONS = (
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.initial_reconnect_backoff_ms", 250),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 5_000),
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
    # One's own server or a game server on the local network is never behind the web's proxy.
    ("grpc.enable_http_proxy", 0),
)
_AGAIN = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.ABORTED,
    }
)
_DETAILS = "grpc-status-details-bin"

_Question_contra = TypeVar("_Question_contra", contravariant=True)
_Reply_co = TypeVar("_Reply_co", covariant=True)


class _Method(Protocol[_Question_contra, _Reply_co]):
    """What of a generated unary stub method is used here."""

    def __call__(
        self, request: _Question_contra, /, *, timeout: float, metadata: tuple[tuple[str, str], ...]
    ) -> Awaitable[_Reply_co]:
        """Call it."""


class Lobby:
    """A connection to one lobby, as one player once `token` is set.

    Every call raises RefusedError (the server said no) or AwayError (no answer, or `try again`).
    """

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address
        self.token = token
        self._channel = grpc.aio.insecure_channel(address, options=_CHANNEL_OPTIONS)
        self._players = players_pb2_grpc.PlayerServiceStub(self._channel)
        self._tables = tables_pb2_grpc.TableServiceStub(self._channel)
        self._play = play_pb2_grpc.PlayServiceStub(self._channel)
        self._archive = archive_pb2_grpc.ArchiveServiceStub(self._channel)

    async def __aenter__(self) -> Self:
        """Return itself; the channel connects by itself when it is first used."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the channel and what still runs on it."""
        await self.close()

    async def close(self) -> None:
        """Close the channel and what still runs on it."""
        await self._channel.close()

    # Players

    async def create_guest(self, name: str) -> players_pb2.Player:
        """Make a guest and take on its token."""
        reply = await self._call(self._players.CreateGuest, players_pb2.CreateGuestRequest(name=name))
        self.token = reply.token
        return reply.player

    async def renew(self) -> float:
        """Take on a fresh token for the same player; return when it expires (seconds since 1970)."""
        reply = await self._call(self._players.RenewToken, players_pb2.RenewTokenRequest())
        self.token = reply.token
        return reply.expires.ToMilliseconds() / 1000

    async def me(self) -> players_pb2.Player:
        """Say who the token belongs to."""
        return (await self._call(self._players.GetMe, players_pb2.GetMeRequest())).player

    # Tables

    async def games(self) -> Sequence[tables_pb2.GameOffer]:
        """List every configured game."""
        return (await self._call(self._tables.ListGames, tables_pb2.ListGamesRequest())).games

    async def components(self, game: str, pack: bytes) -> rules_pb2.ComponentsResponse:
        """Get the catalogue of a game's pack; of the pack for new tables if empty."""
        request = tables_pb2.GetComponentsRequest(game=game, pack_digest=pack, language=_LANGUAGE)
        return (await self._call(self._tables.GetComponents, request)).catalogue

    async def tables(self, *, free_seats: bool = False) -> Sequence[tables_pb2.Table]:
        """List the first page of open and running tables."""
        request = tables_pb2.ListTablesRequest(free_seats=free_seats, page_size=50)
        return (await self._call(self._tables.ListTables, request)).tables

    async def my_tables(self) -> Sequence[tables_pb2.MyTable]:
        """List the first page of one's own open and running tables."""
        request = tables_pb2.ListMyTablesRequest(page_size=50)
        return (await self._call(self._tables.ListMyTables, request)).tables

    async def notices(self) -> AsyncIterator[tables_pb2.MyTable | None]:
        """Follow all of one's own tables: first each as it is, then None, then each as it changes."""
        call = self._tables.WatchMyTables(tables_pb2.WatchMyTablesRequest(), metadata=self._metadata())
        try:
            async for response in call:
                if response.caught_up:
                    yield None
                elif response.HasField("table"):
                    yield response.table
        except grpc.aio.AioRpcError as error:
            raise self._translated(error) from error
        finally:
            call.cancel()

    async def create_table(
        self,
        game: str,
        seats: int,
        *,
        options: Mapping[str, str],
        pace: Pace,
        successor: str,
        private: bool,
        spectators: tables_pb2.SpectatorRules,
        entropy: bytes,
    ) -> tables_pb2.Table:
        """Open a table with the caller on its first seat."""
        request = tables_pb2.CreateTableRequest(
            game=game,
            seats=seats,
            options=options,
            visibility=tables_pb2.VISIBILITY_PRIVATE if private else tables_pb2.VISIBILITY_PUBLIC,
            time_control=await self._time_control(pace, successor),
            spectators=spectators,
            entropy=entropy,
        )
        return (await self._call(self._tables.CreateTable, request)).table

    async def _time_control(self, pace: Pace, successor: str) -> tables_pb2.TimeControl:
        """Build the wire's time control; a preset is the server's. Raises SettingsError for a name that it lacks."""
        if not pace.preset:
            return time_control(pace, successor)
        presets = (await self._call(self._tables.ListGames, tables_pb2.ListGamesRequest())).presets
        known = {preset.name: preset.control for preset in presets}
        if pace.preset not in known:
            raise SettingsError("TIME", pace.preset, f"the server knows {', '.join(known) or 'no presets'}")
        control = known[pace.preset]
        control.successor = successor
        return control

    async def table(self, table: str) -> tables_pb2.Table:
        """Get one table, by id or invitation."""
        return (await self._call(self._tables.GetTable, tables_pb2.GetTableRequest(table_id=table))).table

    async def join(self, table: str, entropy: bytes) -> tables_pb2.Table:
        """Take the first free seat."""
        request = tables_pb2.JoinTableRequest(table_id=table, entropy=entropy)
        return (await self._call(self._tables.JoinTable, request)).table

    async def leave(self, table: str) -> None:
        """Free the caller's seat before the start."""
        await self._call(self._tables.LeaveTable, tables_pb2.LeaveTableRequest(table_id=table))

    async def set_ready(self, table: tables_pb2.Table, *, ready: bool, entropy: bytes) -> tables_pb2.Table:
        """Say that the caller is ready, or no longer."""
        request = tables_pb2.SetReadyRequest(table_id=table.id, ready=ready, entropy=entropy, version=table.version)
        return (await self._call(self._tables.SetReady, request)).table

    async def add_bot(self, table: str, bot: str) -> tables_pb2.Table:
        """Seat a bot on the first free seat."""
        request = tables_pb2.AddBotRequest(table_id=table, bot=bot)
        return (await self._call(self._tables.AddBot, request)).table

    async def remove_bot(self, table: str, seat: int) -> tables_pb2.Table:
        """Send a bot away."""
        request = tables_pb2.RemoveBotRequest(table_id=table, seat=seat)
        return (await self._call(self._tables.RemoveBot, request)).table

    async def kick(self, table: str, seat: int) -> tables_pb2.Table:
        """Send a person away."""
        request = tables_pb2.KickPlayerRequest(table_id=table, seat=seat)
        return (await self._call(self._tables.KickPlayer, request)).table

    async def edit(self, table: str, options: Mapping[str, str]) -> tables_pb2.Table:
        """Change the options of a game that has not begun."""
        request = tables_pb2.EditTableRequest(table_id=table, options=tables_pb2.GameOptions(values=options))
        return (await self._call(self._tables.EditTable, request)).table

    async def rematch(self, table: str, entropy: bytes) -> tables_pb2.Table:
        """Get the one rematch of a finished table."""
        request = tables_pb2.RematchRequest(table_id=table, entropy=entropy)
        return (await self._call(self._tables.Rematch, request)).table

    async def start(self, table: str) -> tables_pb2.Table:
        """Begin the game."""
        return (await self._call(self._tables.StartTable, tables_pb2.StartTableRequest(table_id=table))).table

    # Play

    async def submit(self, table: str, prompt: str, picks: Sequence[str]) -> play_pb2.SubmitChoiceResponse:
        """Answer a prompt.

        A lost answer is asked for again under the same request id, so that the choice counts once whatever
        the network does; after SUBMIT_ATTEMPTS attempts AwayError is raised.
        """
        request = play_pb2.SubmitChoiceRequest(
            table_id=table, prompt_id=prompt, picks=picks, request_id=str(uuid.uuid4())
        )
        for attempt in range(SUBMIT_ATTEMPTS - 1):
            try:
                return await self._call(self._play.SubmitChoice, request)
            except AwayError:
                await asyncio.sleep(pause(attempt))
        return await self._call(self._play.SubmitChoice, request)

    async def undo(self, table: str) -> int:
        """Take back the last choice; return the version of the table without it."""
        return (await self._call(self._play.Undo, play_pb2.UndoRequest(table_id=table))).version

    async def propose_takeback(self, table: str) -> None:
        """Propose to take back the last choice; where nobody has to be asked, it is taken back."""
        await self._call(self._play.ProposeTakeback, play_pb2.ProposeTakebackRequest(table_id=table))

    async def answer_takeback(self, table: str, takeback: int, *, accept: bool) -> None:
        """Accept or decline a proposal; one's own is withdrawn by declining."""
        request = play_pb2.AnswerTakebackRequest(table_id=table, takeback=takeback, accept=accept)
        await self._call(self._play.AnswerTakeback, request)

    async def set_pause(self, table: str, *, paused: bool) -> None:
        """Wish that the table is paused, or that it goes on."""
        await self._call(self._play.SetPause, play_pb2.SetPauseRequest(table_id=table, paused=paused))

    async def set_vacation(self, table: str, *, away: bool) -> None:
        """Go on vacation, or come back."""
        await self._call(self._play.SetVacation, play_pb2.SetVacationRequest(table_id=table, away=away))

    async def say(self, table: str, text: str) -> None:
        """Say something to everybody at a table."""
        request = play_pb2.SendMessageRequest(table_id=table, text=text, request_id=str(uuid.uuid4()))
        await self._call(self._play.SendMessage, request)

    async def resign(self, table: str) -> None:
        """Give up the seat."""
        await self._call(self._play.Resign, play_pb2.ResignRequest(table_id=table))

    async def claim_end(self, table: str) -> None:
        """End a game that everybody else has left."""
        await self._call(self._play.ClaimEnd, play_pb2.ClaimEndRequest(table_id=table))

    async def record(self, table: str) -> game_pb2.Record:
        """Get the record, complete once the game is over."""
        return (await self._call(self._play.GetRecord, play_pb2.GetRecordRequest(table_id=table))).record

    async def updates(self, table: str, from_event: int, from_message: int) -> AsyncIterator[play_pb2.TableUpdate]:
        """Watch once, with views, until the server ends it."""
        request = play_pb2.WatchTableRequest(
            table_id=table, from_event=from_event, from_message=from_message, views=True, language=_LANGUAGE
        )
        call = self._play.WatchTable(request, metadata=self._metadata())
        try:
            async for response in call:
                if response.HasField("update"):
                    yield response.update
        except grpc.aio.AioRpcError as error:
            raise self._translated(error) from error
        finally:
            call.cancel()

    # The archive

    async def history(self, page: str = "") -> archive_pb2.ListHistoryResponse:
        """List a page of the caller's finished games, the latest first."""
        request = archive_pb2.ListHistoryRequest(page_token=page)
        return await self._call(self._archive.ListHistory, request)

    async def ratings(self) -> Sequence[archive_pb2.GameRating]:
        """List the caller's ratings."""
        return (await self._call(self._archive.ListRatings, archive_pb2.ListRatingsRequest())).ratings

    async def leaderboard(self, game: str) -> Sequence[archive_pb2.LeaderboardPlace]:
        """List the first places of a game, bots too."""
        request = archive_pb2.ListLeaderboardRequest(game=game, bots=True)
        return (await self._call(self._archive.ListLeaderboard, request)).places

    async def _call(self, method: _Method[_Question_contra, _Reply_co], request: _Question_contra) -> _Reply_co:
        try:
            return await method(request, timeout=CALL_SECONDS, metadata=self._metadata())
        except grpc.aio.AioRpcError as error:
            raise self._translated(error) from error

    def _metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    def _translated(self, error: grpc.aio.AioRpcError) -> TerminalError:
        reason, metadata = _error_info(error)
        words = (error.details() or "").strip()
        if error.code() in _AGAIN:
            return AwayError(self.address, words or error.code().name.lower().replace("_", " "))
        return RefusedError(reason or error.code().name, words, metadata)


def _error_info(error: grpc.aio.AioRpcError) -> tuple[str, dict[str, str]]:
    """Read reason and metadata of the `ErrorInfo` that the server attached; empty if there is none."""
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS and isinstance(value, bytes):
            status = status_pb2.Status.FromString(value)
            for detail in status.details:
                info = error_details_pb2.ErrorInfo()
                if detail.Unpack(info):
                    return info.reason, dict(info.metadata)
    return "", {}


def time_control(pace: Pace, successor: str) -> tables_pb2.TimeControl:
    """Build the wire's time control; the successor plays on after three clock-outs in a row."""
    control = tables_pb2.TimeControl(successor=successor)
    if pace.per_move:
        control.per_move.FromSeconds(pace.per_move)
    elif pace.budget:
        control.budget.initial.FromSeconds(pace.budget)
        control.budget.increment.FromSeconds(pace.increment)
    if not pace.unlimited:
        control.misses_before_handover = 3
    return control


def pause(attempt: int, roll: Callable[[], float] = random.random) -> float:
    """Say how many seconds to wait after failure number `attempt` (from 0): doubling, bounded, spread."""
    whole = min(_FIRST_PAUSE * 2.0 ** min(attempt, 16), _LONGEST_PAUSE)
    return whole * (0.5 + roll() / 2)
