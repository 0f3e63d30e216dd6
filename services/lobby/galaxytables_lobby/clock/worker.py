"""A worker's event loop, on a thread of its own, with everything that the worker's tasks need."""

import asyncio
import sys
import threading
from collections.abc import Coroutine
from contextlib import AsyncExitStack

import structlog
import uvloop

from galaxytables_lobby.clock.archiving import Archiver, open_archiver
from galaxytables_lobby.clock.delivering import Deliverer, open_notifications
from galaxytables_lobby.clock.erasing import open_erasing
from galaxytables_lobby.clock.joining import open_joinings
from galaxytables_lobby.clock.notifying import Notifier
from galaxytables_lobby.clock.pairing import open_pairing
from galaxytables_lobby.clock.sweep import Sweep, open_sweep
from galaxytables_lobby.clock.ticks import processed
from galaxytables_lobby.play.joining import Joinings
from galaxytables_lobby.play.pairing.waves import Waves
from galaxytables_lobby.play.people import People
from galaxytables_lobby.settings import Settings
from galaxytables_serving import StartError
from galaxytables_serving.liveness import turning
from galaxytables_serving.metrics import SERVING, MetricsEndpoint, sampling_loop_lag, start_metrics
from galaxytables_serving.process import MetricsSettings
from galaxytables_serving.settings import read_settings
from galaxytables_serving.tracing import TraceSettings, start_tracing, stop_tracing

_log = structlog.get_logger(__name__)


_START_SECONDS = 30.0
# Longer than any sweep takes; a task that hangs is given up so that the worker stays alive.
_TASK_SECONDS = 60.0
# An erasure searches all tables of the store.
_ERASURE_SECONDS = 3600.0


class Worker:
    """Runs the tasks of Celery's threads on one event loop.

    Call `start` before the first task, `close` after the last one.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._stack: AsyncExitStack | None = None
        self._sweep: Sweep | None = None
        self._archiver: Archiver | None = None
        self._notifications: tuple[Notifier, Deliverer] | None = None
        self._waves: Waves | None = None
        self._joinings: Joinings | None = None
        self._people: People | None = None
        self._metrics: MetricsEndpoint | None = None

    def start(self) -> None:
        """Start the event loop and open all connections. If a setting is invalid, the process ends with code 2."""
        try:
            settings = read_settings(Settings)
            self._loop = uvloop.new_event_loop()
            start_tracing(read_settings(TraceSettings), "clock")
            address = read_settings(MetricsSettings).address
            if address is not None:
                self._metrics = start_metrics(address, "clock", turning(self._loop))
            self._thread = threading.Thread(target=self._loop.run_forever, name="clock-loop", daemon=True)
            self._thread.start()
            self._run(self._open(settings), _START_SECONDS)
        except StartError as error:
            print(error, file=sys.stderr)  # noqa: T201  # for the person who started it
            raise SystemExit(2) from None

    def close(self) -> None:
        """Close all connections and stop the event loop."""
        if self._loop is not None and self._thread is not None:
            if self._stack is not None:
                self._run(self._stack.aclose(), _START_SECONDS)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
            self._loop = self._stack = self._sweep = self._archiver = None
            self._notifications = self._waves = self._joinings = self._people = None
        if self._metrics is not None:
            self._metrics.close()
            self._metrics = None
        stop_tracing()

    def sweep(self, tick: str = "") -> None:
        """Act at all overdue tables, and wait until that is done. `tick` is the tick whose trace this continues."""
        if self._sweep is not None:
            with processed("sweep", tick) as span:
                self._run(self._sweep.sweep(span), _TASK_SECONDS)

    def notify(self, tick: str = "") -> None:
        """Find and queue what players must be notified of, and wait for that.

        Sending begins, and goes on afterwards.
        """
        if self._notifications is not None:
            notifier, deliverer = self._notifications

            async def notify_and_deliver() -> None:
                await notifier.notify()
                await deliverer.deliver()

            with processed("notify", tick):
                self._run(notify_and_deliver(), _TASK_SECONDS)

    def pair(self, tick: str = "") -> None:
        """Pair the people who wait for others, and wait until their tables are made."""
        if self._waves is not None:
            with processed("pair", tick):
                self._run(self._waves.pair(), _TASK_SECONDS)

    def forget(self, tick: str = "") -> None:
        """Delete tables from the store that were kept long enough, and wait until that is done."""
        if self._archiver is not None:
            with processed("forget", tick):
                self._run(self._archiver.forget(), _TASK_SECONDS)

    def archive(self, tick: str = "") -> None:
        """Archive finished tables, and wait until that is done."""
        if self._archiver is not None:
            with processed("archive", tick):
                self._run(self._archiver.archive(), _TASK_SECONDS)

    def join(self, tick: str = "") -> None:
        """Continue the merges of guests into accounts that are not done, and wait for that."""
        if self._joinings is not None:
            with processed("join", tick):
                self._run(self._joinings.resume(), _TASK_SECONDS)

    def erase(self, tick: str = "") -> None:
        """Continue the erasures of players that are not done, and wait for that."""
        if self._people is not None:
            with processed("erase", tick):
                self._run(self._people.resume(), _ERASURE_SECONDS)

    async def _open(self, settings: Settings) -> None:
        stack = AsyncExitStack()
        await stack.enter_async_context(sampling_loop_lag())
        self._sweep = await stack.enter_async_context(open_sweep(settings))
        self._archiver = await stack.enter_async_context(open_archiver(settings))
        self._notifications = await stack.enter_async_context(open_notifications(settings))
        self._waves = await stack.enter_async_context(open_pairing(settings))
        self._joinings = await stack.enter_async_context(open_joinings(settings))
        self._people = await stack.enter_async_context(open_erasing(settings))
        SERVING.set(1)
        stack.callback(SERVING.set, 0)
        self._stack = stack

    def _run(self, work: Coroutine[None, None, object], timeout: float) -> None:
        if self._loop is None:
            raise RuntimeError("the worker is not started")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            future.result(timeout)
        except TimeoutError:
            future.cancel()
            _log.error("clock_task_took_too_long", seconds=timeout)
