"""Measures how the cost of a choice grows with the number of lobbies, tables, watchers and listening players."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from google.protobuf.message import Message
from msgspec import Struct

from bench.scale.desk import Desk
from bench.scale.meter import Meter, Taken
from bench.scale.playing import Company, Game, arrive, choose
from bench.scale.workshop import Workshop
from galaxytables.lobby.v1 import play_pb2, tables_pb2

LOBBIES = (1, 4, 16, 64)
TABLES = (10, 100, 1_000)
WATCHERS = (0, 10, 100, 1_000)
LISTENERS = (0, 100, 1_000)
CHOICES = 300
WATCHED_CHOICES = 40
OPENED = 20
AT_ONCE = 16
PLAYED = 64
IDLE_SECONDS = 1.0
# Longer than lobbies take to hear of each other.
ACQUAINTED_SECONDS = 3.0
# Longer than news of one's own wait before they are passed on.
SETTLE_SECONDS = 0.3


class Point(Struct, frozen=True):
    """One measurement: `number` of the things that grow, and the cost of each of `of` (choices, tables opened).

    Costs are microseconds of processor time of all lobbies together and of Redis, commands to Redis, bytes that Redis
    sent and received, and bytes sent to players and watchers. `own_bytes` and `redis_bytes` are the memory of
    everything.
    """

    number: int
    here_us: float
    redis_us: float
    commands: float
    redis_sent: float
    redis_received: float
    sent_bytes: float
    own_bytes: int
    redis_bytes: int
    idle_us_a_second: float
    idle_commands_a_second: float


class Growth(Struct, frozen=True):
    """A curve: the thing that grows, the thing that is counted, and the points."""

    what: str
    each: str
    points: list[Point]

    def slope(self, of: Callable[[Point], float]) -> float:
        """Return by how much a value grows with one more thing, from the first point to the last."""
        first, last = self.points[0], self.points[-1]
        return (of(last) - of(first)) / (last.number - first.number)


class Simulation:
    """Measures one curve after another in one workshop. Lobbies that were once opened stay open."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._meter = Meter(workshop.port)

    async def tables(self, numbers: Sequence[int] = TABLES) -> Growth:
        """Measure a choice while more and more other tables are in play at one lobby, at which nobody chooses.

        This must be the first curve, since memory grows.
        """
        await self._workshop.open_lobbies(1)
        desk, idle, points = self._workshop.desks[0], list[Game](), list[Point]()
        company = Company(self._workshop.game)
        for number in numbers:
            idle += await company.open_many(desk, number - len(idle))
            async with self._played([desk]) as games:
                points.append(await self._choices(number, games, CHOICES))
        await company.leave()
        return Growth("tables in play", "choice", points)

    async def lobbies(self, numbers: Sequence[int] = LOBBIES) -> tuple[Growth, Growth]:
        """Measure a choice with more and more lobbies, over which the tables are spread. This must be the last curve.

        It is measured once with both players of a table at the table's lobby, and once with one of them at the next
        lobby.
        """
        together, apart = list[Point](), list[Point]()
        for number in numbers:
            together.append(await self._among(number, apart=0))
            apart.append(await self._among(number, apart=1))
        return Growth("lobbies", "choice", together), Growth("lobbies, players apart", "choice", apart)

    async def _among(self, number: int, *, apart: int) -> Point:
        """Choices with so many lobbies; the second player is so many lobbies further than the first."""
        await self._workshop.open_lobbies(number)
        # Before, homes are not where they will be.
        await asyncio.sleep(ACQUAINTED_SECONDS)
        desks = self._workshop.desks[:number]
        async with self._played(desks, apart=apart) as games:
            return await self._choices(number, games, CHOICES)

    async def watchers(self, numbers: Sequence[int] = WATCHERS) -> Growth:
        """Measure a choice at a table with more and more watchers, who all receive the view each time."""
        [desk, *_] = self._workshop.desks
        points = []
        for number in numbers:
            async with self._played([desk], tables=1) as [game]:
                request = play_pb2.WatchTableRequest(table_id=game.id, views=True)
                async with _following(desk, "PlayService/WatchTable", request, number):
                    points.append(await self._choices(number, [game], WATCHED_CHOICES))
        return Growth("watchers of the table", "choice", points)

    async def listeners(self, numbers: Sequence[int] = LISTENERS) -> Growth:
        """Measure a choice while more and more players follow their own tables.

        The table of the choice is none of these.
        """
        [desk, *_] = self._workshop.desks
        points = []
        for number in numbers:
            request = tables_pb2.WatchMyTablesRequest()
            async with self._played([desk]) as games, _following(desk, "TableService/WatchMyTables", request, number):
                points.append(await self._choices(number, games, CHOICES))
        return Growth("players who follow their own tables", "choice", points)

    async def lobby_watchers(self, numbers: Sequence[int] = LISTENERS) -> Growth:
        """Measure opening, filling and starting a table while more and more people watch the list of tables."""
        [desk, *_] = self._workshop.desks
        points = []
        for number in numbers:
            company = Company(self._workshop.game)
            request = tables_pb2.WatchTablesRequest()
            async with _following(desk, "TableService/WatchTables", request, number):

                async def work(company: Company = company) -> int:
                    return len(await company.open_many(desk, OPENED))

                points.append(await self._measured(number, work))
            await company.leave()
        return Growth("watchers of the lobby", "table opened", points)

    @asynccontextmanager
    async def _played(self, desks: Sequence[Desk], tables: int = PLAYED, apart: int = 0) -> AsyncIterator[list[Game]]:
        """Tables at which choices can be made, spread over lobbies."""
        company = Company(self._workshop.game)
        games = []
        for number in range(tables):
            seats = (desks[number % len(desks)], desks[(number + apart) % len(desks)])
            games.append(await company.open(*seats))
            await company.play(games[-1], *seats)
        try:
            yield games
        finally:
            await company.leave()

    async def _choices(self, number: int, games: Sequence[Game], count: int) -> Point:
        return await self._measured(number, partial(choose, games, count, at_once=AT_ONCE))

    async def _measured(self, number: int, work: Callable[[], Awaitable[int]]) -> Point:
        """Do some work and say what each piece of it took, besides what doing nothing takes."""
        await self._settled()
        idle = await self._meter.idle(IDLE_SECONDS)
        sent = self._sent_bytes()
        self._meter.set()
        done = await work()
        await self._settled()
        taken = self._meter.read().less_idle(idle)
        return self._point(number, taken, idle, done, self._sent_bytes() - sent)

    async def _settled(self) -> None:
        """Wait until nothing more is sent."""
        sent, now = -1, self._sent_bytes()
        while sent != now:
            await asyncio.sleep(SETTLE_SECONDS)
            sent, now = now, self._sent_bytes()

    def _sent_bytes(self) -> int:
        return sum(desk.sent_bytes for desk in self._workshop.desks)

    def _point(self, number: int, taken: Taken, idle: Taken, done: int, sent_bytes: int) -> Point:
        return Point(
            number=number,
            here_us=taken.here / done * 1e6,
            redis_us=taken.redis / done * 1e6,
            commands=taken.commands / done,
            redis_sent=taken.sent / done,
            redis_received=taken.received / done,
            sent_bytes=sent_bytes / done,
            own_bytes=self._meter.own_bytes(),
            redis_bytes=self._meter.redis_bytes(),
            idle_us_a_second=idle.here / idle.wall * 1e6,
            idle_commands_a_second=idle.commands / idle.wall,
        )


@asynccontextmanager
async def _following(desk: Desk, method: str, request: Message, number: int) -> AsyncIterator[None]:
    """So many streams of a call, each of somebody else, all of which have sent something."""
    room = asyncio.Semaphore(AT_ONCE)

    async def begin(place: int) -> AsyncGenerator[bytes, None]:
        async with room:
            stream = desk.follow(method, request, await arrive(desk, f"Follower {place}"))
            await anext(stream)
            return stream

    async def read(stream: AsyncGenerator[bytes, None]) -> None:
        async for _ in stream:
            pass

    streams = await asyncio.gather(*(begin(place) for place in range(number)))
    tasks = [asyncio.create_task(read(stream)) for stream in streams]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        for stream in streams:
            await stream.aclose()
        for error in ended:
            if isinstance(error, Exception):
                raise error
