"""The Produce phase: production worlds and windfall worlds get goods, and powers reward these goods (R9)."""

from collections import Counter
from collections.abc import Callable

from galaxytables_kit import Barred, Flow, Prompt, Reason, Seat, seated, together
from galaxytables_race.abilities import TRADE_VALUE, Abilities
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import WindfallProduce
from galaxytables_race.prestige import BOOSTED_PRODUCE_DRAW, BOOSTED_WINDFALLS, boosted, gain_prestige
from galaxytables_race.reasons import USED, barred
from galaxytables_race.state.phases import BONUS, Producer, Producing
from galaxytables_race.table import (
    RacePlay,
    abilities,
    all_abilities,
    component,
    components,
    discard_from_hand,
    draw,
    put_good,
    who,
)
from galaxytables_race.table.agenda import PRODUCE
from galaxytables_race.table.running import producer, running

WINDFALLS = 1
"""The number of windfall worlds that get a good by the bonus of Produce (R9.3)."""

_HOLDS_A_GOOD = Reason("holds_a_good", "R9.2")
_PRODUCED = Reason("produced", "R22.31")
_NO_WINDFALL_WORLD = Reason("no_windfall_world", "R9.4")
_NOT_ON_ITSELF = Reason("not_on_itself", "R9.4")
_OF_OTHER_GOODS = Reason("of_other_goods", "R9.4")
_COMES_LATER = Reason("comes_later", "R9.4")
_NO_WORLD_FOR_IT = Reason("no_world_for_it", "R9.4")


def begin(play: RacePlay) -> Producing:
    """Return the state with which Produce begins."""
    return Producing([Producer() for _ in range(play.seats)])


def produce_goods(play: RacePlay) -> None:
    """Every empty production world gets a good; each seat draws the cards that its powers give for free (R9.2)."""
    own = running(play, Producing).seats
    for seat, able in seated(all_abilities(play)):
        empire, produced = play.state.empires[seat], own[seat].produced
        for place, good in able.gathering:
            _gather(play, seat, place, good)
        for world in able.production_worlds:
            if world not in empire.goods and put_good(play, seat, world):
                produced.append(world)
        if produced:
            play.tell("produced", seat, worlds=components(play, produced))
            _prestige_here(play, seat, able, produced)
        cards = able.produce_draw + BOOSTED_PRODUCE_DRAW * boosted(empire, PRODUCE)
        if able.saving.takes:
            _take_saved(play, seat)
        if able.draw_here:
            cards += sum(able.draw_here.get(world, 0) for world in produced)
        draw(play, seat, cards, "produce")


def windfalls_are_due(play: RacePlay) -> bool:
    """Return whether some seat may now put goods on worlds by its powers (R9.3, R22.30).

    This step is due once in each Produce phase, and again each time worlds have been repaired since.
    """
    produce = running(play, Producing)
    return produce.served_after != _repairs(produce) and bool(who(play, _serves_windfalls))


def serve_windfalls(play: RacePlay) -> Flow[None]:
    """Windfall worlds get goods, by powers and by the bonus of the action (R9.3-R9.5)."""
    ables = all_abilities(play)
    yield from together(play, [_windfalls(play, seat, ables[seat]) for seat in who(play, _serves_windfalls)])
    produce = running(play, Producing)
    produce.served_after = _repairs(produce)


def _repairs(produce: Producing) -> int:
    """Return how often anybody has repaired; each way counts once (R22.28)."""
    return sum([len(own.ways) for own in produce.seats])


def _serves_windfalls(able: Abilities) -> bool:
    """Return whether there are worlds that may get goods by powers."""
    return bool(able.windfall_worlds or able.paid_production)


def draw_for_goods(play: RacePlay) -> None:
    """Each seat draws the cards that its powers give for goods, or kinds of goods, that it produced (R9.6)."""
    seats = who(play, _draws_for_goods)
    if seats:
        for seat in seats:
            draw(play, seat, _cards_for(abilities(play, seat), _kinds_produced(play, seat)), "produce")


def _draws_for_goods(able: Abilities) -> bool:
    return bool(able.draw_per_good or able.draw_per_kind or able.draw_per_goods)


def somebody_may_pay_late(play: RacePlay) -> bool:
    """Return whether a seat that drew cards for goods still has a power that costs a hand card."""
    return bool(_late(play))


def pay_late(play: RacePlay) -> Flow[None]:
    """Seats may still use powers that cost a hand card, now with the cards they drew for goods (R9.4)."""
    yield from together(play, [_paid_goods(play, seat, abilities(play, seat)) for seat in _late(play)])


def _late(play: RacePlay) -> list[Seat]:
    """Return the seats that drew for goods and have a power left that costs a card."""
    return [seat for seat in who(play, _draws_for_goods) if _has_to_pay(play, seat)]


def _has_to_pay(play: RacePlay, seat: Seat) -> bool:
    """Return whether a seat has a power left that costs a card."""
    able = abilities(play, seat)
    goods, produced = play.state.empires[seat].goods, producer(play, seat).produced
    if any(world not in goods and world not in produced for world, _ in able.paid_production):
        return True
    return any(_empty(play, seat, able, source) for source in _paid_windfalls_left(play, seat, able))


def _paid_windfalls_left(play: RacePlay, seat: Seat, able: Abilities) -> list[tuple[CardNumber, WindfallProduce]]:
    """Return windfall powers that cost a hand card and were not used in this phase."""
    used = producer(play, seat).used
    return [source for source in able.windfall_powers if source[1].discard and source[0] not in used]


def reward_the_most(play: RacePlay) -> None:
    """Each seat that produced, or has, more of something than all others gets what its powers give for that (R9.6)."""
    if who(play, _rewards_the_most):
        ables = all_abilities(play)
        _draw_for_most(play, ables)
        _prestige_for_most(play, ables)


def _rewards_the_most(able: Abilities) -> bool:
    return bool(able.draw_if_most or able.prestige.if_most)


def _kinds_produced(play: RacePlay, seat: Seat) -> Counter[str]:
    cards = play.pack.cards
    return Counter([str(cards[world].good) for world in producer(play, seat).produced])


def _cards_for(able: Abilities, produced: Counter[str]) -> int:
    """Return the number of cards that powers draw for what was produced, by kind (R9.6)."""
    count = sum((produced[good] + produced["any"]) * each for good, each in able.draw_per_good)
    count += min(len(produced), len(TRADE_VALUE)) * able.draw_per_kind
    return count + sum(produced.total() // each * cards for each, cards in able.draw_per_goods)


def _draw_for_most(play: RacePlay, ables: list[Abilities]) -> None:
    """Draw for producing strictly the most (R9.6)."""
    kinds = [_kinds_produced(play, seat) for seat in play.all_seats]
    for seat, able in seated(ables):
        for power in able.draw_if_most:
            made = [each.total() if power.good == "any" else each[power.good] + each["any"] for each in kinds]
            if all(made[seat] > count for other, count in seated(made) if other != seat):
                draw(play, seat, power.cards, "produce")


def _prestige_for_most(play: RacePlay, ables: list[Abilities]) -> None:
    """Gain prestige for having strictly more of something than everybody else (the power `prestige_if_most`)."""
    for seat, able in seated(ables):
        for number, power in able.prestige.if_most:
            if all(able.own(power.of) > other.own(power.of) for other in ables if other is not able):
                gain_prestige(play, seat, power.prestige, number)


def _prestige_here(play: RacePlay, seat: Seat, able: Abilities, worlds: list[CardNumber]) -> None:
    """Gain prestige for goods produced on worlds that bring it (the power `prestige_if_produced_here`)."""
    for world, prestige in able.prestige.produced_here:
        if world in worlds:
            gain_prestige(play, seat, prestige, world)


def _take_saved(play: RacePlay, seat: Seat) -> None:
    """Take the cards that lie under own worlds into the hand (the power `take_saved_cards`)."""
    empire = play.state.empires[seat]
    cards = [card for pile in empire.saved.values() for card in pile]
    if cards:
        empire.saved.clear()
        empire.hand.extend(cards)
        play.tell("took_saved", seat, count=len(cards), private={seat: {"cards": components(play, cards)}})


def _gather(play: RacePlay, seat: Seat, place: CardNumber, good: str) -> None:
    """Move all own goods of a kind to one world, which may hold any number (R9.1)."""
    goods = play.state.empires[seat].goods
    worlds = [world for world in goods if world != place and play.pack.cards[world].stores == good]
    if not worlds:
        return
    moved = [card for world in worlds for card in goods.pop(world)]
    goods[place] = [*goods.get(place, ()), *moved]
    play.tell("gathered", seat, card=component(play, place), worlds=components(play, worlds))


def produce_on(play: RacePlay, seat: Seat, world: CardNumber) -> bool:
    """Put a produced good on an empty world. Returns False if no card is left to serve as the good."""
    if not put_good(play, seat, world):
        return False
    producer(play, seat).produced.append(world)
    return True


def _windfalls(play: RacePlay, seat: Seat, able: Abilities) -> Flow[None]:
    """Use powers for windfall worlds: those for one kind, for any kind, optional ones, and last the bonus.

    If a power for any kind could take the only world of another power, the owner chooses the order (R9.4).
    """
    used = producer(play, seat).used
    powers = sorted(able.windfall_powers, key=lambda source: source[1].good == "any")

    def why_not(source: tuple[CardNumber, WindfallProduce]) -> Reason | None:
        if source[1].discard:
            return _COMES_LATER
        if source[0] in used:
            return USED
        return None if _empty(play, seat, able, source) else _NO_WORLD_FOR_IT

    while can_use := [source for source in powers if why_not(source) is None]:
        source = can_use[0]
        if _order_matters(play, seat, able, can_use):
            closed = {each[0]: reason for each in powers if (reason := why_not(each)) is not None}
            (picked,) = yield Prompt(seat, "produce.power", tuple(number for number, _ in can_use), barred=closed)
            source = next(each for each in can_use if each[0] == picked)
        used.append(source[0])
        worlds = _empty(play, seat, able, source)
        reasons = _barred(play, seat, able, source)
        (world,) = yield Prompt(seat, "produce.windfall", worlds, subject=source[0], barred=reasons)
        _windfall_good(play, seat, able, world)
    if PRODUCE in play.state.empires[seat].actions and BONUS not in used:
        worlds = _empty(play, seat, able, None)
        if worlds:
            most = min(len(worlds), BOOSTED_WINDFALLS if boosted(play.state.empires[seat], PRODUCE) else WINDFALLS)
            reasons = _barred(play, seat, able, None)
            picks = yield Prompt(seat, "produce.bonus", worlds, 0, most, default=worlds[:most], barred=reasons)
            if picks:
                used.append(BONUS)
            for world in picks:
                _windfall_good(play, seat, able, world)
    yield from _paid_goods(play, seat, able)


def _paid_goods(play: RacePlay, seat: Seat, able: Abilities) -> Flow[None]:
    """Offer powers that cost a hand card (R9.4)."""
    for source in _paid_windfalls_left(play, seat, able):
        yield from _paid_windfall(play, seat, able, source)
    for world, _ in able.paid_production:
        yield from _paid_good(play, seat, able, world)


def _paid_good(play: RacePlay, seat: Seat, able: Abilities, world: CardNumber) -> Flow[None]:
    """Offer a good on a production world for a hand card (R9.4)."""
    empire = play.state.empires[seat]
    if world in empire.goods or world in producer(play, seat).produced or not empire.hand:
        return
    cards = yield Prompt(seat, "produce.discard_here", tuple(empire.hand), 0, 1, default=(), subject=world)
    if cards:
        discard_from_hand(play, seat, cards)
        _windfall_good(play, seat, able, world)


def _paid_windfall(
    play: RacePlay, seat: Seat, able: Abilities, source: tuple[CardNumber, WindfallProduce]
) -> Flow[None]:
    """Offer a good on a windfall world for hand cards (R9.4)."""
    hand = tuple(play.state.empires[seat].hand)
    worlds = _empty(play, seat, able, source)
    number, power = source
    if not worlds or len(hand) < power.discard:
        return
    reasons = _barred(play, seat, able, source)
    picks = yield Prompt(seat, "produce.windfall_paid", worlds, 0, 1, subject=number, barred=reasons)
    if not picks:
        return
    cards = yield Prompt(seat, "produce.discard", hand, power.discard, power.discard, subject=number)
    discard_from_hand(play, seat, cards)
    producer(play, seat).used.append(number)
    _windfall_good(play, seat, able, picks[0])


def _windfall_good(play: RacePlay, seat: Seat, able: Abilities, world: CardNumber) -> None:
    if produce_on(play, seat, world):
        play.tell("windfall", seat, world=component(play, world))
        _prestige_here(play, seat, able, [world])
        draw(play, seat, able.draw_here.get(world, 0), "produce")


def _empty(
    play: RacePlay, seat: Seat, able: Abilities, source: tuple[CardNumber, WindfallProduce] | None
) -> tuple[CardNumber, ...]:
    """Return own empty windfall worlds that a power (None: the bonus) can serve, each once per phase (R22.31)."""
    why_not = _why_not(play, seat, able, source)
    return tuple([world for world in able.windfall_worlds if why_not(world) is None])


def _why_not(
    play: RacePlay, seat: Seat, able: Abilities, source: tuple[CardNumber, WindfallProduce] | None
) -> Callable[[CardNumber], Reason | None]:
    """Return a function that says why a power (None: the bonus) puts no good on an own world."""
    empire, cards, produced = play.state.empires[seat], play.pack.cards, producer(play, seat).produced
    good = "any" if source is None else source[1].good
    spared = source[0] if source is not None and source[1].not_this_world else None

    def why_not(world: CardNumber) -> Reason | None:
        if world in empire.goods:
            return _HOLDS_A_GOOD
        if world in produced:
            return _PRODUCED
        if world not in able.windfall_worlds:
            return _NO_WINDFALL_WORLD
        if world == spared:
            return _NOT_ON_ITSELF
        return None if good == "any" or cards[world].good in (good, "any") else _OF_OTHER_GOODS

    return why_not


def _barred(play: RacePlay, seat: Seat, able: Abilities, source: tuple[CardNumber, WindfallProduce] | None) -> Barred:
    """Return why own worlds get no good by a power, or by the bonus."""
    cards, tableau = play.pack.cards, play.state.empires[seat].tableau
    return barred(lambda: [card for card in tableau if cards[card].is_world], _why_not(play, seat, able, source))


def _order_matters(
    play: RacePlay, seat: Seat, able: Abilities, can_use: list[tuple[CardNumber, WindfallProduce]]
) -> bool:
    """Return whether a power for any kind could take the only world of a power for one kind, yet use another."""
    wild = sum(power.good == "any" for _, power in can_use)
    if not wild or wild == len(can_use) or len(_empty(play, seat, able, None)) == 1:
        return False
    return any(len(_empty(play, seat, able, source)) <= wild for source in can_use if source[1].good != "any")
