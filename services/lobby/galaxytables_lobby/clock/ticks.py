"""Ticks of beat: their traces, which beat sends and a worker goes on with, and how many there were."""

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


def _told(operation: str) -> Attributes:
    return {
        "messaging.system": "celery",
        "messaging.destination.name": QUEUE,
        "messaging.operation.name": operation,
        "messaging.operation.type": operation,
    }


@contextmanager
def sent(task: str) -> Iterator[dict[str, str]]:
    """The headers of a tick that is sent in the block."""
    tracer = tracing.tracer()
    span = None if tracer is None else tracer.beginning(f"send {task}", Side.PRODUCER, _told("send"))
    with NOT_TRACED if span is None else span:
        yield {} if span is None else {TRACEPARENT: span.traceparent}


def trace_of(task: "Task[..., None]") -> str:
    """The trace of the tick that a task runs for; empty for none."""
    return str(task.request.get(TRACEPARENT) or "")


def processed(task: str, tick: str) -> AbstractContextManager[Span | None]:
    """The span of a task that a tick of this trace asked for."""
    tracer = tracing.tracer() if tick else None
    if tracer is None:
        return NOT_TRACED
    span = tracer.following(f"process {QUEUE}.{task}", tick, _told("process"), Side.CONSUMER)
    return NOT_TRACED if span is None else span
