"""Powers of the Settle phase: price, military, further worlds, takeovers."""

from typing import Literal

from galaxytables_kit import Amount, Change, Count
from galaxytables_race.components.filters import Filter, Good
from galaxytables_race.components.vocabulary.power import Power


class Military(Power, frozen=True, tag="military"):
    """The owner has permanent strength: general or, if `when` is given, only against worlds that match it."""

    amount: Change
    when: Filter | None = None
    per: Filter | None = None
    only_if_own: Filter | None = None


class TemporaryMilitary(Power, frozen=True, tag="temporary_military"):
    """The owner may buy strength that lasts until the end of the phase."""

    amount: Count
    cost: Literal["discard_self", "hand_card", "good", "prestige"]
    uses: Count
    good: Good | None = None
    when: Filter | None = None


class PayForMilitary(Power, frozen=True, tag="pay_for_military"):
    """The owner may pay for a matching military world; the price is the world's defence minus the discount."""

    discount: Amount
    when: Filter


class PayForMilitaryDiscount(Power, frozen=True, tag="pay_for_military_discount"):
    """The owner pays less for military worlds, if it pays for them."""

    amount: Amount


class PrestigeWhenPayingForMilitary(Power, frozen=True, tag="prestige_when_paying_for_military"):
    """The owner gains prestige for a military world that it pays for."""

    prestige: Count


class ConquerPeacefulWorld(Power, frozen=True, tag="conquer_peaceful_world"):
    """The owner may conquer a non-military world as if it were a military one."""

    defense_reduction: Amount
    cost: Literal["discard_self"]
    usable_in_takeover: bool
    prestige: Amount = 0


class DiscardSelfForFreeWorld(Power, frozen=True, tag="discard_self_for_free_world"):
    """The owner may discard this card instead of paying for one world."""

    exclude_good: Good


class ExtraWorld(Power, frozen=True, tag="extra_world"):
    """The owner may place one more world."""

    mode: Literal["any", "military_only", "leftover_military", "free"]
    cost: Literal["discard_self"] | None = None
    exclude_good: Good | None = None


class ReplaceWorld(Power, frozen=True, tag="replace_world"):
    """The owner may swap one of its worlds for a world of the same kind from hand."""

    max_cost_increase: Amount
    prestige: Amount


class FlipForFreeWorld(Power, frozen=True, tag="flip_for_free_world"):
    """The owner may reveal the top card of the deck instead of placing from hand.

    If it is a non-military world, the owner places it for nothing.
    """


class GoodOnPlacedProductionWorld(Power, frozen=True, tag="good_on_placed_production_world"):
    """A production world placed from hand comes with a good."""


class DiscardForGoodWhenPlaced(Power, frozen=True, tag="discard_for_good_when_placed"):
    """When this world is placed, its owner may discard a hand card to put a good on it."""

    discard: Count


class Takeover(Power, frozen=True, tag="takeover"):
    """Instead of placing a card from hand, the owner may declare a takeover."""

    target: Literal["rebel_military_worlds", "owner_has_imperium", "owner_has_positive_military", "any_owner"]
    cost: Literal["discard_self", "prestige"] | None = None
    attack_per_rebel_military: Amount = 0
    prestige: Amount = 0
    destroy: bool = False


class TakeoverDefense(Power, frozen=True, tag="takeover_defense"):
    """The owner has more strength when it defends against any takeover."""

    per_military_world: Amount
    extra_per_rebel_military_world: Amount


class BlockTakeover(Power, frozen=True, tag="block_takeover"):
    """The owner may spend prestige to defeat a declared takeover."""

    prestige_cost: Count
