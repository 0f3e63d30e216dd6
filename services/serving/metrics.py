"""The `/metrics` endpoint, and the figures that every process has.

Names follow Prometheus' conventions; calls use the names that gRPC dashboards know (`grpc_server_...`). Labels
are bounded: methods, codes, processes, never tables or players.
"""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from wsgiref.simple_server import WSGIServer

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics, start_http_server

from services.serving.settings import Address, PortInUseError

disable_created_metrics()  # type: ignore[no-untyped-call]  # no types

RPC_STARTED = Counter("grpc_server_started_total", "Calls that reached a handler.", ["grpc_service", "grpc_method"])
RPC_HANDLED = Counter(
    "grpc_server_handled_total", "Calls that ended, by code.", ["grpc_service", "grpc_method", "grpc_code"]
)
RPC_SECONDS = Histogram(
    "grpc_server_handling_seconds",
    "Time from request to answer of unary calls.",
    ["grpc_service", "grpc_method"],
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
RPC_OPEN = Gauge("grpc_server_open_calls", "Calls and streams under way.", ["grpc_service", "grpc_method"])
SERVING = Gauge("galaxy_serving", "1 while this process does its work, 0 before, in a drain and after.")
PROCESS = Gauge("galaxy_process_info", "1 for the process that answers.", ["process"])
LOOP_LAG = Histogram(
    "galaxy_event_loop_lag_seconds",
    "How much later than asked the event loop woke a sampler.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
)
LAG_SAMPLE_SECONDS = 1.0


class MetricsEndpoint:
    """A `/metrics` page served by a thread of its own: a scrape neither waits for the loop nor holds it."""

    def __init__(self, server: WSGIServer, thread: threading.Thread) -> None:
        self._server, self._thread = server, thread

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._server.server_port

    def close(self) -> None:
        """Stop listening; blocks for half a second at most."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def start_metrics(address: Address, process: str, *, variable: str = "GALAXY_METRICS_PORT") -> MetricsEndpoint:
    """Serve `/metrics` at the address. Raises `PortInUseError`, naming the variable to change."""
    PROCESS.labels(process).set(1)
    try:
        return MetricsEndpoint(*start_http_server(address.port, address.host))
    except OSError as error:
        raise PortInUseError(
            f"{process}: cannot serve metrics on {address} ({error.strerror}); set {variable} to a free port.",
        ) from error


@asynccontextmanager
async def sampling_loop_lag() -> AsyncIterator[None]:
    """Measure the event loop's lag while the block runs."""

    async def sample() -> None:
        while True:
            asked = time.perf_counter() + LAG_SAMPLE_SECONDS
            await asyncio.sleep(LAG_SAMPLE_SECONDS)
            LOOP_LAG.observe(max(0.0, time.perf_counter() - asked))

    sampler = asyncio.create_task(sample(), name="loop-lag")
    try:
        yield
    finally:
        sampler.cancel()
        await asyncio.gather(sampler, return_exceptions=True)
