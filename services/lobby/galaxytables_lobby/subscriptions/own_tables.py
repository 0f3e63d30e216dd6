"""Watching all tables of one's own: whose turn it is, on one stream.

The news of a commit name the players to whom it matters (`state.concerned`), so a process looks at a table only when
one of its own readers is among them: a player who is not asked costs nothing, however many tables there are. A reader
keeps at most one state a table, the newest, until it is read.
"""

from collections.abc import Callable, Collection

from galaxytables_lobby.domain.state import Stage, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.metrics import WATCHERS
from galaxytables_lobby.ports import KnownTables
from galaxytables_lobby.subscriptions.subscription import Concerned, Followers, Subscription

_PENDING = (Stage.OPEN, Stage.RUNNING)
_ALL = 1_000_000


class OwnTablesWatcher(Subscription[Table]):
    """One player's stream."""

    def __init__(self, player_id: PlayerId, on_ready: Callable[[], None]) -> None:
        super().__init__(on_ready)
        self.player_id = player_id
        # Versions last told of, of tables that the player belongs to and that are not over.
        self._told: dict[TableId, int] = {}
        # Versions of others that came before the first reading was told: how they stood earlier is no news then.
        self._passed: dict[TableId, int] = {}
        self._joining = True
        # Tables that were told of as they show themselves to spectators with a delay: alike until the end.
        self._delayed: set[TableId] = set()

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
        self.keep(table.id, table)

    def joined(self) -> None:
        """All tables that the player has were told."""
        self._joining = False
        self._passed.clear()


class OwnTablesWatching(Followers):
    """All such readers of this process."""

    def __init__(self, tables: KnownTables) -> None:
        """Take the tables."""
        super().__init__("own-tables", tables)
        self._readers: dict[PlayerId, set[OwnTablesWatcher]] = {}

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

    @property
    def is_empty(self) -> bool:
        """Whether nobody watches."""
        return not self._readers

    def concerns(self, *, seating: bool, players: Collection[PlayerId]) -> Collection[PlayerId] | None:  # noqa: ARG002  # a turn matters too
        """Which players with a stream here a change concerns."""
        return (self._readers.keys() & players) or None

    def tell(self, table: Table, players: Collection[PlayerId]) -> None:
        """Tell these players of a table."""
        for player_id in players:
            for reader in self._readers.get(player_id, ()):
                reader.put(table)

    async def followed(self) -> Concerned:
        """All tables of all readers, and those that were theirs when last told."""
        found: dict[TableId, set[PlayerId]] = {}
        for player_id, readers in list(self._readers.items()):
            tables = {table.id for table in await self._tables_of(player_id)}
            for table_id in tables.union(*(reader.tables for reader in readers)):
                found.setdefault(table_id, set()).add(player_id)
        return found

    async def _tables_of(self, player_id: PlayerId) -> list[Table]:
        keys = await self._store.newest_of_player(player_id, before=None, most=_ALL)
        tables = await self._store.load_states([table_id for _, table_id in reversed(keys)])
        return [table for table in tables if table is not None and table.stage in _PENDING]
