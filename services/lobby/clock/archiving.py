"""Finished tables go into the archive, and leave the store when they have been there long enough.

A table is claimed under a lease, never popped; put into the archive in one transaction, in which it is also rated; and
only then marked as archived in the store. Whoever dies between the steps leaves a table that is claimed again when the
lease ends: the archive, in which a table's id is unique, says that the game is there already, and the mark is made up
for. A table at which something has happened after it was archived (a rematch, say) is archived again as it is now; its
rating stays. A game is left alone for a moment after its end: a store that syncs its log once a second might still
lose that end with the machine, and the game would go on. No table leaves the store unless the archive has it as it is:
one that it lost, for example because it was restored from an older copy, is archived again instead.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import structlog

from services.lobby.app import new_origin
from services.lobby.archive import Archive, ArchivingOutcome
from services.lobby.ids import TableId
from services.lobby.metrics import ARCHIVE_BACKLOG, ARCHIVE_LATENESS, GAMES_ARCHIVED
from services.lobby.repository.finished import to_archive
from services.lobby.settings import Settings
from services.lobby.store import Due, Store
from services.lobby.table.state import FinishedTable, Table
from services.serving import GalaxyError

_log = structlog.get_logger(__name__)

LEASE_MILLISECONDS = 30_000
# How long a table stands as it ended before it is archived; more than a store without `appendfsync always` loses.
SETTLING_MILLISECONDS = 3_000
# Tables a shard that one claim takes.
CLAIM = 4
# A task that is still finding work after this long leaves the rest to the next.
MOST_SECONDS = 20.0
_UNKNOWN = "unknown"


class Archiver:
    """Moves finished tables from the store to the archive."""

    def __init__(self, store: Store, archive: Archive, *, retention: int, clock: Callable[[], float]) -> None:
        """Take both places, milliseconds that archived tables stay in the store, and the clock, in seconds."""
        self._store = store
        self._archive = archive
        self._retention = retention
        self._clock = clock
        self._archiving = asyncio.Lock()
        self._forgetting = asyncio.Lock()

    async def archive(self) -> int:
        """Archive what has finished, those that ended first before others; gives how many tables.

        Never raises for a single table's trouble. Does nothing where an earlier call is still at it.
        """
        if self._archiving.locked():
            return 0
        archived = 0
        async with self._archiving:
            started = time.perf_counter()
            try:
                while time.perf_counter() - started < MOST_SECONDS:
                    claimed, backlog = await self._store.claim_finished(
                        now=self._now() - SETTLING_MILLISECONDS, lease=LEASE_MILLISECONDS, most=CLAIM
                    )
                    ARCHIVE_BACKLOG.set(backlog)
                    if not claimed:
                        break
                    for each in claimed:
                        archived += await self._act(each)
            except GalaxyError as error:
                _log.warning("archiving_waits", reason=error.reason)
        return archived

    async def forget(self) -> int:
        """Forget tables that were kept long enough; gives how many. As `archive`, one call at a time."""
        if self._forgetting.locked():
            return 0
        forgotten = 0
        async with self._forgetting:
            try:
                tables = await self._store.expired(now=self._now())
                finished = [table.id for table in tables if isinstance(table, FinishedTable)]
                archived = await self._archive.versions(finished) if finished else {}
                for table in tables:
                    if not isinstance(table, FinishedTable) or archived.get(table.id, 0) >= table.version:
                        forgotten += await self._store.forget(table)
                    else:
                        _log.warning("table_archived_again", table=table.id)
                        await self._store.archive_again(table)
            except GalaxyError as error:
                _log.warning("forgetting_waits", reason=error.reason)
        if forgotten:
            _log.info("tables_forgotten", tables=forgotten)
        return forgotten

    def _now(self) -> int:
        return int(self._clock() * 1000)

    async def _act(self, claimed: Due) -> bool:
        """Archive a table; says whether that changed the archive. Raises what says that store or archive are away."""
        game, outcome = _UNKNOWN, "failed"
        try:
            game, outcome = await self._archive_one(claimed.table_id)
        except GalaxyError:
            raise
        except Exception:  # noqa: BLE001  # one table must not end the others
            _log.exception("archiving_failed", table=claimed.table_id)
        finally:
            GAMES_ARCHIVED.labels(game, outcome).inc()
        if outcome == ArchivingOutcome.ADDED.value:
            ARCHIVE_LATENESS.observe((self._now() - claimed.deadline) / 1000)
        return outcome in (ArchivingOutcome.ADDED.value, ArchivingOutcome.UPDATED.value)

    async def _archive_one(self, table_id: TableId) -> tuple[str, str]:
        """Archive a table; gives its game and what came of it."""
        stored = await self._store.load(table_id)
        if stored is None:
            await self._store.archived(table_id, 0, until=0)
            return _UNKNOWN, "gone"
        table = _finished(stored.table)
        journal = await self._store.journal(table_id)
        history = await self._store.events(table_id, 1, table.events)
        if len(history) != table.events:
            raise ValueError(f"not a whole table: {len(history)} of {table.events} events")
        outcome = await self._archive.add(*to_archive(table, stored.standing, stored.position, journal, history))
        await self._store.archived(table_id, table.version, until=self._now() + self._retention)
        return table.game, outcome.value


def _finished(table: Table) -> FinishedTable:
    if not isinstance(table, FinishedTable):
        raise TypeError(f"not a finished table: {table.stage.name}")
    return table


@asynccontextmanager
async def open_archiver(settings: Settings, *, clock: Callable[[], float] = time.time) -> AsyncIterator[Archiver]:
    """Connect to store and archive, and take it apart in the end."""
    store = Store(settings.redis_url, origin=new_origin())
    archive = Archive(settings.archive_url, threads=2)
    store.start()
    try:
        await archive.start()
        yield Archiver(store, archive, retention=int(settings.retention * 1000), clock=clock)
    finally:
        await archive.close()
        await store.close()
