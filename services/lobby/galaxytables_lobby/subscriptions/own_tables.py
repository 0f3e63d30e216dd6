"""Subscriptions to a player's own tables, to learn on one stream where it is the player's turn.

The news of a commit name the players who must learn of it (`state.concerned`), so a process reads a table only if one
of these players has a stream here. Other players cost nothing, however many tables there are. Only the newest state of
each table is kept until it is read.
"""

from collections.abc import Callable, Collection, Mapping

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import PENDING, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.metrics import WATCHERS
from galaxytables_lobby.ports import KnownTables
from galaxytables_lobby.subscriptions.subscription import Concerned, Followers, Subscription

_ALL = 1_000_000


class OwnTablesWatcher(Subscription[Table]):
    """One player's subscription to the player's own tables."""

    def __init__(self, player: Person, on_ready: Callable[[], None]) -> None:
        super().__init__(on_ready)
        self.player = player
        self.player_id = player.id
        # Versions last sent, of the player's tables that are not over, and their games.
        self._sent: dict[TableId, tuple[int, str]] = {}
        # Versions of other tables that came before the first tables were loaded; older states of these are out of date.
        self._passed: dict[TableId, int] = {}
        self._joining = True
        # Tables sent as a delayed spectator sees them; these stay the same until the end.
        self._delayed: set[TableId] = set()

    @property
    def tables(self) -> set[TableId]:
        """Return the ids of the player's tables, as last sent to this reader."""
        return set(self._sent)

    @property
    def games(self) -> set[str]:
        """Return the games of the player's tables, as last sent to this reader."""
        return {game for _, game in self._sent.values()}

    def put(self, table: Table) -> None:
        """Queue a table, unless this version was sent already, or the player does not belong to the table."""
        mine = table.admits(self.player_id) and table.stage in PENDING
        if not mine and table.id not in self._sent:
            if self._joining:
                self._passed[table.id] = table.version
            return
        if max(self._sent.get(table.id, (0, ""))[0], self._passed.get(table.id, 0)) >= table.version:
            return
        if mine:
            self._sent[table.id] = table.version, table.game
        else:
            del self._sent[table.id]
        is_delayed = table.id in self._delayed
        self._delayed.discard(table.id)
        if table.delayed and table.playing_seat(self.player_id) is None:
            self._delayed.add(table.id)
            if is_delayed:
                return
        self.keep(table.id, table)

    def joined(self) -> None:
        """Record that every table that the player has at the beginning of the stream has been queued."""
        self._joining = False
        self._passed.clear()


class OwnTablesWatching(Followers):
    """All players who watch their own tables through this process."""

    def __init__(self, tables: KnownTables) -> None:
        super().__init__("own-tables", tables)
        self._readers: dict[PlayerId, set[OwnTablesWatcher]] = {}

    async def join(self, reader: OwnTablesWatcher) -> None:
        """Add a player's stream, and queue all tables of the player.

        Call `leave` when done, even if this raises.
        """
        self._readers.setdefault(reader.player_id, set()).add(reader)
        WATCHERS.labels("own").inc()
        for table in await self._tables_of(reader.player_id):
            reader.put(table)
        reader.joined()

    def leave(self, reader: OwnTablesWatcher) -> None:
        """Remove a player's stream."""
        readers = self._readers.get(reader.player_id, set())
        readers.discard(reader)
        WATCHERS.labels("own").dec()
        if not readers:
            self._readers.pop(reader.player_id, None)

    @property
    def players(self) -> Collection[Person]:
        """Return the players who watch their own tables through this process."""
        return {reader.player for readers in self._readers.values() for reader in readers}

    @property
    def players_by_game(self) -> Mapping[str, Collection[PlayerId]]:
        """Return, for each game, the players who watch their own tables here and have a table, open or running."""
        found: dict[str, set[PlayerId]] = {}
        for player_id, readers in self._readers.items():
            for game in set[str]().union(*(reader.games for reader in readers)):
                found.setdefault(game, set()).add(player_id)
        return found

    @property
    def is_empty(self) -> bool:
        """Return whether no player has a stream of their own tables in this process."""
        return not self._readers

    def concerns(self, *, seating: bool, players: Collection[PlayerId]) -> Collection[PlayerId] | None:  # noqa: ARG002  # turns are relevant too
        """Return those of `players` who watch their own tables here; None if there are none."""
        return (self._readers.keys() & players) or None

    def send(self, table: Table, players: Collection[PlayerId]) -> None:
        """Queue the new state of a table for these players' streams."""
        for player_id in players:
            for reader in self._readers.get(player_id, ()):
                reader.put(table)

    async def followed(self) -> Concerned:
        """Return all tables of all players with a stream here, and tables that were theirs when last sent."""
        found: dict[TableId, set[PlayerId]] = {}
        for player_id, readers in list(self._readers.items()):
            tables = {table.id for table in await self._tables_of(player_id)}
            for table_id in tables.union(*(reader.tables for reader in readers)):
                found.setdefault(table_id, set()).add(player_id)
        return found

    async def _tables_of(self, player_id: PlayerId) -> list[Table]:
        keys = await self._store.newest_of_player(player_id, before=None, limit=_ALL)
        tables = await self._store.load_states([table_id for _, table_id in reversed(keys)])
        return [table for table in tables if table is not None and table.stage in PENDING]
