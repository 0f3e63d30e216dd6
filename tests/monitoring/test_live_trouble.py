"""A real Prometheus reads a real platform in which one thing after the other goes wrong: each is told by its own alert.

What is broken stays broken while the next thing is, so that an alert must not be fired by another one's trouble; then
all is mended, and all is quiet.
"""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from prometheus_client import CollectorRegistry, Gauge, start_http_server

from galaxytables.lobby.v1 import players_pb2, players_pb2_grpc, tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_platform.child import Child, Plan
from galaxytables_platform.console import Console
from galaxytables_platform.layout import free_layout
from galaxytables_platform.logfile import ChildLog
from galaxytables_platform.ports import HOST
from galaxytables_platform.probes import metrics_page
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import read_settings
from galaxytables_serving.tls import LOOK_SECONDS
from tests.lobby.counting import NAME, CountingRules, CountingService, Refused
from tests.lobby.house import Guest
from tests.monitoring.live import SECONDS_TO_CLEAR, metrics_of, needs_prometheus, prometheus_beside, until_firing
from tests.ports import free_port
from tests.serving.authority import Authority

# The clock acts on 64 at once, twice each: all of them in fourteen seconds, while each is due again after four.
TABLES_OF_A_RUSH = 300
SECONDS_OF_A_SLOW_ANSWER = 1.5
SOMEBODY_ELSE = "203.0.113.7"

pytestmark = [pytest.mark.e2e, pytest.mark.release, needs_prometheus]


class TroubledRules(CountingRules):
    """Rules that fail, or take their time, when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = False
        self.slow = False

    async def Session(self, request_iterator, context) -> AsyncIterator[rules_pb2.SessionResponse]:  # noqa: ARG002
        waiting: asyncio.Queue[tuple[float, rules_pb2.SessionCall]] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        async def read() -> None:
            async for request in request_iterator:
                due = loop.time() + (SECONDS_OF_A_SLOW_ANSWER if self.slow else 0.0)
                for call in request.calls:
                    waiting.put_nowait((due, call))

        reading = asyncio.create_task(read())
        try:
            while True:
                due, call = await waiting.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                yield rules_pb2.SessionResponse(answers=[self.answer_or_refusal(call)])
        finally:
            reading.cancel()

    def answer(self, request: rules_pb2.SessionCall) -> rules_pb2.SessionAnswer:
        if self.fails and request.HasField("apply"):
            error = Refused("INTERNAL", "A mistake in the rules.")
            error.code = grpc.StatusCode.INTERNAL
            raise error
        return super().answer(request)


class Person(Guest):
    """Somebody at the platform's public address."""

    @classmethod
    async def arrives(cls, channel: grpc.aio.Channel, name: str) -> "Person":
        made = await players_pb2_grpc.PlayerServiceStub(channel).CreateGuest(players_pb2.CreateGuestRequest(name=name))
        return cls(channel, made.token, made.player.id)

    async def begin_with(self, other: Guest, *, seconds: int = 0) -> str:
        """Start a table with somebody; each choice may take so long, 0 for ever."""
        control = tables_pb2.TimeControl(per_move=Duration(seconds=seconds)) if seconds else None
        table = await self.create(2, options={"rounds": "99"}, time_control=control)
        await other.join(table.invitation or table.id)
        await other.ready(table.id)
        return (await self.start(table.id)).id


@contextmanager
def again_and_again(work: Callable[[], Awaitable[object]]) -> Iterator[None]:
    """Something is tried all the time, whatever comes of it."""

    async def forever() -> None:
        while True:
            try:
                await work()
            except grpc.aio.AioRpcError:
                await asyncio.sleep(0.05)

    trying = asyncio.create_task(forever())
    try:
        yield
    finally:
        trying.cancel()


@asynccontextmanager
async def tls_service(files: Authority, folder: Path, metrics: str) -> AsyncIterator[str]:
    """A service of the platform with a certificate of its own, `tls.pem`; gives its address."""
    certified = files.certify("tls")
    port = free_port()
    plan = Plan(
        name="tls",
        command=(sys.executable, "-m", "galaxytables_jump"),
        probe=metrics_page(metrics, holding="galaxytables_serving 1.0"),
        environment={
            "GALAXYTABLES_LISTEN": f"{HOST}:{port}",
            "GALAXYTABLES_METRICS_PORT": metrics,
            "GALAXYTABLES_TLS_CERTIFICATE": str(certified.certificate),
            "GALAXYTABLES_TLS_KEY": str(certified.key),
        },
    )
    console = Console()
    service = Child(plan, ChildLog(folder, "tls", console), console)
    await service.start()
    try:
        yield f"{HOST}:{port}"
    finally:
        await service.stop()


@contextmanager
def disk_of_a_node(port: int) -> Iterator[Gauge]:
    """What a kubelet tells of a volume of 100 bytes; its free part is to be set. There is none on one machine."""
    registry = CollectorRegistry()
    Gauge("kubelet_volume_stats_capacity_bytes", "Its size.", registry=registry).set(100)
    free = Gauge("kubelet_volume_stats_available_bytes", "What is free of it.", registry=registry)
    free.set(50)
    server, thread = start_http_server(port, HOST, registry)
    try:
        yield free
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def archive_locked(file: Path) -> Iterator[None]:
    """Nobody else writes the archive meanwhile."""
    with closing(sqlite3.connect(file, timeout=60, isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        yield
        database.execute("ROLLBACK")


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A platform that also plays a game whose rules are in the test's hand, and a Prometheus beside it."""

    rules: TroubledRules
    prometheus: str
    lobby: grpc.aio.Channel
    archive: Path
    free_of_disk: Gauge
    authority: Authority
    tls: str
    ada: Person
    ben: Person

    async def certify(self, *, days: int) -> None:
        """Give the service with a certificate another one, which it looks for upon a connection."""
        self.authority.certify("tls", days=days)
        await asyncio.sleep(2 * LOOK_SECONDS)
        trusted = grpc.ssl_channel_credentials(self.authority.roots.read_bytes())
        async with grpc.aio.secure_channel(self.tls, trusted) as channel:
            await channel.channel_ready()

    async def come_again(self) -> None:
        """Somebody at another address wants one more guest."""
        request = players_pb2.CreateGuestRequest(name="Cleo")
        newcomers = players_pb2_grpc.PlayerServiceStub(self.lobby)
        await newcomers.CreateGuest(request, metadata=(("x-forwarded-for", SOMEBODY_ELSE),))


@asynccontextmanager
async def scene(folder: Path) -> AsyncIterator[Scene]:
    counting = CountingService()
    counting.rules = rules = TroubledRules()
    await counting.start()
    layout = free_layout(read_settings(RunSettings, {"GAMES": "jump"}), folder / "data")
    layout = replace(layout, other_games={NAME: f"dns:///{HOST}:{counting.port}"})
    authority = Authority(folder)
    tls_metrics, disk_metrics = free_port(), free_port()
    figures = {"tls": f"{HOST}:{tls_metrics}", "node": f"{HOST}:{disk_metrics}"}
    async with AsyncExitStack() as stack:
        stack.push_async_callback(counting.stop)
        supervisor = await stack.enter_async_context(running_platform(layout, Console()))
        lobby = await stack.enter_async_context(grpc.aio.insecure_channel(layout.lobby))
        yield Scene(
            rules=rules,
            tls=await stack.enter_async_context(tls_service(authority, folder, figures["tls"])),
            free_of_disk=stack.enter_context(disk_of_a_node(disk_metrics)),
            prometheus=await stack.enter_async_context(
                prometheus_beside(metrics_of(supervisor) | figures, folder / "prometheus")
            ),
            lobby=lobby,
            archive=layout.data / "archive.db",
            authority=authority,
            ada=await Person.arrives(lobby, "Ada"),
            ben=await Person.arrives(lobby, "Ben"),
        )


async def test_each_trouble_is_told_by_its_own_alert_and_all_is_quiet_when_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Slow answers come late, but never too late, whatever else the machine does.
    monkeypatch.setenv("GALAXYTABLES_RULES_SECONDS", "20")
    async with scene(tmp_path) as now:
        ada, ben, rules = now.ada, now.ben, now.rules
        await ada.begin_with(ben)
        await until_firing(now.prometheus, set())

        # Its service is replaced by one of the next version alone. Lobbies look for such tables once a minute.
        rules.versions = [2]
        broken: set[str] = set()
        besides = {"TablesStranded"}

        async def is_told(*alerts: str) -> None:
            broken.update(alerts)
            await until_firing(now.prometheus, broken, besides=besides)

        now.free_of_disk.set(5)
        await is_told("DiskNearlyFull")
        await now.certify(days=5)
        await is_told("CertificateNearEnd")
        async with AsyncExitStack() as troubles:
            troubles.enter_context(archive_locked(now.archive))
            await ada.resign(await ada.begin_with(ben))
            await is_told("ArchiveBehind")
            troubles.enter_context(again_and_again(now.come_again))
            await is_told("LimitsStorm")

            for _ in range(TABLES_OF_A_RUSH):
                await ada.begin_with(ben, seconds=3)
            rules.slow = True
            # On a busy machine slow rules also take longer than the clock waits for them.
            besides.add("DeadlinesFail")
            await is_told("DeadlinesLate")
            rules.slow = False
            broken.remove("DeadlinesLate")
            # Some of these tables may go on until nobody has been there for long.
            besides.add("DeadlinesLate")

            table = await ada.begin_with(ben)
            rules.fails = True
            troubles.enter_context(again_and_again(lambda: ada.pick(table)))
            await is_told("ChoicesFail", "CallsFail")
            await is_told("TablesStranded")
        rules.fails = False
        rules.versions = [2, 1]
        now.free_of_disk.set(50)
        await now.certify(days=20)
        await until_firing(now.prometheus, set(), within=SECONDS_TO_CLEAR)
