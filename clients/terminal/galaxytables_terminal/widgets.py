"""Widgets that Textual does not have."""

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from galaxytables_terminal.cells import index_at
from galaxytables_terminal.drawing.scene import Area, Spot
from galaxytables_terminal.page import CURSOR, Page, Place, Source, lay_out


class SpotPage(ScrollView, can_focus=True):
    """A widget that shows areas, with a cursor that moves over their spots.

    The cursor stays on its spot when the areas are drawn again, as long as the spot exists.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "walk(-1, 0)", "Up", show=False),
        Binding("down,j", "walk(1, 0)", "Down", show=False),
        Binding("left,h", "walk(0, -1)", "Left", show=False),
        Binding("right,semicolon", "walk(0, 1)", "Right", show=False),
        Binding("home", "jump(0)", "First", show=False),
        Binding("end", "jump(-1)", "Last", show=False),
    ]

    class Moved(Message):
        """Posted when the cursor is on another spot, or the spot has changed."""

        def __init__(self, page: "SpotPage", spot: Spot | None) -> None:
            self.page = page
            self.spot = spot
            super().__init__()

        @property
        def control(self) -> "SpotPage":
            """Return the page with the cursor."""
            return self.page

    class Clicked(Message):
        """Posted when the spot under the cursor was clicked."""

        def __init__(self, page: "SpotPage", spot: Spot) -> None:
            self.page = page
            self.spot = spot
            super().__init__()

        @property
        def control(self) -> "SpotPage":
            """Return the page that was clicked."""
            return self.page

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._source: Source = _nothing
        self._page = Page()
        self._cursor = 0
        self._walked = False

    @property
    def walked(self) -> bool:
        """Return whether the player has moved the cursor since the page was last shown from its top."""
        return self._walked

    @property
    def spot(self) -> Spot | None:
        """Return the spot under the cursor."""
        place = self._place
        return place.spot if place is not None else None

    @property
    def cursor(self) -> int:
        """Return the index of the spot under the cursor."""
        return self._cursor

    @property
    def text(self) -> str:
        """Return the whole text of the page, including the parts out of sight."""
        return "\n".join(line.plain for line in self._page.lines)

    def show(self, source: Source, *, at_top: bool = False) -> None:
        """Show the areas that `source` returns for a width. `source` is called again when the width changes."""
        self._source = source
        self._redraw(at_top=at_top)

    def walk_to(self, index: int) -> None:
        """Move the cursor to the spot with this index: 0 is the first one, -1 the last."""
        count = len(self._page.places)
        if count:
            self._walked = True
            self._cursor = index % count
            self._reveal()

    def action_walk(self, lines: int, columns: int) -> None:
        """Move the cursor by lines and columns. If there is no spot to move to, scroll."""
        if not self._page.places:
            self.scroll_relative(y=lines, animate=False)
            return
        self._walked = True
        before = self._cursor
        self._cursor = self._page.moved(before, lines, columns)
        if self._cursor == before and lines:
            self.scroll_relative(y=lines, animate=False)
        self._reveal()

    def action_jump(self, index: int) -> None:
        """Move the cursor to the first or the last spot."""
        self.walk_to(index)

    def on_resize(self) -> None:
        """Lay the page out for the new width."""
        self._redraw(at_top=False)

    def on_focus(self) -> None:
        """Post `Moved` for the spot under the cursor, so that its details are shown."""
        self.post_message(self.Moved(self, self.spot))
        self.refresh()

    def on_blur(self) -> None:
        """Draw the cursor without focus."""
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the spot that was clicked. If the cursor is there already, post `Clicked`."""
        index = self._page.at(event.y + self.scroll_offset.y, event.x)
        if index is None:
            return
        again = index == self._cursor
        self._walked = True
        self._cursor = index
        self._reveal()
        if again:
            self.post_message(self.Clicked(self, self._page.places[index].spot))

    def render_line(self, y: int) -> Strip:
        """Return one line of the visible part of the page, rendered."""
        number = y + self.scroll_offset.y
        width = self.size.width
        if number >= len(self._page.lines):
            return Strip.blank(width, self.rich_style)
        line = self._page.lines[number]
        place = self._place
        if place is not None and place.line <= number < place.line + place.height:
            line = self._with_cursor(line, place, first=number == place.line)
        segments = list(line.render(self.app.console, end=""))
        strip = Strip(Segment.apply_style(segments, self.rich_style)).simplify()
        return strip.adjust_cell_length(width, self.rich_style)

    @property
    def _place(self) -> Place | None:
        places = self._page.places
        return places[self._cursor] if self._cursor < len(places) else None

    def _with_cursor(self, line: Text, place: Place, *, first: bool) -> Text:
        marked = line.copy()
        end = place.column + place.width
        marked.append(" " * (end - marked.cell_len))
        start = index_at(marked, place.column)
        if first:
            marked = Text.assemble(marked[:start], CURSOR, marked[start + 1 :])
        if self.has_focus:
            marked.stylize(Style(reverse=True), start, index_at(marked, end))
        return marked

    def _redraw(self, *, at_top: bool) -> None:
        width = self.scrollable_content_region.width
        if width <= 0:
            return
        held = _key(self.spot)
        self._page = lay_out(self._source(width), width)
        keys = [_key(place.spot) for place in self._page.places]
        if at_top:
            self._cursor = 0
            self._walked = False
            self.scroll_to(y=0, animate=False)
        elif held in keys and (self._cursor >= len(keys) or keys[self._cursor] != held):
            self._cursor = keys.index(held)
        self._cursor = min(self._cursor, max(0, len(keys) - 1))
        self.virtual_size = Size(width, len(self._page.lines))
        self.refresh()
        if self.has_focus:
            self.post_message(self.Moved(self, self.spot))

    def _reveal(self) -> None:
        place = self._place
        if place is not None:
            # The first spot brings the heading above it back into sight.
            top = 0 if self._cursor == 0 else place.line
            region = Region(0, top, 1, place.line + place.height - top)
            self.scroll_to_region(region, animate=False, force=True)
        self.refresh()
        self.post_message(self.Moved(self, self.spot))


def _key(spot: Spot | None) -> tuple[str, tuple[str, ...], str, str] | None:
    """Return a key that identifies a spot across drawings: by option, ids and component, else by its text."""
    if spot is None:
        return None
    said = "" if spot.option or spot.ids or spot.component else spot.text.plain
    return (spot.option, spot.ids, spot.component, said)


def _nothing(_width: int) -> Sequence[Area]:
    return ()
