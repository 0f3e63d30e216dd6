"""A lobby of one process that remembers its tables across restarts and misbehaves when told to.

Its game: every seat answers `rounds` prompts of four options each; the table is finished when all have.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import grpc
import grpc.aio
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import (
    bots_pb2,
    bots_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_serving import Limits

OPTIONS = ("a", "b", "c", "d")
DEFAULT = "d"
LIMITS = Limits(connection_age=0)


@dataclass
class FakeTable:
    id: str
    seats: int
    rounds: int
    bot: str = "random"
    game: str = "fake"
    pack: bytes = b"pack"
    answered: dict[int, int] = field(default_factory=dict)
    version: int = 1
    requests: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    picks: dict[tuple[int, str], tuple[str, ...]] = field(default_factory=dict)
    sent: list[tuple[int, str, str, tuple[str, ...]]] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return all(self.answered.get(seat, 0) >= self.rounds for seat in range(self.seats))

    def prompt(self, seat: int) -> game_pb2.Prompt | None:
        number = self.answered.get(seat, 0)
        if number >= self.rounds:
            return None
        return game_pb2.Prompt(
            id=f"{number}.{seat}",
            seat=seat,
            kind="fake.pick",
            options=[game_pb2.Option(id=each) for each in OPTIONS],
            least=1,
            most=1,
            default_picks=[DEFAULT],
            rule="whatever the test refuses",
        )

    def update(self, seat: int, views: bool) -> play_pb2.TableUpdate:
        prompt = self.prompt(seat)
        update = play_pb2.TableUpdate(
            table_id=self.id,
            viewer=seat,
            prompts=[prompt] if prompt else [],
            state=tables_pb2.TABLE_STATE_FINISHED if self.over else tables_pb2.TABLE_STATE_RUNNING,
            version=self.version,
        )
        if views:
            update.view.Pack(rules_pb2.DescribeResponse(title=f"view {self.version}"))
        return update


class Refused(Exception):
    def __init__(self, code: grpc.StatusCode, reason: str) -> None:
        super().__init__(reason)
        self.failure = play_pb2.Failure(code=code.value[0], reason=reason)


@dataclass
class Watcher:
    """Where its updates go, and what it asked for; `prompt` is the open one that it knows."""

    out: asyncio.Queue[play_pb2.PlayResponse]
    seat: int
    views: bool
    prompts_only: bool
    prompt: str | None = None


class FakeLobby(
    tables_pb2_grpc.TableServiceServicer, bots_pb2_grpc.BotServiceServicer, play_pb2_grpc.PlayServiceServicer
):
    """Serve it with `start`; `stop` breaks every stream at once, as a killed process does."""

    def __init__(self) -> None:
        self.port = 0
        self.tables: dict[str, FakeTable] = {}
        self.games = ["fake"]
        self.offers: list[set[tuple[str, str]]] = []
        self.tokens: set[str] = set()
        self.refuse: set[tuple[str, ...]] = set()
        self.unavailable = 0
        self.swallow_answers = 0
        self.answers = 0
        # As a lobby that dies: what comes after so many answers is kept, and nothing is said of it.
        self.silent_after: int | None = None
        self.streams = 0
        self.catalogue_calls = 0
        self.views_asked: set[bool] = set()
        self.updates = 0
        self._server: grpc.aio.Server | None = None
        self._watchers: defaultdict[str, dict[tuple[int, int], Watcher]] = defaultdict(dict)
        self._hosts: list[asyncio.Queue[bots_pb2.HostBotsResponse]] = []
        self.hinting: set[str] = set()
        self.hints: list[bots_pb2.GiveHintRequest] = []
        self.decisions = bots_pb2.ListDecisionsResponse()
        self.analyses: list[bots_pb2.GiveAnalysisRequest] = []

    async def start(self) -> None:
        self._server = server = grpc.aio.server(options=LIMITS.channel_arguments())
        tables_pb2_grpc.add_TableServiceServicer_to_server(self, server)
        bots_pb2_grpc.add_BotServiceServicer_to_server(self, server)
        play_pb2_grpc.add_PlayServiceServicer_to_server(self, server)
        self.port = server.add_insecure_port(f"127.0.0.1:{self.port}")
        await server.start()

    async def stop(self) -> None:
        assert self._server is not None
        await self._server.stop(None)
        self._server = None
        self._watchers.clear()
        self._hosts.clear()

    def open(self, table: FakeTable) -> FakeTable:
        self.tables[table.id] = table
        for host in self._hosts:
            for seat in range(table.seats):
                host.put_nowait(self._seat(table, seat))
        return table

    def change(self, table: FakeTable) -> None:
        table.version += 1
        self._tell(table)

    @property
    def finished(self) -> bool:
        return all(table.over for table in self.tables.values())

    async def ListGames(self, _request, _context):
        offers = [tables_pb2.GameOffer(description=rules_pb2.DescribeResponse(game=game)) for game in self.games]
        return tables_pb2.ListGamesResponse(games=[*offers, tables_pb2.GameOffer()])

    async def GetComponents(self, request, _context):
        self.catalogue_calls += 1
        name = request.pack_digest.decode() or "newest"
        catalogue = rules_pb2.ComponentsResponse(components=[rules_pb2.Component(id="a", name=name)])
        return tables_pb2.GetComponentsResponse(catalogue=catalogue)

    async def HostBots(self, request, context) -> AsyncIterator[bots_pb2.HostBotsResponse]:
        self.tokens.update(value for key, value in context.invocation_metadata() if key == "authorization")
        self.offers.append({(offer.game, offer.bot) for offer in request.offers})
        self.hinting = {f"{offer.game}/{offer.bot}" for offer in request.offers if offer.hints}
        queue: asyncio.Queue[bots_pb2.HostBotsResponse] = asyncio.Queue()
        for table in self.tables.values():
            for seat in range(table.seats):
                if not table.over:
                    yield self._seat(table, seat)
        self._hosts.append(queue)
        yield bots_pb2.HostBotsResponse(caught_up=True)
        yield bots_pb2.HostBotsResponse(now=Timestamp(seconds=1))
        while True:
            yield await queue.get()

    def ask(self, question: bots_pb2.HintQuestion) -> None:
        for host in self._hosts:
            host.put_nowait(bots_pb2.HostBotsResponse(question=question))

    def ask_analysis(self, decisions: bots_pb2.ListDecisionsResponse) -> None:
        self.decisions = decisions
        question = bots_pb2.AnalysisQuestion(table_id="t", game="fake", id=7)
        for host in self._hosts:
            host.put_nowait(bots_pb2.HostBotsResponse(analysis=question))

    async def ListDecisions(self, _request, _context):
        return self.decisions

    async def GiveAnalysis(self, request, _context):
        self.analyses.append(request)
        return bots_pb2.GiveAnalysisResponse()

    async def GiveHint(self, request, _context):
        self.hints.append(request)
        return bots_pb2.GiveHintResponse()

    async def PlayMany(self, request_iterator, _context) -> AsyncIterator[play_pb2.PlayManyResponse]:
        self.streams += 1
        out: asyncio.Queue[play_pb2.PlayResponse] = asyncio.Queue()
        reading = asyncio.create_task(self._read(request_iterator, out, self.streams))
        yield play_pb2.PlayManyResponse(responses=[play_pb2.PlayResponse(now=Timestamp(seconds=1))])
        try:
            while True:
                yield play_pb2.PlayManyResponse(responses=[await out.get()])
        finally:
            reading.cancel()

    async def _read(self, messages, out, stream: int) -> None:
        async for request in (request async for message in messages for request in message.requests):
            try:
                match request.WhichOneof("request"):
                    case "watch":
                        self._watch(request, out, stream)
                    case "submit":
                        self._submit(request, out)
                    case "unwatch":
                        for watchers in self._watchers.values():
                            watchers.pop((stream, request.unwatch), None)
            except Refused as refused:
                out.put_nowait(play_pb2.PlayResponse(id=request.id, failure=refused.failure))

    def _watch(self, request, out, stream: int) -> None:
        watch = request.watch
        self.views_asked.add(watch.views)
        table = self.tables.get(watch.table_id)
        if table is None:
            raise Refused(grpc.StatusCode.NOT_FOUND, "TABLE_NOT_FOUND")
        watcher = Watcher(out, watch.seat, watch.views, watch.prompts_only)
        self._watchers[table.id][stream, request.id] = watcher
        self._tell_one(table, request.id, watcher)

    def _submit(self, request, out) -> None:
        submit = request.submit
        picks = tuple(submit.picks)
        table = self.tables[submit.table_id]
        table.sent.append((submit.seat, submit.prompt_id, submit.request_id, picks))
        if self.unavailable:
            self.unavailable -= 1
            raise Refused(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
        if submit.request_id not in table.requests:
            prompt = table.prompt(submit.seat)
            if prompt is None or prompt.id != submit.prompt_id:
                raise Refused(grpc.StatusCode.FAILED_PRECONDITION, "PROMPT_CLOSED")
            if picks in self.refuse:
                raise Refused(grpc.StatusCode.FAILED_PRECONDITION, "CHOICE_REFUSED")
            table.requests[submit.request_id] = (submit.prompt_id, picks)
            table.picks[submit.seat, submit.prompt_id] = picks
            table.answered[submit.seat] = table.answered.get(submit.seat, 0) + 1
            table.version += 1
            self.answers += 1
            if self.silent_after is not None and self.answers > self.silent_after:
                return
            if self.swallow_answers:
                self.swallow_answers -= 1
                return
            self._tell(table)
        out.put_nowait(
            play_pb2.PlayResponse(id=request.id, submitted=play_pb2.SubmitChoiceResponse(version=table.version))
        )

    def _tell(self, table: FakeTable) -> None:
        for (_, number), watcher in self._watchers[table.id].items():
            prompt = table.prompt(watcher.seat)
            known = watcher.prompt
            watcher.prompt = prompt.id if prompt else None
            if table.over or not watcher.prompts_only or watcher.prompt not in (None, known):
                self._tell_one(table, number, watcher)

    def _tell_one(self, table: FakeTable, number: int, watcher: Watcher) -> None:
        self.updates += 1
        update = table.update(watcher.seat, watcher.views)
        watcher.prompt = update.prompts[0].id if update.prompts else None
        watcher.out.put_nowait(play_pb2.PlayResponse(id=number, update=update))

    @staticmethod
    def _seat(table: FakeTable, seat: int) -> bots_pb2.HostBotsResponse:
        found = bots_pb2.BotSeat(table_id=table.id, seat=seat, game=table.game, bot=table.bot, seats=table.seats)
        found.pack_digest = table.pack
        return bots_pb2.HostBotsResponse(seat=found)
