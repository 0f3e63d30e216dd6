"""Gives the facts of prompts and options in Trade and Consume: costs and gains of powers, and prices of goods."""

from collections.abc import Callable, Mapping

from galaxytables_kit import Component, Facts, FactValue, Pick, Prompt, Words
from galaxytables_race.abilities import Source
from galaxytables_race.components.cards import NO_CARD
from galaxytables_race.components.vocabulary import (
    AnyPower,
    Consume,
    ConsumeAllGoods,
    ConsumeDistinct,
    ConsumeHand,
    ConsumePrestige,
    TradeAsConsume,
)
from galaxytables_race.offers.things import good_facts, source_of
from galaxytables_race.phases.consume import more_for_trade
from galaxytables_race.powers.consume import TRADE_BOOST, sale
from galaxytables_race.table import RacePlay, good_of


def _figures(power: AnyPower) -> Facts:
    """Return what a power takes and brings each time; amounts of zero are left out."""
    match power:
        case Consume():
            figures = {"vp": power.vp, "cards": power.cards, "prestige": power.prestige}
        case ConsumeDistinct():
            figures = {"vp": power.vp, "cards": power.cards}
        case ConsumeHand():
            figures = {"discard": power.discard, "vp": power.vp, "cards": power.cards, "prestige": power.prestige}
        case ConsumePrestige():
            figures = {"spend": power.spend, "vp": power.vp, "cards": power.cards}
        case _:
            figures = {}
    if isinstance(power, Consume | ConsumeHand) and power.times > 1:
        figures["times"] = power.times
    return {name: figure for name, figure in figures.items() if figure}


def _goods_taken(power: AnyPower) -> Facts:
    match power:
        case Consume(goods=goods):
            return {"goods": Words(goods)}
        case ConsumeDistinct(min_kinds=least, max_kinds=most):
            return {"least_kinds": least, "most_kinds": most}
        case ConsumeAllGoods(vp_per_good=vp):
            return {"vp_per_good": vp}
    return {}


def _power(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    power = source_of(play, prompt.seat, pick).power
    return {"power": str(power.__struct_config__.tag), **_goods_taken(power), **_figures(power)}


def _card(play: RacePlay, prompt: Prompt) -> Facts:
    return _named(play, source_of(play, prompt.seat, prompt.subject))


def _card_and_rewards(play: RacePlay, prompt: Prompt) -> Facts:
    source = source_of(play, prompt.seat, prompt.subject)
    return {**_named(play, source), **_figures(source.power)}


def _hand(play: RacePlay, prompt: Prompt) -> Facts:
    return {**_card_and_rewards(play, prompt), "boost": prompt.subject == TRADE_BOOST.pick}


def _named(play: RacePlay, source: Source) -> Facts:
    """Return the card of a power; the boost of Trade has none."""
    return {} if source.card == NO_CARD else {"card": Component(play.pack.cards[source.card].id)}


def _trade(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    _, cards = sale(play, prompt.seat, good_of(pick), bonuses=True, more=more_for_trade(play, prompt.seat))
    return {**good_facts(play, prompt, pick), "cards": cards}


def _sell(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    power = source_of(play, prompt.seat, prompt.subject).power
    bonuses = isinstance(power, TradeAsConsume) and power.use_bonuses
    _, cards = sale(play, prompt.seat, good_of(pick), bonuses=bonuses)
    facts: dict[str, FactValue] = {**good_facts(play, prompt, pick), "cards": cards}
    return facts


ASKS: Mapping[str, Callable[[RacePlay, Prompt], Facts]] = {
    "consume.goods": _card_and_rewards,
    "consume.kinds": _card_and_rewards,
    "consume.hand": _hand,
    "consume.prestige": _card_and_rewards,
    "consume.sell": _card,
    "consume.gamble": _card,
    "consume.ante": _card,
    "consume.take": _card,
}
OFFERS: Mapping[str, Callable[[RacePlay, Prompt, Pick], Facts]] = {
    "trade.good": _trade,
    "consume.power": _power,
    "consume.option": _power,
    "consume.goods": good_facts,
    "consume.sell": _sell,
}
