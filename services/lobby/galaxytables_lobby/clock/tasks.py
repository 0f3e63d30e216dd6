"""The Celery tasks that a worker runs for beat's ticks, and the worker's start and end."""

from celery import Task, signals

from galaxytables_lobby.clock.schedule import app
from galaxytables_lobby.clock.ticks import trace_of
from galaxytables_lobby.clock.worker import Worker

_worker = Worker()


@app.task(name="galaxytables.clock.sweep", bind=True)  # type: ignore[untyped-decorator, unused-ignore]  # Celery has no types
def sweep(self: "Task[..., None]") -> None:
    """Act at every overdue table."""
    _worker.sweep(trace_of(self))


@app.task(name="galaxytables.clock.archive", bind=True)  # type: ignore[untyped-decorator, unused-ignore]  # as above
def archive(self: "Task[..., None]") -> None:
    """Archive finished tables."""
    _worker.archive(trace_of(self))


@app.task(name="galaxytables.clock.notify", bind=True)  # type: ignore[untyped-decorator, unused-ignore]  # as above
def notify(self: "Task[..., None]") -> None:
    """Notify players of what happened at their tables."""
    _worker.notify(trace_of(self))


@app.task(name="galaxytables.clock.pair", bind=True)  # type: ignore[untyped-decorator, unused-ignore]  # as above
def pair(self: "Task[..., None]") -> None:
    """Pair the people who wait for others."""
    _worker.pair(trace_of(self))


@app.task(name="galaxytables.clock.forget", bind=True)  # type: ignore[untyped-decorator, unused-ignore]  # as above
def forget(self: "Task[..., None]") -> None:
    """Delete tables from the store that were kept long enough."""
    _worker.forget(trace_of(self))


@app.task(name="galaxytables.clock.join", bind=True)  # type: ignore[untyped-decorator, unused-ignore]  # as above
def join(self: "Task[..., None]") -> None:
    """Continue the merges of guests into accounts that are not done."""
    _worker.join(trace_of(self))


@app.task(name="galaxytables.clock.erase", bind=True)  # type: ignore[untyped-decorator, unused-ignore]  # as above
def erase(self: "Task[..., None]") -> None:
    """Continue the erasures of players that are not done."""
    _worker.erase(trace_of(self))


@signals.worker_init.connect
def _start(**_: object) -> None:  # whatever Celery sends
    _worker.start()


@signals.worker_shutdown.connect
def _stop(**_: object) -> None:  # whatever Celery sends
    _worker.close()
