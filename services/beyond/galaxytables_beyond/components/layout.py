"""The places where a front end may draw the printed parts of the boards, in hundredths of their width and height.

The layout is ours, not the printed one.
"""

from collections.abc import Mapping, Sequence


def spread(number: int, count: int) -> int:
    """Divide a length of 100 into `count` equal parts, and return the middle of part `number`, counted from 0."""
    return (200 * number + 100) // (2 * count)


def across(distances: Sequence[int], places: Sequence[int]) -> Mapping[int, tuple[int, int]]:
    """Return coordinates of places by their distance from the start.

    Each distance has a column, in which its places lie one below another.
    """
    columns: dict[int, list[int]] = {}
    for place in places:
        columns.setdefault(distances[place], []).append(place)
    return {
        place: (spread(number, len(columns)), spread(row, len(columns[distance])))
        for number, distance in enumerate(sorted(columns))
        for row, place in enumerate(columns[distance])
    }
