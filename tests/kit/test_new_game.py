"""`galaxytables new-game`: what it writes is a game that passes its tests, and it overwrites nothing."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from galaxytables_kit.authoring.names import MAX_NAME, BadNameError, check_name
from galaxytables_kit.authoring.new_game import FolderError, make_game
from galaxytables_platform.__main__ import main
from tests.house.files import ROOT

FORMS = ("*.py", "*.md", "*.ftl", "*.json", "*.toml")


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("outside") / "stones"
    make_game("river_stones", folder)
    return folder


def run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def test_its_tests_pass_at_once_and_can_fail(game):
    quiet = ("pytest", "-q", "-n", "0", "-p", "no:cacheprovider")
    passed = run(game, *quiet)
    assert passed.returncode == 0, passed.stdout
    assert "\n33 passed" in passed.stdout
    phases = game / "river_stones" / "phases.py"
    right = phases.read_text()
    phases.write_text(right.replace("state.row.remove(str(card))", "pass"))
    try:
        failed = run(game, *quiet, "-k", "joins or conserved")
    finally:
        phases.write_text(right)
    assert "test_2_2_the_next_card_joins_the_row" in failed.stdout
    assert "test_components_are_conserved_at_every_choice" in failed.stdout


def test_the_commands_of_the_tutorial_do_what_it_says(tmp_path):
    page = (ROOT / "docs/tutorials/adding-a-game.md").read_text()
    first = page[: page.index("# How a game is made")]
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", first, re.DOTALL | re.MULTILINE)
    lines = [line for language, block in blocks if not language for line in block.splitlines()]
    # What is installed, built and served is in tests/deploy/test_installed.py and tests/platform/test_dev.py.
    elsewhere = [line for line in lines if re.match(r"pip |cd |galaxytables run|python -m river_stones dev", line)]
    assert len(elsewhere) == 8
    (new_game, *others) = [line for line in lines if line not in elsewhere]
    assert main([*new_game.split()[1:], "--folder", str(tmp_path / "river_stones")]) == 0
    said = {}
    for line in others:
        program, module, *words = line.split()
        assert (program, module) == ("python", "-m"), line
        done = run(tmp_path / "river_stones", *words)
        assert done.returncode == 0, done.stdout + done.stderr
        said[words[1]] = done.stdout
    assert "33 passed" in said["test"]
    assert said["play"].startswith("River Stones, 3 players, seed ")
    assert said["contents"].startswith("round   ")
    scoring = tmp_path / "river_stones" / "river_stones" / "scoring.py"
    (rule,) = [block.strip() for language, block in blocks if language == "python"]
    assert rule in scoring.read_text()
    scoring.write_text(scoring.read_text().replace(rule, rule.replace("5", "7")))
    assert "test_3_3_" in run(tmp_path / "river_stones", "river_stones", "test", "-q", "-k", "test_3_3").stdout


def test_it_is_written_as_the_platform_is(game):
    checks = ("--isolated", "--line-length", "120")
    for words in (("check", *checks, "--select", "E,F,I,B,UP,N,ANN"), ("format", "--check", *checks)):
        done = run(game, "ruff", *words, ".")
        assert done.returncode == 0, done.stdout


def test_no_word_of_the_template_is_left(game):
    assert {path.name for path in game.iterdir()} >= {".gitignore", "README.md", "pyproject.toml", "river_stones"}
    texts = [path.read_text().lower() for form in FORMS for path in game.rglob(form)]
    assert len(texts) == 13
    assert not [text for text in texts if "newgame" in text or "new game" in text or "0.0.0" in text]
    assert (game / "README.md").read_text().startswith("# River Stones\n")
    assert 'river_stones = "river_stones"' in (game / "pyproject.toml").read_text()


def test_a_folder_that_is_there_is_left_alone(tmp_path, capsys):
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "mine.txt").write_text("mine")
    with pytest.raises(FolderError, match="is there already"):
        make_game("river_stones", kept)
    (tmp_path / "away").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FolderError, match="is there already"):
        make_game("river_stones", tmp_path / "away")
    with pytest.raises(FolderError, match="cannot be made: Not a directory"):
        make_game("river_stones", kept / "mine.txt" / "inner")
    assert main(["new-game", "river_stones", "--folder", str(kept)]) == 2
    assert "nothing is overwritten" in capsys.readouterr().err
    assert [path.name for path in kept.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "small letters"),
        ("Chess", "small letters"),
        ("../chess", "small letters"),
        ("river-stones", "small letters"),
        ("2048", "small letters"),
        ("a" * (MAX_NAME + 1), "small letters"),
        ("class", "word of Python"),
        ("match", "word of Python"),
        ("random", "module of Python"),
        ("galaxytables_chess", "belong to the platform"),
        ("race", "a game of this name is installed"),
        ("msgspec", "a package of this name"),
        ("tests", "a package of this name"),
    ],
)
def test_a_bad_name_is_refused_with_its_reason(tmp_path, name, why):
    with pytest.raises(BadNameError, match=why):
        make_game(name, tmp_path / "game")
    assert list(tmp_path.iterdir()) == []


def test_names_of_all_lengths_are_good():
    for name in ("go", "river_stones", "a" * MAX_NAME, "set4"):
        check_name(name)
