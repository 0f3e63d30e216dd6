"""Powers of the Produce phase."""

from galaxytables_kit import Amount, Count
from galaxytables_race.components.filters import AnyGood, Filter, Good
from galaxytables_race.components.vocabulary.power import Power


class Produce(Power, frozen=True, tag="produce"):
    """This production world gets a good."""

    good: Good


class DiscardToProduce(Power, frozen=True, tag="discard_to_produce"):
    """The owner may discard a hand card to put a good on this production world."""

    discard: Count


class WindfallProduce(Power, frozen=True, tag="windfall_produce"):
    """The owner puts a good on one of its empty windfall worlds of kind `good`.

    This is optional if it costs a hand card.
    """

    good: AnyGood
    not_this_world: bool = False
    discard: Amount = 0


class DrawIfProducedHere(Power, frozen=True, tag="draw_if_produced_here"):
    """The owner draws when a good is produced on this world."""

    cards: Count


class PrestigeIfProducedHere(Power, frozen=True, tag="prestige_if_produced_here"):
    """The owner gains prestige when a good is produced on this world."""

    prestige: Count


class DrawPerGoodProduced(Power, frozen=True, tag="draw_per_good_produced"):
    """The owner draws for each good of kind `good` that it produced."""

    cards: Count
    good: Good


class DrawPerKindProduced(Power, frozen=True, tag="draw_per_kind_produced"):
    """The owner draws for each kind of good that it produced."""

    cards: Count


class DrawPerGoodsProduced(Power, frozen=True, tag="draw_per_goods_produced"):
    """The owner draws `cards` cards for every `each` goods that it produced."""

    cards: Count
    each: Count


class DrawIfMostProduced(Power, frozen=True, tag="draw_if_most_produced"):
    """The owner draws if it produced strictly more goods of kind `good` than every other player."""

    cards: Count
    good: AnyGood


class DrawPerCard(Power, frozen=True, tag="draw_per_card"):
    """The owner draws `cards` cards for every `each` of its own cards that match `of`."""

    cards: Count
    each: Count
    of: Filter


class PrestigeIfMost(Power, frozen=True, tag="prestige_if_most"):
    """The owner gains prestige if it has strictly more matching cards than every other player."""

    prestige: Count
    of: Filter


class TakeSavedCards(Power, frozen=True, tag="take_saved_cards"):
    """The owner takes the cards under this world into the hand."""


class GatherGoodsHere(Power, frozen=True, tag="gather_goods_here"):
    """Before production, all the owner's goods of kind `good` move to this world."""

    good: Good


class RepairWorld(Power, frozen=True, tag="repair_world"):
    """The owner repairs damaged worlds."""

    worlds: Count
