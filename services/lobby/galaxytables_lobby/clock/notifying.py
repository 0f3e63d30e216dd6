"""Finds what players must be notified of, and queues it for their targets.

A commit that concerns players marks its table, if a subscriber sits there. A worker looks at each marked table
(`people/noticing.py`) and finds new notices. Each notice is then queued for the targets that its player chose, and only
then removed. If a worker dies at any moment, another one continues when the lease ends, and finds the same notices with
the same ids.
"""

import asyncio
import time

import structlog

from galaxytables_lobby.domain.notices import Kind, Notice, still_holds
from galaxytables_lobby.metrics import NOTIFICATIONS, NOTIFICATIONS_AGE
from galaxytables_lobby.people.noticing import Noticing
from galaxytables_lobby.ports import Due, Store
from galaxytables_lobby.tables.reading import ReadTables
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

LEASE_MILLISECONDS = 20_000
# How many tables or notices per shard one claim takes.
CLAIM = 8
AT_ONCE = 64
# How soon to look again whether a player has the table open: their process may have died with the record.
AGAIN_MILLISECONDS = 35_000
# A task that still finds work after this long leaves the rest to the next one.
MAX_SECONDS = 20.0
_TURNS = (Kind.YOUR_TURN, Kind.DEADLINE)


class Notifier:
    """Finds out who must be notified of what has happened at tables, and queues a message for each of their targets.

    It looks at tables that are marked as changed. A target is an email address, a browser or a webhook of a player.
    """

    def __init__(self, tables: ReadTables) -> None:
        self._tables = tables
        self._store: Store = tables.store
        self._noticing = Noticing(tables.store, tables.now)
        self._room = asyncio.Semaphore(AT_ONCE)
        self._running = asyncio.Lock()

    async def notify(self) -> int:
        """Check all marked tables for notices, and queue all notices for their targets. Returns how many were queued.

        Never raises because of a single table. Does nothing while an earlier call is running.
        """
        if self._running.locked():
            return 0
        queued, started = 0, time.perf_counter()
        async with self._running:
            try:
                while time.perf_counter() - started < MAX_SECONDS:
                    tables, notices = await self._claim()
                    if not tables and not notices:
                        break
                    # What is found at the tables is claimed in the next round.
                    await asyncio.gather(*map(self._look_at, tables), *map(self._queue, notices))
                    queued += len(notices)
            except GalaxyError as error:
                _log.warning("notices_delayed", reason=error.reason)
        return queued

    async def _claim(self) -> tuple[list[Due], list[Notice]]:
        now, store = self._tables.now(), self._store
        (tables, _), (notices, _) = await asyncio.gather(
            store.claim_unnoticed(now=now, lease=LEASE_MILLISECONDS, limit=CLAIM),
            store.claim_notices(now=now, lease=LEASE_MILLISECONDS, limit=CLAIM),
        )
        NOTIFICATIONS_AGE.labels("unnoticed").set((now - tables[0].deadline) / 1000 if tables else 0)
        return tables, notices

    async def _look_at(self, claimed: Due) -> None:
        async with self._room:
            try:
                await self._noticing.look_at(claimed.table_id)
            except GalaxyError as error:
                _log.warning("notices_delayed", table=claimed.table_id, reason=error.reason)
            except Exception:  # noqa: BLE001  # one table must not end the others
                _log.exception("noticing_failed", table=claimed.table_id)

    async def _queue(self, notice: Notice) -> None:
        async with self._room:
            now = self._tables.now()
            subscriber = await self._store.subscriber(notice.player)
            targets = {target: subscriber.due(target, now) for target in subscriber.targets(notice.kind)}
            if targets and await self._store.watches(notice.player, notice.table, now=now):
                if notice.kind in _TURNS and notice.made + AGAIN_MILLISECONDS > now:
                    await self._store.rest_notice(notice, until=notice.made + AGAIN_MILLISECONDS)
                    return
                self._count(notice, "watching")
                targets = {}
            if targets and notice.made + AGAIN_MILLISECONDS <= now and not await self._holds(notice):
                self._count(notice, "outdated")
                targets = {}
            if targets and await self._store.queue(notice, targets):
                self._count(notice, "no_room")
            await self._store.routed(notice)

    async def _holds(self, notice: Notice) -> bool:
        if notice.kind not in _TURNS:
            return True
        [table] = await self._store.load_states([notice.table])
        return still_holds(notice, table)

    def _count(self, notice: Notice, outcome: str) -> None:
        NOTIFICATIONS.labels(notice.kind.name.lower(), "none", outcome).inc()
