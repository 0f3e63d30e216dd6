"""The part of a view that shows the orb."""

from functools import lru_cache

from galaxytables.race.v1 import orb_pb2
from galaxytables_kit import Seat
from galaxytables_race.components.cards import Pack
from galaxytables_race.components.orb import WALL
from galaxytables_race.ids import cell_id, team_id
from galaxytables_race.orb.layout import STEPS, Layout, layout_of
from galaxytables_race.orb.placement import FOOTPRINTS
from galaxytables_race.state import Empire, RunningPhase
from galaxytables_race.state.orb import Cell, Orb
from galaxytables_race.state.phases import Developing, InOrb, OrbSetup
from galaxytables_race.table.tokens import artifact_of, token_pick

_KINDS = {
    "plain": orb_pb2.ORB_CELL_KIND_PLAIN,
    "artifact_a": orb_pb2.ORB_CELL_KIND_ARTIFACT_A,
    "artifact_b": orb_pb2.ORB_CELL_KIND_ARTIFACT_B,
    "breeding_tube": orb_pb2.ORB_CELL_KIND_BREEDING_TUBE,
    "jump_tube": orb_pb2.ORB_CELL_KIND_JUMP_TUBE,
    "feeding_station": orb_pb2.ORB_CELL_KIND_FEEDING_STATION,
    "airlock": orb_pb2.ORB_CELL_KIND_AIRLOCK,
    "airlock_hub": orb_pb2.ORB_CELL_KIND_AIRLOCK_HUB,
}
_REMEMBERED = 200
_NO_WAY = -1
_SIDES = ("north", "east", "south", "west")
_SERIES = {"A": orb_pb2.ARTIFACT_SERIES_A, "B": orb_pb2.ARTIFACT_SERIES_B}


def show_orb(pack: Pack, orb: Orb, phase: RunningPhase, *, placing: bool) -> orb_pb2.OrbView:
    """Return the view of the orb's map with all that lies on it.

    Artifacts are face down, and of each hand only the number of cards is shown. A viewer who may have to place a card
    (`placing`) also sees the empty places beside the orb.
    """
    layout = layout_of(pack.orb, orb.laid)
    view = orb_pb2.OrbView(
        laid=[
            orb_pb2.LaidOrbCard(card=pack.orb.cards[each.card].id, column=each.column, row=each.row, turns=each.turns)
            for each in orb.laid
        ],
        track=orb.track,
        waiting=waiting(phase, orb),
        deck=len(orb.deck),
        artifacts_a=len(orb.stacks[0]),
        artifacts_b=len(orb.stacks[1]),
        feeding_stations=layout.stations,
        hand_sizes=map(len, orb.hands),
        removed=[pack.orb.cards[card].id for card in orb.removed],
        beside=_beside(layout) if placing else (),
    )
    view.cells.extend(_cells(layout))
    for place, cell in enumerate(_reading_order(layout)):
        if cell in orb.tokens:
            view.cells[place].artifact = _SERIES[artifact_of(pack, orb.tokens[cell]).series]
    for number, team in enumerate(orb.teams):
        view.teams.add(id=team_id(number), seat=team.seat, column=team.cell[0], row=team.cell[1])
    return view


def waiting(phase: RunningPhase, orb: Orb) -> list[Seat]:
    """Return the seats that still have to act, or to place a team, in order."""
    match phase:
        case OrbSetup(waiting=waiting) | InOrb(waiting=waiting):
            return waiting
        case Developing(ships=ships):
            return ships if orb.airlocks else []
    return []


@lru_cache(_REMEMBERED)
def _reading_order(layout: Layout) -> list[Cell]:
    return sorted(layout.spots, key=lambda cell: (cell[1], cell[0]))


@lru_cache(_REMEMBERED)
def _beside(layout: Layout) -> list[str]:
    """Return the places without a cell that can hold the top left corner of some card."""
    anchors = {(column + step[0], row + step[1]) for column, row in layout.spots for step in ((0, 0), *STEPS)}
    reach = max(max(footprint) for footprint in FOOTPRINTS)
    near = {(column - right, row - down) for column, row in anchors for right in range(reach) for down in range(reach)}
    return [cell_id(cell) for cell in sorted(near - layout.spots.keys(), key=lambda cell: (cell[1], cell[0]))]


@lru_cache(_REMEMBERED)
def _cells(layout: Layout) -> list[orb_pb2.OrbCell]:
    """Return the cells of a map, without artifacts; built once per map."""
    cells = []
    for cell in _reading_order(layout):
        spot = layout.spots[cell]
        shown = orb_pb2.OrbCell(
            id=cell_id(cell),
            column=cell[0],
            row=cell[1],
            kind=_KINDS[spot.kind],
            airlock=spot.airlock,
        )
        for direction, side in enumerate(_SIDES):
            strictness = layout.strictness(cell, direction)
            setattr(shown, side, _NO_WAY if strictness == WALL else strictness)
        cells.append(shown)
    return cells


def show_artifacts(pack: Pack, empire: Empire, *, open_: bool) -> list[orb_pb2.OrbArtifact]:
    """Return the artifacts of an empire: the unused ones in the order in which they were found, then the used ones.

    `open_` says whether the viewer may see the unused ones.
    """
    shown = []
    for token in empire.artifacts:
        artifact = artifact_of(pack, token)
        hidden = orb_pb2.OrbArtifact(series=_SERIES[artifact.series])
        if open_:
            hidden.id, hidden.component = token_pick(token), artifact.id
        shown.append(hidden)
    for token in empire.spent_artifacts:
        artifact = artifact_of(pack, token)
        series = _SERIES[artifact.series]
        shown.append(orb_pb2.OrbArtifact(id=token_pick(token), series=series, component=artifact.id, used=True))
    return shown
