"""Reasons why something is not an option, for several phases.

Either a function returns the reason against a candidate, or None. Or a loop collects the candidates to offer and notes
the reasons against the others; the same code then answers `ExplainPrompt`. Reasons get their figures only then, since
playouts do not need them.
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
    """Return the reasons against candidates, which are computed on the first access."""
    return Barred(lambda: {each: reason for each in candidates() if (reason := why_not(each)) is not None})


def too_dear(price: int, cards: int) -> Reason:
    """Return the reason that a card costs more, after all discounts, than there are other hand cards."""
    return Reason("too_dear", "R4.3", {"price": price, "cards": cards})


def too_weak(short: int) -> Reason:
    """Return the reason that military is missing to conquer a world: `short` is how much."""
    return Reason("too_weak", "R7.3", {"short": short})


def other_kind(good: str, paragraph: str) -> Reason:
    """Return the reason that a power needs goods of another kind, which is `good`."""
    return Reason("other_kind", paragraph, {"good": good})
