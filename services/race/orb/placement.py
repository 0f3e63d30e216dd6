"""Where an orb card may be played (R20.23-R20.27)."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache

from msgspec import Struct

from services.race.orb.components import TURNS, Laid, OrbPack
from services.race.orb.layout import STEPS, Layout
from services.race.orb.state import Cell

FOOTPRINTS = ((2, 3), (3, 2))
"""Columns and rows of a card, upright and turned by a quarter."""

_REMEMBERED = 200


class _Place(Struct, frozen=True, gc=False):
    """A place for a card: its top left cell, and the rim edges that must not become laxer, by square and direction."""

    corner: Cell
    at_least: tuple[tuple[int, int, int], ...]


class Places:
    """The places that an orb has for a card, whichever it is; worked out once for all cards of a hand.

    `kept` are the cells that no card may cover besides airlocks: those with artifacts and teams. With `touching` it is
    enough that the card lies beside the orb (R20.5, R20.24). A rim is compared with what the covered card has printed
    there, or, not `as_printed`, with the edge as it is.
    """

    def __init__(self, layout: Layout, kept: AbstractSet[Cell], *, touching: bool, as_printed: bool) -> None:
        self._layout = layout
        self._kept = kept
        self._touching = touching
        self._as_printed = as_printed
        self._places = tuple(list(self._find(columns, rows)) for columns, rows in FOOTPRINTS)

    def of(self, pack: OrbPack, number: int) -> Iterator[Laid]:
        """Every way in which a card may be played."""
        card = pack.cards[number]
        for turns in range(TURNS):
            squares = card.turned[turns].squares
            for place in self._places[turns % 2]:
                if all(squares[square].edges[side] >= edge for square, side, edge in place.at_least):
                    yield Laid(number, *place.corner, turns)

    def _find(self, columns: int, rows: int) -> Iterator[_Place]:
        """Places of a footprint, from the top left to the bottom right."""
        spots = self._layout.spots
        offsets = [(column, row) for row in range(rows) for column in range(columns)]
        free = {cell for cell, spot in spots.items() if not spot.airlock and cell not in self._kept}
        anchors = self._beside() if self._touching else free
        corners = {(cell[0] - column, cell[1] - row) for cell in anchors for column, row in offsets}
        for corner in sorted(corners, key=lambda cell: (cell[1], cell[0])):
            cells = [(corner[0] + column, corner[1] + row) for column, row in offsets]
            covered = [cell in spots for cell in cells]
            if all(covered) or any(cell in spots and cell not in free for cell in cells):
                continue
            yield _Place(corner, tuple(self._rim(cells, covered, offsets, columns, rows)))

    def _beside(self) -> set[Cell]:
        """Cells of the orb and those next to them."""
        spots = self._layout.spots
        beside = {(column + step[0], row + step[1]) for column, row in spots for step in STEPS}
        return beside | set(spots)

    def _rim(
        self, cells: list[Cell], covered: list[bool], offsets: list[Cell], columns: int, rows: int
    ) -> Iterator[tuple[int, int, int]]:
        """Edges where the rim of the new card lies on that of a covered card, and how strict each is (R20.27)."""
        for square, (cell, (column, row)) in enumerate(zip(cells, offsets, strict=True)):
            if not covered[square]:
                continue
            spot = self._layout.spots[cell]
            rim = (row == 0, column == columns - 1, row == rows - 1, column == 0)
            for side in range(4):
                if rim[side] and spot.rim[side]:
                    edge = spot.edges[side] if self._as_printed else self._layout.strictness(cell, side)
                    if edge:
                        yield square, side, edge


def places_for(
    pack: OrbPack,
    layout: Layout,
    numbers: Iterable[int],
    kept: AbstractSet[Cell],
    *,
    touching: bool,
    as_printed: bool = True,
) -> dict[int, list[Laid]]:
    """Every way in which each of these cards may be played; cards without any are left out."""
    places = _places(layout, frozenset(kept), touching, as_printed)
    found = ((number, list(places.of(pack, number))) for number in numbers)
    return {number: ways for number, ways in found if ways}


@lru_cache(_REMEMBERED)
def _places(layout: Layout, kept: frozenset[Cell], touching: bool, as_printed: bool) -> Places:
    return Places(layout, kept, touching=touching, as_printed=as_printed)
