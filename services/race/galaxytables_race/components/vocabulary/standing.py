"""Powers of set-up, action selection and the end of a round, and powers that work all the time."""

from galaxytables_kit import Count
from galaxytables_race.components.vocabulary.power import Power


class StartingHand(Power, frozen=True, tag="starting_hand"):
    """The owner keeps this many of the opening cards, instead of the usual number."""

    cards: Count


class SaveCardAtSetup(Power, frozen=True, tag="save_card_at_setup"):
    """After the opening discard, the owner puts hand cards face down under this world."""

    cards: Count


class ChooseActionLast(Power, frozen=True, tag="choose_action_last"):
    """The owner chooses an action after the other players have revealed theirs."""


class HandLimit(Power, frozen=True, tag="hand_limit"):
    """The owner has this hand limit at the end of a round."""

    cards: Count


class TableauEndLimit(Power, frozen=True, tag="tableau_end_limit"):
    """The owner's tableau ends the game only when it has this number of cards."""

    cards: Count


class VariableKind(Power, frozen=True, tag="variable_kind"):
    """The world and its good are of one kind, which the owner names whenever the kind matters."""


class TakeOpponentsDiscards(Power, frozen=True, tag="take_opponents_discards"):
    """The owner takes the cards that other players discard to come down to their hand limit."""
