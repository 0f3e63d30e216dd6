"""The component catalogue: whatever is printed on what lies on the table, as facts, and how well they are known.

Actions, bonuses and lasting powers are powers of their components, in printed order. Operations stand in them as groups
(`effect_facts`); `figures` sum them up for programs that do not read operations.
"""

from collections.abc import Iterator, Sequence

from galaxy.rules.v1 import rules_pb2
from services.beyond.cards import (
    CUBES,
    DISCS_PER_KIND,
    NONE,
    REFERENCE,
    BoardSide,
    Location,
    Pack,
    Place,
    Printed,
    Side,
)
from services.beyond.entries import Entry, action, bonus, entry, lasting
from services.beyond.layout import across, spread
from services.kit.event import Component, Components, Facts, Group, Groups, Numbers, Words

_LEVELS = range(1, 5)


def catalogue(pack: Pack) -> Iterator[rules_pb2.Component]:
    """Every component of a pack."""
    for each in _entries(pack):
        yield each.message()


def facts_by_entry(pack: Pack) -> dict[str, set[str]]:
    """What packs can name as sourced, by entry; a side of the exploration board has what its locations have."""
    known = {each.printed.id: each.sourceable() for each in _entries(pack)}
    for side in pack.sides.values():
        known[side.id] = set().union(*(known[place.id] for place in side.printed.locations))
    return known


def _entries(pack: Pack) -> Iterator[Entry]:
    for part in (_technologies, _events, _systems, _achievements, _actions, _slots, _locations, _mats):
        yield from part(pack)
    yield _reference(pack)


def _technologies(pack: Pack) -> Iterator[Entry]:
    for card in pack.technologies:
        output = {} if card.output is None else {"output": str(card.output)}
        powers = bonus("immediate", card.immediate)
        powers += [action(each.cost, each.effects, spaces=each.spaces) for each in card.actions]
        powers += map(lasting, card.permanent)
        types = Words(tuple(dict.fromkeys(card.types)))
        yield entry(card, card.name, "technology", powers, level=card.level, types=types, **output, vp=card.vp)


def _events(pack: Pack) -> Iterator[Entry]:
    for card in pack.events:
        powers = bonus("discovery", card.effects)
        yield entry(card, card.name, "event", powers, level=card.level, fixed=card.fixed)


def _systems(pack: Pack) -> Iterator[Entry]:
    for card in pack.systems:
        powers = [*bonus("control", card.on_control), *bonus("colonization", card.on_colonize)]
        powers += map(lasting, card.permanent)
        yield entry(
            card,
            card.name,
            "system",
            powers,
            deck=card.deck,
            starting=card.starting,
            strength=card.strength,
            traits=Words(card.traits),
            vp=card.vp,
        )


def _achievements(pack: Pack) -> Iterator[Entry]:
    for card in pack.achievements:
        condition = Group({"metric": card.condition.metric, "at_least": card.condition.at_least})
        yield entry(
            card, card.name, "achievement", (), group=card.group, slots=Numbers(card.slots), condition=condition
        )


def _actions(pack: Pack) -> Iterator[Entry]:
    for guild in pack.guilds:
        yield entry(guild, guild.name, "guild", [action(guild.cost, guild.effects, spaces=guild.spaces)])
    for basic in pack.basics:
        spaces: list[Facts] = [
            {"players": int(players), "surcharges": Numbers(extra)} for players, extra in basic.surcharges.items()
        ]
        powers = [action(basic.cost, basic.effects)]
        yield entry(basic, basic.name, "basic", powers, may_stay=basic.may_stay, spaces=Groups(tuple(spaces)))


def _slots(pack: Pack) -> Iterator[Entry]:
    """Levels from left to right, the slots of a level from the top."""
    for slot in pack.printed_slots:
        rows = [other.row for other in pack.printed_slots if other.level == slot.level]
        yield entry(
            slot,
            pack.names[slot.id],
            "slot",
            (),
            level=slot.level,
            row=slot.row,
            required=slot.required,
            prerequisites=Components(slot.prerequisites),
            event=slot.event,
            x=spread(_LEVELS.index(slot.level), len(_LEVELS)),
            y=spread(sorted(rows).index(slot.row), len(rows)),
        )


def _locations(pack: Pack) -> Iterator[Entry]:
    """Locations of the boards; those that events add stand there as events. Both sides use the same ids."""
    seen: dict[str, list[tuple[Side, Location]]] = {}
    for side in dict.fromkeys(pack.sides.values()):
        for location in side.locations:
            if location.event == NONE:
                seen.setdefault(location.place.id, []).append((side, location))
    for places in seen.values():
        place = places[0][1].place
        deck = {} if place.deck is None else {"deck": str(place.deck)}
        sides = Groups(tuple(_on_side(side, location) for side, location in places))
        printed = [side.printed for side, _ in places]
        yield entry(_of_sides(place, printed), place.name, place.kind, (), **deck, sides=sides)


def _of_sides(place: Place, sides: Sequence[BoardSide]) -> Printed:
    """A location as an entry: known as well as the sides that have it."""
    provenances = {side.provenance for side in sides}
    sourced = set.intersection(*(set(side.sourced_facts) for side in sides))
    return Printed(
        id=place.id,
        provenance=provenances.pop() if len(provenances) == 1 else "partly_sourced",
        source="",
        sourced_facts=tuple(sourced),
    )


def _on_side(side: Side, location: Location) -> Facts:
    """Traits, lanes and layout of a location on one side; lanes to locations that events add stand on the events."""
    places = [each for each in side.locations if each.event == NONE]
    ends = [side.locations[end] for end in location.lanes]
    x, y = across(side.distances[side.sol], [each.index for each in places])[location.index]
    return {
        "players": Numbers(side.printed.players),
        "traits": Words(location.place.traits),
        "lanes": Components(tuple(end.place.id for end in ends if end.event == NONE)),
        "x": x,
        "y": y,
    }


def _mats(pack: Pack) -> Iterator[Entry]:
    for mat in pack.mats:
        ship = mat.start.ship
        start: Facts = {
            "population": mat.start.population,
            "ore": mat.start.ore,
            "ship_level": ship.level,
            "ship_at": Component(ship.location),
        }
        yield entry(
            mat,
            pack.names[mat.id],
            "mat",
            [lasting(power.modifier, power.level) for power in mat.powers],
            faction=mat.faction,
            mat=mat.mat,
            columns=Numbers(mat.supply_columns),
            population_track=Words(tuple(letter or "none" for letter in mat.population_track)),
            ore_track=Numbers(mat.ore_track),
            automation=Numbers(mat.automation),
            automation_beyond=mat.automation_beyond,
            trade_ore_to_pop=mat.trades.ore_to_pop,
            trade_retire_ship=mat.trades.retire_ship,
            trade_pop_to_ore=mat.trades.pop_to_ore,
            start=Group(start),
        )


def _reference(pack: Pack) -> Entry:
    """What the rules say of all factions in figures (R1.2, R2.10, R7.1, R7.2)."""
    ends: list[Facts] = [{"players": players, "discs": discs} for players, discs in sorted(pack.end_trigger.items())]
    printed = Printed(
        id=REFERENCE,
        provenance="partly_sourced",
        source="",
        sourced_facts=("cubes", "discs_of_each_kind", "end_trigger"),
    )
    return entry(
        printed,
        pack.names[REFERENCE],
        REFERENCE,
        (),
        cubes=CUBES,
        discs_of_each_kind=DISCS_PER_KIND,
        seat_bonus_ore=Numbers(pack.seat_bonus),
        end_trigger=Groups(tuple(ends)),
    )
