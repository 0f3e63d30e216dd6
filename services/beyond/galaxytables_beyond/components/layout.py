"""Where a front end may draw what is printed on the boards, in hundredths of width and height; the layout is ours."""

from collections.abc import Mapping, Sequence


def spread(number: int, count: int) -> int:
    """Return the middle of one of several equal parts."""
    return (200 * number + 100) // (2 * count)


def across(distances: Sequence[int], places: Sequence[int]) -> Mapping[int, tuple[int, int]]:
    """Return coordinates of places: from left to right by distance from the start, equal distances below each other."""
    columns: dict[int, list[int]] = {}
    for place in places:
        columns.setdefault(distances[place], []).append(place)
    return {
        place: (spread(number, len(columns)), spread(row, len(columns[distance])))
        for number, distance in enumerate(sorted(columns))
        for row, place in enumerate(columns[distance])
    }
