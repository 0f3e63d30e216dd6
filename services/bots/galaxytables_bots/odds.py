"""Converts expected results to chances to win.

The result that a bot expects of a game, from -1 (lost) to 1 (won), combines wins and points, so it is not a chance. A
logistic curve converts it. The curve was fitted to how often seats with such expected results won. `python -m
galaxytables_arena.calibration` plays games and fits the curve.
"""

from dataclasses import dataclass
from math import exp


@dataclass(frozen=True)
class Odds:
    """A logistic curve that turns an expected result into a chance to win.

    The curve has two parameters: how fast the chance grows with the expected result, and the log odds at an expected
    result of 0.
    """

    steep: float
    even: float = 0.0

    def percent(self, expected: float) -> int:
        """Return the chance to win that an expected result means, in percent."""
        return round(100 / (1 + exp(-self.steep * expected - self.even)))
