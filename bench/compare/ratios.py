"""Combines pairs of turns into one comparison for each figure."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from bench.compare.turns import Pair

# Less than this is not worth a word, nor what so few pairs agree in.
WORTH = 0.02
FEWEST_PAIRS = 4
_MORE_IS_BETTER = "/s"


@dataclass(frozen=True)
class Comparison:
    """A figure of both checkouts: the best values, and the ratio of this tree to the commit with its range."""

    what: str
    unit: str
    there: float
    here: float
    ratio: float
    lowest: float
    highest: float
    pairs: int

    @property
    def verdict(self) -> str:
        """Return in which way the figure changed; empty if it did not, or the pairs disagree."""
        if self.lowest <= 1 + WORTH and self.highest >= 1 - WORTH:
            return ""
        if self.unit.startswith("bytes"):
            return "larger" if self.ratio > 1 else "smaller"
        if self.pairs < FEWEST_PAIRS:
            return ""
        return "slower" if (self.ratio > 1) != (self.unit == _MORE_IS_BETTER) else "faster"


def compared(pairs: Sequence[Pair]) -> list[Comparison]:
    """Return a comparison for each figure that both checkouts have.

    Its ratio is the median of the ratios of the pairs.
    """
    found = []
    for what, (_, unit) in pairs[0][0].items():
        both = [(one[what][0], other[what][0]) for one, other in pairs if what in one and what in other]
        both = [(one, other) for one, other in both if one]
        if not both:
            continue
        ratios = [other / one for one, other in both]
        best = max if unit == _MORE_IS_BETTER else min
        there, here = (best(values) for values in zip(*both, strict=True))
        found.append(Comparison(what, unit, there, here, median(ratios), min(ratios), max(ratios), len(ratios)))
    return found


def table_of(comparisons: Sequence[Comparison]) -> str:
    """Return the comparisons as text, one line each."""
    lines = [["", "there", "here", "", "ratio", "spread", ""]]
    for each in comparisons:
        spread = f"{each.lowest:.2f}-{each.highest:.2f}"
        values = [_number(each.there), _number(each.here), each.unit, f"{each.ratio:.2f}", spread]
        lines.append([each.what, *values, each.verdict])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in (1, 2, 4) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _number(value: float) -> str:
    return f"{value:,.1f}" if value < 100 else f"{value:,.0f}"
