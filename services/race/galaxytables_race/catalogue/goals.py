"""Goal tiles in the catalogue: their points, their conditions, and the phases after which they are checked (R13)."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from galaxytables_kit import ComponentKind, Printed, facts_of, forms_of
from galaxytables_race.components.cards import Goal, Pack
from galaxytables_race.goals import FIRST_VP, MAX_TIE_VP, MAX_VP, WAYS

_KIND = "goal"


class Condition(Struct, frozen=True):
    """One thing that a goal counts, and the number that it needs at least.

    If `keyword` or `phase` is given, only cards with this keyword, or with a power in this phase, count.
    """

    counted: str
    keyword: str | None
    phase: str | None
    least: int


class Way(Struct, frozen=True):
    """One way to reach a goal: conditions that must all be met."""

    conditions: tuple[Condition, ...]


class CheckedWith(Struct, frozen=True):
    """The phases after which a goal is checked if this option of the table is on, instead of its usual phases."""

    option: str
    checked: tuple[str, ...]


class GoalTile(Struct, frozen=True):
    """A goal tile. A seat reaches it by any one of its `ways`.

    If seats are tied for a Most goal at the end, each of them that does not hold the tile gets `tie_vp` (R13.7).
    """

    set: str
    type: Literal["first", "most"]
    vp: int
    tie_vp: int | None
    ways: tuple[Way, ...]
    checked: tuple[str, ...]
    checked_with: tuple[CheckedWith, ...] | None


GOAL_KINDS: Mapping[str, ComponentKind] = {_KIND: ComponentKind(forms_of(GoalTile))}


def printed_goals(pack: Pack) -> Iterator[Printed]:
    """Yield every goal tile."""
    for goal in pack.goals.values():
        tile = GoalTile(
            set=goal.set,
            type=goal.type,
            vp=FIRST_VP if goal.type == "first" else MAX_VP,
            tie_vp=None if goal.type == "first" else MAX_TIE_VP,
            ways=tuple(_ways(goal)),
            checked=goal.checked,
            checked_with=tuple(CheckedWith(*each) for each in goal.checked_by_option.items()) or None,
        )
        yield Printed(goal.id, goal.name, _KIND, 1, facts_of(tile))


def _ways(goal: Goal) -> Iterator[Way]:
    if goal.test != WAYS:
        minimum = goal.threshold if isinstance(goal.threshold, int) else goal.minimum
        yield Way((_condition(goal.test, minimum),))
    elif isinstance(goal.threshold, dict):
        for way in goal.threshold.values():
            yield Way(tuple(_condition(test, minimum) for test, minimum in way.items()))


def _condition(test: str, minimum: int) -> Condition:
    counted, _, word = test.partition(":")
    return Condition(
        counted=counted,
        keyword=word if counted == "keyword_cards" else None,
        phase=word if counted == "cards_with_power" else None,
        least=minimum,
    )
