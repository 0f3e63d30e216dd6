"""What is done to a platform while tables are played: to its store, to its processes, by its clients."""

import asyncio
import os
import signal
import urllib.request
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from random import Random
from time import monotonic

import grpc
import grpc.aio

from galaxytables.lobby.v1 import players_pb2, players_pb2_grpc
from galaxytables_platform.child import READY_SECONDS
from galaxytables_platform.layout import Layout, numbered
from galaxytables_platform.probes import until_healthy
from galaxytables_platform.supervisor import Supervisor
from tests.chaos.store import KilledStore
from tests.chaos.verdict import MAX_ADDING_SECONDS, Verdict

FROZEN_SECONDS = (3.0, 10.0)
AWAY_SECONDS = (5.0, 15.0)
FLOOD, SILENT = 300, 200
SILENT_SECONDS = 40.0
PAGE_SECONDS = 5.0
# Addresses of documentation: nobody's.
_STRANGER = (("x-forwarded-for", "203.0.113.7"),)

_CALLED = b"\ngalaxytables_rules_calls_total{"

Fault = Callable[[], Awaitable[None]]


class Breaking:
    """The faults of a platform, each by name."""

    def __init__(
        self, layout: Layout, supervisor: Supervisor, store: KilledStore, random: Random, verdict: Verdict
    ) -> None:
        """Take what is to be broken, and where it is noted."""
        self._layout = layout
        self._supervisor = supervisor
        self._store = store
        self._random = random
        self.verdict = verdict
        pods = [numbered(game, place) for game, served in layout.rules.items() for place in range(len(served.pods))]
        lobbies = [numbered("lobby", place) for place in range(len(layout.lobbies))]
        self.of_processes: Mapping[str, Fault] = {
            "pod killed": lambda: self._kill(pods),
            "pod frozen": lambda: self._freeze(pods),
            "pod taken away and added": self._take_away_and_add,
            "lobby killed": lambda: self._kill(lobbies),
            "clock killed": lambda: self._kill(["clock"]),
            "beat killed": lambda: self._kill(["beat"]),
            "bots killed": lambda: self._kill(["bots"]),
        }
        self.of_clients: Mapping[str, Fault] = {"flood": self._flood, "silent connections": self._stay_silent}
        self.of_store: Mapping[str, Fault] = {"master killed": store.kill_master}
        verdict.wanted = frozenset({*self.of_processes, *self.of_clients, *self.of_store})

    async def go_on(self, faults: Mapping[str, Fault], pause: tuple[float, float], end: float) -> None:
        """Do one after the other in random order, all of them before any again, until the time `end`."""
        names: list[str] = []
        while True:
            await asyncio.sleep(self._random.uniform(*pause))
            if monotonic() >= end:
                return
            names = names or self._random.sample(sorted(faults), len(faults))
            name = names.pop()
            await faults[name]()
            self.verdict.done[name] += 1

    async def _kill(self, names: list[str]) -> None:
        pid = self._supervisor.children[self._random.choice(names)].pid
        if pid is not None:
            os.kill(pid, signal.SIGKILL)

    async def _freeze(self, names: list[str]) -> None:
        """A process keeps its connections and answers nothing for some seconds."""
        pid = self._supervisor.children[self._random.choice(names)].pid
        if pid is None:
            return
        os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(self._random.uniform(*FROZEN_SECONDS))
        finally:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    async def _take_away_and_add(self) -> None:
        """A game has a pod less for some seconds, and then one that nobody knows yet."""
        game, served = self._random.choice(sorted(self._layout.rules.items()))
        place = self._random.randrange(len(served.pods))
        child = self._supervisor.children[numbered(game, place)]

        async def runs() -> bool:
            return child.pid is not None

        await until_healthy(runs, within=READY_SECONDS)
        await child.stop()
        await asyncio.sleep(self._random.uniform(*AWAY_SECONDS))
        await child.start()
        began = monotonic()
        page = f"http://{served.pods[place].metrics.address}/metrics"

        async def called() -> bool:
            return await asyncio.to_thread(_was_called, page)

        with suppress(TimeoutError):
            await until_healthy(called, within=MAX_ADDING_SECONDS + 1)
        self.verdict.added.append(monotonic() - began)

    async def _flood(self) -> None:
        """One address makes guests as fast as it can."""
        async with grpc.aio.insecure_channel(self._layout.lobby) as channel:
            stub = players_pb2_grpc.PlayerServiceStub(channel)
            request = players_pb2.CreateGuestRequest(name="Flood")
            calls = [stub.CreateGuest(request, metadata=_STRANGER, timeout=10.0) for _ in range(FLOOD)]
            for answer in await asyncio.gather(*calls, return_exceptions=True):
                if isinstance(answer, grpc.aio.AioRpcError):
                    self.verdict.refused += answer.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
                else:
                    self.verdict.let_in += 1

    async def _stay_silent(self) -> None:
        """Many connect and never speak."""
        host, _, port = self._layout.lobby.rpartition(":")
        left = await asyncio.gather(*(_is_left_open(host, int(port)) for _ in range(SILENT)))
        self.verdict.silent_left += sum(left)


def _was_called(page: str) -> bool:
    try:
        with urllib.request.urlopen(page, timeout=PAGE_SECONDS) as answer:  # noqa: S310  # a pod of this platform
            return _CALLED in answer.read()
    except OSError:
        return False


async def _is_left_open(host: str, port: int) -> bool:
    """Whether a connection that says nothing is still open after what is long enough."""
    try:
        reader, writer = await asyncio.open_connection(host, port)
    except OSError:
        return False
    try:
        async with asyncio.timeout(SILENT_SECONDS):
            await reader.read()
    except TimeoutError:
        return True
    except OSError:
        return False
    else:
        return False
    finally:
        writer.close()
