"""Cards and powers put into words, for labels and for the catalogue."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from services.race.cards import Card
from services.race.filters import Filter
from services.race.vocabulary import (
    AnyPower,
    BlockTakeover,
    ChooseActionLast,
    ConquerPeacefulWorld,
    Consume,
    ConsumeAllGoods,
    ConsumeDistinct,
    ConsumeHand,
    ConsumePrestige,
    DiscardForGoodWhenPlaced,
    DiscardSelfForDiscount,
    DiscardSelfForFreeWorld,
    DiscardToProduce,
    Discount,
    Draw,
    DrawAfterPlacing,
    DrawIfMostProduced,
    DrawIfProducedHere,
    DrawPerCard,
    DrawPerGoodProduced,
    DrawPerGoodsProduced,
    DrawPerKindProduced,
    DrawThenDiscard,
    DrawThenDiscardAfterPlacing,
    ExploreDiscardForPrestige,
    ExploreDraw,
    ExploreKeep,
    ExploreMix,
    ExtraWorld,
    FlipForFreeWorld,
    GainVp,
    GambleAnte,
    GambleGuessCost,
    GatherGoodsHere,
    GoodOnPlacedProductionWorld,
    HandLimit,
    Military,
    NoTradeHere,
    OrbExtraSquares,
    OrbExtraTeam,
    PayForMilitary,
    PayForMilitaryDiscount,
    Power,
    PrestigeAfterPlacing,
    PrestigeIfMost,
    PrestigeIfProducedHere,
    PrestigeWhenPayingForMilitary,
    Produce,
    RepairWorld,
    ReplaceWorld,
    SaveCardAtSetup,
    SavePaymentCard,
    SpendGoodForDiscount,
    StartingHand,
    TableauEndLimit,
    TakeOpponentsDiscards,
    Takeover,
    TakeoverDefense,
    TakeSavedCards,
    TemporaryMilitary,
    TemporaryXenoDefense,
    TradeAsConsume,
    TradeBonus,
    VariableKind,
    WindfallProduce,
    XenoDefense,
)
from services.race.vocabulary import endgame as measures
from services.race.vocabulary.endgame import Clause

ACTIONS = {
    "explore_5_0": "Explore +5",
    "explore_1_1": "Explore +1+1",
    "explore_orb": "Orb explore",
    "develop": "Develop",
    "develop_2": "Develop (second card)",
    "settle": "Settle",
    "settle_2": "Settle (second card)",
    "consume_trade": "Consume: Trade",
    "consume_x2": "Consume: x2",
    "produce": "Produce",
    "produce_repair": "Produce: Repair",
    "search": "Search",
}
CATEGORIES = {
    "military_development": "a development with +1 or +2 military",
    "small_military_windfall": "a military windfall world of defense 1 or 2",
    "small_peaceful_windfall": "a non-military windfall world of cost 1 or 2",
    "chromosome_world": "a world with a chromosome",
    "alien_goods_world": "a world of alien technology",
    "several_goods": "a card that consumes two goods or more",
    "strong_military_world": "a military world of defense 5 or more",
    "six_cost_development": "a six-cost development that scores at the end",
    "takeover_power": "a card with a power around takeovers",
}
GOODS = {"novelty": "novelty", "rare": "rare elements", "genes": "genes", "alien": "alien technology", "any": "any"}


def printed_line(card: Card) -> str:
    """The printed figures and marks of a card."""
    points = "points at the end" if card.vp is None else f"{card.vp} VP"
    kind = f"{'Military ' if card.military else ''}{card.kind}".capitalize()
    parts = [kind, f"{'defense' if card.military else 'cost'} {card.cost}", points]
    if card.good is not None:
        parts.append(f"{GOODS[card.good]} {card.production}")
    if card.start_world is not None:
        parts.append(f"start world {card.start_world}")
    return ", ".join([*parts, *(keyword.replace("_", "-") for keyword in card.keywords)])


def card_lines(card: Card) -> Iterator[str]:
    """What a card does, a line for each power and each scoring clause."""
    for power in card.powers:
        yield f"{power.phase.replace('_', ' ').capitalize()}: {power_line(power)}"
    for clause in card.endgame:
        yield f"End: {_clause_line(clause)}"


def power_line(power: AnyPower) -> str:
    """What a power does, in words."""
    known = _POWERS.get(type(power))
    return _plainly(power) if known is None else known(power)


def filter_words(filter_: Filter) -> str:
    """What a filter asks for, as an adjective: `alien`, `rebel military`."""
    spec = filter_.spec
    words = [
        spec.name or "",
        (spec.keyword or "").replace("_", "-"),
        "" if spec.military is None else ("military" if spec.military else "non-military"),
        "Xeno" if spec.xeno else "",
        "" if spec.good is None else GOODS[spec.good],
        "" if spec.not_good is None else f"other than {GOODS[spec.not_good]}",
        spec.production or "",
        "" if spec.cost is None else f"cost-{spec.cost}",
        "" if spec.min_cost is None else f"cost-{spec.min_cost}-or-more",
        spec.kind or "",
        "" if spec.has_power is None else f"with a {spec.has_power} power",
    ]
    return " ".join(word for word in words if word)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _for(filter_: Filter | None, text: str = " against {}") -> str:
    return "" if filter_ is None else text.format(filter_words(filter_))


def _rewards(power: Any) -> str:  # noqa: ANN401 - any power with rewards
    parts = [
        f"{power.vp} VP" if power.vp else "",
        _cards(power.cards) if power.cards else "",
        f"{power.prestige} prestige" if getattr(power, "prestige", 0) else "",
    ]
    return " and ".join(part for part in parts if part)


def _consume(power: Consume) -> str:
    place = " from this world" if power.this_world_only else ""
    goods = " and ".join(
        f"{'a' if count == 1 else count}{'' if good == 'any' else ' ' + GOODS[good]} good{'s' if count > 1 else ''}"
        for good, count in Counter(power.goods).items()
    )
    times = f", up to {power.times} times" if power.times > 1 else ""
    return f"{goods}{place} for {_rewards(power)}{times}"


def _consume_distinct(power: ConsumeDistinct) -> str:
    kinds = f"{power.min_kinds} to {power.max_kinds}" if power.min_kinds < power.max_kinds else str(power.min_kinds)
    return f"goods of {kinds} different kinds for {_rewards(power)}{'' if power.once else ' each'}"


def _consume_hand(power: ConsumeHand) -> str:
    times = f", up to {power.times} times" if power.times > 1 else ""
    return f"discard {_cards(power.discard)} from hand for {_rewards(power)}{times}"


def _trade_bonus(power: TradeBonus) -> str:
    good = "any good" if power.good == "any" else f"a {GOODS[power.good]} good"
    place = " from this world" if power.this_world_only else ""
    return f"+{_cards(power.cards)} for selling {good}{place}{_for(power.per, ' for each own {} card')}"


def _military(power: Military) -> str:
    per = _for(power.per, " for each own {} card")
    return f"{power.amount:+d} military{_for(power.when)}{per}{_for(power.only_if_own, ' with an own {} card')}"


def _windfall(power: WindfallProduce) -> str:
    good = "any" if power.good == "any" else GOODS[power.good]
    cost = f"discard {_cards(power.discard)}: " if power.discard else ""
    return f"{cost}a good on one {'other ' if power.not_this_world else ''}windfall world ({good})"


_TARGETS = {
    "rebel_military_worlds": "a Rebel military world of another empire",
    "owner_has_imperium": "a military world of an empire with an Imperium card",
    "owner_has_positive_military": "a military world of an empire with military above 0",
    "any_owner": "a military world of another empire",
}


def _takeover(power: Takeover) -> str:
    """What a takeover power aims at, what it costs and brings."""
    cost = f"{_COSTS[power.cost]}: " if power.cost else ""
    attack = power.attack_per_rebel_military
    parts = [
        f"{cost}{'destroy' if power.destroy else 'take over'} {_TARGETS[power.target]}",
        f"{attack:+d} military for each own Rebel military world" if attack else "",
        f"{power.prestige} prestige if it succeeds" if power.prestige else "",
    ]
    return ", ".join(part for part in parts if part)


def _takeover_defense(power: TakeoverDefense) -> str:
    each, extra = power.per_military_world, power.extra_per_rebel_military_world
    return f"{each:+d} defense against takeovers for each own military world, {extra:+d} more for a Rebel one"


def _conquer_peaceful(power: ConquerPeacefulWorld) -> str:
    reduction = f" less {power.defense_reduction}" if power.defense_reduction else ""
    reward = f", {power.prestige} prestige" if power.prestige else ""
    takeover = ", also by a takeover" if power.usable_in_takeover else ""
    return f"discard this: conquer a non-military world, its cost{reduction} being the defense{takeover}{reward}"


_EXTRA_WORLDS = {
    "any": "place one more world after a first one",
    "military_only": "conquer one more world after a first one",
    "leftover_military": "conquer one more world with the military left",
    "free": "place one more world for nothing",
}
_COSTS = {
    "discard_self": "discard this",
    "hand_card": "discard a hand card",
    "good": "discard a good",
    "prestige": "spend prestige",
}


def _cost(power: TemporaryMilitary | TemporaryXenoDefense) -> str:
    """What a power for a time costs, with the kind of the good that it takes."""
    return _COSTS[power.cost] if power.good in (None, "any") else f"discard a good ({GOODS[power.good]})"


def _temporary_military(power: TemporaryMilitary) -> str:
    return f"{power.amount:+d} military{_for(power.when)} for this phase: {_cost(power)}{_times(power.uses)}"


def _times(uses: int) -> str:
    return f", up to {uses} times" if uses > 1 else ""


_POWERS: dict[type[Power], Callable[[Any], str]] = {
    Consume: _consume,
    ConsumeAllGoods: lambda p: f"all goods left for {p.vp_per_good} VP each, {p.vp_adjust:+d} VP",
    ConsumeDistinct: _consume_distinct,
    ConsumeHand: _consume_hand,
    ConquerPeacefulWorld: _conquer_peaceful,
    DiscardSelfForDiscount: lambda p: f"discard this: pay {p.amount} less for a development",
    BlockTakeover: lambda p: f"spend {p.prestige_cost} prestige to defeat a takeover",
    ChooseActionLast: lambda _: "choose the action after the others",
    ConsumePrestige: lambda p: f"spend {p.spend} prestige for {_rewards(p)}",
    DrawThenDiscard: lambda p: f"draw {_cards(p.draw)}, then discard {_cards(p.discard)}",
    DrawThenDiscardAfterPlacing: lambda p: f"draw {_cards(p.draw)} after placing, then discard {_cards(p.discard)}",
    ExploreDiscardForPrestige: lambda p: f"discard a card for {p.prestige} prestige",
    GoodOnPlacedProductionWorld: lambda _: "a production world comes with a good when placed",
    PrestigeAfterPlacing: lambda p: f"{p.prestige} prestige for placing{_for(p.when, ' a {} card')}",
    PrestigeIfMost: lambda p: f"{p.prestige} prestige for the most cards ({filter_words(p.of)})",
    PrestigeIfProducedHere: lambda p: f"{p.prestige} prestige if a good is produced here",
    PrestigeWhenPayingForMilitary: lambda p: f"{p.prestige} prestige for paying for a military world",
    ReplaceWorld: lambda p: f"replace a world, up to {p.max_cost_increase} dearer, for {p.prestige} prestige",
    SaveCardAtSetup: lambda p: f"{_cards(p.cards)} of the first hand under this world",
    SavePaymentCard: lambda p: f"{_cards(p.cards)} of a payment under this world",
    SpendGoodForDiscount: lambda p: f"spend a {GOODS[p.good]} good to pay {p.amount} less",
    TakeOpponentsDiscards: lambda _: "take what others discard for their hand limit",
    TakeSavedCards: lambda _: "take the cards under this world",
    VariableKind: lambda _: "of any one kind, as its owner names it",
    DiscardSelfForFreeWorld: lambda p: f"discard this: a world not {GOODS[p.exclude_good]} costs 0",
    DiscardToProduce: lambda p: f"discard {_cards(p.discard)}: a good here",
    Discount: lambda p: f"pay {p.amount} less{_for(p.when, ' for {} worlds')}",
    Draw: lambda p: f"draw {_cards(p.cards)}",
    DrawAfterPlacing: lambda p: f"draw {_cards(p.cards)} after placing",
    DrawIfMostProduced: lambda p: f"draw {_cards(p.cards)} for producing the most ({GOODS[p.good]})",
    DrawIfProducedHere: lambda p: f"draw {_cards(p.cards)} if a good is produced here",
    DrawPerCard: lambda p: f"draw {_cards(p.cards)} for each {p.each} own {filter_words(p.of)}",
    DrawPerGoodProduced: lambda p: f"draw {_cards(p.cards)} for each {GOODS[p.good]} good produced",
    DrawPerGoodsProduced: lambda p: f"draw {_cards(p.cards)} for every {p.each} goods produced",
    DrawPerKindProduced: lambda p: f"draw {_cards(p.cards)} for each kind of good produced",
    DiscardForGoodWhenPlaced: lambda p: f"discard {_cards(p.discard)} when placed: a good here",
    FlipForFreeWorld: lambda _: "reveal the top card instead of placing: a non-military world is placed for nothing",
    GatherGoodsHere: lambda p: f"all own {GOODS[p.good]} goods move here, before production",
    NoTradeHere: lambda _: "the good here cannot be sold by Consume: Trade",
    OrbExtraSquares: lambda p: f"each own team moves {p.squares} squares more (orb game)",
    OrbExtraTeam: lambda _: "when placed: one more airlock card and one more team (orb game)",
    GainVp: lambda p: f"{p.vp} VP",
    RepairWorld: lambda p: f"repair {p.worlds} world (invasion game)",
    XenoDefense: lambda p: f"{p.amount:+d} Xeno defense (invasion game)",
    TemporaryXenoDefense: lambda p: f"{p.amount:+d} Xeno defense once: {_cost(p)} (invasion game)",
    ExploreDraw: lambda p: f"draw {_cards(p.cards)} more{_for(p.per, ' for each own {}')}",
    ExploreKeep: lambda p: f"keep {_cards(p.cards)} more",
    ExploreMix: lambda _: "mix what is explored with the hand before discarding",
    ExtraWorld: lambda p: _EXTRA_WORLDS[p.mode],
    GambleAnte: lambda _: "bet a hand card against as many cards as it costs; win one of them if any costs more",
    GambleGuessCost: lambda _: "guess the cost of the top card and keep it if right",
    Military: _military,
    PayForMilitary: lambda p: f"pay for a military world{_for(p.when, ' ({})')} at its defense less {p.discount}",
    PayForMilitaryDiscount: lambda p: f"pay {p.amount} less for a military world that is paid for",
    HandLimit: lambda p: f"hand limit {p.cards}",
    Produce: lambda p: f"a {GOODS[p.good]} good here",
    TemporaryMilitary: _temporary_military,
    Takeover: _takeover,
    TakeoverDefense: _takeover_defense,
    StartingHand: lambda p: f"begin with {_cards(p.cards)}",
    TableauEndLimit: lambda p: f"this tableau ends the game at {_cards(p.cards)}",
    TradeAsConsume: lambda p: f"sell a good {'with' if p.use_bonuses else 'without'} trade bonuses",
    TradeBonus: _trade_bonus,
    WindfallProduce: _windfall,
}


def _plainly(power: AnyPower) -> str:
    """Kind and figures of a power as the data has them."""
    figures = [
        f"{name.replace('_', ' ')} {filter_words(value) if isinstance(value, Filter) else value}"
        for name, value in msgspec.structs.asdict(power).items()
        if name != "phase" and value not in (None, False, 0, ())
    ]
    return " ".join(
        [str(power.__struct_config__.tag).replace("_", " "), *([f"({', '.join(figures)})"] if figures else [])]
    )


def _clause_line(clause: Clause) -> str:
    match clause.per:
        case measures.Cards(match=filter_):
            return f"{clause.vp} VP for each own {filter_words(filter_)}"
        case measures.VpChips(size=size):
            return f"{clause.vp} VP for each {size} VP chips"
        case measures.GoodKinds(table=table):
            return f"VP for the kinds of own goods worlds: {', '.join(map(str, table))}"
        case other:
            return f"{clause.vp} VP for each {str(other.__struct_config__.tag).replace('_', ' ')}"
