"""Knows which players are present: those who watch their own tables, through any lobby.

Players with a stream here are recorded in the store when it begins, and again before the record ends. A record is not
withdrawn with the stream: the player may be there through another lobby, or come back at once.
"""

import asyncio
from collections.abc import Collection

import structlog

from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.ids import PlayerId, SeatNumber
from galaxytables_lobby.ports import KnownTables
from galaxytables_lobby.subscriptions.own_tables import OwnTablesWatching
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

PRESENT_MILLISECONDS = 30_000
REFRESH_SECONDS = 10.0


class Presence:
    """Records which players are present, and finds them at tables. `refresh_forever` must run."""

    def __init__(self, tables: KnownTables, own_tables: OwnTablesWatching) -> None:
        """Take the tables, and the streams of players in this process."""
        self._tables = tables
        self._own_tables = own_tables

    async def arrived(self, *player_ids: PlayerId) -> None:
        """Record that players are present. Raises STORE_UNAVAILABLE."""
        now = self._tables.now()
        await self._tables.store.attend(player_ids, now=now, until=now + PRESENT_MILLISECONDS)

    async def at(self, tables: Collection[Table]) -> list[list[SeatNumber]]:
        """Return, for each table, the seats whose players are present. Raises STORE_UNAVAILABLE."""
        people = {seat.player.id for table in tables for seat in table.seats if seat.player is not None}
        there = await self._tables.store.present(sorted(people), now=self._tables.now())
        return [
            [number for number, seat in table.numbered if seat.player is not None and seat.player.id in there]
            for table in tables
        ]

    async def refresh_forever(self) -> None:
        """Record again and again that players with a stream here are present."""
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            try:
                await self.arrived(*self._own_tables.players)
            except GalaxyError as error:
                _log.info("presence_not_refreshed", reason=error.reason)
