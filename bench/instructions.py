"""Counts the instructions of rules, lobbies and Redis for a choice, with one lobby and with several.

    python -m bench.instructions [--game race] [--lobbies 1,4] [--rates 6 24] [--at 200] [--tables 24] [--seconds 20]

valgrind, a package of Debian, counts them. How long an instruction takes depends on the contents of the machine's
caches and on other programs; the number of instructions does not. Work that the operating system does for a process is
not counted. The instructions of a second without play are subtracted, and printed as a figure of their own.

valgrind makes a process some fifty times slower, so choices come slowly, and the work of each second of play weighs
more than it usually does. Two rates separate this work from the work for each choice. From both follows the number for
a choice at a rate that valgrind could not keep up with.
"""

import argparse
import asyncio
import re
import shutil
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

from bench.figures import Figure, print_figures, write_results
from bench.interpreter import form_of_rules, run_with_optimised
from bench.loading import Loaded, run_load
from bench.throughput import layout_of
from galaxytables_platform import running
from galaxytables_platform.blueprint import stages
from galaxytables_platform.child import Plan
from galaxytables_platform.console import Console
from galaxytables_platform.layout import Layout
from galaxytables_platform.supervisor import Supervisor
from galaxytables_serving import StartError

PART = "instructions"
VALGRIND = "valgrind"
GOAL = "goal <= 1.1"
# So many that each of several lobbies has its share of them.
CONNECTIONS = 8
IDLE_SECONDS = 15.0
_TOTAL = re.compile(r"^(?:totals|summary): (\d+)", re.MULTILINE)


@dataclass(frozen=True)
class Counted:
    """The number of instructions by kind of process: for a choice, for a second of play, and for a second without play.

    The number for a second of play is that in addition to a second without play.
    """

    choice: dict[str, float]
    second: dict[str, float]
    idle: dict[str, float]

    def at(self, rate: float) -> float:
        """Return the instructions that all processes need for a choice, at `rate` choices per second."""
        return sum(self.choice.values()) + sum(self.second.values()) / rate


class Counting:
    """Counts the instructions of rules, lobbies and Redis with valgrind. Several lobbies are added up."""

    def __init__(self, folder: Path, game: str) -> None:
        """`folder` is for valgrind's files."""
        self._folder = folder
        self._counted = ("redis", game, "lobby")
        self._kinds: dict[int, str] = {}
        self._found: defaultdict[str, float] = defaultdict(float)

    def plans(self, layout: Layout, *, token_keys: str) -> list[list[Plan]]:
        """Return the plan of a platform in which valgrind runs the counted processes. Counting does not begin yet."""
        return [
            [self._under_valgrind(plan) if _kind(plan.name) in self._counted else plan for plan in stage]
            for stage in stages(layout, token_keys=token_keys)
        ]

    def _under_valgrind(self, plan: Plan) -> Plan:
        files = self._folder / plan.name
        # Redis is started by a command that sets its allocator, so children count.
        options = ["--tool=callgrind", "--instr-atstart=no", "--trace-children=yes"]
        options += [f"--callgrind-out-file={files}.%p", f"--log-file={files}.log"]
        return replace(plan, command=(VALGRIND, *options, *plan.command))

    def begin(self, supervisor: Supervisor) -> None:
        """Begin to count."""
        for name, child in supervisor.children.items():
            if VALGRIND in child.plan.command and child.pid is not None:
                self._kinds[child.pid] = _kind(name)
        self._ask("--instr=on")
        self(supervisor)

    def __call__(self, _: Supervisor) -> dict[str, float]:
        """Instructions so far, by kind of process. Raises `StartError` if valgrind is silent."""
        self._ask("--dump")
        for pid, kind in self._kinds.items():
            # Each dump is a file of its own, with a number at its end, of what was counted since the one before.
            dumps = [*self._folder.glob(f"*.{pid}.*")]
            totals = [_TOTAL.search(dump.read_text(errors="replace")) for dump in dumps]
            for dump in dumps:
                dump.unlink()
            if not totals or None in totals:
                raise StartError(f"valgrind does not say what {kind} took; it runs as process {pid}.")
            self._found[kind] += sum(int(total[1]) for total in totals if total is not None)
        return dict(self._found)

    def _ask(self, question: str) -> None:
        for pid in self._kinds:
            command = ("callgrind_control", question, str(pid))
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _kind(name: str) -> str:
    return name.partition("-")[0]


async def count(lobbies: int, given: argparse.Namespace) -> Counted:
    """Count on a platform with `lobbies` lobbies.

    Players connect to any of them, and go to their tables' homes from there.
    """
    with tempfile.TemporaryDirectory(prefix="galaxytables-bench-") as folder:
        counting = Counting(Path(folder), given.game)
        layout = layout_of(Path(folder, "data"), given.game, lobbies)
        with patch.object(running, "stages", counting.plans):
            async with running.running_platform(layout, Console()) as supervisor:
                counting.begin(supervisor)
                begun, before = time.monotonic(), counting(supervisor)
                await asyncio.sleep(IDLE_SECONDS)
                took, after = time.monotonic() - begun, counting(supervisor)
                idle = {kind: (after[kind] - before[kind]) / took for kind in after}
                loads = []
                for rate in given.rates:
                    loaded = await run_load(
                        layout,
                        supervisor,
                        given.game,
                        tables=given.tables,
                        seconds=given.seconds,
                        rate=rate,
                        connections=CONNECTIONS,
                        apart=True,
                        at_homes=lobbies > 1,
                        meter=counting,
                    )
                    loads.append(loaded)
    return separated(loads, idle)


def separated(loads: Sequence[Loaded], idle: Mapping[str, float]) -> Counted:
    """Return the instructions per choice and per second, from a load at a low rate and one at a higher rate."""
    slow, fast = ({kind: cost / 1e6 for kind, cost in load.costs.items()} for load in loads)
    low, high = (load.result["choices_per_second"] for load in loads)
    seconds = {kind: (slow[kind] - fast[kind]) / (1 / low - 1 / high) for kind in fast}
    return Counted(
        choice={kind: fast[kind] - seconds[kind] / high for kind in fast},
        second={kind: seconds[kind] - idle[kind] for kind in fast},
        idle=dict(idle),
    )


def figures_of(game: str, rate: float, found: Mapping[int, Counted]) -> Iterator[Figure]:
    """Yield the instructions for each number of lobbies, and the ratio of more lobbies to the fewest."""
    for lobbies, counted in found.items():
        what = f"{game}, lobbies {lobbies}: instructions of"
        for kind, number in counted.choice.items():
            yield Figure(f"{what} {kind}", number / 1e3, "1,000/choice")
        for kind, number in counted.second.items():
            yield Figure(f"{what} {kind}, each second in which somebody plays", number / 1e6, "million/s")
        for kind, number in counted.idle.items():
            yield Figure(f"{what} {kind}, each second anyway", number / 1e6, "million/s")
        yield Figure(f"{what} all, at {rate:g} choices/s", counted.at(rate) / 1e3, "1,000/choice")
    fewest, *more = found
    for lobbies in more:
        ratio = found[lobbies].at(rate) / found[fewest].at(rate)
        yield Figure(
            f"{game}: instructions of all at {rate:g} choices/s, lobbies {lobbies} over {fewest}", ratio, "x", GOAL
        )


def main() -> None:
    """Count, print the figures and store them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="race")
    parser.add_argument("--lobbies", default="1,4")
    parser.add_argument("--rates", type=float, nargs=2, default=(6.0, 24.0), help="two, in choices a second")
    parser.add_argument("--at", type=float, default=200.0, help="the rate to reckon with")
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    build = run_with_optimised("bench.instructions")
    if shutil.which(VALGRIND) is None:
        parser.error(f"{VALGRIND} is not installed; Debian has it in the package of that name")
    found = {lobbies: asyncio.run(count(lobbies, given)) for lobbies in map(int, given.lobbies.split(","))}
    figures = list(figures_of(given.game, given.at, found))
    print_figures(figures)
    write_results(PART, f"{build}, rules {form_of_rules()}", figures)


if __name__ == "__main__":
    main()
