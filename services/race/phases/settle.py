"""Settle: each may place one world from hand, paid for or conquered (R7)."""

from typing import TypeAlias

from services.kit.errors import ChoiceRefused
from services.kit.flow import Flow, together
from services.kit.prompt import Picks, Prompt
from services.race.abilities import Reach
from services.race.cards import Number
from services.race.phases.agenda import has_bonus, next_phase
from services.race.phases.placing import choose_card, held_designs, pay, show_cards, to_tableau
from services.race.state import NO_CARD, Step
from services.race.table import RacePlay, abilities, component, components, discard_from_tableau, draw, put_good

CONQUER, PAY = "conquer", "pay"

Paid: TypeAlias = tuple[str, tuple[Number, ...]]
"""How a world was won, conquered or paid for, and with which cards."""


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
    for seat, (means, cards) in zip(settlers, paid, strict=True):
        world = to_tableau(play, seat)
        if means == CONQUER:
            play.tell("conquered", seat, card=component(play, world), defense=play.pack.cards[world].cost)
        else:
            private = {seat: {"paid": components(play, cards)}} if cards else {}
            play.tell("settled", seat, card=component(play, world), cost=len(cards), private=private)
        if play.pack.cards[world].production == "windfall":
            put_good(play, seat, world)
    for seat in settlers:
        if has_bonus(play.state, seat):
            draw(play, seat, 1, "settle_bonus")
        draw(play, seat, abilities(play, seat).settle_after, "settle")
    next_phase(play)


def _options(play: RacePlay, seat: int) -> tuple[Number, ...]:
    """Hand cards that could be placed."""
    empire, cards = play.state.empires[seat], play.pack.cards
    reach_of = abilities(play, seat).reach
    spare = len(empire.hand) - 1
    held = held_designs(play, empire)
    options = []
    for number in empire.hand:
        card = cards[number]
        if card.kind == "world" and card not in held:
            reach = reach_of(card)
            if reach.by_force or _can_pay(reach, spare):
                options.append(number)
    return tuple(options)


def _means(reach: Reach, spare: int) -> tuple[str, ...]:
    """The ways in which a world can be had, with `spare` hand cards to pay."""
    means = (CONQUER,) if reach.by_force else ()
    return (*means, PAY) if _can_pay(reach, spare) else means


def _can_pay(reach: Reach, spare: int) -> bool:
    return reach.price is not None and (reach.price <= spare or bool(reach.free))


def _acquire(play: RacePlay, seat: int) -> Flow[Paid]:
    """Conquer the shown world or pay for it, as its owner likes where both can be done (R7.4)."""
    empire = play.state.empires[seat]
    world = empire.placing
    reach = abilities(play, seat).reach(play.pack.cards[world])
    means = _means(reach, len(empire.hand))
    if len(means) > 1:
        means = yield Prompt(seat, "settle.means", means, subject=world)
    if means[0] == CONQUER:
        yield from _conquer(play, seat, world, reach)
        return CONQUER, ()
    cards = yield from _pay(play, seat, world, reach)
    return PAY, cards


def _conquer(play: RacePlay, seat: int, world: Number, reach: Reach) -> Flow[None]:
    """Reach the defence, with temporary military where permanent military is not enough (R7.3, R7.5)."""
    gap = reach.gap or 0
    if gap <= 0:
        return
    amounts = {number: power.amount for number, power in reach.temporary}

    def enough(picks: Picks) -> None:
        gained = sum(amounts[int(pick)] for pick in picks)
        if gained < gap:
            raise ChoiceRefused(f"{gap - gained} more military is needed", "R7.3")

    options = tuple(amounts)
    rule = enough if len(options) > 1 else None
    picks = yield Prompt(seat, "settle.temporary", options, 1, len(options), default=options, rule=rule, subject=world)
    for card in picks:
        discard_from_tableau(play, seat, card)
        play.tell("boosted", seat, card=component(play, card), military=amounts[card])


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
