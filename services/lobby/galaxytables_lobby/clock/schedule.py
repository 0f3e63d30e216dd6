"""The Celery application: beat's schedule, and the setup of beat and workers.

A tick has no arguments, because the store says which work is due. So a late tick does the same work, and a doubled tick
is harmless. One tick a second serves all kinds of work: a message costs more than to look what is due, and each worker
knows when it last did what. Ticks never expire: an expiry would compare the wall clocks of beat and worker. Instead
beat sends no ticks while many wait (`beat.py`). Beat keeps its schedule in memory, since an interval of a second needs
no memory of earlier runs, and uses a monotonic clock.

Workers use threads: a task only waits for work that runs on the worker's one event loop. Only workers load the code of
that work, with store and archive (`tasks.py`).

Celery has its own form for addresses of Sentinels, each a whole URL, with the service as an option. Our setting has the
same form as the store's address, and is converted here.
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

from galaxytables_lobby.broker_settings import BrokerSettings
from galaxytables_lobby.clock import beat
from galaxytables_lobby.clock.ticks import QUEUE, TICK, TICK_SECONDS
from galaxytables_serving import SettingError, StartError
from galaxytables_serving.logs import LogSettings, configure_logs
from galaxytables_serving.settings import read_settings
from galaxytables_serving.url import split_url

_SENTINELS = "redis+sentinel"
_SENTINEL_PORT = 26_379


@dataclass(frozen=True)
class Broker:
    """A broker's address in Celery's form, with the options of Celery's transport."""

    url: str
    # Of any type, as Celery takes them.
    options: dict[str, Any] = field(default_factory=dict)


def read_broker(text: str) -> Broker:
    """Parse `redis+sentinel://user:password@host:port,host:port/service/database`; other forms are passed to Celery.

    Raises `SettingError`, which never quotes the address: it may contain a password.
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
    """Make Celery's workers and beat survive a failover.

    A demoted Redis server refuses ticks and disconnects clients that wait for one. Celery would keep sending to that
    server, and a worker would exit. So refusals count as broken connections. When Celery connects again, the address or
    the Sentinels lead to the new master.

    Ticks that were taken but not finished are not put back when a connection breaks. The next ticks do the same work,
    and a worker that tried to put ticks back after a Sentinel's master died would exit.
    """
    Transport.connection_errors = (*Transport.connection_errors, *Transport.channel_errors)
    Channel.do_restore = False


# Longer than a worker waits for the next tick; a broker that is silent for longer is given up.
_BROKER_SECONDS = 5.0


def _steady_time() -> datetime:
    return datetime.fromtimestamp(time.monotonic(), UTC)


outlive_failovers()
try:
    _broker = read_broker(read_settings(BrokerSettings).url)
except StartError as error:
    print(error, file=sys.stderr)  # noqa: T201  # for the person who started it
    raise SystemExit(2) from None
app = Celery("galaxytables-clock", broker=_broker.url)
app.conf.update(
    accept_content=["json"],
    task_serializer="json",
    task_ignore_result=True,
    result_backend=None,
    # Acknowledge ticks early: nobody else needs them, and a broker that dies meanwhile would not get it anyway.
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
    # Ticks that wait for a job each: archives, deletes, notifies, announces, pairs, drives tournaments, joins, erases,
    # and two that sweep.
    worker_concurrency=10,
    worker_prefetch_multiplier=1,
    worker_send_task_events=False,
    # Workers have nothing to exchange; gossip would cost time per worker and second.
    worker_enable_remote_control=False,
    beat_scheduler="galaxytables_lobby.clock.beat:Scheduler",
    beat_max_loop_interval=TICK_SECONDS,
    beat_schedule={"tick": {"task": TICK, "schedule": schedule(TICK_SECONDS, nowfun=_steady_time)}},
    enable_utc=True,
)


class _InOneLine(logging.Filter):
    """Shortens beat's report of an unsent tick, which has two stack traces; the next tick is a second away."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record to the reason why the tick was not sent. Returns True: no record is dropped."""
        if str(record.msg).startswith("Message Error") and isinstance(record.args, tuple):
            record.msg, record.args, record.exc_info = "tick not sent: %s", record.args[:1], None
        return True


# A worker opens its connections before Celery sets up logging.
@signals.celeryd_init.connect
@signals.setup_logging.connect
def _set_logs_up(**_: object) -> None:  # whatever Celery sends
    configure_logs(read_settings(LogSettings), "beat" if "beat" in sys.argv else "clock")
    for chatty in ("celery.app.trace", "celery.beat", "celery.worker.strategy"):
        # A line for each tick would say nothing.
        logging.getLogger(chatty).setLevel(logging.WARNING)
    # A worker that stops puts back a tick that it was just given, and warns of it; the next tick does the same work.
    logging.getLogger("kombu.transport.virtual.base").setLevel(logging.ERROR)
    logging.getLogger("celery.beat").addFilter(_InOneLine())
    # Celery warns that sweeps are not cancelled when the broker is lost; they need not be.
    warnings.filterwarnings("ignore", category=CPendingDeprecationWarning, module="celery.worker.consumer")
    # Celery's message after Ctrl+C does not belong in a log.
    celery.apps.worker.safe_say = lambda *_: None  # type: ignore[attr-defined, unused-ignore]  # Celery has no types


@signals.beat_init.connect
def _start_beat(**_: object) -> None:  # whatever Celery sends
    beat.start()


@signals.celeryd_init.connect
def _load_tasks(**_: object) -> None:  # whatever Celery sends
    import_module("galaxytables_lobby.clock.tasks")
