"""Knows which players are present: those who watch their own tables or have a table open, through any lobby.

When a stream begins here, its player is recorded in the store, and again before the record expires. If it was a stream
of own tables, the record stays when the stream ends: the player may be connected to another lobby, or come back at
once. If it was a stream of one table, the record is withdrawn, since from then on the player is notified of that table.
"""

import asyncio
from collections.abc import Collection

import structlog

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.ports import KnownTables
from galaxytables_lobby.subscriptions.own_tables import OwnTablesWatching
from galaxytables_lobby.subscriptions.tables import Watching
from galaxytables_lobby.subscriptions.watcher import Watcher
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

PRESENT_MILLISECONDS = 30_000
REFRESH_SECONDS = 10.0


class Presence:
    """Records which players are present, and finds them. `refresh_forever` and `withdraw_forever` must run."""

    def __init__(self, tables: KnownTables, own_tables: OwnTablesWatching, watching: Watching) -> None:
        """`own_tables` and `watching` know the streams of this process, whose players are present."""
        self._tables = tables
        self._own_tables = own_tables
        self._watching = watching
        # Players who closed a table, and which.
        self._left = asyncio.Queue[tuple[PlayerId, TableId]]()
        watching.before_leaving(self._note_left)

    async def arrived(self, *players: Person) -> None:
        """Record that players are present, and the names under which others see them online.

        Raises STORE_UNAVAILABLE.
        """
        now = self._tables.now()
        until = now + PRESENT_MILLISECONDS
        await self._tables.store.attend({player.id for player in players}, now=now, until=until)
        await self._tables.store.go_online(players, now=now, until=until)

    async def playing(self, game: str, *player_ids: PlayerId) -> None:
        """Record that these players, who are present, have a table of a game. Raises STORE_UNAVAILABLE."""
        now = self._tables.now()
        await self._tables.store.attend(player_ids, game, now=now, until=now + PRESENT_MILLISECONDS)

    async def opened(self, *watched: tuple[PlayerId, TableId]) -> None:
        """Record, for each pair in `watched`, that the player has the table open. Raises STORE_UNAVAILABLE."""
        await self._tables.store.watch(watched, until=self._tables.now() + PRESENT_MILLISECONDS)

    async def at(self, tables: Collection[Table]) -> list[list[SeatNumber]]:
        """Return, for each table, the seats whose players are present. Raises STORE_UNAVAILABLE."""
        people = {seat.player.id for table in tables for seat in table.seats if seat.player is not None}
        there = await self._tables.store.present(sorted(people), now=self._tables.now())
        return [
            [number for number, seat in table.numbered if seat.player is not None and seat.player.id in there]
            for table in tables
        ]

    async def refresh_forever(self) -> None:
        """Record, every few seconds until cancelled, that players with a stream here are present."""
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            try:
                await self.arrived(*self._own_tables.players)
                for game, players in self._own_tables.players_by_game.items():
                    await self.playing(game, *players)
                await self.opened(*self._watching.seated())
            except GalaxyError as error:
                _log.info("presence_not_refreshed", reason=error.reason)

    async def withdraw_forever(self) -> None:
        """Until cancelled, delete the record that a player has a table open when the player closes it.

        The record stays while the player has the table open in another client here.
        """
        while True:
            player_id, table_id = await self._left.get()
            if self._watching.is_open(player_id, table_id):
                continue
            try:
                await self._tables.store.unwatch(player_id, table_id)
            except GalaxyError as error:
                # The record ends by itself.
                _log.info("presence_not_withdrawn", reason=error.reason)

    def _note_left(self, watcher: Watcher) -> None:
        # Others were never recorded.
        if watcher.viewer is not None and watcher.onlooker.bot_seat is None:
            self._left.put_nowait((watcher.onlooker.player_id, watcher.table_id))
