"""What a drawing makes of a view: areas with spots that the cursor can rest on."""

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
    """Who looks, at what size: all that a drawing knows besides the view itself."""

    catalogue: Catalogue
    people: People
    # The seat that the view was made for; None for a spectator.
    viewer: int | None
    # Columns of the terminal that an area has; body and long spots should fit.
    width: int
    # The options of the question that is open, for pieces that are drawn within a line: a drawing writes
    # `look.marks.beside(die.id)` after them. Spots are marked by their ids.
    marks: Marks = NO_MARKS
    # What the game calls things, for what has no words in this client.
    words: Words = NO_WORDS

    @property
    def say(self) -> Wording:
        """The terminal's words: names are told in the language that they were made in."""
        return self.people.say


@dataclass(frozen=True, slots=True)
class Spot:
    """One thing on the table. Under the cursor, the component's figures and words fill the details pane."""

    text: Text
    # Component id; empty for a thing without details.
    component: str = ""
    # What it is: ids of pieces and places of the view. Options that stand for one of them can be picked right here.
    ids: tuple[str, ...] = ()
    # The option that a line of a question is.
    option: str = ""
    # Numbers of options to write before it; `gallery` sets them.
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A headed part of the picture: a body of any kind, and below it spots side by side in equal tiles."""

    title: str
    spots: Sequence[Spot] = ()
    # Any rich renderable: a table of dice, a board, a track.
    body: RenderableType | None = None
    # Tiles in a row; 0 for as many as fit.
    columns: int = 0
    # Said in place of spots where there are none.
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn view."""

    # Where the game stands, for example `round 3 · placing`.
    headline: str
    # The figures of each seat in one line, for the list of players.
    figures: Mapping[int, str] = field(default_factory=dict)
    # From top to bottom; what the viewer needs most comes first.
    areas: Sequence[Area] = ()


_View = TypeVar("_View", bound=Message)


@dataclass(frozen=True, slots=True)
class Drawing(Generic[_View]):
    """How one game is drawn. A module's `DRAWING`."""

    # The view message, for example JumpView.
    view: type[_View]
    # Draws a view.
    draw: Callable[[_View, Look], Picture]
    # Writes a component in one line of at most `look.width` columns, for options and hands.
    line: Callable[[rules_pb2.Component, Look], Text]
