"""One mutant against tests, inside a child: the changed module stands in for the one on disk."""

import os
import resource
import signal
import sys
from collections.abc import Generator, Mapping, Sequence
from enum import StrEnum
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from tests.mutants.forks import OPTIONS
from tests.mutants.generating import ROOT, Mutant

MEMORY_BYTES = 4 << 30
# What modules and fixtures need before the first test, and how much slower than usual a test may be.
START_SECONDS = 30.0
MIN_SECONDS = 3.0
SLOWER = 10.0
WAITING = 10.0  # in real time the same, so much longer: other programs want the processor too


class Verdict(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"


def try_tests(mutant: Mutant, tests: Mapping[str, float]) -> int:
    """Run tests, each with its usual seconds, on a mutant; pytest's exit status, or death by a timer."""
    sys.meta_path.insert(0, _Swap(mutant))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    for timer in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(timer, signal.SIG_DFL)
    _limit(START_SECONDS)
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    return pytest.main([*OPTIONS, *files], plugins=[_Chosen(tests)])


def verdict(status: int) -> Verdict:
    """What the end of a child that tried tests says."""
    if os.WIFSIGNALED(status):
        timers = (signal.SIGPROF, signal.SIGALRM)
        return Verdict.TIMED_OUT if os.WTERMSIG(status) in timers else Verdict.KILLED
    code = os.WEXITSTATUS(status)
    if code == pytest.ExitCode.OK:
        return Verdict.SURVIVED
    if code > pytest.ExitCode.USAGE_ERROR:
        raise RuntimeError(f"tests were not run: exit status {code}")
    return Verdict.KILLED  # by a test, or because modules or fixtures cannot even be loaded


def _limit(seconds: float) -> None:
    """From now on so much of the processor, and of the clock ten times that."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, WAITING * seconds)


class _Chosen:
    """A pytest plugin: runs the chosen tests in their order, each within its time."""

    def __init__(self, tests: Mapping[str, float]) -> None:
        self._tests = tests

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = {item.nodeid: item for item in items}
        chosen = [found[test] for test in self._tests if test in found]
        # A mutant may change what a test is parametrized with, and so its name.
        renamed = {_function(test) for test in self._tests if test not in found}
        items[:] = chosen + [item for item in items if _function(item.nodeid) in renamed]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        _limit(MIN_SECONDS + SLOWER * self._tests.get(item.nodeid, 0.0))
        return (yield)


def _function(test: str) -> str:
    return test.partition("[")[0]


class _Swap(MetaPathFinder):
    """Finds the mutant where its module is wanted."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant
        self._path = ROOT / mutant.path
        self._package = self._path.name == "__init__.py"
        module = Path(mutant.path).parent if self._package else Path(mutant.path).with_suffix("")
        self._name = ".".join(module.parts[2:])  # a package lies in the folder of its distribution

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        if fullname != self._name:
            return None
        return spec_from_file_location(
            fullname,
            self._path,
            loader=_Changed(fullname, str(self._path), self._mutant.source),
            submodule_search_locations=[str(self._path.parent)] if self._package else None,
        )


class _Changed(SourceFileLoader):
    """Loads other code than the file holds."""

    def __init__(self, fullname: str, path: str, source: str) -> None:
        super().__init__(fullname, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        del fullname
        return compile(self._source, self.path, "exec", dont_inherit=True)
