"""The page of contents is the rulebook's, and tells where a table stands."""

from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.rules import BEYOND
from galaxytables_kit.playout import begin
from tests.beyond.scene import PACKS

NAME_WIDTH = 26


def test_R3_2_the_order_of_a_turn() -> None:
    assert [line[:NAME_WIDTH].rstrip() for line in BEYOND.contents.lines()] == [
        "round",
        *("  begin round", "  end by limit", "  turn"),
        *("    announce", "    action", "    production", "    use powers", "    achievement"),
        *("exchange at end", "tell end"),
    ]


def test_every_part_says_what_is_done_or_when() -> None:
    assert all(line[NAME_WIDTH:] for line in BEYOND.contents.lines())


def test_where_a_table_stands_is_said_in_words() -> None:
    live = begin(BEYOND, PACKS, 2, BeyondOptions(), 1)
    assert live.where == "round 1 / turn 1 / action"
    while live.where == "round 1 / turn 1 / action":
        ((key, prompt),) = live.prompts.items()
        live.answer(prompt.seat, key, prompt.default_picks)
    assert live.where == "round 1 / turn 1 / production"
