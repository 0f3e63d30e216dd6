"""Subscriptions to single tables: first the history, then each change, without gaps or repeats.

Each watched table has a hub in this process. For every watcher the hub knows the version and the event up to which
updates were sent. A change by this process continues exactly where an up-to-date watcher stands, and goes straight to
that watcher, with the views that the rules service built on the way. All other watchers are *behind*: new ones, all
watchers after a change by another process, and readers that were too slow. One task per hub reads the store once for
all of them and sends each what it lacks. So joins, gaps and resyncs take the same path, and views are built once per
viewer, not once per watcher.

A watcher that only wants prompts skips changes without new prompts: it counts as up to date, and costs neither an
update nor a view.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

import structlog
from google.protobuf import any_pb2

from galaxytables_lobby import errors
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.game import Viewer, Viewers
from galaxytables_lobby.domain.history import HistoryEvent, table_event
from galaxytables_lobby.domain.loaded import ChangeMade, Loaded
from galaxytables_lobby.domain.people import ChatMessage
from galaxytables_lobby.domain.relations import Hearing
from galaxytables_lobby.domain.state import FinishedTable, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId, shard_of
from galaxytables_lobby.metrics import WATCHERS
from galaxytables_lobby.ports import Games, KnownTables, News
from galaxytables_lobby.subscriptions.homes import HERE, ClientsHome
from galaxytables_lobby.subscriptions.sentences import Sentences
from galaxytables_lobby.subscriptions.updates import Events, Update, Updates, put_into_words
from galaxytables_lobby.subscriptions.watcher import NO_PROMPTS, Onlooker, SentUpdate, Watcher
from galaxytables_serving import GalaxyError
from galaxytables_serving.errors import InternalError

_log = structlog.get_logger(__name__)

_RETRY_SECONDS = 0.5
# How many tables are read from the store at once after a gap.
_REFRESHES = 32


class _Hub:
    """The watchers of one table, and what this process knows of the table for them."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        # The newest known version.
        self.newest_version = 0
        # Whether to read the store in any case, because news may have been missed.
        self.stale = False
        self.task: asyncio.Task[None] | None = None
        # Views of the last position that this process saw, by viewer.
        self.views: dict[Viewer, any_pb2.Any] = {}
        self.views_version = 0
        # The table as last sent, and whether it was stranded then.
        self.last_sent: Table | None = None
        self.stranded = False

    def behind(self) -> list[Watcher]:
        return [
            watcher
            for watcher in self.watchers
            if not watcher.overflowed
            and not watcher.ended
            and (watcher.version < self.newest_version or not watcher.version)
        ]


class _Concerned(NamedTuple):
    """A watcher to update: the seat it sees from, whether it wants a view, and the table as it may see it."""

    watcher: Watcher
    viewer: Viewer
    wants_view: bool
    seen: Loaded


class Watching:
    """All watches of tables through this process. For each watched table, a hub has its watchers."""

    def __init__(
        self,
        tables: KnownTables,
        games: Games,
        home_of: Callable[[TableId], ClientsHome] = lambda _: HERE,
    ) -> None:
        """`home_of` returns the address to which a table's clients should connect, if that is another lobby."""
        self._tables = tables
        self._home_of = home_of
        self._games = games
        self._hubs: dict[TableId, _Hub] = {}
        self._limit = asyncio.Semaphore(_REFRESHES)
        self._on_leave: Callable[[Watcher], None] | None = None
        games.listen(self._editions_changed)

    async def close(self) -> None:
        """Stop reading tables for watchers. The watchers' streams end when the server does."""
        await end_tasks([hub.task for hub in self._hubs.values()])

    def viewers(self, table: Table, mover: SeatNumber | None) -> Viewers:
        """Return the viewers whose views must be built here when the seat `mover` changes this table.

        A watcher that only wants prompts, and has one already, keeps its view, unless its seat made the change.
        """
        hub = self._hubs.get(table.id)
        if hub is None:
            return Viewers()
        always: set[Viewer] = set()
        if_asked: set[Viewer] = set()
        for watcher in hub.watchers:
            if not watcher.views or watcher.ended or watcher.overflowed:
                continue
            viewer = watcher.onlooker.viewer(table)
            if isinstance(viewer, GalaxyError):
                continue
            if not watcher.prompts_only:
                if viewer is not None or not table.delayed:
                    always.add(viewer)
            elif viewer is not None and (viewer == mover or not watcher.prompts):
                if_asked.add(viewer)
        return Viewers(always, if_asked - always)

    def watch(
        self,
        table_id: TableId,
        onlooker: Onlooker,
        *,
        views: bool,
        from_event: int,
        on_ready: Callable[[], None],
        from_message: int = 0,
        prompts_only: bool = False,
        sentences: Sentences | None = None,
        view_patches: bool = False,
        hearing: Hearing | None = None,
    ) -> Watcher:
        """Watch a table.

        The watcher gets its events from `from_event` on, its messages from `from_message` on, and all changes. A number
        of 0 means that no earlier ones are sent. Call `leave` when done. Messages of the players in `hearing` are left
        out.
        """
        watcher = Watcher(
            table_id,
            onlooker,
            views=views,
            from_event=from_event,
            from_message=from_message,
            prompts_only=prompts_only,
            on_ready=on_ready,
            sentences=sentences,
            view_patches=view_patches,
            hearing=hearing,
        )
        hub = self._hubs.setdefault(table_id, _Hub())
        hub.watchers.add(watcher)
        WATCHERS.labels("table").inc()
        self._refresh_soon(table_id, hub)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Stop a watch of a table."""
        hub = self._hubs.get(watcher.table_id)
        if hub is None or watcher not in hub.watchers:
            return
        hub.watchers.discard(watcher)
        if self._on_leave is not None:
            self._on_leave(watcher)
        WATCHERS.labels("table").dec()
        if not hub.watchers:
            del self._hubs[watcher.table_id]
            if hub.task is not None:
                hub.task.cancel()

    def before_leaving(self, on_leave: Callable[[Watcher], None]) -> None:
        """Call `on_leave` from now on with each watcher whose watch is about to stop."""
        self._on_leave = on_leave

    def is_open(self, player_id: PlayerId, table_id: TableId) -> bool:
        """Return whether a player watches a table through this process."""
        hub = self._hubs.get(table_id)
        return hub is not None and any(each.onlooker.player_id == player_id for each in hub.watchers)

    def seated(self) -> set[tuple[PlayerId, TableId]]:
        """Return the players who watch, through this process, a table at which they play, each with that table."""
        return {
            (watcher.onlooker.player_id, table_id)
            for table_id, hub in self._hubs.items()
            for watcher in hub.watchers
            if hub.last_sent is not None and hub.last_sent.playing_seat(watcher.onlooker.player_id) is not None
        }

    def take(self, watcher: Watcher) -> list[Update]:
        """Return all waiting updates of a watcher.

        A watcher whose queue overflowed gets the whole table again afterwards.
        """
        updates = watcher.take()
        if watcher.overflowed and not watcher.ended:
            watcher.start_over()
            hub = self._hubs.get(watcher.table_id)
            if hub is not None:
                self._refresh_soon(watcher.table_id, hub)
        return updates

    async def drain(self, watcher: Watcher) -> list[SentUpdate]:
        """Take and return all updates that wait for a watcher, with sentences if the watcher wants them."""
        updates, sentences = self.take(watcher), watcher.sentences
        if sentences is not None:
            updates = [await put_into_words(update, sentences) for update in updates]
        return [watcher.sent(update) for update in updates]

    def on_news(self, news: News) -> None:
        """Read a table that is watched here from the store soon, if another process has changed it."""
        hub = self._hubs.get(news.table_id)
        if hub is not None and news.version > hub.newest_version:
            hub.newest_version = news.version
            self._refresh_soon(news.table_id, hub)

    def mark_stale(self, shards: Collection[int]) -> None:
        """Read every watched table of some shards from the store again, because news may have been missed."""
        for table_id, hub in self._hubs.items():
            if shard_of(table_id) in shards:
                hub.stale = True
                self._refresh_soon(table_id, hub)

    def show_again(self) -> None:
        """Send every watcher its table again, because clocks were set without a change of the table."""
        for table_id, hub in self._hubs.items():
            for watcher in hub.watchers:
                watcher.version = 0
            self._refresh_soon(table_id, hub)

    def _editions_changed(self, game: str) -> None:
        """Send the tables of a game again that are now stranded, or no longer stranded."""
        for table_id, hub in self._hubs.items():
            table = hub.last_sent
            if table is not None and table.game == game and self._games.is_stranded(table) != hub.stranded:
                for watcher in hub.watchers:
                    watcher.version = 0
                self._refresh_soon(table_id, hub)

    def changed(self, made: ChangeMade) -> None:
        """Send a change by this process to the watchers that are up to date."""
        after, change = made.after, made.change
        hub = self._hubs.get(after.table.id)
        if hub is None:
            return
        table = after.table
        hub.newest_version = max(hub.newest_version, table.version)
        if change.moved is not None:
            hub.views, hub.views_version = dict(change.moved.views), table.version
        elif made.before and hub.views_version == made.before:
            hub.views_version = table.version
        views = hub.views if hub.views_version == table.version else {}
        present = [
            watcher
            for watcher in hub.watchers
            if not watcher.ended and not watcher.overflowed and made.before and watcher.version == made.before
        ]
        if table.spectators.delay:
            present = [watcher for watcher in present if watcher.present and not _is_delayed(watcher, table)]
        hub.last_sent = table
        hub.stranded = change.moved is None and self._games.is_stranded(table)
        updates = Updates(
            table,
            after.standing,
            now=self._tables.now(),
            events=Events(change.events),
            messages=() if change.message is None else (change.message,),
            stranded=hub.stranded,
        )
        for watcher, viewer, wants_view, _ in self._concerned(present, after, after, views=not hub.stranded):
            if watcher.resync or (wants_view and viewer not in views):
                continue
            update = updates.of(
                viewer,
                view=views[viewer] if wants_view else None,
                first_event=watcher.next_event,
                first_message=watcher.next_message,
                silenced=watcher.hearing.silenced,
            )
            watcher.put(update, table.version)
        if hub.behind():
            self._refresh_soon(table.id, hub)

    def _refresh_soon(self, table_id: TableId, hub: _Hub) -> None:
        if hub.task is None or hub.task.done():
            hub.task = asyncio.create_task(self._refresh(table_id, hub), name=f"watch-{table_id}")

    async def _refresh(self, table_id: TableId, hub: _Hub) -> None:
        while hub.stale or hub.behind():
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
        """End watchers after an error: all if the table is gone, else those that have got nothing yet. The others wait.

        Returns whether nothing is left to do for the hub.
        """
        gone = isinstance(error, errors.NotFoundError)
        for watcher in hub.behind() if not gone else list(hub.watchers):
            if gone or watcher.new:
                watcher.end(error)
        hub.stale = hub.stale and not gone
        return not hub.stale and not hub.behind()

    async def _bring_to_present(self, table_id: TableId, hub: _Hub) -> bool:
        """Read the store and update all watchers that are behind. Returns whether all of them got what they want."""
        hub.stale = False
        newest_version, stood = hub.newest_version, {watcher: watcher.version for watcher in hub.watchers}
        loaded = await self._tables.load(table_id)
        table = loaded.table
        # If the store was restored to an earlier state, later versions never happened.
        for watcher, version in stood.items():
            if version > table.version:
                watcher.start_over()
        hub.newest_version = (
            table.version
            if hub.newest_version == newest_version > table.version
            else max(hub.newest_version, table.version)
        )
        behind = [watcher for watcher in hub.behind() if watcher.version < table.version]
        past = loaded
        if table.delayed and any(_is_delayed(watcher, table) for watcher in behind):
            past = await self._tables.seen_by(None, loaded)
        hub.last_sent = table
        hub.stranded = stranded = self._games.is_stranded(table)
        concerned = self._concerned(behind, loaded, past, views=not stranded)
        if not concerned:
            return True
        events = await self._history(loaded, concerned)
        messages = await self._messages(concerned)
        views, complete = await self._views(loaded, past, concerned)
        now, home = self._tables.now(), self._home_of(table_id)
        updates = {
            id(seen): Updates(
                seen.table, seen.standing, now=now, events=events, messages=messages, stranded=stranded, home=home
            )
            for seen in (loaded, past)
        }
        for watcher, viewer, wants_view, seen in concerned:
            if watcher.ended or watcher.overflowed or watcher.version >= table.version:
                continue
            if wants_view and viewer not in views:
                continue
            update = updates[id(seen)].of(
                viewer,
                view=views[viewer] if wants_view else None,
                first_event=watcher.next_event,
                first_message=watcher.next_message,
                resync=watcher.resync,
                silenced=watcher.hearing.silenced,
            )
            watcher.resync = False
            watcher.put(update, table.version, present=seen is loaded)
        return complete

    async def _messages(self, concerned: Iterable[_Concerned]) -> list[ChatMessage]:
        """Return the stored chat messages of a table; an empty list if no watcher lacks any."""
        for watcher, _, _, seen in concerned:
            if 0 < watcher.next_message <= seen.table.messages:
                return await self._tables.store.messages(watcher.table_id)
        return []

    async def _history(self, loaded: Loaded, concerned: Iterable[_Concerned]) -> Events:
        last = loaded.table.events
        for watcher, _, _, seen in concerned:
            if watcher.next_event > seen.table.events + 1 or watcher.next_message > seen.table.messages + 1:
                # It knows events or messages that do not exist, or that it may not see any more.
                watcher.start_over()
        firsts = [watcher.next_event for watcher, _, _, _ in concerned if watcher.next_event]
        first = min(firsts, default=last + 1)
        stored = await self._tables.events(loaded.table, first) if first <= last else ()
        return Events(HistoryEvent(each.source, table_event(each)) for each in stored)

    async def _views(
        self, loaded: Loaded, past: Loaded, concerned: Iterable[_Concerned]
    ) -> tuple[dict[Viewer, any_pb2.Any], bool]:
        """Return the views that watchers want, by viewer, and whether these are all.

        Some are missing if the rules service does not respond.
        """
        wanting = [(watcher, viewer) for watcher, viewer, wants_view, _ in concerned if wants_view]
        if loaded.position is None or not wanting:
            return {}, True
        viewers = {viewer for _, viewer in wanting}
        views: dict[Viewer, any_pb2.Any] = {}
        try:
            game = self._games.rules_of(loaded.table.game)
            if past is not loaded and past.position is not None and None in viewers:
                views |= await game.view(loaded.table.id, past.position, {None})
                viewers.discard(None)
            if viewers:
                views |= await game.view(loaded.table.id, loaded.position, viewers)
        except GalaxyError as error:
            for watcher, _ in wanting:
                if watcher.new:
                    watcher.end(error)
            return {}, False
        return views, True

    def _concerned(self, watchers: Iterable[Watcher], loaded: Loaded, past: Loaded, *, views: bool) -> list[_Concerned]:
        """Return the watchers to update; others skip this version, and those who may not see the table end.

        `past` is the table as delayed spectators see it; `views` is False if no views can be built.
        """
        table = loaded.table
        shown = views and loaded.standing is not None
        found = []
        for watcher in watchers:
            viewer = watcher.onlooker.viewer(table)
            if isinstance(viewer, GalaxyError):
                watcher.end(viewer)
                continue
            seen = past if viewer is None and table.delayed else loaded
            if viewer is None and watcher.viewer is not None:
                # It has lost its seat: it may have seen more than it may see now, and counted more versions.
                watcher.start_over()
            elif viewer is not None and watcher.viewer is None and isinstance(table, FinishedTable) and not watcher.new:
                # The player resigned. Now that the game is over, they may see their seat's view again.
                watcher.start_over()
            prompts = loaded.open_prompts.get(viewer, NO_PROMPTS) if viewer in table.to_move else NO_PROMPTS
            if not watcher.concerned(seen.table, viewer, prompts):
                watcher.pass_over(table, prompts)
                continue
            wants_view = shown and watcher.views and bool(prompts or not watcher.prompts_only)
            found.append(_Concerned(watcher, viewer, wants_view, seen))
        return found


def _is_delayed(watcher: Watcher, table: Table) -> bool:
    """Return whether a watcher is a spectator of a table with a delay."""
    return table.delayed and watcher.onlooker.viewer(table) is None
