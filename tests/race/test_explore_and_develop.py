"""R5 and R6: Explore and Develop, with their powers."""

import pytest

from galaxytables_race.options import RaceOptions
from tests.race.scene import NEW_WORLDS, Side, Table, drawn, fact, scene

OTHER = Side(["epsilon_eridani"])


def explores(table: Table, seat: int) -> tuple[int, int]:
    """How many cards a seat draws and keeps."""
    draws = len(drawn(table.state, seat))
    prompt = next((each for each in table.live.prompts.values() if each.seat == seat), None)
    return draws, draws if prompt is None else prompt.least


@pytest.mark.parametrize(
    ("actions", "draws", "kept"),
    [([], 2, 1), (["explore_1_1"], 3, 2), (["explore_5_0"], 7, 1), (["explore_1_1", "explore_5_0"], 8, 2)],
)
def test_R5_1_draws_and_keeps(actions: list[str], draws: int, kept: int) -> None:
    table = scene(Side(["old_earth"], actions=actions), OTHER, phase="explore")
    assert explores(table, 0) == (draws, kept)


@pytest.mark.parametrize(
    ("card", "draws", "kept"),
    [
        ("star_nomad_lair", 3, 1),
        ("malevolent_lifeforms", 3, 1),
        ("expedition_force", 3, 1),
        ("galactic_survey_seti", 4, 1),
        ("galactic_renaissance", 4, 2),
        ("research_labs", 2, 2),
    ],
)
def test_R5_2_explore_draw_and_explore_keep_powers(card: str, draws: int, kept: int) -> None:
    table = scene(Side(["old_earth", card]), OTHER, phase="explore")
    assert len(drawn(table.state, 0) or table.state.empires[0].hand) == draws
    if kept < draws:
        assert explores(table, 0) == (draws, kept)


def test_R5_3_what_is_not_kept_is_discarded() -> None:
    table = scene(
        Side(["old_earth"], ["space_marines"]), OTHER, phase="explore", deck=["gem_world", "comet_zone", "new_earth"]
    )
    assert table.offered(0) == ["comet_zone", "gem_world"]
    table.answer(0, "gem_world")
    table.answer(1, table.offered(1)[0])
    assert table.hand(0) == ["gem_world", "space_marines"]
    assert len(table.state.discards[0]) == 2


def test_R5_4_who_keeps_as_many_as_drawn_keeps_all() -> None:
    table = scene(Side(["old_earth", "research_labs"]), OTHER, phase="explore", deck=["gem_world", "comet_zone"])
    assert table.asked(0) is None
    table.answer(1, table.offered(1)[0])
    assert table.hand(0) == ["comet_zone", "gem_world"]


def test_explored_cards_are_told_to_their_owner_only() -> None:
    table = scene(Side(["old_earth"]), OTHER, phase="explore", deck=["gem_world", "comet_zone"])
    table.answer(0, "comet_zone")
    table.answer(1, table.offered(1)[0])
    (told,) = table.told("explored", 0)
    assert (fact(told, "draws"), fact(told, "keeps")) == (2, 1)
    assert fact(told, "drawn", 0) == ["gem_world", "comet_zone"]
    assert fact(told, "kept", 0) == ["comet_zone"]
    assert set(told.private) == {0}


def test_R6_1_start_powers_draw_before_the_choice() -> None:
    table = scene(
        Side(["old_earth", "interstellar_bank"]), OTHER, phase="develop", deck=["public_works"], options=RaceOptions()
    )
    assert table.hand(0) == ["public_works"]


def test_R6_2_a_development_is_paid_with_hand_cards() -> None:
    table = scene(
        Side(["old_earth"], ["space_marines", "gem_world", "comet_zone", "new_earth"]), OTHER, phase="develop"
    )
    table.answer(0, "space_marines")
    assert table.asked(0) == "develop.pay"
    assert (table.prompt(0).least, table.prompt(0).most) == (2, 2)
    assert table.offered(0) == ["comet_zone", "gem_world", "new_earth"]
    table.answer(0, "gem_world", "new_earth")
    assert table.tableau(0) == ["old_earth", "space_marines"]
    assert table.hand(0) == ["comet_zone"]
    assert len(table.state.discards[0]) == 2


def test_R6_2_what_was_paid_with_is_told_to_the_payer_only() -> None:
    table = scene(Side(["old_earth"], ["space_marines", "gem_world", "comet_zone"]), OTHER, phase="develop")
    table.answer(0, "space_marines")
    (told,) = table.told("developed")
    assert (fact(told, "card"), fact(told, "cost")) == ("space_marines", 2)
    assert fact(told, "paid", 0) == ["gem_world", "comet_zone"]
    assert set(told.private) == {0}


def test_R6_3_the_chooser_pays_one_less() -> None:
    table = scene(Side(["old_earth"], ["space_marines"], spare=2, actions=["develop"]), OTHER, phase="develop")
    table.answer(0, "space_marines")
    assert table.prompt(0).least == 1


@pytest.mark.parametrize(("card", "price"), [("investment_credits", 3), ("galactic_federation", 2)])
def test_R6_4_discount(card: str, price: int) -> None:
    table = scene(Side(["old_earth", card], ["research_labs"], spare=4), OTHER, phase="develop")
    table.answer(0, "research_labs")
    assert table.prompt(0).least == price


@pytest.mark.parametrize(("card", "options"), [("public_works", RaceOptions()), ("industrial_robots", NEW_WORLDS)])
def test_R6_5_draw_after_placing(card: str, options: RaceOptions) -> None:
    table = scene(Side(["old_earth", card], ["space_marines"], spare=2), OTHER, phase="develop", options=options)
    table.answer(0, "space_marines")
    assert table.hand_size(0) == 1
    assert [fact(told, "count") for told in table.told("drew", 0)] == [1]
