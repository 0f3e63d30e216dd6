"""The orb as a map: the topmost cell at each place, and the edges between cells."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from galaxytables_race.components.orb import Edges, Laid, OrbPack
from galaxytables_race.state.orb import Cell

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west."""
OPPOSITE = (2, 3, 0, 1)
_REMEMBERED = 500


class Spot(Struct, frozen=True, gc=False):
    """A visible cell of the orb: its kind, its edges and its card; `layer` is the index of that card in the pile."""

    kind: str
    edges: Edges
    layer: int
    card: int
    airlock: bool
    rim: tuple[bool, bool, bool, bool]
    """Which of its edges are on the rim of its card."""


class Layout:
    """The map of a pile of orb cards. It is built once per pile, cached and never changed.

    It can be built from an earlier map: that of the same pile without its last card. Then `before` is the earlier map,
    and `fresh` are the cells that differ between the two.
    """

    __slots__ = ("_ways", "before", "fresh", "hub_cells", "roads", "spots", "stations", "tubes")

    def __init__(self, pack: OrbPack, laid: Sequence[Laid], before: "Layout | None" = None) -> None:
        self.before = before
        self.spots: dict[Cell, Spot] = {} if before is None else dict(before.spots)
        self.fresh: dict[Cell, Spot] = {}
        for layer, each in enumerate(laid) if before is None else [(len(laid) - 1, laid[-1])]:
            self.fresh.update(_printed(pack, each, layer))
        self.spots.update(self.fresh)
        self.tubes = [cell for cell, spot in self.spots.items() if spot.kind == "jump_tube"]
        self.stations = sum([spot.kind == "feeding_station" for spot in self.spots.values()])
        hubs = [cell for cell, spot in self.spots.items() if spot.kind == "airlock_hub"]
        double = [cell for cell in hubs if pack.cards[self.spots[cell].card].deck == "start_airlock"]
        self.hub_cells = {cell: min(double) if cell in double else cell for cell in hubs}
        self.roads: dict[Cell, list[tuple[Cell, int]]] = {} if before is None else dict(before.roads)
        """By cell those beside it, from the north on, with the strictness of what lies between."""
        for cell in self.near_fresh():
            if cell in self.spots:
                self.roads[cell] = [*self._roads_from(cell)]
        self._ways: dict[Cell, list[tuple[Cell, int]]] = {}

    def near_fresh(self) -> set[Cell]:
        """Return the cells that differ from the map `before`, and all their neighbours, covered by a card or not."""
        return {(column + step[0], row + step[1]) for column, row in self.fresh for step in ((0, 0), *STEPS)}

    def space(self, cell: Cell) -> Cell:
        """Return the cell that stands for the whole space to which a cell belongs.

        A space is a single cell, except the hub of the start, which has two cells (R20.2).
        """
        return self.hub_cells.get(cell, cell)

    @property
    def hubs(self) -> list[Cell]:
        """Return the spaces to which a team may move back when its owner passes (R20.12)."""
        return sorted(set(self.hub_cells.values()))

    def edge(self, cell: Cell, direction: int) -> int | None:
        """Return the number of the edge between a cell and its neighbour; None if there is no neighbour.

        The number is 0 if the edge is open, the military of a barrier, or `WALL`. Of two cards the newer one decides:
        its rim replaces the edge of the older one (R20.18, R20.27).
        """
        column, row = STEPS[direction]
        other = self.spots.get((cell[0] + column, cell[1] + row))
        if other is None:
            return None
        own = self.spots[cell]
        return own.edges[direction] if own.layer > other.layer else other.edges[OPPOSITE[direction]]

    def strictness(self, cell: Cell, direction: int) -> int:
        """Return how hard a cell's edge is to cross: 0 if open, the military of a barrier, or `WALL`.

        Where there is no neighbour, this is the cell's own edge, for which `edge` returns None.
        """
        edge = self.edge(cell, direction)
        return self.spots[cell].edges[direction] if edge is None else edge

    def neighbours(self, space: Cell) -> Sequence[tuple[Cell, int]]:
        """Return the spaces one step away, tubes included, each with the number of the edge to cross (R20.15)."""
        ways = self._ways.get(space)
        if ways is None:
            ways = self._ways[space] = [*self._ways_from(space)]
        return ways

    def _ways_from(self, space: Cell) -> Iterator[tuple[Cell, int]]:
        cells = [cell for cell, hub in self.hub_cells.items() if hub == space] or [space]
        for cell in cells:
            for beside, edge in self.roads[cell]:
                other = self.space(beside)
                if other != space:
                    yield other, edge
        if self.spots[space].kind == "jump_tube":
            for tube in self.tubes:
                if tube != space:
                    yield tube, 0

    def _roads_from(self, cell: Cell) -> Iterator[tuple[Cell, int]]:
        for direction, (column, row) in enumerate(STEPS):
            edge = self.edge(cell, direction)
            if edge is not None:
                yield (cell[0] + column, cell[1] + row), edge


def layout_of(pack: OrbPack, laid: Sequence[Laid]) -> Layout:
    """Return the map of a pile of orb cards."""
    return _layout(pack, tuple(laid))


@lru_cache(_REMEMBERED)
def _layout(pack: OrbPack, laid: tuple[Laid, ...]) -> Layout:
    return Layout(pack, laid, _layout(pack, laid[:-1]) if len(laid) > 1 else None)


def _printed(pack: OrbPack, laid: Laid, layer: int) -> Iterator[tuple[Cell, Spot]]:
    card = pack.cards[laid.card]
    turned = card.turned[laid.turns]
    for square in turned.squares:
        column, row = square.place
        rim = rim_of(column, row, turned.columns, turned.rows)
        spot = Spot(square.kind, square.edges, layer, card.number, card.is_airlock, rim)
        yield (laid.column + column, laid.row + row), spot


def rim_of(column: int, row: int, columns: int, rows: int) -> tuple[bool, bool, bool, bool]:
    """Return which sides of a square lie on the rim of a card that has this many columns and rows."""
    return row == 0, column == columns - 1, row == rows - 1, column == 0
