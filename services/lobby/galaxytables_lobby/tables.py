"""Tables in this process's memory, and the one way to change one.

`TableRepository.change` takes a step (a coroutine that looks at a table and says what becomes of it), commits it, and
tells whoever listens. A table that was needed before is taken from memory: the commit itself finds out whether another
process was faster, and then the table is loaded and the step repeated. A refusal that was decided on a remembered
table is decided again on the stored one before anybody hears of it. Steps at the same table wait for each other, so
that a process never competes with itself.

So a table is a small machine: at rest, or busy with one step and a queue of others. Nothing in here needs a task of its
own: a change goes on when the rules or the store have answered (`deferred.drive`), or with the task that asked for it.
"""

import asyncio
import hashlib
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, overload

import msgspec
import structlog
from msgspec.structs import replace

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.redis import Commit, CommitOutcome, Committed, News, Store, Stored
from galaxytables_lobby.concurrency.deferred import Deferred
from galaxytables_lobby.domain import timing
from galaxytables_lobby.domain.endings import Reason, name_of
from galaxytables_lobby.domain.events import StoredEvent
from galaxytables_lobby.domain.game import Asked, HeldPosition, prompts_by_seat
from galaxytables_lobby.domain.outage import Outage
from galaxytables_lobby.domain.pin import Pin, edition, pin_of
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest, fresh_identity
from galaxytables_lobby.domain.stages import started
from galaxytables_lobby.domain.state import FinishedTable, RunningTable, StartedTable, Table, decode
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId, shard_of
from galaxytables_lobby.metrics import GAMES_ENDED, table_loads
from galaxytables_serving import GalaxyError
from galaxytables_serving.running_loop import running_loop

_log = structlog.get_logger(__name__)

# How often a step is repeated because another process was faster.
_ATTEMPTS = 12


class Loaded(msgspec.Struct, frozen=True):
    """A table with its game; standing and position are None before the start."""

    table: Table
    standing: rules_pb2.Standing | None = None
    position: HeldPosition | None = None
    # Who must choose now.
    asked: Asked = {}
    # It has left the store: nothing can happen there any more.
    archived: bool = False
    # The clocks are ahead of the store's: what an outage took was given back.
    compensated: bool = False


Step: TypeAlias = Callable[[Loaded], Awaitable[Change]]
# A step that may find nothing to do.
Attempt: TypeAlias = Callable[[Loaded], Awaitable[Change | None]]


class ChangeMade(msgspec.Struct, frozen=True):
    """A change that was made at a table, as listeners hear of it."""

    # The version that it was made to, 0 for a new table.
    before: int
    after: Loaded
    change: Change
    # Whether seats, host, stage or terms changed, and to whom it matters wherever they look.
    seating: bool
    concerned: frozenset[PlayerId]


class Renewal(Protocol):
    """Makes positions anew that rules do not read any more: `play/renewal.py`."""

    def is_due(self, game: str, pin: Pin) -> bool:
        """Whether positions of a form are none that the game's rules read now, as far as is known."""

    async def renewed(
        self, table: StartedTable, position: HeldPosition, *, past: bool = False
    ) -> rules_pb2.Standing | None:
        """How a table stands of which `position` tells, played again; None if that cannot be had just now."""


Listener: TypeAlias = Callable[[ChangeMade], None]
Notice: TypeAlias = Callable[[str, str], Awaitable[None]]


@dataclass(slots=True)
class _Slot:
    """A table's place in memory, which one step at a time has; while any has it or waits for it, it stays."""

    loaded: Loaded | None = None
    busy: bool = False
    waiting: deque[Deferred[None]] = field(default_factory=deque)
    # The last version that all listeners were told of as a change of this process.
    told: int = 0

    async def enter(self) -> None:
        """Have it, once all who came before have left; `leave` must follow."""
        if not self.busy:
            self.busy = True
            return
        turn: Deferred[None] = Deferred()
        self.waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                # It was this one's turn already.
                self.leave()
            raise

    def leave(self) -> None:
        """Let the next have it, in the next turn of the loop, so that a long queue is no deep stack."""
        if self.waiting:
            running_loop().call_soon(self._let_next)
        else:
            self.busy = False

    def _let_next(self) -> None:
        while self.waiting:
            turn = self.waiting.popleft()
            if not turn.done():
                turn.succeed(None)
                return
        self.busy = False


class TableRepository:
    """The tables of one process."""

    def __init__(
        self,
        store: Store,
        *,
        archive: Archive | None = None,
        renewal: Renewal | None = None,
        capacity: int = 2_000,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """Take the store, and where they are of interest, the archive and what makes positions anew.

        Also how many tables to remember, and a clock in the place of the store's, in seconds since the epoch.
        """
        self.store = store
        self._archive = archive
        self._renewal = renewal
        self._clock = clock or store.clock
        self._capacity = capacity
        self._slots: OrderedDict[TableId, _Slot] = OrderedDict()
        self._listeners: list[Listener] = []
        self._notice: Notice | None = None
        # Called once all have been told of a change of this process, with its feed's last entry before, and its own.
        self.on_told: Callable[[TableId, bytes, bytes], None] = lambda *_: None
        self._outages: tuple[Outage, ...] = ()

    @property
    def outages(self) -> tuple[Outage, ...]:
        """Every outage whose time is given back to the clocks of tables."""
        return self._outages

    @outages.setter
    def outages(self, outages: tuple[Outage, ...]) -> None:
        self._outages = outages
        self.forget_all()

    def now(self) -> int:
        """The store's time in milliseconds since the epoch."""
        return int(self._clock() * 1000)

    def listen(self, listener: Listener) -> None:
        """Call with each change of this process once it is committed."""
        self._listeners.append(listener)

    def before_changes(self, notice: Notice) -> None:
        """Call with game and edition before each change of a table whose clock runs: then `outages` are known."""
        self._notice = notice

    async def load(self, table_id: TableId) -> Loaded:
        """A table as store or archive have it now. Raises TABLE_NOT_FOUND."""
        loaded = await self.find(table_id)
        if loaded is None:
            raise errors.table_not_found(table_id)
        return loaded

    async def find(self, table_id: TableId) -> Loaded | None:
        """A table as store or archive have it now; None if there is none."""
        loaded = await self._found(table_id)
        if loaded is None:
            return None
        slot = self._slots.get(table_id)
        known = slot.loaded if slot is not None else None
        if known is not None and known.table.version == loaded.table.version:
            # Perhaps its position has been made anew.
            loaded = replace(loaded, standing=known.standing, position=known.position, asked=known.asked)
        loaded = await self._renewed(loaded)
        if slot is not None and (slot.loaded is None or slot.loaded.table.version <= loaded.table.version):
            slot.loaded = loaded
        return loaded

    async def seen_by(self, viewer: SeatNumber | None, loaded: Loaded) -> Loaded:
        """A table as a viewer may see it: as it is, or for spectators as it stood some choices ago."""
        if viewer is not None or not loaded.table.delayed:
            return loaded
        past = await self.store.past(loaded.table.id)
        if past is None:
            raise errors.table_busy(loaded.table.id)
        table = started(past.table)
        position = _position(table, past.position, table.position_form)
        if self._renewal is not None and self._renewal.is_due(table.game, position.pin):
            standing = await self._renewal.renewed(table, position, past=True)
            if standing is not None:
                position = _position(table, standing.position, standing.position_form)
        return Loaded(table, None, position)

    async def table_of_invitation(self, code: str) -> TableId | None:
        """The table that an invitation code leads to, wherever the table is."""
        found = await self.store.table_of_invitation(code)
        if found is None and self._archive is not None:
            return await self._archive.table_of_invitation(code)
        return found

    async def events(self, table: Table, first: int) -> list[StoredEvent]:
        """A table's history from event `first` on, as far as `table` knows of it."""
        found = await self.store.events(table.id, first, table.events)
        if len(found) > table.events - first:
            return found
        kept = await self._from_archive(table.id)
        return found if kept is None else [event for event in kept[1] if first <= event.number <= table.events]

    async def create(self, table: Table, request: IdempotentRequest | None = None) -> Loaded | Answer | None:
        """Store a new table; gives what the request had led to if it was made before, None where its id is taken."""
        request = request or IdempotentRequest(fresh_identity())
        change, after = Change(table, None, (), ()), Loaded(table)
        commit = _commit(None, after, change, request)
        committed = await self.store.commit(commit)
        if committed.outcome is CommitOutcome.CONFLICT:
            return None
        if committed.answer is not None and request.content:
            return request.check(committed.answer)
        self._tell(commit, after, change, committed)
        return after

    async def answered(self, table_id: TableId, request: IdempotentRequest) -> Answer | None:
        """What a request has led to, if it was made before and is remembered. Raises REQUEST_ID_REUSED."""
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
        """Change a table: gives it as it is then, or, for a request accepted before, what that had led to.

        None where the step had nothing to do. A change to the same version only remembers the request. Raises what the
        step raises, REQUEST_ID_REUSED, TABLE_NOT_FOUND, TABLE_ARCHIVED, TABLE_BUSY, STORE_UNAVAILABLE; then nothing has
        changed, save that after STORE_UNAVAILABLE the change may have been made: send the same request again.
        """
        request = request or IdempotentRequest(fresh_identity())
        slot = self._slots.get(table_id)
        if slot is None:
            slot = self._slots[table_id] = _Slot()
        self._slots.move_to_end(table_id)
        await slot.enter()
        try:
            return await self._change(table_id, slot, step, request)
        finally:
            slot.leave()
            if slot.loaded is None and not slot.busy:
                self._slots.pop(table_id, None)
            self._shrink()

    def has_told(self, news: News) -> bool:
        """Whether news of this process itself are none: its listeners were told of the change when it was made."""
        slot = self._slots.get(news.table_id)
        return slot is not None and slot.told >= news.version

    def heard(self, news: News) -> None:
        """Another process has changed a table: forget an older one."""
        slot = self._slots.get(news.table_id)
        if slot is not None and slot.loaded is not None and slot.loaded.table.version < news.version:
            slot.loaded = None

    def forget_all(self) -> None:
        """Forget every table."""
        for slot in self._slots.values():
            slot.loaded = None

    def forget(self, shards: Collection[int]) -> None:
        """Forget the tables of some shards, of which news may have been missed."""
        for table_id, slot in self._slots.items():
            if shard_of(table_id) in shards:
                slot.loaded = None

    async def _change(
        self, table_id: TableId, slot: _Slot, step: Attempt, request: IdempotentRequest
    ) -> Loaded | Answer | None:
        for _ in range(_ATTEMPTS):
            fresh = slot.loaded is None
            table_loads("store" if fresh else "cache").inc()
            before = await self._before(table_id, slot)
            try:
                change = await step(before)
            except GalaxyError:
                # Perhaps the answer to a request that was accepted before; perhaps a table that has moved on.
                answer = await self.answered(table_id, request)
                if answer is not None:
                    return answer
                if fresh or await self._is_current(before):
                    raise
                slot.loaded = None
                continue
            if change is not None:
                changed = await self._committed(slot, before, change, request)
                if changed is not None:
                    return changed
            elif fresh or await self._is_current(before):
                return None
            slot.loaded = None
        raise errors.table_busy(table_id)

    async def _committed(
        self, slot: _Slot, before: Loaded, change: Change, request: IdempotentRequest
    ) -> Loaded | Answer | None:
        """Commit a change; None where the table is not the one that it builds on."""
        after = _after(before, change)
        commit = _commit(before.table, after, change, request)
        # Whoever does not hear of the outcome does not know how the table stands.
        slot.loaded = None
        committed = await self.store.commit(commit)
        if committed.outcome is CommitOutcome.DONE:
            slot.loaded = after
        elif committed.answer is None:
            return None
        elif request.content:
            return request.check(committed.answer)
        # Repeated without content: our own commit, whose first answer was lost on the way.
        self._tell(commit, after, change, committed, slot)
        return after

    async def _is_current(self, loaded: Loaded) -> bool:
        """Whether a remembered table is as the store has it."""
        return await self.store.version(loaded.table.id) == loaded.table.version

    async def _before(self, table_id: TableId, slot: _Slot) -> Loaded:
        """The table as a change finds it, remembered or read; every outage of its game is known."""
        before = await self._renewed(slot.loaded if slot.loaded is not None else await self._fetch(table_id))
        slot.loaded = before
        if self._notice is not None and before.table.control.ticks and before.standing is not None:
            pin = started(before.table)
            await self._notice(pin.game, edition(pin.game, pin.rules_version, pin.pack_digest))
            if slot.loaded is not before:
                # There was one just now: its time is given back first.
                before = slot.loaded = await self._renewed(await self._fetch(table_id))
        return before

    async def _renewed(self, loaded: Loaded) -> Loaded:
        """The same table with a position that its game's rules can read."""
        standing, position = loaded.standing, loaded.position
        if standing is None or position is None or self._renewal is None:
            return loaded
        if not self._renewal.is_due(loaded.table.game, position.pin):
            return loaded
        table = started(loaded.table)
        again = await self._renewal.renewed(table, position)
        if again is None:
            return loaded
        asked = prompts_by_seat(again)
        if (asked.keys(), again.over) != (loaded.asked.keys(), standing.over):
            # The table has moved on meanwhile.
            return loaded
        renewed = _position(table, again.position, again.position_form)
        again.ClearField("position")
        return replace(loaded, standing=again, position=renewed, asked=asked)

    async def _fetch(self, table_id: TableId) -> Loaded:
        """A table as store or archive have it. Raises TABLE_NOT_FOUND."""
        loaded = await self._found(table_id)
        if loaded is None:
            raise errors.table_not_found(table_id)
        return loaded

    async def _found(self, table_id: TableId) -> Loaded | None:
        stored, archived = await self.store.load(table_id), False
        if stored is None:
            kept = await self._from_archive(table_id)
            if kept is None:
                return None
            stored, archived = kept[0], True
        if not stored.standing:
            return Loaded(stored.table)
        standing = rules_pb2.Standing.FromString(stored.standing)
        table = stored.table
        if isinstance(table, RunningTable):
            table = timing.compensated(table, self._outages, self.now())
        compensated = table is not stored.table
        position = _position(started(table), stored.position, standing.position_form)
        return Loaded(table, standing, position, prompts_by_seat(standing), archived, compensated=compensated)

    async def _from_archive(self, table_id: TableId) -> tuple[Stored, list[StoredEvent]] | None:
        """A table that has left the store, with its history."""
        moment = await self._archive.moment(table_id) if self._archive is not None else None
        if moment is None:
            return None
        return Stored(decode(moment.table), moment.standing, moment.position), list(moment.events)

    def _tell(
        self, commit: Commit, after: Loaded, change: Change, committed: Committed, slot: _Slot | None = None
    ) -> None:
        if isinstance(after.table, FinishedTable) and isinstance(commit.before, RunningTable):
            GAMES_ENDED.labels(after.table.game, name_of(Reason(after.table.end_reason))).inc()
        before = 0 if commit.before is None else commit.before.version
        told, heard = ChangeMade(before, after, change, commit.seating_changed, commit.concerned), True
        for listener in self._listeners:
            try:
                listener(told)
            except Exception:  # noqa: BLE001  # see below
                # The change is made; whoever failed to hear of it will hear from the feed.
                _log.exception("listener_failed", table=after.table.id)
                heard = False
        if not heard:
            return
        if slot is not None:
            slot.told = after.table.version
        if committed.entry is not None:
            self.on_told(after.table.id, *committed.entry)

    def _shrink(self) -> None:
        while len(self._slots) > self._capacity:
            table_id, slot = next(iter(self._slots.items()))
            if slot.busy:
                return
            del self._slots[table_id]


def _position(table: StartedTable, content: bytes, form: bytes) -> HeldPosition:
    return HeldPosition(content, hashlib.sha256(content).digest()[:16], pin_of(table, form))


def _after(before: Loaded, change: Change) -> Loaded:
    """The table with a change. Raises TABLE_ARCHIVED."""
    if before.archived:
        raise errors.table_archived(before.table.id)
    if change.moved is None:
        return Loaded(change.table, before.standing, before.position, before.asked)
    table, form = started(change.table), change.moved.standing.position_form
    if table.position_form != form:
        table = replace(table, position_form=form)
    return Loaded(table, change.moved.standing, change.moved.position, change.moved.asked)


def _commit(before: Table | None, after: Loaded, change: Change, request: IdempotentRequest) -> Commit:
    response = request.answered_by(change)
    game = None
    if change.moved is not None:
        game = (change.moved.standing.SerializeToString(), change.moved.position.content)
    return Commit(
        before=before,
        after=after.table,
        identity=request.identity,
        content=request.content,
        response=response.SerializeToString() if response is not None and request.content else b"",
        game=game,
        events=[told.stored for told in change.events],
        journal=change.journal,
        mover=change.mover,
        message=change.message,
        span=request.span,
    )
