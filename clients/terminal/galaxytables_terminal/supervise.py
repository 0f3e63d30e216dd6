"""Starts and stops a platform for the client."""

import asyncio
import contextlib
import os
import signal
import sys
from collections import deque
from pathlib import Path

from galaxytables_client.channel import host_and_port
from galaxytables_terminal.errors import PlatformError

# The first start may have to create folders and keys and to start several processes.
READY_SECONDS = 90.0
STOP_SECONDS = 20.0
_PROBE_SECONDS = 1.0
_KEPT_LINES = 8
_READY = "ready"
_REPOSITORY = Path(__file__).resolve().parents[3]
_COMMAND = (sys.executable, "-m", "galaxytables_platform", "run")
# Runs a command that the kernel kills with its parent, in case this client is killed before it can stop it.
_TETHER = (sys.executable, "-m", "galaxytables_platform.tether")


async def answers(address: str) -> bool:
    """Return whether a server listens at an address."""
    host, port = host_and_port(address)
    try:
        async with asyncio.timeout(_PROBE_SECONDS):
            _, writer = await asyncio.open_connection(host.strip("[]"), port)
    except (OSError, TimeoutError):
        return False
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    return True


class OwnPlatform:
    """The platform that this client starts: a child process with all services, whose output goes to a log file.

    `start` returns once the process has printed `ready`. `stop` ends the process like Ctrl-C, and kills it after
    STOP_SECONDS.
    """

    def __init__(self, log: Path, port: str, command: tuple[str, ...] = _COMMAND) -> None:
        self._log = log
        self._environment = {**os.environ, "LOBBY_PORT": port}
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._copying: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._last_lines: deque[str] = deque(maxlen=_KEPT_LINES)

    @property
    def running(self) -> bool:
        """Return whether the child process lives."""
        return self._process is not None and self._process.returncode is None

    async def start(self, within: float = READY_SECONDS) -> None:
        """Start the platform and wait until it is ready.

        Raises `PlatformError` if the platform ends, or is not ready within `within` seconds.
        """
        self._log.parent.mkdir(parents=True, exist_ok=True)
        # Its own session, so that Ctrl-C in the terminal does not reach it: it must outlive the last screen.
        self._process = await asyncio.create_subprocess_exec(
            *_TETHER,
            str(os.getpid()),
            *self._command,
            cwd=_REPOSITORY,
            env=self._environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        self._copying = asyncio.create_task(self._copy_output(self._process))
        ready = asyncio.create_task(self._ready.wait())
        try:
            await asyncio.wait({self._copying, ready}, timeout=within, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ready.cancel()
        if self._ready.is_set():
            return
        ended = self._copying.done()
        await self.stop()
        why = "platform-ended" if ended else "platform-not-ready"
        raise PlatformError(why, self._log, tuple(self._last_lines), seconds=round(within))

    async def stop(self) -> None:
        """Stop the platform with all its processes. Does nothing if the platform is not running."""
        process = self._process
        if process is None:
            return
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
            try:
                async with asyncio.timeout(STOP_SECONDS):
                    await process.wait()
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
        if self._copying is not None:
            self._copying.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._copying
        self._process = None

    async def _copy_output(self, process: asyncio.subprocess.Process) -> None:
        output = process.stdout
        if output is None:
            return
        with self._log.open("w", encoding="utf-8") as log:
            while line := (await output.readline()).decode(errors="replace"):
                log.write(line)
                log.flush()
                said = line.strip()
                if said:
                    self._last_lines.append(said)
                if said == _READY:
                    self._ready.set()
