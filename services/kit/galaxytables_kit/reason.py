"""Reasons why something is not an option, stated beside the code that decides it.

A rule is a function from a candidate to the reason against it, or None. `sift` offers the candidates that have no
reason against them, and keeps the reasons against the others for `ExplainPrompt`. So a rule and its reason cannot drift
apart.

    offered, barred = sift(hand, lambda card: why_not(play, seat, card))
    yield Prompt(seat, "develop.card", (*offered, NOTHING), barred=barred)

Reasons may be too slow to compute in playouts. `Barred` computes them only on demand. A loop that collects offers can
also note the reasons in a dict:

    offered, barred = placeable(hand, budget), Noted(lambda barred: placeable(hand, budget, barred))
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from galaxytables_kit.event import Facts

T = TypeVar("T", int, str)

AnyPick: TypeAlias = Any  # mappings are invariant in their keys: one with only numbers or words does not match `Pick`
"""What can be picked, as a key."""

NOT_ASKED = "not_asked"
"""The reason for everything on the table that a question is not about."""


class Reason(Struct, frozen=True):
    """The reason why something is not an option: a kind that the game declares, a rules paragraph, and the figures."""

    kind: str
    paragraph: str
    facts: Facts = {}


Reasons: TypeAlias = Mapping[AnyPick, Reason]
"""Why picks are not options."""


def sift(candidates: Iterable[T], why_not: Callable[[T], Reason | None]) -> tuple[list[T], dict[T, Reason]]:
    """Split candidates into those without a reason against them, as a list, and the others with their reasons."""
    offered: list[T] = []
    barred: dict[T, Reason] = {}
    for candidate in candidates:
        reason = why_not(candidate)
        if reason is None:
            offered.append(candidate)
        else:
            barred[candidate] = reason
    return offered, barred


class Barred(Mapping[AnyPick, Reason]):
    """The reasons against picks, computed only when somebody first looks. The table must not change until then."""

    __slots__ = ("_known", "_reasons")

    def __init__(self, reasons: Callable[..., Any]) -> None:  # returns reasons; `Noted` ignores its result
        self._reasons = reasons
        self._known: Reasons | None = None

    def _work_out(self) -> Reasons:
        reasons: Reasons = self._reasons()
        return reasons

    @property
    def _all(self) -> Reasons:
        if self._known is None:
            self._known = self._work_out()
        return self._known

    def __getitem__(self, candidate: AnyPick) -> Reason:
        return self._all[candidate]

    def __iter__(self) -> Iterator[AnyPick]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


class Noted(Barred):
    """The reasons against picks. A function notes them in a dict when somebody first looks."""

    __slots__ = ()

    def _work_out(self) -> Reasons:
        barred: dict[AnyPick, Reason] = {}
        self._reasons(barred)
        return barred
