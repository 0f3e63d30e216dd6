"""Watching all tables of one's own: whose turn it is, on one stream.

The news of a commit name the players to whom it matters (`state.concerned`), so a process looks at a table only when
one of its own readers is among them: a player who is not asked costs nothing, however many tables there are. A reader
keeps at most one state a table, the newest, until it is read.
"""

from collections.abc import Callable, Iterable

from galaxytables_lobby.domain.loaded import ChangeMade
from galaxytables_lobby.domain.state import Stage, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.loading.reading import ReadTables
from galaxytables_lobby.metrics import WATCHERS
from galaxytables_lobby.ports import News
from galaxytables_lobby.subscriptions.looking import Looking, Wanted

_PENDING = (Stage.OPEN, Stage.RUNNING)
_ALL = 1_000_000


class OwnTablesWatcher:
    """One player's stream. `on_ready` is called when there is something to take."""

    def __init__(self, player_id: PlayerId, on_ready: Callable[[], None]) -> None:
        self.player_id = player_id
        self._on_ready = on_ready
        # Versions last told of, of tables that the player belongs to and that are not over.
        self._told: dict[TableId, int] = {}
        # Versions of others that came before the first reading was told: how they stood earlier is no news then.
        self._passed: dict[TableId, int] = {}
        self._joining = True
        # Tables that were told of as they show themselves to spectators with a delay: alike until the end.
        self._delayed: set[TableId] = set()
        self._pending: dict[TableId, Table] = {}

    @property
    def tables(self) -> set[TableId]:
        """Ids of the tables that the reader counts as theirs."""
        return set(self._told)

    def put(self, table: Table) -> None:
        """Tell of a table, unless it is known as it is, or not the player's."""
        mine = table.admits(self.player_id) and table.stage in _PENDING
        if not mine and table.id not in self._told:
            if self._joining:
                self._passed[table.id] = table.version
            return
        if max(self._told.get(table.id, 0), self._passed.get(table.id, 0)) >= table.version:
            return
        if mine:
            self._told[table.id] = table.version
        else:
            del self._told[table.id]
        known = table.id in self._delayed
        self._delayed.discard(table.id)
        if table.delayed and table.playing_seat(self.player_id) is None:
            self._delayed.add(table.id)
            if known:
                return
        self._pending[table.id] = table
        self._on_ready()

    def joined(self) -> None:
        """All tables that the player has were told."""
        self._joining = False
        self._passed.clear()

    def take(self) -> list[Table]:
        """All that waits, in the order in which the tables first changed."""
        tables = list(self._pending.values())
        self._pending.clear()
        return tables


class OwnTablesWatching:
    """All such readers of this process."""

    def __init__(self, repository: ReadTables) -> None:
        """Take the tables."""
        self._repository = repository
        self._readers: dict[PlayerId, set[OwnTablesWatcher]] = {}
        self._looking = Looking("own-tables", self._look, self._all)

    async def close(self) -> None:
        """Stop all tasks."""
        await self._looking.close()

    async def join(self, reader: OwnTablesWatcher) -> None:
        """Begin to tell a reader, first of all tables that they have; `leave` must follow, whatever happens here."""
        self._readers.setdefault(reader.player_id, set()).add(reader)
        WATCHERS.labels("own").inc()
        for table in await self._tables_of(reader.player_id):
            reader.put(table)
        reader.joined()

    def leave(self, reader: OwnTablesWatcher) -> None:
        """Stop telling."""
        readers = self._readers.get(reader.player_id, set())
        readers.discard(reader)
        WATCHERS.labels("own").dec()
        if not readers:
            self._readers.pop(reader.player_id, None)

    def heard(self, news: News) -> None:
        """Some process has changed a table."""
        players = self._readers.keys() & news.players
        if players:
            self._looking.want(news.table_id, players)

    def doubt_all(self) -> None:
        """News may have been missed."""
        if self._readers:
            self._looking.doubt()

    def changed(self, told: ChangeMade) -> None:
        """A table was changed by this process."""
        if self._readers:
            self._tell(told.after.table, self._readers.keys() & told.concerned)

    async def _look(self, wanted: Wanted) -> None:
        for table in await self._repository.store.load_states(sorted(wanted)):
            if table is not None:
                self._tell(table, wanted[table.id])

    async def _all(self) -> Wanted:
        """All tables of all readers, and those that were theirs when last told."""
        found: dict[TableId, set[PlayerId]] = {}
        for player_id, readers in list(self._readers.items()):
            tables = {table.id for table in await self._tables_of(player_id)}
            for table_id in tables.union(*(reader.tables for reader in readers)):
                found.setdefault(table_id, set()).add(player_id)
        return found

    def _tell(self, table: Table, players: Iterable[PlayerId]) -> None:
        for player_id in players:
            for reader in self._readers.get(player_id, ()):
                reader.put(table)

    async def _tables_of(self, player_id: PlayerId) -> list[Table]:
        store = self._repository.store
        keys = await store.newest_of_player(player_id, before=None, most=_ALL)
        tables = await store.load_states([table_id for _, table_id in reversed(keys)])
        return [table for table in tables if table is not None and table.stage in _PENDING]
