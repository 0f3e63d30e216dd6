"""Where a team can go (R20.14-R20.20)."""

from collections.abc import Set as AbstractSet
from heapq import heappop, heappush

from msgspec import Struct

from services.race.orb.cards import WALL
from services.race.orb.layout import Layout
from services.race.orb.state import Cell


class Strength(Struct, frozen=True):
    """What a team can do: steps, the military that opens barriers, walls and barriers that it may cross besides."""

    squares: int
    military: int
    walls: int = 0
    barriers: int = 0


def reachable(layout: Layout, start: Cell, artifacts: AbstractSet[Cell], strength: Strength) -> dict[Cell, int]:
    """Spaces at which a team can end its move, with the fewest steps to each; the start is none of them.

    A team stops where an artifact lies (R20.20). What crosses walls also crosses barriers, not the other way round
    (R20.32).
    """
    start = layout.space(start)
    seen = {(start, strength.walls, strength.barriers)}
    queue: list[tuple[int, Cell, int, int]] = [(0, start, strength.walls, strength.barriers)]
    ends: dict[Cell, int] = {}
    while queue:
        steps, space, walls, barriers = heappop(queue)
        if steps and space != start:
            ends.setdefault(space, steps)
        if steps == strength.squares or (steps and space in artifacts):
            continue
        for other, edge in layout.neighbours(space):
            for left in _crossings(edge, strength.military, walls, barriers):
                if (other, *left) not in seen:
                    seen.add((other, *left))
                    heappush(queue, (steps + 1, other, *left))
    return ends


def _crossings(edge: int, military: int, walls: int, barriers: int) -> tuple[tuple[int, int], ...]:
    """Ways to cross an edge: what is left of the walls and barriers that may be crossed besides."""
    if not edge or (edge <= military and edge != WALL):
        return ((walls, barriers),)
    ways = [(walls, barriers - 1)] if barriers and edge != WALL else []
    if walls:
        ways.append((walls - 1, barriers))
    return tuple(ways)
