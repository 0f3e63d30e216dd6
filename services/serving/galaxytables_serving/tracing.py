"""Traces calls through all processes, with spans of OpenTelemetry.

Tracing is off unless GALAXYTABLES_TRACES_ENDPOINT is set. While it is off, OpenTelemetry's SDK is not imported, and a
span is always None, as it is for a call that is not sampled.

A span travels with its request as an argument, because tasks that a call starts for others inherit its context
variables. Only a server's interceptor and the first lines of a handler share one.

    with NOT_TRACED if span is None else span.child("EVALSHA commit"):
        ...

Names and attributes follow OpenTelemetry's conventions for calls, databases and messages. Attributes are chosen one by
one, like log fields: tables and games, never tokens, players, hands, picks, chat or addresses.
"""

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, TypeAlias

from galaxytables_serving.settings import Kind, fraction, integer, variable

if TYPE_CHECKING:
    from galaxytables_serving.spans import Tracer

TRACEPARENT = "traceparent"
"""The name of W3C's trace context in metadata and headers."""

GRPC = "grpc"

Attributes: TypeAlias = Mapping[str, str | int]

NOT_TRACED: AbstractContextManager[None] = nullcontext()
"""The context manager to use in place of a span if there is none."""

_ENDPOINT = re.compile(r"https?://[^\s/?#]+/?")


def _endpoint(text: str) -> str:
    if text and _ENDPOINT.fullmatch(text) is None:
        raise ValueError
    return text


@dataclass(frozen=True)
class TraceSettings:
    """Settings of traces: which calls are traced, and where traces are sent."""

    endpoint: str = variable(
        "GALAXYTABLES_TRACES_ENDPOINT",
        Kind(_endpoint, "like http://collector:4317"),
        "where spans are sent, OTLP over gRPC: `http://host:port`, over TLS `https://host:port`; nothing is traced if "
        "unset",
    )
    ratio: float = variable(
        "GALAXYTABLES_TRACES_RATIO", fraction, "the share of calls that begin a trace, from 0 to 1", default="0.01"
    )
    requested: int = variable(
        "GALAXYTABLES_TRACES_ASKED",
        integer(0, 10_000),
        "traces a second that callers from outside may ask a process for, by a sampled `traceparent` of their own; "
        "beyond that the share decides for them too",
        default="10",
    )


class Side(Enum):
    """The side of a call or message that a span describes: OpenTelemetry's span kind."""

    SERVER = "server"
    CLIENT = "client"
    PRODUCER = "producer"
    CONSUMER = "consumer"
    INTERNAL = "internal"


class Span(Protocol):
    """An open span. As a context manager it ends with its block, and records what the block raises."""

    @property
    def traceparent(self) -> str:
        """Return the W3C `traceparent` for calls that continue this span."""

    @property
    def exemplar(self) -> dict[str, str]:
        """Return the exemplar by which a histogram refers to this span."""

    @property
    def ended(self) -> bool:
        """Return whether the span has ended."""

    def child(self, name: str, attributes: Attributes | None = None, side: Side = Side.CLIENT) -> "Span":
        """Begin a child span of this span, and return it."""

    def note(self, name: str, value: str | int) -> None:
        """Set an attribute of this span."""

    def failed(self, error: BaseException) -> None:
        """Record in the span that it failed, with the reason, code or type of the error, never its message."""

    def end(self) -> None:
        """End the span."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...


def method_of(service: str, field: str) -> str:
    """Return the full name of a method, given the field that stands for it in a rules session.

    For example, the field `new_game` stands for the method `NewGame`.
    """
    return f"{service}/{''.join(part.title() for part in field.split('_'))}"


def rpc(method: str, system: str = GRPC) -> Attributes:
    """Return the attributes of the span of a call; `method` is `package.Service/Method`."""
    return {"rpc.system.name": system, "rpc.method": method}


_current: ContextVar[Span | None] = ContextVar("span", default=None)
_tracer: "Tracer | None" = None


def tracer() -> "Tracer | None":
    """Return the tracer of this process; None while tracing is off."""
    return _tracer


def current() -> Span | None:
    """Return the span of the call that this task handles."""
    span = _current.get()
    # A task that outlives the call it was started by no longer belongs to it.
    return None if span is None or span.ended else span


def enter(span: Span) -> None:
    """Make a span current in this task."""
    _current.set(span)


def exemplar(span: Span | None) -> dict[str, str] | None:
    """Return the exemplar by which a histogram refers to a span; None without a span."""
    return None if span is None else span.exemplar


def start_tracing(settings: TraceSettings, process: str) -> None:
    """Start tracing if the settings turn it on. Call `stop_tracing` at the end."""
    if settings.endpoint:
        # Imported here, so that processes without tracing do not load it.
        from galaxytables_serving.spans import Tracer, exporter_to

        trace_with(Tracer(exporter_to(settings.endpoint), process, ratio=settings.ratio, requested=settings.requested))


def trace_with(found: "Tracer | None") -> None:
    """Set the tracer of this process; None turns tracing off."""
    global _tracer  # noqa: PLW0603  # tracing is global to the process, as metrics are
    _tracer = found


def stop_tracing() -> None:
    """Stop tracing, and export the remaining spans; blocks for some seconds at most."""
    last = _tracer
    trace_with(None)
    if last is not None:
        last.close()
