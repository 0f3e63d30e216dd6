"""What is printed on components, as the bot reads it from the catalogue."""

from collections.abc import Iterator, Mapping, Sequence

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.bots.strategy import Catalogue

_BONUSES = {"immediate": "immediate", "control": "control", "colonization": "colonize", "discovery": "event"}


class Printed:
    """Facts of components by name; figures of their powers as `action_0_ore`, `power_1_jump`, `immediate_ore`."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Read a catalogue, each component when it is first asked for."""
        self._catalogue = catalogue
        self._figures: dict[str, Mapping[str, int]] = {}

    def figures(self, component: str) -> Mapping[str, int]:
        """All figures of a component and its powers."""
        if component not in self._figures:
            self._figures[component] = dict(_figures(self._catalogue[component]))
        return self._figures[component]

    def number(self, component: str, name: str) -> int:
        """A figure; 0 if there is none."""
        return self.figures(component).get(name, 0)

    def numbers(self, component: str, name: str) -> Sequence[int]:
        """Figures in a row."""
        return self._fact(component, name).numbers.numbers

    def word(self, component: str, name: str) -> str:
        """A word; empty if there is none."""
        return self._fact(component, name).word

    def words(self, component: str, name: str) -> Sequence[str]:
        """Words in a row."""
        return self._fact(component, name).words.words

    def components(self, component: str, name: str) -> Sequence[str]:
        """Components that one names."""
        return self._fact(component, name).components.ids

    def condition(self, component: str) -> tuple[str, int]:
        """What an achievement asks for: a metric, and how much of it."""
        facts = {fact.name: fact for fact in self._fact(component, "condition").group.facts}
        return facts["metric"].word, facts["at_least"].number

    def powers(self, component: str) -> list[str]:
        """What its powers are called: `action_0`, `power_0`."""
        return list(_named(self._catalogue[component]))

    def _fact(self, component: str, name: str) -> game_pb2.Fact:
        facts = self._catalogue[component].facts
        return next((fact for fact in facts if fact.name == name), game_pb2.Fact())


def _named(component: rules_pb2.Component) -> dict[str, rules_pb2.Power]:
    """The powers of a component: bonuses by their moment, actions and lasting ones numbered."""
    named: dict[str, rules_pb2.Power] = {}
    numbers = {"action": 0, "power": 0}
    for power in component.powers:
        if power.kind == "bonus":
            named[_BONUSES[power.moment]] = power
        else:
            sort = "action" if power.kind == "action" else "power"
            named[f"{sort}_{numbers[sort]}"] = power
            numbers[sort] += 1
    return named


def _figures(component: rules_pb2.Component) -> Iterator[tuple[str, int]]:
    yield from ((fact.name, fact.number) for fact in component.facts if fact.HasField("number"))
    for called, power in _named(component).items():
        for fact in power.facts:
            if fact.name == "figures":
                yield from ((f"{called}_{each.name}", each.number) for each in fact.group.facts)
