"""Figures, as a readable table and as JSON."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Figure:
    """One measured number. `goal` is what the design asks for, empty where it asks for nothing."""

    what: str
    value: float
    unit: str
    goal: str = ""


def percentile(sorted_values: Sequence[float], share: float) -> float:
    """The value below which `share` of the values lie; 0 where there are none."""
    if not sorted_values:
        return 0.0
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]


def print_figures(figures: Iterable[Figure]) -> None:
    """Print a line a figure."""
    rows = [
        (figure.what, f"{figure.value:,.4g}" if figure.value < 10 else f"{figure.value:,.0f}", figure.unit, figure.goal)
        for figure in figures
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    for what, value, unit, goal in rows:
        line = f"{what:<{widths[0]}}  {value:>{widths[1]}}  {unit:<{widths[2]}}"
        print(f"{line}  {goal}".rstrip(), flush=True)


def write_figures(path: Path, figures: Iterable[Figure]) -> None:
    """Write figures as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(figure) for figure in figures], indent=1) + "\n")
