"""The cards of Race for the Galaxy, as bots read them from the catalogue."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_bots.strategy import Catalogue

Fact: TypeAlias = "int | str | bool | tuple[str, ...] | Mapping[str, Fact]"

_SCORES = "endgame_"
"""The prefix of kinds of scoring clauses."""
TRADE_VALUE = {"novelty": 2, "rare": 3, "genes": 4, "alien": 5}


@dataclass(frozen=True)
class Power:
    """A power of a card: its kind, the phase in which it works, its figures and its conditions, if it has any."""

    kind: str
    phase: str
    facts: Mapping[str, Fact]

    def number(self, name: str) -> int:
        """Return a fact of the power that is a number; 0 if the power has no such fact."""
        value = self.facts.get(name, 0)
        return value if isinstance(value, int) else 0

    def word(self, name: str) -> str:
        """Return a fact of the power that is a word; empty if the power has no such fact."""
        value = self.facts.get(name, "")
        return value if isinstance(value, str) else ""

    def words(self, name: str) -> tuple[str, ...]:
        """Return a fact of the power that is several words; empty if the power has no such fact."""
        value = self.facts.get(name, ())
        return value if isinstance(value, tuple) else ()

    def condition(self, name: str) -> Mapping[str, Fact]:
        """Return a condition of the power; empty if the power has no such condition."""
        value = self.facts.get(name, {})
        return value if isinstance(value, Mapping) else {}


@dataclass(frozen=True)
class Design:
    """What is printed on a card. `cost` is the defense of a military world."""

    component: str
    is_world: bool
    cost: int
    military: bool
    vp: int
    scores_at_end: bool
    prestige: bool
    good: str
    windfall: bool
    powers: tuple[Power, ...]

    @property
    def holds(self) -> str:
        """Return the kind of goods that can lie on this world: the printed kind, or the kind that a power collects."""
        return self.good or next((power.word("good") for power in self.powers if power.kind == "gather_goods_here"), "")


class Designs:
    """What is printed on cards, by component id. Each card is read from the catalogue once."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[rules_pb2.Component, Design]] = {}

    def get(self, catalogue: Catalogue, component: str) -> Design:
        """Return what is printed on a component."""
        entry = catalogue[component]
        cached = self._known.get(component)
        if cached is None or cached[0] is not entry:
            cached = self._known[component] = entry, _read(entry)
        return cached[1]


def _read(component: rules_pb2.Component) -> Design:
    facts = _values(component.facts)
    serves_as_alien = any(power.kind == "artifact_alien_good" for power in component.powers)
    cost, vp = facts.get("defense", facts.get("cost", 0)), facts.get("vp", 0)
    return Design(
        component=component.id,
        is_world=component.kind == "world",
        cost=cost if isinstance(cost, int) else 0,
        military=bool(facts.get("military")),
        vp=vp if isinstance(vp, int) else 0,
        scores_at_end=any(power.kind.startswith(_SCORES) for power in component.powers),
        prestige=bool(facts.get("prestige")),
        good=str(facts.get("good", "alien" if serves_as_alien else "")),
        windfall=facts.get("production") == "windfall",
        powers=tuple(Power(power.kind, power.moment, _values(power.facts)) for power in component.powers),
    )


def _values(facts: Iterable[game_pb2.Fact]) -> dict[str, Fact]:
    return {fact.name: _value(fact) for fact in facts}


def _value(fact: game_pb2.Fact) -> Fact:
    match fact.WhichOneof("value"):
        case "number":
            return fact.number
        case "word":
            return fact.word
        case "words":
            return tuple(fact.words.words)
        case "group":
            return _values(fact.group.facts)
        case _:
            return fact.flag
