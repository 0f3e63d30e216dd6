"""Seats of planned tables, so that everybody has every seat as often as every other one.

Take as many rounds as a table has seats. Draw a line from each entrant to each of their tables: a bipartite graph,
whose lines meet at most that often at any point. By König's theorem its lines can be coloured with as many colours, so
that no two of a colour meet. A colour is a seat: at a table all are different, and so are those of an entrant. So seats
are even to one after every round, if all tables are full and everybody plays.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import TypeAlias

from galaxytables_lobby.domain.tournaments.state import EntrantNumber

Table: TypeAlias = tuple[EntrantNumber, ...]


def even_seats(rounds: Sequence[Sequence[Table]], seats: int) -> list[list[Table]]:
    """Return the tables of all rounds in an order of seats that gives everybody each seat equally often.

    At short tables nobody has the last seats.
    """
    found: list[list[Table]] = []
    for start in range(0, len(rounds), seats):
        found += _coloured(rounds[start : start + seats], seats)
    return found


def seats_by_history(
    rounds: Sequence[Sequence[Table]], seats: int, seated: Mapping[EntrantNumber, Sequence[int]]
) -> list[list[Table]]:
    """Return each table in its best order of seats, given how often each entrant has had each seat before."""
    counts = {entrant: [*had, *[0] * (seats - len(had))] for entrant, had in seated.items()}
    found = []
    for each in rounds:
        placed = [best_order(table, counts) for table in each]
        for table in placed:
            for seat, entrant in enumerate(table):
                counts.setdefault(entrant, [0] * seats)[seat] += 1
        found.append(placed)
    return found


def best_order(table: Table, counts: Mapping[EntrantNumber, Sequence[int]]) -> Table:
    """Return a table in the order of seats that gives everybody a seat that they have had seldom."""
    return min(
        permutations(table),
        key=lambda order: sum(_had(counts.get(entrant), seat) ** 2 for seat, entrant in enumerate(order)),
    )


def _had(had: Sequence[int] | None, seat: int) -> int:
    """Return how much more often a seat was had than the one that was had least."""
    return had[seat] - min(had) if had else 0


def _coloured(rounds: Sequence[Sequence[Table]], seats: int) -> list[list[Table]]:
    """Return the tables of at most `seats` rounds in the order of seats."""
    colouring = _Colouring(seats)
    for each in rounds:
        for table in each:
            colouring.add(table)
    placed = iter(colouring.tables)
    return [[tuple(entrant for _, entrant in sorted(next(placed).items())) for _ in each] for each in rounds]


class _Colouring:
    """A bipartite graph whose lines are coloured one after the other."""

    def __init__(self, colours: int) -> None:
        self._colours = range(colours)
        # By entrant, and by table, the other end of the line of each colour.
        self._entrants: dict[EntrantNumber, dict[int, int]] = {}
        self.tables: list[dict[int, EntrantNumber]] = []

    def add(self, table: Table) -> None:
        """Add a table, with an edge to each of its entrants."""
        self.tables.append({})
        for entrant in table:
            self._add_line(entrant, len(self.tables) - 1)

    def _add_line(self, entrant: EntrantNumber, table: int) -> None:
        """Colour a line. If no colour is free at both ends, two colours are swapped along a path from the table.

        The path has both colours in turn. It cannot come to this entrant, at whom the first colour is free.
        """
        own = self._entrants.setdefault(entrant, {})
        here = next(colour for colour in self._colours if colour not in own)
        there = next(colour for colour in self._colours if colour not in self.tables[table])
        if here in self.tables[table]:
            path = list(self._path(table, here, there))
            for each, at, colour in path:
                del self._entrants[each][colour], self.tables[at][colour]
            for each, at, colour in path:
                swapped = there if colour == here else here
                self._entrants[each][swapped] = at
                self.tables[at][swapped] = each
        own[here] = table
        self.tables[table][here] = entrant

    def _path(self, table: int, first: int, second: int) -> Iterator[tuple[EntrantNumber, int, int]]:
        """Return the lines of the path from a table that has these colours in turn: both ends, and the colour."""
        while first in self.tables[table]:
            entrant = self.tables[table][first]
            yield entrant, table, first
            if second not in self._entrants[entrant]:
                return
            table = self._entrants[entrant][second]
            yield entrant, table, second
