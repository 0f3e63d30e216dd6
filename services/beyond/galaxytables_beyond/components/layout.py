"""Where a front end may draw what is printed on the boards, in hundredths of width and height: a layout of our own."""

from collections.abc import Mapping, Sequence


def spread(number: int, count: int) -> int:
    """The middle of one of several equal parts."""
    return (200 * number + 100) // (2 * count)


def across(distances: Sequence[int], places: Sequence[int]) -> Mapping[int, tuple[int, int]]:
    """Places from left to right by their distance from where all begin, those equally far below each other."""
    columns: dict[int, list[int]] = {}
    for place in places:
        columns.setdefault(distances[place], []).append(place)
    return {
        place: (spread(number, len(columns)), spread(row, len(columns[distance])))
        for number, distance in enumerate(sorted(columns))
        for row, place in enumerate(columns[distance])
    }
