"""What Develop and Settle have in common: showing a card, paying for it, placing it (R4)."""

from collections.abc import Set as AbstractSet

from services.kit.flow import Flow
from services.kit.prompt import Prompt
from services.race.abilities import Abilities
from services.race.cards import Card, Number
from services.race.phases.agenda import has_bonus
from services.race.state import NO_CARD, Empire
from services.race.table import RacePlay, component, discard_from_hand, draw


def held_designs(play: RacePlay, empire: Empire, able: Abilities) -> AbstractSet[Card]:
    """The designs of a tableau, of which no second card may be placed (R4.5)."""
    if not empire.fresh:
        return able.designs
    cards = play.pack.cards
    return able.designs | {cards[number] for number in empire.fresh}


def choose_card(play: RacePlay, seat: int, kind: str, options: tuple[Number, ...]) -> Flow[None]:
    """Choose one of the hand cards that can be placed, or none (R4.1)."""
    picks = yield Prompt(seat, kind, options, 0, 1)
    if picks:
        empire = play.state.empires[seat]
        empire.hand.remove(picks[0])
        empire.placing = picks[0]


def show_cards(play: RacePlay) -> bool:
    """Tell which cards were shown to be placed; whether there are any (R4.2)."""
    shown = False
    for seat, empire in enumerate(play.state.empires):
        if empire.placing != NO_CARD:
            shown = True
            play.show()
            play.tell("shows", seat, card=component(play, empire.placing))
    return shown


def pay(play: RacePlay, seat: int, kind: str, price: int) -> Flow[tuple[Number, ...]]:
    """Discard as many hand cards as the price says, and give them (R4.3)."""
    if not price:
        return ()
    empire = play.state.empires[seat]
    cards: tuple[Number, ...] = yield Prompt(seat, kind, tuple(empire.hand), price, price, subject=empire.placing)
    discard_from_hand(play, seat, cards)
    return cards


def to_tableau(play: RacePlay, seat: int) -> Number:
    """Lay the shown card into the tableau; its powers count from the next phase on (R4.4)."""
    empire = play.state.empires[seat]
    card = empire.placing
    empire.placing = NO_CARD
    empire.by = NO_CARD
    empire.tableau.append(card)
    empire.fresh.append(card)
    return card


def settle_bonuses(play: RacePlay, seat: int, able: Abilities, *, first: bool) -> None:
    """Draw for a world that was placed or taken over; the bonus of the action is for the first one (R7.9)."""
    if first and has_bonus(play.state, seat):
        draw(play, seat, 1, "settle_bonus")
    draw(play, seat, able.settle_after, "settle")
