"""The time of the store, which is the same for every process whatever its own wall clock says.

Deadlines, leases, outages and tokens are all compared with it. A process reads the store's `TIME` once a second and
keeps the difference to its own monotonic clock, which nobody sets.
"""

import time
from collections.abc import Callable

import structlog

from galaxytables_lobby import errors
from galaxytables_serving.metrics import show_clock_skew

_log = structlog.get_logger(__name__)

REFRESH_SECONDS = 1.0
# A wall clock that is off by more is worth a line in the log.
SKEW_SECONDS = 1.0


class StoreClock:
    """Gives the store's time in seconds since the epoch."""

    def __init__(self, *, steady: Callable[[], float] = time.monotonic, wall: Callable[[], float] = time.time) -> None:
        """Take a clock that nobody sets, and the wall clock, which is only compared with the store's."""
        self._steady = steady
        self._wall = wall
        self._offset: float | None = None
        self._skewed = False

    def __call__(self) -> float:
        """The store's time. Raises STORE_UNAVAILABLE before the store has answered once."""
        if self._offset is None:
            raise errors.store_unavailable()
        return self._steady() + self._offset

    def steady(self) -> float:
        """The monotonic clock, for `observe`."""
        return self._steady()

    def observe(self, store_time: float, *, asked: float, answered: float) -> None:
        """Learn that the store said `store_time` between two moments of the monotonic clock.

        An answer that took long says little, and changes only what it proves wrong.
        """
        earliest, latest = store_time - answered, store_time - asked
        known = (earliest + latest) / 2 if self._offset is None else self._offset
        self._offset = min(max(known, earliest), latest)
        self._compare(self._wall() - self())

    def _compare(self, skew: float) -> None:
        show_clock_skew(skew)
        skewed = abs(skew) > SKEW_SECONDS
        if skewed != self._skewed:
            _log.warning("clock_skewed" if skewed else "clock_agrees", seconds=round(skew, 3))
        self._skewed = skewed
