"""The Search action: once per game, look through the deck for a card of a category (R17)."""

from collections.abc import Callable, Mapping

from galaxytables_kit import Flow, Picks, Prompt, Seat
from galaxytables_race.components.cards import Card
from galaxytables_race.components.vocabulary import (
    BlockTakeover,
    Consume,
    ConsumeAllGoods,
    ConsumeDistinct,
    Military,
    Takeover,
    TakeoverDefense,
)
from galaxytables_race.state.phases import Searching
from galaxytables_race.table import RacePlay, component, components, discard, take_top, turn_order
from galaxytables_race.table.agenda import SEARCH
from galaxytables_race.table.running import running

TAKE, GO_ON, IGNORE = "take", "go_on", "ignore"
TAKEOVERS = "takeover_power"
ALIEN = "alien_goods_world"

_LOW = (1, 2)
_HIGH = 5
_SIX = 6


def _raises_military(card: Card) -> bool:
    return card.kind == "development" and any(
        isinstance(power, Military) and power.amount in _LOW and power.when is power.per is power.only_if_own is None
        for power in card.powers
    )


def _takes_several_goods(card: Card) -> bool:
    """Return whether a consume power can take two goods or more; hand cards and prestige do not count."""
    return any(
        (isinstance(power, Consume) and len(power.goods) * power.times > 1)
        or (isinstance(power, ConsumeDistinct) and power.max_kinds > 1)
        or isinstance(power, ConsumeAllGoods)
        for power in card.powers
    )


CATEGORIES: Mapping[str, Callable[[Card], bool]] = {
    "military_development": _raises_military,
    "small_military_windfall": lambda card: card.military and card.production == "windfall" and card.cost in _LOW,
    "small_peaceful_windfall": lambda card: not card.military and card.production == "windfall" and card.cost in _LOW,
    "chromosome_world": lambda card: card.is_world and "chromosome" in card.keywords,
    ALIEN: lambda card: card.good in ("alien", "any"),
    "several_goods": _takes_several_goods,
    "strong_military_world": lambda card: card.military and card.cost >= _HIGH,
    "six_cost_development": lambda card: card.kind == "development" and card.cost == _SIX and bool(card.endgame),
    TAKEOVERS: lambda card: any(isinstance(power, Takeover | TakeoverDefense | BlockTakeover) for power in card.powers),
}
"""The categories of search, in the order of R17.6."""


def begin(play: RacePlay) -> Searching:
    """Return the state with which Search begins."""
    return Searching([[] for _ in range(play.seats)])


def searchers(play: RacePlay) -> list[int]:
    """Return all seats that chose Search, in turn order (R17.2)."""
    return [seat for seat in turn_order(play) if SEARCH in play.state.empires[seat].actions]


def look_through_the_deck(play: RacePlay, seat: Seat) -> Flow[None]:
    """Reveal cards until the seat takes a fitting one, at the latest the second; discard the others (R17.3, R17.4)."""
    empire, revealed = play.state.empires[seat], running(play, Searching).revealed[seat]
    categories = tuple(name for name in CATEGORIES if name != TAKEOVERS or play.options.takeovers)
    (category,) = yield Prompt(seat, "search.category", categories)
    play.tell("searches", seat, category=str(category))
    fits, passed = CATEGORIES[str(category)], False
    found = None
    while found is None and (card := take_top(play, seat)) is not None:
        play.show()
        revealed.append(card)
        design = play.pack.cards[card]
        if not fits(design):
            continue
        options: Picks = (TAKE,) if passed else (TAKE, GO_ON)
        if category == ALIEN and design.good == "any":
            options = (*options, IGNORE)
        (answer,) = yield Prompt(seat, "search.keep", options, subject=card)
        if answer == TAKE:
            found = card
        elif answer == GO_ON:
            passed = True
    others = [card for card in revealed if card != found]
    revealed.clear()
    discard(play, seat, others)
    if found is None:
        empire.prestige.used = False
        play.tell("search_failed", seat, revealed=components(play, others))
        return
    empire.hand.append(found)
    play.tell("found", seat, card=component(play, found), revealed=components(play, others))
