"""A tree is compared with a commit in turns, and what changed is said only where all pairs agree."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.compare.checkouts import Checkout, NoSuchCommitError, copy_tree, resolve
from bench.compare.ratios import compared, table_of
from bench.compare.turns import Timetable
from tests.house.files import ROOT


def pairs(*ratios: float, unit: str = "us"):
    return [({"Apply": (100.0, unit)}, {"Apply": (100.0 * ratio, unit)}) for ratio in ratios]


@pytest.mark.parametrize(
    ("ratios", "unit", "verdict"),
    [
        ((1.1, 1.2, 1.05, 1.3), "us", "slower"),
        ((0.9, 0.8, 0.95, 0.7), "us", "faster"),
        ((1.1, 1.2, 1.05, 1.3), "/s", "faster"),
        ((0.9, 0.8, 0.95, 0.7), "/s", "slower"),
        ((1.1, 1.2, 0.99, 1.3), "us", ""),
        ((1.1, 1.2), "us", ""),
        ((1.1,), "bytes/choice", "larger"),
    ],
)
def test_a_verdict_needs_pairs_that_agree(ratios, unit, verdict):
    [found] = compared(pairs(*ratios, unit=unit))
    assert found.verdict == verdict
    assert (found.lowest, found.highest) == pytest.approx((min(ratios), max(ratios)))
    assert table_of([found]).splitlines()[1].startswith("Apply")


def test_figures_that_one_side_lacks_are_left_out():
    assert [each.what for each in compared([({"a": (1.0, "us"), "b": (1.0, "us")}, {"a": (1.0, "us")})])] == ["a"]


def git(folder: Path, *words: str) -> str:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    names = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    answer = subprocess.run(
        ["git", *names, *words], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return answer.stdout.strip()


@pytest.fixture
def clone(tmp_path):
    folder = tmp_path / "clone"
    folder.mkdir()
    git(folder, "init", "--quiet")
    for number in range(3):
        (folder / "file").write_text(str(number))
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--message", str(number))
    return folder


def test_last_is_the_last_release_before_this_commit(clone):
    git(clone, "tag", "v1", "HEAD~2")
    git(clone, "tag", "v2", "HEAD")
    assert resolve("last", at=clone) == git(clone, "rev-parse", "v1")


def test_last_is_the_commit_before_where_nothing_was_released(clone):
    assert resolve("last", at=clone) == git(clone, "rev-parse", "HEAD^")


def test_a_ref_that_names_nothing_is_said(clone):
    with pytest.raises(NoSuchCommitError, match="no_such names no commit"):
        resolve("no_such", at=clone)


def test_a_tree_is_copied_as_it_lies_without_what_git_ignores(clone, tmp_path):
    (clone / ".gitignore").write_text("*.so\n")
    (clone / "file").write_text("changed")
    (clone / "new").write_text("new")
    (clone / "compiled.so").write_text("")
    copy_tree(clone, tmp_path / "copy")
    assert sorted(path.name for path in (tmp_path / "copy").iterdir()) == [".gitignore", "file", "new"]
    assert (tmp_path / "copy" / "file").read_text() == "changed"


def checkout(folder: Path, name: str, program: str) -> Checkout:
    bench = folder / name / "bench"
    bench.mkdir(parents=True)
    (bench / "turn.py").write_text(program)
    return Checkout(name, folder / name, Path(sys.executable))


TELLS = "import os; print(open('../log', 'a').write(os.getcwd()[-5:] + ' ') and '{\"a\": [1, \"us\"]}')"


def test_turns_favour_neither(tmp_path):
    there, here = checkout(tmp_path, "there", TELLS), checkout(tmp_path, "=here", TELLS)
    found = Timetable(60).pairs(there, here, [], rounds=2)
    assert len(found) == 4
    assert (tmp_path / "log").read_text().split() == ["there", "=here", "=here", "there"] * 2


def test_turns_end_with_the_time(tmp_path):
    slow = "import time; time.sleep(60)"
    there, here = checkout(tmp_path, "there", TELLS), checkout(tmp_path, "here", slow)
    assert Timetable(1.5).pairs(there, here, [], rounds=2) == []


def test_what_our_bench_does_not_fit_is_measured_by_its_own(clone):
    there = checkout(clone.parent, "clone", TELLS)
    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", "--message", "a bench of its own")
    (clone / "bench" / "turn.py").write_text("import no_such_module")
    found = Timetable(60).pairs(there, checkout(clone.parent, "this tree", TELLS), [], rounds=1)
    assert len(found) == 2
    assert not there.measured_by_ours


@pytest.mark.e2e
@pytest.mark.release
def test_this_tree_is_compared_with_its_commit():
    command = [sys.executable, "-m", "bench.compare", "HEAD", "--parts=sizes", "--games=goofspiel", "--rounds=1"]
    environment = {**os.environ, "PYTHON": sys.executable}
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert "goofspiel: answer of Apply" in answer.stdout
