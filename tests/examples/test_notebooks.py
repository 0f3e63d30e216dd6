"""examples/notebooks: scripts that Jupytext opens as notebooks; each runs from its first cell to its last."""

import os
import re
import subprocess
import sys

import pytest

from tests.client.building import TOP

FOLDER = TOP / "examples" / "notebooks"


def printed(name, **variables):
    command = [sys.executable, str(FOLDER / f"{name}.py")]
    done = subprocess.run(
        command, cwd=TOP, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_it_is_a_notebook_in_the_percent_format(path):
    text = path.read_text()
    assert text.startswith("# ---\n# jupyter:\n#   jupytext:\n#     formats: py:percent\n# ---\n")
    assert text.count("# %% [markdown]") > 2
    assert text.count("\n# %%\n") > 2


@pytest.mark.release
def test_what_learns_plays_better_afterwards():
    said = printed("learning", GAMES="100")
    before, after = (int(share) for share in re.findall(r"(?:before|after): (\d+)% of 20 games won", said))
    assert after >= before + 20
    assert len(re.findall(r"^(?:not )?liked: (?:\w+, ){4}\w+$", said, re.MULTILINE)) == 2


def test_an_archive_is_analysed():
    said = printed("archive", GAMES="6")
    assert re.match(r"[3-9]\d finished games in tests\n", said)
    assert {line.split(":")[0] for line in said.splitlines() if " between neighbours" in line} == {
        "beyond",
        "jump",
        "race",
        "roll",
    }
    assert re.search(r"^race actions\.choose: \d+ times, [\d.]+ options, the first \d+%$", said, re.MULTILINE)
    assert re.search(r"^\d+ pairs from one game, \d+ figures", said, re.MULTILINE)
