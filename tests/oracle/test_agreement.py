"""A player is asked what the transcripts' players were asked, and told no more than they were."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from google.protobuf.message import Message

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.strategy import Catalogue
from tests.oracle import agreement as module
from tests.oracle.agreement import ACTIONS, HERE, agreement, main


class Defaults:
    """Answers with the default, and looks whether others' choices are to be seen."""

    needs_view = True

    def __init__(self) -> None:
        self.asked = self.chosen_by_others = 0

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """The default."""
        del catalogue
        assert isinstance(view, race_pb2.RaceView)
        if prompt.kind == ACTIONS:
            self.asked += 1
            self.chosen_by_others += any(empire.actions for empire in view.empires if empire.seat != prompt.seat)
        return prompt.default_picks


def test_a_player_sees_nothing_of_what_others_choose_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Defaults()
    monkeypatch.setattr(module, "find_player", lambda *_: player)
    found = agreement(HERE, "defaults", seats=2, level=0, games=2)
    assert player.asked == found[ACTIONS].asked > 20
    assert not player.chosen_by_others


class Second(Defaults):
    """Settles by either card, or by both."""

    def __init__(self, *actions: str) -> None:
        super().__init__()
        self._actions = actions

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Always the same actions."""
        return self._actions if prompt.kind == ACTIONS else super().choose(prompt, view, catalogue)


def test_the_second_card_of_an_action_alone_is_what_the_first_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for actions in (("settle", "produce"), ("settle_2", "produce"), ("settle", "settle_2")):
        player = Second(*actions)
        monkeypatch.setattr(module, "find_player", lambda *_, player=player: player)
        found.append(agreement(HERE, "settler", seats=2, level=0, games=4)[ACTIONS].alike)
    assert found[0] == found[1] > 0
    assert found[2] != found[0]


def test_who_plays_well_agrees_more_often_than_chance() -> None:
    tables = [agreement(HERE, name, seats=2, level=0, games=3) for name in ("heuristic", "random")]
    assert [found["settle.place"].asked for found in tables] == [tables[0]["settle.place"].asked] * 2
    heuristic, chance = [found["settle.place"].alike for found in tables]
    assert heuristic > 1.5 * chance


def test_the_command_prints_a_line_a_kind_and_says_what_it_does_not_know(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["--player", "random", "--games", "1"]) == 0
    assert f"\n{ACTIONS} " in capsys.readouterr().out
    assert main(["--player", "nobody", "--games", "1"]) == 2
    assert "nobody" in capsys.readouterr().err
    assert main(["--player", "random", "--folder", str(tmp_path)]) == 1
