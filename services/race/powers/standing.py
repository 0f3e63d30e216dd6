"""Powers of set-up, and those that hold all the time."""

from services.race.abilities import Abilities
from services.race.cards import Number
from services.race.powers.registry import in_play
from services.race.vocabulary import (
    ChooseActionLast,
    HandLimit,
    SaveCardAtSetup,
    StartingHand,
    TableauEndLimit,
    TakeOpponentsDiscards,
)


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


@in_play(ChooseActionLast)
def choose_action_last(abilities: Abilities, _: Number, power: ChooseActionLast) -> None:
    """Choose after the others have revealed (R3.8)."""
    del power
    abilities.brink.chooses_last = True


@in_play(SaveCardAtSetup)
def save_card_at_setup(abilities: Abilities, _: Number, power: SaveCardAtSetup) -> None:
    """Lay cards of the first hand face down under the world (R2.5)."""
    abilities.brink.saved_at_setup = power.cards


@in_play(TakeOpponentsDiscards)
def take_opponents_discards(abilities: Abilities, _: Number, power: TakeOpponentsDiscards) -> None:
    """Take what the others discard for the hand limit (R10.2)."""
    del power
    abilities.brink.takes_discards = True
