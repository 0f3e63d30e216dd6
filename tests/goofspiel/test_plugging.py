"""Adding a game: a folder anywhere, its proto, and one line of configuration."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.files import ROOT

PROTOS = ROOT / "protos"


def copied(folder: Path) -> None:
    """The game `bidding` in `mine.bidding`, and its proto with what is generated from it: Goofspiel renamed."""
    inside = folder / "mine" / "bidding"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "examples" / "goofspiel", inside, ignore=ignored)
    protos = folder / "protos" / "galaxy" / "bidding" / "v1"
    shutil.copytree(PROTOS / "galaxy" / "goofspiel" / "v1", protos)
    (protos / "goofspiel.proto").rename(protos / "bidding.proto")
    for file in (*inside.rglob("*"), *protos.iterdir()):
        if file.is_file():
            text = file.read_text().replace("examples.goofspiel", "mine.bidding")
            file.write_text(text.replace("goofspiel", "bidding").replace("Goofspiel", "Bidding"))
    compiler = [sys.executable, "-m", "grpc_tools.protoc", f"-I{folder / 'protos'}", f"--python_out={folder}"]
    subprocess.run([*compiler, protos / "bidding.proto"], check=True)


@pytest.mark.e2e
@pytest.mark.timeout(300)
def test_a_game_elsewhere_is_played_and_verified_after_one_line(tmp_path):
    copied(tmp_path)
    line = {"GAMES": "mine.bidding"}
    demo = subprocess.run(
        [sys.executable, "-m", "services.platform", "demo"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "GAME": "bidding", "SEATS": "3", "OPTIONS": "prizes=6"} | line,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (demo.returncode, demo.stderr) == (0, ""), demo.stdout
    assert "table 1 of 1: Bidding" in demo.stdout
    assert demo.stdout.count("matching") == 3, "the bot of its folder plays"
    assert "\n  verified: replays to the same bytes" in demo.stdout


@pytest.mark.e2e
@pytest.mark.timeout(300)
def test_the_example_is_played_and_verified_without_any():
    demo = subprocess.run(
        [sys.executable, "-m", "services.platform", "demo"],
        cwd=ROOT,
        env=os.environ | {"GAME": "goofspiel", "TABLES": "2", "BOTS": "matching,random"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (demo.returncode, demo.stderr) == (0, ""), demo.stdout
    assert demo.stdout.splitlines()[-1].startswith("2 of 2 tables verified in ")
