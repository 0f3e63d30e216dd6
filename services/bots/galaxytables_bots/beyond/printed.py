"""The facts printed on components, as bots read them from the catalogue."""

from collections.abc import Iterator, Mapping, Sequence

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_bots.strategy import Catalogue

_BONUSES = {"immediate": "immediate", "control": "control", "colonization": "colonize", "discovery": "event"}
_NO_FACT = game_pb2.Fact()


class Printed:
    """The facts of components by name.

    Figures of their powers are named `action_0_ore`, `power_1_jump`, `immediate_ore`.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._figures: dict[str, Mapping[str, int]] = {}
        self._facts: dict[str, Mapping[str, game_pb2.Fact]] = {}
        self._conditions: dict[str, tuple[str, int]] = {}
        self._components: dict[tuple[str, str], Sequence[str]] = {}

    def figures(self, component: str) -> Mapping[str, int]:
        """Return all figures of a component and its powers."""
        found = self._figures.get(component)
        if found is None:
            found = self._figures[component] = dict(_figures(self._catalogue[component]))
        return found

    def number(self, component: str, name: str) -> int:
        """Return a fact of a component that is a number; 0 if the component does not have the fact."""
        return self.figures(component).get(name, 0)

    def numbers(self, component: str, name: str) -> Sequence[int]:
        """Return the fact `name` of a component, which is a list of numbers; empty if it has no such fact."""
        return self._fact(component, name).numbers.numbers

    def word(self, component: str, name: str) -> str:
        """Return the fact `name` of a component, which is a word; empty if the component does not have the fact."""
        return self._fact(component, name).word

    def words(self, component: str, name: str) -> Sequence[str]:
        """Return the fact `name` of a component, which is a list of words; empty if it has no such fact."""
        return self._fact(component, name).words.words

    def components(self, component: str, name: str) -> Sequence[str]:
        """Return the ids in the fact `name` of `component`: ids of other components."""
        found = self._components.get((component, name))
        if found is None:
            found = self._components[component, name] = tuple(self._fact(component, name).components.ids)
        return found

    def condition(self, component: str) -> tuple[str, int]:
        """Return the condition of an achievement: a metric, and the number that a seat needs of it."""
        found = self._conditions.get(component)
        if found is None:
            facts = {fact.name: fact for fact in self._fact(component, "condition").group.facts}
            found = self._conditions[component] = facts["metric"].word, facts["at_least"].number
        return found

    def powers(self, component: str) -> list[str]:
        """Return the names of a component's powers: `action_0`, `power_0`."""
        return list(_named(self._catalogue[component]))

    def _fact(self, component: str, name: str) -> game_pb2.Fact:
        facts = self._facts.get(component)
        if facts is None:
            facts = self._facts[component] = {fact.name: fact for fact in self._catalogue[component].facts}
        return facts.get(name, _NO_FACT)


def _named(component: rules_pb2.Component) -> dict[str, rules_pb2.Power]:
    """Return the powers of a component by name: bonuses by their moment, actions and lasting ones numbered."""
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
