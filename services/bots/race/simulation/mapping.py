"""The orb as the heuristic reads it, from the state: maps are built once, and remembered."""

from functools import lru_cache
from typing import cast

from msgspec import Struct

from galaxy.race.v1 import orb_pb2
from services.bots.race.orb import KnownOrb, OrbMap, Roads
from services.kit import Seat
from services.race.components.cards import Pack
from services.race.orb.components import WALL, Series
from services.race.orb.layout import STEPS, Layout, layout_of
from services.race.orb.state import Cell, Orb
from services.race.orb.tokens import artifact_of

_REMEMBERED = 200
_SERIES: dict[Series, int] = {"A": orb_pb2.ARTIFACT_SERIES_A, "B": orb_pb2.ARTIFACT_SERIES_B}


class Standing(Struct, gc=False):
    """A team, and where it stands."""

    seat: Seat
    column: int
    row: int


def known_orb(pack: Pack, orb: Orb) -> KnownOrb:
    """The orb as all see it."""
    teams = [Standing(team.seat, *team.cell) for team in orb.teams]
    return KnownOrb(map_of(pack, orb), cast(list[orb_pb2.OrbTeam], teams))  # they have the fields that are read


def map_of(pack: Pack, orb: Orb) -> OrbMap:
    """The map as it lies, with the artifacts on it."""
    found = [(cell, _SERIES[artifact_of(pack, token).series]) for cell, token in orb.tokens.items()]
    return _map(layout_of(pack.orb, orb.laid), tuple(sorted(found)))


@lru_cache(_REMEMBERED)
def _map(layout: Layout, artifacts: tuple[tuple[Cell, int], ...]) -> OrbMap:
    return OrbMap(_roads(layout), dict(artifacts))


@lru_cache(_REMEMBERED)
def _roads(layout: Layout) -> Roads:
    """Every way between cells; the hub of the start counts as two of them, as it is drawn."""
    roads: dict[Cell, list[tuple[Cell, int]]] = {}
    for cell, spot in layout.spots.items():
        ways = roads[cell] = []
        for direction, (column, row) in enumerate(STEPS):
            edge = layout.edge(cell, direction)
            if edge is not None and edge != WALL:
                ways.append(((cell[0] + column, cell[1] + row), edge))
        if spot.kind == "jump_tube":
            ways += [(tube, 0) for tube in layout.tubes if tube != cell]
    return roads
