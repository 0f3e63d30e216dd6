"""Reloads changed rules: checks that they load, restarts their service, and ends tables that cannot go on."""

import asyncio
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from galaxytables.rules.v1 import rules_pb2
from galaxytables_client import Rules
from galaxytables_platform.child import Child, ChildFailedError
from galaxytables_platform.console import Console
from galaxytables_platform.dev.tables import LobbyBehindError, RunningTables, editions
from galaxytables_platform.dev.watching import Changes
from galaxytables_platform.games import working_folder

CHECK_SECONDS = 60.0
_SHOWN_LINES = 3


@dataclass(frozen=True, kw_only=True)
class Reloader:
    """Reloads the rules of a game in `package`; `child` is the rules service's process, `rules` its client."""

    package: str
    child: Child
    rules: Rules
    tables: RunningTables
    console: Console

    async def follow(self, changes: Changes) -> None:
        """Reload the rules after each change of their files, until cancelled."""
        after = await self.rules.describe()
        async for changed in changes:
            names = ", ".join(names_of(path for _, path in changed))
            fault = await fault_of(self.package) or await restarted(self.child)
            if fault:
                self.console.say(f"{names} changed, but cannot be played:", *(f"  {line}" for line in fault))
                continue
            before, after = after, await self.rules.describe()
            ended = await settled(self.tables, before, after)
            self.console.say(f"{names} changed; the new rules are played", *ended)


def names_of(paths: Iterable[str]) -> list[str]:
    """Return the names of changed files, without those of copies that an editor made and removed again."""
    changed = [Path(path) for path in paths]
    return sorted({path.name for path in [path for path in changed if path.exists()] or changed})


async def settled(
    tables: RunningTables, before: rules_pb2.DescribeResponse, after: rules_pb2.DescribeResponse
) -> list[str]:
    """End the tables that cannot go on under the new rules. Returns a line about each ended table.

    `before` and `after` describe the rules service before and after the change.
    """
    if editions(before) == editions(after):
        return []
    try:
        ended = await tables.settle(after)
    except LobbyBehindError as error:
        return [f"  {error}"]
    return [f"  table {name} has ended: the new rules cannot go on from where it stood" for name in ended]


async def fault_of(package: str) -> list[str]:
    """Load the rules in a separate process. Returns the last lines of the error, or an empty list if the rules load."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", package, "contents"),
        cwd=working_folder(),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            _, said = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        return [f"they do not load within {CHECK_SECONDS:g} s"]
    if process.returncode == 0:
        return []
    return said.decode(errors="replace").strip().splitlines()[-_SHOWN_LINES:] or [f"exit code {process.returncode}"]


async def restarted(child: Child) -> list[str]:
    """Restart a process. Returns lines that say why it did not become healthy; an empty list if it did."""
    await child.stop()
    try:
        await child.start()
    except ChildFailedError as failure:
        return [*failure.last_lines][-_SHOWN_LINES:] or [str(failure)]
    return []
