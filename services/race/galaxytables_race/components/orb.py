"""Orb cards and artifacts. Each card is stored in all four quarter turns.

An upright card has two columns and three rows. An edge is a number: 0 is open, a barrier is the military that it
requires, and a `WALL` cannot be crossed. So the greater of two edges is the stricter one.
"""

from collections.abc import Iterator
from typing import Literal, NewType, TypeAlias

from msgspec import Struct

from galaxytables_kit import Amount, Change, Count

TokenNumber = NewType("TokenNumber", int)
"""The number of one physical artifact."""

WALL = 99
TURNS = 4

Edges: TypeAlias = tuple[int, int, int, int]
"""Edges of a cell: north, east, south, west."""

CellKind: TypeAlias = Literal[
    "plain",
    "artifact_a",
    "artifact_b",
    "breeding_tube",
    "jump_tube",
    "feeding_station",
    "airlock",
    "airlock_hub",
]
Series: TypeAlias = Literal["A", "B"]
Deck: TypeAlias = Literal["A", "B", "start_airlock", "extra_airlock"]
ArtifactClass: TypeAlias = Literal["science", "technology", "uplift"]
UseKind: TypeAlias = Literal[
    "world_discount",
    "development_discount",
    "genes_world_discount",
    "genes_world_military",
    "temporary_military",
    "alien_good",
    "extra_squares",
    "cross_wall",
    "cross_barrier",
]

ARTIFACT_ON: dict[str, Series] = {"artifact_a": "A", "artifact_b": "B", "breeding_tube": "A"}
"""The series of the artifact that is laid on a cell of each kind (R20.7)."""


class Use(Struct, frozen=True, forbid_unknown_fields=True):
    """One effect of an artifact; `amount` is a discount, military, or a number of squares."""

    kind: UseKind
    amount: Amount = 0


class Artifact(Struct, frozen=True, forbid_unknown_fields=True):
    """An artifact: its points, its class, and its uses. Only one of the uses can be chosen, once (R20.31)."""

    id: str
    name: str
    series: Series
    copies: Count
    vp: Amount
    artifact_class: ArtifactClass | None = None
    vp_per_station: Amount = 0
    uses: tuple[Use, ...] = ()

    def amount(self, *kinds: str) -> int:
        """Return the greatest amount among the artifact's uses of these kinds, or 0 if it has none."""
        return max((use.amount for use in self.uses if use.kind in kinds), default=0)

    def has(self, kind: UseKind) -> bool:
        """Return whether the artifact has a use of this kind."""
        return any(use.kind == kind for use in self.uses)


class Square(Struct, frozen=True):
    """A cell of a turned card; `place` is its column and row from the card's top left corner."""

    place: tuple[int, int]
    kind: CellKind
    edges: Edges


class Turned(Struct, frozen=True):
    """An orb card turned by some quarter turns: its squares, and how many columns and rows it has then."""

    columns: int
    rows: int
    squares: tuple[Square, ...]


class Laid(Struct, frozen=True, array_like=True):
    """A card on the orb: its number, the column and row of its top left cell, and its quarter turns clockwise."""

    card: int
    column: int
    row: int
    turns: int = 0


class OrbCard(Struct, frozen=True):
    """An orb card; `turned[n]` is the card after n quarter turns clockwise."""

    number: int
    deck: Deck
    turned: tuple[Turned, Turned, Turned, Turned]

    @property
    def id(self) -> str:
        """Return the component id of the card."""
        return f"orb_{self.number}"

    @property
    def name(self) -> str:
        """Return the name of the card; only its number is printed."""
        return f"orb card {self.number}"

    @property
    def is_airlock(self) -> bool:
        """Return whether the cells of the card can never be covered (R20.26)."""
        return self.deck in ("start_airlock", "extra_airlock")


class OrbPack:
    """The components of the orb game: orb cards by number, artifacts by token number, and the start layout."""

    def __init__(self, file: "OrbFile") -> None:
        self.cards = {each.number: _card(each) for each in file.cards}
        self.by_id = {each.id: each for each in self.cards.values()}
        self.artifacts = {each.id: each for each in file.artifacts}
        self.tokens = [each for each in file.artifacts for _ in range(each.copies)]
        self.start = tuple(Laid(each.number, each.column, each.row, each.turns) for each in file.start)
        self.corners = file.corners

    def deck(self, name: Deck) -> list[int]:
        """Return the numbers of the cards that belong to a deck."""
        return [number for number, card in self.cards.items() if card.deck == name]

    def stack(self, series: Series) -> list[TokenNumber]:
        """Return the numbers of the tokens that belong to a series."""
        return [TokenNumber(number) for number, token in enumerate(self.tokens) if token.series == series]


class _StartCard(Struct, frozen=True, forbid_unknown_fields=True):
    number: Count
    column: Change
    row: Change
    turns: Amount


class _CardEntry(Struct, frozen=True, forbid_unknown_fields=True):
    number: Count
    deck: Deck
    cells: tuple[tuple[CellKind, CellKind], ...]
    row_edges: tuple[tuple[Amount | Literal["wall"], Amount | Literal["wall"]], ...]
    column_edges: tuple[tuple[Amount | Literal["wall"], Amount | Literal["wall"], Amount | Literal["wall"]], ...]


class OrbFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `orb.json`."""

    start: tuple[_StartCard, ...]
    corners: tuple[tuple[Change, Change], ...]
    artifacts: tuple[Artifact, ...]
    cards: tuple[_CardEntry, ...]


def faults(file: OrbFile) -> Iterator[tuple[str, str, str]]:
    """Yield each mistake in the file: the entry, the field, and what would be right."""
    return ((entry, field, message) for entry, field, fits, message in _checks(file) if not fits)


def _checks(file: OrbFile) -> Iterator[tuple[str, str, bool, str]]:
    """Yield the checks: entry, field, whether it holds, what would be right."""
    numbers = [each.number for each in file.cards]
    for card in file.cards:
        name = f"card {card.number}"
        yield name, "number", numbers.count(card.number) == 1, "each number once"
        yield name, "cells", len(card.cells) == 3, "three rows"  # noqa: PLR2004 - a card has three
        yield name, "row_edges", len(card.row_edges) == 4, "four rows of edges"  # noqa: PLR2004 - above and below each
        yield name, "column_edges", len(card.column_edges) == 3, "three rows of edges"  # noqa: PLR2004 - a row each
        edges = [edge for row in (*card.row_edges, *card.column_edges) for edge in row if isinstance(edge, int)]
        yield name, "edges", all(0 <= edge < WALL for edge in edges), f"barriers from 1 to {WALL - 1}, 0 for open"
    for start in file.start:
        yield f"start {start.number}", "number", start.number in numbers, "a card of this file"
        yield f"start {start.number}", "turns", 0 <= start.turns < TURNS, "0 to 3"
    for artifact in file.artifacts:
        yield artifact.id, "copies", artifact.copies > 0, "at least 1"


def _card(entry: _CardEntry) -> OrbCard:
    upright = Turned(2, 3, tuple(_squares(entry)))
    once = _turn(upright)
    twice = _turn(once)
    return OrbCard(entry.number, entry.deck, (upright, once, twice, _turn(twice)))


def _squares(entry: _CardEntry) -> Iterator[Square]:
    for row, kinds in enumerate(entry.cells):
        for column, kind in enumerate(kinds):
            sides = (
                entry.row_edges[row][column],
                entry.column_edges[row][column + 1],
                entry.row_edges[row + 1][column],
                entry.column_edges[row][column],
            )
            north, east, south, west = (WALL if side == "wall" else side for side in sides)
            yield Square((column, row), kind, (north, east, south, west))


def _turn(card: Turned) -> Turned:
    """Return the card turned clockwise by a quarter: the west edge becomes the north edge."""
    squares = []
    for square in card.squares:
        column, row = square.place
        north, east, south, west = square.edges
        squares.append(Square((card.rows - 1 - row, column), square.kind, (west, north, east, south)))
    return Turned(card.rows, card.columns, tuple(sorted(squares, key=lambda each: (each.place[1], each.place[0]))))
