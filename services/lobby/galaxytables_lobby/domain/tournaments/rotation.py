"""Plans rounds of tables with more than two seats, so that people meet as seldom as possible and seats are even.

The field knows this as the social golfer problem. It is hard, so a plan comes from two sources:

1. **A design**, if there is one: with `seats` times `q` entrants, where `q` is a power of a prime and at least `seats`,
   the lines of a finite plane give `q` rounds in which nobody meets twice (and more in which the rows of the plane
   play among themselves).
2. **Simulated annealing** otherwise, or for rounds beyond those of the design: two entrants of different tables of a
   round change places, if that lowers the sum of the squares of meetings, or by chance, ever less often.

Seats are decided last (`seat_order`). Planning is deterministic: it takes so many moves, not so many seconds.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import TypeAlias

from galaxytables_lobby.domain.tournaments.seat_order import even_seats, seats_by_history
from galaxytables_lobby.domain.tournaments.state import EntrantNumber, PlannedRound

MOVES = 5_000
"""How many changes a plan tries for each entrant and round."""

# The temperature of the annealing, at its start and its end, in squares of meetings.
_HOT, _COLD = 1.0, 0.2

# For powers of primes: the prime, and the highest power of the generator by the lower ones, lowest first.
_FIELDS: dict[int, tuple[int, tuple[int, ...]]] = {
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    9: (3, (2, 0)),
    16: (2, (1, 1, 0, 0)),
    25: (5, (3, 0)),
    27: (3, (2, 1, 0)),
    32: (2, (1, 0, 1, 0, 0)),
    49: (7, (6, 0)),
}

Meetings: TypeAlias = Mapping[EntrantNumber, Mapping[EntrantNumber, int]]
SeatCounts: TypeAlias = Mapping[EntrantNumber, Sequence[int]]
Tables: TypeAlias = list[list[int]]


def plan(
    entrants: Sequence[EntrantNumber],
    seats: int,
    rounds: int,
    chance: Random,
    *,
    short_tables: bool = True,
    met: Meetings | None = None,
    seated: SeatCounts | None = None,
    byes: Mapping[EntrantNumber, int] | None = None,
    moves: int = MOVES,
) -> tuple[PlannedRound, ...]:
    """Return the tables of `rounds` rounds, in which people meet as seldom as possible and seats are even.

    `met`, `seated` and `byes` count earlier meetings, seats and byes of each entrant. Without earlier rounds, and with
    full tables only, the numbers of times that an entrant has had each seat differ by at most one, after every round.
    """
    sitting_out = _byes(entrants, seats, rounds, byes or {}, short_tables=short_tables)
    history = [[(met or {}).get(one, {}).get(other, 0) for other in entrants] for one in entrants]
    fresh = not any(map(any, history))
    places = {entrant: place for place, entrant in enumerate(entrants)}
    begun = _designed(len(entrants), seats) if fresh and not any(sitting_out) else []
    made = [[list(table) for table in each] for each in begun[:rounds]]
    for each in sitting_out[len(made) :]:
        free = [places[entrant] for entrant in entrants if entrant not in each]
        made.append(greedy_round(free, table_sizes(len(free), seats), _counts(made, history), chance))
    if rounds > len(begun):
        made = anneal(made, history, chance, moves * len(entrants) * rounds)
    tables = [[tuple(entrants[place] for place in table) for table in each] for each in made]
    placed = even_seats(tables, seats) if not seated else seats_by_history(tables, seats, seated)
    return tuple(PlannedRound(tuple(each), tuple(out)) for each, out in zip(placed, sitting_out, strict=True))


def rounds_to_meet_all(entrants: int, seats: int) -> int:
    """Return the number of rounds in which everybody could meet everybody, if a plan without repeats exists."""
    return max(math.ceil((entrants - 1) / (seats - 1)), 1)


def table_sizes(entrants: int, seats: int) -> list[int]:
    """Return the sizes of the fewest tables that seat all entrants: as even as possible, large ones first."""
    tables = math.ceil(entrants / seats)
    small, more = divmod(entrants, max(tables, 1))
    return [small + (table < more) for table in range(tables)]


def repeats(rounds: Sequence[PlannedRound]) -> int:
    """Return the number of repeated meetings: a pair that meets three times counts as two."""
    met: dict[frozenset[EntrantNumber], int] = {}
    for each in rounds:
        for table in each.tables:
            for pair in combinations(table, 2):
                met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return sum(times - 1 for times in met.values())


def _byes(
    entrants: Sequence[EntrantNumber],
    seats: int,
    rounds: int,
    had: Mapping[EntrantNumber, int],
    *,
    short_tables: bool,
) -> list[tuple[EntrantNumber, ...]]:
    """Return who sits out each round: nobody if tables may be short, else those with the fewest byes, last first."""
    without = 0 if short_tables and len(entrants) > seats else len(entrants) % seats if len(entrants) >= seats else 0
    counts = {entrant: had.get(entrant, 0) for entrant in entrants}
    order = list(reversed(entrants))
    found = []
    for _ in range(rounds):
        out = tuple(sorted(order, key=counts.__getitem__)[:without])
        for entrant in out:
            counts[entrant] += 1
        found.append(out)
    return found


def _designed(entrants: int, seats: int) -> list[Tables]:
    """Return rounds without a repeated meeting, as many as the lines of a finite plane give; often none."""
    rows, left = divmod(entrants, seats)
    if left or rows < seats:
        return []
    field = _Field.of(rows)
    if field is None:
        return [[list(range(seats))]] if rows == 1 else []
    # The place of row `i` and element `j` is `i * rows + j`.
    rounds = [
        [[i * rows + field.plus(start, field.times(slope, i)) for i in range(seats)] for start in range(rows)]
        for slope in range(rows)
    ]
    if rows % seats == 0:
        within = _designed(rows, seats) or [[list(range(rows))]] if rows == seats else _designed(rows, seats)
        rounds += [[[i * rows + place for place in table] for i in range(seats) for table in each] for each in within]
    return rounds


class _Field:
    """A finite field; its elements are numbered from 0."""

    def __init__(self, prime: int, reduction: tuple[int, ...]) -> None:
        self._prime = prime
        self._reduction = reduction

    @classmethod
    def of(cls, order: int) -> "_Field | None":
        """Return the field of this order, if it is a prime or one of `_FIELDS`."""
        if order in _FIELDS:
            return cls(*_FIELDS[order])
        if order > 1 and all(order % divisor for divisor in range(2, math.isqrt(order) + 1)):
            return cls(order, (0,))
        return None

    def plus(self, one: int, other: int) -> int:
        return self._number(
            [(a + b) % self._prime for a, b in zip(self._digits(one), self._digits(other), strict=True)]
        )

    def times(self, one: int, other: int) -> int:
        if len(self._reduction) == 1:
            return one * other % self._prime
        product = [0] * len(self._reduction)
        for digit in reversed(self._digits(other)):
            carry = product[-1]
            product = [0, *product[:-1]]
            product = [(a + carry * b) % self._prime for a, b in zip(product, self._reduction, strict=True)]
            product = [(a + digit * b) % self._prime for a, b in zip(product, self._digits(one), strict=True)]
        return self._number(product)

    def _digits(self, number: int) -> list[int]:
        digits = []
        for _ in self._reduction:
            number, digit = divmod(number, self._prime)
            digits.append(digit)
        return digits

    def _number(self, digits: Sequence[int]) -> int:
        return sum(digit * self._prime**power for power, digit in enumerate(digits))


def _counts(rounds: Sequence[Tables], history: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return how often each two places have met."""
    met = [list(row) for row in history]
    for each in rounds:
        for table in each:
            for one, other in combinations(table, 2):
                met[one][other] += 1
                met[other][one] += 1
    return met


def greedy_round(free: Sequence[int], sizes: Sequence[int], met: list[list[int]], chance: Random) -> Tables:
    """Return the tables of a round, filled one seat at a time.

    The next seat goes to the entrant whom those at the table have met least; a tie is drawn by lot.
    """
    left = list(free)
    chance.shuffle(left)
    tables: Tables = []
    for size in sizes:
        table: list[int] = []
        while len(table) < size:
            best = min(left, key=lambda place: sum(met[place][other] ** 2 for other in table))
            left.remove(best)
            table.append(best)
        tables.append(table)
    return tables


def anneal(rounds: list[Tables], history: Sequence[Sequence[int]], chance: Random, moves: int) -> list[Tables]:
    """Improve rounds by `moves` random moves, and return the best rounds found.

    The measure is the sum of the squared number of meetings over all pairs: lower is better.
    """
    met = _counts(rounds, history)
    movable = [each for each in rounds if len(each) > 1]
    if not movable:
        return rounds
    floor = _lowest(met)
    cost = sum(times * times for row in met for times in row) // 2
    best, best_rounds = cost, _copied(rounds)
    cooling = (_COLD / _HOT) ** (1 / max(moves, 1))
    heat, fraction = _HOT, chance.random
    for _ in range(moves):
        if best <= floor:
            break
        heat *= cooling
        tables = movable[int(fraction() * len(movable))]
        a, b = int(fraction() * len(tables)), int(fraction() * (len(tables) - 1))
        one_table, other_table = tables[a], tables[b + (b >= a)]
        i, j = int(fraction() * len(one_table)), int(fraction() * len(other_table))
        change = _change(met, one_table, other_table, one_table[i], other_table[j])
        if change <= 0 or fraction() < math.exp(-change / heat):
            _exchange(met, one_table, other_table, i, j)
            cost += change
            if cost < best:
                best, best_rounds = cost, _copied(rounds)
    return best_rounds


def _copied(rounds: Sequence[Tables]) -> list[Tables]:
    return [[list(table) for table in each] for each in rounds]


def _change(met: list[list[int]], one_table: list[int], other_table: list[int], one: int, other: int) -> int:
    """Return by how much the cost grows if `one` and `other` swap tables.

    One more meeting of a pair that has met m times adds 2m + 1 to the cost; one fewer takes off 2m - 1.
    """
    of_one, of_other = met[one], met[other]
    change = 0
    for each in one_table:
        if each != one:
            change += of_other[each] - of_one[each] + 1
    for each in other_table:
        if each != other:
            change += of_one[each] - of_other[each] + 1
    return 2 * change


def _exchange(met: list[list[int]], one_table: list[int], other_table: list[int], i: int, j: int) -> None:
    """Swap two entrants between tables, and update how often all pairs have met."""
    one, other = one_table[i], other_table[j]
    for table, leaving, coming in ((one_table, one, other), (other_table, other, one)):
        for each in table:
            if each != leaving:
                met[leaving][each] -= 1
                met[each][leaving] -= 1
                met[coming][each] += 1
                met[each][coming] += 1
    one_table[i], other_table[j] = other, one


def _lowest(met: Sequence[Sequence[int]]) -> int:
    """Return a lower bound on the cost in `anneal`: the cost if all meetings were spread evenly over the pairs."""
    pairs = len(met) * (len(met) - 1) // 2
    each, more = divmod(sum(map(sum, met)) // 2, max(pairs, 1))
    return pairs * each * each + more * (2 * each + 1)
