"""Subscriptions to the lobby: tables as they appear, change and end; private tables only for their players.

A watcher keeps only the newest state of each table until that state is read: slow readers miss states in between, never
the last. Only changes of seats and stage are sent, not turns. The end of a table is sent once, to watchers who may see
the table; its rematch only to watchers of that one table.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable

from galaxytables_lobby.domain.state import OVER, RunningTable, Stage, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.metrics import WATCHERS
from galaxytables_lobby.ports import KnownTables, News
from galaxytables_lobby.subscriptions.subscription import Concerned, Followers, Subscription

_ALL = 1_000_000
MAX_IN_PLAY = 100
"""How many public running tables a new reader receives, newest first; others come as they start."""

_MAX_ENDED = 10_000


class LobbyWatcher(Subscription[Table]):
    """A player's subscription to the lobby; `game` is empty for all games, `table_id` None for all tables.

    `invited` says that the player may see this one table even if it is private.
    """

    def __init__(
        self,
        player_id: PlayerId,
        on_ready: Callable[[], None],
        *,
        game: str = "",
        table_id: TableId | None = None,
        invited: bool = False,
    ) -> None:
        super().__init__(on_ready)
        self.player_id = player_id
        self.game = game
        self.table_id = table_id
        self._invited = invited
        # For a single table: creation time and version of the newest state queued.
        self._latest = 0, 0
        # Private tables that the player belonged to when last sent; leaving one is sent too.
        self._joined: set[TableId] = set()
        # Open tables with a delay that the reader knows; their start must still be sent.
        self._opened: set[TableId] = set()

    def wants(self, table: Table) -> bool:
        """Return whether a table is to be sent to this watcher.

        A spectator of a table with a delay learns of the game's start and its end, and of nothing in between.
        """
        if not self._may_know(table):
            return False
        if table.delayed and table.playing_seat(self.player_id) is None:
            known = table.id in self._opened
            self._opened.discard(table.id)
            return known
        if table.stage == Stage.OPEN and table.spectators.delay:
            self._opened.add(table.id)
        else:
            self._opened.discard(table.id)
        return True

    def begin_with(self, table: Table) -> bool:
        """Queue an existing table if the watcher may see it; a table with a delay is queued as it was at the start.

        Returns whether the watcher now knows the table.
        """
        if self.table_id:
            self._latest = max(self._latest, (table.created, table.version))
            self.wants(table)
        elif not (self._may_know(table) if isinstance(table, RunningTable) and table.delayed else self.wants(table)):
            return False
        waiting = self._waiting.get(table.id)
        if waiting is None or waiting.version < table.version:
            self.keep(table.id, table)
        return True

    def _may_know(self, table: Table) -> bool:
        if self.table_id and table.id != self.table_id:
            return False
        if not self.table_id and self.game and table.game != self.game:
            return False
        if not table.private or self._invited:
            return True
        belonged = table.id in self._joined
        if table.admits(self.player_id):
            self._joined.add(table.id)
            return True
        self._joined.discard(table.id)
        return belonged

    def put(self, table: Table) -> None:
        """Queue a table, unless a newer state of it is in the queue."""
        if not self.wants(table):
            return
        if self.table_id:
            if self._latest >= (table.created, table.version):
                return
            self._latest = table.created, table.version
        waiting = self._waiting.get(table.id)
        if waiting is None or waiting.version < table.version:
            self.keep(table.id, table)


class LobbyWatching(Followers):
    """All watchers of the lobby in this process."""

    def __init__(self, tables: KnownTables, games: Iterable[str]) -> None:
        """Take the tables, and the names of all games."""
        super().__init__("lobby-watch", tables)
        self._games = tuple(games)
        self._watchers: set[LobbyWatcher] = set()
        # Watchers whose first tables are still being loaded.
        self._joining: set[LobbyWatcher] = set()
        # Versions last sent, of tables that are not over.
        self._sent: dict[TableId, int] = {}
        # The last tables that ended, with their creation times: an older state that is still being read must not bring
        # a table back. (A closed rematch that was deleted may be opened again under its id.)
        self._ended: OrderedDict[TableId, int] = OrderedDict()

    async def join(self, watcher: LobbyWatcher) -> None:
        """Add a watcher, and queue the first tables: all open and running tables, or the single one that is watched.

        Of public running tables only the newest `MAX_IN_PLAY` are queued. `leave` must be called in the end, even if
        this raises.
        """
        self._watchers.add(watcher)
        WATCHERS.labels("lobby").inc()
        self._joining.add(watcher)
        try:
            if watcher.table_id:
                found = await self._store.load_states([watcher.table_id])
                tables = [table for table in found if table is not None]
            else:
                games = (watcher.game,) if watcher.game else self._games
                tables = await self._pending_tables(games, [watcher])
        finally:
            self._joining.discard(watcher)
        for table in tables:
            if watcher.begin_with(table) and table.stage not in OVER and not self._has_ended(table):
                self._sent.setdefault(table.id, table.version)

    def leave(self, watcher: LobbyWatcher) -> None:
        """Remove a watcher."""
        self._watchers.discard(watcher)
        WATCHERS.labels("lobby").dec()
        if not self._watchers:
            self._sent.clear()

    @property
    def is_empty(self) -> bool:
        """Return whether nobody watches the lobby through this process."""
        return not self._watchers

    def concerns(self, *, seating: bool, players: Collection[PlayerId]) -> Collection[PlayerId] | None:  # noqa: ARG002  # the same for all watchers
        """Return whom a change concerns: an empty collection if watchers of the lobby must learn of it, else None.

        They must learn of changes of seats and stage.
        """
        return () if self._watchers and seating else None

    def knows(self, news: News) -> bool:
        """Return whether this version of the table was sent to the watchers already."""
        return self._sent.get(news.table_id, 0) >= news.version

    def send(self, table: Table, _: Collection[PlayerId] = ()) -> None:
        """Queue a table for all watchers; the end of a table is queued only once."""
        if self._has_ended(table):
            # A rematch changes it once more, which is relevant to watchers of this table only.
            for watcher in self._watchers_of(table.id):
                watcher.put(table)
            return
        if self._sent.get(table.id, 0) >= table.version:
            return
        watchers = self._watchers
        if table.stage in OVER:
            self._ended[table.id] = table.created
            if len(self._ended) > _MAX_ENDED:
                self._ended.popitem(last=False)
            # Nobody here knows this table, so its end is no news, except to watchers who may just have read it as open.
            if self._sent.pop(table.id, None) is None:
                watchers = self._joining | self._watchers_of(table.id)
        else:
            self._sent[table.id] = table.version
        for watcher in watchers:
            watcher.put(table)

    def _watchers_of(self, table_id: TableId) -> set[LobbyWatcher]:
        return {watcher for watcher in self._watchers if watcher.table_id == table_id}

    def _has_ended(self, table: Table) -> bool:
        return self._ended.get(table.id, -1) >= table.created

    async def followed(self) -> Concerned:
        """Return all open and running tables, and those that were sent before."""
        pending = await self._pending_tables(self._games, self._watchers)
        return dict.fromkeys(self._sent.keys() | {table.id for table in pending}, ())

    async def _pending_tables(self, games: Iterable[str], watchers: Iterable[LobbyWatcher]) -> list[Table]:
        """Return unfinished tables, oldest first: open public ones, the newest running ones, the watchers' own."""
        store = self._store
        found = set(await store.newest_public(games, [Stage.OPEN], before=None, most=_ALL))
        found.update(await store.newest_public(games, [Stage.RUNNING], before=None, most=MAX_IN_PLAY))
        for player_id in {watcher.player_id for watcher in watchers if not watcher.table_id}:
            found.update(await store.newest_of_player(player_id, before=None, most=_ALL))
        tables = await store.load_states([table_id for _, table_id in sorted(found)])
        return [table for table in tables if table is not None and table.stage not in OVER]
