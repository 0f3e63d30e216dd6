"""Keeping the histories of long games small, beside the changes that make them long.

Whatever process commits the event that fills a block, or the end of a game, has the table compacted soon after. Nothing
waits for it, and nothing is lost where it fails: the next block takes what this one would have.
"""

import asyncio
from contextvars import Context

import structlog

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.history import BLOCK_EVENTS, History
from galaxytables_lobby.adapters.redis.script import Script
from galaxytables_lobby.concurrency.tasks import end_tasks
from galaxytables_lobby.domain.state import FinishedTable, Table
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.metrics import COMPACTIONS
from galaxytables_serving import GalaxyError
from galaxytables_serving.running_loop import running_loop

_log = structlog.get_logger(__name__)


class Compaction:
    """Compacts tables, one after the other. `close` after use."""

    def __init__(self, read: Script, compact: Script) -> None:
        """Take the scripts `history.lua` and `compact.lua`."""
        self._read = read
        self._compact = compact
        self._wanted: dict[TableId, None] = {}
        self._task: asyncio.Task[None] | None = None

    def changed(self, before: Table | None, after: Table) -> None:
        """Hear of a table before (unless new) and after a commit."""
        filled = after.events // BLOCK_EVENTS > (0 if before is None else before.events // BLOCK_EVENTS)
        ended = isinstance(after, FinishedTable) and not isinstance(before, FinishedTable)
        if not (filled or ended):
            return
        self._wanted[after.id] = None
        if self._task is None or self._task.done():
            self._task = running_loop().create_task(self._go(), name="compaction", context=Context())

    async def close(self) -> None:
        """Compact no more."""
        await end_tasks([self._task])

    async def _go(self) -> None:
        while self._wanted:
            table_id = next(iter(self._wanted))
            del self._wanted[table_id]
            try:
                outcome = await self._compacted(table_id)
            except GalaxyError as error:
                outcome = "failed"
                _log.warning("compaction_waits", table=table_id, reason=error.reason)
            except Exception:  # noqa: BLE001  # one table must not keep the others long
                outcome = "failed"
                _log.exception("compaction_failed", table=table_id)
            COMPACTIONS.labels(outcome).inc()

    async def _compacted(self, table_id: TableId) -> str:
        lists = [keys.events(table_id), keys.choices(table_id)]
        arguments = History(*await self._read.run(lists, [])).compaction()
        if arguments is None:
            return "needless"
        done = await self._compact.run(lists, arguments)
        return "done" if done else "overtaken"
