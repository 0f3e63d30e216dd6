"""The catalogue of components: everything printed on them, as facts, and how well each component is known.

Actions, bonuses and lasting powers are powers of their components, in printed order. Operations in them are groups
(`effect_facts`); `figures` sums them up for programs that do not read operations.
"""

from collections.abc import Iterator, Sequence

from galaxytables_beyond.components import cards
from galaxytables_beyond.components.cards import (
    CUBES,
    DISCS_PER_KIND,
    REFERENCE,
    BoardSide,
    FileEntry,
    Location,
    Pack,
    Side,
)
from galaxytables_beyond.components.entries import (
    Basic,
    EndTrigger,
    FactionMat,
    Layout,
    MatStart,
    OnSide,
    Place,
    Reference,
    Spaces,
    action,
    bonus,
    describe,
    lasting,
    own_facts,
    sourceable,
)
from galaxytables_beyond.components.layout import across, spread
from galaxytables_beyond.components.numbers import NO_EVENT
from galaxytables_kit import Printed, Words, facts_of

_LEVELS = range(1, 5)


def printed(pack: Pack) -> Iterator[Printed]:
    """Yield every component of a pack."""
    for part in (_technologies, _events, _systems, _achievements, _actions, _slots, _locations, _mats):
        yield from part(pack)
    yield _reference(pack)


def facts_by_entry(pack: Pack) -> dict[str, set[str]]:
    """Return, for each entry of a pack, the names of those of its facts that it may list as having a source.

    A side of the exploration board has the facts of its locations.
    """
    known = {each.id: sourceable(each) for each in printed(pack)}
    for side in pack.sides.values():
        known[side.id] = set().union(*(known[place.id] for place in side.printed.locations))
    return known


def _technologies(pack: Pack) -> Iterator[Printed]:
    for card in pack.technologies:
        powers = bonus("immediate", card.immediate)
        powers += [action(each.cost, each.effects, spaces=each.spaces) for each in card.actions]
        powers += map(lasting, card.permanent)
        facts = {**own_facts(card), "types": Words(tuple(dict.fromkeys(card.types)))}
        yield describe(card, card.name, "technology", powers, facts)


def _events(pack: Pack) -> Iterator[Printed]:
    for card in pack.events:
        yield describe(card, card.name, "event", bonus("discovery", card.effects))


def _systems(pack: Pack) -> Iterator[Printed]:
    for card in pack.systems:
        powers = [*bonus("control", card.on_control), *bonus("colonization", card.on_colonize)]
        yield describe(card, card.name, "system", [*powers, *map(lasting, card.permanent)])


def _achievements(pack: Pack) -> Iterator[Printed]:
    for card in pack.achievements:
        yield describe(card, card.name, "achievement")


def _actions(pack: Pack) -> Iterator[Printed]:
    for guild in pack.guilds:
        yield describe(guild, guild.name, "guild", [action(guild.cost, guild.effects, spaces=guild.spaces)], {})
    for basic in pack.basics:
        spaces = tuple(Spaces(int(players), extra) for players, extra in basic.surcharges.items())
        facts = facts_of(Basic(basic.may_stay, spaces))
        yield describe(basic, basic.name, "basic", [action(basic.cost, basic.effects)], facts)


def _slots(pack: Pack) -> Iterator[Printed]:
    """Yield levels from left to right, the slots of a level from the top."""
    for slot in pack.printed_slots:
        rows = [other.row for other in pack.printed_slots if other.level == slot.level]
        at = Layout(spread(_LEVELS.index(slot.level), len(_LEVELS)), spread(sorted(rows).index(slot.row), len(rows)))
        yield describe(slot, pack.names[slot.id], "slot", (), {**own_facts(slot), **facts_of(at)})


def _locations(pack: Pack) -> Iterator[Printed]:
    """Yield the locations of the boards; those that events add are listed as events. Both sides use the same ids."""
    seen: dict[str, list[tuple[Side, Location]]] = {}
    for side in dict.fromkeys(pack.sides.values()):
        for location in side.locations:
            if location.event == NO_EVENT:
                seen.setdefault(location.place.id, []).append((side, location))
    for places in seen.values():
        place = places[0][1].place
        facts = facts_of(Place(place.deck, tuple(_on_side(side, location) for side, location in places)))
        yield describe(_of_sides(place, [side.printed for side, _ in places]), place.name, place.kind, (), facts)


def _of_sides(place: cards.Place, sides: Sequence[BoardSide]) -> FileEntry:
    """Return a location as an entry, known as well as the sides that have it."""
    provenances = {side.provenance for side in sides}
    sourced = set.intersection(*(set(side.sourced_facts) for side in sides))
    return FileEntry(
        id=place.id,
        provenance=provenances.pop() if len(provenances) == 1 else "partly_sourced",
        source="",
        sourced_facts=tuple(sourced),
    )


def _on_side(side: Side, location: Location) -> OnSide:
    """Return a location on one side; lanes to locations that events add are listed with the events."""
    places = [each for each in side.locations if each.event == NO_EVENT]
    ends = [side.locations[end] for end in location.lanes]
    return OnSide(
        side.printed.players,
        location.place.traits,
        tuple(end.place.id for end in ends if end.event == NO_EVENT),
        *across(side.distances[side.sol], [each.index for each in places])[location.index],
    )


def _mats(pack: Pack) -> Iterator[Printed]:
    for mat in pack.mats:
        ship = mat.start.ship
        described = FactionMat(
            faction=mat.faction,
            mat=mat.mat,
            columns=mat.supply_columns,
            population_track=tuple(letter or "none" for letter in mat.population_track),
            ore_track=mat.ore_track,
            automation=mat.automation,
            automation_beyond=mat.automation_beyond,
            trade_ore_to_pop=mat.trades.ore_to_pop,
            trade_retire_ship=mat.trades.retire_ship,
            trade_pop_to_ore=mat.trades.pop_to_ore,
            start=MatStart(mat.start.population, mat.start.ore, ship.level, ship.location),
        )
        powers = [lasting(power.modifier, power.level) for power in mat.powers]
        yield describe(mat, pack.names[mat.id], "mat", powers, facts_of(described))


def _reference(pack: Pack) -> Printed:
    ends = tuple(EndTrigger(players, discs) for players, discs in sorted(pack.end_trigger.items()))
    known = FileEntry(
        id=REFERENCE,
        provenance="partly_sourced",
        source="",
        sourced_facts=("cubes", "discs_of_each_kind", "end_trigger"),
    )
    facts = facts_of(Reference(CUBES, DISCS_PER_KIND, pack.seat_bonus, ends))
    return describe(known, pack.names[REFERENCE], REFERENCE, (), facts)
