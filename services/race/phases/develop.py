"""Develop: each may place one development from hand for its cost (R6)."""

from services.kit.flow import Flow, together
from services.race.cards import Number
from services.race.phases.agenda import has_bonus, next_phase
from services.race.phases.placing import choose_card, held_designs, pay, show_cards, to_tableau
from services.race.state import NO_CARD, Step
from services.race.table import RacePlay, abilities, component, components, draw


def develop_start(play: RacePlay) -> Flow[None]:
    """Powers of the phase's start draw (R6.1)."""
    for seat in range(play.seats):
        cards = abilities(play, seat).develop_draw
        if cards:
            draw(play, seat, cards, "develop")
    play.state.step = Step.DEVELOP
    yield from ()


def develop(play: RacePlay) -> Flow[None]:
    """All choose a development in secret and show it together (R6.2)."""
    choices = [(seat, options) for seat in range(play.seats) if (options := _options(play, seat))]
    if choices:
        yield from together(play, [choose_card(play, seat, "develop.place", options) for seat, options in choices])
    if show_cards(play):
        play.state.step = Step.DEVELOP_PAY
    else:
        next_phase(play)


def develop_pay(play: RacePlay) -> Flow[None]:
    """All pay; the developments are placed and bring their draws (R6.3-R6.5)."""
    builders = [seat for seat, empire in enumerate(play.state.empires) if empire.placing != NO_CARD]
    prices = [_price(play, seat, play.state.empires[seat].placing) for seat in builders]
    paid = yield from together(
        play, [pay(play, seat, "develop.pay", price) for seat, price in zip(builders, prices, strict=True)]
    )
    draws = [abilities(play, seat).develop_after for seat in builders]
    for seat, cards in zip(builders, paid, strict=True):
        card = component(play, to_tableau(play, seat))
        private = {seat: {"paid": components(play, cards)}} if cards else {}
        play.tell("developed", seat, card=card, cost=len(cards), private=private)
    for seat, count in zip(builders, draws, strict=True):
        draw(play, seat, count, "develop")
    next_phase(play)


def _price(play: RacePlay, seat: int, card: Number) -> int:
    price = abilities(play, seat).development_price(play.pack.cards[card])
    return max(0, price - has_bonus(play.state, seat))


def _options(play: RacePlay, seat: int) -> tuple[Number, ...]:
    """Hand cards that could be placed."""
    empire, cards = play.state.empires[seat], play.pack.cards
    able = abilities(play, seat)
    price_of = able.development_price
    spare = len(empire.hand) - 1 + has_bonus(play.state, seat)
    held = held_designs(play, empire, able)
    options = []
    for number in empire.hand:
        card = cards[number]
        if card.kind == "development" and card not in held and price_of(card) <= spare:
            options.append(number)
    return tuple(options)
