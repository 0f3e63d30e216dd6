"""Chances to win, made of what is expected: by how often seats won of which so much was expected.

What bots expect of a game, from -1 (lost) to 1 (won), counts wins and points, so it is no chance. A logistic curve
makes one of it; `python -m galaxytables_arena.calibration` plays games and finds the curve nearest to what came of
them.
"""

from dataclasses import dataclass
from math import exp


@dataclass(frozen=True)
class Odds:
    """A curve: how fast the chance grows with what is expected, and the logarithm of the odds where nothing is."""

    steep: float
    even: float = 0.0

    def percent(self, expected: float) -> int:
        """The chance to win, of 100."""
        return round(100 / (1 + exp(-self.steep * expected - self.even)))
