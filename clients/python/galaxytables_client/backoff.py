"""Computes how long to wait before a call is tried again."""

from random import uniform


class Backoff:
    """Exponential backoff with jitter, so that not all clients of a lost server come back at once."""

    def __init__(self, first: float = 0.2, longest: float = 5.0) -> None:
        """`first` is the first upper bound in seconds, `longest` the greatest."""
        self._first, self._longest = first, longest
        self._tries = 0

    def next(self) -> float:
        """Return how many seconds to wait before the next attempt.

        It is a random time from the upper half of a bound that doubles with every call.
        """
        bound = min(self._longest, self._first * 2.0**self._tries)
        self._tries = min(self._tries + 1, 30)
        return uniform(bound / 2, bound)

    def reset(self) -> None:
        """Start again at the shortest wait, after a success."""
        self._tries = 0
