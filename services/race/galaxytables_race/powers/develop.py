"""Powers of the Develop phase, and powers that other phases have too (R6)."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.registry import in_play
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import (
    DiscardSelfForDiscount,
    Discount,
    Draw,
    DrawAfterPlacing,
    DrawThenDiscard,
    SpendGoodForDiscount,
)


@in_play(Draw)
def draw(abilities: Abilities, _: CardNumber, power: Draw) -> None:
    """Let the owner draw cards at the start of Develop, in Consume or in Produce (R6.1, R8.10, R9.6)."""
    if power.phase == "develop":
        abilities.develop_draw += power.cards
    elif power.phase == "consume":
        abilities.consume_draw += power.cards
    else:
        abilities.produce_draw += power.cards


@in_play(Discount)
def discount(abilities: Abilities, _: CardNumber, power: Discount) -> None:
    """Let the owner pay less for developments, or for worlds that are paid for (R6.4, R7.2)."""
    if power.phase == "develop":
        abilities.develop_discounts += ((power.when, power.amount),)
    else:
        abilities.world_discounts += ((power.when, power.amount),)


@in_play(DrawAfterPlacing)
def draw_after_placing(abilities: Abilities, _: CardNumber, power: DrawAfterPlacing) -> None:
    """Let the owner draw after each development or world that it places (R6.5, R7.9)."""
    if power.phase == "develop":
        abilities.develop_after += power.cards
    else:
        abilities.settle_after += power.cards


@in_play(DiscardSelfForDiscount)
def discard_self_for_discount(abilities: Abilities, number: CardNumber, power: DiscardSelfForDiscount) -> None:
    """Let the owner discard this card to pay less for a development (R6.4)."""
    abilities.develop_savings += ((number, power),)


@in_play(DrawThenDiscard)
def draw_then_discard(abilities: Abilities, _: CardNumber, power: DrawThenDiscard) -> None:
    """Let the owner draw, then discard from the hand, when Develop starts (R6.1)."""
    abilities.develop_draws += ((power.draw, power.discard),)


@in_play(SpendGoodForDiscount)
def spend_good_for_discount(abilities: Abilities, number: CardNumber, power: SpendGoodForDiscount) -> None:
    """Let the owner discard a good to pay less (R6.4)."""
    abilities.savings += ((number, power),)
