"""Pairs a round of a Swiss for two seats: entrants with like points who have not met.

It is one matching of minimum cost in a graph (`rustworkx`). Its nodes are the entrants, and a bye if their number is
odd. Its edges are pairs who have not met. In the order of their weight, the costs are:

1. a seat that would become uneven by more than two, or the same seat three times in a row;
2. the points of who has the bye, which nobody has twice;
3. the difference of points;
4. an entrant who floats: who meets somebody with other points twice running in the same direction;
5. a seat that would become uneven;
6. the distance from the fold: in each score group, the first of the upper half meets the first of the lower half.

A large field would have too many edges. So each entrant has edges to the nearest opponents around the fold, and to the
nearest in the order of points. If those do not pair everybody, all edges are there. If that does not either, two who
have met may meet again.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import rustworkx

from galaxytables_lobby.domain.tournaments.ledger import Outcome
from galaxytables_lobby.domain.tournaments.points import POINT
from galaxytables_lobby.domain.tournaments.state import EntrantNumber

# In a field of more, entrants have edges to so many others on either side of the fold, and of themselves.
_SMALL, _AROUND_FOLD, _AROUND_SELF = 160, 5, 6

# Costs. Half a point of difference is `_HALF`; what is below it never adds up to it for one pair.
_HALF = 10**8
_SQUARE = 10**6
_FLOATS_AGAIN = 3 * 10**7
_UNEVEN = 10**6
_FOLD = 10**2
_MAX_FOLD = 1_000
_NEVER = 10**13
# A bye costs so many times what a difference of its points would.
_BYE = 8
_REMATCH = 10**17
_MAX_UNEVEN, _IN_A_ROW = 2, 2


class SwissEntrant(NamedTuple):
    """An entrant as the pairing needs them: points in units, the seed from 1, and what they did in earlier rounds."""

    number: EntrantNumber
    points: int
    seed: int
    met: frozenset[EntrantNumber] = frozenset()
    # The seats of earlier games, the last one last: 0 for the first seat.
    seats: tuple[int, ...] = ()
    # 1 if the last opponent had more points, -1 if fewer, 0 if as many.
    floated: int = 0
    had_bye: bool = False

    @property
    def balance(self) -> int:
        """Return how many more times the entrant has had the first seat than the second."""
        return len(self.seats) - 2 * sum(self.seats)

    @property
    def bound_to(self) -> int:
        """Return 1 if they must have the first seat now, -1 if they must have the second one, and 0 otherwise.

        They must not have a seat three times in a row, or three times more often than the other one.
        """
        if len(self.seats) >= _IN_A_ROW and len(set(self.seats[-_IN_A_ROW:])) == 1:
            return 1 if self.seats[-1] else -1
        return (self.balance <= -_MAX_UNEVEN) - (self.balance >= _MAX_UNEVEN)

    @property
    def due(self) -> tuple[int, int, tuple[int, ...]]:
        """Return a key that is greater the more the first seat is due to them.

        It compares whether they must have it, then their balance, then their seats from the last one backwards.
        """
        return self.bound_to, -self.balance, self.seats[::-1]


class Paired(NamedTuple):
    """The pairs of a round, each with the first seat first, and who has the bye, or None."""

    pairs: tuple[tuple[EntrantNumber, EntrantNumber], ...]
    bye: EntrantNumber | None


def pair(entrants: Sequence[SwissEntrant]) -> Paired:
    """Return the pairs of a round, the leaders first. The result does not depend on the order of the entrants."""
    field = sorted(entrants, key=lambda each: (-each.points, each.seed))
    if len(field) < 2:  # noqa: PLR2004  # a pair
        return Paired((), field[0].number if field else None)
    candidates = (_nearest(field), _all(field), _again(field))
    for edges in candidates if len(field) > _SMALL else candidates[1:]:
        found = _matching(field, edges)
        if found is not None:
            return found
    raise AssertionError("a complete graph has a perfect matching")


def floated(outcome: Outcome, points_before: Mapping[EntrantNumber, int], own: EntrantNumber) -> int:
    """Return 1 if an entrant met somebody with more points, -1 for fewer points or a bye, 0 for as many."""
    if outcome.bye:
        return -1
    opponent, before = outcome.paired[0], points_before[own]
    return (points_before[opponent] > before) - (points_before[opponent] < before)


def seated(one: SwissEntrant, other: SwissEntrant) -> tuple[SwissEntrant, SwissEntrant]:
    """Return two entrants in the order of seats: the one who is more due the first seat has it.

    If both are equally due, the stronger one has it if their seed is odd.
    """
    if one.due != other.due:
        return (one, other) if one.due > other.due else (other, one)
    upper, lower = (one, other) if one.seed < other.seed else (other, one)
    return (upper, lower) if upper.seed % 2 else (lower, upper)


def _matching(field: Sequence[SwissEntrant], edges: Iterator[tuple[int, int, int]]) -> Paired | None:
    """Return the pairs of the cheapest perfect matching, or None if the edges have none."""
    places = len(field) + len(field) % 2
    costs = list(edges) + _byes(field)
    dearest = max((cost for *_, cost in costs), default=0)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(places))
    graph.add_edges_from([(i, j, dearest - cost + 1) for i, j, cost in costs])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < places:
        return None
    pairs, bye = [], None
    for i, j in sorted(map(sorted, found)):
        if j == len(field):
            bye = field[i].number
        else:
            first, second = seated(field[i], field[j])
            pairs.append((first.number, second.number))
    return Paired(tuple(pairs), bye)


def _byes(field: Sequence[SwissEntrant]) -> list[tuple[int, int, int]]:
    """Return the edges to the bye: those with more points cost more; nobody has it twice while somebody had none."""
    if len(field) % 2 == 0:
        return []
    eligible = [place for place, each in enumerate(field) if not each.had_bye] or range(len(field))
    least = field[-1].points
    return [(place, len(field), _BYE * _of_difference(field[place].points - least) + place) for place in eligible]


def _nearest(field: Sequence[SwissEntrant]) -> Iterator[tuple[int, int, int]]:
    folds = _folds(field)
    for i, one in enumerate(field):
        around = (i + folds[i], _AROUND_FOLD), (i, _AROUND_SELF), (i + 2 * folds[i], _AROUND_SELF)
        near: set[int] = set()
        for middle, wanted in around:
            near.update(_free(field, one, i, middle, wanted))
        for j in sorted(near):
            yield i, j, _cost(one, field[j], j - i, folds[i])


def _free(field: Sequence[SwissEntrant], one: SwissEntrant, i: int, middle: int, wanted: int) -> Iterator[int]:
    """Return the places after `i` of those next to a place whom the entrant has not met, so many on either side."""
    for direction in (range(middle, len(field)), range(min(middle, len(field)) - 1, i, -1)):
        found = 0
        for j in direction:
            if found == wanted:
                break
            if j > i and field[j].number not in one.met:
                found += 1
                yield j


def _all(field: Sequence[SwissEntrant]) -> Iterator[tuple[int, int, int]]:
    folds = _folds(field)
    for i, one in enumerate(field):
        for j in range(i + 1, len(field)):
            if field[j].number not in one.met:
                yield i, j, _cost(one, field[j], j - i, folds[i])


def _again(field: Sequence[SwissEntrant]) -> Iterator[tuple[int, int, int]]:
    folds = _folds(field)
    for i, one in enumerate(field):
        for j in range(i + 1, len(field)):
            again = _REMATCH if field[j].number in one.met else 0
            yield i, j, _cost(one, field[j], j - i, folds[i]) + again


def _folds(field: Sequence[SwissEntrant]) -> list[int]:
    """Return for each place how far below the opponent would be if the score group were folded."""
    size: dict[int, int] = {}
    for each in field:
        size[each.points] = size.get(each.points, 0) + 1
    return [max(size[each.points] // 2, 1) for each in field]


def _cost(one: SwissEntrant, other: SwissEntrant, distance: int, fold: int) -> int:
    difference = one.points - other.points
    cost = _of_difference(difference) + _of_seats(one, other)
    if difference:
        cost += _FLOATS_AGAIN * ((one.floated < 0) + (other.floated > 0))
    return cost + _FOLD * min(abs(distance - fold), _MAX_FOLD)


def _of_difference(difference: int) -> int:
    halves = 2 * difference // POINT
    return halves * _HALF + halves * halves * _SQUARE


def _of_seats(one: SwissEntrant, other: SwissEntrant) -> int:
    first, second = seated(one, other)
    if first.bound_to < 0 or second.bound_to > 0:
        return _NEVER
    return _UNEVEN * (max(first.balance, 0) + max(-second.balance, 0))
