"""The subscribers: players with a browser, an e-mail address or a webhook to which notifications can be sent.

Most players have none, so a commit only marks its table for the clock's workers if a subscriber sits there. Each
process keeps the ids of all subscribers in memory, and asks the store once a second for new ones. If the store has not
answered for two seconds, anybody may have subscribed, so every commit marks its table.
"""

import asyncio
import time
from collections.abc import Callable, Collection

import structlog

from galaxytables_lobby.domain.subscribers import Target
from galaxytables_lobby.ids import SHARDS, PlayerId, TableId
from galaxytables_lobby.people.noticing import Noticing
from galaxytables_lobby.ports import Store
from galaxytables_serving import GalaxyError
from galaxytables_serving.rhythm import until_next

_SECONDS = 1.0
TRUSTED_SECONDS = 2.0
"""For how long a process relies on what it has read."""

_log = structlog.get_logger(__name__)


class Subscribers:
    """The subscribers that this process knows; players subscribe through it."""

    def __init__(
        self, store: Store, clock: Callable[[], float], *, steady: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock` returns seconds since the epoch, `steady` those of a monotonic clock."""
        self._store = store
        self._clock = clock
        self._noticing = Noticing(store, self._now)
        self._steady = steady
        self._looked = float("-inf")
        self._looking = asyncio.Lock()
        self._all: set[PlayerId] = set()
        # By shard, with the number of its last change that is known.
        self._members: list[set[PlayerId]] = [set() for _ in range(SHARDS)]
        self._numbers = [0] * SHARDS

    def may_include(self, player_ids: Collection[PlayerId]) -> bool:
        """Return whether any of these players may be a subscriber."""
        return not self._all.isdisjoint(player_ids) or self._steady() - self._looked >= TRUSTED_SECONDS

    async def catch_up(self, table_id: TableId) -> None:
        """Mark all that has happened at a table as noticed, before a subscriber sits down. Raises STORE_UNAVAILABLE."""
        await self._noticing.catch_up(table_id)

    async def add(
        self, player_id: PlayerId, target: str, value: Target, *, limit: int, instead_of: Target | None = None
    ) -> bool:
        """Store a player's target `value` under the id `target`; notices are sent there from now on.

        A value that is stored there already is replaced. Returns False, and changes nothing, if the player has `limit`
        other targets of that kind, or if the value stored now is not `instead_of`. Raises STORE_UNAVAILABLE.
        """
        if not await self._store.subscribed([player_id]):
            await self._noticing.catch_up_with(player_id)
        added = await self._store.subscribe(
            player_id, target, value, now=self._now(), limit=limit, instead_of=instead_of
        )
        if added:
            # Also if the player is a subscriber already: an earlier call may have been interrupted here.
            await self._noticing.look_later(player_id)
            await self.load()
        return added

    async def load(self) -> None:
        """Read from the store which players have become subscribers or have stopped being subscribers.

        Raises STORE_UNAVAILABLE.
        """
        async with self._looking:
            started = self._steady()
            incomplete = await self._read(self._numbers)
            if incomplete:
                # Somebody is no subscriber any more. Until all are read again, anybody may be one.
                self._looked = float("-inf")
                for shard in incomplete:
                    self._all -= self._members[shard]
                    self._members[shard] = set()
                    self._numbers[shard] = 0
                await self._read(self._numbers)
            self._looked = started

    async def follow_forever(self) -> None:
        """Read the subscribers once a second."""
        while True:
            try:
                await self.load()
            except GalaxyError as error:
                _log.info("subscribers_not_loaded", reason=error.reason)
            await asyncio.sleep(until_next(_SECONDS))

    def _now(self) -> int:
        return int(self._clock() * 1000)

    async def _read(self, numbers: list[int]) -> list[int]:
        """Add the subscribers who are new since these numbers, one for each shard.

        Returns the shards for which this process now knows more or fewer subscribers than the store has.
        """
        incomplete = []
        for each in await self._store.subscribers(numbers):
            members = self._members[each.shard]
            members.update(each.new)
            self._all.update(each.new)
            self._numbers[each.shard] = each.number
            if len(members) != each.count:
                incomplete.append(each.shard)
        return incomplete
