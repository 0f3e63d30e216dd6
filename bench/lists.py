"""Measures what readers of the list of tables cost the lobby, gRPC included, while tables begin at a steady pace."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc.aio

from bench.loading import processor_seconds
from bench.people import Person
from bench.watchers import CHANNELS
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import open_channel
from galaxytables_platform.supervisor import Supervisor

BEGUN_A_SECOND = 40
"""About as many tables as begin a second where 100,000 are in play."""
# With fewer readers their cost is lost in what the tables themselves cost.
FEW_READERS, MANY_READERS = 1, 3_001
SETTLE_SECONDS = 2.0
_WATCH = "/galaxytables.lobby.v1.TableService/WatchTables"


async def reader_us(
    lobby: str, supervisor: Supervisor, game: str, seconds: float, readers: int = MANY_READERS
) -> float:
    """Return what one more reader costs the lobby for each table that begins, in microseconds of processor time."""
    costs: dict[int, float] = dict.fromkeys((FEW_READERS, readers), 0.0)
    # In this order a machine that becomes faster or slower favours neither.
    for number in (FEW_READERS, readers, readers, FEW_READERS):
        async with _readers(lobby, number), _hosts(lobby, game) as hosts:
            await asyncio.sleep(SETTLE_SECONDS)
            begun = processor_seconds(supervisor)["lobby"]
            tables = await _begin_tables(hosts, game, seconds)
            await asyncio.sleep(SETTLE_SECONDS)
            costs[number] += (processor_seconds(supervisor)["lobby"] - begun) / tables / 2
    return (costs[readers] - costs[FEW_READERS]) / (readers - FEW_READERS) * 1e6


async def _begin_tables(hosts: list[Person], game: str, seconds: float) -> int:
    """Begin tables at a steady pace, however long each takes. Returns how many."""
    loop = asyncio.get_running_loop()
    first, other = hosts
    start, number = loop.time(), int(seconds * BEGUN_A_SECOND)

    async def begin(place: int) -> None:
        await asyncio.sleep(start + place / BEGUN_A_SECOND - loop.time())
        table = await first.create(game)
        await other.join(table)
        await first.start(table)

    await asyncio.gather(*(begin(place) for place in range(number)))
    return number


@asynccontextmanager
async def _hosts(lobby: str, game: str) -> AsyncIterator[list[Person]]:
    """Two players, who begin all tables; when they come a first table has begun."""
    async with open_channel(lobby, shared=False) as channel:
        hosts = [await Person.arrive(channel, f"Host {seat}") for seat in range(2)]
        table = await hosts[0].create(game)
        await hosts[1].join(table)
        await hosts[0].start(table)
        yield hosts


@asynccontextmanager
async def _readers(lobby: str, readers: int) -> AsyncIterator[None]:
    """Readers of the list of all games, who have got something; they read bytes and understand none."""
    channels = [open_channel(lobby, shared=False) for _ in range(CHANNELS)]
    reader = await Person.arrive(channels[0], "Reader")
    metadata = (("authorization", f"Bearer {reader.token}"),)
    request = tables_pb2.WatchTablesRequest().SerializeToString()
    streams: list[grpc.aio.UnaryStreamMultiCallable[bytes, bytes]] = [
        channel.unary_stream(_WATCH) for channel in channels
    ]
    calls = [streams[number % CHANNELS](request, metadata=metadata) for number in range(readers)]
    tasks: list[asyncio.Task[None]] = []
    try:
        for call in calls:
            await call.read()
            tasks.append(asyncio.create_task(_read(call)))
        yield
    finally:
        for call in calls:
            call.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for channel in channels:
            await channel.close()


async def _read(call: "grpc.aio.UnaryStreamCall[bytes, bytes]") -> None:
    while await call.read() is not grpc.aio.EOF:
        pass
