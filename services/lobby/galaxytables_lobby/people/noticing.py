"""Checks tables for events of which players must be notified, and stores the notices.

A check compares a table with what was noticed at it before. It stores the new notices in one script, which fails if the
table has changed meanwhile. Only subscribers get notices, but a check covers the turns of all players. So a player who
subscribes later is not notified of anything that a check has already seen.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby.domain.notices import Noticed, Observation, observe
from galaxytables_lobby.domain.relations import SILENCING
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.ports import Store

SETTLING_MILLISECONDS = (2_500, 15_000)
"""How long after somebody has subscribed their tables are looked at again.

Other processes learn of a subscriber within two seconds, and do not mark the tables before. A commit that begins in
these two seconds may take until the second look, if the store is slow.
"""

# How often a look is repeated because the table has changed meanwhile.
_ATTEMPTS = 5
_AT_ONCE = 16
_PAGE = 100


class Noticing:
    """Checks tables for notices: for the clock's workers, and for players who subscribe or sit down."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        """`now` returns the store's time in milliseconds since the epoch."""
        self._store = store
        self._now = now

    async def look_at(self, table_id: TableId) -> bool:
        """Store notices for everything that has happened at a table since its last check.

        Returns False, and stores nothing, if the table changed during the check.
        """
        stored = await self._store.load(table_id)
        noticed = await self._store.noticed(table_id)
        if stored is None:
            gone = Observation(Noticed(), (), 0)
            return await self._store.keep_observation(table_id, None, noticed, gone, now=self._now())
        table = stored.table
        messages = await self._store.messages(table_id) if table.messages > noticed.messages else []
        subscribed = await self._store.subscribed(sorted(table.members))
        readers = list(subscribed) if messages else []
        silenced = dict(zip(readers, await self._store.related_by(SILENCING, readers), strict=True))
        prompts = _open_prompts(stored.standing)
        found = observe(noticed, table, prompts, messages, now=self._now(), silenced=silenced)
        notices = tuple(notice for notice in found.notices if notice.player in subscribed)
        again = _sooner(found.look_again, _settling(subscribed, self._now()))
        kept = Observation(found.noticed, notices, again)
        return await self._store.keep_observation(table_id, table, noticed, kept, now=self._now())

    async def catch_up(self, table_id: TableId) -> None:
        """Mark all that has happened at a table as noticed, so that nobody is notified of it later."""
        for _ in range(_ATTEMPTS):
            if await self.look_at(table_id):
                return

    async def catch_up_with(self, player_id: PlayerId) -> None:
        """Mark all that has happened at all tables of a player as noticed."""
        room = asyncio.Semaphore(_AT_ONCE)

        async def catch_up(table_id: TableId) -> None:
            async with room:
                await self.catch_up(table_id)

        async for table_ids in self._tables_of(player_id):
            await asyncio.gather(*[catch_up(table_id) for table_id in table_ids])

    async def look_later(self, player_id: PlayerId) -> None:
        """Have all tables of a player checked for notices, once every process knows that the player has subscribed."""
        at = self._now() + SETTLING_MILLISECONDS[0]
        async for table_ids in self._tables_of(player_id):
            await self._store.look_by(table_ids, at)

    async def _tables_of(self, player_id: PlayerId) -> AsyncIterator[list[TableId]]:
        before: tuple[int, TableId] | None = None
        while found := await self._store.newest_of_player(player_id, before=before, limit=_PAGE):
            yield [table_id for _, table_id in found]
            before = found[-1]


def _settling(subscribed: Mapping[PlayerId, int], now: int) -> int:
    """Return when to check again for players who have just subscribed; 0 if no check is needed."""
    again = (since + each for since in subscribed.values() for each in SETTLING_MILLISECONDS)
    return min((each for each in again if each > now), default=0)


def _sooner(one: int, other: int) -> int:
    """Return the earlier of two times. A time of 0 means never, so the other one is returned."""
    return min(one, other) if one and other else one or other


def _open_prompts(standing: bytes) -> dict[SeatNumber, str]:
    """Return the id of each seat's first open prompt."""
    prompts: dict[SeatNumber, str] = {}
    for prompt in rules_pb2.Standing.FromString(standing).prompts:
        prompts.setdefault(SeatNumber(prompt.seat), prompt.id)
    return prompts
