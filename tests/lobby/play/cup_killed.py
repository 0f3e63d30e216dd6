"""A driver of tournaments in a process of its own that kills itself, with SIGKILL, at each point of its work once."""

import asyncio
import multiprocessing
import os
import signal
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from galaxytables_lobby.adapters.redis import Store
from galaxytables_lobby.settings import Settings
from tests.lobby.workers import open_driver

_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload([__name__])
_SECONDS = 60.0


def drive_and_die(settings: Settings, points: Path, *, now: float, every: int) -> bool:
    """Drive tournaments at a moment, until a point at which nobody has died. Returns whether there was one.

    A point is the moment before or after something is written to the store. The file `points` has those at which
    somebody died. Of all points, each `every`th one counts.
    """
    process = _PROCESSES.Process(target=_run, args=(settings, points, now, every))
    process.start()
    process.join(_SECONDS)
    assert process.exitcode in (0, -signal.SIGKILL), process.exitcode
    return process.exitcode != 0


def _run(settings: Settings, points: Path, now: float, every: int) -> None:
    died = set(points.read_text().splitlines()) if points.exists() else set[str]()

    def pass_point(point: str) -> None:
        if point in died or zlib.crc32(point.encode()) % every:
            return
        with points.open("a") as file:
            file.write(f"{point}\n")
        os.kill(os.getpid(), signal.SIGKILL)

    for method, name in POINTS.items():
        setattr(Store, method, _with_points(getattr(Store, method), name, pass_point))
    asyncio.run(_drive(settings, now))


async def _drive(settings: Settings, now: float) -> None:
    async with open_driver(settings, clock=lambda: now) as driver:
        await driver.drive()


def _with_points(
    work: Callable[..., Awaitable[Any]], name: Callable[..., str], pass_point: Callable[[str], None]
) -> Callable[..., Awaitable[Any]]:
    async def with_points(store: Store, *given: Any, **named: Any) -> Any:
        point = name(*given, **named)
        pass_point(f"before {point}")
        done = await work(store, *given, **named)
        pass_point(f"after {point}")
        return done

    return with_points


# All that a driver writes, and how the points beside each are named.
POINTS: dict[str, Callable[..., str]] = {
    "claim_tournaments": lambda **_: "the claim",
    "commit_tournament": lambda _, after, **__: f"step {after.version}",
    "commit": lambda commit: f"version {commit.after.version} of table {commit.after.id}",
    "keep_noticed_in_tournament": lambda _, noticed: f"what is noticed at step {noticed.version}",
    "rest_tournament": lambda _, *, version, **__: f"the rest at step {version}",
}
