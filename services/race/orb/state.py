"""What lies on the table in the orb game."""

from typing import TypeAlias

from msgspec import Struct

from services.race.orb.cards import Laid

Cell: TypeAlias = tuple[int, int]
"""Column and row; rows grow downwards."""


class Team(Struct, array_like=True):
    """A team of a seat and where it stands; on a hub of two cells, at the first of them.

    Of the running orb step: `done` if it moves no more, `moved` how many squares it has gone, `squares` how many were
    added by artifacts, `walls` and `barriers` how many it may cross with those used for it.
    """

    seat: int
    cell: Cell
    done: bool = False
    moved: int = 0
    squares: int = 0
    walls: int = 0
    barriers: int = 0

    def rest(self) -> None:
        """Forget the last orb step."""
        self.done = False
        self.moved = self.squares = self.walls = self.barriers = 0


class Orb(Struct, array_like=True):
    """The orb and what belongs to it.

    `laid` are the cards on the orb, later ones on top of earlier ones; `tokens` the artifacts that lie face down on
    its cells; `deck` the orb cards to draw, the last one the top, `aside` those that left the game unseen, `removed`
    those shown and removed (R20.21). `stacks` are the artifacts not laid out yet, by series A and B, `airlocks` the
    extra airlock cards. `track` is the order of the discs, first to act first. `hands` are the orb cards of each seat.

    In an orb step `waiting` are the seats that have not acted, in order, `passed` how many discs were moved to the
    front by passing. Outside of one, `waiting` are those who still have to do what the step asks of each.
    """

    laid: list[Laid]
    tokens: dict[Cell, int]
    deck: list[int]
    stacks: tuple[list[int], list[int]]
    airlocks: list[int]
    track: list[int]
    hands: list[list[int]]
    teams: list[Team] = []
    aside: list[int] = []
    removed: list[int] = []
    waiting: list[int] = []
    passed: int = 0
