"""Watching tables: history, then what happens, without a gap and without anything twice.

Each watched table has a hub in this process. Every watcher knows up to which version and event it has been told.
A change made by this process continues exactly where a watcher stands and goes straight to it, with the views that
the rules service built along the way. Whoever stands elsewhere (new watchers, a change made by another process,
a reader that was too slow) is *behind*, and one task a hub reads the store once for all who are behind and brings
each to the present. So joining, gaps and resyncs are one path, and views are built once a viewer, not once a
watcher.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import structlog
from google.protobuf import any_pb2

from galaxy.lobby.v1 import play_pb2
from services.lobby import errors
from services.lobby.keeper import Keeper, Loaded
from services.lobby.metrics import RESYNCS, WATCHERS
from services.lobby.playing import Change
from services.lobby.rules import Directory
from services.lobby.sight import Viewer, update_for
from services.lobby.store import News
from services.lobby.table import Stage, TableState
from services.lobby.tasks import end_tasks
from services.serving import GalaxyError
from services.serving.errors import InternalError

_log = structlog.get_logger(__name__)

# Updates that wait for a slow reader before they are replaced by one resync.
QUEUE_LENGTH = 64
_RETRY_SECONDS = 0.5
# How many tables are read from the store at once after a gap.
_REFRESHES = 32
_OVER = (Stage.FINISHED, Stage.CLOSED)


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Who watches: a player, or a bot host that looks from one seat."""

    player_id: str
    bot_seat: int | None = None

    def viewer(self, table: TableState) -> Viewer:
        """The seat that they see the table from as it stands, None for a spectator. Raises NOT_SEATED."""
        if self.bot_seat is None:
            return table.seat_of(self.player_id)
        if self.bot_seat >= len(table.seats) or not table.seats[self.bot_seat].bot:
            raise errors.not_seated()
        return self.bot_seat


class Watcher:
    """One reader of one table. `on_ready` is called when `take` has something after having had nothing."""

    def __init__(
        self,
        table_id: str,
        onlooker: Onlooker,
        *,
        views: bool,
        from_event: int,
        on_ready: Callable[["Watcher"], None],
    ) -> None:
        self.table_id = table_id
        self.onlooker = onlooker
        self.views = views
        # Where this watcher stands; version 0 before its first update.
        self.version = 0
        self.next_event = from_event
        # Its next update tells everything.
        self.resync = False
        # Its queue was full: it is left alone until it reads again.
        self.overflowed = False
        # Nothing comes after what is in the queue; `error` says why, or is None at the end of the table.
        self.ended = False
        self.error: GalaxyError | None = None
        self._on_ready = on_ready
        self._queue: deque[play_pb2.TableUpdate] = deque()

    @property
    def finished(self) -> bool:
        """Whether everything was taken and nothing more will come."""
        return self.ended and not self._queue

    def put(self, update: play_pb2.TableUpdate) -> None:
        """Tell the watcher; when its reader is too slow, keep nothing but the need for a resync."""
        self.version = update.version
        self.next_event = update.last_event + 1
        if len(self._queue) >= QUEUE_LENGTH:
            self._queue.clear()
            self.overflowed = True
            RESYNCS.inc()
            return
        self._queue.append(update)
        self.ended = self.ended or Stage(update.state) in _OVER
        if len(self._queue) == 1:
            self._on_ready(self)

    def end(self, error: GalaxyError | None) -> None:
        """Nothing more will come."""
        if not self.ended:
            self.ended = True
            self.error = error
            self._on_ready(self)

    def take(self) -> list[play_pb2.TableUpdate]:
        """All that waits."""
        updates = list(self._queue)
        self._queue.clear()
        return updates

    def start_over(self) -> None:
        """The next update is to tell everything."""
        self.overflowed = False
        self.resync = True
        self.version = 0
        self.next_event = 1


class _Hub:
    """The watchers of one table."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        # The newest version heard of.
        self.known = 0
        # Look at the store whatever is known: news may have been missed.
        self.doubtful = False
        self.task: asyncio.Task[None] | None = None
        # Views of the last position that this process saw, by viewer.
        self.views: dict[Viewer, any_pb2.Any] = {}
        self.views_version = 0

    def behind(self) -> list[Watcher]:
        return [
            watcher
            for watcher in self.watchers
            if not watcher.overflowed and not watcher.ended and (watcher.version < self.known or not watcher.version)
        ]


class Watching:
    """All watched tables of this process."""

    def __init__(self, keeper: Keeper, games: Directory) -> None:
        """Take the tables and the games."""
        self._keeper = keeper
        self._games = games
        self._hubs: dict[str, _Hub] = {}
        self._limit = asyncio.Semaphore(_REFRESHES)
        keeper.listen(self._changed)

    async def close(self) -> None:
        """Stop all tasks; the streams end with the server."""
        await end_tasks([hub.task for hub in self._hubs.values()])

    def viewers(self, table: TableState) -> list[Viewer]:
        """Whose views are wanted here whenever this table changes."""
        hub = self._hubs.get(table.id)
        if hub is None:
            return []
        found = set()
        for watcher in hub.watchers:
            if watcher.views and not watcher.ended and not watcher.overflowed:
                try:
                    found.add(watcher.onlooker.viewer(table))
                except GalaxyError:
                    continue
        return sorted(found, key=lambda viewer: -1 if viewer is None else viewer)

    def watch(
        self,
        table_id: str,
        onlooker: Onlooker,
        *,
        views: bool,
        from_event: int,
        on_ready: Callable[[Watcher], None],
    ) -> Watcher:
        """Begin to watch a table from an event number (0: no history); `leave` must follow."""
        watcher = Watcher(table_id, onlooker, views=views, from_event=from_event, on_ready=on_ready)
        hub = self._hubs.setdefault(table_id, _Hub())
        hub.watchers.add(watcher)
        WATCHERS.labels("table").inc()
        self._refresh_soon(table_id, hub)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Stop watching."""
        hub = self._hubs.get(watcher.table_id)
        if hub is None or watcher not in hub.watchers:
            return
        hub.watchers.discard(watcher)
        WATCHERS.labels("table").dec()
        if not hub.watchers:
            del self._hubs[watcher.table_id]
            if hub.task is not None:
                hub.task.cancel()

    def take(self, watcher: Watcher) -> list[play_pb2.TableUpdate]:
        """All updates that wait for a watcher; one that was too slow is brought to the present afterwards."""
        updates = watcher.take()
        if watcher.overflowed and not watcher.ended:
            watcher.start_over()
            hub = self._hubs.get(watcher.table_id)
            if hub is not None:
                self._refresh_soon(watcher.table_id, hub)
        return updates

    def heard(self, news: News) -> None:
        """Some process has changed a table."""
        hub = self._hubs.get(news.table_id)
        if hub is not None and news.version > hub.known:
            hub.known = news.version
            self._refresh_soon(news.table_id, hub)

    def doubt_all(self) -> None:
        """News may have been missed: look at every watched table."""
        for table_id, hub in self._hubs.items():
            hub.doubtful = True
            self._refresh_soon(table_id, hub)

    def _changed(self, before: TableState | None, after: Loaded, change: Change) -> None:
        hub = self._hubs.get(after.table.id)
        if hub is None:
            return
        table = after.table
        hub.known = max(hub.known, table.version)
        if change.moved is not None:
            hub.views, hub.views_version = dict(change.moved.views), table.version
        elif before is not None and hub.views_version == before.version:
            hub.views_version = table.version
        built: dict[tuple[Viewer, bool], play_pb2.TableUpdate] = {}
        events = [told.event for told in change.events]
        for watcher in list(hub.watchers):
            if watcher.ended or watcher.overflowed or before is None or watcher.version != before.version:
                continue
            viewer = self._viewer(watcher, table)
            views = hub.views if hub.views_version == table.version else {}
            wants_view = watcher.views and after.position is not None
            if watcher.ended or (wants_view and viewer not in views):
                continue
            update = built.get((viewer, wants_view))
            if update is None:
                view = views[viewer] if wants_view else None
                update = built[viewer, wants_view] = update_for(viewer, table, after.standing, events, view=view)
            watcher.put(update)
        if hub.behind():
            self._refresh_soon(table.id, hub)

    def _refresh_soon(self, table_id: str, hub: _Hub) -> None:
        if hub.task is None or hub.task.done():
            hub.task = asyncio.create_task(self._refresh(table_id, hub), name=f"watch-{table_id}")

    async def _refresh(self, table_id: str, hub: _Hub) -> None:
        while hub.doubtful or hub.behind():
            try:
                async with self._limit:
                    complete = await self._bring_to_present(table_id, hub)
            except GalaxyError as error:
                complete = self._failed(hub, error)
            except Exception:  # noqa: BLE001  # one table must not end the others
                _log.exception("watch_failed", table=table_id)
                complete = self._failed(hub, InternalError("Watching failed."))
            if not complete:
                await asyncio.sleep(_RETRY_SECONDS)

    def _failed(self, hub: _Hub, error: GalaxyError) -> bool:
        """Tell new watchers; those who have seen the table before wait, unless it is gone for good."""
        gone = isinstance(error, errors.Missing)
        for watcher in hub.behind() if not gone else list(hub.watchers):
            if gone or (not watcher.version and not watcher.resync):
                watcher.end(error)
        hub.doubtful = hub.doubtful and not gone
        return not hub.doubtful and not hub.behind()

    async def _bring_to_present(self, table_id: str, hub: _Hub) -> bool:
        """Read the store and tell all who are behind; says whether everybody got what they want."""
        hub.doubtful = False
        stood = {watcher: watcher.version for watcher in hub.watchers}
        loaded = await self._keeper.load(table_id)
        table = loaded.table
        # A store that was restored to an earlier moment: what was told after it did not happen.
        undone = [watcher for watcher, version in stood.items() if version > table.version]
        for watcher in undone:
            watcher.start_over()
        hub.known = table.version if undone else max(hub.known, table.version)
        behind = [watcher for watcher in hub.behind() if watcher.version < table.version]
        if not behind:
            return True
        events = await self._history(loaded, behind)
        views, complete = await self._views(loaded, behind)
        for watcher in behind:
            if watcher.ended or watcher.overflowed or watcher.version >= table.version:
                continue
            viewer = self._viewer(watcher, table)
            wants_view = watcher.views and loaded.position is not None
            if watcher.ended or (wants_view and viewer not in views):
                continue
            since = [event for event in events if event.number >= watcher.next_event > 0]
            update = update_for(
                viewer,
                table,
                loaded.standing,
                since,
                view=views[viewer] if wants_view else None,
                resync=watcher.resync,
            )
            watcher.resync = False
            watcher.put(update)
        return complete

    async def _history(self, loaded: Loaded, behind: Iterable[Watcher]) -> list[play_pb2.TableEvent]:
        last = loaded.table.events
        for watcher in behind:
            if watcher.next_event > last + 1:
                # It knows of events that are not there.
                watcher.start_over()
        first = min((watcher.next_event for watcher in behind if watcher.next_event), default=last + 1)
        if first > last:
            return []
        stored = await self._keeper.store.events(loaded.table.id, first, last)
        return [play_pb2.TableEvent.FromString(event.payload) for event in stored]

    async def _views(self, loaded: Loaded, behind: Iterable[Watcher]) -> tuple[dict[Viewer, any_pb2.Any], bool]:
        """Views that are wanted; False with what there is while the rules do not answer."""
        if loaded.position is None:
            return {}, True
        wanting = [watcher for watcher in behind if watcher.views]
        viewers = {self._viewer(watcher, loaded.table) for watcher in wanting}
        if not viewers:
            return {}, True
        try:
            game = self._games.game(loaded.table.game)
            return await game.view(loaded.table.id, loaded.position, viewers), True
        except GalaxyError as error:
            for watcher in wanting:
                if not watcher.version and not watcher.resync:
                    watcher.end(error)
            return {}, False

    def _viewer(self, watcher: Watcher, table: TableState) -> Viewer:
        try:
            return watcher.onlooker.viewer(table)
        except GalaxyError as error:
            watcher.end(error)
            return None
