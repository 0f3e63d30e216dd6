"""Finds public tables at which a player could take a seat now.

The tables are read once for all callers of this process, and kept for a few seconds. Each caller gets only the tables
that would accept them. So nobody is offered a seat at a table with a player who has blocked them, and nobody learns of
the block.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from async_lru import alru_cache

from galaxytables_lobby.domain import seating
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.relations import Apart
from galaxytables_lobby.domain.state import OpenTable, Stage
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.ports import Games, KnownTables
from galaxytables_serving import GalaxyError

MAX_TABLES = 100
"""How many tables are looked at: the newest."""
LATEST_SECONDS = 1.0


class FreeSeats:
    """The open public tables, as this process has read them."""

    def __init__(self, tables: KnownTables, games: Games) -> None:
        self._store = tables.store
        self._games = games
        self.tables = alru_cache(ttl=LATEST_SECONDS)(self._read)
        """Returns the newest of them, at most `LATEST_SECONDS` old."""

    async def _read(self) -> Sequence[OpenTable]:
        newest = await self._store.newest_public(list(self._games.names), [Stage.OPEN], before=None, limit=MAX_TABLES)
        found = await self._store.load_states([table_id for _, table_id in newest])
        return [table for table in found if isinstance(table, OpenTable) and not table.private]


def free_for(player: Person, tables: Iterable[OpenTable], apart: Apart) -> list[TableId]:
    """Return those of some tables at which a player could take a seat."""
    found = []
    for table in tables:
        with suppress(GalaxyError):
            seating.join(table, player, requested=None, entropy=b"", now=table.created, apart=apart)
            found.append(table.id)
    return found
