"""The Develop phase: each seat may place one development from hand for its cost (R6)."""

from functools import partial

from galaxytables_kit import Flow, Noted, Reason, Seat, seated, together
from galaxytables_race.abilities import Abilities
from galaxytables_race.components.cards import NO_CARD, CardNumber
from galaxytables_race.phases.bonuses import bonus_discount
from galaxytables_race.phases.placing import (
    choose_card,
    discard_owed,
    held_designs,
    pay_cards,
    prestige_after,
    prestige_for_icon,
    show_cards,
    to_tableau,
)
from galaxytables_race.phases.savings import max_saved, save, savings
from galaxytables_race.reach import development_price
from galaxytables_race.reasons import NOT_A_DEVELOPMENT, ONE_OF_EACH, too_dear
from galaxytables_race.state.phases import Developing, Placer
from galaxytables_race.table import RacePlay, abilities, all_abilities, component, components, draw, who
from galaxytables_race.table.agenda import DEVELOP_2
from galaxytables_race.table.running import placer, placers


def begin(play: RacePlay, card: str) -> Developing:
    """Return the state with which Develop begins; `card` is the action card that brought the phase about."""
    return Developing(card == DEVELOP_2, [Placer() for _ in range(play.seats)])


def draw_first(play: RacePlay) -> None:
    """Each seat draws the cards that its powers give at the start of the phase (R6.1)."""
    for seat in who(play, _draws_first):
        able = abilities(play, seat)
        draw(play, seat, able.develop_draw + sum(drawn for drawn, _ in able.develop_draws), "develop")
        placer(play, seat).owed = sum(discarded for _, discarded in able.develop_draws)


def _draws_first(able: Abilities) -> bool:
    return bool(able.develop_draw or able.develop_draws)


def discard(play: RacePlay) -> Flow[None]:
    """Each seat that drew by a power "draw, then discard" now discards (R6.1)."""
    yield from discard_owed(play, "develop.discard")


def choose(play: RacePlay) -> Flow[None]:
    """All choose a development from hand in secret (R6.2)."""
    choices = []
    for seat, able in seated(all_abilities(play)):
        options = _placeable(play, seat, able)
        if options:
            choices.append((seat, able, options))
    if choices:
        yield from together(play, [_choose(play, *choice) for choice in choices])


def show(play: RacePlay) -> None:
    """The chosen developments are shown together (R6.2)."""
    show_cards(play)


def pay(play: RacePlay) -> Flow[None]:
    """All pay for their developments, which are placed; then powers give the draws for placing (R6.3-R6.5)."""
    builders = [seat for seat, own in placers(play) if own.placing != NO_CARD]
    paid = yield from together(play, [_pay(play, seat) for seat in builders])
    ables = all_abilities(play)
    for seat, cards in zip(builders, paid, strict=True):
        number = to_tableau(play, seat)
        private = {seat: {"paid": components(play, cards)}} if cards else {}
        play.tell("developed", seat, card=component(play, number), cost=len(cards), private=private)
        prestige_for_icon(play, seat, number)
        prestige_after(play, seat, ables[seat], number, "develop")
    for seat in builders:
        draw(play, seat, ables[seat].develop_after, "develop")


def _pay(play: RacePlay, seat: Seat) -> Flow[tuple[CardNumber, ...]]:
    """Pay the price, less the discounts of powers used for it (R6.4). Return the cards paid."""
    able = abilities(play, seat)
    price = price_to_develop(play, seat, able, placer(play, seat).placing)
    price = yield from save(play, seat, able, "develop", price)
    cards = yield from pay_cards(play, seat, "develop.pay", price)
    return cards


def price_to_develop(play: RacePlay, seat: Seat, able: Abilities, card: CardNumber) -> int:
    """Return the number of hand cards that a development costs a seat, without optional discounts (R6.3)."""
    return max(0, development_price(able, play.pack.cards[card]) - bonus_discount(play.state, seat))


def _choose(play: RacePlay, seat: Seat, able: Abilities, options: tuple[CardNumber, ...]) -> Flow[None]:
    return choose_card(play, seat, "develop.place", options, Noted(partial(_placeable, play, seat, able)))


def _placeable(
    play: RacePlay, seat: Seat, able: Abilities, barred: dict[CardNumber, Reason] | None = None
) -> tuple[CardNumber, ...]:
    """Return hand cards that could be placed (R4.3, R4.5, R6.2); add the reasons for the others to `barred`."""
    empire, cards = play.state.empires[seat], play.pack.cards
    spare, saved = len(empire.hand) - 1, _saved(play, seat, able)
    held = held_designs(play, seat, able)
    offered = []
    for number in empire.hand:
        card = cards[number]
        if card.kind == "development" and card not in held:
            price = development_price(able, card) - saved
            if price <= spare:
                offered.append(number)
            elif barred is not None:
                barred[number] = too_dear(price, spare)
        elif barred is not None:
            barred[number] = ONE_OF_EACH if card.kind == "development" else NOT_A_DEVELOPMENT
    return tuple(offered)


def _saved(play: RacePlay, seat: Seat, able: Abilities) -> int:
    """Return the greatest discount that the bonus and powers can give on a development."""
    saved = bonus_discount(play.state, seat)
    if able.develop_savings or able.savings or play.state.empires[seat].artifacts:
        saved += max_saved(play, seat, savings(play, seat, able, "develop"))
    return saved
