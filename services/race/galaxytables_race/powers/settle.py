"""Powers of the Settle phase (R7)."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.registry import in_play
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import (
    ConquerPeacefulWorld,
    DiscardForGoodWhenPlaced,
    DiscardSelfForFreeWorld,
    DrawThenDiscardAfterPlacing,
    ExtraWorld,
    FlipForFreeWorld,
    GoodOnPlacedProductionWorld,
    Military,
    PayForMilitary,
    PayForMilitaryDiscount,
    ReplaceWorld,
    TemporaryMilitary,
)


@in_play(Military)
def military(abilities: Abilities, _: CardNumber, power: Military) -> None:
    """Let the owner have more permanent military: against all worlds, or only against some (R1.10)."""
    if power.only_if_own is not None and not abilities.own(power.only_if_own):
        return
    amount = power.amount * (1 if power.per is None else abilities.own(power.per))
    if power.when is None:
        abilities.military += amount
    else:
        abilities.specialised += ((power.when, amount),)


@in_play(TemporaryMilitary)
def temporary_military(abilities: Abilities, number: CardNumber, power: TemporaryMilitary) -> None:
    """Let the owner buy military that lasts for one phase (R7.5)."""
    abilities.temporary += ((number, power),)


@in_play(DiscardForGoodWhenPlaced, plays=lambda power: power.discard == 1)
def discard_for_good_when_placed(abilities: Abilities, number: CardNumber, power: DiscardForGoodWhenPlaced) -> None:
    """When the world is placed, its owner may discard a hand card to put a good on it (R7.9)."""
    del abilities, number, power


@in_play(PayForMilitary)
def pay_for_military(abilities: Abilities, _: CardNumber, power: PayForMilitary) -> None:
    """Let the owner pay for military worlds (R7.4)."""
    abilities.pay_for_military += (power,)


@in_play(PayForMilitaryDiscount)
def pay_for_military_discount(abilities: Abilities, _: CardNumber, power: PayForMilitaryDiscount) -> None:
    """Let the owner pay less for military worlds, if it pays for them (R7.4)."""
    abilities.military_discount += power.amount


@in_play(ConquerPeacefulWorld)
def conquer_peaceful_world(abilities: Abilities, number: CardNumber, power: ConquerPeacefulWorld) -> None:
    """Let the owner conquer a non-military world (R7.18)."""
    abilities.disguises += ((number, power),)


@in_play(DiscardSelfForFreeWorld)
def discard_self_for_free_world(abilities: Abilities, number: CardNumber, power: DiscardSelfForFreeWorld) -> None:
    """Let the owner discard this card instead of paying for one world (R7.7)."""
    abilities.free_worlds += ((number, power),)


@in_play(ExtraWorld)
def extra_world(abilities: Abilities, number: CardNumber, power: ExtraWorld) -> None:
    """Let the owner place one more world.

    `power` says how: in any way, only with the owner's unused military, or for free (R7.11-R7.15).
    """
    abilities.extra_worlds += ((number, power),)


@in_play(FlipForFreeWorld)
def flip_for_free_world(abilities: Abilities, number: CardNumber, _: FlipForFreeWorld) -> None:
    """Let the owner reveal the top card of the deck instead of placing from hand (R7.17)."""
    abilities.flips += (number,)


@in_play(DrawThenDiscardAfterPlacing)
def draw_then_discard_after_placing(abilities: Abilities, _: CardNumber, power: DrawThenDiscardAfterPlacing) -> None:
    """Let the owner draw, then discard from the hand, after each world that it places or takes over (R7.9)."""
    abilities.settle_draws += ((power.draw, power.discard),)


@in_play(GoodOnPlacedProductionWorld)
def good_on_placed_production_world(abilities: Abilities, _: CardNumber, power: GoodOnPlacedProductionWorld) -> None:
    """When the owner places a production world from hand, the world comes with a good (R7.9)."""
    del power
    abilities.goods_when_placed = True


@in_play(ReplaceWorld)
def replace_world(abilities: Abilities, number: CardNumber, power: ReplaceWorld) -> None:
    """Let the owner swap one of its worlds for one from hand (R7.16)."""
    abilities.replacements += ((number, power),)
