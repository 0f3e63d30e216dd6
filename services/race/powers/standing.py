"""Powers of set-up, and those that hold all the time."""

from services.race.abilities import Abilities
from services.race.components.cards import Number
from services.race.components.vocabulary import HandLimit, StartingHand, TableauEndLimit
from services.race.powers.registry import in_play


@in_play(StartingHand)
def starting_hand(abilities: Abilities, _: Number, power: StartingHand) -> None:
    """Keep another number of opening cards (R2.5)."""
    abilities.opening_hand = power.cards


@in_play(HandLimit)
def hand_limit(abilities: Abilities, _: Number, power: HandLimit) -> None:
    """Another hand limit at the round's end (R10.1)."""
    abilities.hand_limit = power.cards


@in_play(TableauEndLimit)
def tableau_end_limit(abilities: Abilities, _: Number, power: TableauEndLimit) -> None:
    """The tableau ends the game only at this number of cards (R11.1)."""
    abilities.tableau_end = power.cards
