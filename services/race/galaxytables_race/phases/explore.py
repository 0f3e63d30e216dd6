"""The Explore phase: draw cards and keep some of them (R5)."""

from galaxytables_kit import Barred, Flow, Prompt, Reason, Seat, seated, together
from galaxytables_race.abilities import Abilities
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.prestige import BOOSTED_EXPLORE, gain_prestige, plays_prestige
from galaxytables_race.state import Empire
from galaxytables_race.state.phases import Exploring
from galaxytables_race.table import (
    RacePlay,
    abilities,
    all_abilities,
    components,
    discard,
    discard_from_hand,
    take,
    who,
)
from galaxytables_race.table.agenda import EXPLORE_1_1, EXPLORE_5
from galaxytables_race.table.running import running

EXPLORE_BONUS = {EXPLORE_5: (5, 0), EXPLORE_1_1: (1, 1)}
"""The additional cards drawn and kept, by action (R5.1)."""

_NOT_DRAWN = Reason("not_drawn", "R5.3")
EXPLORE_ALWAYS_MIXES = "explore_always_mixes"
"""With this rule of a set everybody discards from the whole hand (R21.2)."""


def begin(play: RacePlay) -> Exploring:
    """Return the state with which Explore begins."""
    return Exploring([[] for _ in range(play.seats)])


def somebody_may_discard_for_prestige(play: RacePlay) -> bool:
    """Return whether a seat has both the power to discard a card for prestige and a card to discard."""
    return plays_prestige(play) and bool(_tempted(play))


def discard_for_prestige(play: RacePlay) -> Flow[None]:
    """Before anybody draws, seats that have the power may discard a card for prestige (R5.5)."""
    yield from together(play, [_discard_for_prestige(play, seat) for seat in _tempted(play)])


def _tempted(play: RacePlay) -> list[Seat]:
    return [seat for seat in who(play, _discards_for_prestige) if play.state.empires[seat].hand]


def _discards_for_prestige(able: Abilities) -> object:
    return able.prestige.for_discards


def draw(play: RacePlay) -> None:
    """Every seat draws 2 cards, and more if bonuses of actions or powers say so (R5.1, R5.2)."""
    ables = all_abilities(play)
    running(play, Exploring).drawn = [
        take(play, seat, 2 + able.explore_draw + _bonus(play.state.empires[seat])[0]) for seat, able in seated(ables)
    ]


def keep(play: RacePlay) -> Flow[None]:
    """Every seat keeps some of the cards that it drew and discards the others (R5.3, R5.4).

    Everybody sees how many cards each hand gained. A seat that discards from the whole hand does not show which cards
    were new.
    """
    exploring, held = running(play, Exploring), [len(empire.hand) for empire in play.state.empires]
    drawn = list(exploring.drawn)
    keeping = yield from together(
        play, [_keep(play, seat, able, exploring) for seat, able in seated(all_abilities(play))]
    )
    for seat, kept in seated(keeping) if play.listening else ():
        private = {seat: {"drawn": components(play, drawn[seat]), "kept": components(play, kept)}}
        keeps = len(play.state.empires[seat].hand) - held[seat]
        play.tell("explored", seat, draws=len(drawn[seat]), keeps=keeps, private=private)


def _discard_for_prestige(play: RacePlay, seat: Seat) -> Flow[None]:
    """Discard one hand card for prestige, once for each power (R5.5)."""
    for number, prestige in abilities(play, seat).prestige.for_discards:
        hand = tuple(play.state.empires[seat].hand)
        if not hand:
            return
        cards = yield Prompt(seat, "explore.discard_for_prestige", hand, 0, 1, subject=number)
        if cards:
            discard_from_hand(play, seat, cards)
            gain_prestige(play, seat, prestige, number)


def _bonus(empire: Empire) -> tuple[int, int]:
    """Return the additional cards drawn and kept by the chosen actions and a boost; they add up (R3.6, R16.13)."""
    draws, keeps = BOOSTED_EXPLORE if empire.prestige.boosted in EXPLORE_BONUS else (0, 0)
    for action in empire.actions:
        if action in EXPLORE_BONUS:
            more_draws, more_keeps = EXPLORE_BONUS[action]
            draws, keeps = draws + more_draws, keeps + more_keeps
    return draws, keeps


def _keep(play: RacePlay, seat: Seat, able: Abilities, exploring: Exploring) -> Flow[tuple[CardNumber, ...]]:
    empire, drawn = play.state.empires[seat], tuple(exploring.drawn[seat])
    count = min(1 + able.explore_keep + _bonus(empire)[1], len(drawn))
    always_mixes = EXPLORE_ALWAYS_MIXES in play.pack.sets[play.options.expansion].rules
    if always_mixes or able.explore_mix or empire.prestige.boosted in EXPLORE_BONUS:
        return (yield from _discard_from_all(play, seat, exploring, len(drawn) - count))
    held = Barred(lambda: dict.fromkeys(empire.hand, _NOT_DRAWN))
    kept: tuple[CardNumber, ...] = yield Prompt(seat, "explore.keep", drawn, count, count, barred=held)
    empire.hand.extend(kept)
    discard(play, seat, [card for card in drawn if card not in kept])
    exploring.drawn[seat] = []
    return kept


def _discard_from_all(play: RacePlay, seat: Seat, exploring: Exploring, count: int) -> Flow[tuple[CardNumber, ...]]:
    """Take all drawn cards into the hand, then discard from the whole hand (R5.3, R21.2).

    Return the discarded cards.
    """
    empire, drawn = play.state.empires[seat], exploring.drawn[seat]
    empire.hand.extend(drawn)
    exploring.drawn[seat] = []
    cards: tuple[CardNumber, ...] = yield Prompt(seat, "explore.discard", tuple(empire.hand), count, count)
    discard_from_hand(play, seat, cards)
    return tuple(card for card in drawn if card not in cards)
