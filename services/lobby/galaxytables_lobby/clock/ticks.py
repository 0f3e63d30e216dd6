"""Traces and counts the ticks that beat sends to workers."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from celery import Task
from prometheus_client import Counter

from galaxytables_serving import tracing
from galaxytables_serving.tracing import NOT_TRACED, TRACEPARENT, Attributes, Side, Span

TICKS = Counter(
    "galaxytables_clock_ticks_total",
    "Ticks of beat by task and outcome: sent, withheld (so many wait already that one more would change nothing), "
    "failed (the broker took none).",
    ["task", "outcome"],
)

QUEUE = "galaxytables.clock"
TICK = "galaxytables.clock.sweep"
"""The task of a tick. Workers of the version before know it as that of a sweep, and do that."""
TICK_SECONDS = 1.0


def _span_attributes(operation: str) -> Attributes:
    return {
        "messaging.system": "celery",
        "messaging.destination.name": QUEUE,
        "messaging.operation.name": operation,
        "messaging.operation.type": operation,
    }


@contextmanager
def sent(task: str) -> Iterator[dict[str, str]]:
    """Trace a tick that the `with` block sends.

    Yields the message headers that carry the trace, empty if there is none.
    """
    tracer = tracing.tracer()
    span = None if tracer is None else tracer.beginning(f"send {task}", Side.PRODUCER, _span_attributes("send"))
    with NOT_TRACED if span is None else span:
        yield {} if span is None else {TRACEPARENT: span.traceparent}


def trace_of(task: "Task[..., None]") -> str:
    """Return the trace header of the tick that started a task; empty if the tick has none."""
    return str(task.request.get(TRACEPARENT) or "")


def processed(task: str, tick: str) -> AbstractContextManager[Span | None]:
    """Return a context manager that traces the work of a worker's task. Its span continues the trace of the tick.

    It yields the span, None if nothing is traced. `tick` is the trace header of the tick.
    """
    tracer = tracing.tracer() if tick else None
    if tracer is None:
        return NOT_TRACED
    span = tracer.following(f"process {QUEUE}.{task}", tick, _span_attributes("process"), Side.CONSUMER)
    return NOT_TRACED if span is None else span
