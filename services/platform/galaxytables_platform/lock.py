"""Ensures that only one platform runs on a data folder, and none while processes of a killed platform are left.

The supervisor holds one lock; every child process inherits a second lock and holds it while it lives. So the folder is
free when both locks are free, however the last platform ended.
"""

import asyncio
import fcntl
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from galaxytables_platform.console import Console
from galaxytables_serving import StartError

LEFTOVERS_SECONDS = 40.0
_POLL_SECONDS = 0.1
_LOCK = "platform.lock"


class DataLock:
    """The lock of a data folder: `async with DataLock(data, console) as lock`.

    Entering raises `StartError` if another platform has the folder, or if child processes of a killed platform do not
    end within LEFTOVERS_SECONDS.
    """

    def __init__(self, data: Path, console: Console, *, patience: float = LEFTOVERS_SECONDS) -> None:
        self._data, self._console, self._patience = data, console, patience
        self._own = self._inherited = -1

    @property
    def inheritable(self) -> int:
        """Return the file descriptor that child processes must inherit."""
        return self._inherited

    async def __aenter__(self) -> Self:
        self._own = _open(self._data / _LOCK)
        if not _try_lock(self._own):
            holder = _holder(self._own)
            self._close()
            raise StartError(
                f"Another platform (process {holder}) runs on {self._data}; stop it, or set GALAXYTABLES_DATA to "
                "another folder.",
            )
        os.ftruncate(self._own, 0)
        os.pwrite(self._own, f"{os.getpid()}\n".encode(), 0)
        self._inherited = _open(self._data / "children.lock")
        try:
            await self._wait_for_leftovers()
        except BaseException:
            self._close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    async def _wait_for_leftovers(self) -> None:
        deadline = time.monotonic() + self._patience
        announced = False
        while not _try_lock(self._inherited):
            if not announced:
                self._console.say("waiting for processes of a platform that was killed to end")
                announced = True
            if time.monotonic() > deadline:
                raise StartError(
                    f"Processes of an earlier platform still run on {self._data}: "
                    f"{_holders(self._data / 'children.lock')}; end them first.",
                )
            await asyncio.sleep(_POLL_SECONDS)

    def _close(self) -> None:
        # Close instead of unlock: unlocking would release the lock for the children too.
        for descriptor in (self._own, self._inherited):
            if descriptor >= 0:
                os.close(descriptor)
        self._own = self._inherited = -1


def running_on(data: Path) -> str:
    """Return the process id of the platform that runs on a data folder; empty if none does."""
    try:
        descriptor = os.open(data / _LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return ""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _holder(descriptor)
    finally:
        os.close(descriptor)
    return ""


def _holder(descriptor: int) -> str:
    return os.pread(descriptor, 32, 0).decode(errors="replace").strip() or "unknown"


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holders(path: Path) -> str:
    """Return the processes that have the file open, as far as this system shows them."""
    found = []
    for descriptors in Path("/proc").glob("[0-9]*/fd"):
        try:
            if any(entry.samefile(path) for entry in descriptors.iterdir() if entry.exists()):
                found.append(descriptors.parent.name)
        except OSError:  # gone since, or another user's
            continue
    own = str(os.getpid())
    return "process " + ", ".join(pid for pid in sorted(found, key=int) if pid != own) if found else "unknown"
