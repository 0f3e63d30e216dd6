"""The Consume phase: the Trade bonus first, then all consume powers (R8)."""

from collections.abc import Sequence
from functools import partial

from galaxytables_kit import Barred, Flow, Picks, Prompt, Reason, Seat, seated, together
from galaxytables_race.abilities import Abilities, Source
from galaxytables_race.components.vocabulary import Consume
from galaxytables_race.powers.consume import multiplier, sell, trade_boost, usable, usable_by_naming, use
from galaxytables_race.prestige import BOOSTED_SALE, boosted
from galaxytables_race.reasons import USED
from galaxytables_race.state.phases import Consumer, Consuming
from galaxytables_race.table import (
    GoodPick,
    RacePlay,
    abilities,
    all_abilities,
    draw,
    gain_chips,
    good_count,
    good_picks,
    who,
    world_of,
)
from galaxytables_race.table.agenda import TRADE
from galaxytables_race.table.running import consumer
from galaxytables_race.table.tokens import alien_goods, token_pick

_NOT_FOR_TRADE = Reason("not_for_trade", "R8.6")
_NOTHING_TO_TAKE = Reason("nothing_to_take", "R8.2")
_LIKE_ANOTHER = Reason("like_another", "R8.2")
_NO_ALIEN_GOOD = Reason("no_alien_good", "R20.33")


def begin(play: RacePlay) -> Consuming:
    """Return the state with which Consume begins."""
    return Consuming([Consumer() for _ in range(play.seats)])


def somebody_trades(play: RacePlay) -> bool:
    """Return whether a seat chose the action Trade."""
    return any([TRADE in empire.actions for empire in play.state.empires])  # noqa: C419 - faster than a generator


def trade(play: RacePlay) -> Flow[None]:
    """Each seat that chose the action Trade sells one good (R8.1)."""
    traders = [seat for seat, empire in seated(play.state.empires) if TRADE in empire.actions]
    offers = [(seat, *goods) for seat in traders if any(goods := _sellable(play, seat))]
    sold: list[tuple[GoodPick, ...]] = []
    if offers:
        sold = yield from together(play, [_choose_good(play, *offer) for offer in offers])
    for (seat, _, _), picks in zip(offers, sold, strict=True):
        for good in picks:
            sell(play, seat, good, bonuses=True, more=more_for_trade(play, seat))


def draw_and_gain(play: RacePlay) -> None:
    """Each seat gets the cards and VP that its powers bring without consuming a good (R8.10)."""
    for seat in who(play, _draws_or_gains):
        able = abilities(play, seat)
        draw(play, seat, able.consume_draw, "consume")
        if able.consume_vp:
            vp = able.consume_vp * multiplier(play, seat)
            gain_chips(play, seat, vp)
            play.tell("gained_vp", seat, vp=vp)


def _draws_or_gains(able: Abilities) -> bool:
    return able.consume_draw > 0 or able.consume_vp > 0


def consume(play: RacePlay) -> Flow[None]:
    """Everybody uses consume powers (R8.2)."""
    consumers = []
    for seat, able in seated(all_abilities(play)):
        empire = play.state.empires[seat]
        forced = able.consume and (empire.goods or empire.artifacts)
        if forced or able.optional_consume or boosted(empire, TRADE):
            consumers.append((seat, able))
    if consumers:
        yield from together(play, [_consume(play, seat, able) for seat, able in consumers])


def more_for_trade(play: RacePlay, seat: Seat) -> int:
    """Return how many more cards a boosted Trade gives a seat for its good; 0 if its Trade is not boosted (R16.13)."""
    return BOOSTED_SALE * boosted(play.state.empires[seat], TRADE)


def _sellable(play: RacePlay, seat: Seat) -> tuple[Picks, Picks]:
    """Return own goods that the Trade bonus can sell, and artifacts that may serve as such (R8.6, R20.33)."""
    empire = play.state.empires[seat]
    if not (empire.goods or empire.artifacts):
        return (), ()
    goods = tuple(good for good in good_picks(play, seat) if _why_not_sold(play, seat, good) is None)
    return goods, tuple(map(token_pick, alien_goods(play.pack, empire)))


def _why_not_sold(play: RacePlay, seat: Seat, good: GoodPick) -> Reason | None:
    return _NOT_FOR_TRADE if world_of(good) in abilities(play, seat).no_trade else None


def _choose_good(play: RacePlay, seat: Seat, goods: Picks, tokens: Picks) -> Flow[tuple[GoodPick, ...]]:
    """Choose a good to sell, if there is one; an artifact is never forced (R8.1, R20.33). Return what is sold."""
    kept = Barred(partial(_not_sold, play, seat))
    sold: tuple[GoodPick, ...] = yield Prompt(seat, "trade.good", (*goods, *tokens), int(bool(goods)), 1, barred=kept)
    return sold


def _not_sold(play: RacePlay, seat: Seat) -> dict[GoodPick, Reason]:
    """Return the reasons for goods that cannot be sold, and for artifacts that are not goods."""
    goods = {good: why for good in good_picks(play, seat) if (why := _why_not_sold(play, seat, good)) is not None}
    return goods | _no_alien_goods(play, seat)


def _no_alien_goods(play: RacePlay, seat: Seat) -> dict[str, Reason]:
    """Return the reasons for artifacts that do not serve as goods."""
    empire = play.state.empires[seat]
    goods = alien_goods(play.pack, empire)
    return {token_pick(token): _NO_ALIEN_GOOD for token in empire.artifacts if token not in goods}


def _offer_artifacts(play: RacePlay, seat: Seat, able: Abilities) -> Flow[None]:
    """Choose the artifacts that may be consumed as Alien goods (R20.33)."""
    empire = play.state.empires[seat]
    tokens = alien_goods(play.pack, empire)
    if tokens and able.consume:
        options = tuple(map(token_pick, tokens))
        others = _no_alien_goods(play, seat)
        picks = yield Prompt(seat, "consume.artifacts", options, 0, len(tokens), default=(), barred=others)
        consumer(play, seat).offered = [token for token in tokens if token_pick(token) in picks]


def _consume(play: RacePlay, seat: Seat, able: Abilities) -> Flow[None]:
    """Use mandatory powers in the owner's order, as long as any can be used; then the optional ones."""
    empire = play.state.empires[seat]
    if empire.artifacts:
        yield from _offer_artifacts(play, seat, able)
    left = list(able.consume)
    while left and (goods := good_count(play, seat)):
        can_use = [source for source in left if usable(play, seat, source)]
        if any(world in empire.goods for world in able.variable):
            source = yield from _next_or_none(play, seat, able, left, can_use)
        else:
            source = (yield from _next(play, seat, can_use, goods, left)) if can_use else None
        if source is None:
            break
        left.remove(source)
        yield from use(play, seat, source)
    consumer(play, seat).offered = []
    yield from _use_options(play, seat, [*trade_boost(play, seat), *able.optional_consume])


def _use_options(play: RacePlay, seat: Seat, sources: list[Source]) -> Flow[None]:
    """Use optional powers in any order; a card won by one may serve the next (R8.10, R8.13)."""
    left = list(sources)
    while left:
        can_use = [source for source in left if usable(play, seat, source)]
        if not can_use:
            return
        source = can_use[0]
        if len(can_use) > 1:
            options = tuple(source.pick for source in can_use)
            reasons = _barred(play, seat, sources, left, options)
            picks = yield Prompt(seat, "consume.option", options, 0, 1, barred=reasons)
            if not picks:
                return
            source = next(source for source in can_use if source.pick == picks[0])
        left.remove(source)
        yield from use(play, seat, source)


def _next(play: RacePlay, seat: Seat, can_use: list[Source], goods: int, left: list[Source]) -> Flow[Source]:
    """Return the power to use next; the owner is asked only if the order can matter."""
    different: list[Source] = []
    for source in can_use:
        if all(source.power != other.power for other in different):
            different.append(source)
    if len(different) == 1 or _all_can_be_used(can_use, goods):
        return can_use[0]
    options = tuple(source.pick for source in different)
    reasons = _barred(play, seat, abilities(play, seat).consume, left, options)
    picks = yield Prompt(seat, "consume.power", options, barred=reasons)
    return next(source for source in different if source.pick == picks[0])


def _next_or_none(
    play: RacePlay, seat: Seat, able: Abilities, left: list[Source], must: list[Source]
) -> Flow[Source | None]:
    """Return the power to use next with a good of variable kind.

    One that only that good can serve is optional (R8.9).
    """
    different: list[Source] = []
    for source in left:
        if usable_by_naming(play, seat, source) and all(source.power != other.power for other in different):
            different.append(source)
    options = tuple(source.pick for source in different)
    least, most, reasons = min(1, len(must)), min(1, len(options)), _barred(play, seat, able.consume, left, options)
    picks = yield Prompt(seat, "consume.power", options, least, most, default=_first(must), barred=reasons)
    return next((source for source in different if source.pick in picks), None)


def _barred(play: RacePlay, seat: Seat, sources: Sequence[Source], left: list[Source], offered: Picks) -> Barred:
    """Return why powers are not offered: used, without the goods they take, or equal to one that is offered."""
    return Barred(partial(_not_offered, play, seat, sources, left, offered))


def _not_offered(
    play: RacePlay, seat: Seat, sources: Sequence[Source], left: list[Source], offered: Picks
) -> dict[str, Reason]:
    reasons = {}
    for source in sources:
        if source.pick in offered:
            continue
        if source not in left:
            reasons[source.pick] = USED
        else:
            reasons[source.pick] = _LIKE_ANOTHER if usable(play, seat, source) else _NOTHING_TO_TAKE
    return reasons


def _first(sources: list[Source]) -> Picks:
    return (sources[0].pick,) if sources else ()


def _all_can_be_used(sources: list[Source], goods: int) -> bool:
    """Return whether there are enough goods for all powers, whichever goods each takes."""
    needed = 0
    for source in sources:
        power = source.power
        if not isinstance(power, Consume) or power.this_world_only or set(power.goods) != {"any"}:
            return False
        needed += len(power.goods) * power.times
    return needed <= goods
