"""Which tests run which lines, and how long each takes: found once by coverage and kept until something changes."""

import hashlib
import os
from collections.abc import Generator, Iterable
from pathlib import Path
from time import process_time

import msgspec
import pytest
from coverage import Coverage

from tests.mutants.forks import OPTIONS, end, fork
from tests.mutants.generating import ROOT, Mutant, modules_of

FOLDER = ROOT / ".mutants"
# Of a line that so few tests run, others may use what it made: it was loaded once, for all of them.
FEW = 2
FIRST_FILES = 3
# What a family's tests stand on besides its own modules.
_FOUNDATIONS = ("services/kit", "services/serving", "protos/galaxytables", "requirements.lock")


class Reach(msgspec.Struct):
    """The tests of a family that passed, with the seconds of the processor that each took."""

    scenes: dict[str, float]
    games: dict[str, float]
    failed: list[str]
    lines: dict[str, dict[int, list[str]]]  # by module, which scenes run a line; "" is the loading of the module


class Chooser:
    """Chooses tests for the mutants of one family."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach

    def rounds(self, mutant: Mutant) -> list[dict[str, float]]:
        """Tests to try one after another: scenes of few files, for files take long to load, other scenes, games."""
        scenes = self._scenes(mutant)
        files = list(dict.fromkeys(_file(test) for test in scenes))[:FIRST_FILES]
        first = {test: took for test, took in scenes.items() if _file(test) in files}
        others = {test: took for test, took in scenes.items() if test not in first}
        games = sorted(self._reach.games.items(), key=lambda each: each[1])
        return [first, others, dict(games)]

    def _scenes(self, mutant: Mutant) -> dict[str, float]:
        """Scenes that run the statement, quickest first; or all, where it runs as modules load or once for all."""
        tests, seconds = self._reach.lines.get(mutant.path, {}), self._reach.scenes
        lines = range(mutant.span[0], mutant.span[1] + 1)
        chosen = {test for line in lines for test in tests.get(line, ())}
        if "" in chosen or 0 < len(chosen) <= FEW:
            chosen = set(seconds)
        near = {test for found in tests.values() for test in found}
        ordered = sorted(chosen & set(seconds), key=lambda test: (test not in near, seconds[test]))
        return {test: seconds[test] for test in ordered}


def reach_of(family: str) -> Reach:
    """What is known of a family's tests, found anew where code or tests have changed."""
    FOLDER.mkdir(exist_ok=True)
    games = _games(family)
    modules = modules_of(family)
    places = [f"tests/{family}", *(f"--ignore={path}" for path in games)]
    ran = _kept(f"{family}-scenes", places, modules, [f"services/{family}", f"tests/{family}", *_FOUNDATIONS])
    shown = [f"tests/{family}/snapshots"]
    played = _kept(f"{family}-games", games, [], games + shown) if games else _Times("", {}, [], {})
    ours = {test for lines in ran.lines.values() for tests in lines.values() for test in tests}
    scenes = {test: took for test, took in ran.seconds.items() if test in ours}
    return Reach(scenes, played.seconds, [*ran.failed, *played.failed], ran.lines)


class _Times(msgspec.Struct):
    key: str
    seconds: dict[str, float]
    failed: list[str]
    lines: dict[str, dict[int, list[str]]]


def _kept(name: str, places: list[str], modules: list[str], stands_on: list[str]) -> _Times:
    """What tests take and run, as it is kept, or found anew where what they stand on has changed."""
    kept, key = FOLDER / f"{name}.msgpack", _key(stands_on)
    if kept.exists():
        times = msgspec.msgpack.decode(kept.read_bytes(), type=_Times)
        if times.key == key:
            return times
    pid = fork(lambda: _record(key, places, modules, kept), FOLDER / f"{name}.log")
    try:
        _, status = os.waitpid(pid, 0)
    finally:
        end(pid)
    if status:
        raise RuntimeError(f"{name} could not be run: see {FOLDER / name}.log")
    return msgspec.msgpack.decode(kept.read_bytes(), type=_Times)


def _record(key: str, places: list[str], modules: list[str], kept: Path) -> int:
    """Run tests, each timed, and the lines of some modules traced."""
    # Not on disk: a process that a test forks would begin the file anew.
    coverage = Coverage(None, config_file=False, include=modules, messages=False) if modules else None
    recorder = _Recorder(key, coverage)
    if coverage:
        coverage.start()
    pytest.main([option for option in OPTIONS if option != "-x"] + places, plugins=[recorder])
    if coverage:
        coverage.stop()
        data = coverage.get_data()
        recorder.times.lines = {path: data.contexts_by_lineno(str(ROOT / path)) for path in modules}
    kept.write_bytes(msgspec.msgpack.encode(recorder.times))
    return 0


class _Recorder:
    """A pytest plugin: times each test, which is a context of coverage."""

    def __init__(self, key: str, coverage: Coverage | None) -> None:
        self.times = _Times(key, {}, [], {})
        self._coverage = coverage

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        if self._coverage:
            self._coverage.switch_context(item.nodeid)
        begun = process_time()
        result = yield
        if item.nodeid not in self.times.failed:
            self.times.seconds[item.nodeid] = process_time() - begun
        if self._coverage:
            self._coverage.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.times.failed.append(report.nodeid)


def _file(test: str) -> str:
    return test.partition("::")[0]


def _games(family: str) -> list[str]:
    """Files of tests that play games from beginning to end: snapshots, records, laws and the oracle."""
    folders = (ROOT / f"tests/{family}", *((ROOT / "tests/oracle",) if family == "race" else ()))
    names = ("test_snapshots.py", "test_golden.py", "test_laws.py", "test_oracle.py")
    return [str((folder / name).relative_to(ROOT)) for folder in folders for name in names if (folder / name).exists()]


def _key(places: list[str]) -> str:
    """A figure of everything in some files and folders."""
    digest = hashlib.sha256()
    for path in sorted({path for place in places for path in _files(ROOT / place)}):
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()


def _files(place: Path) -> Iterable[Path]:
    if place.is_file():
        return (place,)
    return (path for path in place.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
