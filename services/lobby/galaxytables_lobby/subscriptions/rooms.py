"""Subscriptions to single tables before and after their games: seats, terms and stage, not turns.

A watcher keeps only the newest state of its table until that is read: slow readers miss states in between, never the
last. The watchers of a table also learn of its rematch.
"""

from collections.abc import Callable, Collection

from galaxytables_lobby.domain.state import Stage, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.metrics import WATCHERS
from galaxytables_lobby.ports import KnownTables, News
from galaxytables_lobby.subscriptions.subscription import Concerned, Followers, Subscription


class RoomWatcher(Subscription[Table]):
    """A player's subscription to one table. `invited` says that the player may see it even if it is private."""

    def __init__(
        self, player_id: PlayerId, table_id: TableId, on_ready: Callable[[], None], *, invited: bool = False
    ) -> None:
        super().__init__(on_ready)
        self.player_id = player_id
        self.table_id = table_id
        self._invited = invited
        # Creation time and version of the newest state queued.
        self._latest = 0, 0
        # The player belonged to the private table when last sent; leaving it is sent too.
        self._belonged = False
        # The reader was last sent the table with a delay as open; the start of its game must still be sent.
        self._opened = False

    def wants(self, table: Table) -> bool:
        """Return whether a state of the table is to be sent.

        A spectator of a table with a delay learns of the game's start and its end, and of nothing in between.
        """
        if not self._may_know(table):
            return False
        opened, self._opened = self._opened, False
        if table.delayed and table.playing_seat(self.player_id) is None:
            return opened
        self._opened = table.stage == Stage.OPEN and table.spectators.delay > 0
        return True

    def begin_with(self, table: Table) -> None:
        """Queue the table as it is; a table with a delay is queued as it was at the start."""
        self._latest = max(self._latest, (table.created, table.version))
        self.wants(table)
        self._queue(table)

    def put(self, table: Table) -> None:
        """Queue the table, unless a newer state of it was queued."""
        if self.wants(table) and self._latest < (table.created, table.version):
            self._latest = table.created, table.version
            self._queue(table)

    def _queue(self, table: Table) -> None:
        waiting = self._waiting.get(table.id)
        if waiting is None or waiting.version < table.version:
            self.keep(table.id, table)

    def _may_know(self, table: Table) -> bool:
        if not table.private or self._invited:
            return True
        belonged, self._belonged = self._belonged, table.admits(self.player_id)
        return self._belonged or belonged


class RoomWatching(Followers):
    """All watchers of single tables in this process."""

    def __init__(self, tables: KnownTables) -> None:
        super().__init__("room-watch", tables)
        self._watchers: dict[TableId, set[RoomWatcher]] = {}

    async def join(self, watcher: RoomWatcher) -> None:
        """Add a watcher, and queue its table. Call `leave` when done, even if this raises."""
        self._watchers.setdefault(watcher.table_id, set()).add(watcher)
        WATCHERS.labels("room").inc()
        for table in await self._store.load_states([watcher.table_id]):
            if table is not None:
                watcher.begin_with(table)

    def leave(self, watcher: RoomWatcher) -> None:
        """Remove a watcher."""
        watchers = self._watchers.get(watcher.table_id, set())
        watchers.discard(watcher)
        WATCHERS.labels("room").dec()
        if not watchers:
            self._watchers.pop(watcher.table_id, None)

    @property
    def is_empty(self) -> bool:
        """Return whether nobody watches a single table through this process."""
        return not self._watchers

    def concerns(self, *, seating: bool, players: Collection[PlayerId]) -> Collection[PlayerId] | None:  # noqa: ARG002  # the same for all watchers
        """Return an empty collection if all watchers must learn of a change, and None if none must."""
        return () if self._watchers and seating else None

    def knows(self, news: News) -> bool:
        """Return True if nobody here watches the table, so that news of it can be ignored."""
        return news.table_id not in self._watchers

    def send(self, table: Table, _: Collection[PlayerId] = ()) -> None:
        """Queue a table for its watchers."""
        for watcher in self._watchers.get(table.id, ()):
            watcher.put(table)

    async def followed(self) -> Concerned:
        """Return all tables that somebody watches here."""
        return dict.fromkeys(self._watchers, ())
