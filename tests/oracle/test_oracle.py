"""The rules agree with every transcript in this folder."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from galaxytables_kit.pack import load_packs
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from tests.oracle import check
from tests.oracle.departures import Departure
from tests.oracle.difference import Difference
from tests.oracle.replay import Replay
from tests.oracle.transcript import Transcript, UnknownStep

HERE = Path(__file__).parent


def first_game() -> dict[str, Any]:
    with gzip.open(HERE / "level0.jsonl.gz", "rt", encoding="utf-8") as lines:
        game: dict[str, Any] = json.loads(next(lines))
    return game


def game_with_departures(name: str) -> dict[str, Any]:
    with gzip.open(HERE / "level3-more.jsonl.gz", "rt", encoding="utf-8") as lines:
        return next(game for game in map(json.loads, lines) if game["id"] == name)


def replay(game: dict[str, Any]) -> None:
    Replay(Transcript(game), load_packs(RACE), RaceOptions(start_worlds="dealt")).run()


DEPARTURES = {
    Departure.NEW_DECK_AT_ONCE: 870,
    Departure.TOO_FEW_CARDS: 108,
    Departure.NEEDLESS: 47,
    Departure.SEAT_BY_SEAT: 21,
    Departure.WEAKER_POWER: 4,
    Departure.GOALS_OF_THE_LAST_CHECK: 3,
    Departure.KIND_OF_A_PHASE: 2,
    Departure.EXTRA_WORLD_AFTER_DECLARING: 2,
    Departure.THIRTY_ROUNDS: 2,
    Departure.FRESH_GOOD: 1,
    Departure.BOOST_WITH_EVERY_SALE: 1,
    Departure.SAME_WORLD_TWICE: 1,
    Departure.LOSES_FOR_MILITARY: 1,
}
"""How often the games depart from the rules in a known way; a rule that changes must not hide behind one more."""


IN_A_FIFTH = {
    Departure.NEW_DECK_AT_ONCE: 180,
    Departure.TOO_FEW_CARDS: 33,
    Departure.NEEDLESS: 13,
    Departure.SEAT_BY_SEAT: 5,
    Departure.GOALS_OF_THE_LAST_CHECK: 2,
    Departure.KIND_OF_A_PHASE: 2,
    Departure.THIRTY_ROUNDS: 2,
    Departure.EXTRA_WORLD_AFTER_DECLARING: 1,
    Departure.SAME_WORLD_TWICE: 1,
    Departure.WEAKER_POWER: 1,
}
"""The same of every fifth game of each file: games of all levels, and of all numbers of players at each."""


def test_every_fifth_transcript_agrees() -> None:
    result = check.check_folder(HERE, every=5)
    assert not result.failures, "\n".join(result.failures)
    assert result.passed == 146
    assert result.departures == IN_A_FIFTH


@pytest.mark.release
def test_all_transcripts_agree() -> None:
    result = check.check_folder(HERE)
    assert not result.failures, "\n".join(result.failures)
    assert result.passed == 726
    assert result.departures == DEPARTURES


@pytest.mark.parametrize("field", ["vp", "military", "hand", "tableau", "goods"])
def test_a_changed_snapshot_is_found(field: str) -> None:
    game = first_game()
    ends = [step for step in game["steps"] if step["t"] == "end"]
    seat = ends[-1]["state"]["seats"][0]
    seat[field] = [*seat[field], 0] if isinstance(seat[field], list) else seat[field] + 1
    with pytest.raises(Difference, match=f"{field} of seat 0"):
        replay(game)


def test_a_changed_score_is_found() -> None:
    game = first_game()
    game["final"]["seats"][1]["total"] += 1
    with pytest.raises(Difference, match="total of seat 1"):
        replay(game)


def test_a_missing_draw_is_found() -> None:
    game = first_game()
    draw = next(step for step in game["steps"] if step["t"] == "move" and step["why"] == "explore")
    draw["cards"].pop()
    with pytest.raises(Difference, match="draw of seat"):
        replay(game)


def test_a_draw_too_many_is_found() -> None:
    game = first_game()
    draw = next(step for step in game["steps"] if step["t"] == "move" and step["why"] == "explore")
    draw["cards"].append(len(game["deck"]) - 1)
    with pytest.raises(Difference, match="draw of seat"):
        replay(game)


def test_a_decision_that_the_rules_do_not_ask_for_is_found() -> None:
    game = first_game()
    end = next(step for step in game["steps"] if step["t"] == "end" and step["phase"] != "setup")
    extra = {"t": "ask", "seat": 1, "ask": "gamble_number", "answer": 3}
    game["steps"].insert(game["steps"].index(end), extra)
    with pytest.raises(Difference, match="gamble_number of seat 1: ours not asked"):
        replay(game)


@pytest.mark.parametrize(
    "step",
    [
        {"t": "wonder", "seat": 0},
        {"t": "use", "seat": 0, "card": 1, "kind": "wonder"},
        {"t": "ask", "seat": 0, "ask": "wonder", "answer": 1},
        {"t": "move", "cards": [1], "from": "open", "to": "good:0", "why": "wonder"},
    ],
)
def test_a_step_that_nothing_reads_is_an_error(step: dict[str, Any]) -> None:
    game = first_game()
    game["steps"].insert(9, step)
    with pytest.raises(UnknownStep, match="wonder"):
        Transcript(game)


def test_a_phase_that_was_not_held_is_found() -> None:
    game = first_game()
    last = next(step for step in reversed(game["steps"]) if step["t"] == "end")
    game["steps"] += [{"t": "begin", "phase": "produce"}, {**last, "phase": "produce"}]
    with pytest.raises(Difference, match="not held"):
        replay(game)


def test_a_good_given_without_a_power_that_takes_it_is_no_known_departure() -> None:
    game = game_with_departures("L3-H0011")
    check.replay(game, load_packs(RACE))
    golden_age = 186  # takes a good for a discount, here for one on a development that costs nothing
    for step in game["steps"]:
        if step.get("ask") == "pay" and golden_age in step["answer"]["powers"]:
            step["answer"]["powers"].remove(golden_age)
    with pytest.raises(Difference, match="goods of seat 2"):
        check.replay(game, load_packs(RACE))


def test_a_boost_with_a_sale_of_the_action_is_no_known_departure() -> None:
    game = game_with_departures("L3-H0029")
    assert check.replay(game, load_packs(RACE))[Departure.BOOST_WITH_EVERY_SALE] == 1
    for step in game["steps"]:
        if step["t"] == "trade":
            step["bonuses"] = True
    with pytest.raises(Difference, match="round 8, consume"):
        check.replay(game, load_packs(RACE))
