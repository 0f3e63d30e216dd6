"""What tests must know of Beyond the Sun: where every piece lies, and which of them nobody sees."""

from collections import Counter
from collections.abc import Iterable
from random import Random

from galaxytables_beyond.components.cards import FileEntry
from galaxytables_beyond.components.numbers import NO_EVENT
from galaxytables_beyond.state import BeyondState, Disc
from galaxytables_kit import Seat
from galaxytables_kit.contract import Pieces
from tests.beyond.scene import PACK

DISCS = {"food disc": Disc.FOOD, "ore disc": Disc.ORE, "achievement disc": Disc.ACHIEVEMENT}


def census(state: BeyondState) -> Pieces:
    """Cards by their ids, wherever they lie; mats, cubes and discs by seat; drawn achievements by group."""
    technologies = [*state.techs, *state.turned_up]
    systems = [location.system for location in state.locations]
    for techs in state.tech_decks:
        technologies += techs
    for cards in state.system_decks:
        systems += cards
    for faction in state.factions:
        technologies += faction.private
        systems += [colony.system for colony in faction.colonies]
    held = [event for faction in state.factions for event in faction.events]
    events = [*state.events, *held, *state.events_in_effect, *state.events_discarded, *state.unused_events]
    pawns = [faction.pawn for faction in state.factions if faction.pawn]
    assert len(pawns) == len(set(pawns)), "two pawns on a space"
    seats = range(len(state.factions))
    return {
        "technology": by_id(PACK.technologies, technologies),
        "event": by_id(PACK.events, events),
        "system": by_id(PACK.systems, systems),
        "achievement": achievements(state),
        "mat": {f"seat {seat}": int(state.factions[seat].mat >= 0) for seat in seats},
        "cube": {f"seat {seat}": cubes(state, seat) for seat in seats},
        **{kind: {f"seat {seat}": discs(state, seat, disc) for seat in seats} for kind, disc in DISCS.items()},
    }


def by_id(cards: tuple[FileEntry, ...], lying: Iterable[int]) -> Counter[str]:
    return Counter(cards[number].id for number in lying if number >= 0)


def achievements(state: BeyondState) -> Counter[str]:
    """Both basic cards by id, the drawn ones by group."""
    cards = [PACK.achievements[card.card] for card in state.achievements if card.card >= 0]
    return Counter(card.id if card.group == "basic" else f"group {card.group}" for card in cards)


def cubes(state: BeyondState, seat: int) -> int:
    """Supply, population, ships and researchers of a seat."""
    faction = state.factions[seat]
    ships = sum(len(location.fleets[seat]) for location in state.locations)
    assert min(*faction.supply, faction.population, faction.ore) >= 0
    return sum(faction.supply) + faction.population + ships + len(faction.researched)


def discs(state: BeyondState, seat: int, kind: Disc) -> int:
    """Discs of a kind: on the track or left over, on automation levels, outposts, colonies and achievements."""
    faction = state.factions[seat]
    lying = [*faction.automation]
    for colony in faction.colonies:
        assert len(colony.discs) <= 2
        lying += colony.discs
    lying += [location.disc for location in state.locations if location.owner == seat]
    lying += [claimed.disc for card in state.achievements for claimed in card.discs if claimed.seat == seat]
    assert min(faction.food, faction.ore_discs) >= 0
    left = {Disc.FOOD: faction.food, Disc.ORE: faction.ore_discs, Disc.ACHIEVEMENT: faction.achievement_discs}
    return left[kind] + lying.count(kind)


def permute_hidden(state: BeyondState, viewer: Seat | None, random: Random) -> None:
    """Decks in another order; face-down events exchanged with each other and with those not in the game."""
    del viewer
    for techs in state.tech_decks:
        random.shuffle(techs)
    for systems in state.system_decks:
        random.shuffle(systems)
    hidden = [slot for slot, event in enumerate(state.events) if event != NO_EVENT]
    cards = [state.events[slot] for slot in hidden] + state.unused_events
    random.shuffle(cards)
    for slot in hidden:
        state.events[slot] = cards.pop()
    state.unused_events[:] = cards
