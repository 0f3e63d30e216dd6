"""Creates spans with OpenTelemetry's SDK, and exports them. Only a process that traces imports this module.

Sampling is decided before a span is created: a share of the calls that begin a trace, and every call that continues a
sampled trace. Outside callers could claim a sampled trace for every call, so this is believed a few times per second;
beyond that the share decides.

Ended spans are queued for a thread that exports them. The queue is bounded; further spans, and those that cannot be
exported, are dropped and counted. No call waits for an export.
"""

import logging
import random
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Self
from uuid import uuid4

import structlog
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.sampling import ALWAYS_ON
from opentelemetry.trace import (
    Link,
    NonRecordingSpan,
    SpanContext,
    SpanKind,
    StatusCode,
    TraceFlags,
    set_span_in_context,
)
from opentelemetry.trace import Span as Recorded

from galaxytables_serving.errors import GalaxyError
from galaxytables_serving.metrics import SPANS
from galaxytables_serving.tracing import GRPC, TRACEPARENT, Attributes, Side, Span, rpc

EXPORT_SECONDS = 5.0
MAX_WAITING = 4_096
_TOGETHER = 256
_PAUSE_SECONDS = 1.0
# How long the process waits for the last export when it ends.
_LAST_SECONDS = 3.0
_TELL_SECONDS = 60.0

_EXPORTERS_LOG = "opentelemetry.exporter.otlp.proto.grpc"
_TRACEPARENT = re.compile(r"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?")
# The codes of gRPC and Connect for failures of the server.
_FAULTS = frozenset({"UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"})

_log = structlog.get_logger(__name__)


def read_traceparent(text: str) -> SpanContext | None:
    """Parse a W3C `traceparent`. Returns None if it is not valid."""
    found = _TRACEPARENT.fullmatch(text)
    # Later versions are read as far as they are known; version 255 is invalid.
    if found is None or found[1] == "ff" or (found[1] == "00" and found[5]):
        return None
    flags = TraceFlags(int(found[4], 16) & TraceFlags.SAMPLED)
    named = SpanContext(int(found[2], 16), int(found[3], 16), is_remote=True, trace_flags=flags)
    return named if named.is_valid else None


class RecordedSpan(Span):
    """A span that is sampled, so that it is recorded and exported."""

    __slots__ = ("_exemplar", "_named", "_recorded", "_side", "_traceparent", "_tracer")

    def __init__(self, tracer: "Tracer", recorded: Recorded, side: Side) -> None:
        """`recorded` is OpenTelemetry's span."""
        self._tracer, self._recorded, self._side = tracer, recorded, side
        self._named = recorded.get_span_context()
        trace_id, span_id = f"{self._named.trace_id:032x}", f"{self._named.span_id:016x}"
        self._traceparent = f"00-{trace_id}-{span_id}-01"
        self._exemplar = {"trace_id": trace_id, "span_id": span_id}

    @property
    def traceparent(self) -> str:
        """Return the W3C `traceparent` for calls that continue this span."""
        return self._traceparent

    @property
    def exemplar(self) -> dict[str, str]:
        """Return the exemplar by which a histogram refers to this span."""
        return self._exemplar

    @property
    def ended(self) -> bool:
        """Return whether the span has ended."""
        return not self._recorded.is_recording()

    def child(self, name: str, attributes: Attributes | None = None, side: Side = Side.CLIENT) -> "RecordedSpan":
        """Begin a child span of this span, and return it."""
        return self._tracer.begun(name, side, attributes, parent=self._named)

    def note(self, name: str, value: str | int) -> None:
        """Set an attribute of this span."""
        self._recorded.set_attribute(name, value)

    def failed(self, error: BaseException) -> None:
        """Record in the span that it failed, with the reason or type of the error, never its message."""
        code = _code_of(error)
        self.note("error.type", error.reason if isinstance(error, GalaxyError) else code or type(error).__qualname__)
        if self._side is Side.CLIENT or (code in _FAULTS if code else isinstance(error, Exception)):
            self._recorded.set_status(StatusCode.ERROR)

    def end(self) -> None:
        """End the span."""
        self._recorded.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        if error is not None:
            self.failed(error)
        self.end()


def _code_of(error: BaseException) -> str:
    """Return the code name of an error of ours or of Connect; empty for others."""
    name = getattr(getattr(error, "code", None), "name", "")
    return name if isinstance(name, str) else ""


class Tracer:
    """Begins the spans of a process. Call `close` after use."""

    def __init__(
        self,
        exporter: SpanExporter,
        process: str,
        *,
        ratio: float,
        requested: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create a tracer for an exporter, the name of the process, and `TraceSettings`."""
        self._ratio = ratio
        self._requested = _Allowance(requested, clock)
        resource = Resource.create(
            {"service.namespace": "galaxytables", "service.name": process, "service.instance.id": str(uuid4())}
        )
        self._outbox = Outbox(exporter)
        provider = TracerProvider(sampler=ALWAYS_ON, resource=resource, shutdown_on_exit=False)
        provider.add_span_processor(self._outbox)
        self._begin = provider.get_tracer("galaxytables").start_span
        # The traceparent of a call that is not sampled, so that others do not begin a trace of it. There is no span
        # with this id, so one id is enough for all.
        self.unsampled = f"00-{uuid4().hex}-{uuid4().hex[:16]}-00"

    def taken(
        self, method: str, metadata: Iterable[tuple[str, str | bytes]], system: str = GRPC
    ) -> RecordedSpan | None:
        """Begin the span of a call that may come from outside the platform. Returns None if it is not sampled."""
        attributes = rpc(method, system)
        given = next((value for key, value in metadata if key == TRACEPARENT), "")
        named = read_traceparent(given) if isinstance(given, str) else None
        if named is None:
            return self.beginning(method, Side.SERVER, attributes)
        if named.trace_flags.sampled and (self._requested.take() or self._drawn()):
            return self.begun(method, Side.SERVER, attributes, parent=named)
        return None

    def following(
        self, name: str, traceparent: str, attributes: Attributes | None = None, side: Side = Side.SERVER
    ) -> RecordedSpan | None:
        """Begin the span of a call from one of our processes. Returns None if that process has not sampled the call."""
        named = read_traceparent(traceparent)
        if named is None or not named.trace_flags.sampled:
            return None
        return self.begun(name, side, attributes, parent=named)

    def beginning(
        self, name: str, side: Side, attributes: Attributes | None = None, *, cause: Span | None = None
    ) -> RecordedSpan | None:
        """Begin the first span of a trace. Returns None if the trace is not sampled.

        `cause` is a span of another trace, which caused this one; the new span links to it.
        """
        if not self._drawn():
            return None
        return self.begun(name, side, attributes, link=None if cause is None else read_traceparent(cause.traceparent))

    def begun(
        self,
        name: str,
        side: Side,
        attributes: Attributes | None = None,
        *,
        parent: SpanContext | None = None,
        link: SpanContext | None = None,
    ) -> RecordedSpan:
        """Begin a span that is certainly recorded, and return it."""
        recorded = self._begin(
            name,
            # The context variables of OpenTelemetry are never used.
            context=Context() if parent is None else set_span_in_context(NonRecordingSpan(parent), Context()),
            kind=SpanKind[side.name],
            attributes=attributes,
            links=None if link is None else [Link(link)],
        )
        return RecordedSpan(self, recorded, side)

    def close(self) -> None:
        """Export the remaining spans; blocks for some seconds at most."""
        self._outbox.shutdown()

    def _drawn(self) -> bool:
        return random.random() < self._ratio


class _Allowance:
    """A token bucket: allows `a_second` events a second, in bursts of at most as many."""

    def __init__(self, a_second: int, clock: Callable[[], float]) -> None:
        self._a_second, self._clock = a_second, clock
        self._left, self._at = float(a_second), clock()

    def take(self) -> bool:
        now = self._clock()
        self._left = min(self._left + (now - self._at) * self._a_second, self._a_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Outbox(SpanProcessor):
    """A queue of ended spans, and the thread that exports them."""

    def __init__(self, exporter: SpanExporter, *, capacity: int = MAX_WAITING, pause: float = _PAUSE_SECONDS) -> None:
        """At most `capacity` spans wait; `pause` is the seconds between exports."""
        self._exporter, self._capacity, self._pause = exporter, capacity, pause
        self._waiting: deque[ReadableSpan] = deque()
        self._wake = threading.Event()
        self._closing = False
        self._warned_at: float | None = None
        self._thread = threading.Thread(target=self._send_all, name="spans", daemon=True)
        self._thread.start()

    def on_end(self, span: ReadableSpan) -> None:
        """Queue an ended span for export, if there is room."""
        if self._closing or len(self._waiting) >= self._capacity:
            SPANS.labels("dropped").inc()
            return
        self._waiting.append(span)
        if len(self._waiting) >= _TOGETHER:
            self._wake.set()

    def shutdown(self) -> None:
        """Export the remaining spans and end the thread. Spans that take too long are dropped."""
        self._closing = True
        self._wake.set()
        self._thread.join(_LAST_SECONDS)
        self._exporter.shutdown()

    def _send_all(self) -> None:
        last = False
        while not last:
            self._wake.wait(self._pause)
            self._wake.clear()
            last = self._closing
            while self._waiting:
                self._send([self._waiting.popleft() for _ in range(min(len(self._waiting), _TOGETHER))])

    def _send(self, spans: list[ReadableSpan]) -> None:
        try:
            sent = self._exporter.export(spans) is SpanExportResult.SUCCESS
        except Exception:  # noqa: BLE001  # whatever the error, calls go on, and the next export may succeed
            sent = False
        SPANS.labels("sent" if sent else "unsent").inc(len(spans))
        now = time.monotonic()
        if not sent and (self._warned_at is None or now - self._warned_at > _TELL_SECONDS):
            self._warned_at = now
            _log.warning("spans_not_sent", spans=len(spans))


def exporter_to(endpoint: str) -> SpanExporter:
    """Return an OTLP exporter. The `Outbox` logs its failures, at most once a minute."""
    logging.getLogger(_EXPORTERS_LOG).setLevel(logging.CRITICAL)
    return OTLPSpanExporter(endpoint=endpoint, timeout=EXPORT_SECONDS)
