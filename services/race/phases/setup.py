"""Set-up: start worlds, first hands, the opening discard (R2)."""

from services.kit.chance import Chance
from services.kit.flow import Flow, together
from services.kit.prompt import Prompt
from services.race.cards import Number, Pack
from services.race.goals import FIRST_GOALS, MOST_GOALS
from services.race.invasion.setup import lay_out_invasion
from services.race.options import RaceOptions
from services.race.orb.table import lay_out_orb
from services.race.phases.running import running
from services.race.phases.state import Opening
from services.race.prestige import MORE_CHIPS, PRESTIGE
from services.race.sets import sets_of, start_world_numbers
from services.race.state import Empire, RaceState
from services.race.table import RacePlay, abilities, component, components, discard, discard_from_hand, put_good, take
from services.race.takeovers.scenario import deal_scenario

CHIPS_PER_SEAT = 12
OPENING_DRAW = 6


def lay_out(seats: int, options: RaceOptions, pack: Pack, chance: Chance) -> RaceState:
    """Deal start worlds and shuffle the deck, up to before the first question (R2.2, R2.3, R2.9)."""
    sets = sets_of(options, pack)
    deck = pack.box(sets, second_edition=options.second_edition)
    empires = [Empire() for _ in range(seats)]
    aside: list[Number] = []
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
    empires: list[Empire], deck: list[Number], options: RaceOptions, pack: Pack, chance: Chance
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


def _deal_preset_hands(empires: list[Empire], deck: list[Number], pack: Pack) -> None:
    """Deal each start world its recommended hand (R2.10)."""
    for empire in empires:
        for design in pack.preset_hands[pack.cards[empire.dealt[0]].id]:
            card = next(card for card in deck if pack.cards[card].id.startswith(design))
            deck.remove(card)
            empire.hand.append(card)


def _deal_goals(sets: tuple[str, ...], pack: Pack, chance: Chance) -> list[str]:
    """Four First goals and two Most goals of the sets in play (R13.1)."""
    dealt: list[str] = []
    for kind, count in (("first", FIRST_GOALS), ("most", MOST_GOALS)):
        goals = [goal.id for goal in pack.goals.values() if goal.type == kind and goal.set in sets]
        chance.shuffle(goals)
        dealt += goals[:count]
    return dealt


def begin(play: RacePlay) -> Opening:
    """Opening cards lie apart until a start world is chosen: so do preset hands that were dealt."""
    drawn = [empire.hand for empire in play.state.empires]
    for empire in play.state.empires:
        empire.hand = []
    return Opening(drawn)


def hands_are_drawn(play: RacePlay) -> bool:
    """Whether hands are not preset (R2.10)."""
    return not play.options.preset_hands


def draw_hands(play: RacePlay) -> None:
    """All draw their opening cards (R2.4)."""
    running(play, Opening).drawn = [take(play, seat, OPENING_DRAW) for seat in range(play.seats)]


def choose_start(play: RacePlay) -> Flow[None]:
    """All choose start world and first hand in secret, then show them (R2.3-R2.6)."""
    discarded = yield from together(play, [_begin(play, seat) for seat in range(play.seats)])
    for seat, empire in enumerate(play.state.empires):
        (start,) = empire.tableau
        private = {seat: {"hand": components(play, empire.hand), "discarded": components(play, discarded[seat])}}
        play.tell("begins", seat, world=component(play, start), private=private)
        if play.pack.cards[start].production == "windfall":
            put_good(play, seat, start)


def find_first_seat(play: RacePlay) -> None:
    """The lowest start world is first in turn order (R2.8)."""
    starts = [play.pack.cards[empire.tableau[0]].start_world or 0 for empire in play.state.empires]
    play.state.first_seat = starts.index(min(starts))


def _begin(play: RacePlay, seat: int) -> Flow[tuple[Number, ...]]:
    empire = play.state.empires[seat]
    picks = yield Prompt(seat, "setup.start_world", tuple(empire.dealt))
    start: Number = picks[0]
    discard(play, seat, [card for card in empire.dealt if card != start])
    empire.dealt = []
    empire.tableau.append(start)
    drawn = running(play, Opening).drawn
    empire.hand, drawn[seat] = drawn[seat], []
    excess = max(0, len(empire.hand) - abilities(play, seat).opening_hand)
    cards: tuple[Number, ...] = yield Prompt(seat, "setup.discard", tuple(empire.hand), excess, excess)
    discard_from_hand(play, seat, cards)
    count = abilities(play, seat).brink.saved_at_setup
    if count:
        saved = yield Prompt(seat, "setup.put_under", tuple(empire.hand), count, count, subject=start)
        for card in saved:
            empire.hand.remove(card)
        empire.saved[start] = list(saved)
    return cards
