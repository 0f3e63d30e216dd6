"""Powers that save cards under worlds, and return them to the hand."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.registry import in_play
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import SaveCardAtSetup, SavePaymentCard, TakeSavedCards


@in_play(SaveCardAtSetup)
def save_card_at_setup(abilities: Abilities, _: CardNumber, power: SaveCardAtSetup) -> None:
    """Put cards of the first hand face down under the world (R2.5)."""
    abilities.saving.at_setup = power.cards


@in_play(SavePaymentCard, plays=lambda power: power.cards == 1)
def save_payment_card(abilities: Abilities, number: CardNumber, power: SavePaymentCard) -> None:
    """One card of a payment may go under this world instead of the discard pile."""
    abilities.saving.from_payments[power.phase] = number


@in_play(TakeSavedCards)
def take_saved_cards(abilities: Abilities, _: CardNumber, power: TakeSavedCards) -> None:
    """Take the cards under this world into the hand in Produce."""
    del power
    abilities.saving.takes = True
