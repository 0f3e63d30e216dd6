"""A lobby for tests: the public API over a real socket, with one table whose game follows a script."""

import asyncio
import hashlib
import itertools
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import grpc
from google.protobuf import any_pb2
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from galaxytables.lobby.v1 import (
    archive_pb2,
    archive_pb2_grpc,
    platform_pb2,
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby.subscriptions.sentences import lobby_words

Context = grpc.aio.ServicerContext[Any, Any]
SEED = b"s" * 32
_SECONDS_PER_MILLISECOND = 0.001
# How often its lobby streams look for changes.
_HEARTBEAT = Timestamp(seconds=1)
_LOOK_SECONDS = 0.02


@dataclass
class Step:
    """A question to seat 0 and what its answer leads to."""

    prompt: game_pb2.Prompt
    view: Message
    # Told when the answer has been accepted.
    events: Sequence[game_pb2.Event] = ()
    # Reason, words and paragraph of a refusal; None accepts.
    judge: Callable[[Sequence[str]], tuple[str, str, str] | None] = lambda _picks: None
    undoable: bool = False


@dataclass
class Script:
    """A game: its steps, the last view, the scores."""

    steps: Sequence[Step]
    last_view: Message
    scores: Sequence[game_pb2.SeatScore]
    components: Sequence[rules_pb2.Component] = ()
    # Milliseconds that seat 0 has for each choice; 0 for no clock.
    move_milliseconds: int = 0


@dataclass
class Board:
    """The one table of a fake lobby, in play."""

    table: tables_pb2.Table
    step: int = 0
    events: list[play_pb2.TableEvent] = field(default_factory=list)
    choices: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    messages: list[play_pb2.ChatMessage] = field(default_factory=list)
    paused: bool = False
    away: bool = False
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def last_event(self) -> int:
        return self.events[-1].number if self.events else 0


class FakeLobby(
    players_pb2_grpc.PlayerServiceServicer,
    tables_pb2_grpc.TableServiceServicer,
    play_pb2_grpc.PlayServiceServicer,
    archive_pb2_grpc.ArchiveServiceServicer,
):
    """Start it with `start`; `calls` lists the methods that were called, `board` is what happened."""

    def __init__(self, script: Script, *, game: str = "jump", least: int = 2, most: int = 4) -> None:
        self.script = script
        self.bots = ["random", "greedy"]
        self.game = game
        self.seats = (least, most)
        self.options: Sequence[rules_pb2.OptionSpec] = ()
        # What is said of the components when a table opens.
        self.notice = ""
        # Everybody else has left.
        self.left_alone = False
        # Names that may be taken; None for all.
        self.allowed_names: set[str] | None = None
        self.boards: dict[str, Board] = {}
        self.players: dict[str, players_pb2.Player] = {}
        self.calls: list[str] = []
        # What the operators say.
        self.announcements: list[platform_pb2.Announcement] = []
        self.requests: dict[str, play_pb2.SubmitChoiceResponse] = {}
        # The next so many submitted choices are carried out, but their answers are lost.
        self.lose_answers = 0
        # A question that stays open beside the script's.
        self.also_asked: game_pb2.Prompt | None = None
        self.port = 0
        self._numbers = itertools.count(1)
        self._server: grpc.aio.Server | None = None
        self._resync = False
        self.watched_from: list[int] = []
        # What the archive tells: games in pages of two, ratings, a leaderboard.
        self.past: list[archive_pb2.FinishedGame] = []
        # It sends words of its own.
        self.worded = False
        # Why the archive does not rate a game that is over.
        self.unrated = tables_pb2.UNRATED_REASON_UNSPECIFIED
        self.ratings: list[archive_pb2.GameRating] = []
        self.places: list[archive_pb2.LeaderboardPlace] = []
        self.archive_away = False
        # Why not; None once the question is closed.
        self.reasons: play_pb2.ExplainPromptResponse | None = None
        self.hint: play_pb2.GivenHint | None = None
        self.analysis: play_pb2.Analysis | None = None
        self.analysed_seats = [2, 3, 4]
        # What the table looked like when each event had been told; the last view where there is none.
        self.moments: dict[int, Message] = {}
        # Views of the past wait here, so that a test can press keys meanwhile.
        self.past_may_come = asyncio.Event()
        self.past_may_come.set()
        self.looked_back: list[tuple[int, bool]] = []
        self.past_is_gone = False
        # What each seat saw.
        self.hands: dict[int, Message] = {}
        # Adds other services to the server.
        self.also_serves: Sequence[Callable[[grpc.aio.Server], None]] = ()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def board(self) -> Board:
        return next(iter(self.boards.values()))

    async def start(self) -> None:
        self._server = grpc.aio.server()
        players_pb2_grpc.add_PlayerServiceServicer_to_server(self, self._server)
        tables_pb2_grpc.add_TableServiceServicer_to_server(self, self._server)
        play_pb2_grpc.add_PlayServiceServicer_to_server(self, self._server)
        archive_pb2_grpc.add_ArchiveServiceServicer_to_server(self, self._server)
        for add in self.also_serves:
            add(self._server)
        self.port = self._server.add_insecure_port(f"127.0.0.1:{self.port}")
        await self._server.start()

    async def stop(self) -> None:
        """Be gone, with every connection; `start` comes back on the same port."""
        if self._server is not None:
            await self._server.stop(0)
            self._server = None

    async def tell(self, *events: game_pb2.Event, resync: bool = False) -> None:
        """Let something happen at the table without a choice."""
        board = self.board
        async with board.changed:
            self._add(board, events)
            self._resync = resync
            board.changed.notify_all()

    async def say(
        self, board: Board, player: players_pb2.Player, text: str, *, seat: int | None = None
    ) -> play_pb2.ChatMessage:
        """Let somebody say something."""
        message = play_pb2.ChatMessage(number=len(board.messages) + 1, player=player, seat=seat, text=text)
        message.time.FromMilliseconds(int(time.time() * 1000))
        async with board.changed:
            board.messages.append(message)
            board.table.version += 1
            board.changed.notify_all()
        return message

    async def propose(self, board: Board, seat: int) -> None:
        """Let a seat propose to take back its last choice."""
        async with board.changed:
            board.table.version += 1
            others = [each.number for each in board.table.seats if each.HasField("player") and each.number != seat]
            takeback = tables_pb2.Takeback(id=board.table.version, seat=seat, choices=1, waiting_for=others)
            board.table.takeback.CopyFrom(takeback)
            text = f"{{seat {seat}}} proposes to take back a choice."
            self._add(board, [game_pb2.Event(kind="takeback_proposed", seat=seat, text=text)])
            board.changed.notify_all()

    async def answer_takeback(self, board: Board, *, accept: bool) -> None:
        """Let whoever is asked accept or decline."""
        async with board.changed:
            board.table.version += 1
            board.table.ClearField("takeback")
            event = game_pb2.Event(kind="takeback_declined", seat=1, text="{seat 1} declines to take back.")
            if accept:
                board.step -= 1
                withdrawn = len(self.script.steps[board.step].events)
                fact = game_pb2.Fact(name="withdrawn", number=withdrawn)
                event = game_pb2.Event(kind="taken_back", seat=0, facts=[fact], text="{seat 0} takes back a choice.")
            self._add(board, [event])
            board.changed.notify_all()

    # Players

    async def CreateGuest(
        self, request: players_pb2.CreateGuestRequest, context: Context
    ) -> players_pb2.CreateGuestResponse:
        self.calls.append("CreateGuest")
        if not request.name:
            await refuse(context, code_pb2.INVALID_ARGUMENT, "INVALID_NAME", "Say a name.", least="1")
        player = players_pb2.Player(id=f"p{next(self._numbers)}", name=request.name)
        token = f"token-{player.id}"
        self.players[token] = player
        response = players_pb2.CreateGuestResponse(player=player, token=token)
        response.expires.FromSeconds(int(time.time()) + 86400)
        return response

    async def RenewToken(
        self, request: players_pb2.RenewTokenRequest, context: Context
    ) -> players_pb2.RenewTokenResponse:
        del request
        self.calls.append("RenewToken")
        player = await self._caller(context)
        response = players_pb2.RenewTokenResponse(token=f"token-{player.id}")
        response.expires.FromSeconds(int(time.time()) + 86400)
        return response

    def Refresh(self, request: object, context: object) -> players_pb2.RefreshResponse:
        raise NotImplementedError

    def SearchPlayers(self, request: object, context: object) -> players_pb2.SearchPlayersResponse:
        raise NotImplementedError

    async def Rename(self, request: players_pb2.RenameRequest, context: Context) -> players_pb2.RenameResponse:
        player = await self._caller(context)
        if self.allowed_names is not None and request.name not in self.allowed_names:
            await refuse(context, code_pb2.INVALID_ARGUMENT, "INVALID_NAME", "Say a name.", least="1")
        player.name = request.name
        response = players_pb2.RenameResponse(player=player, token=f"token-{player.id}")
        response.expires.FromSeconds(int(time.time()) + 86400)
        return response

    async def GetMe(self, request: players_pb2.GetMeRequest, context: Context) -> players_pb2.GetMeResponse:
        del request
        return players_pb2.GetMeResponse(player=await self._caller(context))

    # Tables

    async def ListGames(self, request: tables_pb2.ListGamesRequest, context: Context) -> tables_pb2.ListGamesResponse:
        del request
        await self._caller(context)
        offer = tables_pb2.GameOffer(available=True, bots=self.bots, analysed_seats=self.analysed_seats)
        offer.description.game = self.game
        offer.description.title = "Jump Drive" if self.game == "jump" else self.game.capitalize()
        offer.description.options.extend(self.options)
        offer.description.sources.notice = self.notice
        offer.description.least_seats, offer.description.most_seats = self.seats
        slow = tables_pb2.TimePreset(name="slow", title="Slow")
        slow.control.per_move.FromSeconds(86_400)
        slow.control.vacation.FromSeconds(7 * 86_400)
        return tables_pb2.ListGamesResponse(games=[offer], presets=[slow])

    async def GetComponents(
        self, request: tables_pb2.GetComponentsRequest, context: Context
    ) -> tables_pb2.GetComponentsResponse:
        del request
        await self._caller(context)
        catalogue = rules_pb2.ComponentsResponse(components=self.script.components)
        return tables_pb2.GetComponentsResponse(catalogue=catalogue)

    async def GetWords(self, request: tables_pb2.GetWordsRequest, context: Context) -> tables_pb2.GetWordsResponse:
        if self.worded and not request.game:
            return tables_pb2.GetWordsResponse(words=lobby_words(request.language))
        await context.abort(grpc.StatusCode.UNIMPLEMENTED, f"no words in {request.language}")
        raise AssertionError

    async def GetPuzzle(self, request: tables_pb2.GetPuzzleRequest, context: Context) -> tables_pb2.GetPuzzleResponse:
        raise NotImplementedError

    async def CheckOptions(
        self, request: tables_pb2.CheckOptionsRequest, context: Context
    ) -> tables_pb2.CheckOptionsResponse:
        raise NotImplementedError

    async def CreateTable(
        self, request: tables_pb2.CreateTableRequest, context: Context
    ) -> tables_pb2.CreateTableResponse:
        self.calls.append("CreateTable")
        player = await self._caller(context)
        if not self.seats[0] <= request.seats <= self.seats[1]:
            await refuse(context, code_pb2.INVALID_ARGUMENT, "INVALID_SEATS", "Not for so many.")
        table = tables_pb2.Table(
            id=f"table{next(self._numbers)}",
            name=request.name or f"{player.name}'s table",
            named=bool(request.name),
            game=request.game,
            options=request.options,
            state=tables_pb2.TABLE_STATE_OPEN,
            visibility=request.visibility,
            time_control=request.time_control,
            spectators=request.spectators,
            rating=request.rating,
            host=player.id,
            version=1,
            commitment=hashlib.sha256(SEED).digest(),
            seats=[tables_pb2.Seat(number=number) for number in range(request.seats)],
        )
        if request.visibility == tables_pb2.VISIBILITY_PRIVATE:
            table.invitation = "COME-IN"
        table.seats[0].player.CopyFrom(player)
        self.boards[table.id] = Board(table)
        return tables_pb2.CreateTableResponse(table=table)

    async def GetTable(self, request: tables_pb2.GetTableRequest, context: Context) -> tables_pb2.GetTableResponse:
        await self._caller(context)
        return tables_pb2.GetTableResponse(table=(await self._board(request.table_id, context)).table)

    async def ListTables(
        self, request: tables_pb2.ListTablesRequest, context: Context
    ) -> tables_pb2.ListTablesResponse:
        me = await self._caller(context)
        tables = [board.table for board in self.boards.values()]
        if request.mine:
            tables = [table for table in tables if any(seat.player.id == me.id for seat in table.seats)]
        if request.free_seats:
            tables = [table for table in tables if any(not seat.WhichOneof("occupant") for seat in table.seats)]
        return tables_pb2.ListTablesResponse(tables=tables)

    async def JoinTable(self, request: tables_pb2.JoinTableRequest, context: Context) -> tables_pb2.JoinTableResponse:
        self.calls.append("JoinTable")
        player = await self._caller(context)
        table = (await self._board(request.table_id, context)).table
        seat = await self._free_seat(table, context)
        seat.player.CopyFrom(player)
        table.version += 1
        return tables_pb2.JoinTableResponse(table=table, seat=seat.number)

    async def LeaveTable(
        self, request: tables_pb2.LeaveTableRequest, context: Context
    ) -> tables_pb2.LeaveTableResponse:
        self.calls.append("LeaveTable")
        me = await self._caller(context)
        table = (await self._board(request.table_id, context)).table
        for seat in table.seats:
            if seat.player.id == me.id:
                seat.ClearField("occupant")
        table.version += 1
        return tables_pb2.LeaveTableResponse(table=table)

    async def SetReady(self, request: tables_pb2.SetReadyRequest, context: Context) -> tables_pb2.SetReadyResponse:
        self.calls.append("SetReady")
        me = await self._caller(context)
        table = (await self._board(request.table_id, context)).table
        for seat in table.seats:
            if seat.player.id == me.id:
                seat.ready = request.ready
        table.version += 1
        return tables_pb2.SetReadyResponse(table=table)

    async def AddBot(self, request: tables_pb2.AddBotRequest, context: Context) -> tables_pb2.AddBotResponse:
        self.calls.append("AddBot")
        table = (await self._board(request.table_id, context)).table
        seat = await self._free_seat(table, context)
        seat.bot = request.bot
        table.version += 1
        return tables_pb2.AddBotResponse(table=table, seat=seat.number)

    async def RemoveBot(self, request: tables_pb2.RemoveBotRequest, context: Context) -> tables_pb2.RemoveBotResponse:
        self.calls.append("RemoveBot")
        table = (await self._board(request.table_id, context)).table
        table.seats[request.seat].ClearField("occupant")
        table.version += 1
        return tables_pb2.RemoveBotResponse(table=table)

    async def StartTable(
        self, request: tables_pb2.StartTableRequest, context: Context
    ) -> tables_pb2.StartTableResponse:
        self.calls.append("StartTable")
        board = await self._board(request.table_id, context)
        if any(not seat.WhichOneof("occupant") for seat in board.table.seats):
            await refuse(context, code_pb2.FAILED_PRECONDITION, "SEATS_OPEN", "There are free seats.")
        late = [seat for seat in board.table.seats if seat.HasField("player") and not seat.ready]
        if [seat for seat in late if seat.player.id != board.table.host]:
            await refuse(context, code_pb2.FAILED_PRECONDITION, "NOT_READY", "Somebody is not ready.")
        board.table.state = tables_pb2.TABLE_STATE_RUNNING
        board.table.version += 1
        self._add(board, [game_pb2.Event(kind="started", text="The game begins.")])
        return tables_pb2.StartTableResponse(table=board.table)

    async def KickPlayer(
        self, request: tables_pb2.KickPlayerRequest, context: Context
    ) -> tables_pb2.KickPlayerResponse:
        self.calls.append("KickPlayer")
        table = (await self._board(request.table_id, context)).table
        if not table.seats[request.seat].HasField("player"):
            await refuse(context, code_pb2.NOT_FOUND, "NO_PLAYER_THERE", "There is nobody to send away.")
        table.seats[request.seat].ClearField("occupant")
        table.version += 1
        return tables_pb2.KickPlayerResponse(table=table)

    async def EditTable(self, request: tables_pb2.EditTableRequest, context: Context) -> tables_pb2.EditTableResponse:
        self.calls.append("EditTable")
        table = (await self._board(request.table_id, context)).table
        if "bad" in request.options.values:
            await refuse(context, code_pb2.INVALID_ARGUMENT, "INVALID_OPTION", "There is no option bad.")
        if request.HasField("options"):
            table.options.clear()
            table.options.update(request.options.values)
        for number in range(len(table.seats), request.seats):
            table.seats.add(number=number)
        for seat in table.seats:
            seat.ready = False
        table.version += 1
        return tables_pb2.EditTableResponse(table=table)

    async def Rematch(self, request: tables_pb2.RematchRequest, context: Context) -> tables_pb2.RematchResponse:
        self.calls.append("Rematch")
        me = await self._caller(context)
        old = (await self._board(request.table_id, context)).table
        if not old.rematch:
            new = tables_pb2.Table()
            new.CopyFrom(old)
            new.id = old.rematch = f"table{next(self._numbers)}"
            new.state, new.host, new.rematch_of = tables_pb2.TABLE_STATE_OPEN, me.id, old.id
            del new.scores[:]
            for seat in new.seats:
                seat.ready = False
            self.boards[new.id] = Board(new)
        return tables_pb2.RematchResponse(table=self.boards[old.rematch].table)

    async def ListPresent(
        self, request: tables_pb2.ListPresentRequest, context: Context
    ) -> tables_pb2.ListPresentResponse:
        raise NotImplementedError

    async def ListMyTables(
        self, request: tables_pb2.ListMyTablesRequest, context: Context
    ) -> tables_pb2.ListMyTablesResponse:
        me = await self._caller(context)
        mine = [self._mine(board, me) for board in self.boards.values() if _sits(board.table, me)]
        return tables_pb2.ListMyTablesResponse(
            tables=[each for each in mine if not request.your_turn or each.your_turn]
        )

    async def WatchMyTables(
        self, request: tables_pb2.WatchMyTablesRequest, context: Context
    ) -> AsyncIterator[tables_pb2.WatchMyTablesResponse]:
        del request
        self.calls.append("WatchMyTables")
        me = await self._caller(context)
        told: dict[str, int] = {}
        caught_up = False
        yield tables_pb2.WatchMyTablesResponse(now=_HEARTBEAT)
        said = None
        while True:
            if said != self.announcements:
                said = list(self.announcements)
                status = platform_pb2.PlatformStatus(announcements=said)
                yield tables_pb2.WatchMyTablesResponse(platform=status)
            for board in [board for board in self.boards.values() if _sits(board.table, me)]:
                if told.get(board.table.id) != board.table.version:
                    told[board.table.id] = board.table.version
                    yield tables_pb2.WatchMyTablesResponse(table=self._mine(board, me))
            if not caught_up:
                caught_up = True
                yield tables_pb2.WatchMyTablesResponse(caught_up=True)
            await asyncio.sleep(_LOOK_SECONDS)

    async def WatchTables(
        self, request: tables_pb2.WatchTablesRequest, context: Context
    ) -> AsyncIterator[tables_pb2.WatchTablesResponse]:
        """One table; the client watches no others."""
        self.calls.append("WatchTables")
        await self._caller(context)
        board = await self._board(request.table_id, context)
        told = 0
        while True:
            if told != board.table.version:
                told = board.table.version
                yield tables_pb2.WatchTablesResponse(table=board.table)
            await asyncio.sleep(_LOOK_SECONDS)

    # Play

    async def SubmitChoice(
        self, request: play_pb2.SubmitChoiceRequest, context: Context
    ) -> play_pb2.SubmitChoiceResponse:
        self.calls.append("SubmitChoice")
        await self._caller(context)
        if request.request_id in self.requests:
            return self.requests[request.request_id]
        board = await self._board(request.table_id, context)
        if board.step >= len(self.script.steps):
            await refuse(context, code_pb2.FAILED_PRECONDITION, "GAME_OVER", "The game is over.")
        step = self.script.steps[board.step]
        if request.prompt_id != step.prompt.id:
            await refuse(
                context,
                code_pb2.FAILED_PRECONDITION,
                "PROMPT_CLOSED",
                "That question is closed.",
                prompt=request.prompt_id,
            )
        if refusal := step.judge(request.picks):
            reason, words, paragraph = refusal
            await refuse(context, code_pb2.FAILED_PRECONDITION, reason, words, paragraph=paragraph)
        async with board.changed:
            board.choices.append((request.prompt_id, tuple(request.picks)))
            board.step += 1
            board.table.version += 1
            self._add(board, step.events)
            if board.step == len(self.script.steps):
                board.table.state = tables_pb2.TABLE_STATE_FINISHED
                board.table.scores.extend(self.script.scores)
                self._add(board, [game_pb2.Event(kind="finished", text="The game is over.")])
            board.changed.notify_all()
        answer = play_pb2.SubmitChoiceResponse(version=board.table.version, last_event=board.last_event)
        self.requests[request.request_id] = answer
        if self.lose_answers:
            self.lose_answers -= 1
            await context.abort(grpc.StatusCode.UNAVAILABLE, "the answer was lost")
        return answer

    async def Undo(self, request: play_pb2.UndoRequest, context: Context) -> play_pb2.UndoResponse:
        self.calls.append("Undo")
        board = await self._board(request.table_id, context)
        if not self._undoable(board):
            await refuse(context, code_pb2.FAILED_PRECONDITION, "UNDO_REFUSED", "Too late for that.")
        async with board.changed:
            board.step -= 1
            board.table.version += 1
            withdrawn = len(self.script.steps[board.step].events)
            fact = game_pb2.Fact(name="withdrawn", number=withdrawn)
            self._add(board, [game_pb2.Event(kind="undone", seat=0, facts=[fact], text="{seat 0} takes it back.")])
            board.changed.notify_all()
        return play_pb2.UndoResponse(version=board.table.version)

    async def Resign(self, request: play_pb2.ResignRequest, context: Context) -> play_pb2.ResignResponse:
        self.calls.append("Resign")
        board = await self._board(request.table_id, context)
        async with board.changed:
            board.table.seats[0].resigned = True
            board.table.version += 1
            self._add(board, [game_pb2.Event(kind="resigned", seat=0, text="{seat 0} resigns.")])
            board.changed.notify_all()
        return play_pb2.ResignResponse(version=board.table.version)

    async def ExplainPrompt(
        self, request: play_pb2.ExplainPromptRequest, context: Context
    ) -> play_pb2.ExplainPromptResponse:
        self.calls.append("ExplainPrompt")
        if self.reasons is None:
            text = "That question is closed."
            await refuse(context, code_pb2.FAILED_PRECONDITION, "PROMPT_CLOSED", text, prompt=request.prompt_id)
        return self.reasons

    async def Hint(self, request: play_pb2.HintRequest, context: Context) -> play_pb2.HintResponse:
        self.calls.append("Hint")
        await self._board(request.table_id, context)
        if self.hint is None:
            await refuse(context, code_pb2.PERMISSION_DENIED, "HINTS_NOT_ALLOWED", "Private tables only.")
        return play_pb2.HintResponse(hint=self.hint)

    async def Analyse(self, request: play_pb2.AnalyseRequest, context: Context) -> play_pb2.AnalyseResponse:
        self.calls.append("Analyse")
        await self._board(request.table_id, context)
        if self.analysis is None:
            await refuse(context, code_pb2.UNAVAILABLE, "HINT_UNAVAILABLE", "Not now.", game="jump")
        return play_pb2.AnalyseResponse(analysis=self.analysis)

    async def ClaimEnd(self, request: play_pb2.ClaimEndRequest, context: Context) -> play_pb2.ClaimEndResponse:
        self.calls.append("ClaimEnd")
        board = await self._board(request.table_id, context)
        async with board.changed:
            board.table.state = tables_pb2.TABLE_STATE_FINISHED
            board.table.version += 1
            board.table.scores.extend(self.script.scores)
            self._add(board, [game_pb2.Event(kind="finished", text="The game is over: the players have left.")])
            board.changed.notify_all()
        return play_pb2.ClaimEndResponse(version=board.table.version)

    async def SetPause(self, request: play_pb2.SetPauseRequest, context: Context) -> play_pb2.SetPauseResponse:
        self.calls.append("SetPause")
        board = await self._board(request.table_id, context)
        async with board.changed:
            board.paused = request.paused
            board.table.version += 1
            text = "The game is paused." if request.paused else "The game goes on."
            self._add(board, [game_pb2.Event(kind="paused" if request.paused else "resumed", text=text)])
            board.changed.notify_all()
        return play_pb2.SetPauseResponse(version=board.table.version, paused=board.paused)

    async def SetVacation(self, request: play_pb2.SetVacationRequest, context: Context) -> play_pb2.SetVacationResponse:
        self.calls.append("SetVacation")
        board = await self._board(request.table_id, context)
        if not board.table.time_control.HasField("vacation"):
            await refuse(context, code_pb2.FAILED_PRECONDITION, "NO_VACATION", "You have no vacation at this table.")
        async with board.changed:
            board.away = request.away
            board.table.version += 1
            board.changed.notify_all()
        return play_pb2.SetVacationResponse(version=board.table.version)

    async def ProposeTakeback(
        self, request: play_pb2.ProposeTakebackRequest, context: Context
    ) -> play_pb2.ProposeTakebackResponse:
        self.calls.append("ProposeTakeback")
        me = await self._caller(context)
        board = await self._board(request.table_id, context)
        if not board.step:
            await refuse(context, code_pb2.FAILED_PRECONDITION, "NOTHING_TO_UNDO", "You have not made so many choices.")
        seat = next(seat.number for seat in board.table.seats if seat.player.id == me.id)
        await self.propose(board, seat)
        return play_pb2.ProposeTakebackResponse(version=board.table.version, takeback=board.table.takeback)

    async def AnswerTakeback(
        self, request: play_pb2.AnswerTakebackRequest, context: Context
    ) -> play_pb2.AnswerTakebackResponse:
        self.calls.append("AnswerTakeback")
        await self._caller(context)
        board = await self._board(request.table_id, context)
        if request.takeback != board.table.takeback.id:
            await refuse(context, code_pb2.FAILED_PRECONDITION, "TAKEBACK_CLOSED", "This proposal is not open.")
        await self.answer_takeback(board, accept=request.accept)
        return play_pb2.AnswerTakebackResponse(version=board.table.version)

    async def SendMessage(self, request: play_pb2.SendMessageRequest, context: Context) -> play_pb2.SendMessageResponse:
        self.calls.append("SendMessage")
        me = await self._caller(context)
        board = await self._board(request.table_id, context)
        if request.text == "spam":
            await refuse(context, code_pb2.RESOURCE_EXHAUSTED, "CHAT_TOO_FAST", "Wait a moment.")
        seat = next((seat.number for seat in board.table.seats if seat.player.id == me.id), None)
        return play_pb2.SendMessageResponse(message=await self.say(board, me, request.text, seat=seat))

    async def ListMessages(
        self, request: play_pb2.ListMessagesRequest, context: Context
    ) -> play_pb2.ListMessagesResponse:
        return play_pb2.ListMessagesResponse(messages=(await self._board(request.table_id, context)).messages)

    async def GetRecord(self, request: play_pb2.GetRecordRequest, context: Context) -> play_pb2.GetRecordResponse:
        board = await self._board(request.table_id, context)
        record = game_pb2.Record(game=self.game, commitment=board.table.commitment)
        if board.table.state == tables_pb2.TABLE_STATE_FINISHED:
            record.seed = SEED
        return play_pb2.GetRecordResponse(record=record)

    async def WatchTable(
        self, request: play_pb2.WatchTableRequest, context: Context
    ) -> AsyncIterator[play_pb2.WatchTableResponse]:
        self.calls.append("WatchTable")
        self.watched_from.append(request.from_event)
        me = await self._caller(context)
        board = await self._board(request.table_id, context)
        sent = request.from_event - 1
        heard = request.from_message - 1 if request.from_message else len(board.messages)
        version = 0
        yield play_pb2.WatchTableResponse(now=_HEARTBEAT)
        while True:
            if (board.table.version, board.last_event) <= (version, sent):
                await asyncio.sleep(_LOOK_SECONDS)
                continue
            async with board.changed:
                update = self._update(board, me, sent)
                update.messages.extend(board.messages[0 if self._resync else heard :])
                update.last_message = heard = len(board.messages)
                self._resync = False
                sent, version = board.last_event, board.table.version
            yield play_pb2.WatchTableResponse(update=update)
            if update.state == tables_pb2.TABLE_STATE_FINISHED:
                return

    async def GetView(self, request: play_pb2.GetViewRequest, context: Context) -> play_pb2.GetViewResponse:
        board = await self._board(request.table_id, context)
        update = self._update(board, await self._caller(context), board.last_event)
        response = play_pb2.GetViewResponse(update=update)
        if request.at_event:
            self.looked_back.append((request.at_event, request.open_hands))
            await self.past_may_come.wait()
            if self.past_is_gone:
                await refuse(context, code_pb2.NOT_FOUND, "PAST_NOT_KEPT", "The past of that table was not kept.")
            response.update.last_event = request.at_event
            if request.at_event in self.moments:
                response.update.view.Pack(self.moments[request.at_event])
        for seat in board.table.seats if request.open_hands else ():
            hand = response.hands.add(seat=seat.number)
            hand.view.Pack(self.hands.get(seat.number, self.script.last_view))
        return response

    # The archive

    async def ListHistory(
        self, request: archive_pb2.ListHistoryRequest, context: Context
    ) -> archive_pb2.ListHistoryResponse:
        await self._caller(context)
        first = int(request.page_token or 0)
        more = str(first + 2) if len(self.past) > first + 2 else ""
        return archive_pb2.ListHistoryResponse(games=self.past[first : first + 2], next_page_token=more)

    async def ListRatings(
        self, request: archive_pb2.ListRatingsRequest, context: Context
    ) -> archive_pb2.ListRatingsResponse:
        del request
        await self._caller(context)
        if self.archive_away:
            await refuse(context, code_pb2.UNAVAILABLE, "ARCHIVE_UNAVAILABLE", "The archive does not answer now.")
        return archive_pb2.ListRatingsResponse(ratings=self.ratings)

    async def ListLeaderboard(
        self, request: archive_pb2.ListLeaderboardRequest, context: Context
    ) -> archive_pb2.ListLeaderboardResponse:
        await self._caller(context)
        asked = (request.game, request.seats, request.speed)
        places = self.places if asked == (self.game, archive_pb2.SEATS_KIND_TWO, archive_pb2.RATING_SPEED_LIVE) else []
        return archive_pb2.ListLeaderboardResponse(
            places=[place for place in places if place.rating.who.HasField("player") != request.bots]
        )

    async def ListSeasons(
        self, request: archive_pb2.ListSeasonsRequest, context: Context
    ) -> archive_pb2.ListSeasonsResponse:
        del request
        await self._caller(context)
        return archive_pb2.ListSeasonsResponse()

    async def GetSummary(
        self, request: archive_pb2.GetSummaryRequest, context: Context
    ) -> archive_pb2.GetSummaryResponse:
        await self._caller(context)
        seats = [archive_pb2.FinishedSeat(number=seat) for seat in (0, 1)]
        seats[0].before.value, seats[0].after.value = 1360, 1435
        seats[1].before.value, seats[1].after.value = 1270, 1216
        if self.unrated:
            seats = [archive_pb2.FinishedSeat(number=seat) for seat in (0, 1)]
        game = archive_pb2.FinishedGame(
            table_id=request.table_id, seats=seats, rated=not self.unrated, unrated=self.unrated
        )
        return archive_pb2.GetSummaryResponse(game=game)

    # Not used by the client.

    async def DownloadRecord(
        self, request: archive_pb2.DownloadRecordRequest, context: Context
    ) -> archive_pb2.DownloadRecordResponse:
        raise NotImplementedError

    async def VerifyRecord(
        self, request: play_pb2.VerifyRecordRequest, context: Context
    ) -> play_pb2.VerifyRecordResponse:
        raise NotImplementedError

    async def Play(self, request_iterator: object, context: Context) -> AsyncIterator[play_pb2.PlayResponse]:
        for _ in ():
            yield play_pb2.PlayResponse()
        del request_iterator
        await refuse(context, code_pb2.UNIMPLEMENTED, "NOT_HERE", "Not in this fake.")

    async def PlayMany(self, request_iterator: object, context: Context) -> AsyncIterator[play_pb2.PlayManyResponse]:
        for _ in ():
            yield play_pb2.PlayManyResponse()
        del request_iterator
        await refuse(context, code_pb2.UNIMPLEMENTED, "NOT_HERE", "Not in this fake.")

    # Inside

    def _update(self, board: Board, viewer: players_pb2.Player, sent: int) -> play_pb2.TableUpdate:
        script = self.script
        if board.table.state == tables_pb2.TABLE_STATE_OPEN:
            return play_pb2.TableUpdate(table_id=board.table.id, state=board.table.state, version=board.table.version)
        over = board.step >= len(script.steps)
        view = any_pb2.Any()
        view.Pack(script.last_view if over else script.steps[board.step].view)
        update = play_pb2.TableUpdate(
            table_id=board.table.id,
            events=[event for event in board.events if self._resync or event.number > sent],
            last_event=board.last_event,
            view=view,
            state=board.table.state,
            scores=board.table.scores,
            undoable=self._undoable(board),
            resync=self._resync,
            version=board.table.version,
            takeback=board.table.takeback if board.table.HasField("takeback") else None,
        )
        update.now.GetCurrentTime()
        seat = next((seat.number for seat in board.table.seats if seat.player.id == viewer.id), None)
        if seat is not None:
            update.viewer = seat
        update.may_claim_end = self.left_alone and seat == 0
        if board.away:
            update.clocks.add(seat=0).away_until.GetCurrentTime()
        if board.paused:
            update.paused.GetCurrentTime()
        elif not over:
            update.waiting_for.append(0)
            if seat == 0:
                update.prompts.append(script.steps[board.step].prompt)
                if self.also_asked is not None:
                    update.prompts.append(self.also_asked)
        if script.move_milliseconds:
            clock = update.clocks.add(seat=0)
            clock.remaining.FromMilliseconds(script.move_milliseconds)
            if not over:
                due = time.time() + script.move_milliseconds * _SECONDS_PER_MILLISECOND
                clock.deadline.FromMilliseconds(int(due * 1000))
        return update

    def _mine(self, board: Board, me: players_pb2.Player) -> tables_pb2.MyTable:
        seat = next(seat.number for seat in board.table.seats if seat.player.id == me.id)
        turn = board.table.state == tables_pb2.TABLE_STATE_RUNNING and seat == 0
        return tables_pb2.MyTable(table=board.table, seat=seat, your_turn=turn)

    def _undoable(self, board: Board) -> bool:
        return 0 < board.step < len(self.script.steps) and self.script.steps[board.step - 1].undoable

    @staticmethod
    def _add(board: Board, events: Sequence[game_pb2.Event]) -> None:
        for event in events:
            numbered = play_pb2.TableEvent(number=board.last_event + 1, event=event)
            numbered.time.FromMilliseconds(int(time.time() * 1000))
            board.events.append(numbered)

    async def _caller(self, context: Context) -> players_pb2.Player:
        given = dict(context.invocation_metadata() or ()).get("authorization", "")
        token = str(given).removeprefix("Bearer ")
        player = self.players.get(token)
        if player is None:
            await refuse(context, code_pb2.UNAUTHENTICATED, "TOKEN_INVALID", "Who are you?")
        return player

    async def _board(self, table: str, context: Context) -> Board:
        for board in self.boards.values():
            if table in {board.table.id, board.table.invitation or board.table.id}:
                return board
        return await refuse(context, code_pb2.NOT_FOUND, "TABLE_NOT_FOUND", f"There is no table {table}.", table=table)

    @staticmethod
    async def _free_seat(table: tables_pb2.Table, context: Context) -> tables_pb2.Seat:
        for seat in table.seats:
            if not seat.WhichOneof("occupant"):
                return seat
        return await refuse(context, code_pb2.FAILED_PRECONDITION, "TABLE_FULL", "All seats are taken.")


def _sits(table: tables_pb2.Table, player: players_pb2.Player) -> bool:
    return any(seat.player.id == player.id for seat in table.seats)


async def refuse(context: Context, code: int, reason: str, words: str, **metadata: str) -> NoReturn:
    """End the call the way the real lobby does: a rich status with one ErrorInfo."""
    status = status_pb2.Status(code=code, message=words)
    status.details.add().Pack(
        error_details_pb2.ErrorInfo(reason=reason, domain="galaxytables.lobby", metadata=metadata)
    )
    await context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError
