"""How long a player may think is part of its name, reaches the search, and stands in what a match prints and writes."""

import json
from pathlib import Path
from typing import Any

import pytest

from galaxytables_arena import __main__ as arena
from galaxytables_arena.games import game_names
from galaxytables_arena.match import play_match
from galaxytables_arena.players import UnknownPlayerError, find_player, for_a_table, full_name, patience_in
from galaxytables_bots.strategy import PATIENCE
from tests.kit.sample_game import AUCTION

THINKER = """
class Thinker:
    needs_view = False
    patient = True
    seen = []
    def at_table(self, table):
        self.seen.append(table.patience)
        return self
    def choose(self, prompt, view, catalogue):
        return list(prompt.default_picks)
"""


@pytest.mark.parametrize("game", game_names())
def test_the_search_of_every_game_gets_the_seconds_in_the_name(game: str) -> None:
    for name, seconds in (("best@0.05", 0.05), ("best@2", 2.0), ("best@0", 0.0), ("best", PATIENCE)):
        player: Any = for_a_table(find_player(game, name), 2, {})
        assert player.budget.seconds == seconds


@pytest.mark.parametrize("game", game_names())
def test_the_seconds_stand_in_the_full_name_of_every_player_that_takes_them(game: str) -> None:
    assert full_name(game, "best@0.10") == "best@0.1"
    assert full_name(game, "best") == f"best@{PATIENCE:g}"
    for name in ("easy", "normal", "hard", "random"):
        assert full_name(game, name) == name
        assert patience_in(name) is None


@pytest.mark.parametrize("name", ["easy@0.1", "normal@0.1", "hard@1", "random@1"])
def test_who_does_not_think_longer_refuses_seconds(name: str) -> None:
    with pytest.raises(UnknownPlayerError, match=f"{name.split('@', maxsplit=1)[0]} takes no patience"):
        find_player("jump", name)


@pytest.mark.parametrize("name", ["best@", "best@soon", "best@-1", "best@61", "best@nan", "best@inf"])
def test_seconds_are_a_number_within_bounds(name: str) -> None:
    with pytest.raises(UnknownPlayerError, match="seconds from 0 to 60"):
        find_player("jump", name)


def test_a_plug_in_that_thinks_gets_them_too(tmp_path: Path) -> None:
    folder = tmp_path / "at@home"
    folder.mkdir()
    (folder / "thinker.py").write_text(THINKER)
    name = f"{folder}/thinker.py:Thinker@0.3"
    player = find_player("auction", name)
    seated: Any = for_a_table(player, 2, {})
    assert seated.seen == [0.3]
    assert play_match(AUCTION, (name, "random"), games=2).sides[0].player == name


def test_a_match_prints_and_writes_the_seconds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone = ["--game", "jump", "--jobs", "1", "--games", "2", "--results", str(tmp_path)]
    assert arena.main([*alone, "--players", "best@0.001,easy"]) == 0
    assert "best@0.001 wins" in capsys.readouterr().out
    written = json.loads((tmp_path / "jump-2-best@0.001-easy.json").read_bytes())
    assert [each["patience"] for each in written["players"]] == [0.001, None]
    assert "--players best@0.001,easy " in written["command"]
    assert arena.main([*alone, "--players", "hard@0.1,easy"]) == 2
    assert "hard takes no patience" in capsys.readouterr().err
