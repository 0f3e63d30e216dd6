"""A worker's event loop, on a thread of its own, with everything that the worker does at a tick."""

import asyncio
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import structlog
import uvloop

from galaxytables_lobby.clock.announcing import announcer_of
from galaxytables_lobby.clock.archiving import archiver_of
from galaxytables_lobby.clock.connections import open_connections
from galaxytables_lobby.clock.delivering import open_notifications
from galaxytables_lobby.clock.erasing import people_of
from galaxytables_lobby.clock.merging import merges_of
from galaxytables_lobby.clock.pairing import waves_of
from galaxytables_lobby.clock.sweep import sweep_of
from galaxytables_lobby.clock.ticks import TICK_SECONDS, processed
from galaxytables_lobby.clock.tournaments import driver_of
from galaxytables_lobby.settings import Settings
from galaxytables_serving import StartError
from galaxytables_serving.liveness import turning
from galaxytables_serving.metrics import SERVING, MetricsEndpoint, sampling_loop_lag, start_metrics
from galaxytables_serving.process import MetricsSettings
from galaxytables_serving.settings import read_settings
from galaxytables_serving.tracing import Span, TraceSettings, start_tracing, stop_tracing

_log = structlog.get_logger(__name__)

ARCHIVE_SECONDS = 3.0
FORGET_SECONDS = 10.0
MERGE_SECONDS = 10.0
ERASE_SECONDS = 10.0
_START_SECONDS = 30.0
# Longer than any sweep takes; a job that hangs is given up so that the worker stays alive.
_JOB_SECONDS = 60.0
# An erasure searches all tables of the store.
_ERASURE_SECONDS = 3600.0


class Job:
    """A job that a worker does at the first tick after each interval of `every` seconds.

    Unless the job may `overlap` with itself, it is not begun again before its last run has ended.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[Span | None], Awaitable[object]],
        *,
        every: float = TICK_SECONDS,
        patience: float = _JOB_SECONDS,
        overlap: bool = False,
    ) -> None:
        """`work` does the job.

        It gets the job's span if the job is traced, and is cancelled after `patience` seconds.
        """
        self._name = name
        self._work = work
        # A tick may come a little early.
        self._every = every - TICK_SECONDS / 2
        self._patience = patience
        self._overlap = overlap
        self._begun = float("-inf")
        self._running = 0

    def is_due(self, now: float) -> bool:
        """Return whether the job must begin at the monotonic time `now`, in seconds."""
        return now - self._begun >= self._every and (self._overlap or not self._running)

    async def run(self, now: float, tick: str) -> None:
        """Do the job, and log its errors. The job continues the trace `tick`."""
        self._begun = now
        self._running += 1
        try:
            with processed(self._name, tick) as span:
                async with asyncio.timeout(self._patience):
                    await self._work(span)
        except TimeoutError:
            _log.error("clock_job_took_too_long", job=self._name, seconds=self._patience)
        except Exception:  # noqa: BLE001  # one job must not end the others
            _log.exception("clock_job_failed", job=self._name)
        finally:
            self._running -= 1


class Worker:
    """Does all the work that is due whenever beat sends a tick.

    The work runs on one event loop, in a thread of its own. Call `start` before the first tick, `close` after the last
    one.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._stack: AsyncExitStack | None = None
        self._jobs: tuple[Job, ...] = ()
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
            asyncio.run_coroutine_threadsafe(self._open(settings), self._loop).result(_START_SECONDS)
        except StartError as error:
            print(error, file=sys.stderr)  # noqa: T201  # for the person who started it
            raise SystemExit(2) from None

    def close(self) -> None:
        """Close all connections and stop the event loop."""
        if self._loop is not None and self._thread is not None:
            if self._stack is not None:
                asyncio.run_coroutine_threadsafe(self._stack.aclose(), self._loop).result(_START_SECONDS)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
            self._loop = self._stack = None
            self._jobs = ()
        if self._metrics is not None:
            self._metrics.close()
            self._metrics = None
        stop_tracing()

    def tick(self, tick: str = "") -> None:
        """Do all that is due, and wait until it is done. `tick` is the tick whose trace this continues."""
        if self._loop is not None:
            asyncio.run_coroutine_threadsafe(self._tick(tick), self._loop).result()

    async def _tick(self, tick: str) -> None:
        now = time.monotonic()
        await asyncio.gather(*[job.run(now, tick) for job in self._jobs if job.is_due(now)])

    async def _open(self, settings: Settings) -> None:
        stack = AsyncExitStack()
        await stack.enter_async_context(sampling_loop_lag())
        connections = await stack.enter_async_context(open_connections(settings))
        notifier, deliverer = await stack.enter_async_context(open_notifications(connections))
        archiver, waves, announcer = archiver_of(connections), waves_of(connections), announcer_of(connections)
        merges, people, driver = merges_of(connections), people_of(connections), driver_of(connections)

        async def notify() -> None:
            await notifier.notify()
            await deliverer.deliver()

        self._jobs = (
            # A table that keeps one sweep waiting must not keep the others waiting.
            Job("sweep", sweep_of(connections).sweep, overlap=True),
            Job("notify", lambda _: notify()),
            Job("announce", lambda _: announcer.announce()),
            Job("pair", lambda _: waves.pair()),
            Job("tournaments", lambda _: driver.drive()),
            Job("archive", lambda _: archiver.archive(), every=ARCHIVE_SECONDS),
            Job("forget", lambda _: archiver.forget(), every=FORGET_SECONDS),
            Job("merge", lambda _: merges.resume(), every=MERGE_SECONDS),
            Job("erase", lambda _: people.resume(), every=ERASE_SECONDS, patience=_ERASURE_SECONDS),
        )
        SERVING.set(1)
        stack.callback(SERVING.set, 0)
        self._stack = stack
