"""Why something is no option, said beside the code that decides it.

A rule that sifts what a player may pick is a function from a candidate to the reason against it, or None. `sift`
offers what has none and keeps the reasons of the rest for whoever asks (`ExplainPrompt`): the rule and its reason
cannot drift apart.

    offered, barred = sift(hand, lambda card: why_not(play, seat, card))
    yield Prompt(seat, "develop.card", (*offered, NOTHING), barred=barred)

Where reasons are dear and games are played out by the thousand, `Barred` works them out for whoever asks only. One loop
that offers can note the reasons as well, in a dict that it is given then:

    offered, barred = placeable(hand, budget), Noted(lambda barred: placeable(hand, budget, barred))
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from galaxytables_kit.event import Facts

T = TypeVar("T", int, str)

AnyPick: TypeAlias = Any  # a mapping by numbers alone, or words alone, is none by `Pick`: keys are invariant
"""What can be picked, as a key."""

NOT_ASKED = "not_asked"
"""The reason of everything on the table that a question is not about."""


class Reason(Struct, frozen=True):
    """Why something is no option: a kind that the game declares, the rules paragraph, and the figures."""

    kind: str
    paragraph: str
    facts: Facts = {}


Reasons: TypeAlias = Mapping[AnyPick, Reason]
"""Why picks are no options."""


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


class Barred(Mapping[AnyPick, Reason]):
    """Reasons against what is no option, worked out when somebody asks for them: the table is as it was till then."""

    __slots__ = ("_known", "_reasons")

    def __init__(self, reasons: Callable[..., Any]) -> None:  # gives reasons, or for `Noted` what nobody wants
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
    """The reasons that a sifting function notes in the dict it is given, when somebody asks for them."""

    __slots__ = ()

    def _work_out(self) -> Reasons:
        barred: dict[AnyPick, Reason] = {}
        self._reasons(barred)
        return barred
