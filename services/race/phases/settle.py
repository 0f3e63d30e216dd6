"""Settle: each may place one world from hand, paid for or conquered (R7)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from services.kit.errors import ChoiceRefused
from services.kit.flow import Flow, together
from services.kit.prompt import Picks, Prompt
from services.race.abilities import Reach
from services.race.cards import Number
from services.race.phases.agenda import has_bonus, next_phase
from services.race.phases.placing import choose_card, held_designs, pay, show_cards, to_tableau
from services.race.state import NO_CARD, Empire, Step
from services.race.table import (
    RacePlay,
    abilities,
    component,
    components,
    discard_from_hand,
    discard_from_tableau,
    draw,
    put_good,
    spend_good,
)
from services.race.vocabulary import DiscardForGoodWhenPlaced, TemporaryMilitary

CONQUER, PAY = "conquer", "pay"

Paid: TypeAlias = tuple[str, tuple[Number, ...], bool]
"""How a world was won, conquered or paid for, with which cards, and whether a good was bought for it."""


def settle(play: RacePlay) -> Flow[None]:
    """All choose a world in secret and show it together (R7.1)."""
    choices = [(seat, options) for seat in range(play.seats) if (options := _options(play, seat))]
    if choices:
        yield from together(play, [choose_card(play, seat, "settle.place", options) for seat, options in choices])
    if show_cards(play):
        play.state.step = Step.SETTLE_PAY
    else:
        next_phase(play)


def settle_pay(play: RacePlay) -> Flow[None]:
    """All pay or conquer; the worlds are placed, windfalls get their goods, then the bonuses come (R7.2-R7.9)."""
    settlers = [seat for seat, empire in enumerate(play.state.empires) if empire.placing != NO_CARD]
    paid = yield from together(play, [_acquire(play, seat) for seat in settlers])
    ables = [abilities(play, seat) for seat in settlers]
    for seat, (means, cards, with_good) in zip(settlers, paid, strict=True):
        world = to_tableau(play, seat)
        if means == CONQUER:
            play.tell("conquered", seat, card=component(play, world), defense=play.pack.cards[world].cost)
        else:
            private = {seat: {"paid": components(play, cards)}} if cards else {}
            play.tell("settled", seat, card=component(play, world), cost=len(cards), private=private)
        if with_good or play.pack.cards[world].production == "windfall":
            put_good(play, seat, world)
    for seat, able in zip(settlers, ables, strict=True):
        if len(play.state.empires[seat].fresh) == 1 and has_bonus(play.state, seat):
            draw(play, seat, 1, "settle_bonus")
        draw(play, seat, able.settle_after, "settle")
    if any(able.extra_worlds for able in ables) and any(_extra_powers(play, seat) for seat in settlers):
        play.state.step = Step.SETTLE_EXTRA
    else:
        next_phase(play)


def settle_extra(play: RacePlay) -> Flow[None]:
    """Who placed a world and has a power for one more chooses that one (R7.11, R7.12)."""
    seats = [seat for seat in range(play.seats) if _extra_powers(play, seat)]
    choices = [(seat, options) for seat in seats if (options := _options(play, seat))]
    for seat in seats:
        play.state.empires[seat].extra.append(_extra_powers(play, seat)[0])
    if choices:
        yield from together(play, [choose_card(play, seat, "settle.extra", options) for seat, options in choices])
    if show_cards(play):
        play.state.step = Step.SETTLE_PAY
    else:
        next_phase(play)


def _extra_powers(play: RacePlay, seat: int) -> list[Number]:
    """Cards with a power for one more world, neither used nor declined in this phase."""
    empire = play.state.empires[seat]
    if not empire.fresh:
        return []
    return [number for number, _ in abilities(play, seat).extra_worlds if number not in empire.extra]


def _options(play: RacePlay, seat: int) -> tuple[Number, ...]:
    """Hand cards that could be placed."""
    empire, cards = play.state.empires[seat], play.pack.cards
    able = abilities(play, seat)
    reach_of = able.reach
    spare = len(empire.hand) - 1
    held = held_designs(play, empire, able)
    options = []
    for number in empire.hand:
        card = cards[number]
        if card.kind == "world" and card not in held:
            reach = reach_of(card)
            if _can_conquer(play, empire, reach, spare) or _can_pay(reach, spare):
                options.append(number)
    return tuple(options)


def _can_pay(reach: Reach, spare: int) -> bool:
    return reach.price is not None and (reach.price <= spare or bool(reach.free))


def _can_conquer(play: RacePlay, empire: Empire, reach: Reach, spare: int) -> bool:
    """Whether military is enough, with all temporary military that goods and `spare` hand cards can buy (R7.3)."""
    if reach.gap is None:
        return False
    gap = reach.gap - empire.temporary - reach.sure
    if gap <= 0 or not reach.temporary:
        return gap <= 0
    return gap <= _for_cards(empire, reach.temporary, spare) + _for_goods(play, empire, reach.temporary)


def _for_cards(empire: Empire, temporary: Iterable[tuple[Number, TemporaryMilitary]], spare: int) -> int:
    """The most military that so many hand cards buy."""
    worth = [
        power.amount
        for number, power in temporary
        if power.cost == "hand_card"
        for _ in range(power.uses - empire.spent.get(number, 0))
    ]
    return sum(sorted(worth, reverse=True)[:spare])


def _spendable(play: RacePlay, empire: Empire, good: str | None) -> list[Number]:
    """Own worlds with a good of a kind; goods of worlds placed in this phase do not help in it (R7.12)."""
    cards = play.pack.cards
    return [
        world
        for world in empire.tableau
        if world in empire.goods and cards[world].good == good and world not in empire.fresh
    ]


def _for_goods(play: RacePlay, empire: Empire, temporary: Iterable[tuple[Number, TemporaryMilitary]]) -> int:
    """The most military that own goods buy."""
    by_good: dict[str | None, list[int]] = {}
    for number, power in temporary:
        if power.cost == "good" and not empire.spent.get(number, 0):
            by_good.setdefault(power.good, []).append(power.amount)
    return sum(
        sum(sorted(amounts, reverse=True)[: len(_spendable(play, empire, good))]) for good, amounts in by_good.items()
    )


def _acquire(play: RacePlay, seat: int) -> Flow[Paid]:
    """Conquer the shown world or pay for it, as its owner likes where both can be done (R7.4)."""
    empire = play.state.empires[seat]
    world = empire.placing
    reach = abilities(play, seat).reach(play.pack.cards[world])
    spare = len(empire.hand)
    force, money = _can_conquer(play, empire, reach, spare), _can_pay(reach, spare)
    means = CONQUER if force else PAY
    if force and money:
        (means,) = yield Prompt(seat, "settle.means", (CONQUER, PAY), subject=world)
    cards: tuple[Number, ...] = ()
    if means == CONQUER:
        yield from _conquer(play, seat, world, reach)
    else:
        cards = yield from _pay(play, seat, world, reach)
    with_good = yield from _discard_for_good(play, seat, world)
    return means, cards, with_good


def _discard_for_good(play: RacePlay, seat: int, world: Number) -> Flow[bool]:
    """Some worlds get a good on placement for a hand card, before all other bonuses (R7.9)."""
    hand = tuple(play.state.empires[seat].hand)
    powers = play.pack.cards[world].powers
    if not hand or not any(isinstance(power, DiscardForGoodWhenPlaced) for power in powers):
        return False
    cards = yield Prompt(seat, "settle.discard_for_good", hand, 0, 1, default=(), subject=world)
    discard_from_hand(play, seat, cards)
    return bool(cards)


def _conquer(play: RacePlay, seat: int, world: Number, reach: Reach) -> Flow[None]:
    """Reach the defence, with temporary military where permanent military is not enough (R7.3, R7.5)."""
    empire = play.state.empires[seat]
    gap = (reach.gap or 0) - empire.temporary
    if gap <= 0:
        return
    powers = {
        number: power
        for number, power in reach.temporary
        if power.uses > empire.spent.get(number, 0) and (power.cost != "good" or _spendable(play, empire, power.good))
    }

    def enough(picks: Picks) -> None:
        chosen = [(int(pick), powers[int(pick)]) for pick in picks]
        spent = Counter(power.good for _, power in chosen if power.cost == "good")
        if any(count > len(_spendable(play, empire, good)) for good, count in spent.items()):
            raise ChoiceRefused("there are not goods enough for all these powers", "R7.5")
        gained = sum(power.amount for _, power in chosen if power.cost != "hand_card")
        gained += _for_cards(empire, chosen, len(empire.hand))
        if gained < gap:
            raise ChoiceRefused(f"{gap - gained} more military is needed", "R7.3")

    options = tuple(powers)
    rule = enough if len(options) > 1 else None
    default = _all_usable(play, empire, powers)
    picks = yield Prompt(seat, "settle.temporary", options, 1, len(options), default=default, rule=rule, subject=world)
    missing = gap
    for card in sorted(picks, key=lambda card: powers[card].cost == "hand_card"):
        if powers[card].cost == "hand_card":
            later = [(other, powers[other]) for other in picks[picks.index(card) + 1 :]]
            missing -= yield from _buy_military(play, seat, (card, powers[card]), later, missing)
            continue
        if powers[card].cost == "good":
            worlds = tuple(_spendable(play, empire, powers[card].good))
            (spent,) = yield Prompt(seat, "settle.temporary_good", worlds, subject=card)
            spend_good(play, seat, spent)
            empire.spent[card] = 1
        else:
            discard_from_tableau(play, seat, card)
        missing -= _boost(play, seat, card, powers[card], powers[card].amount)


def _all_usable(play: RacePlay, empire: Empire, powers: Mapping[Number, TemporaryMilitary]) -> tuple[Number, ...]:
    """All powers, of those that cost a good only the strongest for which there are goods."""
    usable: list[Number] = []
    spent: Counter[str | None] = Counter()
    for number in sorted(powers, key=lambda number: -powers[number].amount):
        power = powers[number]
        if power.cost == "good":
            spent[power.good] += 1
            if spent[power.good] > len(_spendable(play, empire, power.good)):
                continue
        usable.append(number)
    return tuple(usable)


def _buy_military(
    play: RacePlay,
    seat: int,
    source: tuple[Number, TemporaryMilitary],
    others: list[tuple[Number, TemporaryMilitary]],
    gap: int,
) -> Flow[int]:
    """Discard hand cards for military: as few as leave the gap to the powers that come after it (R7.5)."""
    empire = play.state.empires[seat]
    number, power = source
    most = min(power.uses - empire.spent.get(number, 0), len(empire.hand))
    least = min(1, most)
    while least < most and least * power.amount + _for_cards(empire, others, len(empire.hand) - least) < gap:
        least += 1
    cards = yield Prompt(seat, "settle.temporary_cards", tuple(empire.hand), least, most, subject=number)
    discard_from_hand(play, seat, cards)
    empire.spent[number] = empire.spent.get(number, 0) + len(cards)
    return _boost(play, seat, number, power, power.amount * len(cards))


def _boost(play: RacePlay, seat: int, card: Number, power: TemporaryMilitary, amount: int) -> int:
    """Add military until the end of the phase; what counts against some worlds only helps but once (R7.6)."""
    if power.when is None:
        play.state.empires[seat].temporary += amount
    play.tell("boosted", seat, card=component(play, card), military=amount)
    return amount


def _pay(play: RacePlay, seat: int, world: Number, reach: Reach) -> Flow[tuple[Number, ...]]:
    """Pay the price, or discard a card to have the world for nothing (R7.2, R7.7)."""
    price = reach.price or 0
    if reach.free:
        needed = price > len(play.state.empires[seat].hand)
        picks = yield Prompt(seat, "settle.discount", reach.free, int(needed), 1, subject=world)
        if picks:
            discard_from_tableau(play, seat, picks[0])
            play.tell("freed", seat, card=component(play, picks[0]))
            price = 0
    cards = yield from pay(play, seat, "settle.pay", price)
    return cards
