"""Measures notifications by webhook: how many a worker sends a second, and how soon after a commit they arrive.

The receiver is a process of its own (`bench.receiver`). Each player has a webhook, and all webhooks are at sixteen
hosts. Every game that starts is worth several notifications: both players learn that it has begun, and those who must
choose learn that, too.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import httpx2

from bench.figures import Figure, percentile
from bench.loading import processor_seconds
from bench.people import Person
from bench.receiver import Arrival
from bench.throughput import layout_of
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import UnavailableError, open_channel
from galaxytables_platform.console import Console
from galaxytables_platform.layout import Layout
from galaxytables_platform.ports import free_ports
from galaxytables_platform.probes import until_healthy
from galaxytables_platform.running import running_platform
from galaxytables_platform.supervisor import Supervisor

# Games that start while no worker runs; their notifications are then sent as fast as possible.
WAITING_TABLES = 1_000
# Games that start at a steady pace, so that there are so many notifications a second for so long.
RATE, PACED_SECONDS = 100, 30
SENT_GOAL, DELIVERY_GOAL_SECONDS = 500, 5
_HOSTS = 16
_CHANNELS, _AT_ONCE = 4, 32
# No notification for so long: none comes any more.
_SILENCE_SECONDS = 60.0
_RETRY_SECONDS = 0.2
_START_SECONDS = 20.0


@dataclass(frozen=True)
class Started:
    """A game that was started: how many notifications it is worth, and when the start was requested."""

    due: int
    asked: float


@dataclass(frozen=True)
class Heard:
    """What arrived of the notifications that were due, and how late, in seconds, after the request to start."""

    due: int
    lateness: list[float]
    missing: int
    repeated: int
    # Notifications of the same event to the same player with another id.
    doubled: int

    @classmethod
    def of(cls, started: Mapping[str, Started], arrivals: Iterable[Arrival]) -> "Heard":
        """Compare the games that were started with what arrived."""
        first: dict[str, float] = {}
        events: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        repeated = 0
        for notice_id, kind, player_id, table_id, arrived in arrivals:
            if table_id not in started:
                continue
            repeated += notice_id in first
            first.setdefault(notice_id, arrived - started[table_id].asked)
            events[table_id].add((kind, player_id))
        heard = sum(map(len, events.values()))
        due = sum(each.due for each in started.values())
        missing = sum(max(0, each.due - len(events[table_id])) for table_id, each in started.items())
        return cls(due, sorted(first.values()), missing, repeated, len(first) - heard)


async def notifications(game: str, _: float) -> list[Figure]:
    """Return webhooks a second of one worker, and how late they arrive at a steady pace."""
    async with AsyncExitStack() as stack:
        receiver = await stack.enter_async_context(running_receiver())
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="galaxytables-bench-"))
        stack.enter_context(patch.dict(os.environ, GALAXYTABLES_WEBHOOKS="private"))
        layout = layout_of(Path(folder), game, 1)
        supervisor = await stack.enter_async_context(running_platform(layout, Console()))
        crowd = await stack.enter_async_context(subscribers(layout, game, receiver.port))
        return [*await _as_fast_as_possible(crowd, supervisor, receiver), *await _at_a_pace(crowd, receiver)]


async def _as_fast_as_possible(
    crowd: "Subscribers", supervisor: Supervisor, receiver: "ReceiverProcess"
) -> list[Figure]:
    await crowd.open(WAITING_TABLES)
    worker = supervisor.children["clock"]
    await worker.stop()
    started = await crowd.start(0.0)
    await worker.start()
    before = processor_seconds(supervisor)
    arrivals = await receiver.wait_for(sum(each.due for each in started.values()))
    used = {name: seconds - before[name] for name, seconds in processor_seconds(supervisor).items()}
    heard = Heard.of(started, arrivals)
    times = sorted(arrived for *_, arrived in arrivals)
    sent = len(times)
    if sent <= 1:
        raise RuntimeError("no webhooks arrived")
    return [
        Figure("webhooks sent by one worker", (sent - 1) / (times[-1] - times[0]), "webhooks/s", f"goal {SENT_GOAL}"),
        *[
            Figure(f"processor time of {name}", used[name] / sent * 1e6, "us/webhook")
            for name in ("clock", "redis", "lobby")
        ],
        *_losses(f"{heard.due} webhooks at once", heard),
    ]


async def _at_a_pace(crowd: "Subscribers", receiver: "ReceiverProcess") -> list[Figure]:
    before = await receiver.count()
    each = crowd.due
    await crowd.open(RATE * PACED_SECONDS // each)
    started = await crowd.start(each / RATE)
    arrivals = await receiver.wait_for(before + sum(each.due for each in started.values()))
    heard = Heard.of(started, arrivals)
    what = f"{RATE} webhooks/s"
    return [
        Figure(f"{what}: start of a game to receiver, p50", percentile(heard.lateness, 0.5), "s"),
        Figure(
            f"{what}: start of a game to receiver, p99",
            percentile(heard.lateness, 0.99),
            "s",
            f"goal < {DELIVERY_GOAL_SECONDS}",
        ),
        *_losses(what, heard),
    ]


def _losses(what: str, heard: Heard) -> list[Figure]:
    return [
        Figure(f"{what}: not received", heard.missing, "webhooks", "goal 0"),
        Figure(f"{what}: received more than once", heard.repeated, "webhooks", "goal 0"),
    ]


class Subscribers:
    """Tables of two people, each of whom has a webhook. Nobody plays at them."""

    def __init__(self, layout: Layout, game: str, port: int) -> None:
        self._channels = [open_channel(layout.lobby, shared=False) for _ in range(_CHANNELS)]
        self._game = game
        self._port = port
        self._opened = 0
        self._waiting: list[tuple[Person, tables_pb2.Table]] = []
        self.due = 0
        """How many notifications the start of a game is worth; 0 while none has started."""

    async def close(self) -> None:
        """Close all channels."""
        for channel in self._channels:
            await channel.close()

    async def open(self, count: int) -> None:
        """Open so many tables, each with both seats taken."""
        numbers = iter(range(self._opened, self._opened + count))

        async def opener() -> None:
            for number in numbers:
                channel = self._channels[number % _CHANNELS]
                host, guest = [await Person.arrive(channel) for _ in range(2)]
                for place, person in enumerate((host, guest)):
                    await self._subscribe(person, 2 * number + place)
                table = await host.create(self._game, visibility=tables_pb2.VISIBILITY_PRIVATE)
                await guest.join(table)
                self._waiting.append((host, table))

        await asyncio.gather(*(opener() for _ in range(_AT_ONCE)))
        self._opened += count

    async def _subscribe(self, person: Person, number: int) -> None:
        url = f"http://127.0.0.{1 + number % _HOSTS}:{self._port}/hook/{person.player.id}"
        while True:
            try:
                await person.notifications.add_webhook(url)
            except UnavailableError:
                # The client does not repeat this call, since each answer has another secret; here nobody needs it.
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                return

    async def start(self, pause: float) -> dict[str, Started]:
        """Start the games of all tables that were opened, one every `pause` seconds. Returns them by their tables."""
        started: dict[str, Started] = {}
        begun, places = time.monotonic(), iter(range(len(self._waiting)))

        async def starter() -> None:
            for place in places:
                host, table = self._waiting[place]
                await asyncio.sleep(begun + place * pause - time.monotonic())
                asked = time.time()
                now = await host.tables.start(table.id)
                # Everybody learns that it began, and those who are asked learn that too.
                self.due = len(now.seats) + len(now.waiting_for)
                started[table.id] = Started(self.due, asked)

        await asyncio.gather(*(starter() for _ in range(_AT_ONCE)))
        self._waiting.clear()
        return started


@asynccontextmanager
async def subscribers(layout: Layout, game: str, port: int) -> AsyncIterator[Subscribers]:
    """Yield subscribers whose webhooks are at a port, and close their channels afterwards."""
    crowd = Subscribers(layout, game, port)
    try:
        yield crowd
    finally:
        await crowd.close()


class ReceiverProcess:
    """The process of a receiver."""

    def __init__(self, port: int, http: httpx2.AsyncClient) -> None:
        self.port = port
        self._http = http

    async def count(self) -> int:
        """Return how many different notifications arrived."""
        return int((await self._http.get("/count")).text)

    async def wait_for(self, expected: int, *, silence: float = _SILENCE_SECONDS) -> list[Arrival]:
        """Return all that arrived, once there are so many, or once no more came for `silence` seconds."""
        count, since = -1, time.monotonic()
        while count < expected and time.monotonic() < since + silence:
            now = await self.count()
            if now != count:
                count, since = now, time.monotonic()
            await asyncio.sleep(0.25)
        return [tuple(each) for each in json.loads((await self._http.get("/arrivals")).text)]


@asynccontextmanager
async def running_receiver() -> AsyncIterator[ReceiverProcess]:
    """Run a receiver for the block. Raises `RuntimeError` if it does not start."""
    [port] = free_ports(1)
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bench.receiver", "--port", str(port))
    try:
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
            receiver = ReceiverProcess(port, http)

            async def answers() -> bool:
                try:
                    return await receiver.count() == 0
                except httpx2.TransportError:
                    return False

            if not await until_healthy(answers, within=_START_SECONDS):
                raise RuntimeError("the receiver did not start")
            yield receiver
    finally:
        process.terminate()
        await process.wait()
