"""The vocabulary of the card data: a class for every power kind and every endgame measure.

A class describes its power. A new kind also needs

- its place in `AnyPower` and `__all__` below,
- what it gives its owner, as a field of `Abilities` (`galaxytables_race.abilities`),
- a function in `galaxytables_race.powers` that notes it there; a new module also in `sets.POWER_MODULES`,
- each phase that uses it (`phases`, `invasion`, `orb`) and reads it from the abilities: no check notices if none does,
- if the player may choose to use it: a prompt and reasons in `declared`, an offer in `offers`, and their words,
- words in `words/*/powers.ftl`,
- a sign in the page's `drawing/kinds.ts`, and a weight in the bots' `race/evaluation.py`,
- the cards of a set that have it, in `components/pack`, and their Japanese names in `words/ja/components.ftl`.

`tests/house/test_power_kinds.py` names missing signs and weights, and the contract suite missing words. A set with a
kind that no function in `powers` registers is not offered.
"""

from typing import TypeAlias

from galaxytables_race.components.vocabulary.boards import (
    OrbExtraSquares,
    OrbExtraTeam,
    TemporaryXenoDefense,
    XenoDefense,
)
from galaxytables_race.components.vocabulary.consume import (
    Consume,
    ConsumeAllGoods,
    ConsumeDistinct,
    ConsumeHand,
    ConsumePrestige,
    GainVp,
    GambleAnte,
    GambleGuessCost,
    NoTradeHere,
    TradeAsConsume,
    TradeBonus,
)
from galaxytables_race.components.vocabulary.explore import (
    ExploreDiscardForPrestige,
    ExploreDraw,
    ExploreKeep,
    ExploreMix,
)
from galaxytables_race.components.vocabulary.placing import (
    DiscardSelfForDiscount,
    Discount,
    Draw,
    DrawAfterPlacing,
    DrawThenDiscard,
    DrawThenDiscardAfterPlacing,
    PrestigeAfterPlacing,
    SavePaymentCard,
    SpendGoodForDiscount,
)
from galaxytables_race.components.vocabulary.power import Power
from galaxytables_race.components.vocabulary.produce import (
    DiscardToProduce,
    DrawIfMostProduced,
    DrawIfProducedHere,
    DrawPerCard,
    DrawPerGoodProduced,
    DrawPerGoodsProduced,
    DrawPerKindProduced,
    GatherGoodsHere,
    PrestigeIfMost,
    PrestigeIfProducedHere,
    Produce,
    RepairWorld,
    TakeSavedCards,
    WindfallProduce,
)
from galaxytables_race.components.vocabulary.settle import (
    BlockTakeover,
    ConquerPeacefulWorld,
    DiscardForGoodWhenPlaced,
    DiscardSelfForFreeWorld,
    ExtraWorld,
    FlipForFreeWorld,
    GoodOnPlacedProductionWorld,
    Military,
    PayForMilitary,
    PayForMilitaryDiscount,
    PrestigeWhenPayingForMilitary,
    ReplaceWorld,
    Takeover,
    TakeoverDefense,
    TemporaryMilitary,
)
from galaxytables_race.components.vocabulary.standing import (
    ChooseActionLast,
    HandLimit,
    SaveCardAtSetup,
    StartingHand,
    TableauEndLimit,
    TakeOpponentsDiscards,
    VariableKind,
)

AnyPower: TypeAlias = (
    StartingHand
    | SaveCardAtSetup
    | ChooseActionLast
    | HandLimit
    | TableauEndLimit
    | VariableKind
    | TakeOpponentsDiscards
    | ExploreDraw
    | ExploreKeep
    | ExploreMix
    | ExploreDiscardForPrestige
    | Draw
    | DrawThenDiscard
    | Discount
    | DrawAfterPlacing
    | DrawThenDiscardAfterPlacing
    | PrestigeAfterPlacing
    | SavePaymentCard
    | SpendGoodForDiscount
    | DiscardSelfForDiscount
    | Military
    | TemporaryMilitary
    | PayForMilitary
    | PayForMilitaryDiscount
    | PrestigeWhenPayingForMilitary
    | ConquerPeacefulWorld
    | DiscardSelfForFreeWorld
    | ExtraWorld
    | ReplaceWorld
    | FlipForFreeWorld
    | GoodOnPlacedProductionWorld
    | DiscardForGoodWhenPlaced
    | Takeover
    | TakeoverDefense
    | BlockTakeover
    | TradeBonus
    | NoTradeHere
    | TradeAsConsume
    | Consume
    | ConsumeDistinct
    | ConsumeAllGoods
    | ConsumeHand
    | ConsumePrestige
    | GainVp
    | GambleGuessCost
    | GambleAnte
    | Produce
    | DiscardToProduce
    | WindfallProduce
    | DrawIfProducedHere
    | PrestigeIfProducedHere
    | DrawPerGoodProduced
    | DrawPerKindProduced
    | DrawPerGoodsProduced
    | DrawIfMostProduced
    | DrawPerCard
    | PrestigeIfMost
    | TakeSavedCards
    | GatherGoodsHere
    | RepairWorld
    | OrbExtraSquares
    | OrbExtraTeam
    | XenoDefense
    | TemporaryXenoDefense
)

__all__ = [
    "AnyPower",
    "BlockTakeover",
    "ChooseActionLast",
    "ConquerPeacefulWorld",
    "Consume",
    "ConsumeAllGoods",
    "ConsumeDistinct",
    "ConsumeHand",
    "ConsumePrestige",
    "DiscardForGoodWhenPlaced",
    "DiscardSelfForDiscount",
    "DiscardSelfForFreeWorld",
    "DiscardToProduce",
    "Discount",
    "Draw",
    "DrawAfterPlacing",
    "DrawIfMostProduced",
    "DrawIfProducedHere",
    "DrawPerCard",
    "DrawPerGoodProduced",
    "DrawPerGoodsProduced",
    "DrawPerKindProduced",
    "DrawThenDiscard",
    "DrawThenDiscardAfterPlacing",
    "ExploreDiscardForPrestige",
    "ExploreDraw",
    "ExploreKeep",
    "ExploreMix",
    "ExtraWorld",
    "FlipForFreeWorld",
    "GainVp",
    "GambleAnte",
    "GambleGuessCost",
    "GatherGoodsHere",
    "GoodOnPlacedProductionWorld",
    "HandLimit",
    "Military",
    "NoTradeHere",
    "OrbExtraSquares",
    "OrbExtraTeam",
    "PayForMilitary",
    "PayForMilitaryDiscount",
    "Power",
    "PrestigeAfterPlacing",
    "PrestigeIfMost",
    "PrestigeIfProducedHere",
    "PrestigeWhenPayingForMilitary",
    "Produce",
    "RepairWorld",
    "ReplaceWorld",
    "SaveCardAtSetup",
    "SavePaymentCard",
    "SpendGoodForDiscount",
    "StartingHand",
    "TableauEndLimit",
    "TakeOpponentsDiscards",
    "TakeSavedCards",
    "Takeover",
    "TakeoverDefense",
    "TemporaryMilitary",
    "TemporaryXenoDefense",
    "TradeAsConsume",
    "TradeBonus",
    "VariableKind",
    "WindfallProduce",
    "XenoDefense",
]
