"""Workers that pair tickets, in processes of their own, killed at any moment."""

import asyncio
import multiprocessing
import os
import signal
import time

from galaxytables_lobby.settings import Settings
from tests.lobby.workers import open_pairing

_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload([__name__])


class DoomedWorker:
    """A worker that pairs again and again, until it is killed."""

    def __init__(self, settings: Settings, *, ahead: float) -> None:
        """Start it; its clock is so many seconds ahead."""
        self._ready = _PROCESSES.Event()
        self._process = _PROCESSES.Process(target=_run, args=(self._ready, settings, ahead))
        self._process.start()

    def wait(self) -> None:
        """Wait until it works."""
        assert self._ready.wait(60)

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.join(60)


def _run(ready, settings: Settings, ahead: float) -> None:
    asyncio.run(_pair(ready, settings, ahead))


async def _pair(ready, settings: Settings, ahead: float) -> None:
    async with open_pairing(settings, clock=lambda: time.time() + ahead) as waves:
        ready.set()
        while True:
            await waves.pair()
            await asyncio.sleep(0.01)
