"""Wakes up all periodic work of a process at the same moments, so that an idle process rarely wakes up.

Each process has moments of its own, so that those of one machine, or of one store, do not all wake up together.
"""

import random
import time

_OFFSET = random.random()
# The shortest pause, as a share of the period: who has just woken up, or worked for long, waits for the moment after.
_MIN_SHARE = 0.25


def until_next(period: float) -> float:
    """Return how many seconds to sleep until this process's next moment for periodic work.

    The moments are `period` seconds apart. The result is 0.25 to 1.25 periods: a moment that is too near is skipped.
    """
    seconds = period - (time.monotonic() + _OFFSET) % period
    return seconds if seconds > _MIN_SHARE * period else seconds + period
