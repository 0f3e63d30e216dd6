"""The rules agree with every transcript in this folder."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from services.kit.pack import load_shelf
from services.race.options import RaceOptions
from services.race.rules import RACE
from tests.oracle.check import check_folder
from tests.oracle.replay import Replay
from tests.oracle.scripted import Difference
from tests.oracle.transcript import Transcript

HERE = Path(__file__).parent


def first_game() -> dict[str, Any]:
    with gzip.open(HERE / "level0.jsonl.gz", "rt", encoding="utf-8") as lines:
        game: dict[str, Any] = json.loads(next(lines))
    return game


def replay(game: dict[str, Any]) -> None:
    Replay(Transcript(game), load_shelf(RACE), RaceOptions(start_worlds="dealt")).run()


def test_all_transcripts_agree() -> None:
    result = check_folder(HERE)
    assert not result.failures, "\n".join(result.failures)
    assert not result.notes
    assert result.passed == 720
    games = {departure.partition(":")[0] for departure in result.departures}
    assert games == {"L1-D0009", "L3-D0000", "L3-D0015", "L3-D0023", "L3-D0050", "L3-D0092"}


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
