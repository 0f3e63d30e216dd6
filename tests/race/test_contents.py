"""The page of contents is the rulebook's, and tells where a table stands."""

from galaxytables_race.rules import RACE
from tests.race.scene import Side, scene

NAME_WIDTH = 26


def names(depth: int) -> list[str]:
    """The parts down to a depth of the page, indented."""
    lines = [line for line in RACE.contents.lines() if not line.startswith("  " * (depth + 1))]
    return [line[:NAME_WIDTH].rstrip() for line in lines]


def inside(part: str) -> list[str]:
    """What stands below a part of a round."""
    page = names(2)
    first = page.index(f"  {part}") + 1
    return [name.strip() for name in page[first : next(i for i in range(first, len(page)) if page[i][2] != " ")]]


def test_R2_R3_the_order_of_the_game_and_of_a_round() -> None:
    assert [name for name in names(1) if not name.startswith("  ")] == ["draft", "opening", "orb setup", "round"]
    assert names(1)[names(1).index("round") + 1 :] == [
        *("  begin round", "  actions"),
        *("  search", "  orb", "  explore", "  develop", "  settle", "  consume", "  produce"),
        *("  round end", "  invasion"),
    ]


def test_R7_the_steps_of_settle() -> None:
    assert inside("settle") == [*("begin phase", "strengthen", "choose", "reveal", "placing", "further", "end phase")]


def test_every_step_says_what_is_done() -> None:
    silent = [line.strip() for line in RACE.contents.lines() if not line[NAME_WIDTH:]]
    assert silent == ["opening", "actions", "round end"]


def test_where_a_table_stands_is_said_in_words() -> None:
    side = Side(["new_sparta"], ["rebel_fuel_cache", "gem_world"], spare=3)
    table = scene(side, Side(["old_earth"]), phase="settle")
    assert table.live.where == "round / settle 1 / choose"
    table.answer(0, "gem_world")
    assert table.live.where == "round / settle 1 / placing / win"
