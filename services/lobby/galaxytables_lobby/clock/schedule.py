"""The Celery application: what beat ticks, and how beat and workers are set up.

Tasks carry nothing: what is due lies in the store. So one that comes late does the same work, and one that comes twice
is harmless. None expires: that would compare the wall clocks of beat and worker. Instead beat sends no tick while many
wait (`beat.py`). It keeps its schedule in memory, since an interval of a second has nothing to remember, and by a clock
that nobody sets.
Workers use threads: a task only waits for the sweep, which runs on the worker's one event loop. What a task does,
with store and archive, is loaded by workers alone (`tasks.py`).

Celery knows Sentinels under a name of its own, each with the whole address, and their service as an option. The
broker's address is written as the store's is, and read here.
"""

import logging
import sys
import time
import warnings
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs, unquote

import celery.apps.worker
from celery import Celery, signals
from celery.exceptions import CPendingDeprecationWarning
from celery.schedules import schedule
from kombu.transport.redis import Channel, Transport

from galaxytables_lobby.clock import beat
from galaxytables_lobby.clock.ticks import QUEUE
from galaxytables_serving import SettingError, StartError
from galaxytables_serving.logs import LogSettings, configure_logs
from galaxytables_serving.settings import read_settings, secret, variable
from galaxytables_serving.url import split_url

_SENTINELS = "redis+sentinel"
_SENTINEL_PORT = 26_379


@dataclass(frozen=True)
class Broker:
    """A broker's address as Celery writes it, and options of its transport."""

    url: str
    # Of any type, as Celery takes them.
    options: dict[str, Any] = field(default_factory=dict)


def read_broker(text: str) -> Broker:
    """Read `redis+sentinel://user:password@host:port,host:port/service/database`; others are Celery's own.

    Raises `SettingError`, which never quotes the address: it may hold a password.
    """
    url = split_url(text)
    if url.scheme.endswith("+cluster"):
        raise SettingError(
            "GALAXYTABLES_BROKER_URL: Celery's broker cannot lie in a Redis Cluster; use a server or Sentinels."
        )
    if url.scheme != _SENTINELS:
        return Broker(text)
    name, at, places = url.authority.rpartition("@")
    service, _, database = url.path.strip("/").partition("/")
    if not service or not (database or "0").isdecimal():
        raise SettingError(
            "GALAXYTABLES_BROKER_URL: names no service of the Sentinels; redis+sentinel://host:port/service/0."
        )
    hosts = [place if ":" in place.rpartition("]")[2] else f"{place}:{_SENTINEL_PORT}" for place in places.split(",")]
    options = parse_qs(url.query)
    login = {
        key.removeprefix("sentinel_"): options[key][0]
        for key in ("sentinel_username", "sentinel_password")
        if key in options
    }
    return Broker(
        ";".join(f"sentinel://{name}{at}{host}/{database or 0}" for host in hosts),
        {"master_name": unquote(service), "sentinel_kwargs": login},
    )


def outlive_failovers() -> None:
    """Have Celery's workers and beat go on when another server takes over.

    A server that was demoted refuses ticks, and breaks off whoever waits for one; Celery would send to it for ever, and
    a worker end. So refusals count as broken connections: another server may be at the address, or be named by the
    Sentinels now.

    Ticks that were taken and not done are not put back when a connection breaks. The next ones do the same work, and
    a worker that has one when a Sentinel's master dies would end of the attempt.
    """
    Transport.connection_errors = (*Transport.connection_errors, *Transport.channel_errors)
    Channel.do_restore = False


SWEEP_SECONDS = 1.0
ARCHIVE_SECONDS = 3.0
FORGET_SECONDS = 10.0
# Longer than a worker waits for the next tick; a broker that is silent for longer is given up.
_BROKER_SECONDS = 5.0


@dataclass(frozen=True)
class BrokerSettings:
    """Where the ticks of the clock go through."""

    url: str = variable(
        "GALAXYTABLES_BROKER_URL",
        secret,
        "Celery's broker, by Sentinel too; another database than the store, or another server",
        default="redis://127.0.0.1:6379/1",
    )


def _steady_time() -> datetime:
    return datetime.fromtimestamp(time.monotonic(), UTC)


def _each(seconds: float) -> schedule:
    """Every so many seconds; a wall clock that is set back holds nothing up."""
    return schedule(seconds, nowfun=_steady_time)


outlive_failovers()
try:
    _broker = read_broker(read_settings(BrokerSettings).url)
except StartError as error:
    print(error, file=sys.stderr)  # noqa: T201  # for whoever started it
    raise SystemExit(2) from None
app = Celery("galaxytables-clock", broker=_broker.url)
app.conf.update(
    accept_content=["json"],
    task_serializer="json",
    task_ignore_result=True,
    result_backend=None,
    # Done or not, a tick is of no use to anybody else; and a broker that dies meanwhile could not be told.
    task_acks_late=False,
    task_default_queue=QUEUE,
    task_time_limit=None,
    broker_connection_retry_on_startup=True,
    broker_transport_options={
        "visibility_timeout": 30,
        "socket_keepalive": True,
        "socket_timeout": _BROKER_SECONDS,
        "socket_connect_timeout": _BROKER_SECONDS,
        **_broker.options,
    },
    worker_pool="threads",
    # Two sweeps, and one task each that archives and forgets: neither keeps a sweep waiting.
    worker_concurrency=4,
    worker_prefetch_multiplier=1,
    worker_send_task_events=False,
    # Nothing to tell other workers of; gossip is work per worker and second.
    worker_enable_remote_control=False,
    beat_scheduler="galaxytables_lobby.clock.beat:Scheduler",
    beat_max_loop_interval=SWEEP_SECONDS,
    beat_schedule={
        "sweep": {"task": "galaxytables.clock.sweep", "schedule": _each(SWEEP_SECONDS)},
        "archive": {"task": "galaxytables.clock.archive", "schedule": _each(ARCHIVE_SECONDS)},
        "forget": {"task": "galaxytables.clock.forget", "schedule": _each(FORGET_SECONDS)},
    },
    enable_utc=True,
)


class _InOneLine(logging.Filter):
    """Beat tells a tick that could not be sent with two stacks; the next tick is a second away."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the reason."""
        if str(record.msg).startswith("Message Error") and isinstance(record.args, tuple):
            record.msg, record.args, record.exc_info = "tick not sent: %s", record.args[:1], None
        return True


# A worker has its connections opened before Celery thinks of logs.
@signals.celeryd_init.connect
@signals.setup_logging.connect
def _set_logs_up(**_: object) -> None:  # whatever Celery sends
    configure_logs(read_settings(LogSettings), "beat" if "beat" in sys.argv else "clock")
    for chatty in ("celery.app.trace", "celery.beat", "celery.worker.strategy"):
        # A line for each tick of a second would say nothing.
        logging.getLogger(chatty).setLevel(logging.WARNING)
    logging.getLogger("celery.beat").addFilter(_InOneLine())
    # It says that sweeps are not cancelled when the broker goes away; sweeps need not be.
    warnings.filterwarnings("ignore", category=CPendingDeprecationWarning, module="celery.worker.consumer")
    # What it says to whoever presses Ctrl+C is no record of a log.
    celery.apps.worker.safe_say = lambda *_: None  # type: ignore[attr-defined, unused-ignore]  # Celery has no types


@signals.beat_init.connect
def _start_beat(**_: object) -> None:  # whatever Celery sends
    beat.start()


@signals.celeryd_init.connect
def _load_tasks(**_: object) -> None:  # whatever Celery sends
    import_module("galaxytables_lobby.clock.tasks")
