"""Draws plots of figures, as SVG files in bench/plots."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

FOLDER = Path(__file__).with_name("plots")
INCHES = (6.4, 4.0)

# The same figures give the same file.
mpl.rcParams["svg.hashsalt"] = "galaxytables"


@dataclass(frozen=True)
class Part:
    """A part of the bars in a plot: one colour in each of them."""

    label: str
    along: Sequence[float]


@dataclass(frozen=True)
class Line:
    """One line of a plot."""

    label: str
    across: Sequence[float]
    up: Sequence[float]


def draw(name: str, title: str, across: str, up: str, lines: Sequence[Line], *, logarithmic: bool = False) -> None:
    """Draw lines into `<name>.svg`. `across` and `up` name the axes; the horizontal axis may be logarithmic."""
    figure = Figure(figsize=INCHES, layout="constrained")
    axes = figure.subplots()
    for line in lines:
        axes.plot(line.across, line.up, marker="o" if logarithmic else "", label=line.label)
    if logarithmic:
        axes.set_xscale("log")
    axes.set_title(title)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.set_ylim(bottom=0)
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    _save(figure, name)


def draw_bars(name: str, title: str, along: str, bars: Sequence[str], parts: Sequence[Part]) -> None:
    """Draw bars that consist of parts, one bar below the other, into `<name>.svg`."""
    figure = Figure(figsize=INCHES, layout="constrained")
    axes = figure.subplots()
    begun = [0.0] * len(bars)
    for part in parts:
        axes.barh(bars, part.along, left=begun, label=part.label)
        begun = [one + other for one, other in zip(begun, part.along, strict=True)]
    axes.set_title(title)
    axes.set_xlabel(along)
    axes.invert_yaxis()
    axes.grid(visible=True, axis="x", alpha=0.3)
    axes.legend()
    _save(figure, name)


def _save(figure: Figure, name: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None})
