"""Draws the orb of Race for the Galaxy as a map.

A cell is three columns wide. Walls are drawn thick, a barrier as the strength that it needs, an open edge as a gap. A
cell shows what is printed on it and the teams there, each as the number of its player, from 1:

    ?a ?b   an artifact of series A or B, face down        =   a jump tube
    !a      one on a breeding tube                         f   a feeding station
    H       the hub of an airlock card                     .   a cell of one
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from rich.text import Text

from galaxytables.race.v1 import orb_pb2, race_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_terminal.catalogue import groups
from galaxytables_terminal.cells import cut, fitted
from galaxytables_terminal.drawing.scene import Area, Look, Spot
from galaxytables_terminal.marks import NO_MARKS, Marks
from galaxytables_terminal.page import MARKED

_Cell: TypeAlias = tuple[int, int]

_MARKS = {
    orb_pb2.ORB_CELL_KIND_JUMP_TUBE: "=",
    orb_pb2.ORB_CELL_KIND_FEEDING_STATION: "f",
    orb_pb2.ORB_CELL_KIND_AIRLOCK: ".",
    orb_pb2.ORB_CELL_KIND_AIRLOCK_HUB: "H",
}
_SERIES = {orb_pb2.ARTIFACT_SERIES_A: "a", orb_pb2.ARTIFACT_SERIES_B: "b"}
_LAID = {
    "artifact_a": orb_pb2.ARTIFACT_SERIES_A,
    "breeding_tube": orb_pb2.ARTIFACT_SERIES_A,
    "artifact_b": orb_pb2.ARTIFACT_SERIES_B,
}
"""What is put on a cell of a kind when its card is played."""
_COLUMNS, _ROWS = 2, 3
_APART = _COLUMNS + 2
"""Columns from one drawn orb card to the next."""
_WALL = -1
"""An edge that no team can pass."""
_AXIS = 4
_WIDTH = 3
_OPTION = r"<[0-9][^>]*>|«[^»]*»"


def orb_areas(view: race_pb2.RaceView, look: Look) -> list[Area]:
    """Draw the map, the viewer's orb cards, and the artifacts of all players."""
    orb = view.orb
    names = [look.people.name(seat) for seat in orb.track]
    say = look.say
    title = say("race-orb", cards=orb.deck, stations=orb.feeding_stations, order=say.listed(names))
    legend = (say("race-orb-legend"), "dim")
    areas = [Area(title, body=Text.assemble(orb_map(orb, look.width, look.marks), "\n", legend, no_wrap=True))]
    if look.viewer is not None:
        cards = [look.catalogue.get(card) for card in view.orb_hand]
        hand = [Spot(Text(card.name), card.id, (card.id,)) for card in cards]
        shown = _hand_map(cards, look.width)
        areas.append(Area(say("race-orb-hand", cards=len(cards)), hand, shown, empty=say("race-orb-hand-empty")))
    found = [spot for empire in view.empires for spot in _artifacts(empire, look)]
    if found:
        areas.append(Area(say("race-artifacts"), found))
    return areas


def _hand_map(cards: Sequence[rules_pb2.Component], width: int) -> Text | None:
    """Return cards drawn side by side, as many as fit, each under its name; None without cards."""
    if not cards:
        return None
    fit = max(1, width // (_APART * (_WIDTH + 1)))
    lines = [line for first in range(0, len(cards), fit) for line in _side_by_side(cards[first : first + fit])]
    return Text("\n".join(lines), no_wrap=True)


def _side_by_side(cards: Sequence[rules_pb2.Component]) -> list[str]:
    shown = orb_pb2.OrbView()
    for place, card in enumerate(cards):
        cells = {}
        for printed in groups(card, "cells"):
            column, row, kind = int(printed["column"]), int(printed["row"]), str(printed["kind"])
            cell = shown.cells.add(column=place * _APART + column, row=row, artifact=_LAID.get(kind))
            cell.kind = orb_pb2.OrbCellKind.Value(f"ORB_CELL_KIND_{kind.upper()}")
            cells[column, row] = cell
        for printed in groups(card, "edges"):
            cell = cells[int(printed["column"]), int(printed["row"])]
            setattr(cell, str(printed["side"]), _WALL if printed["kind"] == "wall" else int(printed["strength"]))
    room = _APART * (_WIDTH + 1)
    names = "".join(fitted(cut(card.name, room - 1), room) for card in cards)
    inscriptions = _inscriptions(shown, NO_MARKS)
    return [names.rstrip(), *_lines(shown, _columns(inscriptions), inscriptions, axes=False)]


def orb_map(orb: orb_pb2.OrbView, width: int, marks: Marks = NO_MARKS) -> Text:
    """Draw the orb's cells, its edges and the open options, with column numbers above and row numbers on the left.

    An orb wider than `width` is drawn in parts from left to right, one below the other.
    """
    inscriptions = _inscriptions(orb, marks)
    columns = _columns(inscriptions)
    fit = max(1, (width - _AXIS - 1) // (_cell_width(inscriptions) + 1))
    parts = [columns[first : first + fit] for first in range(0, len(columns), fit)]
    lines = [line for part in parts for line in _lines(orb, part, inscriptions, axes=True)]
    drawn = Text("\n".join(lines), no_wrap=True)
    drawn.highlight_regex(_OPTION, MARKED)
    return drawn


def _inscriptions(orb: orb_pb2.OrbView, marks: Marks) -> dict[_Cell, str]:
    """Return the text of each cell: what is printed there, the teams and the options.

    Places beside the orb have only options.
    """
    teams: dict[_Cell, list[orb_pb2.OrbTeam]] = {}
    for team in orb.teams:
        teams.setdefault((team.column, team.row), []).append(team)
    written = {}
    for cell in orb.cells:
        here = teams.get((cell.column, cell.row), [])
        seats = "".join(str(team.seat + 1) for team in here)
        mark = marks.at(cell.id, *(team.id for team in here))
        written[cell.column, cell.row] = f"{_mark(cell)}{seats}"[:_WIDTH] + mark
    for place in orb.beside:
        if mark := marks.at(place):
            _, column, row = place.split(":")
            written[int(column), int(row)] = mark
    return written


def _cell_width(inscriptions: Mapping[_Cell, str]) -> int:
    return max(_WIDTH, *map(len, inscriptions.values()), 0)


def _columns(inscriptions: Iterable[_Cell]) -> range:
    columns = [column for column, _ in inscriptions]
    return range(min(columns, default=0), max(columns, default=-1) + 1)


def _lines(orb: orb_pb2.OrbView, columns: range, inscriptions: Mapping[_Cell, str], *, axes: bool) -> list[str]:
    cells = {(cell.column, cell.row): cell for cell in orb.cells}
    rows = range(min(row for _, row in inscriptions), max(row for _, row in inscriptions) + 1)
    width = _cell_width(inscriptions)
    gutter = " " * _AXIS * axes
    lines = [gutter + " " + " ".join(f"{column:^{width}}" for column in columns)] if axes else []
    for row in (*rows, rows.stop):
        lines.append(gutter + _border(cells, columns, row, width))
        if row in rows:
            lines.append(f"{row:>3} "[: len(gutter)] + _inside(cells, inscriptions, columns, row))
    return [line.rstrip() for line in lines]


def _border(cells: Mapping[_Cell, orb_pb2.OrbCell], columns: Iterable[int], row: int, width: int) -> str:
    """Return the edges above a row of cells."""
    line = ""
    last = 0
    for column in columns:
        above, below = cells.get((column, row - 1)), cells.get((column, row))
        corner = above is not None or below is not None or (column - 1, row) in cells or (column - 1, row - 1) in cells
        line += "+" if corner else " "
        edge = below.north if below is not None else above.south if above is not None else None
        line += _edge(edge, "-" * width)
        last = column
    return line + ("+" if (last, row) in cells or (last, row - 1) in cells else " ")


def _inside(
    cells: Mapping[_Cell, orb_pb2.OrbCell], inscriptions: Mapping[_Cell, str], columns: Iterable[int], row: int
) -> str:
    """Return a row of cells with the edges between them."""
    line, width = "", _cell_width(inscriptions)
    last: orb_pb2.OrbCell | None = None
    for column in columns:
        cell = cells.get((column, row))
        edge = cell.west if cell is not None else last.east if last is not None else None
        line += _edge(edge, "|")
        line += f"{inscriptions.get((column, row), ''):<{width}}"
        last = cell
    return line + _edge(last.east if last is not None else None, "|")


def _edge(edge: int | None, wall: str) -> str:
    """Return an edge as text: a wall, the number of a barrier, or a gap of the same width."""
    if not edge:
        return " " * len(wall)
    return wall if edge == _WALL else f"{edge:^{len(wall)}}"


def _mark(cell: orb_pb2.OrbCell) -> str:
    if cell.artifact:
        breeding = cell.kind == orb_pb2.ORB_CELL_KIND_BREEDING_TUBE
        return ("!" if breeding else "?") + _SERIES[cell.artifact]
    return _MARKS.get(cell.kind, "")


def _artifacts(empire: race_pb2.Empire, look: Look) -> Iterable[Spot]:
    """Yield the names of artifacts that the viewer may know, and the number of the others."""
    own = empire.seat == look.viewer
    say = look.say
    who = say("race-your") if own else say("talk-speaker", who=look.people.name(empire.seat))
    hidden = sum(not artifact.component for artifact in empire.artifacts)
    if hidden:
        yield Spot(Text(f"{who} {say('race-face-down', count=hidden)}", no_wrap=True))
    for artifact in empire.artifacts:
        if artifact.component:
            used = f" {say('race-used')}" if artifact.used else ""
            text = Text(f"{who} {look.catalogue.name(artifact.component)}{used}", no_wrap=True)
            yield Spot(text, artifact.component, (artifact.id,))
