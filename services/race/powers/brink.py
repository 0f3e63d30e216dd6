"""Powers that only cards of The Brink of War have: around prestige, saved cards and goods of variable kind (R16)."""

from services.race.abilities import Abilities
from services.race.components.cards import Number
from services.race.components.vocabulary import (
    BlockTakeover,
    ChooseActionLast,
    DrawThenDiscard,
    DrawThenDiscardAfterPlacing,
    ExploreDiscardForPrestige,
    GoodOnPlacedProductionWorld,
    PrestigeAfterPlacing,
    PrestigeIfMost,
    PrestigeIfProducedHere,
    PrestigeWhenPayingForMilitary,
    ReplaceWorld,
    SaveCardAtSetup,
    SavePaymentCard,
    SpendGoodForDiscount,
    TakeOpponentsDiscards,
    TakeSavedCards,
    VariableKind,
)
from services.race.powers.registry import in_play


@in_play(ChooseActionLast)
def choose_action_last(able: Abilities, _: Number, power: ChooseActionLast) -> None:
    """Choose after the others have revealed (R3.8)."""
    del power
    able.brink.chooses_last = True


@in_play(SaveCardAtSetup)
def save_card_at_setup(able: Abilities, _: Number, power: SaveCardAtSetup) -> None:
    """Lay cards of the first hand face down under the world (R2.5)."""
    able.brink.saved_at_setup = power.cards


@in_play(SavePaymentCard, plays=lambda power: power.cards == 1)
def save_payment_card(able: Abilities, number: Number, power: SavePaymentCard) -> None:
    """One card of a payment may go under this world."""
    able.brink.saves[power.phase] = number


@in_play(TakeSavedCards)
def take_saved_cards(able: Abilities, _: Number, power: TakeSavedCards) -> None:
    """Take the cards under this world into the hand in Produce."""
    del power
    able.brink.takes_saved = True


@in_play(TakeOpponentsDiscards)
def take_opponents_discards(able: Abilities, _: Number, power: TakeOpponentsDiscards) -> None:
    """Take what the others discard for the hand limit (R10.2)."""
    del power
    able.brink.takes_discards = True


@in_play(VariableKind)
def variable_kind(able: Abilities, number: Number, power: VariableKind) -> None:
    """The world and its good are of the kind that its owner names, whenever one is asked for (R8.9, R11.7)."""
    del power
    able.brink.variable.append(number)


@in_play(ExploreDiscardForPrestige)
def explore_discard_for_prestige(able: Abilities, number: Number, power: ExploreDiscardForPrestige) -> None:
    """Discard a hand card for prestige before anybody draws (R5.5)."""
    able.brink.explore_prestige.append((number, power.prestige))


@in_play(DrawThenDiscard)
def draw_then_discard(able: Abilities, _: Number, power: DrawThenDiscard) -> None:
    """Draw, then discard from the hand, when Develop starts (R6.1)."""
    able.brink.develop_draws.append((power.draw, power.discard))


@in_play(DrawThenDiscardAfterPlacing)
def draw_then_discard_after_placing(able: Abilities, _: Number, power: DrawThenDiscardAfterPlacing) -> None:
    """Draw, then discard from the hand, after each world placed or taken over (R7.9)."""
    able.brink.settle_draws.append((power.draw, power.discard))


@in_play(SpendGoodForDiscount)
def spend_good_for_discount(able: Abilities, number: Number, power: SpendGoodForDiscount) -> None:
    """Discard a good to pay less (R6.4)."""
    able.brink.savings.append((number, power))


@in_play(PrestigeAfterPlacing)
def prestige_after_placing(able: Abilities, number: Number, power: PrestigeAfterPlacing) -> None:
    """Prestige for placing a card that matches (R6.5, R7.9)."""
    able.brink.prestige_after.append((number, power))


@in_play(PrestigeWhenPayingForMilitary)
def prestige_when_paying_for_military(able: Abilities, number: Number, power: PrestigeWhenPayingForMilitary) -> None:
    """Prestige for a military world that is paid for."""
    able.brink.prestige_when_paying.append((number, power.prestige))


@in_play(PrestigeIfProducedHere)
def prestige_if_produced_here(able: Abilities, number: Number, power: PrestigeIfProducedHere) -> None:
    """Prestige when a good is produced on this world."""
    able.brink.prestige_here.append((number, power.prestige))


@in_play(PrestigeIfMost)
def prestige_if_most(able: Abilities, number: Number, power: PrestigeIfMost) -> None:
    """Prestige in Produce for strictly more of something than everybody else."""
    able.brink.prestige_if_most.append((number, power))


@in_play(GoodOnPlacedProductionWorld)
def good_on_placed_production_world(able: Abilities, _: Number, power: GoodOnPlacedProductionWorld) -> None:
    """A production world placed from hand comes with a good (R7.9)."""
    del power
    able.brink.goods_when_placed = True


@in_play(ReplaceWorld)
def replace_world(able: Abilities, number: Number, power: ReplaceWorld) -> None:
    """Swap an own world for one from hand (R7.16)."""
    able.brink.replacements.append((number, power))


@in_play(BlockTakeover)
def block_takeover(able: Abilities, number: Number, power: BlockTakeover) -> None:
    """Spend prestige to defeat a takeover (R14.21)."""
    able.brink.blocks.append((number, power.prestige_cost))
