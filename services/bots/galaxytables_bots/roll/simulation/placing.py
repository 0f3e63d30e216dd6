"""Places drawn tiles according to an answer, as `services/roll/galaxytables_roll/phases/placing.py` does."""

from collections.abc import Sequence

from galaxytables_roll.components.numbers import TileNumber
from galaxytables_roll.components.tiles import DEVELOPMENTS, WORLDS, Pack
from galaxytables_roll.state import SeatState

_ONE, _SEVERAL = "explore.place", "explore.developments"
PLACES = frozenset({_ONE, _SEVERAL})
"""Prompts for placing tiles: which side of one tile is up, or which of several are developments."""


def options_of_tiles(pack: Pack, kind: str, drawn: Sequence[TileNumber]) -> list[str]:
    """Return the ids of the options from which a seat chooses how to place the tiles that it has drawn."""
    if kind == _ONE:
        return [side.id for tile in drawn for side in pack.sides[tile]]
    return [pack.sides[tile][DEVELOPMENTS].id for tile in drawn]


def lay(pack: Pack, mine: SeatState, picks: Sequence[str]) -> None:
    """Put all drawn tiles at the bottom of the stacks, according to these picks.

    A tile has a development on one side and a world on the other. Tiles that are not used as developments are used as
    worlds, the cheapest first.
    """
    for pick in picks:
        face = pack.faces[pack.by_id[pick]]
        mine.drawn.remove(face.tile)
        mine.stacks[face.world].append(face.tile)
    mine.stacks[WORLDS] += sorted(mine.drawn, key=lambda tile: pack.sides[tile][WORLDS].cost)
    mine.drawn.clear()
