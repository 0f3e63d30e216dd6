"""Converts expectations to chances to win, from how often seats with such expectations won.

What bots expect of a game, from -1 (lost) to 1 (won), combines wins and points, so it is not a chance. A logistic curve
converts it; `python -m galaxytables_arena.calibration` plays games and fits the curve.
"""

from dataclasses import dataclass
from math import exp


@dataclass(frozen=True)
class Odds:
    """A logistic curve: how fast the chance grows with the expectation, and its log odds at an expectation of 0."""

    steep: float
    even: float = 0.0

    def percent(self, expected: float) -> int:
        """Return the chance to win, in percent."""
        return round(100 / (1 + exp(-self.steep * expected - self.even)))
