"""Powers of set-up, action selection and round end, and powers that always work."""

from galaxytables_kit import Count
from galaxytables_race.components.vocabulary.power import Power


class StartingHand(Power, frozen=True, tag="starting_hand"):
    """Keep this many of the opening cards."""

    cards: Count


class SaveCardAtSetup(Power, frozen=True, tag="save_card_at_setup"):
    """After the opening discard lay hand cards face down under this world."""

    cards: Count


class ChooseActionLast(Power, frozen=True, tag="choose_action_last"):
    """Pick the action after the others have revealed."""


class HandLimit(Power, frozen=True, tag="hand_limit"):
    """The hand limit at the round's end."""

    cards: Count


class TableauEndLimit(Power, frozen=True, tag="tableau_end_limit"):
    """The owner's tableau ends the game only with this number of cards."""

    cards: Count


class VariableKind(Power, frozen=True, tag="variable_kind"):
    """The world and its good are of any one kind that the owner names."""


class TakeOpponentsDiscards(Power, frozen=True, tag="take_opponents_discards"):
    """Take the cards that others discard to their hand limit."""
