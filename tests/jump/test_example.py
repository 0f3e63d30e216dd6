"""R10: the worked example of the rules, played out (example.json)."""

import json
from pathlib import Path
from typing import Any

import pytest

from galaxytables.jump.v1 import jump_pb2
from tests.jump.scene import PACK, Side, Table, card, number, scene

EXAMPLE = json.loads(Path(__file__).with_name("example.json").read_text())
ROUNDS: list[dict[str, Any]] = EXAMPLE["rounds"]


def deck() -> list[str]:
    """A deck from which Joe draws what he places: each round 5 cards for the explorer, then Joe's income."""
    needed = {"smuggling_lair", "consumer_markets", "survey_hq", "pirate_lair", "galactic_salon"}
    other = (entry.id for entry in PACK.entries for _ in range(entry.copies) if entry.id not in needed)
    filler = [name for name in other if name not in {"survey_team", "uplift_code", "galactic_survey_seti"}]
    rounds = [[*[""] * 5, "survey_hq", ""], [""] * 8, [*[""] * 6, "pirate_lair", "galactic_salon", *[""] * 4]]
    return [name or filler.pop() for each in rounds for name in each]


def after(rounds: int) -> Table:
    """Joe's game after some rounds, with the log of the last one; the other player explores."""
    table = scene(Side(hand=["smuggling_lair", "consumer_markets"], spare=3), Side(), on_top=deck())
    for expected in ROUNDS[:rounds]:
        table.log.clear()
        table.play(0, *[expected[kind] for kind in ("development", "world") if expected[kind]])
        table.finish_round()
    return table


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_R10_the_example_comes_out(count: int) -> None:
    table = after(count)
    expected = ROUNDS[count - 1]["expect"]
    paid = sum(number(told, "paid") for told in table.told("placed", 0))
    assert paid == expected["paid"]
    assert table.drawn(0, "lone world") == expected["drawn_for_world"]
    assert table.vp(0)[-1] == expected["vp_round"]
    assert sum(table.vp(0)) == expected["vp_total"]
    assert table.drawn(0, "income") == expected["income"]
    assert table.hand_size(0) == expected["hand_end"]
    conquered = [card(told) for told in table.told("conquered", 0)]
    assert conquered == ([ROUNDS[count - 1]["world"]] if ROUNDS[count - 1].get("conquer") else [])


@pytest.mark.parametrize("count", [3, 4])
def test_R10_vp_by_card(count: int) -> None:
    view = after(count).live.view(0)
    assert isinstance(view, jump_pb2.JumpView)
    by_card = {shown.component: shown.vp for shown in view.empires[0].cards}
    expected = ROUNDS[count - 1]["expect"]["vp_by_card"]
    assert {name: by_card[name] for name in expected} == expected


def test_R10_round_4_the_hand_limit_takes_the_eleventh_card() -> None:
    table = after(4)
    expected = ROUNDS[3]["expect"]
    (discarded,) = [told for told in table.told("discarded", 0) if told.facts["why"] == "hand limit"]
    assert number(discarded, "count") == expected["hand_before_limit"] - expected["hand_end"]
