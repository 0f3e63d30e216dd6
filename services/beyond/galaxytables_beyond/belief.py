"""Draws complete states of a table for bots. Each state agrees with everything that a view shows.

Nobody has a hand, so only decks, face-down events and cards that are not in the game are hidden. These are dealt at
random to the places where they may lie. It does not matter which cards players saw being put back under a deck.
"""

from collections.abc import Sequence
from random import Random

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables_beyond.components.cards import LOWEST_DECK, Pack, Side
from galaxytables_beyond.components.numbers import (
    NO_EVENT,
    NO_SYSTEM,
    NO_TECH,
    AchievementNumber,
    EventNumber,
    SystemNumber,
    TechNumber,
    events,
    systems,
    techs,
)
from galaxytables_beyond.state import (
    AchievementState,
    BeyondState,
    ClaimedDisc,
    Colony,
    Disc,
    Faction,
    LocationState,
    Turn,
)
from galaxytables_kit import NOBODY, Seat

_DISCS = {
    beyond_pb2.DISC_KIND_FOOD: Disc.FOOD,
    beyond_pb2.DISC_KIND_ORE: Disc.ORE,
    beyond_pb2.DISC_KIND_ACHIEVEMENT: Disc.ACHIEVEMENT,
}


def believe(pack: Pack, view: beyond_pb2.BeyondView, random: Random) -> BeyondState:
    """Return a random state that agrees with the view, in the middle of the current turn.

    The view does not show which systems nobody controlled when the turn began. They are assumed to be those that nobody
    controls now. Raises `ValueError` when the game is over.
    """
    if view.phase == beyond_pb2.PHASE_OVER:
        raise ValueError("nothing is sampled when the game is over")
    tech_of = {card.id: number for number, card in techs(pack.technologies)}
    system_of = {card.id: number for number, card in systems(pack.systems)}
    locations = _locations(pack.sides[len(view.factions)], view, system_of)
    factions = [_faction(pack, shown, tech_of, system_of) for shown in view.factions]
    covers, unused, in_effect, discarded = _events(pack, view, random)
    return BeyondState(
        factions=factions,
        techs=[tech_of.get(slot.technology, NO_TECH) for slot in view.slots],
        events=covers,
        tech_decks=_tech_decks(pack, view, random),
        system_decks=_system_decks(pack, view, random),
        locations=locations,
        guilds=[guild.open for guild in view.guilds],
        achievements=[_achievement(pack, shown) for shown in view.achievements],
        unused_events=unused,
        first=Seat(view.first_seat),
        turned_up=[tech_of[card] for card in view.turned_up],
        events_in_effect=in_effect,
        events_discarded=discarded,
        round=view.round,
        last_round=view.last_round,
        phase=_turn(pack, view, locations),
    )


def _turn(pack: Pack, view: beyond_pb2.BeyondView, locations: Sequence[LocationState]) -> Turn:
    unclaimed = [each.system for each in locations if each.system != NO_SYSTEM and each.owner == NOBODY]
    ids = {power.id.replace(".", ":"): power.id for power in pack.powers.values()}
    spent = [{ids[power.id]: power.used for power in shown.powers if power.used} for shown in view.factions]
    return Turn(Seat(view.turn_seat), unclaimed, spent, [0] * len(view.factions))


def _faction(
    pack: Pack, shown: beyond_pb2.Faction, tech_of: dict[str, TechNumber], system_of: dict[str, SystemNumber]
) -> Faction:
    slot_of = {slot.id: slot.index for slot in pack.slots}
    event_of = {event.id: number for number, event in events(pack.events)}
    return Faction(
        mat=next(number for number, mat in enumerate(pack.mats) if mat.id == shown.mat),
        supply=[column.cubes for column in shown.supply],
        population=shown.population,
        ore=shown.ore,
        food=shown.population_track.discs,
        ore_discs=shown.ore_track.discs,
        achievement_discs=shown.achievement_discs,
        automation=[_DISCS[disc] for disc in shown.automation],
        researched=[slot_of[slot] for slot in shown.researched],
        private=[tech_of[card] for card in shown.private_technologies],
        colonies=[Colony(system_of[each.system], [_DISCS[disc] for disc in each.discs]) for each in shown.colonies],
        pawn=shown.pawn,
        events=[event_of[event] for event in shown.events],
    )


def _locations(side: Side, view: beyond_pb2.BeyondView, system_of: dict[str, SystemNumber]) -> list[LocationState]:
    seats, shown = len(view.factions), {location.id: location for location in view.locations}
    found = []
    for location in side.locations:
        here = shown.get(location.place.id)
        state = LocationState(here is not None, [[] for _ in range(seats)])
        if here is not None:
            state.system = system_of.get(here.system, NO_SYSTEM)
            for fleet in here.fleets:
                state.fleets[fleet.seat] = [ship.level for ship in fleet.ships]
            if here.HasField("outpost"):
                state.owner, state.disc = Seat(here.outpost.seat), _DISCS[here.outpost.disc]
        found.append(state)
    return found


def _achievement(pack: Pack, shown: beyond_pb2.Achievement) -> AchievementState:
    card = next(number for number, each in enumerate(pack.achievements) if each.id == shown.component)
    discs = [ClaimedDisc(Seat(slot.seat), _DISCS[slot.disc]) for slot in shown.slots if slot.HasField("seat")]
    return AchievementState(AchievementNumber(card), discs)


def _tech_decks(pack: Pack, view: beyond_pb2.BeyondView, random: Random) -> list[list[TechNumber]]:
    """Return the cards of each level that lie nowhere else."""
    seen = {slot.technology for slot in view.slots} | {*view.turned_up}
    seen |= {card for faction in view.factions for card in faction.private_technologies}
    decks: list[list[TechNumber]] = [[] for _ in view.technology_decks]
    for number, card in techs(pack.technologies):
        if card.id not in seen and card.level >= LOWEST_DECK:
            decks[card.level - LOWEST_DECK].append(number)
    for deck in decks:
        random.shuffle(deck)
    return decks


def _system_decks(pack: Pack, view: beyond_pb2.BeyondView, random: Random) -> list[list[SystemNumber]]:
    seen = {location.system for location in view.locations}
    seen |= {colony.system for faction in view.factions for colony in faction.colonies}
    hidden = [(number, card) for number, card in systems(pack.systems) if card.id not in seen]
    decks = [[number for number, card in hidden if card.deck == name] for name in ("A", "B")]
    for deck in decks:
        random.shuffle(deck)
    return decks


def _events(
    pack: Pack, view: beyond_pb2.BeyondView, random: Random
) -> tuple[list[EventNumber], list[EventNumber], list[EventNumber], list[EventNumber]]:
    """Return the events face down on slots, those not in the game, those in effect, and those discarded.

    Each hidden event covers a slot of its level. The fixed events are in every game, so they lie there unless they were
    seen.
    """
    number_of = {event.id: number for number, event in events(pack.events)}
    in_effect = [number_of[event] for event in view.events_in_effect]
    discarded = [number_of[event] for event in view.events_discarded]
    held = [number_of[event] for faction in view.factions for event in faction.events]
    seen, unused = {*in_effect, *held, *discarded}, list[EventNumber]()
    covers = [NO_EVENT] * len(view.slots)
    hidden = [(number, event) for number, event in events(pack.events) if number not in seen]
    for level in sorted({event.level for _, event in hidden}):
        slots = [place for place, slot in enumerate(view.slots) if slot.event and pack.slots[place].level == level]
        fixed = [number for number, event in hidden if event.level == level and event.fixed]
        others = [number for number, event in hidden if event.level == level and not event.fixed]
        random.shuffle(others)
        drawn = len(slots) - len(fixed)
        lying = [*fixed, *others[:drawn]]
        random.shuffle(lying)
        unused += others[drawn:]
        for place, event in zip(slots, lying, strict=True):
            covers[place] = event
    return covers, unused, in_effect, discarded
