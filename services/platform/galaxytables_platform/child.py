"""Keeps one process alive: starts and watches it, restarts it when it ends, and stops it on demand."""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from galaxytables_client import Backoff
from galaxytables_platform.console import Console
from galaxytables_platform.games import working_folder
from galaxytables_platform.logfile import LINE_BYTES, ChildLog
from galaxytables_platform.probes import Probe, until_healthy

TETHER = Path(__file__).with_name("tether.py")
READY_SECONDS = 90.0
FIRST_BACKOFF, MAX_BACKOFF = 0.25, 8.0
STEADY_SECONDS = 30.0
"""A process that ran this long restarts with the first backoff."""
_READ_BYTES = 65_536


class ChildFailedError(Exception):
    """A process ended or did not become healthy while the platform started."""

    def __init__(self, name: str, code: int | None, log: ChildLog) -> None:
        """`code` is the exit code, or None if the process runs but is not healthy; `log` supplies the last lines."""
        self.code = code
        self.last_line = log.last_lines[-1] if log.last_lines else ""
        what = "is not healthy after its start" if code is None else f"ended while it started ({_ending(code)})"
        super().__init__(f"{name} {what}; its log: {log.path}")
        self.last_lines = log.last_lines


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A process that is to run: its command, and the probe that says whether the process is healthy."""

    name: str
    command: tuple[str, ...]
    probe: Probe
    environment: Mapping[str, str] = field(default_factory=dict)
    """Added to the supervisor's own environment."""
    address: str = ""
    """Where others reach it; empty if nobody does."""
    metrics: str = ""
    """Where its metrics are; empty if it has none."""
    steady_seconds: float = 0.0
    """How long it must have run to count as healthy, for a process without a health check."""
    stop_seconds: float = 12.0
    """How long it may take to stop before it is killed."""


class Child:
    """A plan's process, once it has been started."""

    def __init__(self, plan: Plan, log: ChildLog, console: Console, *, lock: int | None = None) -> None:
        """`lock` is a file descriptor that the process inherits and holds while it lives."""
        self.plan = plan
        self.restarts = 0
        self._log, self._console, self._lock = log, console, lock
        self._process: asyncio.subprocess.Process | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._stopping = False

    @property
    def pid(self) -> int | None:
        """Return the process id; None while nothing runs."""
        running = self._process is not None and self._process.returncode is None
        return self._process.pid if running and self._process is not None else None

    async def start(self) -> None:
        """Start the process, wait until it is healthy, and keep it alive from then on.

        Raises `ChildFailedError` if it does not become healthy; then it no longer runs. `start` may follow `stop`.
        """
        self._stopping = False
        process = await self._spawn()
        reading = asyncio.create_task(self._read(process), name=f"{self.plan.name}-output")
        try:
            await self._until_healthy(process)
        except TimeoutError:
            await self._end(process)
            await reading
            raise ChildFailedError(self.plan.name, None, self._log) from None
        except asyncio.CancelledError:
            await self._end(process)
            reading.cancel()
            raise
        if process.returncode is not None:
            await reading
            raise ChildFailedError(self.plan.name, process.returncode, self._log)
        self._keeper = asyncio.create_task(self._keep(process, reading), name=f"{self.plan.name}-keeper")

    async def stop(self) -> None:
        """Stop the process and wait for its end; kill it if that takes too long.

        Does nothing if the process is not running.
        """
        self._stopping = True
        if self._process is not None:
            await self._end(self._process)
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)

    def kill(self) -> None:
        """Kill the process at once, with all processes that it has started."""
        self._stopping = True
        if self.pid is not None:
            _signal_group(self.pid, signal.SIGKILL)

    async def _spawn(self) -> asyncio.subprocess.Process:
        self._log.start_anew()
        # A session of its own: Ctrl-C at the terminal reaches only the supervisor, which then stops everything in
        # order.
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            str(TETHER),
            str(os.getpid()),
            *self.plan.command,
            cwd=working_folder(),
            env={**os.environ, **self.plan.environment},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
            pass_fds=() if self._lock is None else (self._lock,),
        )
        return self._process

    async def _keep(self, process: asyncio.subprocess.Process, reading: "asyncio.Task[None]") -> None:
        backoff = Backoff(FIRST_BACKOFF, MAX_BACKOFF)
        while True:
            began = time.monotonic()
            code = await process.wait()
            if self._stopping:
                await reading
                return
            _signal_group(process.pid, signal.SIGKILL)  # leftover processes would keep its output open
            await reading
            if time.monotonic() - began > STEADY_SECONDS:
                backoff.reset()
            pause = backoff.next()
            self._console.say(f"{self.plan.name} ended ({_ending(code)}); starting it again in {pause:.2g} s")
            await asyncio.sleep(pause)
            self.restarts += 1
            process = await self._spawn()
            reading = asyncio.create_task(self._watch_again(process), name=f"{self.plan.name}-output")

    async def _watch_again(self, process: asyncio.subprocess.Process) -> None:
        announcing = asyncio.create_task(self._announce(process))
        try:
            await self._read(process)
        finally:
            announcing.cancel()
            await asyncio.gather(announcing, return_exceptions=True)

    async def _announce(self, process: asyncio.subprocess.Process) -> None:
        began = time.monotonic()
        try:
            healthy = await self._until_healthy(process)
        except TimeoutError:
            self._console.say(f"{self.plan.name} runs again but is not healthy; its log: {self._log.path}")
            return
        if healthy:
            self._console.say(f"{self.plan.name} is back after {time.monotonic() - began:.1f} s")

    async def _until_healthy(self, process: asyncio.subprocess.Process) -> bool:
        """Wait until it is healthy; return False if it ends first. Raises `TimeoutError`."""
        steady = time.monotonic() + self.plan.steady_seconds

        async def probe() -> bool:
            return time.monotonic() >= steady and await self.plan.probe()

        return await until_healthy(probe, within=READY_SECONDS, ended=lambda: process.returncode is not None)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Log the output to its end, line by line; a line that is too long is cut."""
        if process.stdout is None:
            return
        rest = b""
        while data := await process.stdout.read(_READ_BYTES):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._log.take(line)
            if len(rest) > LINE_BYTES:
                self._log.take(rest)
                rest = b""
        if rest:
            self._log.take(rest)

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        if process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(self.plan.stop_seconds):
                await process.wait()
        except TimeoutError:
            self._console.say(f"{self.plan.name} did not stop within {self.plan.stop_seconds:g} s; killed")
        _signal_group(process.pid, signal.SIGKILL)
        await process.wait()


def _signal_group(leader: int, number: signal.Signals) -> None:
    """Signal a process and all that it started in its session; does nothing if none is left."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def _ending(code: int) -> str:
    if code >= 0:
        return f"code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
