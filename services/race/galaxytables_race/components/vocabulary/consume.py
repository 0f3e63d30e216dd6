"""Powers of the Consume phase, Trade included."""

from galaxytables_kit import Amount, Change, Count
from galaxytables_race.components.filters import AnyGood, Filter
from galaxytables_race.components.vocabulary.power import Power


class TradeBonus(Power, frozen=True, tag="trade_bonus"):
    """Draw more cards for a good that is sold with trade bonuses."""

    cards: Count
    good: AnyGood
    this_world_only: bool = False
    per: Filter | None = None


class NoTradeHere(Power, frozen=True, tag="no_trade_here"):
    """The good on this world cannot be sold by the Trade bonus."""


class TradeAsConsume(Power, frozen=True, tag="trade_as_consume"):
    """Sell one good as a consume power."""

    use_bonuses: bool


class Consume(Power, frozen=True, tag="consume"):
    """Discard goods that match every entry of `goods`, for the rewards, up to `times` times."""

    goods: tuple[AnyGood, ...]
    times: Count
    vp: Amount = 0
    cards: Amount = 0
    prestige: Amount = 0
    this_world_only: bool = False


class ConsumeDistinct(Power, frozen=True, tag="consume_distinct"):
    """Discard goods of different kinds, for one reward in all (`once`) or one reward per good."""

    min_kinds: Count
    max_kinds: Count
    once: bool
    vp: Amount = 0
    cards: Amount = 0


class ConsumeAllGoods(Power, frozen=True, tag="consume_all_goods"):
    """Discard all goods that are left, for VP."""

    vp_per_good: Amount
    vp_adjust: Change


class ConsumeHand(Power, frozen=True, tag="consume_hand"):
    """Discard hand cards for the rewards, up to `times` times."""

    discard: Count
    times: Count
    vp: Amount = 0
    cards: Amount = 0
    prestige: Amount = 0


class ConsumePrestige(Power, frozen=True, tag="consume_prestige"):
    """Spend prestige for the rewards."""

    spend: Count
    vp: Amount = 0
    cards: Amount = 0


class GainVp(Power, frozen=True, tag="gain_vp"):
    """Take VP chips without spending anything."""

    vp: Count


class GambleGuessCost(Power, frozen=True, tag="gamble_guess_cost"):
    """Guess the cost of the top card of the deck, and keep the card if the guess was right."""


class GambleAnte(Power, frozen=True, tag="gamble_ante"):
    """Bet a hand card: reveal as many cards as it costs, and keep one of them if any costs more."""
