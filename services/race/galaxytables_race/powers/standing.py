"""Powers of set-up, and powers that work all the time."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.registry import in_play
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import (
    ChooseActionLast,
    HandLimit,
    StartingHand,
    TableauEndLimit,
    TakeOpponentsDiscards,
    VariableKind,
)


@in_play(StartingHand)
def starting_hand(abilities: Abilities, _: CardNumber, power: StartingHand) -> None:
    """Let the owner keep a different number of opening cards (R2.5)."""
    abilities.opening_hand = power.cards


@in_play(HandLimit)
def hand_limit(abilities: Abilities, _: CardNumber, power: HandLimit) -> None:
    """Let the owner have a different hand limit at the end of a round (R10.1)."""
    abilities.hand_limit = power.cards


@in_play(TableauEndLimit)
def tableau_end_limit(abilities: Abilities, _: CardNumber, power: TableauEndLimit) -> None:
    """The owner's tableau ends the game only when it has this number of cards (R11.1)."""
    abilities.tableau_end = power.cards


@in_play(ChooseActionLast)
def choose_action_last(abilities: Abilities, _: CardNumber, power: ChooseActionLast) -> None:
    """Let the owner choose an action after the others have revealed theirs (R3.8)."""
    del power
    abilities.chooses_last = True


@in_play(TakeOpponentsDiscards)
def take_opponents_discards(abilities: Abilities, _: CardNumber, power: TakeOpponentsDiscards) -> None:
    """Let the owner take the cards that the others discard to come down to their hand limit (R10.2)."""
    del power
    abilities.takes_discards = True


@in_play(VariableKind)
def variable_kind(abilities: Abilities, number: CardNumber, power: VariableKind) -> None:
    """The world and its good are of the kind that their owner names, whenever a kind matters (R8.9, R11.7)."""
    del power
    abilities.variable += (number,)
