"""Why something is not an option: reasons that several phases share.

A decision is a function from a candidate to a reason or None, or a loop that offers candidates and notes the reasons
for the others; the same code gives the reasons to those who ask. Figures are added only then, since playouts do not
need them.
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
    """Return the reasons against candidates, computed when somebody asks."""
    return Barred(lambda: {each: reason for each in candidates() if (reason := why_not(each)) is not None})


def too_dear(price: int, cards: int) -> Reason:
    """Return the reason that a card, after all discounts, costs more than there are other hand cards."""
    return Reason("too_dear", "R4.3", {"price": price, "cards": cards})


def too_weak(short: int) -> Reason:
    """Return the reason that this much military is missing to conquer a world."""
    return Reason("too_weak", "R7.3", {"short": short})


def other_kind(good: str, paragraph: str) -> Reason:
    """Return the reason that a power takes goods of another kind, which it names."""
    return Reason("other_kind", paragraph, {"good": good})
