"""Shares the places for sending notices among the receiving hosts, so that a slow host does not delay the others."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

# For how many milliseconds a target rests whose host has its share, and how much longer than the one before it. So it
# costs little to have many that rest.
PAUSE, SPACING = 1_000, 2


class HostRoom:
    """Limits how many notices are being sent at once, and shares that number among the receiving hosts.

    A host gets another place if it has fewer places than are free. So a single host gets half of all places, and
    several hosts get equal shares as places become free.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._taken = 0
        self._at: Counter[str] = Counter()
        # The last time until which a target of each host rests.
        self._resting: dict[str, int] = {}

    def has_place(self, host: str) -> bool:
        """Return whether a notice may be sent to a host now."""
        return self._at[host] < self._places - self._taken

    @contextmanager
    def place(self, host: str) -> Iterator[None]:
        """Take a place for a host while the block runs."""
        self._at[host] += 1
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1
            self._at[host] -= 1
            if not self._at[host]:
                del self._at[host]
                self._resting.pop(host, None)

    def rest(self, host: str, *, now: int) -> int:
        """Let a target of a busy host rest. Returns when to try it again, in milliseconds.

        Each further target of the host gets a later time.
        """
        until = max(self._resting.get(host, 0), now + PAUSE) + SPACING
        if host in self._at:
            self._resting[host] = until
        return until
