"""Turns the powers and scoring clauses of cards into facts for the catalogue, and says which facts they can have."""

from collections.abc import Callable, Iterator, Mapping
from typing import get_args

from msgspec import Struct

from galaxytables_kit import Component, FactValue, Forms, Group, PrintedPower, facts_of, forms_of
from galaxytables_race.components.cards import Card, Pack
from galaxytables_race.components.filters import Filter
from galaxytables_race.components.vocabulary import AnyPower, Power
from galaxytables_race.components.vocabulary.endgame import AnyMeasure, Measure

END = "end"
"""The moment of scoring clauses."""
_PHASE = ("phase",)


def card_powers(pack: Pack) -> Callable[[Card], tuple[PrintedPower, ...]]:
    """Return a function that gives the powers and scoring clauses of any card of this pack, in printed order.

    Each endgame measure is a power kind of its own (`endgame_vp_chips`). A condition on cards becomes a group of facts,
    with those fields of its `FilterSpec` that are set. If a condition names a card, that fact is a component.
    """
    ids = {card.name: card.id for card in reversed(pack.designs.values())}

    def group_of(filter_: Filter) -> Group:
        name = filter_.written.name
        return Group(filter_.facts if name is None else {**filter_.facts, "name": Component(ids[name])})

    def described_facts(described: Struct) -> dict[str, FactValue]:
        return facts_of(described, {Filter: group_of}, _PHASE)

    def tell(card: Card) -> Iterator[PrintedPower]:
        for power in card.powers:
            yield PrintedPower(_kind(type(power)), power.phase, described_facts(power))
        for clause in card.endgame:
            yield PrintedPower(_clause_kind(type(clause.per)), END, {"vp": clause.vp, **described_facts(clause.per)})

    return lambda card: tuple(tell(card))


def _kind(power: type[Struct]) -> str:
    return str(power.__struct_config__.tag)


def _clause_kind(measure: type[Measure]) -> str:
    return f"endgame_{_kind(measure)}"


def _forms() -> Iterator[tuple[str, Forms]]:
    power: type[Power]
    for power in get_args(AnyPower):
        yield _kind(power), forms_of(power, elsewhere=_PHASE)
    measure: type[Measure]
    for measure in get_args(AnyMeasure):
        yield _clause_kind(measure), {"vp": int, **forms_of(measure)}


CARD_POWERS: Mapping[str, Forms] = dict(_forms())
"""The facts of every kind of power and of scoring clause."""
