"""Powers of the Consume phase, Trade included."""

from galaxytables_kit import Amount, Change, Count
from galaxytables_race.components.filters import AnyGood, Filter
from galaxytables_race.components.vocabulary.power import Power


class TradeBonus(Power, frozen=True, tag="trade_bonus"):
    """The owner draws more cards for a good that it sells with trade bonuses."""

    cards: Count
    good: AnyGood
    this_world_only: bool = False
    per: Filter | None = None


class NoTradeHere(Power, frozen=True, tag="no_trade_here"):
    """The good on this world cannot be sold by the Trade bonus."""


class TradeAsConsume(Power, frozen=True, tag="trade_as_consume"):
    """The owner sells one good, in place of consuming it."""

    use_bonuses: bool


class Consume(Power, frozen=True, tag="consume"):
    """The owner discards goods that match every entry of `goods`, for the rewards, up to `times` times."""

    goods: tuple[AnyGood, ...]
    times: Count
    vp: Amount = 0
    cards: Amount = 0
    prestige: Amount = 0
    this_world_only: bool = False


class ConsumeDistinct(Power, frozen=True, tag="consume_distinct"):
    """The owner discards goods of different kinds, for one reward in all (`once`) or one reward for each good."""

    min_kinds: Count
    max_kinds: Count
    once: bool
    vp: Amount = 0
    cards: Amount = 0


class ConsumeAllGoods(Power, frozen=True, tag="consume_all_goods"):
    """The owner discards all goods that it still has, for VP."""

    vp_per_good: Amount
    vp_adjust: Change


class ConsumeHand(Power, frozen=True, tag="consume_hand"):
    """The owner discards hand cards for the rewards, up to `times` times."""

    discard: Count
    times: Count
    vp: Amount = 0
    cards: Amount = 0
    prestige: Amount = 0


class ConsumePrestige(Power, frozen=True, tag="consume_prestige"):
    """The owner spends prestige for the rewards."""

    spend: Count
    vp: Amount = 0
    cards: Amount = 0


class GainVp(Power, frozen=True, tag="gain_vp"):
    """The owner takes VP chips without spending anything."""

    vp: Count


class GambleGuessCost(Power, frozen=True, tag="gamble_guess_cost"):
    """The owner guesses the cost of the top card of the deck, and keeps the card if the guess was right."""


class GambleAnte(Power, frozen=True, tag="gamble_ante"):
    """The owner bets a hand card and reveals as many cards as its cost.

    If any of them costs more, the owner keeps one.
    """
