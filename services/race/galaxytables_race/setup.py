"""Lays out the table: start worlds, the deck, goals (R2.2, R2.3, R2.9)."""

from galaxytables_kit import Chance
from galaxytables_race.components.cards import CardNumber, Pack
from galaxytables_race.goals import FIRST_GOALS, MAX_GOALS
from galaxytables_race.invasion.setup import lay_out_invasion
from galaxytables_race.options import RaceOptions
from galaxytables_race.orb.table import lay_out_orb
from galaxytables_race.prestige import MORE_CHIPS, PRESTIGE
from galaxytables_race.sets import sets_of, start_world_numbers
from galaxytables_race.state import Empire, RaceState
from galaxytables_race.takeovers.scenario import deal_scenario

CHIPS_PER_SEAT = 12


def lay_out(seats: int, options: RaceOptions, pack: Pack, chance: Chance) -> RaceState:
    """Return a new table: start worlds dealt, deck shuffled, goals laid out (R2.2, R2.3, R2.9)."""
    sets = sets_of(options, pack)
    deck = pack.box(sets, second_edition=options.second_edition)
    empires = [Empire() for _ in range(seats)]
    aside: list[CardNumber] = []
    if options.takeover_scenario:
        aside = deal_scenario(empires, deck, pack, chance)
    else:
        _deal_start_worlds(empires, deck, options, pack, chance)
    gone = {card for empire in empires for card in empire.dealt}
    deck = [card for card in deck if card not in gone]
    if options.preset_hands:
        _deal_preset_hands(empires, deck, pack)
    chance.shuffle(deck)
    pool = CHIPS_PER_SEAT * seats + MORE_CHIPS * (PRESTIGE in pack.sets[options.expansion].rules)
    state = RaceState(empires, [deck], [[]], pool, aside=aside)
    if options.goals:
        state.goals = _deal_goals(sets, pack, chance)
    if options.invasion:
        state.invasion = lay_out_invasion(seats, pack.invasion, chance)
    if options.orb:
        state.orb = lay_out_orb(seats, pack, chance)
    return state


def _deal_start_worlds(
    empires: list[Empire], deck: list[CardNumber], options: RaceOptions, pack: Pack, chance: Chance
) -> None:
    """Deal one start world to each, or an odd and an even one to choose from (R2.3)."""
    worlds = start_world_numbers(sets_of(options, pack), pack)
    starts = [card for card in deck if pack.cards[card].id in worlds]
    if options.preset_hands:
        starts = [card for card in starts if pack.cards[card].id in pack.preset_hands]
    if options.chooses_start_world:
        odd = [card for card in starts if worlds[pack.cards[card].id] % 2]
        even = [card for card in starts if card not in odd]
        chance.shuffle(odd)
        chance.shuffle(even)
        for empire, first, second in zip(empires, odd, even, strict=False):
            empire.dealt = [first, second]
    else:
        chance.shuffle(starts)
        for empire, start in zip(empires, starts, strict=False):
            empire.dealt = [start]


def _deal_preset_hands(empires: list[Empire], deck: list[CardNumber], pack: Pack) -> None:
    """Deal each start world its recommended hand (R2.10)."""
    for empire in empires:
        for design in pack.preset_hands[pack.cards[empire.dealt[0]].id]:
            card = next(card for card in deck if pack.cards[card].id.startswith(design))
            deck.remove(card)
            empire.hand.append(card)


def _deal_goals(sets: tuple[str, ...], pack: Pack, chance: Chance) -> list[str]:
    """Return four First goals and two Most goals of the sets in play (R13.1)."""
    dealt: list[str] = []
    for kind, count in (("first", FIRST_GOALS), ("most", MAX_GOALS)):
        goals = [goal.id for goal in pack.goals.values() if goal.type == kind and goal.set in sets]
        chance.shuffle(goals)
        dealt += goals[:count]
    return dealt
