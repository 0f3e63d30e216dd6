"""Serves `/metrics` and `/alive`, and defines the metrics that every process has.

Names follow Prometheus' conventions; calls use the names that gRPC dashboards know (`grpc_server_...`). Labels
are bounded: methods, codes, processes, never tables or players.
"""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from wsgiref.simple_server import WSGIServer

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, disable_created_metrics, start_http_server

from galaxytables_serving.liveness import Alive, answering
from galaxytables_serving.rhythm import until_next
from galaxytables_serving.settings import Address, PortInUseError

disable_created_metrics()  # type: ignore[no-untyped-call]  # no types

_METHOD = ("grpc_service", "grpc_method")
_STARTED = Counter("grpc_server_started_total", "Calls that reached a handler.", _METHOD)
_HANDLED = Counter("grpc_server_handled_total", "Calls that ended, by code.", (*_METHOD, "grpc_code"))
_OPEN = Gauge("grpc_server_open_calls", "Calls and streams in progress.", _METHOD)
MESSAGES_RECEIVED = Counter("grpc_server_msg_received_total", "Messages received on streams.", _METHOD)
MESSAGES_SENT = Counter("grpc_server_msg_sent_total", "Messages sent on streams.", _METHOD)
RPC_SECONDS = Histogram(
    "grpc_server_handling_seconds",
    "Time from request to response of unary calls.",
    _METHOD,
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
STREAM_SECONDS = Histogram(
    "grpc_server_stream_seconds",
    "Time from request to end of streams.",
    _METHOD,
    buckets=(0.1, 1, 10, 60, 300, 900, 3_600, 14_400, 86_400),
)
FIRST_ANSWER_SECONDS = Histogram(
    "grpc_server_first_answer_seconds",
    "Time from request to first message of streams.",
    _METHOD,
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
SERVING = Gauge("galaxytables_serving", "1 while this process does its work, 0 before, in a drain and after.")
PROCESS = Gauge("galaxytables_process_info", "1 for the process that answers.", ["process"])
CLOCK_SKEW = Gauge(
    "galaxytables_clock_skew_seconds",
    "How far this process's wall clock is ahead of the store's. Rules services and bots do not compare clocks.",
    registry=None,
)
CERTIFICATE_EXPIRES = Gauge(
    "galaxytables_certificate_expiry_timestamp_seconds",
    "When a certificate of this process expires, by the variable that names its file.",
    ["variable"],
)
CONNECTIONS_SHUT = Counter(
    "galaxytables_connections_shut_total", "Connections closed because their address had too many."
)
SPANS = Counter(
    "galaxytables_spans_total",
    "Spans of traced calls by outcome: sent, unsent (the collector refused them), dropped (too many were waiting).",
    ["outcome"],
)
FILES_OUT = Counter(
    "galaxytables_files_out_total",
    "Seconds in which this process had reached its limit of open files and accepted no connection.",
)
LOOP_LAG = Histogram(
    "galaxytables_event_loop_lag_seconds",
    "How much later than requested the event loop woke a sampler.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
)
LAG_SAMPLE_SECONDS = 1.0


_handled = cache(_HANDLED.labels)


class CallCounts:
    """The counters of one method's calls."""

    def __init__(self, service: str, method: str) -> None:
        """Create them with the full name of the service."""
        self._names = service, method
        self._started, self._open = _STARTED.labels(service, method), _OPEN.labels(service, method)

    def begin(self) -> None:
        """Count a call that begins."""
        self._started.inc()
        self._open.inc()

    def end(self, code: str) -> None:
        """Count a call that ends."""
        self._open.dec()
        _handled(*self._names, code).inc()


def show_clock_skew(seconds: float) -> None:
    """Set the metric `CLOCK_SKEW`. A process that never calls this does not have the metric."""
    CLOCK_SKEW.set(seconds)
    _register_clock_skew()


@cache
def _register_clock_skew() -> None:
    REGISTRY.register(CLOCK_SKEW)


class MetricsEndpoint:
    """The running HTTP endpoint, in its own threads: a scrape does not wait for the event loop, but `/alive` does."""

    def __init__(self, server: WSGIServer, thread: threading.Thread) -> None:
        self._server, self._thread = server, thread

    @property
    def port(self) -> int:
        """Return the port on which the endpoint listens."""
        return self._server.server_port

    def close(self) -> None:
        """Stop listening; blocks for half a second at most."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def start_metrics(
    address: Address, process: str, alive: Alive, *, variable: str = "GALAXYTABLES_METRICS_PORT"
) -> MetricsEndpoint:
    """Serve `/metrics` and `/alive` at the address. Raises `PortInUseError`, naming the variable to change."""
    PROCESS.labels(process).set(1)
    try:
        server, thread = start_http_server(address.port, address.host)
    except OSError as error:
        raise PortInUseError(
            f"{process}: cannot serve metrics on {address} ({error.strerror}); set {variable} to a free port.",
        ) from error
    pages = server.get_app()
    if pages is not None:
        server.set_app(answering(alive, pages))
    return MetricsEndpoint(server, thread)


@asynccontextmanager
async def sampling_loop_lag() -> AsyncIterator[None]:
    """Measure the event loop's lag again and again while the block runs."""

    async def sample() -> None:
        while True:
            pause = until_next(LAG_SAMPLE_SECONDS)
            due = time.perf_counter() + pause
            await asyncio.sleep(pause)
            LOOP_LAG.observe(max(0.0, time.perf_counter() - due))

    sampler = asyncio.create_task(sample(), name="loop-lag")
    try:
        yield
    finally:
        sampler.cancel()
        await asyncio.gather(sampler, return_exceptions=True)
