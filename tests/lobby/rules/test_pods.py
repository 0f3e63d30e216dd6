"""Pods of a game in processes of their own, frozen, killed and added under load."""

import asyncio
import os
import signal
import socket
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import grpc.aio
import pytest

from services.lobby.metrics import RULES_EJECTIONS, RULES_REPEATED
from services.lobby.rules.pods import TICK_SECONDS
from services.lobby.rules.stream import SILENT_TICKS
from services.lobby.tasks import end_tasks
from services.serving import read_error
from tests.lobby.counting import NAME, CountingService
from tests.lobby.house import House, eventually
from tests.ports import free_port

pytestmark = pytest.mark.e2e
ROOT = Path(__file__).parents[3]
HOST = "counting-rules.test"
PLAYERS, PAUSE = 24, 0.03
# A phase lasts for so many seconds, and for so many choices where the machine is busy with other things.
PHASE_SECONDS, PHASE_CHOICES = 1.5, 100


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
        command = [sys.executable, "-m", "tests.lobby.rules.pod", host, str(self.port)]
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
            pods = (await house.open_lobby()).games.rules_of(NAME)._pods
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
            pods = (await house.open_lobby()).games.rules_of(NAME)._pods
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
    monkeypatch.setattr("services.lobby.rules.pods.TICK_SECONDS", 30.0)
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        pods = (await house.open_lobby()).games.rules_of(NAME)._pods
        table_id, (one, _) = await house.started()
        counting.rules.answering.clear()
        picking = asyncio.create_task(one.pick(table_id))
        await eventually(lambda: any(pods._waiting()))
        assert pods._ticking is not None
        counting.rules.answering.set()
        await picking
        assert pods._ticking is None


def answered(game, host, port):
    pod = game._pods._pods.get(f"{host}:{port}")
    return 0 if pod is None else pod.stream.answered


@dataclass
class Load:
    """What clients met: how many choices were taken, and when one was refused."""

    took: int = 0
    errors: list[tuple[float, int, str]] = field(default_factory=list)

    async def play(self, number, table_id, guest, seat):
        turn = 1
        while True:
            began = time.monotonic()
            try:
                await guest.submit(table_id, f"r{turn}s{seat}", "c0", request_id=f"turn-{turn:06}")
                turn += 1
                self.took += 1
            except grpc.aio.AioRpcError as error:
                reason = read_error(error).reason
                # The other seat is yet to choose.
                if reason != "PROMPT_CLOSED":
                    self.errors.append((began, number, reason))
            await asyncio.sleep(PAUSE)

    async def goes_on(self):
        """Come back after a phase."""
        done = self.took
        await asyncio.sleep(PHASE_SECONDS)
        await eventually(lambda: self.took >= done + PHASE_CHOICES, within=60)

    def errors_a_second(self):
        """The most that one client met in one second."""
        counted = Counter((number, int(when)) for when, number, _ in self.errors)
        return max(counted.values(), default=0)


async def test_pods_are_frozen_killed_and_added_under_load(redis_server, counting, monkeypatch):
    name = Name(monkeypatch, free_port())
    one, two, three = "127.0.0.2", "127.0.0.3", "127.0.0.4"
    async with AsyncExitStack() as stack:
        frozen = await stack.enter_async_context(name.pod(one))
        killed = await stack.enter_async_context(name.pod(two))
        house = House(redis_server.url, counting, stack)
        house.settings = replace(house.settings, games={NAME: f"dns:///{HOST}:{name.port}"})
        lobby = await house.open_lobby()
        game = lobby.games.rules_of(NAME)
        await eventually(lambda: len(game._pods.ready) == 2)
        load = Load()
        tables = [await house.started(options={"rounds": "9999"}) for _ in range(PLAYERS // 2)]
        players = [
            asyncio.create_task(load.play(2 * place + seat, table_id, guest, seat))
            for place, (table_id, guests) in enumerate(tables)
            for seat, guest in enumerate(guests)
        ]
        stack.push_async_callback(end_tasks, players)
        await load.goes_on()

        os.kill(frozen.pid, signal.SIGSTOP)
        await load.goes_on()
        await eventually(lambda: len(game._pods.ready) == 1)
        assert game.available
        os.kill(frozen.pid, signal.SIGCONT)
        await eventually(lambda: len(game._pods.ready) == 2)

        killed.kill()
        await load.goes_on()
        name.there.remove(two)
        await stack.enter_async_context(name.pod(three))
        await eventually(lambda: answered(game, three, name.port) > 0)
        counted = {host: answered(game, host, name.port) for host in (one, three)}
        await load.goes_on()

        assert all(not player.done() for player in players)
        assert load.errors_a_second() <= 1, load.errors
        shares = [answered(game, host, name.port) - before for host, before in counted.items()]
        assert min(shares) > sum(shares) / 10, shares
