"""Damaged worlds and the ways to repair them in the Produce phase (R22.28-R22.32)."""

from galaxytables_kit import Reason, Seat
from galaxytables_race.table import RacePlay, abilities
from galaxytables_race.table.agenda import PRODUCE_REPAIR
from galaxytables_race.table.running import producer

FOR_CARDS = "repair_cards"
FOR_GOOD = "repair_good"


_USED = Reason("used", "R22.28")
_NOT_CHOSEN = Reason("action_not_chosen", "R22.28")
_TOO_FEW_CARDS = Reason("too_few_cards", "R22.28")
_NO_GOOD = Reason("no_good", "R22.28")


def open_ways(play: RacePlay, seat: Seat) -> tuple[int | str, ...]:
    """Return the ways of repair that a seat can use now: an action, a card with the power, hand cards, a good.

    Each way works once in a Produce phase, and none works if no world is damaged.
    """
    if not play.state.empires[seat].damaged:
        return ()
    return tuple([way for way in ways_of(play, seat) if why_no_way(play, seat, way) is None])


def ways_of(play: RacePlay, seat: Seat) -> list[int | str]:
    """Return the ways of repair that a seat has, even those that it cannot use now."""
    cards = [card for card, _ in abilities(play, seat).front.repairs]
    return [PRODUCE_REPAIR, *cards, FOR_CARDS, FOR_GOOD]


def why_no_way(play: RacePlay, seat: Seat, way: int | str) -> Reason | None:
    """Return the reason why a seat cannot use a way of repair now; None if it can (R22.28)."""
    empire = play.state.empires[seat]
    if str(way) in producer(play, seat).ways:
        return _USED
    if way == PRODUCE_REPAIR:
        return None if PRODUCE_REPAIR in empire.actions else _NOT_CHOSEN
    if way == FOR_CARDS:
        return None if len(empire.hand) >= play.pack.invasion.repair_cards else _TOO_FEW_CARDS
    if way == FOR_GOOD:
        return None if empire.goods else _NO_GOOD
    return None


def may_repair(play: RacePlay, seat: Seat) -> bool:
    """Return whether to ask a seat about repairs.

    A seat is asked if it can repair, but not if it declined before and still has as many hand cards and goods as then.
    """
    ways = open_ways(play, seat)
    if not ways:
        return False
    declined = producer(play, seat).declined
    if declined is None:
        return True
    cards, goods = means(play, seat)
    return (FOR_CARDS in ways and cards > declined[0]) or (FOR_GOOD in ways and goods > declined[1])


def means(play: RacePlay, seat: Seat) -> tuple[int, int]:
    """Return what a seat could pay with: how many hand cards, and how many goods."""
    empire = play.state.empires[seat]
    return len(empire.hand), sum(map(len, empire.goods.values()))
