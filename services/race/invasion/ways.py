"""Damaged worlds and the ways to repair them in the Produce phase (R22.28-R22.32)."""

from services.race.invasion.state import Admiral
from services.race.invasion.track import invasion_of
from services.race.phases.agenda import PRODUCE_REPAIR
from services.race.table import RacePlay, abilities

FOR_CARDS = "repair_cards"
FOR_GOOD = "repair_good"


def open_ways(play: RacePlay, seat: int) -> tuple[int | str, ...]:
    """The ways of repair that a seat can use now: an action, its cards with that power, hand cards, a good.

    Each can be used once in a Produce phase, and only where a world is damaged.
    """
    empire = play.state.empires[seat]
    if not empire.damaged:
        return ()
    ways: list[int | str] = [PRODUCE_REPAIR] if PRODUCE_REPAIR in empire.actions else []
    ways += [card for card, _ in abilities(play, seat).front.repairs]
    if len(empire.hand) >= play.pack.invasion.repair_cards:
        ways.append(FOR_CARDS)
    if empire.goods:
        ways.append(FOR_GOOD)
    used = invasion_of(play).admirals[seat].ways
    return tuple(way for way in ways if str(way) not in used)


def may_repair(play: RacePlay, seat: int) -> bool:
    """Whether to ask a seat: it can repair, and did not decline with as many cards and goods as it has now."""
    ways = open_ways(play, seat)
    declined = invasion_of(play).admirals[seat].declined
    if not ways or declined is None:
        return bool(ways)
    cards, goods = means(play, seat)
    return (FOR_CARDS in ways and cards > declined[0]) or (FOR_GOOD in ways and goods > declined[1])


def means(play: RacePlay, seat: int) -> tuple[int, int]:
    """Hand cards and goods of a seat."""
    empire = play.state.empires[seat]
    return len(empire.hand), sum(map(len, empire.goods.values()))


def begin_produce(admiral: Admiral) -> None:
    """Forget what was used in the last Produce phase."""
    admiral.ways, admiral.declined, admiral.used = [], None, []
