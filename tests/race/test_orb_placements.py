"""R20.18, R20.23-R20.27: where orb cards may be played, by a second reading that shares nothing with the service.

Here a card is what is printed in the component file: six cells, and a line on each of their sides. A line is named by
its direction and the cell below it or to the right of it, so that two cells that meet name the same line. Layouts grow
by the placements of this reading; of the service only `places_for` is asked, for no place more and no place less.
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Literal, NamedTuple, TypeAlias

import pytest

from galaxytables_race.components.orb import Laid
from galaxytables_race.orb.layout import Layout
from galaxytables_race.orb.placement import places_for
from galaxytables_race.rules import RACE
from tests.race.scene import PACK

Cell: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[Literal["above", "left"], int, int]
Reading: TypeAlias = Literal["as printed", "as it is"]

WALL = 1_000
FILE = json.loads((RACE.components_path / "orb.json").read_text(encoding="utf-8"))
ENTRIES = {entry["number"]: entry for entry in FILE["cards"]}
DECK = [number for number, entry in ENTRIES.items() if entry["deck"] in ("A", "B")]
EXTRA = [number for number, entry in ENTRIES.items() if entry["deck"] == "extra_airlock"]
START = [Laid(each["number"], each["column"], each["row"], each["turns"]) for each in FILE["start"]]
SEEDS = range(30)


class Card(NamedTuple):
    """A card as it lies: its cells, and how strict each of its lines is."""

    cells: frozenset[Cell]
    lines: dict[Line, int]

    def rim(self) -> dict[Line, Cell]:
        """The lines that bound one of its cells only, with that cell."""
        bounded: dict[Line, list[Cell]] = {}
        for cell in self.cells:
            for line in lines_of(cell):
                bounded.setdefault(line, []).append(cell)
        return {line: cells[0] for line, cells in bounded.items() if len(cells) == 1}


def lines_of(cell: Cell) -> tuple[Line, Line, Line, Line]:
    column, row = cell
    return ("above", column, row), ("above", column, row + 1), ("left", column, row), ("left", column + 1, row)


@cache
def printed(number: int) -> Card:
    """A card upright, its top left cell at (0, 0)."""
    lines: dict[Line, int] = {}
    for direction, edges in (("above", ENTRIES[number]["row_edges"]), ("left", ENTRIES[number]["column_edges"])):
        for row, several in enumerate(edges):
            for column, edge in enumerate(several):
                lines[direction, column, row] = WALL if edge == "wall" else edge  # type: ignore[index]
    return Card(frozenset((column, row) for column in range(2) for row in range(3)), lines)


@cache
def turned(number: int, turns: int) -> Card:
    """A card after quarter turns clockwise: a point (x, y) goes to (height - y, x)."""
    if not turns:
        return printed(number)
    before = turned(number, turns - 1)
    height = 1 + max(row for _, row in before.cells)
    lines: dict[Line, int] = {}
    for (direction, column, row), edge in before.lines.items():
        if direction == "above":
            lines["left", height - row, column] = edge
        else:
            lines["above", height - row - 1, column] = edge
    return Card(frozenset((height - 1 - row, column) for column, row in before.cells), lines)


@cache
def lying(laid: Laid) -> Card:
    card = turned(laid.card, laid.turns)
    lines: dict[Line, int] = {
        (direction, column + laid.column, row + laid.row): edge for (direction, column, row), edge in card.lines.items()
    }
    return Card(frozenset((column + laid.column, row + laid.row) for column, row in card.cells), lines)


class Orb:
    """A pile of cards as one sees it from above."""

    def __init__(self, pile: Sequence[Laid]) -> None:
        self.pile = list(pile)
        self.seen = {cell: laid for laid in pile for cell in lying(laid).cells}
        self.airlocks = {cell for cell, laid in self.seen.items() if ENTRIES[laid.card]["deck"] not in ("A", "B")}
        self.lines = {line for cell in self.seen for line in lines_of(cell)}

    def as_it_is(self, line: Line) -> int:
        """How strict a line is: as the newest card says that has it (R20.18)."""
        return next(lying(laid).lines[line] for laid in reversed(self.pile) if line in lying(laid).lines)

    def binding(self, new: Laid) -> Iterator[tuple[Line, Card]]:
        """Where the rim of a new card lies on the rim of a card that it covers, and that card (R20.27).

        A rim that lies under another card is seen by nobody and binds nobody.
        """
        rim = lying(new).rim()
        for below in {self.seen[cell] for cell in lying(new).cells if cell in self.seen}:
            for line, cell in lying(below).rim().items():
                if line in rim and self.seen[cell] == below:
                    yield line, lying(below)

    def allows(self, new: Laid, kept: set[Cell], *, touching: bool, reading: Reading = "as printed") -> bool:
        """Whether a card may be laid so: R20.24, R20.25, R20.26 and R20.27 in this order."""
        cells = lying(new).cells
        covered = cells & self.seen.keys()
        if not covered and not (touching and self.lines & lying(new).rim().keys()):
            return False
        if covered == cells or covered & (self.airlocks | kept):
            return False
        return all(
            lying(new).lines[line] >= (below.lines[line] if reading == "as printed" else self.as_it_is(line))
            for line, below in self.binding(new)
        )

    def everywhere(self, number: int) -> Iterator[Laid]:
        """A card turned in all ways at all places on the orb and beside it (R20.23)."""
        columns, rows = zip(*self.seen, strict=True)
        for turns in range(4):
            for column in range(min(columns) - 3, max(columns) + 2):
                for row in range(min(rows) - 3, max(rows) + 2):
                    yield Laid(number, column, row, turns)


@cache
def grown(seed: int) -> Orb:
    """An orb that grew by legal placements: the first cards may lie beside it, as in the set-up."""
    random = Random(seed)
    orb = Orb(START)
    for number in random.sample(DECK + EXTRA, random.randint(3, 16)):
        ways = [way for way in orb.everywhere(number) if orb.allows(way, set(), touching=len(orb.pile) < 6)]
        if ways:
            orb = Orb([*orb.pile, random.choice(ways)])
    return orb


@pytest.mark.parametrize("touching", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_R20_18_R20_23_to_R20_27_a_card_may_be_played_where_the_rules_allow_it_and_nowhere_else(
    seed: int, touching: bool
) -> None:
    orb, random = grown(seed), Random(f"{seed} {touching}")
    kept = set(random.sample(sorted(orb.seen), random.randint(0, 4)))
    numbers = [*random.sample(DECK, 4), *random.sample(EXTRA, 1)]
    found = places_for(PACK.orb, Layout(PACK.orb, orb.pile), numbers, kept, touching=touching)
    for number in numbers:
        wanted = {way for way in orb.everywhere(number) if orb.allows(way, kept, touching=touching)}
        ways = found.get(number, [])
        assert len(set(ways)) == len(ways)
        assert set(ways) - wanted == set()
        assert wanted - set(ways) == set()


def test_the_layouts_have_neighbours_that_made_edges_stricter_and_laxer_than_the_covered_card() -> None:
    """Else the test above would not tell a rim as it is printed from an edge as it is."""
    stricter = laxer = 0
    for seed in SEEDS:
        orb = grown(seed)
        for number in Random(seed).sample(DECK, 4):
            for way in orb.everywhere(number):
                by_print = orb.allows(way, set(), touching=False)
                by_edge = orb.allows(way, set(), touching=False, reading="as it is")
                stricter += by_print and not by_edge
                laxer += by_edge and not by_print
    assert min(stricter, laxer) > 50
