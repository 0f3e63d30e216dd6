"""Beat ends when it is asked to, wherever the signal finds it, and is small."""

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import celery.beat
import pytest
from celery import Celery
from celery.beat import Service
from celery.schedules import schedule

from galaxytables_lobby.clock import app, beat
from galaxytables_lobby.clock.ticks import QUEUE, TICK, TICKS
from tests.ports import free_port

ROOT = Path(__file__).parents[3]
MAX_TICKS = 5


@pytest.fixture(autouse=True)
def handlers(monkeypatch) -> Iterator[None]:
    """Beat as it begins in a process of its own, and the handlers of tests again afterwards."""
    monkeypatch.setattr(beat, "_ending", beat._Ending())
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def end(*_: object) -> NoReturn:
        raise SystemExit

    # As Celery has it: `start_scheduler` installs these before beat starts.
    for number in kept:
        signal.signal(number, end)
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


class _Asking:
    """Where the signal arrives while Python frees an object, no exception leaves."""

    def __init__(self, number: signal.Signals) -> None:
        self._number = number

    def __del__(self) -> None:
        signal.raise_signal(self._number)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_that_arrives_in_a_finalizer_ends_beat(number, monkeypatch):
    ticked = []

    def tick(_: celery.beat.Scheduler) -> float:
        ticked.append(1)
        assert len(ticked) < MAX_TICKS, "it goes on for ever"
        if len(ticked) == 2:
            _Asking(number)
        return 0.01

    monkeypatch.setattr(celery.beat.Scheduler, "tick", tick)
    Service(app, scheduler_cls=beat.Scheduler).start()
    assert len(ticked) == 2


def test_while_its_broker_is_away_beat_ends_all_the_same():
    away = Celery(broker=f"redis://127.0.0.1:{free_port()}/0")
    away.conf.broker_connection_max_retries = 1
    beat._ending.ask()
    with pytest.raises(SystemExit):
        beat.Scheduler(app=away, lazy=True)._ensure_connected()


def test_beat_loads_nothing_of_what_workers_do():
    """It takes a third less memory so, and is there sooner."""
    loaded = "import galaxytables_lobby.clock, sys; print(*sys.modules)"
    modules = subprocess.check_output([sys.executable, "-c", loaded], cwd=ROOT, text=True).split()
    assert "galaxytables_lobby.clock.beat" in modules
    assert not {
        "galaxytables_lobby.app",
        "galaxytables_lobby.adapters.redis",
        "galaxytables_lobby.adapters.archive",
        "sqlalchemy",
    } & set(modules)


class _Broker:
    """As much of Celery's producer and its Redis as beat asks."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        self.channel = self

    @contextlib.contextmanager
    def conn_or_acquire(self) -> "Iterator[_Broker]":
        yield self

    def time(self) -> tuple[int, int]:
        return int(time.time()), 0

    def llen(self, queue: str) -> int:
        assert queue == QUEUE
        return self.waiting


@pytest.mark.parametrize(
    ("waiting", "outcome"), [(0, "sent"), (beat.MAX_WAITING - 1, "sent"), (beat.MAX_WAITING, "withheld")]
)
def test_ticks_wait_in_a_bounded_queue_and_those_withheld_are_counted(waiting, outcome, monkeypatch):
    published = []
    monkeypatch.setattr(celery.beat.Scheduler, "apply_async", lambda *_, **__: published.append(1))
    scheduler = beat.Scheduler(app=app, lazy=True)
    scheduler.setup_schedule()
    counted = TICKS.labels(TICK, outcome)
    before = counted._value.get()
    scheduler.apply_async(scheduler.schedule["tick"], producer=_Broker(waiting), advance=False)
    assert len(published) == (outcome == "sent")
    assert counted._value.get() == before + 1


def test_there_is_one_tick_a_second_that_neither_expires_nor_goes_by_a_wall_clock():
    scheduler = beat.Scheduler(app=app, lazy=True)
    scheduler.setup_schedule()
    [entry] = scheduler.schedule.values()
    assert entry.schedule == schedule(1.0)
    assert "expires" not in (entry.options or {})
    assert entry.default_now().timestamp() == pytest.approx(time.monotonic(), abs=60)


def test_beat_sleeps_from_one_tick_to_the_next_without_looking_again_and_again(monkeypatch):
    now, sent = 100.0, []
    steady = app.conf.beat_schedule["tick"]["schedule"]
    monkeypatch.setattr(steady, "nowfun", lambda: datetime.fromtimestamp(now, UTC))
    monkeypatch.setattr(beat.Scheduler, "producer", None)
    monkeypatch.setattr(beat.Scheduler, "apply_entry", lambda *_, **__: sent.append(round(now, 3)))
    scheduler = beat.Scheduler(app=app, lazy=True)
    scheduler.setup_schedule()
    for _ in range(10):
        now += max(scheduler.tick(), 0.0)
    assert sent == [101.0, 102.0, 103.0, 104.0, 105.0]


def test_workers_know_the_ticks_of_the_version_before_and_that_version_knows_ours():
    import_module("galaxytables_lobby.clock.tasks")
    earlier = {"sweep", "archive", "notify", "pair", "forget", "join", "erase"}
    assert app.tasks.keys() >= {f"galaxytables.clock.{each}" for each in earlier}
    assert TICK in {f"galaxytables.clock.{each}" for each in earlier}
