"""Celery's beat: it says whether it still ticks, ends between two ticks, and sends none that would change nothing."""

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

# Longer than Celery rests between two attempts to reach a broker that is away (30 s), and the attempt itself.
PATIENCE_SECONDS = 60.0
# Ticks that may wait. Whatever takes one looks at all that is due, so more of them would change nothing.
MAX_WAITING = 10

ticks = Ticks(PATIENCE_SECONDS)


class _Ending:
    """Whether this process was asked to end.

    Celery would end by an exception wherever the signal happens to arrive. Where that is a finalizer, Python drops the
    exception and beat goes on for ever.
    """

    def __init__(self) -> None:
        self._asked = False

    def ask(self, *_: object) -> None:
        """End before the next tick, as a handler of signals."""
        self._asked = True

    def obey(self) -> None:
        """Raise `SystemExit` if it was asked."""
        if self._asked:
            raise SystemExit


_ending = _Ending()


class Scheduler(celery.beat.Scheduler):  # type: ignore[misc, unused-ignore]  # Celery has no types
    """Keeps its schedule in memory, and counts whenever it has looked at it."""

    def tick(self, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401  # as Celery has it
        """Send what is due; gives after how many seconds to look again. Raises `SystemExit` if it is to end."""
        _ending.obey()
        seconds = super().tick(*arguments, **named)
        ticks.count()
        return seconds

    def apply_async(self, entry: Any, producer: Any = None, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401  # as Celery has it
        """Send a tick, which tells of its trace, unless many wait. Raises what the broker does."""
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

    def _ensure_connected(self) -> Any:  # noqa: ANN401  # as Celery has it
        def tell(error: Exception, seconds: float) -> None:
            # To start beat again would bring the broker back no sooner.
            ticks.count()
            _log.warning("broker_away", reason=type(error).__name__, again_in=seconds)

        retries = self.app.conf.broker_connection_max_retries
        # Called every second between two attempts.
        return self.connection.ensure_connection(tell, retries, callback=_ending.obey)


def _waiting_ticks(producer: Any) -> int:  # noqa: ANN401  # Celery has no types
    """How many ticks wait at the broker, whose time is compared with this process's on the way."""
    with producer.channel.conn_or_acquire() as broker:
        seconds, microseconds = broker.time()
        show_clock_skew(time.time() - seconds - microseconds / 1e6)
        return int(broker.llen(QUEUE))


def start() -> None:
    """Show figures, and whether beat is alive; a setting that makes no sense ends the process with code 2."""
    for asked in (signal.SIGTERM, signal.SIGINT):
        signal.signal(asked, _ending.ask)
    try:
        start_tracing(read_settings(TraceSettings), "beat")
        address = read_settings(MetricsSettings).address
        if address is not None:
            start_metrics(address, "beat", ticks)
    except StartError as error:
        print(error, file=sys.stderr)  # noqa: T201  # for whoever started it
        raise SystemExit(2) from None
