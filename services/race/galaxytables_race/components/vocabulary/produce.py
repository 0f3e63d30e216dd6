"""Powers of the Produce phase."""

from galaxytables_kit import Amount, Count
from galaxytables_race.components.filters import AnyGood, Filter, Good
from galaxytables_race.components.vocabulary.power import Power


class Produce(Power, frozen=True, tag="produce"):
    """Put a good on this production world."""

    good: Good


class DiscardToProduce(Power, frozen=True, tag="discard_to_produce"):
    """Discard a hand card to put a good on this production world."""

    discard: Count


class WindfallProduce(Power, frozen=True, tag="windfall_produce"):
    """Put a good on one of the owner's empty windfall worlds of kind `good`.

    It is optional if it costs a hand card.
    """

    good: AnyGood
    not_this_world: bool = False
    discard: Amount = 0


class DrawIfProducedHere(Power, frozen=True, tag="draw_if_produced_here"):
    """Draw when a good is produced on this world."""

    cards: Count


class PrestigeIfProducedHere(Power, frozen=True, tag="prestige_if_produced_here"):
    """Gain prestige when a good is produced on this world."""

    prestige: Count


class DrawPerGoodProduced(Power, frozen=True, tag="draw_per_good_produced"):
    """Draw for each good of kind `good` that the owner produced."""

    cards: Count
    good: Good


class DrawPerKindProduced(Power, frozen=True, tag="draw_per_kind_produced"):
    """Draw for each kind of good that the owner produced."""

    cards: Count


class DrawPerGoodsProduced(Power, frozen=True, tag="draw_per_goods_produced"):
    """Draw for each full group of `each` goods that the owner produced."""

    cards: Count
    each: Count


class DrawIfMostProduced(Power, frozen=True, tag="draw_if_most_produced"):
    """Draw if the owner produced strictly more goods of kind `good` than every other player."""

    cards: Count
    good: AnyGood


class DrawPerCard(Power, frozen=True, tag="draw_per_card"):
    """Draw for each full group of `each` own cards that match."""

    cards: Count
    each: Count
    of: Filter


class PrestigeIfMost(Power, frozen=True, tag="prestige_if_most"):
    """Gain prestige if the owner has strictly more matching cards than every other player."""

    prestige: Count
    of: Filter


class TakeSavedCards(Power, frozen=True, tag="take_saved_cards"):
    """Take the cards under this world into the hand."""


class GatherGoodsHere(Power, frozen=True, tag="gather_goods_here"):
    """Before production, all the owner's goods of kind `good` move to this world."""

    good: Good


class RepairWorld(Power, frozen=True, tag="repair_world"):
    """Repair damaged worlds of the owner."""

    worlds: Count
