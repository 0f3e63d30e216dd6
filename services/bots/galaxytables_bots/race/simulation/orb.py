"""Reads the orb from the state of the game, as the heuristic needs it and as features of a seat. Maps are cached."""

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from msgspec import Struct

from galaxytables.race.v1 import orb_pb2
from galaxytables_bots.race.orb import FAR, KnownOrb, OrbMap, Roads
from galaxytables_kit import Seat
from galaxytables_race.components.cards import Pack
from galaxytables_race.components.orb import Series
from galaxytables_race.orb.exploring import SQUARES
from galaxytables_race.orb.layout import Layout, layout_of
from galaxytables_race.orb.table import DEALT, FULL_TABLE, REMOVED_PER_MISSING_SEAT
from galaxytables_race.state import Empire
from galaxytables_race.state.orb import Cell, Orb
from galaxytables_race.table import RacePlay
from galaxytables_race.table.tokens import artifact_of

_REMEMBERED = 200
_SERIES: dict[Series, int] = {"A": orb_pb2.ARTIFACT_SERIES_A, "B": orb_pb2.ARTIFACT_SERIES_B}


class Standing(Struct, gc=False):
    """A team, and the cell where it stands."""

    seat: Seat
    column: int
    row: int


def known_orb(pack: Pack, orb: Orb) -> KnownOrb:
    """Return the orb as all players see it."""
    teams = [Standing(team.seat, *team.cell) for team in orb.teams]
    return KnownOrb(map_in(pack, orb), cast(list[orb_pb2.OrbTeam], teams))  # they have the fields that are read


def cards_to_draw(play: RacePlay) -> int:
    """Return how many orb cards the deck had when the first round began."""
    missing = FULL_TABLE - play.seats
    series = REMOVED_PER_MISSING_SEAT.items()
    return sum(len(play.pack.orb.deck(name)) - removed * missing for name, removed in series) - DEALT * play.seats


def seen_in_orb(pack: Pack, orb: Orb, mine: Empire, seat: Seat, military: int) -> dict[str, float]:
    """Return the features of a seat in the orb game: distances to artifacts, its orb cards, uses of its artifacts."""
    map_ = map_in(pack, orb)
    steps = [map_.steps(team.cell, max(0, military)) for team in orb.teams if team.seat == seat]
    found: dict[str, float] = {
        "orb cards": len(orb.hands[seat]),
        "team at artifact": sum([each <= SQUARES for each in steps]),
        "team near artifact": sum([each <= 2 * SQUARES for each in steps]),
        "team cut off": sum([each >= FAR for each in steps]),
        "feeding": sum([pack.orb.tokens[each].vp_per_station for each in (*mine.artifacts, *mine.spent_artifacts)]),
    }
    for token in mine.artifacts:
        for use in pack.orb.tokens[token].uses:
            name = f"artifact {use.kind}"
            found[name] = found.get(name, 0.0) + (use.amount or 1)
    return found


def map_in(pack: Pack, orb: Orb) -> OrbMap:
    """Return the current map of the orb, with the artifacts on it."""
    found = [(cell, _SERIES[artifact_of(pack, token).series]) for cell, token in orb.tokens.items()]
    return _map(layout_of(pack.orb, orb.laid), tuple(sorted(found)))


@lru_cache(_REMEMBERED)
def _map(layout: Layout, artifacts: tuple[tuple[Cell, int], ...]) -> OrbMap:
    return OrbMap(_roads(layout), dict(artifacts))


@lru_cache(_REMEMBERED)
def _roads(layout: Layout) -> Roads:
    """Return every way between cells; the hub of the start counts as two cells, as drawn."""
    roads: dict[Cell, Sequence[tuple[Cell, int]]] = dict(layout.roads)
    for tube in layout.tubes:
        roads[tube] = [*roads[tube], *((other, 0) for other in layout.tubes if other != tube)]
    return roads
