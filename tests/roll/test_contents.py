"""The page of contents is the rulebook's, and tells where a table stands."""

from galaxytables_kit.playout import begin
from galaxytables_roll.rules import ROLL
from galaxytables_roll.state import RollOptions
from tests.roll.scene import PACKS

NAME_WIDTH = 26


def test_R3_1_R4_4_the_order_of_a_round() -> None:
    lines = [line for line in ROLL.contents.lines() if not line.startswith("    ")]
    assert [line[:NAME_WIDTH].rstrip() for line in lines] == [
        "setup",
        *("  deal", "  choose sides", "  put cheaper sides up", "  show start tiles"),
        "round",
        *("  roll", "  assign", "  reveal"),
        *("  explore", "  develop", "  settle", "  produce", "  ship"),
        *("  manage", "  turn phases down"),
        "tell end",
    ]


def test_every_part_says_what_is_done_or_when() -> None:
    silent = [line.strip() for line in ROLL.contents.lines() if not line[NAME_WIDTH:]]
    assert silent == ["setup", "reveal"]


def test_where_a_table_stands_is_said_in_words() -> None:
    assert begin(ROLL, PACKS, 2, RollOptions(), 1).where == "setup / choose sides"
    assert begin(ROLL, PACKS, 2, RollOptions(sides="cheaper"), 1).where == "round 1 / assign"
