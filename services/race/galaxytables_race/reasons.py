"""Makes the reasons why something cannot be picked, for several phases.

Some functions return the reason why one thing cannot be picked, or None if it can be. Elsewhere a loop collects the
things to offer, and also notes the reasons against all other things; the same loop then answers `ExplainPrompt`.
Reasons get their figures only when a player asks for them, since playouts do not need them.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from galaxytables_kit import Barred, Reason

T = TypeVar("T")

ONE_OF_EACH = Reason("one_of_each", "R4.5")
NOT_A_DEVELOPMENT = Reason("not_a_development", "R6.2")
NOT_A_WORLD = Reason("not_a_world", "R7.1")
PLACED_IN_THIS_PHASE = Reason("placed_in_this_phase", "R4.4")
USED = Reason("used", "R4.6")


def barred(candidates: Callable[[], Iterable[T]], why_not: Callable[[T], Reason | None]) -> Barred:
    """Return, for each candidate that cannot be picked, the reason that `why_not` gives.

    The reasons are computed only when the result is first read.
    """
    return Barred(lambda: {each: reason for each in candidates() if (reason := why_not(each)) is not None})


def too_dear(price: int, cards: int) -> Reason:
    """Return a reason that says: this price, after all discounts, is more than the other hand cards can pay."""
    return Reason("too_dear", "R4.3", {"price": price, "cards": cards})


def too_weak(short: int) -> Reason:
    """Return a reason that says: the seat lacks `short` military to conquer a world."""
    return Reason("too_weak", "R7.3", {"short": short})


def other_kind(good: str, paragraph: str) -> Reason:
    """Return a reason that says: a power needs goods of another kind, namely `good`."""
    return Reason("other_kind", paragraph, {"good": good})
