"""Finds the places where an orb card may be played (R20.23-R20.27)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from galaxytables_race.components.orb import TURNS, Laid, OrbPack
from galaxytables_race.orb.layout import STEPS, Layout, Spot, rim_of
from galaxytables_race.state.orb import Cell

FOOTPRINTS = ((2, 3), (3, 2))
"""Columns and rows of a card, upright and turned by a quarter."""

_REMEMBERED = 200


_SIDES: Mapping[Cell, Sequence[tuple[int, int, tuple[int, ...]]]] = {
    (columns, rows): [
        (column, row, tuple(side for side, on_rim in enumerate(rim_of(column, row, columns, rows)) if on_rim))
        for row in range(rows)
        for column in range(columns)
    ]
    for columns, rows in FOOTPRINTS
}
"""By footprint: its squares, each with the sides on the rim."""


class _Place(NamedTuple):
    """A possible place for a card: its top left cell, and the cells that it would cover.

    `at_least` are the minimum strictnesses of rim edges, by square and direction.
    """

    corner: Cell
    covered: tuple[Cell, ...]
    at_least: tuple[tuple[int, int, int], ...]


_Found: TypeAlias = Mapping[Cell, _Place]
"""Places by row and column of their corners."""


class Places:
    """The legal places on an orb, computed once for all cards of a hand.

    `kept` are the cells that no card may cover because of an artifact or a team; airlocks can never be covered. With
    `touching` a card may also lie beside the orb (R20.5, R20.24). With `as_printed` the rim of a card is compared with
    the edges printed on the covered card, otherwise with the current edges.
    """

    def __init__(self, layout: Layout, kept: AbstractSet[Cell], *, touching: bool, as_printed: bool) -> None:
        self._places = [
            [place for _, place in sorted(found.items()) if kept.isdisjoint(place.covered)]
            for found in _found(layout, touching, as_printed)
        ]
        self._ways: dict[int, list[Laid]] = {}

    def of(self, pack: OrbPack, number: int) -> list[Laid]:
        """Return every way to play a card: for each turn, the places in order from the top left to the bottom right."""
        ways = self._ways.get(number)
        if ways is None:
            ways = self._ways[number] = [*self._find(pack, number)]
        return ways

    def _find(self, pack: OrbPack, number: int) -> Iterator[Laid]:
        card = pack.cards[number]
        for turns in range(TURNS):
            edges = [square.edges for square in card.turned[turns].squares]
            for corner, _, at_least in self._places[turns % 2]:
                for square, side, edge in at_least:
                    if edges[square][side] < edge:
                        break
                else:
                    yield Laid(number, *corner, turns)


@lru_cache(_REMEMBERED)
def _found(layout: Layout, touching: bool, as_printed: bool) -> tuple[_Found, ...]:
    """Return the places of a map by footprint: those of the map before, updated around the last card."""
    before = layout.before
    changed: Iterable[Cell] = layout.fresh
    if before is None:
        earlier: Sequence[_Found] = [{} for _ in FOOTPRINTS]
        changed = layout.near_fresh()
    else:
        earlier = _found(before, touching, as_printed)
        if touching or not as_printed:
            changed = layout.near_fresh()
    places = []
    for footprint, old in zip(FOOTPRINTS, earlier, strict=True):
        found = dict(old)
        offsets = [(column, row) for column, row, _ in _SIDES[footprint]]
        for column, row in {(cell[0] - right, cell[1] - down) for cell in changed for right, down in offsets}:
            place = _place(layout, (column, row), footprint, touching=touching, as_printed=as_printed)
            if place is not None:
                found[row, column] = place
            else:
                found.pop((row, column), None)
        places.append(found)
    return tuple(places)


def _place(layout: Layout, corner: Cell, footprint: Cell, *, touching: bool, as_printed: bool) -> _Place | None:
    """Return a place for a footprint, or None if no card can lie there.

    No card can lie on an airlock, on nothing at all, or on nothing new.
    """
    spots, covered, at_least = layout.spots, list[Cell](), list[tuple[int, int, int]]()
    for square, (column, row, rim) in enumerate(_SIDES[footprint]):
        cell = corner[0] + column, corner[1] + row
        spot = spots.get(cell)
        if spot is None:
            continue
        if spot.airlock:
            return None
        covered.append(cell)
        for side in rim:
            if spot.rim[side]:
                edge = spot.edges[side] if as_printed else layout.strictness(cell, side)
                if edge:
                    at_least.append((square, side, edge))
    if len(covered) == len(_SIDES[footprint]) or not (covered or (touching and _is_beside(spots, corner, footprint))):
        return None
    return _Place(corner, tuple(covered), tuple(at_least))


def _is_beside(spots: Mapping[Cell, Spot], corner: Cell, footprint: Cell) -> bool:
    """Return whether an empty place shares a side with the orb."""
    cells = [(corner[0] + column, corner[1] + row) for column, row, _ in _SIDES[footprint]]
    return any((column + right, row + down) in spots for column, row in cells for right, down in STEPS)


def places_for(
    pack: OrbPack,
    layout: Layout,
    numbers: Iterable[int],
    kept: AbstractSet[Cell],
    *,
    touching: bool,
    as_printed: bool = True,
) -> dict[int, list[Laid]]:
    """Return every way to play each of these cards. Cards that cannot be played are left out."""
    places = _places(layout, frozenset(kept), touching, as_printed)
    found = [(number, places.of(pack, number)) for number in numbers]
    return {number: ways for number, ways in found if ways}


@lru_cache(_REMEMBERED)
def _places(layout: Layout, kept: frozenset[Cell], touching: bool, as_printed: bool) -> Places:
    return Places(layout, kept, touching=touching, as_printed=as_printed)
