"""Tries mutants, several at a time: scenes first, and whole games for whoever outlives them."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import monotonic

import msgspec

from tests.mutants.forks import end, fork
from tests.mutants.generating import ROOT, Mutant
from tests.mutants.reach import FOLDER, Chooser
from tests.mutants.trial import Verdict, try_tests, verdict

LOGS = FOLDER / "trials"
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


class Outcome(msgspec.Struct, frozen=True):
    """What became of one mutant."""

    mutant: Mutant
    verdict: Verdict
    by: str  # the test that killed it
    seconds: float


class _Trial(msgspec.Struct):
    """A mutant while it is tried."""

    number: int
    mutant: Mutant
    rounds: list[dict[str, float]]  # of tests still to be run
    begun: float = 0.0

    @property
    def log(self) -> Path:
        return LOGS / f"{self.number}.log"


def run(
    mutants: Iterable[Mutant], choosers: Mapping[str, Chooser], workers: int, say: Callable[[Outcome], None]
) -> list[Outcome]:
    """Try all mutants; says each outcome as it comes."""
    LOGS.mkdir(exist_ok=True)
    waiting = [_Trial(number, mutant, choosers[mutant.family].rounds(mutant)) for number, mutant in enumerate(mutants)]
    waiting.reverse()
    running: dict[int, _Trial] = {}
    outcomes: list[Outcome] = []
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                _begin(waiting.pop(), running)
            pid, status = os.wait()
            end(pid)
            trial = running.pop(pid)
            trial.rounds.pop(0)
            found = verdict(status)
            if found is Verdict.SURVIVED and any(trial.rounds):
                waiting.append(trial)
                continue
            outcome = Outcome(trial.mutant, found, _killer(trial, found), monotonic() - trial.begun)
            outcomes.append(outcome)
            say(outcome)
    finally:
        for pid in running:
            end(pid)
    return outcomes


def unchanged(mutant: Mutant) -> Mutant:
    """The same module as it is: it must survive, or the tests say nothing."""
    return msgspec.structs.replace(mutant, source=(ROOT / mutant.path).read_text(encoding="utf-8"))


def _begin(trial: _Trial, running: dict[int, _Trial]) -> None:
    """Start the next round of tests that has any."""
    trial.begun = trial.begun or monotonic()
    while len(trial.rounds) > 1 and not trial.rounds[0]:
        trial.rounds.pop(0)
    tests = trial.rounds[0]
    running[fork(lambda: try_tests(trial.mutant, tests), trial.log)] = trial


def _killer(trial: _Trial, found: Verdict) -> str:
    if found is Verdict.SURVIVED:
        return ""
    named = _FAILED.findall(trial.log.read_text(encoding="utf-8", errors="replace"))
    return named[0] if named else ""
