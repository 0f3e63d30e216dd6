"""Homes of tables: each lobby has some in memory, and clients and gateways are told which lobby has which.

Each lobby says every second in the store that it lives and where clients reach it; who lives then decides whose home
each shard of tables is (`homes`). Whoever goes there meets everybody else at the table, so that it is in the memory of
one lobby.

None of that is needed for anything to be right. Any lobby serves any table: the version that a commit builds on decides
who was first, and every lobby hears of all changes by the feeds.

By rendezvous hashing every lobby that knows the same lobbies comes to the same homes without asking anybody. Each shard
and lobby have a weight by their names, and the heaviest pairs find each other first, until a lobby has its share: 64
shards are few, so that without a bound some lobbies would have twice as many as others. When a lobby goes, its shards
spread over all others; more lobbies than shards are of use for their clients, but not all of them are homes.
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


def homes(lobbies: Collection[bytes]) -> Mapping[int, bytes]:
    """The home of each shard, by the names of the lobbies that live; empty where there is none."""
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
# A lobby that has not been heard of for so long is gone.
LASTING_MILLISECONDS = 3_000
# A lobby with more tables than so many times its share, and some, opens others where chance has it.
_MAX_OF_SHARE = 1.25
_FEW_TABLES = 16


class ClientsHome(NamedTuple):
    """Where clients reach another lobby that has a table in memory, and whether all are told or bots' hosts alone."""

    address: str = ""
    for_all: bool = False


HERE = ClientsHome()
"""That of a table which is at home here, or of which nobody is told."""


@dataclass(frozen=True)
class HomeAddress:
    """Where clients reach this lobby and no other; `tells_all` tells all of them of homes, not bots' hosts alone."""

    address: str
    tells_all: bool = False


class Homes:
    """The homes of all tables. `start` before use, `close` after. Without an address every table is at home here."""

    def __init__(self, own: HomeAddress | None, *, store: Store) -> None:
        """Take where clients reach this lobby, and the store."""
        self._own = own
        self._store = store
        # Where clients reach the lobbies that live, by their names; not this one.
        self._others: dict[bytes, str] = {}
        # Among which lobbies the homes of shards were found.
        self._assigned = frozenset[bytes]()
        # The lobby at which a shard is at home; of those that are at home here nothing.
        self._homes: dict[int, bytes] = {}
        # More than their share of all tables are at home here.
        self._laden = False
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Say that this lobby lives, and learn who else does. Raises STORE_UNAVAILABLE."""
        if self._own is not None:
            await self._announce(self._own)
            self._tasks = [asyncio.create_task(self._announce_forever(self._own), name="announce")]

    async def close(self) -> None:
        """Say that this lobby goes."""
        await end_tasks(self._tasks)
        if self._own is None:
            return
        try:
            await self._store.announce(self._own.address, lasting=0)
        except GalaxyError:
            _log.info("peers_left_to_find_out")

    def new_table_id(self) -> TableId:
        """An id for a table that is opened here: it is at home here too, where its first player is, or anywhere.

        Anywhere while more than their share of all tables are at home here, or no shard is.
        """
        anywhere = self._laden or len(self._homes) == SHARDS
        while True:
            table_id = new_table_id()
            if anywhere or shard_of(table_id) not in self._homes:
                return table_id

    def weigh(self, tables: Sequence[int]) -> None:
        """Hear how many tables are open or run in each shard."""
        here = sum(count for shard, count in enumerate(tables) if shard not in self._homes)
        share = sum(tables) / (len(self._others) + 1)
        self._laden = here > _MAX_OF_SHARE * share + _FEW_TABLES

    def home_for_clients(self, table_id: TableId) -> ClientsHome:
        """Where clients reach the home of a table, if it is another lobby."""
        home = self._homes.get(shard_of(table_id))
        if home is None or self._own is None:
            return HERE
        return ClientsHome(self._others[home], self._own.tells_all)

    def for_gateways(self) -> Sequence[str]:
        """Where each shard is at home, `host:port` for clients; none at all where this lobby has no address."""
        if self._own is None:
            return ()
        return [
            self._own.address if home is None else self._others[home] for home in map(self._homes.get, range(SHARDS))
        ]

    async def _announce_forever(self, own: HomeAddress) -> None:
        while True:
            await asyncio.sleep(ANNOUNCE_SECONDS)
            try:
                await self._announce(own)
            except GalaxyError as error:
                _log.info("not_announced", reason=error.reason)

    async def _announce(self, own: HomeAddress) -> None:
        """Say that this lobby lives, and learn who else does. Raises STORE_UNAVAILABLE."""
        lobbies = await self._store.announce(own.address, lasting=LASTING_MILLISECONDS)
        self._others = {origin: address for origin, address in lobbies.items() if origin != self._store.origin}
        known = frozenset({*self._others, self._store.origin})
        if known != self._assigned:
            self._assigned = known
            self._assign(known)

    def _assign(self, lobbies: Collection[bytes]) -> None:
        """Find out whose home each shard is now."""
        before = self._homes
        self._homes = {shard: origin for shard, origin in homes(lobbies).items() if origin != self._store.origin}
        HOME_SHARDS.set(SHARDS - len(self._homes))
        HANDOVERS.inc(len(before.keys() - self._homes.keys()))
        if before != self._homes:
            _log.info("homes_assigned", lobbies=len(lobbies), here=SHARDS - len(self._homes))
