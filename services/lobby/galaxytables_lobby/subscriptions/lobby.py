"""Watching the lobby: tables as they appear, change and close; private ones for those who sit there.

A watcher keeps at most one state a table, the newest, until it is read: slow readers miss intermediate states,
never the last. Only changes of seats and stage count; who is to move in a running game does not. The end of a table
is told once, to those who may have heard of it; its rematch to those who watch that one table.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable

from galaxytables_lobby.domain.state import RunningTable, Stage, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.metrics import WATCHERS
from galaxytables_lobby.ports import KnownTables, News
from galaxytables_lobby.subscriptions.subscription import Concerned, Followers, Subscription

_OVER = (Stage.FINISHED, Stage.CLOSED)
_ALL = 1_000_000
MAX_IN_PLAY = 100
"""Public tables in play that a new reader is told of, the newest: later ones come as they start."""

_MAX_ENDED = 10_000


class LobbyWatcher(Subscription[Table]):
    """One reader, a player; `game` is empty for all games, `table_id` for all tables.

    `invited` says that they may look at this one table though it is private.
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
        # Of a single table: the newest state that it was given.
        self._latest = 0, 0
        # Private tables that the player belongs to, as far as told: leaving one is told too.
        self._joined: set[TableId] = set()
        # Tables with a delay that the reader knows as open: of those, the start is still to be told.
        self._opened: set[TableId] = set()

    def wants(self, table: Table) -> bool:
        """Whether to tell this reader of a table.

        Who does not play at a table that shows itself with a delay hears that it starts and ends, nothing between.
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
        """Have a table wait that there is already, and say so; of one with a delay it is told how it started."""
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
        """Tell of a table, unless a newer state of it waits."""
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
    """Everybody who watches the lobby through this process."""

    def __init__(self, tables: KnownTables, games: Iterable[str]) -> None:
        """Take the tables, and the names of all games."""
        super().__init__("lobby-watch", tables)
        self._games = tuple(games)
        self._watchers: set[LobbyWatcher] = set()
        # Those of them who do not know yet which tables there are.
        self._joining: set[LobbyWatcher] = set()
        # Versions last told of, of tables that are not over.
        self._told: dict[TableId, int] = {}
        # The last tables that ended, each with when it was created: an older state of one, read meanwhile, must not
        # bring it back. (A rematch that was closed and forgotten may be opened anew under its id.)
        self._ended: OrderedDict[TableId, int] = OrderedDict()

    async def join(self, watcher: LobbyWatcher) -> None:
        """Begin to watch: all tables open or in play wait for the reader, or the one asked for.

        Of public tables in play the newest `MAX_IN_PLAY` do. `leave` must follow, whatever happens here.
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
            if watcher.begin_with(table) and table.stage not in _OVER and not self._has_ended(table):
                self._told.setdefault(table.id, table.version)

    def leave(self, watcher: LobbyWatcher) -> None:
        """Stop watching."""
        self._watchers.discard(watcher)
        WATCHERS.labels("lobby").dec()
        if not self._watchers:
            self._told.clear()

    @property
    def is_empty(self) -> bool:
        """Whether nobody watches."""
        return not self._watchers

    def concerns(self, *, seating: bool, players: Collection[PlayerId]) -> Collection[PlayerId] | None:  # noqa: ARG002  # all are told alike
        """Whether a change is one of those that are told of here: of seats or stage."""
        return () if self._watchers and seating else None

    def knows(self, news: News) -> bool:
        """Whether the version was told of."""
        return self._told.get(news.table_id, 0) >= news.version

    def tell(self, table: Table, _: Collection[PlayerId] = ()) -> None:
        """Tell all of a table, its end once."""
        if self._has_ended(table):
            # It changes once more when it gets a rematch, which matters to those who look at it alone.
            for watcher in self._watchers_of(table.id):
                watcher.put(table)
            return
        if self._told.get(table.id, 0) >= table.version:
            return
        watchers = self._watchers
        if table.stage in _OVER:
            self._ended[table.id] = table.created
            if len(self._ended) > _MAX_ENDED:
                self._ended.popitem(last=False)
            # The end of a table that nobody here was told of is no news, but to those who may just have read that it
            # is open.
            if self._told.pop(table.id, None) is None:
                watchers = self._joining | self._watchers_of(table.id)
        else:
            self._told[table.id] = table.version
        for watcher in watchers:
            watcher.put(table)

    def _watchers_of(self, table_id: TableId) -> set[LobbyWatcher]:
        return {watcher for watcher in self._watchers if watcher.table_id == table_id}

    def _has_ended(self, table: Table) -> bool:
        return self._ended.get(table.id, -1) >= table.created

    async def followed(self) -> Concerned:
        """All tables open or in play, and those that were told of."""
        pending = await self._pending_tables(self._games, self._watchers)
        return dict.fromkeys(self._told.keys() | {table.id for table in pending}, ())

    async def _pending_tables(self, games: Iterable[str], watchers: Iterable[LobbyWatcher]) -> list[Table]:
        """Tables before their end, oldest first: open public ones, the newest in play, and all of the watchers."""
        store = self._store
        found = set(await store.newest_public(games, [Stage.OPEN], before=None, most=_ALL))
        found.update(await store.newest_public(games, [Stage.RUNNING], before=None, most=MAX_IN_PLAY))
        for player_id in {watcher.player_id for watcher in watchers if not watcher.table_id}:
            found.update(await store.newest_of_player(player_id, before=None, most=_ALL))
        tables = await store.load_states([table_id for _, table_id in sorted(found)])
        return [table for table in tables if table is not None and table.stage not in _OVER]
