"""The lists of public tables of this process: one for each game that somebody looks at, and one for all games.

A list is read from the store when its first reader comes, and follows the news from then on. What has changed is
published at most once a second, serialized once, and read by all. Readers are woken in groups, so that a publication to
many of them does not hold the event loop.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

import structlog

from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.state import PENDING, Stage, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.metrics import WATCHERS
from galaxytables_lobby.ports import Games, KnownTables, News
from galaxytables_lobby.subscriptions.crowds import Crowds
from galaxytables_lobby.subscriptions.presence import Presence
from galaxytables_lobby.subscriptions.projection import table_for
from galaxytables_lobby.subscriptions.subscription import Concerned, Followers
from galaxytables_lobby.subscriptions.table_list import MAX_ROWS, Row, TableList, row
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

PUBLISH_SECONDS = 1.0
# After a quiet time, changes that belong together come together: a table opened and a bot seated there.
GATHER_SECONDS = 0.05
# Readers are woken in groups within this time.
SPREAD_SECONDS = 0.5
_GROUP = 64
PRESENCE_SECONDS = 5.0
# Tables whose newest versions are remembered: an older state that is still being read must not bring a table back.
_MAX_REMEMBERED = 10_000

_NOBODY = PlayerId("")


@dataclass(eq=False, slots=True)
class ListReader:
    """A reader of the list of a game, or of all games if `game` is empty.

    `on_ready` is called when the list has changed.
    """

    game: str
    on_ready: Callable[[], None]
    position: int = -1


@dataclass(slots=True)
class _SharedList:
    """A list with its readers, and the task that reads it from the store."""

    games: Sequence[str]
    contents: TableList = field(default_factory=TableList)
    readers: set[ListReader] = field(default_factory=set)
    loading: asyncio.Task[None] | None = None


class TableLists(Followers):
    """All lists of public tables that clients read through this process. Requires `refresh_forever` to run."""

    def __init__(self, tables: KnownTables, games: Games, presence: Presence, crowds: Crowds) -> None:
        super().__init__("table-lists", tables)
        self._games = games
        self._presence = presence
        self._crowds = crowds
        self._lists: dict[str, _SharedList] = {}
        # Creation times and versions, of the tables that were seen last.
        self._newest: OrderedDict[TableId, tuple[int, int]] = OrderedDict()
        self._publishing: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Stop all work."""
        await end_tasks([self._publishing, *(each.loading for each in self._lists.values())])
        await super().close()

    async def join(self, reader: ListReader) -> None:
        """Add a reader, and read its list from the store if it is the first one. Raises STORE_UNAVAILABLE.

        Call `leave` when done, even if this raises.
        """
        WATCHERS.labels("lobby").inc()
        shared = self._lists.get(reader.game)
        if shared is None:
            shared = _SharedList([reader.game] if reader.game else list(self._games.names))
            self._lists[reader.game] = shared
        shared.readers.add(reader)
        if shared.loading is None or (shared.loading.done() and shared.loading.exception() is not None):
            shared.loading = asyncio.create_task(self._load(shared), name="table-list")
        # Other readers wait for it too.
        await asyncio.shield(shared.loading)

    def leave(self, reader: ListReader) -> None:
        """Remove a reader. A list without readers is dropped."""
        WATCHERS.labels("lobby").dec()
        shared = self._lists.get(reader.game)
        if shared is not None:
            shared.readers.discard(reader)
            if not shared.readers:
                del self._lists[reader.game]
                if shared.loading is not None:
                    shared.loading.cancel()

    def read(self, reader: ListReader) -> Sequence[bytes]:
        """Return the serialized responses that a reader has not got yet."""
        unread, reader.position = self._lists[reader.game].contents.read(reader.position)
        return unread

    @property
    def is_empty(self) -> bool:
        """Return whether nobody reads a list through this process."""
        return not self._lists

    def concerns(self, *, seating: bool, players: Collection[PlayerId]) -> Collection[PlayerId] | None:  # noqa: ARG002  # the same for all readers
        """Return an empty collection if all readers must learn of a change, and None if none must.

        They must if seats, stage or terms changed: changes of the game alone are not on a list.
        """
        return () if self._lists and seating else None

    def knows(self, news: News) -> bool:
        """Return whether this version of the table was seen already."""
        return self._newest.get(news.table_id, (0, 0))[1] >= news.version

    def send(self, table: Table, _: Collection[PlayerId] = ()) -> None:
        """Put a table on all lists to which it belongs."""
        if not self._is_newer(table) or table.private:
            return
        shown = self._row(table)
        for shared in self._lists.values():
            if table.game in shared.games:
                shared.contents.put(shown)
        self._publish_soon()

    async def followed(self) -> Concerned:
        """Return all tables that are on a list here, or should be on one."""
        found: set[TableId] = set()
        for shared in list(self._lists.values()):
            found.update(each.table.id for each in shared.contents.rows)
            for stage in PENDING:
                found.update(await self._newest_ids(shared, stage))
        return dict.fromkeys(found, ())

    async def look(self, concerned: Concerned) -> None:
        """Read these tables, and put them on their lists. A table that no longer exists is removed from all lists."""
        await super().look(concerned)
        listed = {each.table.id for shared in self._lists.values() for each in shared.contents.rows}
        doubted = sorted(listed & concerned.keys())
        for table_id, table in zip(doubted, await self._store.load_states(doubted), strict=True):
            if table is None:
                for shared in self._lists.values():
                    shared.contents.remove(table_id)
                self._publish_soon()

    async def refresh_forever(self) -> None:
        """Every few seconds until cancelled, update on the lists what changes without a change of a table.

        That is: which players are present, the counts of people and tables, and which tables are stranded.
        """
        while True:
            await asyncio.sleep(PRESENCE_SECONDS)
            lists = list(self._lists.values())
            try:
                for shared in lists:
                    self._note_stranded(shared)
                    for stage in shared.contents.short:
                        await self._fill(shared, stage)
                    shared.contents.note_crowd(await self._crowds.latest())
                await self._note_present(lists)
            except GalaxyError as error:
                _log.info("table_lists_not_refreshed", reason=error.reason)
            if lists:
                self._publish_soon()

    def _is_newer(self, table: Table) -> bool:
        """Return whether this state of a table is newer than all states seen before, and remember it."""
        seen = table.created, table.version
        if self._newest.get(table.id, (0, 0)) >= seen:
            return False
        self._newest[table.id] = seen
        self._newest.move_to_end(table.id)
        if len(self._newest) > _MAX_REMEMBERED:
            self._newest.popitem(last=False)
        return True

    def _row(self, table: Table) -> Row:
        shown = table_for(_NOBODY, table)
        shown.stranded = self._games.is_stranded(table)
        return row(table, shown)

    async def _load(self, shared: _SharedList) -> None:
        for stage in PENDING:
            await self._fill(shared, stage)
        await self._note_present([shared])
        shared.contents.note_crowd(await self._crowds.latest())
        shared.contents.publish()

    async def _fill(self, shared: _SharedList, stage: Stage) -> None:
        """Put the newest tables of a stage on a list."""
        ids = await self._newest_ids(shared, stage)
        if len(ids) <= MAX_ROWS:
            shared.contents.all_shown(stage)
        else:
            shared.contents.crowd_out(stage)
        missing = [table_id for table_id in ids[:MAX_ROWS] if shared.contents.row_of(table_id) is None]
        for table in reversed(await self._store.load_states(missing)):
            # A newer state came by the news, or is on its way.
            if table is not None and (table.created, table.version) >= self._newest.get(table.id, (0, 0)):
                shared.contents.put(self._row(table), fills=True)

    async def _newest_ids(self, shared: _SharedList, stage: Stage) -> list[TableId]:
        """Return the ids of the newest public tables of a stage, newest first: up to one more than a list has."""
        found = await self._store.newest_public(shared.games, [stage], before=None, limit=MAX_ROWS + 1)
        return [table_id for _, table_id in found]

    async def _note_present(self, lists: Iterable[_SharedList], *, changed: bool = False) -> None:
        """Record which players are present at open tables of these lists; with `changed`, only at changed tables."""
        rows = [
            (shared.contents, each.table)
            for shared in lists
            for each in (shared.contents.changed_open_rows if changed else shared.contents.open_rows)
        ]
        there = await self._presence.at([table for _, table in rows])
        for (contents, table), seats in zip(rows, there, strict=True):
            contents.note_present(table.id, seats)

    def _note_stranded(self, shared: _SharedList) -> None:
        for each in list(shared.contents.rows):
            if self._games.is_stranded(each.table) != each.stranded:
                shared.contents.put(self._row(each.table))

    def _publish_soon(self) -> None:
        if self._publishing is None or self._publishing.done():
            self._publishing = asyncio.create_task(self._publish_until_known(), name="publish-table-lists")

    async def _publish_until_known(self) -> None:
        await asyncio.sleep(GATHER_SECONDS)
        loop = asyncio.get_running_loop()
        while changed := [shared for shared in self._lists.values() if shared.contents.has_changed]:
            again = loop.time() + PUBLISH_SECONDS
            try:
                await self._note_present(changed, changed=True)
            except GalaxyError as error:
                _log.info("presence_not_listed", reason=error.reason)
            for shared in changed:
                shared.contents.publish()
            await self._wake(changed)
            await asyncio.sleep(max(0.0, again - loop.time()))

    async def _wake(self, lists: Iterable[_SharedList]) -> None:
        readers = [reader for shared in lists for reader in shared.readers]
        for first in range(0, len(readers), _GROUP):
            if first:
                await asyncio.sleep(SPREAD_SECONDS * _GROUP / len(readers))
            for reader in readers[first : first + _GROUP]:
                reader.on_ready()
