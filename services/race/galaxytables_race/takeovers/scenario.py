"""The two-player scenario: a Rebel and an Imperium empire, each with its strong card in hand (R15)."""

from galaxytables_kit import Chance, seated
from galaxytables_race.components.cards import CardNumber, Pack
from galaxytables_race.state import Empire
from galaxytables_race.table import RacePlay, component


def deal_scenario(empires: list[Empire], deck: list[CardNumber], pack: Pack, chance: Chance) -> list[CardNumber]:
    """Deal the two start worlds at random, and remove the cards that belong to them from the deck (R15.2).

    Returns the removed cards.
    """
    starts = [_take(deck, pack, design) for design in pack.takeover_scenario]
    chance.shuffle(starts)
    for empire, start in zip(empires, starts, strict=True):
        empire.dealt = [start]
    return [_take(deck, pack, pack.takeover_scenario[pack.cards[start].id]) for start in starts]


def is_the_scenario(play: RacePlay) -> bool:
    """Return whether this table plays the two-player scenario."""
    return play.options.takeover_scenario


def hand_out(play: RacePlay) -> None:
    """After the opening discard, each seat takes the card that belongs to its start world into the hand (R15.3)."""
    state = play.state
    for seat, empire in seated(state.empires):
        card_id = play.pack.takeover_scenario[play.pack.cards[empire.tableau[0]].id]
        card = next(card for card in state.aside if play.pack.cards[card].id == card_id)
        state.aside.remove(card)
        empire.hand.append(card)
        play.tell("reinforced", seat, card=component(play, card))


def _take(deck: list[CardNumber], pack: Pack, design: str) -> CardNumber:
    card = next(card for card in deck if pack.cards[card].id == design)
    deck.remove(card)
    return card
