"""The scheduler of Celery's beat. It reports that it is alive, ends cleanly, and sends no ticks while many wait."""

import signal
import sys
import time
from typing import Any

import celery.beat
import structlog

from galaxytables_lobby.clock.ticks import QUEUE, TICKS, sent
from galaxytables_serving.liveness import Ticks
from galaxytables_serving.metrics import show_clock_skew, start_metrics
from galaxytables_serving.process import MetricsSettings
from galaxytables_serving.settings import StartError, read_settings
from galaxytables_serving.tracing import TraceSettings, start_tracing

_log = structlog.get_logger(__name__)

# Longer than Celery waits between two attempts to reach a broker (30 s), plus the attempt itself.
PATIENCE_SECONDS = 60.0
# How many ticks may wait. Each one handles everything that is due, so more would change nothing.
MAX_WAITING = 10

ticks = Ticks(PATIENCE_SECONDS)


class _Ending:
    """Whether this process was asked to end.

    Celery would raise an exception wherever the signal happens to arrive. If that is in a finalizer, Python drops the
    exception and beat never ends.
    """

    def __init__(self) -> None:
        self._asked = False

    def ask(self, *_: object) -> None:
        """Handle a signal: let the process end before the next tick."""
        self._asked = True

    def obey(self) -> None:
        """Raise `SystemExit` if the process was asked to end."""
        if self._asked:
            raise SystemExit


_ending = _Ending()


class Scheduler(celery.beat.Scheduler):  # type: ignore[misc, unused-ignore]  # Celery has no types
    """A scheduler for Celery's beat that keeps its schedule in memory."""

    def tick(self, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401  # Celery has no types
        """Send due ticks. Returns the seconds until the next call. Raises `SystemExit` if the process must end."""
        _ending.obey()
        seconds = super().tick(*arguments, **named)
        ticks.count()
        return seconds

    def adjust(self, n: Any, drift: float = 0.0) -> Any:  # noqa: ANN401  # Celery has no types
        """Return the seconds to wait unchanged.

        Celery's own method returns 10 ms less, and then spins until the tick is due.
        """
        return n + drift

    def apply_async(self, entry: Any, producer: Any = None, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401  # Celery has no types
        """Send one tick with its trace, unless many ticks wait. Raises the broker's errors."""
        outcome = "failed"
        try:
            if producer is not None and _waiting_ticks(producer) >= MAX_WAITING:
                outcome = "withheld"
                return None
            with sent(entry.task) as headers:
                entry.options["headers"] = headers
                result = super().apply_async(entry, producer, *arguments, **named)
            outcome = "sent"
            return result
        finally:
            TICKS.labels(entry.task, outcome).inc()

    def _ensure_connected(self) -> Any:  # noqa: ANN401  # Celery has no types
        def tell(error: Exception, seconds: float) -> None:
            # Restarting beat would not bring the broker back any sooner.
            ticks.count()
            _log.warning("broker_unavailable", reason=type(error).__name__, again_in=seconds)

        retries = self.app.conf.broker_connection_max_retries
        # Called every second between two attempts.
        return self.connection.ensure_connection(tell, retries, callback=_ending.obey)


def _waiting_ticks(producer: Any) -> int:  # noqa: ANN401  # Celery has no types
    """Return how many ticks wait at the broker, and measure the skew between its clock and this process's."""
    with producer.channel.conn_or_acquire() as broker:
        seconds, microseconds = broker.time()
        show_clock_skew(time.time() - seconds - microseconds / 1e6)
        return int(broker.llen(QUEUE))


def start() -> None:
    """Make beat serve its metrics and its liveness. If a setting is invalid, the process ends with code 2."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _ending.ask)
    try:
        start_tracing(read_settings(TraceSettings), "beat")
        address = read_settings(MetricsSettings).address
        if address is not None:
            start_metrics(address, "beat", ticks)
    except StartError as error:
        print(error, file=sys.stderr)  # noqa: T201  # for the person who started it
        raise SystemExit(2) from None
