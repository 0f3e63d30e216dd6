"""Measured figures, as a readable table and as JSON."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

RESULTS = Path(__file__).with_name("results")


@dataclass(frozen=True)
class Figure:
    """One measured number. `goal` is the goal of the design for it; empty if there is none."""

    what: str
    value: float
    unit: str
    goal: str = ""


def percentile(sorted_values: Sequence[float], share: float) -> float:
    """Return the value below which a share `share` of the values lies; 0 if there are no values."""
    if not sorted_values:
        return 0.0
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]


def lines_of(figures: Iterable[Figure]) -> list[str]:
    """Return the figures as lines of text, one each."""
    rows = [
        (figure.what, f"{figure.value:,.4g}" if figure.value < 10 else f"{figure.value:,.0f}", figure.unit, figure.goal)
        for figure in figures
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    return [
        f"{what:<{widths[0]}}  {value:>{widths[1]}}  {unit:<{widths[2]}}  {goal}".rstrip()
        for what, value, unit, goal in rows
    ]


def print_figures(figures: Iterable[Figure]) -> None:
    """Print the figures, one on each line."""
    for line in lines_of(figures):
        print(line, flush=True)


def write_results(part: str, head: str, figures: Sequence[Figure]) -> None:
    """Store the figures of a part until it is measured again. `head` describes the machine."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    kept = {"head": head, "figures": [asdict(figure) for figure in figures]}
    (RESULTS / f"{part}.json").write_text(json.dumps(kept, indent=1) + "\n")


def read_results(part: str) -> tuple[str, list[Figure]] | None:
    """Return the last results of a part: the description of the machine, and the figures. None if there are none."""
    path = RESULTS / f"{part}.json"
    if not path.exists():
        return None
    kept = json.loads(path.read_text())
    return kept["head"], [Figure(**figure) for figure in kept["figures"]]
