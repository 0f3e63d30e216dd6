"""Why something is no option, said beside the code that decides it.

A rule that sifts what a player may pick is a function from a candidate to the reason against it, or None. `sift`
offers what has none and keeps the reasons of the rest for whoever asks (`ExplainPrompt`): the rule and its reason
cannot drift apart.

    offered, barred = sift(hand, lambda card: why_not(play, seat, card))
    yield Prompt(seat, "develop.card", (*offered, NOTHING), barred=barred)
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from services.kit.event import Facts

T = TypeVar("T", int, str)

NOT_ASKED = "not_asked"
"""The reason of everything on the table that a question is not about."""


class Reason(Struct, frozen=True):
    """Why something is no option: a kind that the game declares, the rules paragraph, and the figures."""

    kind: str
    paragraph: str
    facts: Facts = {}


def sift(candidates: Iterable[T], why_not: Callable[[T], Reason | None]) -> tuple[list[T], dict[T, Reason]]:
    """Part candidates into those that nothing speaks against and those that a reason does."""
    offered: list[T] = []
    barred: dict[T, Reason] = {}
    for candidate in candidates:
        reason = why_not(candidate)
        if reason is None:
            offered.append(candidate)
        else:
            barred[candidate] = reason
    return offered, barred
