"""How long to wait before the next try."""

from random import uniform


class Backoff:
    """Exponential, with jitter so that many who lost the same server do not come back as one."""

    def __init__(self, first: float = 0.2, most: float = 5.0) -> None:
        """Take the first bound in seconds, and the greatest."""
        self._first, self._most = first, most
        self._tries = 0

    def next(self) -> float:
        """Give the seconds to wait now, the upper half of a bound that doubles with every call."""
        bound = min(self._most, self._first * 2.0**self._tries)
        self._tries = min(self._tries + 1, 30)
        return uniform(bound / 2, bound)

    def reset(self) -> None:
        """Begin anew: it worked."""
        self._tries = 0
