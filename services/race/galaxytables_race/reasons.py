"""Reasons why something is not an option, for several phases.

Either a function returns the reason why one thing is not an option, or None if it is. Or a loop collects the things to
offer and notes the reasons against the others; the same code then answers `ExplainPrompt`. Reasons get their figures
only then, since playouts do not need them.
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
    """Return the reasons against those candidates that have one. They are computed on the first access."""
    return Barred(lambda: {each: reason for each in candidates() if (reason := why_not(each)) is not None})


def too_dear(price: int, cards: int) -> Reason:
    """Return the reason that a card's price, after all discounts, is more than the other hand cards can pay."""
    return Reason("too_dear", "R4.3", {"price": price, "cards": cards})


def too_weak(short: int) -> Reason:
    """Return the reason that a seat lacks military to conquer a world; `short` is how much it lacks."""
    return Reason("too_weak", "R7.3", {"short": short})


def other_kind(good: str, paragraph: str) -> Reason:
    """Return the reason that a power needs goods of another kind, which is `good`."""
    return Reason("other_kind", paragraph, {"good": good})
