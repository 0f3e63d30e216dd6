"""The law of the catalogue: its components are as the game declares them."""

from collections.abc import Iterable, Iterator, Mapping

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_kit.contract.inspection import Inspection, law
from galaxytables_kit.declared import AnyOf, Form, Forms, Maybe, OneOf
from galaxytables_kit.event import At, Component, Components, Group, Groups, Numbers, Piece, Place, Words

_FIELDS: Mapping[type, str] = {
    int: "number",
    bool: "flag",
    str: "word",
    Component: "component",
    Components: "components",
    At: "seat",
    Piece: "piece",
    Place: "place",
    Words: "words",
    Numbers: "numbers",
    Group: "group",
    Groups: "groups",
}


@law()
def the_catalogue_is_as_declared(inspection: Inspection) -> None:
    """Each component and power has a declared kind and exactly the facts declared for that kind.

    The moment at which a power works has words.
    """
    kinds, powers = inspection.game.component_kinds, inspection.game.power_kinds
    catalogue = inspection.catalogue()
    if not kinds:
        return
    for component in catalogue.values():
        assert component.kind in kinds, f"{component.id}: {component.kind} is not declared"
        _check(component.id, kinds[component.kind].facts, component.facts)
        for power in component.powers:
            assert power.kind in powers, f"{component.id}: {power.kind} is not declared"
            kind = powers[power.kind]
            _check(f"{component.id}, {power.kind}", kind.facts, power.facts)
            assert power.moment in (kind.moments or {""}), f"{component.id}: {power.kind} at {power.moment}"
        names = {fact.name for fact in component.facts} | ({"powers"} if component.powers else set())
        assert names.issuperset(component.inferred_facts), f"{component.id} has no {component.inferred_facts}"
        unknown = [name for name in _components_named(component) if name not in catalogue]
        assert not unknown, f"{component.id} names {', '.join(unknown)}, which the catalogue has not"


def _check(whose: str, forms: Forms, facts: Iterable[game_pb2.Fact]) -> None:
    """Check facts against their declared forms; facts inside groups are not declared one by one."""
    names = set()
    for fact in facts:
        assert fact.name in forms, f"{whose}: {fact.name} is not declared"
        assert fact.name not in names, f"{whose}: {fact.name} stands twice"
        assert _is_of_form(fact, forms[fact.name]), f"{whose}: {fact.name} is not as declared"
        names.add(fact.name)
    missing = [name for name, form in forms.items() if name not in names and not isinstance(form, Maybe)]
    assert not missing, f"{whose} lacks {', '.join(missing)}"


def _is_of_form(fact: game_pb2.Fact, form: Form) -> bool:
    if isinstance(form, Maybe):
        form = form.form
    if isinstance(form, AnyOf):
        return any(_is_of_form(fact, each) for each in form.forms)
    if isinstance(form, OneOf):
        return fact.WhichOneof("value") == "word" and form.holds(fact.word)
    return fact.WhichOneof("value") == _FIELDS[form]


def _all_facts(facts: Iterable[game_pb2.Fact]) -> Iterator[game_pb2.Fact]:
    """Yield facts, and those of the groups among them."""
    for fact in facts:
        yield fact
        for group in (fact.group, *fact.groups.groups):
            yield from _all_facts(group.facts)


def _components_named(component: rules_pb2.Component) -> Iterator[str]:
    """Yield the components that the facts of a component name."""
    for facts in (component.facts, *(power.facts for power in component.powers)):
        for fact in _all_facts(facts):
            if fact.WhichOneof("value") == "component":
                yield fact.component
            yield from fact.components.ids
