"""Looking at tables that were heard of, for those who follow many: soon, together, and until the store answers."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TypeAlias

import structlog

from galaxytables_lobby.concurrency.tasks import end_tasks
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

_RETRY_SECONDS = 1.0

Wanted: TypeAlias = Mapping[TableId, set[PlayerId]]
"""Tables to look at, each with the players whom it concerns, where that matters."""


class Looking:
    """One follower's looks. `close` after use."""

    def __init__(
        self, name: str, look: Callable[[Wanted], Awaitable[None]], all_doubted: Callable[[], Awaitable[Wanted]]
    ) -> None:
        """Take a name for the log, how to look at tables, and what to look at when news may be missing."""
        self._name = name
        self._look = look
        self._all_doubted = all_doubted
        self._wanted: dict[TableId, set[PlayerId]] = {}
        self._doubtful = False
        self._task: asyncio.Task[None] | None = None

    def want(self, table_id: TableId, players: Iterable[PlayerId] = ()) -> None:
        """Look at a table soon."""
        self._wanted.setdefault(table_id, set()).update(players)
        self._soon()

    def doubt(self) -> None:
        """Look soon at all that news may have been missed of."""
        self._doubtful = True
        self._soon()

    async def close(self) -> None:
        """Look no more."""
        await end_tasks([self._task])

    def _soon(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._go(), name=self._name)

    async def _go(self) -> None:
        while self._wanted or self._doubtful:
            wanted, doubtful = self._wanted, self._doubtful
            self._wanted, self._doubtful = {}, False
            try:
                if doubtful:
                    _add(await self._all_doubted(), wanted)
                await self._look(wanted)
            except GalaxyError as error:
                _log.warning("look_waits", follower=self._name, reason=error.reason)
                _add(wanted, self._wanted)
                self._doubtful = self._doubtful or doubtful
                await asyncio.sleep(_RETRY_SECONDS)


def _add(some: Wanted, to: dict[TableId, set[PlayerId]]) -> None:
    for table_id, players in some.items():
        to.setdefault(table_id, set()).update(players)
