"""`python -m <game> play` and `test`: a whole game at a keyboard, in this process, of every game."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from galaxytables.rules.v1 import rules_pb2
from galaxytables_beyond.rules import BEYOND
from galaxytables_jump.rules import JUMP
from galaxytables_kit.authoring.drawing import Drawing, plain
from galaxytables_kit.authoring.own_tests import TestsMissingError, own_tests
from galaxytables_kit.authoring.play import Sitting, name_of, words_of
from galaxytables_kit.authoring.table import SEED_BYTES, Table, picks_at_random, picks_the_default
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.pack import load_packs
from galaxytables_race.rules import RACE
from galaxytables_roll.rules import ROLL
from goofspiel.rules import GOOFSPIEL
from tests.house.files import ROOT


class Keyboard:
    """Somebody who types lines, then nothing but Enter; all that is shown is kept."""

    def __init__(self, game, *lines: str, language: str = "en", bot=picks_at_random, seats: int = 2) -> None:
        calls = RulesCalls(game, load_packs(game))
        request = rules_pb2.NewGameRequest(seats=seats, seed=bytes(SEED_BYTES))
        self.table = Table(calls, request, viewer=0, bot=bot, random=Random(7))
        self.shown: list[str] = []
        self._lines: Iterator[str] = iter(lines)
        self.sitting = Sitting(self.table, words_of(calls, language), self.ask, self.shown.append)

    def ask(self, _: str) -> str:
        return next(self._lines, "")

    def play(self) -> str:
        self.ended = self.sitting.play()
        return "\n".join(self.shown)


@pytest.mark.parametrize(
    ("game", "language"),
    [(GOOFSPIEL, "en"), (JUMP, "ja"), (RACE, "en"), (ROLL, "ja"), (BEYOND, "en")],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_whole_game_is_played_by_its_own_words(game, language):
    keyboard = Keyboard(game, language=language)
    shown = keyboard.play()
    assert keyboard.ended
    assert keyboard.table.standing.over
    assert "\n1. Player " in shown
    missing = [line for line in keyboard.shown if "{" in line or "UNSPECIFIED" in line or re.search(r"\$[a-z]", line)]
    assert missing == []


def test_numbers_are_options_and_what_is_no_answer_is_said():
    keyboard = Keyboard(GOOFSPIEL, "0", "14", "seven", "1 2", "?", "7")
    shown = keyboard.play()
    for line in ("0", "14", "seven"):
        assert f"  {line!r} is no answer: type numbers from 1 to 13, or `?`." in shown
    assert "The answer has exactly 1 picks, not 2." in shown
    assert "  undo     take the last answer back" in shown
    assert keyboard.table.game is GOOFSPIEL
    assert "Player 1 bids 7." in shown


def test_an_answer_is_taken_back_where_the_rules_allow_it():
    keyboard = Keyboard(BEYOND, "undo", "4", "undo", "quit", bot=picks_the_default)
    shown = keyboard.play()
    assert not keyboard.ended
    assert shown.count("nothing to take back") == 1
    asked = [line.partition(", or")[0] for line in keyboard.shown if line.endswith("or use a power first.")]
    move = "Move your pawn to an action space"
    assert asked == [move, "Choose your production", move]


def test_bots_that_break_a_rule_answer_again():
    table = Keyboard(JUMP, bot=lambda prompt, _: list(prompt.default_picks)).table
    table.play_bots()
    assert table.question is not None
    assert table.question.seat == 0


def test_others_hands_are_not_shown():
    keyboard = Keyboard(JUMP, seats=2)
    keyboard.table.play_bots()
    shown = "\n".join(Drawing(words_of(RulesCalls(JUMP, load_packs(JUMP)), "en"), name_of).lines(keyboard.table.view))
    assert shown.count("Hand: ") == 1
    assert len(plain(keyboard.table.view)["hand"]) == 7


def test_the_command_plays_and_leaves_at_the_end_of_input():
    done = subprocess.run(
        [sys.executable, "-m", "goofspiel", "play", "--seats", "3", "--seed", "5", "--option", "prizes=4"],
        input="\n2\n",
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Goofspiel, 3 players, seed 5. `?` says what you can type.\n")
    assert "Which card do you bid for ♦" in done.stdout
    wrong = subprocess.run(
        [sys.executable, "-m", "goofspiel", "play", "--option", "prizes=99"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert wrong.returncode == 2
    assert "prizes" in wrong.stderr


def test_the_own_tests_a_game_are_found_where_its_sources_are(monkeypatch, tmp_path):
    assert own_tests(JUMP) == [ROOT / "tests/jump", ROOT / "tests/contract/test_jump.py"]
    copied = shutil.copy(ROOT / "services/jump/galaxytables_jump/rules.py", tmp_path)
    monkeypatch.setattr(sys.modules["galaxytables_jump.rules"], "__file__", copied)
    with pytest.raises(TestsMissingError, match="without its tests"):
        own_tests(JUMP)
