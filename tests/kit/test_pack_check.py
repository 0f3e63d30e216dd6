"""`python -m galaxytables_<game> check-pack FILE`, which every game has."""

import json
import subprocess
import sys

import pytest

from galaxytables_kit.errors import ComponentError
from galaxytables_kit.pack_check import FAULTY, GOOD, NO_PACK, check_pack, report
from tests.kit.sample_game import AUCTION


def write(path, **content):
    path.write_text(json.dumps(content))
    return path


def test_all_mistakes_of_a_pack_are_told_with_their_places(tmp_path, capsys):
    values = [1, 1, 1, "three", 1, 1, 1, None, *[1] * 32]
    file = write(tmp_path / "mine.json", game="auction", values=values)
    found = [(fault.file, fault.entry, fault.field, fault.missing) for fault in check_pack(AUCTION, file).faults]
    assert found == [("mine.json", "pack", "values[3]", False), ("mine.json", "pack", "values[7]", True)]
    assert report(AUCTION, file) == FAULTY
    assert capsys.readouterr().out.splitlines()[:2] == ["Missing: 1", "  mine.json: pack: values[7]: is missing"]


def test_what_contradicts_itself_is_told_with_its_file(tmp_path):
    file = write(tmp_path / "mine.json", game="auction", values=[1] * 39)
    (fault,) = check_pack(AUCTION, file).faults
    assert (fault.file, fault.entry) == ("mine.json", "values")


def test_a_good_pack_is_said_to_be_one(capsys):
    assert report(AUCTION, AUCTION.components_path) == GOOD
    assert capsys.readouterr().out == "Nothing is missing or contradictory.\n"


def test_a_pack_of_another_game_is_no_pack_of_this_one(tmp_path, capsys):
    file = write(tmp_path / "mine.json", game="chess", values=[1] * 40)
    with pytest.raises(ComponentError, match="chess"):
        check_pack(AUCTION, file)
    assert report(AUCTION, file) == NO_PACK
    assert "this is a pack of 'chess', not of 'auction'" in capsys.readouterr().out


def test_every_game_checks_packs_from_the_command_line(tmp_path):
    file = write(tmp_path / "mine.json", game="goofspiel", values=[])
    command = [sys.executable, "-m", "goofspiel", "check-pack", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == FAULTY, done.stderr
    assert "mine.json: pack: " in done.stdout
