"""Develop: each may place one development from hand for its cost (R6)."""

from services.kit.errors import ChoiceRefused
from services.kit.flow import Flow, together
from services.kit.prompt import Pick, Picks, Prompt
from services.race.cards import Number
from services.race.orb.setting_up import await_ships
from services.race.orb.tokens import development_discounts, spend_token, token_of, token_pick
from services.race.phases.agenda import has_bonus, next_phase
from services.race.phases.placing import choose_card, held_designs, pay, show_cards, to_tableau
from services.race.state import NO_CARD, Step
from services.race.table import RacePlay, abilities, component, components, discard_from_tableau, draw


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
    paid = yield from together(play, [_pay(play, seat) for seat in builders])
    draws = [abilities(play, seat).develop_after for seat in builders]
    for seat, cards in zip(builders, paid, strict=True):
        card = component(play, to_tableau(play, seat))
        private = {seat: {"paid": components(play, cards)}} if cards else {}
        play.tell("developed", seat, card=card, cost=len(cards), private=private)
    for seat, count in zip(builders, draws, strict=True):
        draw(play, seat, count, "develop")
    if not await_ships(play):
        next_phase(play)


def _pay(play: RacePlay, seat: int) -> Flow[tuple[Number, ...]]:
    """Pay the price, less what powers take off that are used for it (R6.4)."""
    price = _price(play, seat, play.state.empires[seat].placing)
    if price and _savings(play, seat):
        price = yield from _save(play, seat, price)
    cards = yield from pay(play, seat, "develop.pay", price)
    return cards


def _save(play: RacePlay, seat: int, price: int) -> Flow[int]:
    """Discard cards of the tableau, or use artifacts, to pay less; give the price that is left (R6.4, R20.34)."""
    empire = play.state.empires[seat]
    savings = _savings(play, seat)
    short = price - len(empire.hand)

    def enough(picks: Picks) -> None:
        saved = sum(savings[pick] for pick in picks)
        if saved < short:
            raise ChoiceRefused(f"{short - saved} cards are missing to pay the rest", "R6.4")

    options = tuple(savings)
    rule = enough if len(options) > 1 else None
    default, least = (options, 1) if short > 0 else ((), 0)
    kind = "develop.discount"
    picks = yield Prompt(seat, kind, options, least, len(options), default=default, rule=rule, subject=empire.placing)
    for pick in picks:
        token = token_of(pick)
        if token is None:
            discard_from_tableau(play, seat, pick)
            play.tell("saved", seat, card=component(play, pick), amount=savings[pick])
        else:
            spend_token(play, seat, token)
    return max(0, price - sum(savings[pick] for pick in picks))


def _savings(play: RacePlay, seat: int) -> dict[Pick, int]:
    """What each card of the tableau and each artifact takes off the price if it is given up."""
    savings: dict[Pick, int] = {number: power.amount for number, power in abilities(play, seat).develop_savings}
    artifacts = development_discounts(play.pack, play.state.empires[seat])
    return savings | {token_pick(token): amount for token, amount in artifacts.items()}


def _price(play: RacePlay, seat: int, card: Number) -> int:
    price = abilities(play, seat).development_price(play.pack.cards[card])
    return max(0, price - has_bonus(play.state, seat))


def _options(play: RacePlay, seat: int) -> tuple[Number, ...]:
    """Hand cards that could be placed."""
    empire, cards = play.state.empires[seat], play.pack.cards
    able = abilities(play, seat)
    price_of = able.development_price
    spare = len(empire.hand) - 1 + has_bonus(play.state, seat)
    if able.develop_savings or empire.artifacts:
        spare += sum(_savings(play, seat).values())
    held = held_designs(play, empire, able)
    options = []
    for number in empire.hand:
        card = cards[number]
        if card.kind == "development" and card not in held and price_of(card) <= spare:
            options.append(number)
    return tuple(options)
