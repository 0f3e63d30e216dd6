"""`make upgrade`: from the last release to what lies here and back, under running tables.

    TABLES=500 FROM=v1.0.0 python -m tests.upgrade

A platform of the last release runs tables of all games, has an archive, and people with its client. Each service is
replaced by that of this version, in the documented order; people of both versions play on; then each is replaced by the
earlier one again. Exit code 0 only if nothing that was acknowledged is lost, and every record holds, at each step.
"""

import asyncio
import json
import sys
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galaxytables_platform.console import Console
from galaxytables_platform.games import SERVICES, games_in
from galaxytables_platform.probes import games_offered, until_healthy
from galaxytables_serving.settings import integer, read_settings, text, variable
from tests.upgrade.building import NothingToComeFromError, install, last_release
from tests.upgrade.fleet import KINDS, Fleet, trial_layout

CROWD = Path(__file__).with_name("crowd.py")
OFFER_SECONDS = 120.0
LINE_BYTES = 16 * 1024 * 1024
# So many of the tables are played to their ends before, and so many more are opened by people of this version.
FINISHED, NEW = 12, 10
CHOICES = 2


@dataclass(frozen=True)
class UpgradeSettings:
    """From where, with how many tables."""

    tables: int = variable("TABLES", integer(12, 2_000), "how many tables run", default="500")
    origin: str = variable("FROM", text, "the commit or tag to come from; if unset the last release")


class People:
    """The process of a crowd."""

    def __init__(self, name: str, console: Console) -> None:
        """Create it with the version's name."""
        self._name, self._console = name, console
        self.faults: list[str] = []
        self.seen: list[dict[str, Any]] = []

    async def arrive(self, python: Path, lobby: str, stack: AsyncExitStack) -> None:
        """Start it; the stack ends it."""
        self._process = await asyncio.create_subprocess_exec(
            str(python),
            "-P",
            str(CROWD),
            lobby,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_BYTES,
        )
        stack.push_async_callback(self._leave)

    async def _leave(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()

    async def do(self, *act: str | int) -> dict[str, Any]:
        """Let them do something; return what came of it."""
        line = " ".join(map(str, act))
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n".encode())
        answer = await self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the people of {self._name} ended at `{line}`")
        told: dict[str, Any] = json.loads(answer)
        self.faults += [f"people of {self._name}, {fault}" for fault in told.get("faults", ())]
        self.seen.append(told)
        self._console.say(f"people of {self._name}: {line}: {answer.decode().strip()}")
        return told


async def upgrade(tables: int, origin: str, folder: Path, console: Console) -> list[str]:
    """Go there and back; return what went wrong. Raises `NothingToComeFromError`."""
    python = await asyncio.to_thread(install, origin, folder / "last")
    console.say(f"{origin} is installed")
    layout = trial_layout(folder / "data")
    layout.data.mkdir()
    here = Path(sys.executable)
    async with AsyncExitStack() as stack:
        fleet = Fleet(layout, python, console, stack)
        stack.push_async_callback(fleet.stop)
        await fleet.start()
        await until_healthy(games_offered(layout.lobby, games_in(SERVICES)), within=OFFER_SECONDS)
        before, after = People(origin, console), People("this version", console)
        await before.arrive(python, layout.lobby, stack)
        await before.do("open", tables)
        await before.do("play", CHOICES)
        await before.do("finish", max(4, tables // FINISHED))
        await before.do("check")
        moving = asyncio.create_task(before.do("play", CHOICES))
        await fleet.move("this version", here, KINDS)
        await moving
        await before.do("check")
        await after.arrive(here, layout.lobby, stack)
        await after.do("open", max(4, tables // NEW))
        await after.do("play", CHOICES)
        await after.do("finish", 4)
        await after.do("check")
        moving = asyncio.create_task(before.do("play", CHOICES))
        await fleet.move(origin, python, reversed(KINDS))
        await moving
        for people in (before, after):
            await people.do("play", CHOICES)
            await people.do("finish", 8)
            await people.do("check")
        lost = tables - sum(before.seen[-1][state] for state in ("running", "finished"))
        ended = [f"{fleet.restarts} processes ended by themselves"] if fleet.restarts else []
        return [*before.faults, *after.faults, *ended, *([f"{lost} tables are lost"] if lost else [])]


def main() -> int:
    """Read the environment, go there and back, say what was found."""
    asked, console = read_settings(UpgradeSettings), Console()
    with tempfile.TemporaryDirectory(prefix="galaxytables-upgrade-") as folder:
        try:
            faults = asyncio.run(upgrade(asked.tables, asked.origin or last_release(), Path(folder), console))
        except NothingToComeFromError as error:
            sys.stderr.write(f"{error}\n")
            return 2
    console.say(*faults, f"{len(faults)} faults")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
