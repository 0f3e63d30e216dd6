"""Powers of the Settle phase: price, military, further worlds, takeovers."""

from typing import Literal

from galaxytables_kit import Amount, Change, Count
from galaxytables_race.components.filters import Filter, Good
from galaxytables_race.components.vocabulary.power import Power


class Military(Power, frozen=True, tag="military"):
    """Permanent strength: general or, if `when` is given, only against worlds that match it."""

    amount: Change
    when: Filter | None = None
    per: Filter | None = None
    only_if_own: Filter | None = None


class TemporaryMilitary(Power, frozen=True, tag="temporary_military"):
    """Strength until the end of the phase, bought at a cost."""

    amount: Count
    cost: Literal["discard_self", "hand_card", "good", "prestige"]
    uses: Count
    good: Good | None = None
    when: Filter | None = None


class PayForMilitary(Power, frozen=True, tag="pay_for_military"):
    """A matching military world may be paid for; its price is its defence minus the discount."""

    discount: Amount
    when: Filter


class PayForMilitaryDiscount(Power, frozen=True, tag="pay_for_military_discount"):
    """Lower the price of military worlds that are paid for."""

    amount: Amount


class PrestigeWhenPayingForMilitary(Power, frozen=True, tag="prestige_when_paying_for_military"):
    """Gain prestige for a military world that is paid for."""

    prestige: Count


class ConquerPeacefulWorld(Power, frozen=True, tag="conquer_peaceful_world"):
    """Conquer a non-military world as if it were a military one."""

    defense_reduction: Amount
    cost: Literal["discard_self"]
    usable_in_takeover: bool
    prestige: Amount = 0


class DiscardSelfForFreeWorld(Power, frozen=True, tag="discard_self_for_free_world"):
    """Discard this card instead of paying for one world."""

    exclude_good: Good


class ExtraWorld(Power, frozen=True, tag="extra_world"):
    """Place one more world."""

    mode: Literal["any", "military_only", "leftover_military", "free"]
    cost: Literal["discard_self"] | None = None
    exclude_good: Good | None = None


class ReplaceWorld(Power, frozen=True, tag="replace_world"):
    """Swap one of the owner's worlds for a world of the same kind from hand."""

    max_cost_increase: Amount
    prestige: Amount


class FlipForFreeWorld(Power, frozen=True, tag="flip_for_free_world"):
    """Reveal the top card of the deck instead of placing from hand; a non-military world is placed for nothing."""


class GoodOnPlacedProductionWorld(Power, frozen=True, tag="good_on_placed_production_world"):
    """A production world placed from hand comes with a good."""


class DiscardForGoodWhenPlaced(Power, frozen=True, tag="discard_for_good_when_placed"):
    """When this world is placed, its owner may discard a hand card to put a good on it."""

    discard: Count


class Takeover(Power, frozen=True, tag="takeover"):
    """Declare a takeover instead of placing a card from hand."""

    target: Literal["rebel_military_worlds", "owner_has_imperium", "owner_has_positive_military", "any_owner"]
    cost: Literal["discard_self", "prestige"] | None = None
    attack_per_rebel_military: Amount = 0
    prestige: Amount = 0
    destroy: bool = False


class TakeoverDefense(Power, frozen=True, tag="takeover_defense"):
    """Strength that is added to the owner's defence against every takeover."""

    per_military_world: Amount
    extra_per_rebel_military_world: Amount


class BlockTakeover(Power, frozen=True, tag="block_takeover"):
    """Spend prestige to defeat a declared takeover."""

    prestige_cost: Count
