"""Settle: each may place one world from hand, paid for or conquered (R7)."""

from msgspec import Struct

from services.kit.flow import Flow, together
from services.kit.prompt import Pick, Prompt
from services.race.abilities import Reach
from services.race.cards import Number
from services.race.phases.agenda import has_bonus, next_phase
from services.race.phases.military import can_conquer, conquer
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
)
from services.race.vocabulary import DiscardForGoodWhenPlaced

CONQUER, PAY = "conquer", "pay"


class Won(Struct, frozen=True, gc=False):
    """How a world was won: by which means, against which defense or for which cards, and with a good bought for it."""

    means: Pick
    defense: int
    paid: tuple[Number, ...]
    with_good: bool


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
    wins = yield from together(play, [_acquire(play, seat) for seat in settlers])
    ables = [abilities(play, seat) for seat in settlers]
    for seat, won in zip(settlers, wins, strict=True):
        world = to_tableau(play, seat)
        if won.means == PAY:
            private = {seat: {"paid": components(play, won.paid)}} if won.paid else {}
            play.tell("settled", seat, card=component(play, world), cost=len(won.paid), private=private)
        else:
            play.tell("conquered", seat, card=component(play, world), defense=won.defense)
        if won.with_good or play.pack.cards[world].production == "windfall":
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
        if card.kind == "world" and card not in held and _can_win(play, empire, reach_of(card), spare):
            options.append(number)
    return tuple(options)


def _can_pay(reach: Reach, spare: int) -> bool:
    return reach.price is not None and (reach.price <= spare or bool(reach.free))


def _can_win(play: RacePlay, empire: Empire, reach: Reach, spare: int) -> bool:
    if _can_pay(reach, spare) or can_conquer(play, empire, reach, spare):
        return True
    return any(can_conquer(play, empire, disguised, spare) for _, disguised in reach.disguises)


def _ways(play: RacePlay, empire: Empire, reach: Reach, spare: int) -> tuple[Pick, ...]:
    """The ways to win a world: conquest, payment, cards discarded to conquer a peaceful one (R7.2-R7.4, R7.18)."""
    ways: list[Pick] = [CONQUER] if can_conquer(play, empire, reach, spare) else []
    if _can_pay(reach, spare):
        ways.append(PAY)
    for number, disguised in reach.disguises:
        if can_conquer(play, empire, disguised, spare):
            ways.append(number)
    return tuple(ways)


def _acquire(play: RacePlay, seat: int) -> Flow[Won]:
    """Conquer the shown world or pay for it, as its owner likes where several ways are open (R7.4, R7.18)."""
    empire = play.state.empires[seat]
    world = empire.placing
    card = play.pack.cards[world]
    reach = abilities(play, seat).reach(card)
    ways = _ways(play, empire, reach, len(empire.hand))
    (means,) = yield Prompt(seat, "settle.means", ways, subject=world)
    cards: tuple[Number, ...] = ()
    defense = card.cost
    if means == PAY:
        cards = yield from _pay(play, seat, world, reach)
    elif means == CONQUER:
        yield from conquer(play, seat, world, reach)
    else:
        disguised = dict(reach.disguises)[means]
        discard_from_tableau(play, seat, means)
        play.tell("disguised", seat, card=component(play, means))
        defense = disguised.defense
        yield from conquer(play, seat, world, disguised)
    with_good = yield from _discard_for_good(play, seat, world)
    return Won(means, defense, cards, with_good)


def _discard_for_good(play: RacePlay, seat: int, world: Number) -> Flow[bool]:
    """Some worlds get a good on placement for a hand card, before all other bonuses (R7.9)."""
    hand = tuple(play.state.empires[seat].hand)
    powers = play.pack.cards[world].powers
    if not hand or not any(isinstance(power, DiscardForGoodWhenPlaced) for power in powers):
        return False
    cards = yield Prompt(seat, "settle.discard_for_good", hand, 0, 1, default=(), subject=world)
    discard_from_hand(play, seat, cards)
    return bool(cards)


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
