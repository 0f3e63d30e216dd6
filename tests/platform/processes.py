"""Small real programs for the supervisor to run, and ways to look at processes."""

import asyncio
import io
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from galaxytables_platform.child import Plan
from galaxytables_platform.console import Console
from galaxytables_platform.probes import Probe, alive

# Writes its pid to a file once it is up, then waits for SIGTERM.
WELL_BEHAVED = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
print("up", os.environ.get("GREETING", ""), flush=True)
open(sys.argv[1], "w").write(str(os.getpid()))
while True:
    time.sleep(60)
"""
STUBBORN = WELL_BEHAVED.replace("lambda *_: sys.exit(0)", "signal.SIG_IGN")


def plan(
    name: str,
    program: str,
    *arguments: object,
    probe: Probe = alive,
    stop_seconds: float = 20.0,
    environment: dict[str, str] | None = None,
) -> Plan:
    return Plan(
        name=name,
        command=(sys.executable, "-c", program, *(str(argument) for argument in arguments)),
        probe=probe,
        stop_seconds=stop_seconds,
        environment=environment or {},
    )


def written(path: Path) -> Probe:
    """Healthy once the program wrote its pid, and only while that process is there."""

    async def probe() -> bool:
        return pid_in(path) is not None

    return probe


def pid_in(path: Path) -> int | None:
    try:
        pid = int(path.read_text())
    except (OSError, ValueError):
        return None
    return pid if runs(pid) else None


def runs(pid: int) -> bool:
    """Whether a process is there and is not merely waiting to be reaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def until(true: Callable[[], object] | Callable[[], Awaitable[object]], within: float = 60.0) -> None:
    async with asyncio.timeout(within):
        while True:
            answer = true()
            if await answer if isinstance(answer, Awaitable) else answer:
                return
            await asyncio.sleep(0.02)


class Screen(Console):
    """A console that a test reads."""

    def __init__(self) -> None:
        self.text = io.StringIO()
        super().__init__(self.text)

    @property
    def lines(self) -> list[str]:
        return self.text.getvalue().splitlines()


def own_children() -> set[int]:
    """Pids of this process's children."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and fields[0] != "Z":
            found.add(int(stat.parent.name))
    return found
