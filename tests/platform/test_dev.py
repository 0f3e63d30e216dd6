"""`python -m <game> dev`: a small platform that plays what changes in the package of the game."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client import Guest, Lobby
from galaxytables_jump.rules import JUMP
from galaxytables_kit.authoring.dev import PlatformMissingError, dev_command
from galaxytables_kit.authoring.new_game import make_game
from galaxytables_platform.dev.command import dev_layout
from galaxytables_platform.dev.reloading import fault_of, names_of, settled
from galaxytables_platform.dev.tables import RunningTables
from galaxytables_platform.dev.watching import WatcherMissingError, watched
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import read_settings
from tests.e2e.running import RunningPlatform


async def test_what_changes_is_told_from_the_start_on(tmp_path):
    (tmp_path / "__pycache__").mkdir()
    async with asyncio.timeout(60), watched(tmp_path) as changes:
        (tmp_path / "__pycache__" / "rules.pyc").write_text("compiled")
        (tmp_path / "rules.py").write_text("1")
        assert {Path(path).name for _, path in await anext(changes)} == {"rules.py"}
        (tmp_path / "words.ftl").write_text("a = b")
        assert {Path(path).name for _, path in await anext(changes)} == {"words.ftl"}


def test_copies_that_an_editor_makes_and_removes_are_not_told(tmp_path):
    (saved := tmp_path / "rules.py").touch()
    assert names_of([str(tmp_path / "sedX1y2z3"), str(saved), str(saved)]) == ["rules.py"]
    assert names_of([str(tmp_path / "removed.py")]) == ["removed.py"]


async def test_rules_that_do_not_load_are_told_by_their_last_lines(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__main__.py").write_text("raise ValueError('no cards')")
    assert (await fault_of("broken"))[-1] == "ValueError: no cards"
    assert await fault_of("goofspiel") == []


async def test_tables_are_left_alone_where_positions_versions_and_packs_stay():
    layout = dev_layout(read_settings(RunSettings, {}), "jump")
    before = rules_pb2.DescribeResponse(position_form=b"1", rules_versions=[1], pack_digests=[b"p"], title="Jump")
    after = rules_pb2.DescribeResponse(position_form=b"1", rules_versions=[1], pack_digests=[b"p"], title="Drive")
    assert await settled(RunningTables(layout), before, after) == []


def test_a_small_platform_has_one_game_and_an_operator_of_its_own():
    layout = dev_layout(read_settings(RunSettings, {"RULES": "3", "LOBBIES": "2"}), "jump")
    assert list(layout.games) == ["jump"]
    assert (len(layout.lobbies), layout.rules["jump"].others) == (1, ())
    assert layout.admin is not None
    again = dev_layout(read_settings(RunSettings, {}), "jump")
    assert layout.admin_keys != again.admin_keys
    assert layout.admin_keys.startswith("author:")


async def test_a_missing_library_or_platform_is_told_with_its_cure(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    with pytest.raises(WatcherMissingError, match=r"galaxytables\[dev\]"):
        async with watched(tmp_path):
            pass
    monkeypatch.setitem(sys.modules, "galaxytables_platform.dev.command", None)
    with pytest.raises(PlatformMissingError, match=r"galaxytables\[dev\]"):
        dev_command(JUMP, [], "python -m galaxytables_jump dev")
    monkeypatch.undo()
    assert import_module("galaxytables_platform.dev.command") is not None


class Developed(RunningPlatform):
    """A game that is served by its own command."""

    def __init__(self, folder: Path, game: Path) -> None:
        super().__init__(folder, GAMES="", PYTHONPATH=os.environ.get("PYTHONPATH", ""))
        self._game = game

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", self._game.name, "dev"],
            cwd=self._game.parent,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self.until_printed("ready", 240)

    def change(self, file: str, before: str, after: str, wanted: str) -> None:
        """Change a file of the game, and wait for what is printed then."""
        self.printed.clear()
        path = self._game / file
        text = path.read_text()
        assert before in text
        path.write_text(text.replace(before, after))
        self.until_printed(wanted, 120)


@pytest.fixture
def developed(tmp_path) -> Iterator[Developed]:
    make_game("river_stones", tmp_path / "project")
    running = Developed(tmp_path / "data", tmp_path / "project" / "river_stones")
    running.start()
    yield running
    running._process.send_signal(signal.SIGINT)  # type: ignore[union-attr]
    assert running._process.wait(120) == 0  # type: ignore[union-attr]


@pytest.mark.e2e
@pytest.mark.release
async def test_tables_go_on_by_changed_rules_or_end(developed):
    async with Lobby(developed.lobby, Guest("Ada")) as lobby:
        table = await lobby.tables.create("river_stones", seats=2, name="Stones")
        await lobby.tables.add_bot(table.id, "random")
        await lobby.tables.start(table.id)
        question = (await lobby.play.view(table.id, seat=0)).prompts[0]
        developed.change("phases.py", "(2.1)", "(2.1!)", "phases.py changed; the new rules are played")
        assert (await lobby.play.view(table.id, seat=0)).prompts[0] == question
        developed.change("phases.py", "return play.", "return (play.", "phases.py changed, but cannot be played:")
        assert (await lobby.play.view(table.id, seat=0)).prompts[0] == question
        developed.change("phases.py", "return (play.", "return play.", "phases.py changed; the new rules are played")
        # Positions have another form: the choices are played again.
        more = ("# by seat\n", "# by seat\n    more: int = 0\n")
        developed.change("state.py", *more, "state.py changed; the new rules are played")
        await lobby.play.submit(table.id, question.id, list(question.default_picks), seat=0)
        # Other cards: those with which the table began are gone.
        ended = "  table Stones has ended: the new rules cannot go on from where it stood"
        developed.change("cards.json", '"Red 1"', '"Rose 1"', ended)
        last = [update async for update in lobby.play.watch(table.id, from_event=0)][-1]
        assert last.end_reason == game_pb2.END_REASON_CLOSED_BY_OPERATOR
