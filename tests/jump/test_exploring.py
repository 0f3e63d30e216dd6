"""R6: exploring."""

import pytest

from galaxytables_kit.errors import UndoError
from tests.jump.scene import Side, number, private_cards, scene


@pytest.mark.parametrize(
    ("empire", "icons"), [([], 3), (["survey_hq"], 5), (["survey_team", "galactic_survey_seti", "space_marines"], 8)]
)
def test_R6_1_draws_icons_and_2_and_discards_icons_of_the_whole_hand(empire: list[str], icons: int) -> None:
    table = scene(Side(empire, ["gem_world"]), Side(hand=["rebel_base"]), teams=False)
    assert table.drawn(0, "exploring") == icons + 2
    prompt = table.prompt(0)
    assert prompt is not None
    assert (prompt.kind, prompt.least, prompt.most) == ("explore.discard", icons, icons)
    assert "gem_world" in table.offered(0)
    table.answer(0, *table.hand(0)[:icons])
    assert "gem_world" not in table.hand(0)
    assert table.hand_size(0) == 1 + 2


def test_R6_1_only_the_explorer_sees_the_cards() -> None:
    table = scene(Side(), Side(), on_top=["gem_world"])
    table.answer(0, "explore")
    table.answer(1, "survey_team")
    (told,) = table.told("drew", 0)
    assert set(told.private) == {0}
    assert private_cards(told, 0)[0] == "gem_world"


def test_R6_1_explorers_draw_in_order_from_the_dealer_whoever_answers_first() -> None:
    first = {}
    for order in ((0, 1), (1, 0)):
        table = scene(Side(), Side(), on_top=["gem_world"], dealer=1)
        for seat in order:
            table.answer(seat, "explore")
        first[order] = table.hand(0), table.hand(1)
    assert first[0, 1] == first[1, 0]
    assert first[0, 1][1][0] == "gem_world"


def test_R6_2_the_marker_counts_for_this_exploration_alone() -> None:
    table = scene(Side(["survey_hq"]), Side())
    table.answer(0, "explore")
    table.answer(1, "survey_team")
    table.finish_round()
    assert table.vp(0) == [1], "one pair of explore icons"
    assert table.drawn(0, "income") == 1


def test_R6_3_scoring_and_income_follow_as_usual() -> None:
    table = scene(Side(["deserted_alien_world"]), Side())
    table.answer(0, "explore")
    table.answer(1, "survey_team")
    table.finish_round()
    assert table.vp(0) == [5]
    assert table.drawn(0, "income") == 2


def test_R6_4_everybody_may_explore_every_round() -> None:
    table = scene(Side(), Side(), Side(), Side())
    for _ in range(3):
        for seat in range(4):
            if table.asked(seat) == "choose.card":
                table.answer(seat, "explore")
        table.finish_round()
    assert len(table.told("explored")) == 12


@pytest.mark.parametrize(("left", "discarded"), [(0, 0), (1, 0), (2, 0), (4, 2)])
def test_R6_5_at_most_2_are_gained_when_cards_run_out(left: int, discarded: int) -> None:
    deck = ["galactic_trendsetters"] * left
    table = scene(Side(hand=["rebel_base"]), Side(hand=["rebel_world"]), deck=deck, teams=False)
    table.finish_round()
    assert sum(number(told, "count") for told in table.told("discarded", 0)) == discarded
    assert [number(told, "count") for told in table.told("drew", 0)][:1] == [left][: bool(left)]


def test_cards_seen_by_exploring_cannot_be_given_back() -> None:
    table = scene(Side(), Side())
    table.answer(0, "explore")
    assert table.live.undoable_seats() == [0], "still secret, nothing drawn"
    table.answer(1, "survey_team")
    assert table.live.undoable_seats() == []
    with pytest.raises(UndoError):
        table.live.undo(0)
