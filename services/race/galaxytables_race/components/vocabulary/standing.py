"""Powers of set-up, action selection and round end, and powers that work all the time."""

from galaxytables_kit import Count
from galaxytables_race.components.vocabulary.power import Power


class StartingHand(Power, frozen=True, tag="starting_hand"):
    """Keep this many of the opening cards, instead of the usual number."""

    cards: Count


class SaveCardAtSetup(Power, frozen=True, tag="save_card_at_setup"):
    """After the opening discard, put hand cards face down under this world."""

    cards: Count


class ChooseActionLast(Power, frozen=True, tag="choose_action_last"):
    """Choose an action after the others have revealed theirs."""


class HandLimit(Power, frozen=True, tag="hand_limit"):
    """The owner's hand limit at the end of a round."""

    cards: Count


class TableauEndLimit(Power, frozen=True, tag="tableau_end_limit"):
    """The owner's tableau ends the game only when it has this number of cards."""

    cards: Count


class VariableKind(Power, frozen=True, tag="variable_kind"):
    """The world and its good are of one kind, which the owner names whenever the kind matters."""


class TakeOpponentsDiscards(Power, frozen=True, tag="take_opponents_discards"):
    """Take the cards that other players discard down to their hand limit."""
