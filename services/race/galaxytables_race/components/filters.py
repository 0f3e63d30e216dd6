"""Filters in the card data (`when`, `per`, `of`, `match`, `only_if_own`), compiled when the data is loaded."""

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

from msgspec import Struct

from galaxytables_kit import Amount, Compiled, Facts, facts_of

Kind: TypeAlias = Literal["world", "development"]
Good: TypeAlias = Literal["novelty", "rare", "genes", "alien"]
GOODS: tuple[Good, ...] = ("novelty", "rare", "genes", "alien")
AnyGood: TypeAlias = Literal["novelty", "rare", "genes", "alien", "any"]
Production: TypeAlias = Literal["production", "windfall"]
Keyword: TypeAlias = Literal["alien", "rebel", "imperium", "uplift", "chromosome", "terraforming", "anti_xeno"]
PhaseName: TypeAlias = Literal[
    "setup",
    "select",
    "static",
    "explore",
    "develop",
    "settle",
    "trade",
    "consume",
    "produce",
    "round_end",
    "orb",
    "invasion",
]


class Printed(Protocol):
    """The printed properties of a card that a filter can test."""

    @property
    def name(self) -> str: ...  # noqa: D102 - as printed
    @property
    def kind(self) -> Kind: ...  # noqa: D102 - as printed
    @property
    def cost(self) -> int: ...  # noqa: D102 - as printed
    @property
    def military(self) -> bool: ...  # noqa: D102 - as printed
    @property
    def xeno(self) -> bool: ...  # noqa: D102 - as printed
    @property
    def good(self) -> AnyGood | None: ...  # noqa: D102 - as printed
    @property
    def production(self) -> Production | None: ...  # noqa: D102 - as printed
    @property
    def keywords(self) -> tuple[Keyword, ...]: ...  # noqa: D102 - as printed
    @property
    def power_phases(self) -> frozenset[str]:
        """Return the phases in which the card has a power."""


class FilterSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A filter as written in the data. A card must meet the conditions of all keys that are given."""

    kind: Kind | None = None
    name: str | None = None
    keyword: Keyword | None = None
    good: Good | None = None
    not_good: Good | None = None
    production: Production | None = None
    military: bool | None = None
    xeno: bool | None = None
    cost: Amount | None = None
    min_cost: Amount | None = None
    has_power: PhaseName | None = None


_TESTS: dict[str, Callable[[Printed, Any], bool]] = {  # each takes the value of its field of `FilterSpec`
    "kind": lambda card, kind: card.kind == kind,
    "name": lambda card, name: card.name == name,
    "keyword": lambda card, keyword: keyword in card.keywords,
    "good": lambda card, good: card.good in (good, "any"),
    "not_good": lambda card, good: card.good != good,
    "production": lambda card, production: card.production == production,
    "military": lambda card, military: card.kind == "world" and card.military == military,
    "xeno": lambda card, xeno: card.xeno == xeno,
    "cost": lambda card, cost: card.cost == cost,
    "min_cost": lambda card, cost: card.cost >= cost,
    "has_power": lambda card, phase: phase in card.power_phases,
}


class Filter(Compiled[FilterSpec]):
    """A compiled filter; `fits` tests a card. Filters with the same specification are equal."""

    __slots__ = ("_known", "_tests")
    form: ClassVar[object] = FilterSpec

    def __init__(self, written: FilterSpec) -> None:
        super().__init__(written)
        self._tests = _tests(written)
        self._known: dict[Printed, bool] = {}

    def fits(self, card: Printed) -> bool:
        """Return whether a card meets all conditions."""
        known = self._known.get(card)
        if known is None:
            known = self._known[card] = all(test(card, value) for test, value in self._tests)
        return known

    @property
    def facts(self) -> Facts:
        """Return the conditions of the filter as facts; a card must meet all of them."""
        return facts_of(self.written)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Filter) and self.written == other.written

    def __hash__(self) -> int:
        return hash(self.written)


@cache
def _tests(written: FilterSpec) -> tuple[tuple[Callable[[Printed, Any], bool], Any], ...]:  # as in `_TESTS`
    """Return the conditions with their tests; cached, since many cards share a filter.

    Raises `ValueError` for an empty filter.
    """
    tests = tuple((_TESTS[key], value) for key, value in facts_of(written).items())
    if not tests:
        raise ValueError("a filter asks for something")
    return tests
