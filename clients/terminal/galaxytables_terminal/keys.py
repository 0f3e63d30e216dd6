"""Keys that were meant for something else: typed ahead, held down, or pressed when the question changed."""

import time
from collections.abc import Callable

BEAT_SECONDS = 0.4
"""Keys do nothing for so long after what they mean has changed, and until they have been let alone for so long."""

REPEAT_SECONDS = 0.1
"""A key that comes again sooner is held down."""

HELD_SECONDS = 0.8
"""The first repetition of a key that is held down comes sooner than that."""

MOVING_KEYS = frozenset({"up", "down", "left", "right", "home", "end", "pageup", "pagedown", "tab", "shift+tab"})
"""Keys that move something and nothing else: they count whatever happened, also while they are held down."""

Clock = Callable[[], float]


class KeyGate:
    """Says which keys count. Asked for every key, also for those that are let through in any case."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self._opens = 0.0
        self._last = ""
        self._last_at = float("-inf")
        # What keys mean has changed since the last key that counted.
        self._turned = False

    def turn(self) -> None:
        """What keys mean has changed: there is another question, or another page."""
        self._opens = self.clock() + BEAT_SECONDS
        self._turned = True

    def counts(self, key: str, pressed: float) -> bool:
        """Whether a key that was pressed at that time of the clock is meant for what is there now."""
        since = pressed - self._last_at
        same = key == self._last
        self._last, self._last_at = key, pressed
        if pressed < self._opens:
            self._opens = max(self._opens, pressed + BEAT_SECONDS)
            return False
        if same and (since < REPEAT_SECONDS or (self._turned and since < HELD_SECONDS)):
            return False
        self._turned = False
        return True
