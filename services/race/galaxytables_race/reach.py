"""Computes how a seat can get a card: its price, or the military that is still missing (R6.3, R7.2-R7.7).

Both follow from the seat's abilities.
"""

from galaxytables_race.abilities import Abilities, Reach
from galaxytables_race.components.cards import Card, CardNumber
from galaxytables_race.components.filters import GOODS, Filter
from galaxytables_race.components.vocabulary import TemporaryMilitary


def development_price(able: Abilities, card: Card) -> int:
    """Return the price of a development with all fitting discounts; it may be below 0."""
    prices, name = able.prices, card.id
    price = prices.get(name)
    if price is None:
        price = prices[name] = card.cost - _fitting(able.develop_discounts, card)
    return price


def strength_against(able: Abilities, card: Card) -> int:
    """Return the permanent military that counts against a world: general plus specialised (R1.10).

    If the world is of variable kind, it counts as the kind against which this military is greatest.
    """
    if card.good == "any":
        return max([strength_against(able, card.as_kind(kind)) for kind in GOODS])
    return able.military + _fitting(able.specialised, card)


def temporary_against(able: Abilities, card: Card) -> tuple[tuple[CardNumber, TemporaryMilitary], ...]:
    """Return the temporary powers that count against a military world (R7.5)."""
    temporary = able.temporary
    if not temporary:
        return temporary
    return tuple([each for each in temporary if each[1].when is None or each[1].when.fits(card)])


def reach_of(able: Abilities, card: Card) -> Reach:
    """Return the price of a world, and the missing military, for the owner of these abilities (R7.2-R7.7)."""
    reaches, name = able.reaches, card.id
    reach = reaches.get(name)
    if reach is None:
        reach = reaches[name] = _reach(able, card)
    return reach


def _reach(able: Abilities, card: Card) -> Reach:
    price: int | None = None
    military = card.military
    if not military:
        price = max(0, card.cost - _fitting(able.world_discounts, card))
    elif not card.xeno:
        fitting = [power.discount for power in able.pay_for_military if power.when.fits(card)]
        if fitting:
            discount = max(fitting) + able.military_discount + _fitting(able.world_discounts, card)
            price = max(0, card.cost - discount)
    free = tuple([number for number, power in able.free_worlds if card.good != power.exclude_good]) if price else ()
    if military:
        return _conquest(able, card, card.cost, price, free)
    disguises = [
        (number, _conquest(able, card.as_military, card.cost - power.defense_reduction, None, ()))
        for number, power in able.disguises
    ]
    return Reach(price, None, 0, (), free, tuple(disguises))


def _conquest(able: Abilities, card: Card, defense: int, price: int | None, free: tuple[CardNumber, ...]) -> Reach:
    """Return what it takes to conquer a military world of that defense; price and free as in `Reach`."""
    temporary = temporary_against(able, card)
    sure = sum([power.amount for _, power in temporary if power.cost == "discard_self"]) if temporary else 0
    return Reach(price, defense - strength_against(able, card), sure, temporary, free, defense=defense)


def _fitting(amounts: tuple[tuple[Filter | None, int], ...] | tuple[tuple[Filter, int], ...], card: Card) -> int:
    total = 0
    for filter_, amount in amounts:
        if filter_ is None or filter_.fits(card):
            total += amount
    return total
