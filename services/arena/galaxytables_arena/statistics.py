"""What a number of deals says: an interval for a win rate, and a sequential test that stops when it is decided.

A deal is played once from each seat, so its games are not independent of each other; deals are. Both figures look at
what the first player made of each deal, from 0 (lost all) to 1 (won all).
"""

from collections.abc import Sequence
from math import log, sqrt
from statistics import fmean, pvariance

_SIGMAS = 1.96
"""An interval holds the true rate in 95 of 100 matches."""


def interval(deals: Sequence[float]) -> tuple[float, float]:
    """Wilson's interval of a rate, for as many independent games as the spread of the deals amounts to."""
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
    """How much likelier the deals are at the high rate than at the low one, as a logarithm.

    That of the normal distribution with the deals' own spread, to which a deal won and one lost are added so that few
    deals alike prove nothing.
    """
    spread = [0.0, 1.0, *deals]
    return len(deals) * (high - low) * (fmean(deals) - (low + high) / 2) / pvariance(spread) if deals else 0.0


def decided(deals: Sequence[float], low: float, high: float, error: float = 0.05) -> float | None:
    """The rate that Wald's sequential test accepts, `low` or `high`; None while the question is open."""
    likelihood, bound = log_likelihood(deals, low, high), log((1 - error) / error)
    if abs(likelihood) < bound:
        return None
    return high if likelihood > 0 else low
