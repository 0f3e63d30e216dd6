"""`galaxytables`: one command, with those of all packages."""

import platform
from contextlib import suppress
from importlib.metadata import version

import pytest

from galaxytables_platform.__main__ import main
from galaxytables_platform.commands import COMMANDS
from galaxytables_platform.games import TOP

WANTED = {"run", "play", "demo", "verify", "contract", "admin", "check-pack", "new-game", "bench", "doctor", "bundle"}


@pytest.mark.parametrize("name", sorted(WANTED))
def test_a_command_says_how_it_is_called(name, capsys):
    # Some parsers end the process themselves.
    with suppress(SystemExit):
        assert main([name, "--help"]) == 0
    said = capsys.readouterr().out
    assert f"galaxytables {name}" in said
    assert "python -m" not in said.replace("or python -m galaxytables_verify", "")


def test_the_help_lists_every_command(capsys):
    assert main([]) == main(["--help"]) == 0
    said = capsys.readouterr().out
    assert COMMANDS.keys() == WANTED
    assert all(f"  {name:<10}  {command.meaning}\n" in said for name, command in COMMANDS.items())


@pytest.mark.parametrize("word", ["--version", "-V", "version"])
def test_it_says_which_version_is_installed(word, capsys):
    assert main([word]) == 0
    assert capsys.readouterr().out == f"galaxytables {version('galaxytables')} (Python {platform.python_version()})\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [("docter", "no command 'docter'; did you mean doctor?"), ("x", "no command 'x'; there are run, ")],
)
def test_a_wrong_command_names_the_right_one(name, words, capsys):
    assert main([name]) == 2
    assert words in capsys.readouterr().err


def test_a_pack_is_checked_by_its_game(tmp_path, capfd):
    assert main(["check-pack", "chess", "x.json"]) == 2
    assert "There is no game 'chess'; there are beyond, jump" in capfd.readouterr().err
    assert main(["check-pack", "jump", str(tmp_path / "missing.json")]) == 2
    assert main(["check-pack", "jump", str(TOP / "services/jump/galaxytables_jump/components/cards.json")]) == 0
    assert "Nothing is missing or contradictory." in capfd.readouterr().out
