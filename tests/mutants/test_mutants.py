"""What counts as a mutant, and that a trial tells a test that bites from one that does not."""

import subprocess
import sys
from pathlib import Path

import libcst as cst
import pytest

from tests.mutants.generating import GAMES, ROOT, modules_of, sites_in, sites_of
from tests.mutants.text import holds_only_words
from tests.mutants.trial import Verdict

SCENE = "tests/roll/test_dice.py::test_names_of_dice_and_workers_read_back"


def mutants_of(code: str) -> list[str]:
    made = [site.mutant() for site in sites_in("race", "services/race/galaxytables_race/x.py", code)]
    return [mutant.added for mutant in made if mutant]


@pytest.mark.parametrize(
    "code",
    [
        '"""Turns 2 cards."""',
        "def cost(card: int | None) -> int:\n    raise Refused(card + 1, paragraph)",
        "def cost(card):\n    assert card > 1",
        'WORDS = "Pay for it."',
        'def told(log):\n    log.info("paid", card=1)',
        "Pick = int | str",
        "Pick: TypeAlias = int | str",
        "__all__ = ['pay']",
        "@power_kind(2)\nclass Draw(Power, frozen=True):\n    cards: int",
    ],
)
def test_text_declarations_and_guards_are_left_alone(code: str) -> None:
    assert mutants_of(code) == []


@pytest.mark.parametrize(
    ("code", "added"),
    [
        ("@power_kind\ndef draw(play, cards):\n    play.draw(cards + 1)", "play.draw(cards - 1)"),
        ("LIMIT = 10", "LIMIT = 11"),
        ("class Draw(Power):\n    cards: int = 1", "cards: int = 2"),
        ('def pay(play):\n    yield Prompt("settle.pay", play)', 'yield Prompt("XXsettle.payXX", play)'),
        ("def won(most):\n    return most >= 6", "return most > 6"),
        ('def pay(play):\n    play.ask("Pay for it.", "pay")', 'play.ask("Pay for it.", None)'),
    ],
)
def test_rules_are_changed_wherever_they_stand(code: str, added: str) -> None:
    assert added in mutants_of(code)


def test_that_lengths_are_equal_is_a_guard() -> None:
    made = mutants_of("def pairs(seats, cards):\n    return zip(seats, cards, strict=True)")
    assert made
    assert all("strict=True" in added for added in made)


def test_a_change_of_prose_in_a_call_is_none() -> None:
    assert 'play.ask(None, "pay")' not in mutants_of('def pay(play):\n    play.ask("Pay for it.", "pay")')


@pytest.mark.parametrize(
    ("code", "only"),
    [
        ("def words(card) -> str:\n    return _of(card)\ndef _of(card) -> int:\n    return 1", True),
        ("def words(card) -> str:\n    return str(card)\ndef cost(card) -> int:\n    return 1", False),
        ("LIMIT = 10", False),
    ],
)
def test_a_module_of_words_is_known_by_what_its_functions_return(code: str, only: bool) -> None:
    assert holds_only_words(cst.parse_module(code)) is only


@pytest.mark.parametrize("family", [*GAMES, "lobby"])
def test_every_family_has_mutants(family: str) -> None:
    assert modules_of(family)
    assert next(iter(sites_of(family))).mutant() is not None


# In a process of its own: this one may have imported the module already.
TRIAL = """
import os, sys
from pathlib import Path
from tests.mutants import trial
from tests.mutants.forks import fork
from tests.mutants.generating import Mutant
from tests.mutants.running import unchanged

trial.START_SECONDS = 3.0
path, added, test, log = sys.argv[1:]
mutant = unchanged(Mutant("roll", path, 1, (1, 1), "", "", ""))
mutant = Mutant("roll", path, 1, (1, 1), mutant.source + added, "", "")
_, status = os.waitpid(fork(lambda: trial.try_tests(mutant, {test: 0.0}), Path(log)), 0)
print(trial.verdict(status))
"""


@pytest.mark.release
@pytest.mark.parametrize(
    ("added", "expected"),
    [
        ("", Verdict.SURVIVED),
        ("\nraise ValueError\n", Verdict.KILLED),
        ("\nDIE_WORDS = DIE_WORDS[1:]\n", Verdict.KILLED),
        ("\nwhile True: pass\n", Verdict.TIMED_OUT),
    ],
)
def test_a_trial_tells_what_became_of_a_mutant(added: str, expected: Verdict, tmp_path: Path) -> None:
    arguments = ("services/roll/galaxytables_roll/dice.py", added, SCENE, str(tmp_path / "log"))
    told = subprocess.run(
        [sys.executable, "-c", TRIAL, *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == expected
