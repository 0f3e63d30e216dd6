"""The loop: the only place where tables are changed.

`Tables.change` loads a table, runs a step (a coroutine that takes the table and returns its change), commits the
change, and calls all listeners. A recently used table comes from memory. If another process was faster, the commit
fails; then the table is loaded again and the step repeated. If a step refuses a table from memory, it runs again on the
stored table before the error is raised. Steps at the same table queue up, so that a process never competes with itself.
"""

from collections.abc import Awaitable, Callable
from typing import TypeAlias, overload

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.endings import Reason, name_of
from galaxytables_lobby.domain.game import edition
from galaxytables_lobby.domain.loaded import ChangeMade, Loaded, with_change
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest, fresh_identity
from galaxytables_lobby.domain.stages import started
from galaxytables_lobby.domain.state import FinishedTable, RunningTable, Table
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.metrics import GAMES_ENDED, table_loads
from galaxytables_lobby.ports import Archive, Commit, CommitOutcome, KnownSubscribers, Store
from galaxytables_lobby.tables.memory import Place
from galaxytables_lobby.tables.reading import ReadTables, Renewal
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

# How often a step is retried because another process was faster.
_ATTEMPTS = 12

Step: TypeAlias = Callable[[Loaded], Awaitable[Change]]
# A step that may have nothing to do.
Attempt: TypeAlias = Callable[[Loaded], Awaitable[Change | None]]
Listener: TypeAlias = Callable[[ChangeMade], None]
Notice: TypeAlias = Callable[[str, str], Awaitable[None]]


class Tables(ReadTables):
    """The tables of one process, and the only way to change them."""

    def __init__(
        self,
        store: Store,
        *,
        archive: Archive | None = None,
        renewal: Renewal | None = None,
        capacity: int = 2_000,
        clock: Callable[[], float] | None = None,
        subscribers: KnownSubscribers | None = None,
    ) -> None:
        """`subscribers` are the players who may be notified of changes; without them, any player may be.

        For the rest see `ReadTables`.
        """
        super().__init__(store, archive=archive, renewal=renewal, capacity=capacity, clock=clock)
        self._subscribers = subscribers
        self._listeners: list[Listener] = []
        self._notice: Notice | None = None

    def listen(self, *listeners: Listener) -> None:
        """Call `listeners` from now on with each change that this process makes, once the change is committed."""
        self._listeners += listeners

    def before_changes(self, notice: Notice) -> None:
        """From now on, call and await `notice` before each change of a table with clocks.

        `notice` gets the names of the game and its edition, and finds out whether an outage of them has begun or ended
        (`play/outages.py`).
        """
        self._notice = notice

    async def create(
        self, table: Table, request: IdempotentRequest | None = None, *, begun: Change | None = None
    ) -> Loaded | Answer | None:
        """Store a new table and return it. `begun` is a change that starts the table's game in the same commit.

        If the request is a repeat, returns the earlier answer; if the table's id is taken, returns None.
        """
        request = request or IdempotentRequest(fresh_identity())
        change = begun or Change(table)
        after = with_change(Loaded(table), change)
        commit = _commit_of(None, after, change, request, now=self.now())
        commit.notifies = self._notifies(commit)
        committed = await self.store.commit(commit)
        if committed.outcome is CommitOutcome.CONFLICT:
            return None
        if committed.answer is not None and request.content:
            return request.check(committed.answer)
        self._publish(commit, after, change)
        return after

    async def answered(self, table_id: TableId, request: IdempotentRequest) -> Answer | None:
        """Return the remembered answer to an earlier request with the same id, or None. Raises REQUEST_ID_REUSED."""
        answer = await self.store.answered(table_id, request.identity) if request.content else None
        return None if answer is None else request.check(answer)

    @overload
    async def change(
        self, table_id: TableId, step: Step, request: IdempotentRequest | None = None
    ) -> Loaded | Answer: ...

    @overload
    async def change(
        self, table_id: TableId, step: Attempt, request: IdempotentRequest | None = None
    ) -> Loaded | Answer | None: ...

    async def change(
        self, table_id: TableId, step: Attempt, request: IdempotentRequest | None = None
    ) -> Loaded | Answer | None:
        """Change a table by a step: a coroutine that gets the table and returns its change. It may run several times.

        Returns the changed table, or the earlier answer if the request is a repeat. Returns None if the step had
        nothing to do. A change to the same version only stores the request's answer. Raises the errors of the step,
        REQUEST_ID_REUSED, TABLE_NOT_FOUND, TABLE_ARCHIVED, TABLE_BUSY and STORE_UNAVAILABLE. Then nothing has changed,
        except that after STORE_UNAVAILABLE the change may have been made: send the same request again.
        """
        request = request or IdempotentRequest(fresh_identity())
        place = self.memory.enter(table_id)
        try:
            async with place.lock:
                return await self._change(table_id, place, step, request)
        finally:
            self.memory.leave(table_id, place)

    async def _change(
        self, table_id: TableId, place: Place, step: Attempt, request: IdempotentRequest
    ) -> Loaded | Answer | None:
        """Load the table, run the step, commit its change and publish it. Retries while other processes are faster."""
        for _ in range(_ATTEMPTS):
            fresh = place.loaded is None
            table_loads("store" if fresh else "cache").inc()
            before = await self._load(table_id, place)
            try:
                change = await step(before)
            except GalaxyError:
                # The request may be a repeat, or the table in memory may be out of date.
                answer = await self.answered(table_id, request)
                if answer is not None:
                    return answer
                if fresh or await self._is_current(before):
                    raise
                place.loaded = None
                continue
            if change is not None:
                changed = await self._commit(place, before, change, request)
                if changed is not None:
                    return changed
            elif fresh or await self._is_current(before):
                return None
            place.loaded = None
        raise errors.table_busy(table_id)

    async def _commit(
        self, place: Place, before: Loaded, change: Change, request: IdempotentRequest
    ) -> Loaded | Answer | None:
        """Commit a change and publish it. Returns None if the table is not the one that the change builds on."""
        after = with_change(before, change)
        commit = _commit_of(before.table, after, change, request, now=self.now())
        if commit.seating_changed:
            await self._before_arrivals(before.table, after.table)
        commit.notifies = self._notifies(commit)
        # If the outcome gets lost, the table's state is unknown.
        place.loaded = None
        committed = await self.store.commit(commit)
        if committed.outcome is CommitOutcome.DONE:
            place.loaded = after
        elif committed.answer is None:
            return None
        elif request.content:
            return request.check(committed.answer)
        # An answer although the request has no content: this very commit was sent twice, since its reply was lost.
        self._publish(commit, after, change, place)
        return after

    def _notifies(self, commit: Commit) -> bool:
        """Return whether a commit may be about something of which a subscriber must be notified."""
        if not commit.concerned and commit.message is None:
            return False
        # All of them: who answered last may be asked again at once, which is no change of whose turn it is.
        return self._subscribers is None or self._subscribers.may_include(commit.after.members)

    async def _before_arrivals(self, before: Table, after: Table) -> None:
        """Before players sit down, record what has happened at the table, so that they are not notified of it."""
        arriving = after.members - before.members
        if arriving and self._subscribers is not None and self._subscribers.may_include(arriving):
            await self._subscribers.catch_up(before.id)

    async def _is_current(self, loaded: Loaded) -> bool:
        """Return whether a table in memory is up to date with the store."""
        return await self.store.version(loaded.table.id) == loaded.table.version

    async def _load(self, table_id: TableId, place: Place) -> Loaded:
        """Return the table for a change, from memory or the store, after outages of its game have been looked for."""
        before = await self.renewed(place.loaded if place.loaded is not None else await self.fetch(table_id))
        place.loaded = before
        if self._notice is not None and before.table.control.ticks and before.standing is not None:
            pin = started(before.table)
            await self._notice(pin.game, edition(pin.game, pin.rules_version, pin.pack_digest))
            if place.loaded is not before:
                # An outage has just ended: give its time back first.
                before = place.loaded = await self.renewed(await self.fetch(table_id))
        return before

    def _publish(self, commit: Commit, after: Loaded, change: Change, place: Place | None = None) -> None:
        """Count a committed change and call all listeners with it.

        It happens at most once for each change, however often the step ran. It does not happen if the store's reply is
        lost, and a repeat of the request then finds the change made.
        """
        if isinstance(after.table, FinishedTable) and isinstance(commit.before, RunningTable):
            GAMES_ENDED.labels(after.table.game, name_of(Reason(after.table.end_reason))).inc()
        before = 0 if commit.before is None else commit.before.version
        made, published = ChangeMade(before, after, change, commit.seating_changed, commit.concerned), True
        for listener in self._listeners:
            try:
                listener(made)
            except Exception:  # noqa: BLE001  # see below
                # The change is committed; a listener that failed learns of it from the feed.
                _log.exception("listener_failed", table=after.table.id)
                published = False
        if published and place is not None:
            place.published = after.table.version


def _commit_of(before: Table | None, after: Loaded, change: Change, request: IdempotentRequest, *, now: int) -> Commit:
    response = request.answered_by(change)
    game = None
    if change.moved is not None:
        game = (change.moved.standing.SerializeToString(), change.moved.position.content)
    return Commit(
        before=before,
        after=after.table,
        time=now,
        identity=request.identity,
        content=request.content,
        response=response.SerializeToString() if response is not None and request.content else b"",
        game=game,
        events=[event.stored for event in change.events],
        journal=change.journal,
        mover=change.mover,
        message=change.message,
        span=request.span,
    )
