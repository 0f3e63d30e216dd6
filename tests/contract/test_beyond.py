"""The contract suite on Beyond the Sun."""

from collections import Counter
from random import Random

from services.beyond.cards import NONE
from services.beyond.rules import BEYOND
from services.beyond.state import BeyondState, Disc
from services.kit.contract import Sight, Subject, contract


def census(state: BeyondState) -> tuple[object, ...]:
    """Every card once; 20 cubes, 8 discs of each kind a faction; one pawn a space."""
    techs = [tech for tech in state.techs if tech != NONE] + [tech for deck in state.tech_decks for tech in deck]
    techs += state.turned_up + [tech for faction in state.factions for tech in faction.private]
    events = [event for event in state.events if event != NONE]
    events += state.events_in_effect + state.events_discarded + state.unused_events
    systems = [card for deck in state.system_decks for card in deck]
    systems += [location.system for location in state.locations if location.system != NONE]
    systems += [colony.system for faction in state.factions for colony in faction.colonies]
    pawns = [faction.pawn for faction in state.factions if faction.pawn]
    assert len(pawns) == len(set(pawns))
    return (
        tuple(sorted(techs)),
        tuple(sorted(events)),
        tuple(sorted(systems)),
        tuple(cubes(state, seat) for seat in range(len(state.factions))),
        tuple(discs(state, seat) for seat in range(len(state.factions))),
        tuple(card.card for card in state.achievements),
    )


def cubes(state: BeyondState, seat: int) -> int:
    """Supply, population, ships and researchers of a seat."""
    faction = state.factions[seat]
    ships = sum(len(location.fleets[seat]) for location in state.locations)
    total = sum(faction.supply) + faction.population + ships + len(faction.researched)
    assert total == 20
    assert min(*faction.supply, faction.population, faction.ore) >= 0
    return total


def discs(state: BeyondState, seat: int) -> tuple[int, int, int]:
    """Food, ore and achievement discs of a seat, wherever they lie."""
    faction = state.factions[seat]
    counted = Counter(faction.automation)
    for colony in faction.colonies:
        assert len(colony.discs) <= 2
        counted.update(colony.discs)
    counted.update(location.disc for location in state.locations if location.owner == seat)
    counted.update(claimed.disc for card in state.achievements for claimed in card.discs if claimed.seat == seat)
    assert min(faction.food, faction.ore_discs) >= 0
    total = (
        faction.food + counted[Disc.FOOD],
        faction.ore_discs + counted[Disc.ORE],
        faction.achievement_discs + counted[Disc.ACHIEVEMENT],
    )
    assert total == (8, 8, 8)
    return total


def permute_hidden(state: BeyondState, viewer: int | None, random: Random) -> None:
    """Decks in another order; face-down events exchanged with each other and with those not in the game."""
    del viewer
    for deck in (*state.tech_decks, *state.system_decks):
        random.shuffle(deck)
    hidden = [slot for slot, event in enumerate(state.events) if event != NONE]
    cards = [state.events[slot] for slot in hidden] + state.unused_events
    random.shuffle(cards)
    for slot in hidden:
        state.events[slot] = cards.pop()
    state.unused_events[:] = cards


TestContract = contract(
    Subject(
        BEYOND,
        census,
        permute_hidden,
        setups=(
            {},
            {
                "mats": "advanced",
                "round_limit": "25",
                "achievements_to_end": "four",
                "control_below_a_tie": "kept",
                "settlers": "needed",
            },
        ),
        playouts=25,
        thorough_playouts=1,
        lacks=frozenset(
            {Sight.SECRET_CHOICE, Sight.UNDONE_IN_SECRET, Sight.SEVERAL_PICKS, Sight.SEEN_BY_ONE, Sight.TOLD_TO_ONE}
        ),
    )
)
