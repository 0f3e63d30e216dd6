"""Runs the main coroutine of a process, with settings, logs, metrics, traces, uvloop and signals."""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TypeVar

import structlog
import uvloop

from galaxytables_serving.files import raise_file_limit, watching_files
from galaxytables_serving.liveness import turning
from galaxytables_serving.logs import LogSettings, configure_logs
from galaxytables_serving.metrics import sampling_loop_lag, start_metrics
from galaxytables_serving.polling import start_polling
from galaxytables_serving.settings import Address, StartError, optional_address, read_settings, variable
from galaxytables_serving.tracing import TraceSettings, start_tracing, stop_tracing

EXIT_START_FAILED = 2

# Thresholds of the garbage collector. Reference counting frees nearly all objects of a request; with Python's default
# thresholds, the search for cycles takes a tenth of a busy process.
_COLLECTION_THRESHOLDS = (50_000, 20, 50)

_log = structlog.get_logger(__name__)

T = TypeVar("T")


@dataclass(frozen=True)
class MetricsSettings:
    """The setting that says where a process serves its metrics."""

    address: Address | None = variable(
        "GALAXYTABLES_METRICS_PORT",
        optional_address,
        "port or `host:port` of `/metrics`, and of `/alive`, which says whether the process turns; nowhere if unset",
    )


class Process:
    """The process, as it is passed to its main coroutine.

    `name` is in logs and metrics, and `variables` hold the settings. When the process must end, `stop` is set. The
    main coroutine then finishes open work and returns.
    """

    def __init__(self, name: str, variables: Mapping[str, str]) -> None:
        self.name = name
        self.variables = variables
        self.stop = asyncio.Event()

    async def unless_stopped(self, starting: Coroutine[None, None, T]) -> T | None:
        """Await a coroutine and return its result; if the process must stop first, cancel it and return None."""
        work = asyncio.ensure_future(starting)
        stopped = asyncio.ensure_future(self.stop.wait())
        try:
            await asyncio.wait([work, stopped], return_when=asyncio.FIRST_COMPLETED)
            return work.result() if work.done() else None
        finally:
            stopped.cancel()
            work.cancel()
            await asyncio.wait([work])


def run_process(
    name: str, main: Callable[[Process], Awaitable[None]], *, variables: Mapping[str, str] | None = None
) -> int:
    """Run the main coroutine under uvloop until it returns; return the exit code.

    SIGTERM and SIGINT set `stop`; a second one ends the process at once. A `StartError` becomes one line on stderr and
    code 2; any other exception is logged, and gives code 1.
    """
    given = os.environ if variables is None else variables
    try:
        configure_logs(read_settings(LogSettings, given), name)
        _collect_seldom()
        raise_file_limit()
        start_polling()
        return uvloop.run(_run(Process(name, given), main))
    except StartError as error:
        print(error, file=sys.stderr)  # noqa: T201  # for the person who started it, whatever the log format
        return EXIT_START_FAILED


def _collect_seldom() -> None:
    """Exclude imported objects from garbage collection, and collect cycles less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTION_THRESHOLDS)


async def _run(process: Process, main: Callable[[Process], Awaitable[None]]) -> int:
    loop = asyncio.get_running_loop()
    start_tracing(read_settings(TraceSettings, process.variables), process.name)
    task = asyncio.ensure_future(main(process))

    def ask_to_stop(number: signal.Signals) -> None:
        if process.stop.is_set():
            _log.warning("stopping_at_once", signal=number.name)
            task.cancel()
            return
        _log.info("stopping", signal=number.name)
        process.stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ask_to_stop, number)
    try:
        async with AsyncExitStack() as stack:
            stack.push_async_callback(asyncio.to_thread, stop_tracing)
            address = read_settings(MetricsSettings, process.variables).address
            if address is not None:
                endpoint = start_metrics(address, process.name, turning(loop))
                stack.push_async_callback(asyncio.to_thread, endpoint.close)
            await stack.enter_async_context(sampling_loop_lag())
            await stack.enter_async_context(watching_files())
            await task
    except StartError:
        raise
    except asyncio.CancelledError:
        return 1
    except Exception as error:  # noqa: BLE001  # the last place that can log it
        _log.critical("process_failed", exc_info=error)
        return 1
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    return 0
