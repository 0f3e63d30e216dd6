"""The statistics of a match: a confidence interval for a win rate, and a test that stops a match once it is decided.

A deal is played once from each seat, so the games of one deal depend on each other, while different deals are
independent. Both statistics use the first player's share of the wins of each deal, from 0 (lost all games) to 1 (won
all).
"""

from collections.abc import Sequence
from math import log, sqrt
from statistics import fmean, pvariance

_SIGMAS = 1.96
"""The width of an interval that holds the true rate in 95 of 100 matches."""


def interval(deals: Sequence[float]) -> tuple[float, float]:
    """Return Wilson's confidence interval for a win rate.

    Wilson's formula is for independent games, but the games of a deal depend on each other. So it is used with the
    number of independent games that would give the same variance as the deals.
    """
    if not deals:
        return 0.0, 1.0
    count, rate = float(len(deals)), fmean(deals)
    variance = pvariance(deals)
    if variance > 0 and len(deals) > 1:
        count = rate * (1 - rate) / (variance / (count - 1))
    square = _SIGMAS**2
    middle = (rate + square / (2 * count)) / (1 + square / count)
    half = _SIGMAS / (1 + square / count) * sqrt(rate * (1 - rate) / count + square / (4 * count**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def log_likelihood(deals: Sequence[float], low: float, high: float) -> float:
    """Return the log-likelihood ratio of the win rate `high` to the win rate `low`.

    The ratio assumes a normal distribution with the deals' own variance. One won and one lost deal are added to the
    variance, so that a few equal deals prove nothing.
    """
    spread = [0.0, 1.0, *deals]
    return len(deals) * (high - low) * (fmean(deals) - (low + high) / 2) / pvariance(spread) if deals else 0.0


def decided(deals: Sequence[float], low: float, high: float, error: float = 0.05) -> float | None:
    """Return the win rate that Wald's sequential test accepts, `low` or `high`; None while the test is undecided."""
    likelihood, bound = log_likelihood(deals, low, high), log((1 - error) / error)
    if abs(likelihood) < bound:
        return None
    return high if likelihood > 0 else low
