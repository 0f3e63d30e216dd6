"""`make mutants`: change the rules a little in many places, and see whether a test fails each time.

Exit code 0 only if at least
95 % were killed. All outcomes stand in `.mutants/outcomes.json`, what each trial printed in `.mutants/trials`.
"""

import os
import resource
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import msgspec

from galaxytables_serving.settings import integer, read_settings, variable, words
from tests.mutants.generating import GAMES, Mutant, Site, sites_of
from tests.mutants.reach import FOLDER, Chooser, reach_of
from tests.mutants.running import Outcome, run, unchanged
from tests.mutants.trial import Verdict

MIN_RATE = 0.95


@dataclass(frozen=True)
class MutantSettings:
    """Which mutants to try."""

    sample: int = variable("SAMPLE", integer(1, 100_000), "how many mutants", default="600")
    seed: int = variable("SEED", integer(0, 2**32), "chooses the sample", default="1")
    families: tuple[str, ...] = variable(
        "FAMILIES", words(example="race,lobby"), "games, and `lobby`", default=",".join((*GAMES, "lobby"))
    )
    only: tuple[str, ...] = variable(
        "ONLY",
        words(example="services/race/galaxytables_race/components/cards.py:12"),
        "tries those of the sample whose place begins so",
        default="services/",
    )
    workers: int = variable("WORKERS", integer(1, 64), "processes", default=str(os.cpu_count() or 1))


def main() -> int:
    """Read the environment, try a sample, print the rate of each family and who survived."""
    asked = read_settings(MutantSettings)
    families = asked.families
    sites = {family: list(sites_of(family)) for family in families}
    _say(f"{sum(map(len, sites.values()))} mutants: " + ", ".join(f"{len(sites[name])} {name}" for name in families))
    sample = _sample([site for name in families for site in sites[name]], asked.sample, asked.seed)
    sample = [mutant for mutant in sample if f"{mutant.path}:{mutant.first}".startswith(asked.only)]
    choosers = {name: _chooser(name) for name in families if any(mutant.family == name for mutant in sample)}
    _check_that_tests_pass(sample, choosers, asked.workers)
    outcomes = run(sample, choosers, asked.workers, _say_outcome)
    (FOLDER / "outcomes.json").write_bytes(msgspec.json.encode([_told(outcome) for outcome in outcomes]))
    return 0 if _report(outcomes, families) >= MIN_RATE else 1


def _sample(sites: list[Site], size: int, seed: int) -> list[Mutant]:
    """So many mutants, each as likely as any other."""
    Random(seed).shuffle(sites)
    sample: list[Mutant] = []
    for site in sites:
        if len(sample) == size:
            break
        if mutant := site.mutant():
            sample.append(mutant)
    return sample


def _chooser(family: str) -> Chooser:
    reach = reach_of(family)
    if reach.failed:
        _say(f"left out, since they fail by themselves: {len(reach.failed)} tests (.mutants/{family}-*.log)")
    return Chooser(reach)


def _check_that_tests_pass(sample: Sequence[Mutant], choosers: dict[str, Chooser], workers: int) -> None:
    """Try a module of each family as it is."""
    controls = {mutant.family: unchanged(mutant) for mutant in sample}
    for outcome in run(controls.values(), choosers, workers, lambda _: None):
        if outcome.verdict is not Verdict.SURVIVED:
            raise RuntimeError(f"{outcome.mutant.path} fails unchanged: {outcome.verdict} by {outcome.by}")


def _report(outcomes: Sequence[Outcome], families: Sequence[str]) -> float:
    """Print survivors and rates; the rate of all."""
    survivors = [outcome.mutant for outcome in outcomes if outcome.verdict is Verdict.SURVIVED]
    for mutant in sorted(survivors, key=lambda mutant: (mutant.path, mutant.first)):
        _say(f"survived: {mutant}")
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    _say(f"{'':8}{'tried':>8}{'killed':>8}{'timeout':>8}{'left':>8}{'rate':>8}")
    for name in (*families, "all"):
        found = [outcome.verdict for outcome in outcomes if name in {outcome.mutant.family, "all"}]
        killed, late = found.count(Verdict.KILLED), found.count(Verdict.TIMED_OUT)
        rate = (killed + late) / max(1, len(found))
        _say(f"{name:8}{len(found):8}{killed:8}{late:8}{len(found) - killed - late:8}{rate:8.1%}")
    _say(f"{(spent.ru_utime + spent.ru_stime) / max(1, len(outcomes)):.1f} s of processor a mutant")
    return rate


def _say_outcome(outcome: Outcome) -> None:
    if outcome.verdict is Verdict.SURVIVED:
        _say(f"survived after {outcome.seconds:.0f} s: {outcome.mutant}")


def _told(outcome: Outcome) -> dict[str, object]:
    mutant = outcome.mutant
    return {
        "family": mutant.family,
        "path": mutant.path,
        "line": mutant.first,
        "removed": mutant.removed,
        "added": mutant.added,
        "verdict": outcome.verdict,
        "by": outcome.by,
        "seconds": round(outcome.seconds, 1),
    }


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - this is a command


if __name__ == "__main__":
    sys.exit(main())
