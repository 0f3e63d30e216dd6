"""The state of the orb game."""

from typing import TypeAlias

from msgspec import Struct

from galaxytables_kit import Seat
from galaxytables_race.components.orb import Laid, TokenNumber

Cell: TypeAlias = tuple[int, int]
"""Column and row; rows count downwards."""


class Team(Struct, array_like=True):
    """A team of a seat, and the cell where it stands. On a hub of two cells, it is the first of these."""

    seat: Seat
    cell: Cell


class Orb(Struct, array_like=True):
    """The orb and everything that belongs to it.

    `laid` are the cards on the orb, later ones on top of earlier ones; `tokens` are the artifacts face down on its
    cells. `deck` are the orb cards to draw, the last one on top. `aside` are orb cards that left the game unseen,
    `removed` those that were shown and removed (R20.21). `stacks` are the artifacts not laid out yet, by series A and
    B. `airlocks` are the extra airlock cards. `track` is the order of the discs; the first acts first. `hands` are the
    orb cards of each seat.
    """

    laid: list[Laid]
    tokens: dict[Cell, TokenNumber]
    deck: list[int]
    stacks: tuple[list[TokenNumber], list[TokenNumber]]
    airlocks: list[int]
    track: list[Seat]
    hands: list[list[int]]
    teams: list[Team] = []
    aside: list[int] = []
    removed: list[int] = []
