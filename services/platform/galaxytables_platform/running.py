"""A context manager that runs a platform, for `run` and `demo`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from galaxytables_platform.blueprint import stages
from galaxytables_platform.child import ChildFailedError
from galaxytables_platform.console import Console
from galaxytables_platform.games import is_checkout
from galaxytables_platform.keys import token_keys
from galaxytables_platform.layout import Layout, Web
from galaxytables_platform.lock import DataLock
from galaxytables_platform.ports import require_free
from galaxytables_platform.probes import games_offered, until_healthy
from galaxytables_platform.supervisor import Supervisor
from galaxytables_serving import PortInUseError, StartError

OFFER_SECONDS = 60.0
_MISSING_PAGE = (
    "  the page is not there yet: web serves it once it is built",
    "  (`make run` builds it meanwhile and tells .tools/web.log about it; else `make web` does)",
)
_NO_PAGE = ("  the page is missing: this galaxytables-web was built without it; install one from a release",)


@asynccontextmanager
async def running_platform(layout: Layout, console: Console) -> AsyncIterator[Supervisor]:
    """Run a platform for a `with` block: all processes are healthy when it begins, and none is left when it ends.

    Raises `StartError`, with nothing left running, if the data folder or a port is in use or a process does not become
    healthy.
    """
    # The store in it holds hidden cards. The mode of a folder that is there already is its operator's choice.
    layout.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    async with DataLock(layout.data, console) as lock:
        require_free(layout.ports)
        keys = layout.token_keys or token_keys(layout.data)
        supervisor = Supervisor(
            stages(layout, token_keys=keys),
            layout.data / "logs",
            console,
            lock=lock.inheritable,
        )
        try:
            await _start(supervisor)
            await _wait_for_offers(layout)
            yield supervisor
        finally:
            await _stop(supervisor)


async def _start(supervisor: Supervisor) -> None:
    try:
        await supervisor.start()
    except ExceptionGroup as failures:
        failure = _first(failures)
        if not isinstance(failure, ChildFailedError):
            raise
        kind = PortInUseError if "in use" in failure.last_line else StartError
        raise kind(f"{failure}{f': {failure.last_line}' if failure.last_line else ''}") from failures


def _first(failures: ExceptionGroup) -> Exception:
    failure: Exception = failures
    while isinstance(failure, ExceptionGroup):
        failure = failure.exceptions[0]
    return failure


async def _wait_for_offers(layout: Layout) -> None:
    probe = games_offered(layout.lobby, layout.games)
    try:
        await until_healthy(probe, within=OFFER_SECONDS)
    except TimeoutError:
        games = ", ".join(layout.games) or "any game"
        raise StartError(f"The lobby does not offer {games} with bots after {OFFER_SECONDS:g} s.") from None


async def _stop(supervisor: Supervisor) -> None:
    """Stop in order; a second cancellation kills everything at once."""
    stopping = asyncio.ensure_future(supervisor.stop())
    try:
        await asyncio.shield(stopping)
    except asyncio.CancelledError:
        supervisor.kill()
        await stopping
        raise


def address_table(layout: Layout, supervisor: Supervisor) -> list[str]:
    """Return lines with the addresses of all processes."""
    rows = [("process", "address", "metrics")]
    for name, child in supervisor.children.items():
        metrics = f"http://{child.plan.metrics}/metrics" if child.plan.metrics else ""
        rows.append((name, child.plan.address, metrics))
    rows += [(game, target, "") for game, target in layout.other_games.items() if game not in layout.rules]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    lines = [f"  {row[0]:<{widths[0]}}  {row[1]:<{widths[1]}}  {row[2]}".rstrip() for row in rows]
    if layout.web is not None:
        lines += page_notice(layout.web)
    return [*lines, f"  data and logs: {_short(layout.data)}"]


def page_notice(web: Web) -> tuple[str, ...]:
    """Return lines that say how to build a missing page; none if the page is there."""
    if (web.page / "index.html").is_file():
        return ()
    return _MISSING_PAGE if is_checkout() else _NO_PAGE


def _short(path: Path) -> str:
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
