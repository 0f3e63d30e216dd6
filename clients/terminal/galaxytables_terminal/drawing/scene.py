"""The types from which drawings are made: areas of the screen, with spots on which the cursor can stand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from google.protobuf.message import Message
from rich.console import RenderableType
from rich.text import Text

from galaxytables.rules.v1 import rules_pb2
from galaxytables_client.words import Words
from galaxytables_terminal.catalogue import Catalogue
from galaxytables_terminal.marks import NO_MARKS, Marks
from galaxytables_terminal.people import People
from galaxytables_terminal.wording import Wording

NO_WORDS = Words("en", [], {})


@dataclass(frozen=True, slots=True)
class Look:
    """All that a drawing knows besides the view: viewer, catalogue, the names of players, words, and the width."""

    catalogue: Catalogue
    people: People
    # The seat whose view it is; None for a spectator.
    viewer: int | None
    # The width of an area in terminal columns; body and long spots should fit.
    width: int
    # The options of the open question, for pieces that are drawn within a line: a drawing writes
    # `look.marks.beside(die.id)` after them. Spots are marked by their ids.
    marks: Marks = NO_MARKS
    # The game's words, for everything that this client has no words for.
    words: Words = NO_WORDS

    @property
    def say(self) -> Wording:
        """Return the terminal's texts, in the player's language."""
        return self.people.say


@dataclass(frozen=True, slots=True)
class Spot:
    """A thing on the table on which the cursor can stand. The details pane then shows the component of the thing."""

    text: Text
    # Component id; empty for a thing without details.
    component: str = ""
    # Ids of pieces and places of the view. Options for one of them can be picked here.
    ids: tuple[str, ...] = ()
    # The option id, if the spot is a line of a question.
    option: str = ""
    # The numbers of options to write before it; `gallery` sets them.
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the picture: a title, a body that rich can render, and below it spots in equal tiles, side by side."""

    title: str
    spots: Sequence[Spot] = ()
    # Any rich renderable: a table of dice, a board, a track.
    body: RenderableType | None = None
    # Tiles in a row; 0 for as many as fit.
    columns: int = 0
    # The text shown if there are no spots.
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn view: a headline, the figures of each player, and areas."""

    # The state of the game, for example `round 3 · placing`.
    headline: str
    # The numbers of each seat in one line, for the list of players.
    figures: Mapping[int, str] = field(default_factory=dict)
    # From top to bottom; what the viewer needs most comes first.
    areas: Sequence[Area] = ()


_View = TypeVar("_View", bound=Message)


@dataclass(frozen=True, slots=True)
class Drawing(Generic[_View]):
    """The drawing of one game, the `DRAWING` of its module: the type of its view, and functions that draw it."""

    # The class of the view message, for example JumpView.
    view: type[_View]
    # Draws a view.
    draw: Callable[[_View, Look], Picture]
    # Writes a component in one line of at most `look.width` columns, for options and hands.
    line: Callable[[rules_pb2.Component, Look], Text]
