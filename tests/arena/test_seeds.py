"""What is tuned on is never what is measured on: two ranges of seeds, and which commands may use which."""

import json
from argparse import ArgumentTypeError
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from galaxytables_arena import __main__ as arena
from galaxytables_arena import calibration, goals, ratings, regret
from galaxytables_arena.learning import __main__ as learning
from galaxytables_arena.learning import budgets, expert, imitation, searched
from galaxytables_bots.learning import learn
from galaxytables_bots.race.simulation import learning as race_learning
from galaxytables_bots.seeds import HELD_OUT, SEEDS, TUNING, tuning_seed

BOTS = Path(__file__).parents[2] / "services/bots/galaxytables_bots"
HELD = str(SEEDS[HELD_OUT].start + 1)
TUNERS: dict[str, tuple[Callable[[list[str]], int], list[str]]] = {
    "learning": (learning.main, ["--folder", "x"]),
    "searched": (searched.main, ["--folder", "x"]),
    "expert": (expert.main, ["--folder", "x", "--lessons", "1"]),
    "imitation": (imitation.main, ["--folders", "x", "--file", "x"]),
    "budgets": (budgets.main, ["--budgets", "3x4"]),
    "regret": (regret.main, []),
    "race": (race_learning.main, ["--file", "x"]),
    "others": (partial(learn, "learn", None, lambda *_: []), ["--file", "x"]),
}


def seeds_in(value: Any) -> list[int]:
    """All seeds that the provenance of a net or of weights names."""
    if isinstance(value, dict):
        own = [int(value["seed"])] if isinstance(value.get("seed"), int | float) else []
        return own + [seed for each in value.values() for seed in seeds_in(each)]
    return [seed for each in value for seed in seeds_in(each)] if isinstance(value, list) else []


def test_the_ranges_share_no_seed() -> None:
    for one, other in combinations(SEEDS.values(), 2):
        assert one.stop <= other.start or other.stop <= one.start


def test_all_that_bots_learned_from_lies_in_the_tuning_range() -> None:
    """Weights were learned from games of the seed and those after it."""
    found = 0
    for path in BOTS.rglob("*.json"):
        told = json.loads(path.read_bytes())
        for seed in seeds_in(told):
            found += 1
            assert seed in SEEDS[TUNING], path
            assert seed + int(told.get("games", 0)) in SEEDS[TUNING], path
    assert found > 10


@pytest.mark.parametrize("name", TUNERS)
def test_no_command_that_tunes_takes_a_held_out_seed(name: str, capsys) -> None:
    command, given = TUNERS[name]
    with pytest.raises(SystemExit):
        command([*given, "--seed", HELD])
    assert f"{HELD} is held out" in capsys.readouterr().err


def test_calibration_takes_none_either(monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.argv", ["calibration", "--seed", HELD])
    with pytest.raises(SystemExit):
        calibration.main()
    assert "is held out" in capsys.readouterr().err


def test_a_tuning_seed_is_a_number() -> None:
    assert tuning_seed("7") == 7
    with pytest.raises(ArgumentTypeError, match="not a number"):
        tuning_seed("seven")


def test_matches_are_of_held_out_seeds_unless_something_else_is_said(tmp_path: Path, capsys) -> None:
    usual = ["--game", "jump", "--players", "easy,random", "--games", "2", "--jobs", "1", "--results", str(tmp_path)]
    points = []
    for given in ([], ["--seeds", HELD_OUT], ["--seeds", TUNING]):
        assert arena.main([*usual, *given]) == 0
        written = json.loads((tmp_path / "jump-2-easy-random.json").read_bytes())
        assert written["seeds"] == (given[1] if given else HELD_OUT)
        points.append([each["mean_points"] for each in written["players"]])
    assert points[0] == points[1] != points[2]
    capsys.readouterr()


def test_a_seed_beyond_its_range_is_refused(capsys) -> None:
    usual = ["--game", "jump", "--jobs", "1", "--seed", str(len(SEEDS[HELD_OUT]))]
    assert arena.main(usual) == 2
    assert ratings.main(usual) == 2
    assert capsys.readouterr().err.count("no seed") == 2
    with pytest.raises(SystemExit):
        goals.main(usual)
    assert "no seed" in capsys.readouterr().err
