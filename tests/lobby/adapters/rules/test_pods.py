"""Pods of a game in processes of their own, frozen, killed and added under load."""

import asyncio
import os
import signal
import socket
import sys
import time
from collections import defaultdict
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import grpc.aio
import pytest

from galaxytables_lobby.adapters.rules.pods import TICK_SECONDS
from galaxytables_lobby.adapters.rules.stream import SILENT_TICKS
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.history import choices_that_hold
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.metrics import RULES_EJECTIONS, RULES_REPEATED
from galaxytables_serving import read_error
from tests.lobby.counting import NAME, CountingService
from tests.lobby.house import House, eventually, pods_of
from tests.ports import free_port

pytestmark = pytest.mark.e2e
ROOT = Path(__file__).parents[4]
HOST = "counting-rules.test"
PLAYERS, PAUSE = 12, 0.03
# A phase lasts until everybody has made so many choices in it.
PHASE_CHOICES = 10
PATIENCE = 120.0


class Name:
    """A name service that knows one name, and pods that come and go under it."""

    def __init__(self, monkeypatch, port):
        self.there: list[str] = []
        self.port = port
        known = socket.getaddrinfo

        def look_up(host, *args, **kwargs):
            if host != HOST:
                return known(host, *args, **kwargs)
            if not self.there:
                raise socket.gaierror(socket.EAI_NONAME, "no pod is ready")
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in self.there]

        monkeypatch.setattr(socket, "getaddrinfo", look_up)

    @asynccontextmanager
    async def pod(self, host):
        """A process that serves, and is known under the name once it does."""
        command = [sys.executable, "-m", "tests.lobby.adapters.rules.pod", host, str(self.port)]
        child = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stderr=asyncio.subprocess.DEVNULL)
        try:
            async with asyncio.timeout(60), grpc.aio.insecure_channel(f"{host}:{self.port}") as channel:
                await channel.channel_ready()
            self.there.append(host)
            yield child
        finally:
            if child.returncode is None:
                child.kill()
            await child.wait()


async def test_a_pod_that_answers_probes_and_no_calls_is_ejected(redis_server, counting):
    deaf = CountingService()
    await deaf.start()
    try:
        async with AsyncExitStack() as stack:
            house = House(redis_server.url, counting, stack)
            targets = "|".join(f"dns:///127.0.0.1:{service.port}" for service in (counting, deaf))
            house.settings = replace(house.settings, games={NAME: targets})
            pods = pods_of(await house.open_lobby())
            await eventually(lambda: len(pods.ready) == 2)
            tables = [await house.started() for _ in range(8)]
            ejections, repeated = RULES_EJECTIONS.labels(NAME), RULES_REPEATED.labels(NAME, "away")
            before = ejections._value.get(), repeated._value.get()
            deaf.rules.answering.clear()
            for table_id, (one, two) in tables:
                await one.pick(table_id)
                await two.pick(table_id)
            assert repeated._value.get() > before[1]
            await eventually(lambda: ejections._value.get() > before[0])
            assert [pod.address for pod in pods.ready] == [f"127.0.0.1:{counting.port}"]
            deaf.rules.answering.set()
            await eventually(lambda: len(pods.ready) == 2)
    finally:
        await deaf.stop()


async def test_a_lobby_that_was_held_up_itself_ejects_nobody(redis_server, counting):
    other = CountingService()
    await other.start()
    try:
        async with AsyncExitStack() as stack:
            house = House(redis_server.url, counting, stack)
            targets = "|".join(f"dns:///127.0.0.1:{service.port}" for service in (counting, other))
            house.settings = replace(house.settings, games={NAME: targets})
            pods = pods_of(await house.open_lobby())
            await eventually(lambda: len(pods.ready) == 2)
            tables = [await house.started() for _ in range(8)]
            ejections = RULES_EJECTIONS.labels(NAME)
            before = ejections._value.get()
            for service in (counting, other):
                service.rules.answering.clear()
            picks = [asyncio.create_task(one.pick(table_id)) for table_id, (one, _) in tables]
            await eventually(lambda: any(pods._waiting()))
            for service in (counting, other):
                service.rules.answering.set()
            time.sleep(1.5 * TICK_SECONDS * SILENT_TICKS)  # noqa: ASYNC251  # nothing of this process goes on
            await asyncio.gather(*picks)
            assert ejections._value.get() == before
    finally:
        await other.stop()


async def test_the_timer_of_calls_runs_only_while_some_wait(redis_server, counting, monkeypatch):
    monkeypatch.setattr("galaxytables_lobby.adapters.rules.pods.TICK_SECONDS", 30.0)
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        pods = pods_of(await house.open_lobby())
        table_id, (one, _) = await house.started()
        counting.rules.answering.clear()
        picking = asyncio.create_task(one.pick(table_id))
        await eventually(lambda: any(pods._waiting()))
        assert pods._ticking is not None
        counting.rules.answering.set()
        await picking
        assert pods._ticking is None


def answered(pods, host, port):
    pod = pods._pods.get(f"{host}:{port}")
    return 0 if pod is None else pod.stream.answered


@dataclass
class Load:
    """The choices that were acknowledged to each player, and the codes of those that were refused."""

    made: dict[tuple[str, int], list[str]] = field(default_factory=lambda: defaultdict(list))
    refusals: set[grpc.StatusCode] = field(default_factory=set)

    async def play(self, table_id, guest, seat):
        made = self.made[table_id, seat]
        while True:
            turn = len(made) + 1
            prompt_id = f"r{turn}s{seat}"
            try:
                await guest.submit(table_id, prompt_id, "c0", request_id=f"turn-{turn:06}")
                made.append(prompt_id)
            except grpc.aio.AioRpcError as error:
                # The other seat is yet to choose.
                if read_error(error).reason != "PROMPT_CLOSED":
                    self.refusals.add(error.code())
            await asyncio.sleep(PAUSE)

    async def goes_on(self):
        """Come back after a phase."""
        done = {player: len(made) for player, made in self.made.items()}
        await eventually(
            lambda: all(len(self.made[player]) >= before + PHASE_CHOICES for player, before in done.items()), PATIENCE
        )


async def test_pods_are_frozen_killed_and_added_under_load(redis_server, counting, monkeypatch):
    name = Name(monkeypatch, free_port())
    one, two, three = "127.0.0.2", "127.0.0.3", "127.0.0.4"
    async with AsyncExitStack() as stack:
        frozen = await stack.enter_async_context(name.pod(one))
        killed = await stack.enter_async_context(name.pod(two))
        house = House(redis_server.url, counting, stack)
        house.settings = replace(house.settings, games={NAME: f"dns:///{HOST}:{name.port}"})
        lobby = await house.open_lobby()
        game, pods = lobby.games.rules_of(NAME), pods_of(lobby)
        await eventually(lambda: len(pods.ready) == 2)
        load = Load()
        tables = [await house.started(options={"rounds": "9999"}) for _ in range(PLAYERS // 2)]
        players = [
            asyncio.create_task(load.play(table_id, guest, seat))
            for table_id, guests in tables
            for seat, guest in enumerate(guests)
        ]
        stack.push_async_callback(end_tasks, players)
        await eventually(lambda: len(load.made) == PLAYERS)
        await load.goes_on()

        os.kill(frozen.pid, signal.SIGSTOP)
        await load.goes_on()
        await eventually(lambda: len(pods.ready) == 1, PATIENCE)
        assert game.available
        os.kill(frozen.pid, signal.SIGCONT)
        await eventually(lambda: len(pods.ready) == 2, PATIENCE)

        killed.kill()
        await load.goes_on()
        name.there.remove(two)
        await stack.enter_async_context(name.pod(three))
        await eventually(lambda: answered(pods, three, name.port) > 0, PATIENCE)
        counted = {host: answered(pods, host, name.port) for host in (one, three)}
        await load.goes_on()
        await eventually(
            lambda: all(answered(pods, host, name.port) > then for host, then in counted.items()), PATIENCE
        )

        assert all(not player.done() for player in players)
        assert load.refusals <= {grpc.StatusCode.UNAVAILABLE}
        # Whoever was refused has gone on; what was acknowledged was made, once, and in order.
        for table_id, _ in tables:
            acknowledged = {seat: list(load.made[table_id, seat]) for seat in range(2)}
            journal = choices_that_hold(await lobby.tables.store.journal(TableId(table_id)))
            for seat, prompts in acknowledged.items():
                made = [choice.prompt_id for choice in journal if choice.seat == seat]
                assert made[: len(prompts)] == prompts
                assert len(made) == len(set(made))
