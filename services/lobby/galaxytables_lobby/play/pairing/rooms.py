"""Reads who waits in the pools, each ticket once."""

from collections.abc import Callable, Sequence

from async_lru import alru_cache

from galaxytables_lobby.domain.tickets import PoolName, Ticket, TicketId
from galaxytables_lobby.domain.waiting import WaitingRoom, sought
from galaxytables_lobby.ports import Store

LATEST_SECONDS = 2.0
# The tickets that are remembered: after more, all are read again.
_MAX_KNOWN = 20_000


class WaitingRooms:
    """The tickets that wait, as this process has read them."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        """`now` returns the store's time in milliseconds since the epoch."""
        self._store = store
        self._now = now
        self._known: dict[TicketId, Ticket] = {}
        self.latest = alru_cache(ttl=LATEST_SECONDS)(self.read_all)
        """Returns who waits in all pools, at most `LATEST_SECONDS` old."""

    async def read_all(self) -> WaitingRoom:
        """Return the tickets that wait in all pools, and who of their players may be named."""
        waiting = await self._waiting(await self._store.pools())
        people = sought(waiting)
        visible = people - await self._store.hidden_among(sorted(people))
        return WaitingRoom(waiting, await self._store.waited(), visible)

    async def read(self, pools: Sequence[PoolName]) -> WaitingRoom:
        """Return the tickets that wait in these pools; nobody is named."""
        return WaitingRoom(await self._waiting(pools), await self._store.waited())

    async def _waiting(self, pools: Sequence[PoolName]) -> dict[PoolName, list[Ticket]]:
        ids = await self._store.waiting_ids(pools, now=self._now())
        unknown = list({each: None for some in ids for each in some if each not in self._known})
        if len(self._known) + len(unknown) > _MAX_KNOWN:
            self._known.clear()
            unknown = list({each: None for some in ids for each in some})
        read = dict(zip(unknown, await self._store.tickets(unknown), strict=True))
        self._known.update({ticket_id: ticket for ticket_id, ticket in read.items() if ticket is not None})
        return {
            pool: [self._known[each] for each in some if each in self._known]
            for pool, some in zip(pools, ids, strict=True)
        }
