"""Powers of the Consume phase, Trade included (R8).

For powers that the owner chooses to use, `consumption` registers the condition and the function that uses the power.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from galaxytables_kit import Barred, ChoiceRefused, Components, Dispatched, Flow, Picks, Prompt, Reason, Seat
from galaxytables_race.abilities import TRADE_VALUE, Abilities, Source
from galaxytables_race.abilities.registry import in_play
from galaxytables_race.components.cards import NO_CARD, CardNumber
from galaxytables_race.components.vocabulary import (
    AnyPower,
    Consume,
    ConsumeAllGoods,
    ConsumeDistinct,
    ConsumeHand,
    ConsumePrestige,
    GainVp,
    GambleAnte,
    GambleGuessCost,
    NoTradeHere,
    Power,
    TradeAsConsume,
    TradeBonus,
)
from galaxytables_race.prestige import boosted, gain_prestige, spend_prestige
from galaxytables_race.reasons import barred, other_kind
from galaxytables_race.table import (
    GoodPick,
    RacePlay,
    abilities,
    component,
    components,
    discard,
    discard_from_hand,
    draw,
    gain_chips,
    good_count,
    good_kind,
    good_picks,
    good_place,
    spend_good,
    take_top,
    world_of,
)
from galaxytables_race.table.agenda import TRADE, X2
from galaxytables_race.table.running import consumer

P = TypeVar("P", bound=AnyPower)
Use: TypeAlias = Callable[[RacePlay, Seat, Source, P], Flow[None]]
"""How the owner of a power uses it as often as possible."""

MAX_BET = 6
SPEND = "spend"
DOUBLED, TRIPLED = 2, 3
"""The factors for VP from consuming, ordinary and boosted (R8.5, R16.13)."""
TRADE_BOOST = Source(NO_CARD, ConsumeHand(phase="consume", discard=1, times=2, vp=1), "trade_boost")
GUESSES = ("1", "2", "3", "4", "5", "6", "7")

_CHOSEN = Reason("good_chosen", "R8.4")
_NOT_TO_BET = Reason("not_to_bet", "R8.11")
_NO_GOOD_OF_THIS_KIND = Reason("no_good_of_this_kind", "R8.9")
_USABLE: dict[type[Power], Callable[[RacePlay, Seat, Source, Dispatched], bool]] = {}
_USES: dict[type[Power], Callable[[RacePlay, Seat, Source, Dispatched], Flow[None]]] = {}


def usable(play: RacePlay, seat: Seat, source: Source) -> bool:
    """Return whether a seat can use this consume power now."""
    return _USABLE[type(source.power)](play, seat, source, source.power)


def use(play: RacePlay, seat: Seat, source: Source) -> Flow[None]:
    """Let a seat use this consume power as often as possible."""
    return _USES[type(source.power)](play, seat, source, source.power)


def consumption(
    kind: type[P],
    can_use: Callable[[RacePlay, Seat, Source, P], bool],
    *,
    optional: bool = False,
    plays: Callable[[P], bool] | None = None,
) -> Callable[[Use[P]], Use[P]]:
    """Return a decorator for the function that lets a seat use consume powers of one kind.

    `can_use` says whether a seat can use such a power now.
    """

    def enlist(able: Abilities, number: CardNumber, power: P) -> None:
        source = Source(number, power, f"{number}.{len(able.consume) + len(able.optional_consume)}")
        if optional:
            able.optional_consume += (source,)
        else:
            able.consume += (source,)

    def register(function: Use[P]) -> Use[P]:
        in_play(kind, plays)(enlist)
        _USABLE[kind] = can_use
        _USES[kind] = function
        return function

    return register


@in_play(TradeBonus)
def trade_bonus(able: Abilities, number: CardNumber, power: TradeBonus) -> None:
    """Let the owner draw more cards for a good that it sells with trade bonuses (R8.1)."""
    cards = power.cards * (1 if power.per is None else able.own(power.per))
    able.trade_bonuses += ((number if power.this_world_only else None, power.good, cards),)


@in_play(NoTradeHere)
def no_trade_here(able: Abilities, number: CardNumber, _: NoTradeHere) -> None:
    """Keep the good on this world from being sold by the Trade bonus (R8.6)."""
    able.no_trade += (number,)


@in_play(GainVp)
def gain_vp(able: Abilities, _: CardNumber, power: GainVp) -> None:
    """Let the owner gain VP chips for nothing, once per Consume phase (R8.10)."""
    able.consume_vp += power.vp


def sale(play: RacePlay, seat: Seat, good: GoodPick, *, bonuses: bool, more: int = 0) -> tuple[str, int]:
    """Return the kind as which a good is sold, and how many cards it brings, with or without trade bonuses (R8.1).

    A good of variable kind is sold as the kind with the greatest value.
    """
    kind, able = good_kind(play.pack, good), abilities(play, seat)
    worth = {
        each: TRADE_VALUE[each] + (able.trade_bonus(world_of(good), each) if bonuses else 0)
        for each in (TRADE_VALUE if kind == "any" else (kind,))
    }
    kind = max(worth, key=lambda each: worth[each])
    return kind, worth[kind] + more


def sell(play: RacePlay, seat: Seat, good: GoodPick, *, bonuses: bool, more: int = 0) -> None:
    """Sell a good for a seat, which draws as many cards as `sale` says."""
    kind, cards = sale(play, seat, good, bonuses=bonuses, more=more)
    spend_good(play, seat, good)
    play.tell("traded", seat, world=good_place(play.pack, good), good=kind, cards=cards)
    draw(play, seat, cards, "trade")


def multiplier(play: RacePlay, seat: Seat) -> int:
    """Return the factor by which a seat's VP from consuming are multiplied (R8.5, R16.13, R16.14)."""
    empire = play.state.empires[seat]
    if boosted(empire, X2):
        return TRIPLED
    return DOUBLED if X2 in empire.actions or boosted(empire, TRADE) else 1


def _reward(
    play: RacePlay,
    seat: Seat,
    source: Source,
    goods: Sequence[GoodPick],
    *,
    vp: int = 0,
    cards: int = 0,
    prestige: int = 0,
) -> None:
    """Discard goods and take the rewards."""
    for good in goods:
        spend_good(play, seat, good)
    places = Components(tuple(good_place(play.pack, good).id for good in goods))
    vp *= multiplier(play, seat)
    gain_chips(play, seat, vp)
    play.tell("consumed", seat, card=component(play, source.card), worlds=places, vp=vp)
    if prestige:
        gain_prestige(play, seat, prestige, source.card)
    draw(play, seat, cards, "consume")


def _fitting(play: RacePlay, seat: Seat, source: Source, good: str) -> list[GoodPick]:
    """Return goods of a kind that the power can take, in the order of the tableau."""
    empire = play.state.empires[seat]
    power = source.power
    if isinstance(power, Consume) and power.this_world_only:
        return [source.card] if source.card in empire.goods else []
    return good_picks(play, seat, good)


def _can_consume(play: RacePlay, seat: Seat, source: Source, power: Consume) -> bool:
    empire = play.state.empires[seat]
    kind = power.goods[0]
    if power.this_world_only:
        return source.card in empire.goods
    if kind == "any":
        return good_count(play, seat) >= len(power.goods)
    kinds, needed = [good_kind(play.pack, good) for good in good_picks(play, seat)], power.goods
    return len(kinds) >= len(needed) and all(
        kinds.count(good) >= needed.count(good) for good in needed if good != "any"
    )


def usable_by_naming(play: RacePlay, seat: Seat, source: Source) -> bool:
    """Return whether a seat can use a power by naming a kind for its good of variable kind (R8.9)."""
    variable = len(_variable_goods(play, seat))
    match source.power:
        case Consume(goods=needed, this_world_only=False):
            kinds = _kinds_of_goods(play, seat)
            by_kind = Counter(kind for kind in needed if kind != "any")
            lacking = sum(max(0, count - len(kinds.get(kind, ()))) for kind, count in by_kind.items())
            return lacking <= variable and sum(map(len, kinds.values())) >= len(needed)
        case ConsumeDistinct(min_kinds=least):
            kinds = _kinds_of_goods(play, seat)
            return len(kinds.keys() - {"any"}) + variable >= least
    return usable(play, seat, source)


def _variable_goods(play: RacePlay, seat: Seat) -> list[CardNumber]:
    """Return own worlds with a good of variable kind (the power `variable_kind`)."""
    goods = play.state.empires[seat].goods
    return [world for world in goods if play.pack.cards[world].stores == "any"]


def _plays_consume(power: Consume) -> bool:
    return len(set(power.goods)) == 1 or power.times == 1


@consumption(Consume, _can_consume, plays=_plays_consume)
def consume(play: RacePlay, seat: Seat, source: Source, power: Consume) -> Flow[None]:
    """Let a seat use the power as often as allowed and as its goods suffice (R8.2-R8.4)."""
    size = len(power.goods)
    if len(set(power.goods)) > 1:
        goods = yield from _one_of_each(play, seat, source, power)
        _reward(play, seat, source, goods, vp=power.vp, cards=power.cards, prestige=power.prestige)
        return
    fitting = tuple(_fitting(play, seat, source, power.goods[0]))
    most = min(power.times, len(fitting) // size) * size
    named = [] if power.goods[0] == "any" else [good for good in fitting if good in _variable_goods(play, seat)]
    least = max(size, min(power.times, (len(fitting) - len(named)) // size) * size)

    def complete(picks: Picks) -> None:
        unused = [good for good in fitting if good not in picks and good not in named]
        if len(picks) % size or (len(picks) < most and len(unused) >= size):
            raise ChoiceRefused(
                "goods of that kind are consumed as far as they go", "R8.2", "consume_as_far_as_it_goes"
            )

    rule = complete if least < most else None
    reasons = _barred(play, seat, fitting, power.goods[0])
    goods = yield Prompt(seat, "consume.goods", fitting, least, most, rule=rule, subject=source.pick, barred=reasons)
    times = len(goods) // size
    reward = {"vp": times * power.vp, "cards": times * power.cards, "prestige": times * power.prestige}
    _reward(play, seat, source, goods, **reward)


def _one_of_each(play: RacePlay, seat: Seat, source: Source, power: Consume) -> Flow[tuple[GoodPick, ...]]:
    """Choose one good for each kind that the power takes, those of any kind last."""
    chosen: list[GoodPick] = []
    for kind in sorted(power.goods, key=lambda kind: kind == "any"):
        options = tuple(good for good in _fitting(play, seat, source, kind) if good not in chosen)
        reasons = _barred(play, seat, options, kind)
        chosen += yield Prompt(seat, "consume.goods", options, subject=source.pick, barred=reasons)
    return tuple(chosen)


def _barred(play: RacePlay, seat: Seat, offered: Sequence[GoodPick], kind: str) -> Barred:
    """Return why a power does not take own goods: they are of another kind, or already chosen."""

    def why_not(good: GoodPick) -> Reason | None:
        if good in offered:
            return None
        fits = kind == "any" or good_kind(play.pack, good) in (kind, "any")
        return _CHOSEN if fits else other_kind(kind, "R8.2")

    return barred(lambda: good_picks(play, seat), why_not)


def _kinds_of_goods(play: RacePlay, seat: Seat) -> dict[str, list[GoodPick]]:
    kinds: dict[str, list[GoodPick]] = {}
    for good in good_picks(play, seat):
        kinds.setdefault(good_kind(play.pack, good), []).append(good)
    return kinds


def _can_consume_distinct(play: RacePlay, seat: Seat, _: Source, power: ConsumeDistinct) -> bool:
    return len(_kinds_of_goods(play, seat)) >= power.min_kinds


@consumption(ConsumeDistinct, _can_consume_distinct)
def consume_distinct(play: RacePlay, seat: Seat, source: Source, power: ConsumeDistinct) -> Flow[None]:
    """Let a seat discard goods of different kinds: as many kinds as it has and the power allows (R8.9)."""
    kinds = _kinds_of_goods(play, seat)
    most = min(power.max_kinds, len(kinds), len(TRADE_VALUE))
    least = max(power.min_kinds, min(power.max_kinds, len(kinds.keys() - {"any"})))
    lacking = {kind: _NO_GOOD_OF_THIS_KIND for kind in TRADE_VALUE if kind not in kinds}
    chosen = yield Prompt(seat, "consume.kinds", tuple(kinds), least, most, subject=source.pick, barred=lacking)
    goods: list[GoodPick] = []
    for kind in chosen:
        options = tuple(kinds[str(kind)])
        reasons = _barred(play, seat, options, str(kind))
        goods += yield Prompt(seat, "consume.goods", options, subject=source.pick, barred=reasons)
    rewards = 1 if power.once else len(chosen)
    _reward(play, seat, source, goods, vp=rewards * power.vp, cards=rewards * power.cards)


def _has_goods(play: RacePlay, seat: Seat, _: Source, __: Power) -> bool:
    return good_count(play, seat) > 0


@consumption(ConsumeAllGoods, _has_goods)
def consume_all_goods(play: RacePlay, seat: Seat, source: Source, power: ConsumeAllGoods) -> Flow[None]:
    """Let a seat discard all goods that it still has, for VP (R8.8)."""
    goods = _fitting(play, seat, source, "any")
    _reward(play, seat, source, goods, vp=len(goods) * power.vp_per_good + power.vp_adjust)
    yield from ()


@consumption(TradeAsConsume, _has_goods)
def trade_as_consume(play: RacePlay, seat: Seat, source: Source, power: TradeAsConsume) -> Flow[None]:
    """Let a seat sell one good, in place of consuming it (R8.7)."""
    options = tuple(_fitting(play, seat, source, "any"))
    (good,) = yield Prompt(seat, "consume.sell", options, subject=source.pick)
    sell(play, seat, good, bonuses=power.use_bonuses)


def _can_consume_hand(play: RacePlay, seat: Seat, _: Source, power: ConsumeHand) -> bool:
    return len(play.state.empires[seat].hand) >= power.discard


@consumption(ConsumeHand, _can_consume_hand, optional=True)
def consume_hand(play: RacePlay, seat: Seat, source: Source, power: ConsumeHand) -> Flow[None]:
    """Let a seat discard hand cards for the rewards; their VP are not multiplied (R8.5, R8.10)."""
    hand = tuple(play.state.empires[seat].hand)
    most = min(power.times, len(hand) // power.discard) * power.discard

    def whole(picks: Picks) -> None:
        if len(picks) % power.discard:
            raise ChoiceRefused(
                f"{power.discard} cards are discarded for each reward",
                "R8.10",
                "whole_rewards",
                discard=power.discard,
            )

    rule = whole if power.discard > 1 else None
    cards = yield Prompt(seat, "consume.hand", hand, 0, most, rule=rule, subject=source.pick)
    if not cards:
        return
    discard_from_hand(play, seat, cards)
    times = len(cards) // power.discard
    vp = power.vp * times
    gain_chips(play, seat, vp)
    if source.card == NO_CARD:
        play.tell("discarded_by_boost", seat, count=len(cards), vp=vp)
        return
    play.tell("discarded_for_vp", seat, card=component(play, source.card), count=len(cards), vp=vp)
    if power.prestige:
        gain_prestige(play, seat, power.prestige * times, source.card)
    draw(play, seat, power.cards * times, "consume")


def trade_boost(play: RacePlay, seat: Seat) -> list[Source]:
    """Return the powers that a boosted Trade adds for a seat: discarding two hand cards for one VP each (R16.13)."""
    return [TRADE_BOOST] if boosted(play.state.empires[seat], TRADE) else []


def _can_spend_prestige(play: RacePlay, seat: Seat, _: Source, power: ConsumePrestige) -> bool:
    return play.state.empires[seat].prestige.chips >= power.spend


@consumption(ConsumePrestige, _can_spend_prestige, optional=True)
def consume_prestige(play: RacePlay, seat: Seat, source: Source, power: ConsumePrestige) -> Flow[None]:
    """Let a seat spend prestige for the rewards; their VP are multiplied (R8.5, R8.10)."""
    picks = yield Prompt(seat, "consume.prestige", (SPEND,), 0, 1, subject=source.pick)
    if not picks:
        return
    spend_prestige(play, seat, power.spend)
    vp = power.vp * multiplier(play, seat)
    gain_chips(play, seat, vp)
    play.tell("consumed_prestige", seat, card=component(play, source.card), prestige=power.spend, vp=vp)
    draw(play, seat, power.cards, "consume")


def _can_gamble(play: RacePlay, seat: Seat, _: Source, __: Power) -> bool:
    return bool(play.state.deck_of(seat) or play.state.discards_of(seat))


@consumption(GambleGuessCost, _can_gamble, optional=True)
def gamble_guess_cost(play: RacePlay, seat: Seat, source: Source, _: GambleGuessCost) -> Flow[None]:
    """Let a seat name a number, reveal the top card, and keep it if that is its cost or defence (R8.10, R8.11)."""
    picks = yield Prompt(seat, "consume.gamble", GUESSES, 0, 1, subject=source.pick)
    if not picks:
        return
    card = take_top(play, seat)
    if card is None:
        return
    play.show()
    won = play.pack.cards[card].cost == int(picks[0])
    if won:
        play.state.empires[seat].hand.append(card)
    else:
        discard(play, seat, [card])
    kind = "gamble_won" if won else "gamble_lost"
    play.tell(kind, seat, guess=int(picks[0]), card=component(play, card))


def _bets(play: RacePlay, seat: Seat) -> tuple[CardNumber, ...]:
    """Return hand cards that can be bet."""
    return tuple(card for card in play.state.empires[seat].hand if _why_not_bet(play, card) is None)


def _why_not_bet(play: RacePlay, card: CardNumber) -> Reason | None:
    """Return why a card cannot be bet: its cost or defense is not 1 to 6 (R8.11)."""
    return None if 1 <= play.pack.cards[card].cost <= MAX_BET else _NOT_TO_BET


def _can_bet(play: RacePlay, seat: Seat, source: Source, power: GambleAnte) -> bool:
    return bool(_bets(play, seat)) and _can_gamble(play, seat, source, power)


@consumption(GambleAnte, _can_bet, optional=True)
def gamble_ante(play: RacePlay, seat: Seat, source: Source, _: GambleAnte) -> Flow[None]:
    """Let a seat bet a hand card and reveal as many cards as its cost; if any costs more, the seat wins one (R8.11)."""
    empire, cards = play.state.empires[seat], play.pack.cards
    reasons = barred(lambda: empire.hand, lambda card: _why_not_bet(play, card))
    picks = yield Prompt(seat, "consume.ante", _bets(play, seat), 0, 1, subject=source.pick, barred=reasons)
    if not picks:
        return
    bet: CardNumber = picks[0]
    turned = (take_top(play, seat) for _ in range(cards[bet].cost))
    revealed = consumer(play, seat).revealed
    revealed += [card for card in turned if card is not None]
    play.show()
    play.tell("ante", seat, card=component(play, bet), revealed=components(play, revealed))
    if any(cards[card].cost > cards[bet].cost for card in revealed):
        (won,) = yield Prompt(seat, "consume.take", tuple(revealed), subject=source.pick)
        revealed.remove(won)
        empire.hand.append(won)
        play.tell("ante_won", seat, card=component(play, won))
    else:
        discard_from_hand(play, seat, (bet,))
        play.tell("ante_lost", seat, card=component(play, bet))
    discard(play, seat, revealed)
    revealed.clear()
