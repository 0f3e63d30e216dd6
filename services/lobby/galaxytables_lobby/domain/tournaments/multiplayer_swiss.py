"""Pairs one round of tables with more than two seats by points: a Swiss whose tables are larger.

Seats come first, then tables. Everybody gets a seat that they had least. Then each table takes one entrant of each
seat, in the order of points. Entrants change places while that lowers the cost: first uneven seats, then meetings that
repeat, then differences of points. So seats stay as even as they were, whatever the tables are. If all tables are full
and everybody plays, they are even to one after every round.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from galaxytables_lobby.domain.tournaments.points import POINT
from galaxytables_lobby.domain.tournaments.rotation import table_sizes
from galaxytables_lobby.domain.tournaments.state import EntrantNumber

# What two who meet again cost, by the square of how often they have met, against the square of a point of difference;
# and what a seat costs, by the square of how much more often it was had than another one.
_AGAIN = 100 * POINT * POINT
_UNEVEN = 1_000 * _AGAIN
_PASSES = 8
# An entrant changes places with those at so many tables below.
_NEAR = 8


class MultiplayerEntrant(NamedTuple):
    """An entrant as the pairing needs them: points in units, the seed from 1, and what they did in earlier rounds."""

    number: EntrantNumber
    points: int
    seed: int
    met: Mapping[EntrantNumber, int] = {}
    # How often they had each seat.
    seated: Sequence[int] = ()
    byes: int = 0


class PairedTables(NamedTuple):
    """The tables of a round with the entrants in the order of seats, the leaders first, and those with a bye."""

    tables: tuple[tuple[EntrantNumber, ...], ...]
    byes: tuple[EntrantNumber, ...]


def pair_tables(entrants: Sequence[MultiplayerEntrant], seats: int, *, short_tables: bool = True) -> PairedTables:
    """Return the tables of a round; `seats` is the size of a full table.

    If no table may be short, byes go to the last entrants among those with the fewest byes.
    """
    field = sorted(entrants, key=lambda each: (-each.points, each.seed))
    short = short_tables and len(field) > seats
    out = [] if short else _sitting_out(field, len(field) % seats if len(field) >= seats else 0)
    field = [each for each in field if each not in out]
    tables = _tables(field, seats)
    _improve(tables)
    found = [[each.number for each in table if each is not None] for table in tables]
    return PairedTables(tuple(map(tuple, found)), tuple(each.number for each in out))


def _sitting_out(field: Sequence[MultiplayerEntrant], count: int) -> list[MultiplayerEntrant]:
    last_first = list(reversed(field))
    return sorted(last_first, key=lambda each: each.byes)[:count]


def _tables(field: Sequence[MultiplayerEntrant], seats: int) -> list[list[MultiplayerEntrant]]:
    """Return tables by points, with everybody on a seat that they had least, as far as the seats suffice."""
    sizes = table_sizes(len(field), seats)
    room = [sum(size > seat for size in sizes) for seat in range(max(sizes, default=0))]
    by_seat = _assigned(field, room)
    return [[by_seat[seat][table] for seat in range(size)] for table, size in enumerate(sizes)]


def _assigned(field: Sequence[MultiplayerEntrant], room: Sequence[int]) -> list[list[MultiplayerEntrant]]:
    """Return who has each seat: entrants come by points, and make room along a path if their seats are taken.

    Neighbours in the order of points have different seats if they may, so that they can share a table.
    """
    seats = range(len(room))
    prices = [[_price(entrant, seat) for seat in seats] for entrant in field]
    holders: list[list[int]] = [[] for _ in room]
    for place, price in enumerate(prices):
        free = [seat for seat in seats if len(holders[seat]) < room[seat] and not price[seat]]
        if free:
            own = place % len(room)
            holders[own if own in free else free[0]].append(place)
            continue
        moved = place
        for seat, leaving in _cheapest_path(place, prices, holders, room):
            if leaving is not None:
                holders[seat].remove(leaving)
            holders[seat].append(moved)
            if leaving is not None:
                moved = leaving
    return [[field[place] for place in sorted(each)] for each in holders]


def _cheapest_path(
    place: int, prices: Sequence[Sequence[int]], holders: Sequence[Sequence[int]], room: Sequence[int]
) -> list[tuple[int, int | None]]:
    """Return seats, each with who leaves it for the next one, by which an entrant gets a seat at the least cost.

    This is the step of the method of successive shortest paths (Bellman and Ford), over seats instead of entrants.
    """
    seats = range(len(room))
    # Who leaves a seat for another one at the least cost, and that cost.
    moves = {
        (here, there): min((prices[each][there] - prices[each][here], each) for each in holders[here])
        for here in seats
        for there in seats
        if here != there and holders[here]
    }
    cost = list(prices[place])
    came: list[tuple[int, int] | None] = [None for _ in seats]
    for _ in seats:
        for (here, there), (more, leaving) in moves.items():
            if cost[here] + more < cost[there]:
                cost[there], came[there] = cost[here] + more, (here, leaving)
    end = min((seat for seat in seats if len(holders[seat]) < room[seat]), key=lambda seat: (cost[seat], seat))
    path: list[tuple[int, int | None]] = [(end, None)]
    step = came[end]
    while step is not None:
        here, leaving = step
        path.insert(0, (here, leaving))
        step = came[here]
    return path


def _price(entrant: MultiplayerEntrant, seat: int) -> int:
    had = entrant.seated[seat] if seat < len(entrant.seated) else 0
    return (had - min(entrant.seated, default=0)) ** 2


def _improve(tables: list[list[MultiplayerEntrant]]) -> None:
    """Let entrants change places while that lowers the cost."""
    for _ in range(_PASSES):
        changed = False
        for a, one in enumerate(tables):
            for other in tables[a + 1 : a + 1 + _NEAR]:
                for seat in range(len(one)):
                    changed |= _swap(one, seat, other)
        if not changed:
            return


def _swap(one: list[MultiplayerEntrant], seat: int, other: list[MultiplayerEntrant]) -> bool:
    """Give a seat to the best of another table, if that lowers the cost. Returns whether it did."""
    mine = one[seat]
    here = _cost_of(one, seat, mine)
    best, chosen = 0, -1
    for place, theirs in enumerate(other):
        there = _cost_of(other, place, theirs)
        if here + there <= best:
            continue
        gain = here + there - _cost_of(one, seat, theirs) - _cost_of(other, place, mine)
        if gain > best:
            best, chosen = gain, place
    if chosen < 0:
        return False
    one[seat], other[chosen] = other[chosen], mine
    return True


def _cost_of(table: Sequence[MultiplayerEntrant], seat: int, entrant: MultiplayerEntrant) -> int:
    """Return what an entrant costs on a seat, with those on all other seats."""
    cost = _UNEVEN * _price(entrant, seat)
    for place, other in enumerate(table):
        if place != seat:
            again = entrant.met.get(other.number, 0)
            cost += _AGAIN * again * again + (entrant.points - other.points) ** 2
    return cost
