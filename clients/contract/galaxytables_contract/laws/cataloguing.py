"""Laws of the catalogue: it has every component that a message names."""

from collections.abc import Iterable, Iterator

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_contract.errors import hold
from galaxytables_contract.inspection import Inspection, law
from galaxytables_contract.laws.refusing import refused


@law()
def the_catalogue_is_whole(inspection: Inspection) -> None:
    """Components have unique ids, names, kinds and a provenance. They refer only to components in the catalogue."""
    catalogue = inspection.catalogue
    hold(
        catalogue.pack_digest == inspection.description.pack_digest,
        "the catalogue is of another pack than new games get",
    )
    for digest in inspection.description.pack_digests:
        of_pack = inspection.rules.components(rules_pb2.ComponentsRequest(pack_digest=digest))
        hold(of_pack.pack_digest == digest, "a catalogue is of another pack than was asked for")
    ids = [component.id for component in catalogue.components]
    hold(len(set(ids)) == len(ids), "two components have the same id")
    for component in catalogue.components:
        hold(
            component.id and component.name and component.kind,
            f"{component.id or component.name}: id, name or kind is missing",
        )
        hold(component.provenance, f"{component.id} does not say how well it is known")
        names = {fact.name for fact in component.facts} | ({"powers"} if component.powers else set())
        hold(names.issuperset(component.inferred_facts), f"{component.id} has no facts {component.inferred_facts}")
        for facts in (component.facts, *(power.facts for power in component.powers)):
            _check_named(set(ids), facts, component.id)
    request = rules_pb2.ComponentsRequest(pack_digest=bytes(32))
    refused(inspection.rules.components, request, "UNKNOWN_PACK", values=("pack",), words="the catalogue of no pack")


@law()
def what_is_told_is_in_the_catalogue(inspection: Inspection) -> None:
    """All components that events and prompts name are in the catalogue."""
    known = {component.id for component in inspection.catalogue.components}
    for moment in inspection.all_moments():
        for prompt in moment.standing.prompts:
            _check_named(known, prompt.facts, prompt.kind)
        events = moment.game.steps[moment.step - 1].response.events if moment.step else moment.game.begun.events
        for event in events:
            for facts in (event.facts, *(part.facts for part in event.private_parts)):
                _check_named(known, facts, event.kind)


def _check_named(known: set[str], facts: Iterable[game_pb2.Fact], where: str) -> None:
    unknown = [name for name in _components(facts) if name not in known]
    hold(not unknown, f"{where} names {', '.join(unknown)}, which the catalogue has not")


def _components(facts: Iterable[game_pb2.Fact]) -> Iterator[str]:
    for fact in facts:
        if fact.WhichOneof("value") == "component":
            yield fact.component
        yield from fact.components.ids
        for group in (fact.group, *fact.groups.groups):
            yield from _components(group.facts)
