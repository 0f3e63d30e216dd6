"""Assigns each table a home: the lobby that keeps it in memory. Clients and gateways learn where that is.

Every second each lobby writes its address to the store, so all lobbies know which ones are running. From that follows
the home of each shard of tables (`homes`). Clients that go to a table's home meet there, so only one lobby keeps the
table in memory.

Homes are an optimization only. Any lobby can serve any table: a commit checks the version that it builds on, and every
lobby learns of all changes from the feeds.

Rendezvous hashing gives all lobbies that know the same lobbies the same homes, without communication. Each pair of
shard and lobby has a weight, and pairs are assigned from the heaviest down until a lobby has its share. With 64 shards,
some lobbies would otherwise have twice as many as others. When a lobby goes, its shards spread over all others. If
there are more than 64 lobbies, some are the home of no table; they still serve clients.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

import structlog

from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.ids import SHARDS, TableId, new_table_id, shard_of
from galaxytables_lobby.metrics import HANDOVERS, HOME_SHARDS
from galaxytables_lobby.ports import Store
from galaxytables_serving import GalaxyError
from galaxytables_serving.rhythm import until_next


def homes(lobbies: Collection[bytes]) -> Mapping[int, bytes]:
    """Return, for each shard of tables, its home: the lobby that keeps these tables in memory. Empty if no lobby runs.

    `lobbies` are the names of the running lobbies.
    """
    share = -(-SHARDS // max(len(lobbies), 1))
    weighed = ((_weight(lobby, shard), shard, lobby) for lobby in lobbies for shard in range(SHARDS))
    found: dict[int, bytes] = {}
    shares = Counter[bytes]()
    for _, shard, lobby in sorted(weighed, reverse=True):
        if shard not in found and shares[lobby] < share:
            found[shard] = lobby
            shares[lobby] += 1
    return found


def _weight(lobby: bytes, shard: int) -> bytes:
    return blake2b(b"%s %d" % (lobby, shard), digest_size=8).digest()


_log = structlog.get_logger(__name__)

ANNOUNCE_SECONDS = 1.0
# A lobby without an announcement for this long is gone.
LASTING_MILLISECONDS = 3_000
# A lobby with more tables than this many times its share, plus some, opens new tables in any shard.
_MAX_OF_SHARE = 1.25
_FEW_TABLES = 16


class ClientsHome(NamedTuple):
    """The address of another lobby that is a table's home: it keeps the table in memory.

    Also whether all clients may learn the address, or only bot hosts.
    """

    address: str = ""
    for_all: bool = False


HERE = ClientsHome()
"""The table is at home here, or its home must not be sent."""


@dataclass(frozen=True)
class HomeAddress:
    """This lobby's own address for clients.

    With `tells_all`, all clients learn which lobby keeps a table in memory; otherwise only bot hosts do.
    """

    address: str
    tells_all: bool = False


class Homes:
    """Knows the home of each table, which is the lobby that keeps the table in memory.

    If this lobby has no address of its own, it is the home of every table. Call `start` before use and `close` after
    it.
    """

    def __init__(self, own: HomeAddress | None, *, store: Store) -> None:
        """`own` is this lobby's address for clients, None if it has none."""
        self._own = own
        self._store = store
        # Addresses of the other running lobbies, by name.
        self._others: dict[bytes, str] = {}
        # The lobbies among which homes were assigned.
        self._assigned = frozenset[bytes]()
        # The home of each shard; shards that are at home here are left out.
        self._homes: dict[int, bytes] = {}
        # Whether more than this lobby's share of tables is at home here.
        self._laden = False
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Publish this lobby's address, and load those of the other lobbies. Raises STORE_UNAVAILABLE."""
        if self._own is not None:
            await self._announce(self._own)
            self._tasks = [asyncio.create_task(self._announce_forever(self._own), name="announce")]

    async def close(self) -> None:
        """Withdraw this lobby's address, so that other lobbies become the homes of its tables."""
        await end_tasks(self._tasks)
        if self._own is None:
            return
        try:
            await self._store.announce(self._own.address, lasting=0)
        except GalaxyError:
            _log.info("departure_unannounced")

    def new_table_id(self) -> TableId:
        """Return an id for a new table, such that this lobby is the table's home.

        The table's first player is connected to this lobby. If this lobby has more than its share of tables, or no
        shards, the home may be any lobby.
        """
        anywhere = self._laden or len(self._homes) == SHARDS
        while True:
            table_id = new_table_id()
            if anywhere or shard_of(table_id) not in self._homes:
                return table_id

    def weigh(self, tables: Sequence[int]) -> None:
        """Record how many open and running tables each shard has, so that this lobby knows whether it has its share."""
        here = sum(count for shard, count in enumerate(tables) if shard not in self._homes)
        share = sum(tables) / (len(self._others) + 1)
        self._laden = here > _MAX_OF_SHARE * share + _FEW_TABLES

    def home_for_clients(self, table_id: TableId) -> ClientsHome:
        """Return the address of a table's home if that is another lobby; empty if it is this one."""
        home = self._homes.get(shard_of(table_id))
        if home is None or self._own is None:
            return HERE
        return ClientsHome(self._others[home], self._own.tells_all)

    def for_gateways(self) -> Sequence[str]:
        """Return the address of each shard's home, as `host:port` for clients; empty if this lobby has no address."""
        if self._own is None:
            return ()
        return [
            self._own.address if home is None else self._others[home] for home in map(self._homes.get, range(SHARDS))
        ]

    async def _announce_forever(self, own: HomeAddress) -> None:
        while True:
            await asyncio.sleep(until_next(ANNOUNCE_SECONDS))
            try:
                await self._announce(own)
            except GalaxyError as error:
                _log.info("announcement_failed", reason=error.reason)

    async def _announce(self, own: HomeAddress) -> None:
        """Publish this lobby's address, and load those of the other lobbies. Raises STORE_UNAVAILABLE."""
        lobbies = await self._store.announce(own.address, lasting=LASTING_MILLISECONDS)
        self._others = {origin: address for origin, address in lobbies.items() if origin != self._store.origin}
        origins = frozenset({*self._others, self._store.origin})
        if origins != self._assigned:
            self._assigned = origins
            self._assign(origins)

    def _assign(self, lobbies: Collection[bytes]) -> None:
        """Assign each shard of tables a home among these lobbies."""
        before = self._homes
        self._homes = {shard: origin for shard, origin in homes(lobbies).items() if origin != self._store.origin}
        HOME_SHARDS.set(SHARDS - len(self._homes))
        HANDOVERS.inc(len(before.keys() - self._homes.keys()))
        if before != self._homes:
            _log.info("homes_assigned", lobbies=len(lobbies), here=SHARDS - len(self._homes))
