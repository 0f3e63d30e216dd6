"""Watching tables: history, then what happens, without a gap and without anything twice.

Each watched table has a hub in this process. Every watcher knows up to which version and event it has been told.
A change made by this process continues exactly where a watcher stands and goes straight to it, with the views that
the rules service built along the way. Whoever stands elsewhere (new watchers, a change made by another process,
a reader that was too slow) is *behind*, and one task a hub reads the store once for all who are behind and brings
each to the present. So joining, gaps and resyncs are one path, and views are built once a viewer, not once a
watcher.

Who watches for prompts only is passed over by what brings none: it counts as told, and costs neither an update nor
a view.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import NamedTuple

import structlog
from google.protobuf import any_pb2

from galaxy.lobby.v1 import play_pb2
from services.lobby import errors
from services.lobby.keeper import Keeper, Loaded
from services.lobby.metrics import WATCHERS
from services.lobby.playing import Change, prompts_by_seat
from services.lobby.rules import Directory, Viewers
from services.lobby.sight import Events, Viewer, update_for
from services.lobby.store import News
from services.lobby.table import TableState
from services.lobby.tasks import end_tasks
from services.lobby.watcher import NO_PROMPTS, Onlooker, Watcher
from services.serving import GalaxyError
from services.serving.errors import InternalError

_log = structlog.get_logger(__name__)

_RETRY_SECONDS = 0.5
# How many tables are read from the store at once after a gap.
_REFRESHES = 32


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


class _Concerned(NamedTuple):
    """Whom to tell, what they see the table as, and whether with its view."""

    watcher: Watcher
    viewer: Viewer
    wants_view: bool


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

    def viewers(self, table: TableState, mover: int | None) -> Viewers:
        """Whose views are wanted here when a seat moves this table.

        Who watches for prompts only and has one already keeps it, unless it is the mover: no view for them either.
        """
        hub = self._hubs.get(table.id)
        if hub is None:
            return Viewers()
        always: set[Viewer] = set()
        if_asked: set[Viewer] = set()
        for watcher in hub.watchers:
            if not watcher.views or watcher.ended or watcher.overflowed:
                continue
            try:
                viewer = watcher.onlooker.viewer(table)
            except GalaxyError:
                continue
            if not watcher.prompts_only:
                always.add(viewer)
            elif viewer is not None and (viewer == mover or not watcher.prompts):
                if_asked.add(viewer)
        return Viewers(always, if_asked - always)

    def watch(
        self,
        table_id: str,
        onlooker: Onlooker,
        *,
        views: bool,
        from_event: int,
        on_ready: Callable[[Watcher], None],
        prompts_only: bool = False,
    ) -> Watcher:
        """Begin to watch a table from an event number (0: no history); `leave` must follow."""
        watcher = Watcher(
            table_id, onlooker, views=views, from_event=from_event, prompts_only=prompts_only, on_ready=on_ready
        )
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
        views = hub.views if hub.views_version == table.version else {}
        built: dict[tuple[Viewer, bool, bool], play_pb2.TableUpdate] = {}
        events = Events(told.event for told in change.events)
        present = [
            watcher
            for watcher in hub.watchers
            if not watcher.ended and not watcher.overflowed and before and watcher.version == before.version
        ]
        for watcher, viewer, wants_view in self._concerned(present, after):
            if wants_view and viewer not in views:
                continue
            key = (viewer, wants_view, watcher.prompts_only)
            if key not in built:
                view = views[viewer] if wants_view else None
                told = None if watcher.prompts_only else events
                built[key] = update_for(viewer, table, after.standing, told, view=view)
            watcher.put(built[key], table.version)
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
        concerned = self._concerned(behind, loaded)
        if not concerned:
            return True
        events = await self._history(loaded, [watcher for watcher, _, _ in concerned])
        views, complete = await self._views(loaded, concerned)
        for watcher, viewer, wants_view in concerned:
            if watcher.ended or watcher.overflowed or watcher.version >= table.version:
                continue
            if wants_view and viewer not in views:
                continue
            update = update_for(
                viewer,
                table,
                loaded.standing,
                events if watcher.next_event else None,
                first=watcher.next_event,
                view=views[viewer] if wants_view else None,
                resync=watcher.resync,
            )
            watcher.resync = False
            watcher.put(update, table.version)
        return complete

    async def _history(self, loaded: Loaded, behind: Iterable[Watcher]) -> Events:
        last = loaded.table.events
        for watcher in behind:
            if watcher.next_event > last + 1:
                # It knows of events that are not there.
                watcher.start_over()
        first = min((watcher.next_event for watcher in behind if watcher.next_event), default=last + 1)
        if first > last:
            return Events(())
        stored = await self._keeper.store.events(loaded.table.id, first, last)
        return Events(play_pb2.TableEvent.FromString(event.payload) for event in stored)

    async def _views(self, loaded: Loaded, concerned: Iterable[_Concerned]) -> tuple[dict[Viewer, any_pb2.Any], bool]:
        """Views that are wanted; False with what there is while the rules do not answer."""
        wanting = [(watcher, viewer) for watcher, viewer, wants_view in concerned if wants_view]
        if loaded.position is None or not wanting:
            return {}, True
        try:
            game = self._games.game(loaded.table.game)
            return await game.view(loaded.table.id, loaded.position, {viewer for _, viewer in wanting}), True
        except GalaxyError as error:
            for watcher, _ in wanting:
                if not watcher.version and not watcher.resync:
                    watcher.end(error)
            return {}, False

    def _concerned(self, watchers: Iterable[Watcher], loaded: Loaded) -> list[_Concerned]:
        """Who is to be told of a table as it stands; others are passed over, and those who may not look end."""
        table = loaded.table
        asked = prompts_by_seat(loaded.standing) if loaded.standing is not None else {}
        found = []
        for watcher in watchers:
            try:
                viewer = watcher.onlooker.viewer(table)
            except GalaxyError as error:
                watcher.end(error)
                continue
            prompts = NO_PROMPTS if viewer is None else asked.get(viewer, NO_PROMPTS)
            if not watcher.concerned(table, viewer, prompts):
                watcher.pass_over(table, prompts)
                continue
            wants_view = watcher.views and loaded.position is not None and bool(prompts or not watcher.prompts_only)
            found.append(_Concerned(watcher, viewer, wants_view))
        return found
