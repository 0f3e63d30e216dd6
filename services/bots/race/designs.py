"""Cards of Race for the Galaxy as a bot reads them from the catalogue."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.bots.strategy import Catalogue

Fact: TypeAlias = int | str | bool

_POWER = re.compile(r"power_(\d+)(?:_(\w+))?")
TRADE_VALUE = {"novelty": 2, "rare": 3, "genes": 4, "alien": 5}


@dataclass(frozen=True)
class Power:
    """A power: its kind, the phase of its use, its parameters; `number` reads one that may be left out."""

    kind: str
    phase: str
    parameters: Mapping[str, Fact]

    def number(self, name: str) -> int:
        """A figure of the power, 0 if it has none."""
        value = self.parameters.get(name, 0)
        return value if isinstance(value, int) else 0

    def word(self, name: str) -> str:
        """A word of the power, empty if it has none."""
        value = self.parameters.get(name, "")
        return value if isinstance(value, str) else ""


@dataclass(frozen=True)
class Design:
    """A card as printed: `cost` is the defense of a military world."""

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
        """The kind of goods that may lie here: its own, or those that a power gathers here."""
        return self.good or next((power.word("good") for power in self.powers if power.kind == "gather_goods_here"), "")


class Designs:
    """Designs by component id, read once from each component of the catalogue."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: dict[str, tuple[rules_pb2.Component, Design]] = {}

    def get(self, catalogue: Catalogue, component: str) -> Design:
        """Give the design of a component."""
        entry = catalogue[component]
        known = self._known.get(component)
        if known is None or known[0] is not entry:
            known = self._known[component] = entry, _read(entry)
        return known[1]


def _read(component: rules_pb2.Component) -> Design:
    facts = {fact.name: _value(fact) for fact in component.facts}
    powers: dict[str, dict[str, Fact]] = {}
    for name, value in facts.items():
        match = _POWER.fullmatch(name)
        if match:
            powers.setdefault(match[1], {})[match[2] or "kind"] = value
    cost = facts.get("defense", facts.get("cost", 0))
    vp = facts.get("vp", 0)
    return Design(
        component=component.id,
        is_world=component.kind == "world",
        cost=int(cost),
        military="military" in facts,
        vp=int(vp),
        scores_at_end="endgame_1" in facts,
        prestige="prestige" in facts,
        good=str(facts.get("good", "alien" if "alien_good" in facts else "")),
        windfall=facts.get("production") == "windfall",
        powers=tuple(Power(str(each["kind"]), str(each.get("phase", "")), each) for each in powers.values()),
    )


def _value(fact: game_pb2.Fact) -> Fact:
    match fact.WhichOneof("value"):
        case "number":
            return fact.number
        case "word":
            return fact.word
        case _:
            return fact.flag
