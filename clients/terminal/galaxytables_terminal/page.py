"""Lays out areas as lines of text, and records where each of their spots is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.text import Text

from galaxytables_terminal.drawing.scene import Area, Spot

# The room left of every spot for the cursor's mark, which can be seen without colours.
GUTTER = 2
CURSOR = "▸"
# The style of option numbers on the table.
MARKED = "bold reverse"
_GAP = 1


@dataclass(frozen=True, slots=True)
class Place:
    """Where a spot is in a page: first line, left column, height in lines, width in columns."""

    spot: Spot
    line: int
    column: int
    height: int
    width: int


@dataclass(slots=True)
class Page:
    """Lines to show, and the places of the spots in these lines."""

    lines: list[Text] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    def moved(self, start: int, lines: int, columns: int) -> int:
        """Return the index of the spot that the cursor reaches from spot `start`.

        Left and right follow the reading order; up and down lead to the closest spot of the closest line with spots.
        """
        if not self.places:
            return 0
        if columns:
            return min(max(start + columns, 0), len(self.places) - 1)
        here = self.places[start]
        ahead = [
            (abs(place.line - here.line), abs(place.column - here.column), index)
            for index, place in enumerate(self.places)
            if (place.line - here.line) * lines > 0
        ]
        return min(ahead)[2] if ahead else start

    def at(self, line: int, column: int) -> int | None:
        """Return the index of the spot at a line and column; None if no spot is there."""
        for index, place in enumerate(self.places):
            inside = place.line <= line < place.line + place.height
            if inside and place.column <= column < place.column + place.width:
                return index
        return None


def lay_out(areas: Sequence[Area], width: int) -> Page:
    """Lay out areas one below the other, with the spots of each area side by side in equal tiles.

    A spot longer than a line is wrapped, unless it must stay one line; everything else that is too long is cut.
    """
    page = Page()
    console = flat_console(width)
    for index, area in enumerate(areas):
        if index and area.title:
            page.lines.append(Text())
        if area.title:
            page.lines.append(_cut(Text(area.title, style="bold"), width))
        if area.body is not None:
            page.lines.extend(rendered(area.body, width))
        if area.spots:
            _lay_spots(page, area, width, console)
        elif area.empty:
            page.lines.append(_cut(Text(f"{' ' * GUTTER}{area.empty}", style="italic"), width))
    return page


def rendered(body: RenderableType, width: int) -> list[Text]:
    """Render anything that rich can render, as lines of text of at most `width` cells."""
    console = flat_console(width)
    lines = console.render_lines(body, console.options.update(width=width, no_wrap=False), pad=False)
    return [Text.assemble(*((part.text, part.style or "") for part in line)) for line in lines]


def _lay_spots(page: Page, area: Area, width: int, console: Console) -> None:
    lead = max(cell_len(spot.mark) for spot in area.spots)
    gutter = GUTTER + lead + 1 if lead else GUTTER
    longest = max(spot.text.cell_len for spot in area.spots) + gutter
    fitting = max(1, (width + _GAP) // (longest + _GAP))
    columns = min(fitting, area.columns) if area.columns else fitting
    tile = width if columns == 1 else (width + _GAP) // columns - _GAP
    for start in range(0, len(area.spots), columns):
        row = area.spots[start : start + columns]
        texts = [_wrapped(spot.text, max(1, tile - gutter), console) for spot in row]
        height = max(len(text) for text in texts)
        for number, (spot, text) in enumerate(zip(row, texts, strict=True)):
            column = number * (tile + _GAP)
            page.places.append(Place(spot, len(page.lines), column, len(text), tile))
        for level in range(height):
            line = Text()
            for number, text in enumerate(texts):
                line.append(" " * (number * (tile + _GAP) + GUTTER - line.cell_len))
                if level == 0:
                    line.append(row[number].mark, style=MARKED)
                line.append(" " * (number * (tile + _GAP) + gutter - line.cell_len))
                if level < len(text):
                    line.append_text(_cut(text[level], tile - gutter))
            page.lines.append(line)


def _wrapped(text: Text, width: int, console: Console) -> list[Text]:
    """Wrap a text into lines of at most `width` cells. A text that must not wrap stays one line."""
    return [text] if text.no_wrap else list(text.wrap(console, width))


def _cut(text: Text, width: int) -> Text:
    cut = text.copy()
    cut.truncate(max(1, width), overflow="ellipsis")
    return cut


def flat_console(width: int) -> Console:
    """Return a rich console of this width that prints nothing: it only measures and wraps text."""
    return Console(width=max(1, width), height=1000, color_system="truecolor", force_terminal=True)


Source = Callable[[int], Sequence[Area]]
