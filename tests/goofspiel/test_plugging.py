"""Adding a game: a folder anywhere, its proto, and one line of configuration."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.house.files import ROOT
from tools.workspace import python_path

PROTOS = ROOT / "protos"


def copied(folder: Path, package: str = "mine.bidding") -> Path:
    """The game `bidding` as a package, and its proto with what is generated from it: Goofspiel renamed."""
    inside = folder.joinpath(*package.split("."))
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "examples" / "goofspiel" / "goofspiel", inside, ignore=ignored)
    protos = folder / "protos" / "galaxytables" / "bidding" / "v1"
    shutil.copytree(PROTOS / "galaxytables" / "goofspiel" / "v1", protos)
    (protos / "goofspiel.proto").rename(protos / "bidding.proto")
    for file in (*inside.rglob("*"), *protos.iterdir()):
        if file.is_file():
            text = re.sub(r"(?<=from )goofspiel(?=\.)", package, file.read_text())
            file.write_text(text.replace("goofspiel", "bidding").replace("Goofspiel", "Bidding"))
    compiler = [sys.executable, "-m", "grpc_tools.protoc", f"-I{folder / 'protos'}", f"--python_out={folder}"]
    subprocess.run([*compiler, protos / "bidding.proto"], check=True)
    return inside


PYPROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "bidding-for-prizes"
version = "1.0"

[project.entry-points."galaxytables.games"]
bidding = "bidding"

[tool.setuptools]
packages = ["bidding", "bidding.bots"]
package-dir = { bidding = "sources" }

[tool.setuptools.package-data]
bidding = ["**/*.ftl", "**/*.json"]
"""


def installed(folder: Path, *options: str) -> Path:
    """The interpreter of an environment in which a distribution of an outsider is installed, beside what is here.

    Its sources lie in a folder of another name, so an editable install is found by an import hook, by no folder.
    """
    copied(folder, "bidding").rename(folder / "sources")
    (folder / "pyproject.toml").write_text(PYPROJECT)
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (own,) = (environment / "lib").glob("python*/site-packages")
    (own / "here.pth").write_text(sysconfig.get_path("purelib"))
    python = environment / "bin" / "python"
    asked = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", *options)
    subprocess.run([python, "-m", "pip", "install", *asked, folder], check=True, cwd=folder)
    return python


FOUND = """
import os
import re
from galaxytables_platform.games import bots_of, installed_games, package_of, served_games
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import read_settings
chosen = read_settings(RunSettings, os.environ).packages()
ours, known = {"beyond", "goofspiel", "jump", "race", "roll"}, installed_games()
others = {game: package for game, package in known.items() if game not in ours}
print(others, package_of("bidding"), bots_of("bidding"), {"bidding", "race"} <= served_games().keys())
print(ours <= known.keys(), chosen["bidding"])
print(package_of("cattle"), package_of("json"), package_of("no.such"), package_of("../x"))
"""


@pytest.mark.e2e
@pytest.mark.parametrize("options", [(), ("--editable",)], ids=["installed", "editable"])
def test_a_distribution_of_an_outsider_is_found_and_played_with_nothing_edited(tmp_path, options):
    python = installed(tmp_path, *options)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((python_path(ROOT), str(tmp_path / "generated")))}
    (tmp_path / "generated").mkdir()
    (tmp_path / "galaxytables").rename(tmp_path / "generated" / "galaxytables")
    found = subprocess.run([python, "-c", FOUND], cwd=tmp_path, env=environment, capture_output=True, text=True)  # noqa: PLW1510
    assert found.stdout.splitlines() == [
        "{'bidding': 'bidding'} bidding bidding.bots True",
        "True bidding",
        "None None None None",
    ], found.stderr
    if options:
        return
    demo = subprocess.run(
        [python, "-m", "galaxytables_platform", "demo"],
        cwd=tmp_path,
        env=environment | {"GAME": "bidding", "SEATS": "3", "OPTIONS": "prizes=4", "GAMES": "bidding"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (demo.returncode, demo.stderr) == (0, ""), demo.stdout
    assert demo.stdout.count("matching") == 3, "the bot of its distribution plays"
    assert "\n  verified: replays to the same bytes" in demo.stdout


@pytest.mark.e2e
def test_a_game_elsewhere_is_played_and_verified_after_one_line(tmp_path):
    copied(tmp_path)
    line = {"GAMES": "mine.bidding"}
    demo = subprocess.run(
        [sys.executable, "-m", "galaxytables_platform", "demo"],
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
@pytest.mark.release
def test_the_example_is_played_and_verified_without_any():
    demo = subprocess.run(
        [sys.executable, "-m", "galaxytables_platform", "demo"],
        cwd=ROOT,
        env=os.environ | {"GAME": "goofspiel", "TABLES": "2", "BOTS": "matching,random"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (demo.returncode, demo.stderr) == (0, ""), demo.stdout
    assert demo.stdout.splitlines()[-1].startswith("2 of 2 tables verified in ")
