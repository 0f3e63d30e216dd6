"""Lays out the table (R2)."""

from typing import TypeVar

from galaxytables_beyond.components.cards import Pack
from galaxytables_beyond.components.effects import DeckName
from galaxytables_beyond.components.numbers import (
    NO_EVENT,
    NO_TECH,
    AchievementNumber,
    EventNumber,
    SystemNumber,
    TechNumber,
    events,
    systems,
    techs,
)
from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.state import AchievementState, BeyondState, Faction, LocationState
from galaxytables_kit import Chance, Seat, seated

T = TypeVar("T")

_DECKS: tuple[DeckName, DeckName] = ("A", "B")
_DECKED_LEVELS = (2, 3, 4)


def set_up(seats: int, options: BeyondOptions, pack: Pack, chance: Chance) -> BeyondState:
    """Return a new table: both boards laid out, mats dealt, the first player drawn (R2.1-R2.13)."""
    first = Seat(chance.below(seats))
    mats = _shuffled([number for number, mat in enumerate(pack.mats) if mat.mat == options.mats], chance)[:seats]
    shown, tech_decks = _technologies(pack, chance)
    hidden, unused = _events(pack, chance)
    system_decks, placed = _systems(pack, chance)
    side = pack.sides[seats]
    locations = [LocationState(location.event == NO_EVENT, [[] for _ in range(seats)]) for location in side.locations]
    for location in side.locations:
        if location.place.deck is not None and location.event == NO_EVENT:
            locations[location.index].system = placed[_DECKS.index(location.place.deck)].pop()
    factions = []
    for seat, mat in seated(mats):
        printed = pack.mats[mat]
        bonus = pack.seat_bonus[(seat - first) % seats]
        start = printed.start
        factions.append(Faction(mat, list(printed.supply_columns), start.population, start.ore + bonus))
        locations[side.by_id[start.ship.location]].fleets[seat].append(start.ship.level)
    return BeyondState(
        factions=factions,
        techs=shown,
        events=hidden,
        tech_decks=tech_decks,
        system_decks=system_decks,
        locations=locations,
        guilds=[False] * len(pack.guilds),
        achievements=[AchievementState(card, []) for card in _achievements(pack, chance)],
        unused_events=unused,
        first=first,
    )


def _shuffled(items: list[T], chance: Chance) -> list[T]:
    chance.shuffle(items)
    return items


def _technologies(pack: Pack, chance: Chance) -> tuple[list[TechNumber], list[list[TechNumber]]]:
    """Return Level I face up on its slots, and the other levels as decks (R2.2)."""

    def of_level(level: int) -> list[TechNumber]:
        return _shuffled([n for n, card in techs(pack.technologies) if card.level == level], chance)

    first = of_level(1)
    shown = [first.pop() if slot.level == 1 else NO_TECH for slot in pack.slots]
    return shown, [of_level(level) for level in _DECKED_LEVELS]


def _events(pack: Pack, chance: Chance) -> tuple[list[EventNumber], list[EventNumber]]:
    """Return the hidden events by slot, the fixed ones and random others, and the unused events (R2.3)."""
    hidden = [NO_EVENT] * len(pack.slots)
    unused: list[EventNumber] = []
    for level in (2, 3):
        slots = [slot.index for slot in pack.slots if slot.level == level and slot.event]
        fixed = [number for number, event in events(pack.events) if event.level == level and event.fixed]
        others = [number for number, event in events(pack.events) if event.level == level and not event.fixed]
        chance.shuffle(others)
        drawn = len(slots) - len(fixed)
        covers = _shuffled([*fixed, *others[:drawn]], chance)
        unused += others[drawn:]
        for slot, event in zip(slots, covers, strict=True):
            hidden[slot] = event
    return hidden, unused


def _systems(pack: Pack, chance: Chance) -> tuple[list[list[SystemNumber]], list[list[SystemNumber]]]:
    """Return both decks, and the cards that start on the board (R2.4)."""
    cards = list(systems(pack.systems))
    starting = _shuffled([number for number, system in cards if system.starting], chance)
    deck_a = [number for number, system in cards if system.deck == "A" and not system.starting]
    deck_a = _shuffled(deck_a + starting[2:], chance)
    deck_b = _shuffled([number for number, system in cards if system.deck == "B"], chance)
    return [deck_a, deck_b], [starting[:2], [deck_b.pop(), deck_b.pop()]]


def _achievements(pack: Pack, chance: Chance) -> list[AchievementNumber]:
    """Return both basic achievements, a random A and a random B (R2.5)."""
    groups: dict[str, list[AchievementNumber]] = {"basic": [], "A": [], "B": []}
    for number, card in enumerate(pack.achievements):
        groups[card.group].append(AchievementNumber(number))
    return [*groups["basic"], *(groups[group][chance.below(len(groups[group]))] for group in ("A", "B"))]
