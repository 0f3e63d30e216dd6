"""Develop: each may place one development from hand for its cost (R6)."""

from collections.abc import Callable

from services.kit.flow import Flow, together
from services.kit.reason import Reason
from services.race.cards import Number
from services.race.orb.setting_up import await_ships
from services.race.phases.agenda import bonus_discount, next_phase
from services.race.phases.placing import (
    choose_card,
    discard_owed,
    held_designs,
    pay,
    prestige_after,
    prestige_for_icon,
    show_cards,
    to_tableau,
)
from services.race.phases.savings import most_saved, save, savings
from services.race.reasons import NOT_A_DEVELOPMENT, ONE_OF_EACH, barred, too_dear
from services.race.state import NO_CARD, Step
from services.race.table import RacePlay, abilities, component, components, draw

_TOO_DEAR = Reason("too_dear", "R4.3")


def develop_start(play: RacePlay) -> Flow[None]:
    """Powers of the phase's start draw (R6.1)."""
    for seat, empire in enumerate(play.state.empires):
        able = abilities(play, seat)
        cards = able.develop_draw + sum(drawn for drawn, _ in able.brink.develop_draws)
        if cards:
            draw(play, seat, cards, "develop")
        empire.owed = sum(discarded for _, discarded in able.brink.develop_draws)
    play.state.step = Step.DEVELOP_DISCARD if any(empire.owed for empire in play.state.empires) else Step.DEVELOP
    yield from ()


def develop_discard(play: RacePlay) -> Flow[None]:
    """Who drew by powers that discard afterwards does so (R6.1)."""
    yield from discard_owed(play, "develop.discard")
    play.state.step = Step.DEVELOP


def develop(play: RacePlay) -> Flow[None]:
    """All choose a development in secret and show it together (R6.2)."""
    choices = [(seat, options) for seat in range(play.seats) if (options := _options(play, seat))]
    if choices:
        yield from together(play, [_choose(play, seat, options) for seat, options in choices])
    if show_cards(play):
        play.state.step = Step.DEVELOP_PAY
    else:
        next_phase(play)


def develop_pay(play: RacePlay) -> Flow[None]:
    """All pay; the developments are placed and bring their draws (R6.3-R6.5)."""
    builders = [seat for seat, empire in enumerate(play.state.empires) if empire.placing != NO_CARD]
    paid = yield from together(play, [_pay(play, seat) for seat in builders])
    ables = [abilities(play, seat) for seat in builders]
    for seat, able, cards in zip(builders, ables, paid, strict=True):
        number = to_tableau(play, seat)
        private = {seat: {"paid": components(play, cards)}} if cards else {}
        play.tell("developed", seat, card=component(play, number), cost=len(cards), private=private)
        prestige_for_icon(play, seat, number)
        prestige_after(play, seat, able, number, "develop")
    for seat, able in zip(builders, ables, strict=True):
        draw(play, seat, able.develop_after, "develop")
    if not await_ships(play):
        next_phase(play)


def _pay(play: RacePlay, seat: int) -> Flow[tuple[Number, ...]]:
    """Pay the price, less what powers take off that are used for it (R6.4)."""
    price = price_to_develop(play, seat, play.state.empires[seat].placing)
    price = yield from save(play, seat, "develop", price)
    cards = yield from pay(play, seat, "develop.pay", price)
    return cards


def price_to_develop(play: RacePlay, seat: int, card: Number) -> int:
    """What a development costs before powers that are used for it (R6.3)."""
    price = abilities(play, seat).development_price(play.pack.cards[card])
    return max(0, price - bonus_discount(play.state, seat))


def _choose(play: RacePlay, seat: int, options: tuple[Number, ...]) -> Flow[None]:
    reasons = barred(lambda: play.state.empires[seat].hand, lambda card: _told(play, seat, card))
    return choose_card(play, seat, "develop.place", options, reasons)


def _options(play: RacePlay, seat: int) -> tuple[Number, ...]:
    """Hand cards that could be placed."""
    why_not = _why_not(play, seat)
    return tuple([number for number in play.state.empires[seat].hand if why_not(number) is None])


def _why_not(play: RacePlay, seat: int) -> Callable[[Number], Reason | None]:
    """What says why a hand card cannot be placed (R4.3, R4.5, R6.2)."""
    empire, cards = play.state.empires[seat], play.pack.cards
    able = abilities(play, seat)
    price_of = able.development_price
    spare = len(empire.hand) - 1 + _saved(play, seat)
    held = held_designs(play, empire, able)

    def why_not(number: Number) -> Reason | None:
        card = cards[number]
        if card.kind != "development":
            return NOT_A_DEVELOPMENT
        if card in held:
            return ONE_OF_EACH
        return None if price_of(card) <= spare else _TOO_DEAR

    return why_not


def _saved(play: RacePlay, seat: int) -> int:
    """What the bonus and powers can take off the price of a development at most."""
    saved, able, empire = bonus_discount(play.state, seat), abilities(play, seat), play.state.empires[seat]
    if able.develop_savings or able.brink.savings or empire.artifacts:
        saved += most_saved(play, empire, savings(play, seat, "develop"))
    return saved


def _told(play: RacePlay, seat: int, number: Number) -> Reason | None:
    """Why a hand card cannot be placed, with its price and what there is to pay it with."""
    reason = _why_not(play, seat)(number)
    if reason is not _TOO_DEAR:
        return reason
    price = abilities(play, seat).development_price(play.pack.cards[number]) - _saved(play, seat)
    return too_dear(price, len(play.state.empires[seat].hand) - 1)
