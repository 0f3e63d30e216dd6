"""The components of the orb game in the catalogue: orb cards with their shapes, and artifacts (R20)."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from galaxytables_kit import ComponentKind, Forms, Printed, PrintedPower, facts_of, forms_of
from galaxytables_race.components.orb import (
    WALL,
    Artifact,
    ArtifactClass,
    CellKind,
    Deck,
    OrbCard,
    OrbPack,
    Series,
    Turned,
    Use,
    UseKind,
)

Side: TypeAlias = Literal["north", "east", "south", "west"]
_SIDES: tuple[Side, ...] = get_args(Side)
_EAST, _SOUTH = 1, 2
_USE = ("kind",)


class Cell(Struct, frozen=True):
    """A cell of an orb card, given by column and row from the top left corner of the upright card."""

    column: int
    row: int
    kind: CellKind


class Edge(Struct, frozen=True):
    """A closed side of a cell: a wall, or a barrier that a team passes with this much `strength`.

    A side between two cells of the card is listed only once, for one of the two.
    """

    column: int
    row: int
    side: Side
    kind: Literal["wall", "barrier"]
    strength: int | None


class Start(Struct, frozen=True):
    """The place of an orb card at the start of the game: its top left cell and its quarter turns clockwise (R20.2)."""

    column: int
    row: int
    turns: int


class OrbCardFacts(Struct, frozen=True):
    """An orb card in the catalogue, in upright position."""

    deck: Deck
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    edges: tuple[Edge, ...]
    start: Start | None


class ArtifactFacts(Struct, frozen=True):
    """An artifact in the catalogue; each of its uses is a power (R20.31)."""

    series: Series
    vp: int
    vp_per_station: int
    artifact_class: ArtifactClass | None


ORB_KINDS: Mapping[str, ComponentKind] = {
    "orb_card": ComponentKind(forms_of(OrbCardFacts)),
    "artifact": ComponentKind(forms_of(ArtifactFacts)),
}
ARTIFACT_POWERS: Mapping[str, Forms] = {f"artifact_{use}": forms_of(Use, elsewhere=_USE) for use in get_args(UseKind)}


def printed_orb(pack: OrbPack) -> Iterator[Printed]:
    """Yield every orb card and every artifact."""
    starts = {laid.card: Start(laid.column, laid.row, laid.turns) for laid in pack.start}
    for card in pack.cards.values():
        yield Printed(card.id, card.name, "orb_card", 1, facts_of(_shape(card, starts.get(card.number))))
    for artifact in pack.artifacts.values():
        yield _artifact(artifact)


def _shape(card: OrbCard, start: Start | None) -> OrbCardFacts:
    upright = card.turned[0]
    return OrbCardFacts(
        deck=card.deck,
        columns=upright.columns,
        rows=upright.rows,
        cells=tuple(Cell(*square.place, square.kind) for square in upright.squares),
        edges=tuple(_edges(upright)),
        start=start,
    )


def _edges(card: Turned) -> Iterator[Edge]:
    """Yield the upper and left sides of every cell, and the right and lower ones at the rim of the card."""
    for square in card.squares:
        column, row = square.place
        for direction, strictness in enumerate(square.edges):
            inner = (direction == _EAST and column < card.columns - 1) or (direction == _SOUTH and row < card.rows - 1)
            if inner or not strictness:
                continue
            side = _SIDES[direction]
            if strictness == WALL:
                yield Edge(column, row, side, "wall", None)
            else:
                yield Edge(column, row, side, "barrier", strictness)


def _artifact(artifact: Artifact) -> Printed:
    facts = ArtifactFacts(artifact.series, artifact.vp, artifact.vp_per_station, artifact.artifact_class)
    uses = tuple(PrintedPower(f"artifact_{use.kind}", "", facts_of(use, elsewhere=_USE)) for use in artifact.uses)
    return Printed(artifact.id, artifact.name, "artifact", artifact.copies, facts_of(facts), uses)
