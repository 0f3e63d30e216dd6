from rich.table import Table as Grid
from rich.text import Text

from galaxytables_terminal.drawing.scene import Area, Spot
from galaxytables_terminal.page import lay_out


def spots(*texts: str) -> list[Spot]:
    return [Spot(Text(text), component=text) for text in texts]


def test_short_spots_stand_side_by_side_in_equal_tiles() -> None:
    page = lay_out([Area("Ann", spots("Gem World", "Pirate Lair", "Convoy"))], 30)
    assert [line.plain.rstrip() for line in page.lines] == ["Ann", "  Gem World      Pirate Lair", "  Convoy"]
    assert [(place.line, place.column) for place in page.places] == [(1, 0), (1, 15), (2, 0)]


def test_a_spot_as_long_as_the_area_has_a_line_to_itself_and_a_longer_one_is_wrapped() -> None:
    page = lay_out([Area("", spots("one two three four", "five"))], 14)
    assert [line.plain.rstrip() for line in page.lines] == ["  one two", "  three four", "  five"]
    assert [place.height for place in page.places] == [2, 1]


def test_areas_have_a_line_between_them_and_say_when_they_are_empty() -> None:
    page = lay_out([Area("Hand", spots("a")), Area("Empire", empty="nothing yet")], 20)
    assert [line.plain.rstrip() for line in page.lines] == ["Hand", "  a", "", "Empire", "  nothing yet"]


def test_any_renderable_can_be_a_body() -> None:
    grid = Grid("die", "face")
    grid.add_row("white", "explore")
    page = lay_out([Area("Dice", body=grid, spots=spots("x"))], 30)
    text = "\n".join(line.plain for line in page.lines)
    assert "white" in text
    assert "explore" in text
    assert page.places[0].line == len(page.lines) - 1
    assert all(line.cell_len <= 30 for line in page.lines)


def test_the_cursor_walks_in_two_dimensions_and_across_areas() -> None:
    page = lay_out([Area("A", spots("a1", "a2", "a3"), columns=2), Area("B", spots("b1", "b2"))], 40)
    assert page.moved(0, 0, 1) == 1
    assert page.moved(1, 1, 0) == 2, "the only one in the next line"
    assert page.moved(2, 1, 0) == 3, "on into the next area"
    assert page.moved(4, -1, 0) == 2
    assert page.moved(0, -1, 0) == 0
    assert page.moved(4, 0, 1) == 4
    assert lay_out([], 40).moved(0, 1, 0) == 0


def test_spots_are_found_under_the_mouse() -> None:
    page = lay_out([Area("A", spots("a1", "a2"), columns=2)], 21)
    assert page.at(0, 1) is None
    assert page.at(1, 1) == 0
    assert page.at(1, 12) == 1
    assert page.at(9, 0) is None
