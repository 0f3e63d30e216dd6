"""An archiver in a process of its own that is killed, with SIGKILL and by itself, at one step of its work."""

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Engine, event

from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.redis import Store
from galaxytables_lobby.settings import Settings
from tests.lobby.workers import open_archiver

_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload([__name__])
_SECONDS = 60.0


def archive_and_die(settings: Settings, step: str, *, ahead: float) -> None:
    """Archive, and with retention over forget, until the step is reached; `ahead` is the test's clock."""
    process = _PROCESSES.Process(target=_run, args=(settings, step, ahead))
    process.start()
    process.join(_SECONDS)
    assert process.exitcode == -signal.SIGKILL, f"{step} was never reached: {process.exitcode}"


def _run(settings: Settings, step: str, ahead: float) -> None:
    STEPS[step]()
    asyncio.run(_archive(settings, ahead))


async def _archive(settings: Settings, ahead: float) -> None:
    late = 0.0
    async with open_archiver(settings, clock=lambda: time.time() + ahead + late) as archiver:
        await archiver.archive()
        late = settings.retention + 5
        await archiver.forget()


def _die(*_: object, **__: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _after(owner: type, method: str) -> Callable[[], None]:
    """Die once a method has done its work."""

    def prepare() -> None:
        work: Callable[..., Awaitable[Any]] = getattr(owner, method)

        async def work_and_die(*given: Any, **named: Any) -> None:
            await work(*given, **named)
            _die()

        setattr(owner, method, work_and_die)

    return prepare


def _in_the_database(moment: str) -> Callable[[], None]:
    """Die at a moment of a transaction that writes."""

    def prepare() -> None:
        if moment == "commit":
            event.listen(Engine, "commit", lambda connection: _die() if _writes(connection) else None)
        else:
            event.listen(Engine, "after_cursor_execute", _die_after_rating)

    return prepare


def _writes(connection: Any) -> bool:
    return bool(connection.get_execution_options().get("galaxytables_writes"))


def _die_after_rating(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
    if statement.startswith("INSERT INTO ratings"):
        _die()


# In the order in which an archiver comes by them.
STEPS: dict[str, Callable[[], None]] = {
    "claimed": _after(Store, "claim_finished"),
    "read": _after(Store, "events"),
    "half written": _in_the_database("rating"),
    "before the commit": _in_the_database("commit"),
    "after the commit": _after(Archive, "add"),
    "marked": _after(Store, "archived"),
    "forgotten": _after(Store, "forget"),
}
