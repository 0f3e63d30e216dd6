"""The catalogue of components, as facts: everything that is printed, and the limits of the rules."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_jump.components.cards import MAX_SEATS, Pack
from galaxytables_jump.components.filters import Colour, Formula, Kind, Rate
from galaxytables_jump.components.schema import CardEntry
from galaxytables_kit import ComponentKind, Components, Facts, Printed, PrintedPower, facts_of, forms_of


class Development(Struct, frozen=True):
    """A development in the catalogue: its cost."""

    cost: int


class World(Struct, frozen=True):
    """A world in the catalogue. A military world has a defense, any other world a cost."""

    cost: int | None
    defense: int | None
    colour: Colour


class Figures(Struct, frozen=True):
    """The facts that every card in the catalogue has."""

    keywords: tuple[str, ...] | None
    explore_icons: int | None
    military_icons: int | None
    chromosome_icons: int | None
    vp: int
    vp_per: tuple[Rate, ...] | None
    income: int
    income_per: tuple[Rate, ...] | None


class ExploreMarker(Struct, frozen=True):
    """The explore marker in the catalogue: the icons that it adds to one exploration."""

    explore_icons: int


class PresetHand(Struct, frozen=True):
    """A preset hand in the catalogue, for a first game."""

    cards: Components


class Reference(Struct, frozen=True):
    """The limits that the rules set, as facts of one component."""

    dealt: int
    kept: int
    hand_limit: int
    goal_vp: int


COMPONENT_KINDS: Mapping[str, ComponentKind] = {
    "development": ComponentKind({**forms_of(Development), **forms_of(Figures)}),
    "world": ComponentKind({**forms_of(World), **forms_of(Figures)}),
    "explore_marker": ComponentKind(forms_of(ExploreMarker)),
    "preset_hand": ComponentKind(forms_of(PresetHand)),
    "reference": ComponentKind(forms_of(Reference)),
}

_MARKERS = 2 * MAX_SEATS
_GIVEN = frozenset({"name", "copies", "kind", "military", "colour", "keywords", "icons", "vp", "income", "powers"})


def printed(pack: Pack) -> Iterator[Printed]:
    """Yield the entries of a pack's catalogue: card titles, the explore marker, preset hands, and the rules' limits.

    The card titles come in the order of the pack's file, with Survey Team as the last.
    """
    for entry in pack.entries:
        powers = tuple(PrintedPower(each.kind, "", each.facts) for each in entry.powers)
        facts = {**_price(entry), **facts_of(_figures(entry))}
        known, inferred = _provenance(entry), entry.inferred_fields
        yield Printed(entry.id, entry.name, entry.kind, entry.copies, facts, powers, known, inferred)
    yield _besides("explore_marker", _MARKERS, ExploreMarker(pack.marker_icons))
    for number, hand in enumerate(pack.preset_hands, 1):
        yield _besides(f"preset_hand_{number}", 1, PresetHand(pack.components(hand)))
    yield _besides("reference", MAX_SEATS, Reference(pack.dealt, pack.kept, pack.hand_limit, pack.goal_vp))


def _besides(name: str, copies: int, figures: Struct) -> Printed:
    """Return a component that is not a card; its figures come from the rules."""
    title = name.replace("_", " ").capitalize()
    return Printed(name, title, name.rstrip("_0123456789"), copies, facts_of(figures))


def _provenance(entry: CardEntry) -> rules_pb2.Provenance.ValueType:
    if not entry.inferred_fields:
        return rules_pb2.PROVENANCE_SOURCED
    if set(entry.inferred_fields) >= _GIVEN:
        return rules_pb2.PROVENANCE_RECONSTRUCTED
    return rules_pb2.PROVENANCE_PARTLY_SOURCED


def _price(entry: CardEntry) -> Facts:
    if entry.kind is Kind.DEVELOPMENT or entry.colour is None:
        return facts_of(Development(entry.cost or 0))
    return facts_of(World(entry.cost, entry.defense, entry.colour))


def _figures(entry: CardEntry) -> Figures:
    icons = entry.icons
    return Figures(
        keywords=entry.keywords or None,
        explore_icons=icons.explore or None,
        military_icons=icons.military or None,
        chromosome_icons=icons.chromosome or None,
        vp=entry.vp.base,
        vp_per=_rates(entry.vp),
        income=entry.income.base,
        income_per=_rates(entry.income),
    )


def _rates(formula: Formula) -> tuple[Rate, ...] | None:
    return formula.per or None
