"""The Celery task that a worker runs for each of beat's ticks, and the worker's start and end."""

from celery import Task, signals

from galaxytables_lobby.clock.schedule import app
from galaxytables_lobby.clock.ticks import TICK, trace_of
from galaxytables_lobby.clock.worker import Worker

_worker = Worker()
# Beat of the version before sends these beside `TICK`, one for each job; at any tick a worker does all that is due.
_EARLIER = ("archive", "notify", "pair", "forget", "join", "erase")


def _tick(self: "Task[..., None]") -> None:
    """Do all the work that is due: archiving, pairing, notifying and the like."""
    _worker.tick(trace_of(self))


for _name in (TICK, *(f"galaxytables.clock.{job}" for job in _EARLIER)):
    app.task(name=_name, bind=True)(_tick)


@signals.worker_init.connect
def _start(**_: object) -> None:  # whatever Celery sends
    _worker.start()


@signals.worker_shutdown.connect
def _stop(**_: object) -> None:  # whatever Celery sends
    _worker.close()
