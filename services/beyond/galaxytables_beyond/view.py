"""The view of the table, which hides only decks, face-down events and cards that are not in the game.

Parts of the table rarely change between views. So for each part the bytes of a view with only this part are cached.
Such bytes, one part after another, are the bytes of the whole view.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables_beyond import ids
from galaxytables_beyond.components.cards import COLUMNS, LOWEST_DECK, Achievement, Location, Power, Side, Slot, Space
from galaxytables_beyond.components.effects import Track
from galaxytables_beyond.components.numbers import NO_EVENT, NO_SYSTEM, NO_TECH, TechNumber
from galaxytables_beyond.phases.achievement import discs_to_end
from galaxytables_beyond.phases.production import growth_columns, ore_yield
from galaxytables_beyond.powers import powers_of
from galaxytables_beyond.scoring import scores
from galaxytables_beyond.state import BeyondPlay, Disc
from galaxytables_beyond.table.control import traits_of
from galaxytables_beyond.table.metrics import measure
from galaxytables_kit import END, NOBODY, Encoding, Score, Seat, seated

_KEPT = 4_096

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

ENCODING = Encoding(
    "beyond-1",
    by_seat=frozenset({"factions"}),
    seats=frozenset(
        {
            "achievements.slots.seat",
            "basic_spaces.pawn",
            "factions.private_spaces.pawn",
            "first_seat",
            "guilds.spaces.pawn",
            "locations.fleets.seat",
            "locations.outpost.seat",
            "slots.researchers",
            "slots.spaces.pawn",
            "turn_seat",
        }
    ),
    rows={
        "achievements": 4,
        "achievements.slots": 4,
        "basic_spaces": 6,
        "factions.supply": 5,
        "guilds": 4,
        "locations": 14,
        "slots": 19,
        "slots.spaces": 2,
        "technology_decks": 3,
    },
    keys={"locations.fleets": "seat"},
    words={
        "achievements.component": ("achievement",),
        "basic_spaces.component": (),
        "events_discarded": ("event",),
        "events_in_effect": ("event",),
        "factions.colonies.system": ("system",),
        "factions.events": ("event",),
        "factions.mat": ("mat",),
        "factions.pawn": (),
        "factions.powers.component": ("technology", "system", "event", "mat"),
        "factions.private_spaces.component": ("technology",),
        "factions.private_technologies": ("technology",),
        "factions.researched": ("slot",),
        "factions.score.source": (),
        "guilds.component": ("guild",),
        "guilds.spaces.component": (),
        "lanes.end": (),
        "lanes.start": (),
        "locations.deck": (),
        "locations.id": ("system_slot", "shipyard", "sol", "deep_space"),
        "locations.system": ("system",),
        "slots.spaces.component": (),
        "slots.technology": ("technology",),
        "turned_up": ("technology",),
    },
    slots=96,
)


def view(play: BeyondPlay) -> beyond_pb2.BeyondView:
    """Return the view of the table, which is the same for all viewers."""
    state, pack = play.state, play.pack
    pawns = {faction.pawn: seat for seat, faction in seated(state.factions) if faction.pawn}
    systems_a, systems_b = state.system_decks
    shown = beyond_pb2.BeyondView(
        round=state.round,
        phase=_PHASES[play.where],
        turn_seat=state.first if state.phase is None else state.phase.seat,
        first_seat=state.first,
        last_round=state.last_round,
        end_trigger_discs=discs_to_end(play),
        system_deck_a=len(systems_a),
        system_deck_b=len(systems_b),
        events_in_effect=[pack.events[event].id for event in state.events_in_effect],
        events_discarded=[pack.events[event].id for event in state.events_discarded],
        turned_up=[pack.technologies[tech].id for tech in state.turned_up],
    )
    for seat, score in seated(scores(play)):
        _add_faction(shown, play, seat, pawns, score)
    shown.MergeFromString(b"".join(_parts(play, pawns)))
    return shown


def _parts(play: BeyondPlay, pawns: Mapping[str, int]) -> Iterator[bytes]:
    """Yield all of the table but the factions."""
    state, pack = play.state, play.pack
    side = pack.sides[play.seats]
    yield from _slots(play, pawns)
    for level, deck in enumerate(state.tech_decks, LOWEST_DECK):
        yield _deck(level, len(deck))
    basic = pack.basic_spaces[play.seats]
    yield _basic_spaces(basic, _there(basic, pawns))
    for guild, spaces, open_ in zip(pack.guilds, pack.guild_spaces, state.guilds, strict=True):
        yield _guild(guild.id, spaces, open_, _there(spaces, pawns))
    opened = tuple([location.open for location in state.locations])
    yield from [_location(play, location) for location in side.locations if opened[location.index]]
    yield _lanes(side, opened)
    for card in state.achievements:
        yield _achievement(pack.achievements[card.card], tuple([(each.seat, each.disc) for each in card.discs]))


def _there(spaces: Iterable[Space], pawns: Mapping[str, int]) -> tuple[int | None, ...]:
    """Return whose pawn is on each of some spaces."""
    return tuple([pawns.get(space.id) for space in spaces])


@lru_cache(_KEPT)
def _deck(level: int, cards: int) -> bytes:
    deck = beyond_pb2.TechnologyDeck(level=level, cards=cards)
    return beyond_pb2.BeyondView(technology_decks=[deck]).SerializeToString()


@lru_cache(_KEPT)
def _basic_spaces(spaces: tuple[Space, ...], pawns: tuple[int | None, ...]) -> bytes:
    return beyond_pb2.BeyondView(basic_spaces=_spaces(spaces, pawns)).SerializeToString()


@lru_cache(_KEPT)
def _guild(
    guild: str,
    spaces: tuple[Space, ...],
    opened: bool,
    pawns: tuple[int | None, ...],
) -> bytes:
    shown = beyond_pb2.Guild(component=guild, open=opened, spaces=_spaces(spaces, pawns))
    return beyond_pb2.BeyondView(guilds=[shown]).SerializeToString()


@lru_cache
def _lanes(side: Side, opened: tuple[bool, ...]) -> bytes:
    """Return the lanes between existing locations."""
    lanes = [
        beyond_pb2.Lane(
            id=f"{location.place.id}-{side.locations[end].place.id}",
            start=location.place.id,
            end=side.locations[end].place.id,
        )
        for location in side.locations
        for end in location.lanes
        if end > location.index and opened[end] and opened[location.index]
    ]
    return beyond_pb2.BeyondView(lanes=lanes).SerializeToString()


def _spaces(spaces: Iterable[Space], pawns: Iterable[int | None]) -> list[beyond_pb2.ActionSpace]:
    return [_space(space, pawn) for space, pawn in zip(spaces, pawns, strict=True)]


@lru_cache(_KEPT)
def _space(space: Space, pawn: int | None) -> beyond_pb2.ActionSpace:
    return beyond_pb2.ActionSpace(
        id=space.id,
        component=space.deed.component,
        action=space.deed.number,
        surcharge=space.surcharge,
        may_stay=space.may_stay,
        pawn=pawn,
    )


def _slots(play: BeyondPlay, pawns: Mapping[str, int]) -> Iterator[bytes]:
    state, pack = play.state, play.pack
    researchers: list[tuple[Seat, ...]] = [()] * len(pack.slots)
    for seat, faction in seated(state.factions):
        for index in faction.researched:
            researchers[index] += (seat,)
    for slot, tech, event, seats in zip(pack.slots, state.techs, state.events, researchers, strict=True):
        card = "" if tech == NO_TECH else pack.technologies[tech].id
        spaces = slot.spaces.get(tech)
        yield _slot(slot, tech, card, event != NO_EVENT, seats, _there(spaces, pawns) if spaces else ())


@lru_cache(_KEPT)
def _slot(  # noqa: PLR0917 - what it is kept by
    slot: Slot,
    tech: TechNumber,
    card: str,
    event: bool,
    researchers: tuple[Seat, ...],
    pawns: tuple[int | None, ...],
) -> bytes:
    spaces = _spaces(slot.spaces.get(tech, ()), pawns)
    shown = beyond_pb2.TechnologySlot(id=slot.id, technology=card, event=event, researchers=researchers, spaces=spaces)
    return beyond_pb2.BeyondView(slots=[shown]).SerializeToString()


def _location(play: BeyondPlay, printed: Location) -> bytes:
    location = play.state.locations[printed.index]
    system = "" if location.system == NO_SYSTEM else play.pack.systems[location.system].id
    fleets = tuple([tuple(fleet) for fleet in location.fleets])
    return _located(printed, system, traits_of(play, printed.index), location.owner, location.disc, fleets)


@lru_cache(_KEPT)
def _located(  # noqa: PLR0917 - what it is kept by
    printed: Location,
    system: str,
    traits: tuple[Track, ...],
    owner: Seat,
    disc: Disc,
    fleets: tuple[tuple[int, ...], ...],
) -> bytes:
    shown = beyond_pb2.Location(
        id=printed.place.id,
        kind=_KIND[printed.place.kind],
        deck=printed.place.deck or "",
        system=system,
        traits=[_DISC[track] for track in traits],
        outpost=None if owner == NOBODY else beyond_pb2.Outpost(seat=owner, disc=_DISC[disc]),
        fleets=[
            beyond_pb2.Fleet(seat=seat, ships=_ships(seat, printed.place.id, fleet), strength=sum(fleet))
            for seat, fleet in seated(fleets)
            if fleet
        ],
        added=printed.event != NO_EVENT,
    )
    return beyond_pb2.BeyondView(locations=[shown]).SerializeToString()


def _ships(seat: Seat, place: str, levels: tuple[int, ...]) -> list[beyond_pb2.Ship]:
    return [
        beyond_pb2.Ship(id=ids.ship(seat, place, level, number - levels.index(level)), level=level)
        for number, level in enumerate(levels)
    ]


@lru_cache(_KEPT)
def _achievement(printed: Achievement, discs: tuple[tuple[Seat, Disc], ...]) -> bytes:
    message = beyond_pb2.Achievement(component=printed.id)
    for number, points in enumerate(printed.slots):
        slot = message.slots.add(id=ids.achievement_slot(printed.id, number), points=points)
        if number < len(discs):
            seat, disc = discs[number]
            slot.seat, slot.disc = seat, _DISC[disc]
    return beyond_pb2.BeyondView(achievements=[message]).SerializeToString()


def _add_faction(
    shown: beyond_pb2.BeyondView, play: BeyondPlay, seat: Seat, pawns: Mapping[str, int], score: Score
) -> None:
    state, pack = play.state, play.pack
    faction = state.factions[seat]
    spent = {} if state.phase is None else state.phase.spent[seat]
    shown.factions.add(
        seat=seat,
        mat=pack.mats[faction.mat].id,
        supply=[_column(seat, letter, cubes) for letter, cubes in zip(COLUMNS, faction.supply, strict=True)],
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
            _space(space, pawns.get(space.id))
            for tech in faction.private
            for space in pack.private_spaces.get(tech, ())
        ],
        colonies=[
            beyond_pb2.Colony(system=pack.systems[colony.system].id, discs=[_DISC[disc] for disc in colony.discs])
            for colony in faction.colonies
        ],
        powers=[_power(power, spent.get(power.id, 0)) for power in powers_of(play, seat)],
        fleet_strength=measure(play, seat, "fleet_strength"),
        score=[beyond_pb2.Points(source=source, points=points) for source, points in score.parts.items() if points],
        total=score.total,
        events=[pack.events[event].id for event in faction.events],
    )


@lru_cache(_KEPT)
def _column(seat: Seat, letter: str, cubes: int) -> beyond_pb2.SupplyColumn:
    return beyond_pb2.SupplyColumn(id=ids.column(seat, letter), cubes=cubes)


@lru_cache(_KEPT)
def _power(power: Power, used: int) -> beyond_pb2.Power:
    return beyond_pb2.Power(id=ids.power(power), component=power.component, number=power.number, used=used)
