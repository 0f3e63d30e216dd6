"""Paints the picture that messengers show beside a link to a finished game: who won, and everybody's points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
"""The size that messengers expect, in pixels."""

_FONT = Path(__file__).with_name("fonts") / "DejaVuSans-Bold.ttf"
_TWICE = 2
"""The factor of oversampling, which makes edges smooth."""
_COMPRESSION = 3
"""Higher levels take far longer, and save little."""
_MISSING = "\U0010fffe"
_NIGHT, _GLOW, _INK, _MUTED, _GOLD, _BAR = "#0b1022", "#1b2450", "#e9edf8", "#a3aecb", "#ffd166", "#1d2747"
_SEATS = ("#7fd1ff", "#ff9d7a", "#c8a6ff", "#9be58c", "#ffd166", "#ff8fc0")
"""The colours of seats in the page's dark style."""
_SHADES = (1.0, 0.68, 0.44, 0.24)
_STARS, _RINGS, _MARGIN, _GAP = 140, 20, 64, 2
_BARS = _MARGIN + 455.0
"""The left edge of the bars."""
_STAR = "8,.8 10.2,5.7 15.4,6.2 11.5,9.8 12.6,15 8,12.3 3.4,15 4.5,9.8 .6,6.2 5.8,5.7"
_POLYGONS = (
    "",  # a disc
    "8,1 15,14.5 1,14.5",
    "2,2 14,2 14,14 2,14",
    "8,.5 15.5,8 8,15.5 .5,8",
    _STAR,
    "4.5,1.5 11.5,1.5 15.2,8 11.5,14.5 4.5,14.5 .8,8",
)
"""The mark of each seat on a 16 by 16 grid, as on the page."""


@dataclass(frozen=True)
class Result:
    """The result of one seat: the player's name, rank and points."""

    seat: int
    name: str
    won: bool
    points: int | None
    """None if the game was not played out."""
    parts: tuple[int, ...]
    """Points by source, in the game's order."""

    @property
    def text(self) -> str:
        """Return the player's name and points as text."""
        crown = "\N{TROPHY} " if self.won else ""
        return f"{crown}{self.name}" if self.points is None else f"{crown}{self.name} {self.points}"


@dataclass(frozen=True)
class EndOfGame:
    """The facts about a finished game that the picture shows."""

    game: str
    table: str
    results: tuple[Result, ...]
    """From the first place to the last."""

    @property
    def headline(self) -> str:
        """Return all names with their points, as text."""
        return " · ".join(each.text for each in self.results)


class Painter:
    """Paints the pictures of finished games; threads may share it."""

    def __init__(self, font: Path | None = None) -> None:
        """`font` has the letters that ours lacks. Raises `OSError` for a file that is no font."""
        self._fonts = [_FONT, *([font] if font is not None else [])]
        for each in self._fonts:
            _font(each, 16)

    def paint(self, end: EndOfGame) -> bytes:
        """Return the picture of a finished game as PNG."""
        image = Image.new("RGB", (WIDTH * _TWICE, HEIGHT * _TWICE), _NIGHT)
        canvas = _Canvas(image, self._fonts)
        _sky(canvas, end)
        canvas.text(_MARGIN, 66, end.game, 34, _GOLD, max_width=800)
        canvas.text(WIDTH - _MARGIN, 66, "Galaxy Tables", 26, _MUTED, max_width=250, anchor="rm")
        _winners(canvas, [each for each in end.results if each.won])
        _rows(canvas, end.results)
        painted = BytesIO()
        image.reduce(_TWICE).save(painted, "PNG", compress_level=_COMPRESSION)
        return painted.getvalue()


class _Canvas:
    """Draws in pixels of the picture as it is sent."""

    def __init__(self, image: Image.Image, fonts: Sequence[Path]) -> None:
        self.draw = ImageDraw.Draw(image)
        self._fonts = fonts

    def text(
        self, x: float, y: float, text: str, size: int, colour: str, *, max_width: float, anchor: str = "lm"
    ) -> float:
        """Write a line, cut to the width `max_width`; return its width, 0 if no font has its letters."""
        path = next((path for path in self._fonts if _writes(path, text)), None)
        if path is None or not text:
            return 0.0
        font = _font(path, size * _TWICE)
        for length in range(len(text), 0, -1):
            shown = text if length == len(text) else f"{text[:length]}…"
            if font.getlength(shown) <= max_width * _TWICE:
                self.draw.text((x * _TWICE, y * _TWICE), shown, colour, font, anchor=anchor)
                return font.getlength(shown) / _TWICE
        return 0.0

    def mark(self, seat: int, x: float, y: float, size: float) -> None:
        """Draw a seat's mark around a point."""
        self.shape(_POLYGONS[seat % len(_POLYGONS)], x, y, size, _SEATS[seat % len(_SEATS)])

    def shape(self, points: str, x: float, y: float, size: float, colour: str) -> None:
        """Draw a polygon from a 16 by 16 grid around a point; without points, a disc."""
        scale = size / 16

        def at(pair: str) -> tuple[float, float]:
            across, down = map(float, pair.split(","))
            return (x + (across - 8) * scale) * _TWICE, (y + (down - 8) * scale) * _TWICE

        if points:
            self.draw.polygon([at(pair) for pair in points.split()], colour)
        else:
            self.draw.ellipse([at("1,1"), at("15,15")], colour)

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Fill a rectangle."""
        self.draw.rectangle([(x * _TWICE, y * _TWICE), ((x + width) * _TWICE - 1, (y + height) * _TWICE - 1)], colour)


def _sky(canvas: _Canvas, end: EndOfGame) -> None:
    """Draw stars and the glow of a planet beyond the edge, always the same for the same game."""
    random = Random(end.headline)
    for ring in range(_RINGS, 0, -1):
        radius = ring * 640 / _RINGS
        centre = (WIDTH - 60, -80)
        box = [((each - radius) * _TWICE) for each in centre] + [((each + radius) * _TWICE) for each in centre]
        canvas.draw.ellipse(box, _mixed(_GLOW, 1 - ring / _RINGS, _NIGHT))
    for _ in range(_STARS):
        x, y, size = random.uniform(0, WIDTH), random.uniform(0, HEIGHT), random.choice((1, 1, 1.5, 2))
        canvas.box(x, y, size, size, _mixed(_INK, random.uniform(0.2, 0.7), _NIGHT))


def _winners(canvas: _Canvas, winners: Sequence[Result]) -> None:
    x = float(_MARGIN)
    room = WIDTH - 2 * _MARGIN
    for each in winners:
        size = 84 if len(winners) == 1 else 52
        canvas.mark(each.seat, x + size / 2, 160, size)
        written = canvas.text(x + size + 22, 160, each.name, size, _INK, max_width=room / len(winners) - 2 * size - 40)
        x += size + 22 + written
        canvas.shape(_STAR, x + size * 0.6, 160, size * 0.6, _GOLD)
        x += size + 30


def _rows(canvas: _Canvas, results: Sequence[Result]) -> None:
    highest = max([1, *(each.points or 0 for each in results)])
    top, height = 240.0, min(76.0, 350 / max(1, len(results)))
    bar = min(34.0, height * 0.55)
    for row, each in enumerate(results):
        y = top + row * height + height / 2
        canvas.mark(each.seat, _MARGIN + 14, y, 28)
        canvas.text(_MARGIN + 42, y, each.name, 28, _INK, max_width=300)
        if each.points is None:
            continue
        canvas.text(_BARS - 25, y, str(each.points), 36, _INK, max_width=90, anchor="rm")
        x, room = _BARS, WIDTH - _MARGIN - _BARS
        canvas.box(x, y - bar / 2, room, bar, _BAR)
        for number, points in enumerate(each.parts):
            # If some are below 0, the others exceed the total, which is the full width.
            width = min(max(0, points) / highest * room, _BARS + room - x)
            colour = _mixed(_SEATS[each.seat % len(_SEATS)], _SHADES[number % len(_SHADES)], _NIGHT)
            if width > _GAP:
                canvas.box(x, y - bar / 2, width - _GAP, bar, colour)
            x += width


def _mixed(colour: str, share: float, ground: str) -> str:
    """Return the mix of a colour and a background, all as `#rrggbb`."""
    pairs: Iterable[tuple[int, int]] = (
        (int(colour[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5)
    )
    return "#" + "".join(f"{round(one * share + other * (1 - share)):02x}" for one, other in pairs)


@lru_cache(32)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


@lru_cache(4_096)
def _writes(path: Path, text: str) -> bool:
    """Return whether a font has a glyph for each letter."""
    font = _font(path, 16)
    missing = bytes(font.getmask(_MISSING))
    return all(letter.isspace() or bytes(font.getmask(letter)) != missing for letter in set(text))
