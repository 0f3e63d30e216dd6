"""Powers for placing cards: those of Develop, and those that occur in several phases."""

from galaxytables_kit import Count
from galaxytables_race.components.filters import Filter, Good
from galaxytables_race.components.vocabulary.power import Power


class Draw(Power, frozen=True, tag="draw"):
    """The owner draws cards at the start of Develop, or in Consume or Produce."""

    cards: Count


class DrawThenDiscard(Power, frozen=True, tag="draw_then_discard"):
    """At the start of Develop the owner draws cards, then discards cards from the hand."""

    draw: Count
    discard: Count


class Discount(Power, frozen=True, tag="discount"):
    """The owner pays less for developments (in Develop), or for worlds that are paid for (in Settle)."""

    amount: Count
    when: Filter | None = None


class DrawAfterPlacing(Power, frozen=True, tag="draw_after_placing"):
    """The owner draws after each placed development (in Develop) or world (in Settle)."""

    cards: Count


class DrawThenDiscardAfterPlacing(Power, frozen=True, tag="draw_then_discard_after_placing"):
    """After each placed world the owner draws cards, then discards cards from the hand."""

    draw: Count
    discard: Count


class PrestigeAfterPlacing(Power, frozen=True, tag="prestige_after_placing"):
    """The owner gains prestige after placing a matching card."""

    prestige: Count
    when: Filter | None = None


class SavePaymentCard(Power, frozen=True, tag="save_payment_card"):
    """The owner may put one card of a payment under this world instead of discarding it."""

    cards: Count


class SpendGoodForDiscount(Power, frozen=True, tag="spend_good_for_discount"):
    """The owner may discard a good of kind `good` to pay less."""

    good: Good
    amount: Count


class DiscardSelfForDiscount(Power, frozen=True, tag="discard_self_for_discount"):
    """The owner may discard this card while paying for a development, to pay less."""

    amount: Count
