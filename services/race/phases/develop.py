"""Develop: each may place one development from hand for its cost (R6)."""

from collections.abc import Callable

from services.kit.flow import Flow, together
from services.kit.reason import Reason
from services.race.cards import NO_CARD, Number
from services.race.phases.agenda import DEVELOP_2
from services.race.phases.bonuses import bonus_discount
from services.race.phases.placing import (
    choose_card,
    discard_owed,
    held_designs,
    pay_cards,
    prestige_after,
    prestige_for_icon,
    show_cards,
    to_tableau,
)
from services.race.phases.running import placer, placers
from services.race.phases.savings import most_saved, save, savings
from services.race.phases.state import Developing, Placer
from services.race.reasons import NOT_A_DEVELOPMENT, ONE_OF_EACH, barred, too_dear
from services.race.table import RacePlay, abilities, component, components, draw

_TOO_DEAR = Reason("too_dear", "R4.3")


def begin(play: RacePlay, card: str) -> Developing:
    """What Develop needs, by the action card for which it is held."""
    return Developing(card == DEVELOP_2, [Placer() for _ in range(play.seats)])


def draw_first(play: RacePlay) -> None:
    """Powers of the phase's start draw (R6.1)."""
    for seat, own in placers(play):
        able = abilities(play, seat)
        cards = able.develop_draw + sum(drawn for drawn, _ in able.brink.develop_draws)
        if cards:
            draw(play, seat, cards, "develop")
        own.owed = sum(discarded for _, discarded in able.brink.develop_draws)


def discard(play: RacePlay) -> Flow[None]:
    """Who drew by powers that discard afterwards does so (R6.1)."""
    yield from discard_owed(play, "develop.discard")


def choose(play: RacePlay) -> Flow[None]:
    """All choose a development in secret (R6.2)."""
    choices = [(seat, options) for seat in range(play.seats) if (options := _options(play, seat))]
    if choices:
        yield from together(play, [_choose(play, seat, options) for seat, options in choices])


def show(play: RacePlay) -> None:
    """The developments are shown together (R6.2)."""
    show_cards(play)


def pay(play: RacePlay) -> Flow[None]:
    """All pay; the developments are placed and bring their draws (R6.3-R6.5)."""
    builders = [seat for seat, own in placers(play) if own.placing != NO_CARD]
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


def _pay(play: RacePlay, seat: int) -> Flow[tuple[Number, ...]]:
    """Pay the price, less what powers take off that are used for it (R6.4)."""
    price = price_to_develop(play, seat, placer(play, seat).placing)
    price = yield from save(play, seat, "develop", price)
    cards = yield from pay_cards(play, seat, "develop.pay", price)
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
    held = held_designs(play, seat, able)

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
        saved += most_saved(play, seat, savings(play, seat, "develop"))
    return saved


def _told(play: RacePlay, seat: int, number: Number) -> Reason | None:
    """Why a hand card cannot be placed, with its price and what there is to pay it with."""
    reason = _why_not(play, seat)(number)
    if reason is not _TOO_DEAR:
        return reason
    price = abilities(play, seat).development_price(play.pack.cards[number]) - _saved(play, seat)
    return too_dear(price, len(play.state.empires[seat].hand) - 1)
