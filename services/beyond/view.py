"""What a viewer sees: everything but decks, face-down events and what is not in the game."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from galaxy.beyond.v1 import beyond_pb2
from services.beyond import ids
from services.beyond.components.cards import COLUMNS, LOWEST_DECK, Location, Side, Space
from services.beyond.components.effects import Track
from services.beyond.components.numbers import NO_EVENT, NO_SYSTEM, NO_TECH
from services.beyond.phases.achievement import discs_to_end
from services.beyond.phases.production import growth_columns, ore_yield
from services.beyond.powers import powers_of
from services.beyond.scoring import scores
from services.beyond.state import BeyondPlay, Disc, LocationState
from services.beyond.table.control import traits_of
from services.beyond.table.metrics import measure
from services.kit import END, NOBODY, Score, Seat, seated

_DISC: Mapping[Disc | Track, beyond_pb2.DiscKind.ValueType] = {
    Disc.FOOD: beyond_pb2.DISC_KIND_FOOD,
    Disc.ORE: beyond_pb2.DISC_KIND_ORE,
    Disc.ACHIEVEMENT: beyond_pb2.DISC_KIND_ACHIEVEMENT,
    "food": beyond_pb2.DISC_KIND_FOOD,
    "ore": beyond_pb2.DISC_KIND_ORE,
}
_KIND: Mapping[str, beyond_pb2.LocationKind.ValueType] = {
    "sol": beyond_pb2.LOCATION_KIND_SOL,
    "deep_space": beyond_pb2.LOCATION_KIND_DEEP_SPACE,
    "system_slot": beyond_pb2.LOCATION_KIND_SYSTEM_SLOT,
    "shipyard": beyond_pb2.LOCATION_KIND_SHIPYARD,
}
_PHASES: Mapping[str, beyond_pb2.Phase.ValueType] = {
    "round/turn": beyond_pb2.PHASE_ACTION,
    "round/turn/action": beyond_pb2.PHASE_ACTION,
    "round/turn/production": beyond_pb2.PHASE_PRODUCTION,
    "round/turn/use_powers": beyond_pb2.PHASE_PRODUCTION,
    "round/turn/achievement": beyond_pb2.PHASE_ACHIEVEMENT,
    END: beyond_pb2.PHASE_OVER,
}


def view(play: BeyondPlay) -> beyond_pb2.BeyondView:
    """Show the table; all viewers see the same."""
    state, pack = play.state, play.pack
    pawns = {faction.pawn: seat for seat, faction in seated(state.factions) if faction.pawn}
    side = pack.sides[play.seats]
    systems_a, systems_b = state.system_decks
    return beyond_pb2.BeyondView(
        round=state.round,
        phase=_PHASES[play.where],
        turn_seat=state.first if state.phase is None else state.phase.seat,
        first_seat=state.first,
        last_round=state.last_round,
        end_trigger_discs=discs_to_end(play),
        slots=_slots(play, pawns),
        technology_decks=[
            beyond_pb2.TechnologyDeck(level=level, cards=len(deck))
            for level, deck in enumerate(state.tech_decks, LOWEST_DECK)
        ],
        basic_spaces=_spaces(pack.basic_spaces[play.seats], pawns),
        guilds=[
            beyond_pb2.Guild(component=guild.id, open=state.guilds[number], spaces=_spaces(spaces, pawns))
            for number, (guild, spaces) in enumerate(zip(pack.guilds, pack.guild_spaces, strict=True))
        ],
        locations=[_location(play, location) for location in side.locations if state.locations[location.index].open],
        lanes=_lanes(side, tuple(location.open for location in state.locations)),
        system_deck_a=len(systems_a),
        system_deck_b=len(systems_b),
        achievements=_achievements(play),
        events_in_effect=[pack.events[event].id for event in state.events_in_effect],
        events_discarded=[pack.events[event].id for event in state.events_discarded],
        turned_up=[pack.technologies[tech].id for tech in state.turned_up],
        factions=[_faction(play, seat, pawns, score) for seat, score in seated(scores(play))],
    )


@lru_cache
def _lanes(side: Side, opened: tuple[bool, ...]) -> list[beyond_pb2.Lane]:
    """Lanes between the locations that are there."""
    return [
        beyond_pb2.Lane(
            id=f"{location.place.id}-{side.locations[end].place.id}",
            start=location.place.id,
            end=side.locations[end].place.id,
        )
        for location in side.locations
        for end in location.lanes
        if end > location.index and opened[end] and opened[location.index]
    ]


def _spaces(spaces: Iterable[Space], pawns: Mapping[str, int]) -> list[beyond_pb2.ActionSpace]:
    return [
        beyond_pb2.ActionSpace(
            id=space.id,
            component=space.deed.component,
            action=space.deed.number,
            surcharge=space.surcharge,
            may_stay=space.may_stay,
            pawn=pawns.get(space.id),
        )
        for space in spaces
    ]


def _slots(play: BeyondPlay, pawns: Mapping[str, int]) -> list[beyond_pb2.TechnologySlot]:
    state, pack = play.state, play.pack
    researchers = [
        [seat for seat, faction in seated(state.factions) if slot.index in faction.researched] for slot in pack.slots
    ]
    return [
        beyond_pb2.TechnologySlot(
            id=slot.id,
            technology="" if tech == NO_TECH else pack.technologies[tech].id,
            event=event != NO_EVENT,
            researchers=seats,
            spaces=_spaces(slot.spaces.get(tech, ()), pawns),
        )
        for slot, tech, event, seats in zip(pack.slots, state.techs, state.events, researchers, strict=True)
    ]


def _location(play: BeyondPlay, printed: Location) -> beyond_pb2.Location:
    location = play.state.locations[printed.index]
    return beyond_pb2.Location(
        id=printed.place.id,
        kind=_KIND[printed.place.kind],
        deck=printed.place.deck or "",
        system="" if location.system == NO_SYSTEM else play.pack.systems[location.system].id,
        traits=[_DISC[track] for track in traits_of(play, printed.index)],
        outpost=_outpost(location),
        fleets=[
            beyond_pb2.Fleet(seat=seat, ships=_ships(seat, printed.place.id, tuple(fleet)), strength=sum(fleet))
            for seat, fleet in seated(location.fleets)
            if fleet
        ],
        added=printed.event != NO_EVENT,
    )


@lru_cache(4096)
def _ships(seat: Seat, place: str, levels: tuple[int, ...]) -> list[beyond_pb2.Ship]:
    return [
        beyond_pb2.Ship(id=ids.ship(seat, place, level, number - levels.index(level)), level=level)
        for number, level in enumerate(levels)
    ]


def _outpost(location: LocationState) -> beyond_pb2.Outpost | None:
    if location.owner == NOBODY:
        return None
    return beyond_pb2.Outpost(seat=location.owner, disc=_DISC[location.disc])


def _achievements(play: BeyondPlay) -> list[beyond_pb2.Achievement]:
    cards = []
    for card in play.state.achievements:
        printed = play.pack.achievements[card.card]
        message = beyond_pb2.Achievement(component=printed.id)
        for number, points in enumerate(printed.slots):
            slot = message.slots.add(id=ids.achievement_slot(printed.id, number), points=points)
            if number < len(card.discs):
                slot.seat, slot.disc = card.discs[number].seat, _DISC[card.discs[number].disc]
        cards.append(message)
    return cards


def _faction(play: BeyondPlay, seat: Seat, pawns: Mapping[str, int], score: Score) -> beyond_pb2.Faction:
    state, pack = play.state, play.pack
    faction = state.factions[seat]
    spent = {} if state.phase is None else state.phase.spent[seat]
    return beyond_pb2.Faction(
        seat=seat,
        mat=pack.mats[faction.mat].id,
        supply=[
            beyond_pb2.SupplyColumn(id=ids.column(seat, letter), cubes=cubes)
            for letter, cubes in zip(COLUMNS, faction.supply, strict=True)
        ],
        population=faction.population,
        ore=faction.ore,
        population_track=beyond_pb2.Track(id=ids.track(seat, "food"), discs=faction.food),
        ore_track=beyond_pb2.Track(id=ids.track(seat, "ore"), discs=faction.ore_discs),
        growth=len(growth_columns(play, seat)),
        ore_income=ore_yield(play, seat),
        automation=[_DISC[disc] for disc in faction.automation],
        achievement_discs=faction.achievement_discs,
        pawn=faction.pawn,
        researched=[pack.slots[slot].id for slot in faction.researched],
        private_technologies=[pack.technologies[tech].id for tech in faction.private],
        private_spaces=[
            space for tech in faction.private for space in _spaces(pack.private_spaces.get(tech, ()), pawns)
        ],
        colonies=[
            beyond_pb2.Colony(system=pack.systems[colony.system].id, discs=[_DISC[disc] for disc in colony.discs])
            for colony in faction.colonies
        ],
        powers=[
            beyond_pb2.Power(
                id=ids.power(power),
                component=power.component,
                number=power.number,
                used=spent.get(power.id, 0),
            )
            for power in powers_of(play, seat)
        ],
        fleet_strength=measure(play, seat, "fleet_strength"),
        score=[beyond_pb2.Points(source=source, points=points) for source, points in score.parts.items() if points],
        total=score.total,
    )
