"""Powers that save cards under worlds, and take them back into the hand."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.registry import in_play
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import SaveCardAtSetup, SavePaymentCard, TakeSavedCards


@in_play(SaveCardAtSetup)
def save_card_at_setup(abilities: Abilities, _: CardNumber, power: SaveCardAtSetup) -> None:
    """Let the owner put cards of its first hand face down under the world (R2.5)."""
    abilities.saving.at_setup = power.cards


@in_play(SavePaymentCard, plays=lambda power: power.cards == 1)
def save_payment_card(abilities: Abilities, number: CardNumber, power: SavePaymentCard) -> None:
    """Let the owner put one card of a payment under this world instead of discarding it."""
    abilities.saving.from_payments[power.phase] = number


@in_play(TakeSavedCards)
def take_saved_cards(abilities: Abilities, _: CardNumber, power: TakeSavedCards) -> None:
    """Let the owner take the cards under this world into the hand in Produce."""
    del power
    abilities.saving.takes = True
