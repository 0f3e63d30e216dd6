"""Finds the spaces to which a team can move (R20.14-R20.20)."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from heapq import heappop, heappush

from msgspec import Struct

from galaxytables_race.components.orb import WALL
from galaxytables_race.orb.layout import Layout
from galaxytables_race.state.orb import Cell


class Strength(Struct, frozen=True):
    """A team's strength for a move: its steps, its military against barriers, and its extra crossings.

    An extra crossing takes the team through one wall or barrier.
    """

    squares: int
    military: int
    walls: int = 0
    barriers: int = 0


class Way(Struct, frozen=True):
    """What a move to a space uses up: steps, and extra crossings of walls and of barriers."""

    steps: int
    walls: int = 0
    barriers: int = 0


def reachable(layout: Layout, start: Cell, artifacts: AbstractSet[Cell], strength: Strength) -> dict[Cell, Way]:
    """Return the spaces at which a team can end its move, except the start, with the shortest way to each.

    Of equally short ways, it is the one that crosses the fewest walls, then the fewest barriers. A team stops at an
    artifact (R20.20). A crossing for walls also works for barriers, but not the reverse (R20.32).
    """
    start = layout.space(start)
    if not strength.walls and not strength.barriers:
        return _walked(layout, start, artifacts, strength)
    seen = {(start, 0, 0)}
    queue: list[tuple[int, Cell, int, int]] = [(0, start, 0, 0)]
    ends: dict[Cell, Way] = {}
    while queue:
        steps, space, walls, barriers = heappop(queue)
        if steps and space != start:
            ends.setdefault(space, Way(steps, walls, barriers))
        if steps == strength.squares or (steps and space in artifacts):
            continue
        for other, edge in layout.neighbours(space):
            for used in _crossings(edge, strength, walls, barriers):
                if (other, *used) not in seen:
                    seen.add((other, *used))
                    heappush(queue, (steps + 1, other, *used))
    return ends


def _walked(layout: Layout, start: Cell, artifacts: AbstractSet[Cell], strength: Strength) -> dict[Cell, Way]:
    """Return the same for a team that crosses only what its military opens, which is the usual case."""
    military, reached, ends = strength.military, {start}, dict[Cell, Way]()
    frontier = [start]
    for steps in range(1, strength.squares + 1):
        way, further = Way(steps), list[Cell]()
        for space in frontier:
            for other, edge in layout.neighbours(space):
                if other not in reached and (not edge or (edge <= military and edge != WALL)):
                    reached.add(other)
                    ends[other] = way
                    if other not in artifacts:
                        further.append(other)
        frontier = further
    return ends


def _crossings(edge: int, strength: Strength, walls: int, barriers: int) -> Iterator[tuple[int, int]]:
    """Yield the ways to cross an edge: how many crossings of walls and of barriers are used up then."""
    if not edge or (edge <= strength.military and edge != WALL):
        yield walls, barriers
        return
    if barriers < strength.barriers and edge != WALL:
        yield walls, barriers + 1
    if walls < strength.walls:
        yield walls + 1, barriers
