"""Drops key presses that were meant for another question.

They were typed ahead, held down, or made just as the question changed.
"""

import time
from collections.abc import Callable

BEAT_SECONDS = 0.4
"""How long keys do nothing after their meaning has changed; every key pressed meanwhile starts the time anew."""

REPEAT_SECONDS = 0.1
"""A key that repeats within this time is held down."""

HELD_SECONDS = 0.8
"""The first repetition of a held key comes within this time."""

MOVING_KEYS = frozenset({"up", "down", "left", "right", "home", "end", "pageup", "pagedown", "tab", "shift+tab"})
"""Keys that only move something; they always count, even while they are held down."""

Clock = Callable[[], float]


class KeyGate:
    """Decides which key presses take effect. It must be given every key press, even of keys that always take effect."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self._opens = 0.0
        self._last = ""
        self._last_at = float("-inf")
        # Keys have changed their meaning since the last key that counted.
        self._turned = False

    def turn(self) -> None:
        """Record that keys mean something else from now on, because another question or page is shown."""
        self._opens = self.clock() + BEAT_SECONDS
        self._turned = True

    def accepts(self, key: str, pressed: float) -> bool:
        """Return whether a key press is meant for the current question and page.

        `pressed` is its time by the monotonic clock, in seconds.
        """
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
