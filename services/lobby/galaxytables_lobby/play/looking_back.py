"""Shows tables as they were after an earlier event, by replaying their choices.

The journal says which choices held after an event. The rules service replays them and returns the views of that moment:
one viewer's as they saw it, or each seat's once the game is over. Clients step through a game event by event, forwards
or backwards. So some positions along the way are kept, and the last answers too; then a step replays only a few
choices. Requests for the same table wait for each other, and only a few replays run at once.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeVar

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain.game import Viewer, Views, pin_of, viewers_of, views_of
from galaxytables_lobby.domain.history import LOBBY_EVENT, Stood, StoredEvent, decisions, stood_at
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.stages import finished, started
from galaxytables_lobby.domain.state import FinishedTable, StartedTable, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.metrics import LOOKED_BACK
from galaxytables_lobby.play.renewal import start_of
from galaxytables_lobby.ports import Archive, Games
from galaxytables_lobby.tables import Tables

# How many replays run at once; further callers get an error that says to retry in about as long as a replay takes.
MAX_REPLAYS = 8
REPLAY_SECONDS = 1.0
# How many tables are remembered, and for each the last answers and positions at least `EVERY` choices apart.
MAX_TABLES, MAX_ANSWERS = 64, 8
EVERY, MAX_MARKS = 16, 64

T = TypeVar("T")


@dataclass(frozen=True)
class Then:
    """The state of a table right after an earlier event."""

    last_event: int
    standing: rules_pb2.Standing
    views: Views
    paused: bool


@dataclass
class _History:
    """The lobby events of a table that matter here, with their numbers."""

    upto: int = 0
    journal: list[bytes] = field(default_factory=list)
    pauses: list[tuple[int, bool]] = field(default_factory=list)
    finished: int = 0
    # The event at which each player left their seat.
    left: dict[SeatNumber, int] = field(default_factory=dict)


@dataclass
class _Cached:
    """What is remembered of a table."""

    history: _History = field(default_factory=_History)
    # Positions by the digest of the choices that lead to them: some at regular distances, and the last ones shown.
    marks: OrderedDict[bytes, bytes] = field(default_factory=OrderedDict)
    shown: OrderedDict[bytes, bytes] = field(default_factory=OrderedDict)
    # Answers of the rules service.
    answers: OrderedDict[bytes, tuple[rules_pb2.Standing, Views]] = field(default_factory=OrderedDict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class LookingBack:
    """Shows earlier states of tables, and remembers recent ones."""

    def __init__(self, tables: Tables, games: Games, archive: Archive) -> None:
        """The archive is for tables that have left the store."""
        self._tables = tables
        self._games = games
        self._archive = archive
        self._seen: OrderedDict[TableId, _Cached] = OrderedDict()
        self._under_way = 0

    async def viewer_then(self, loaded: Loaded, viewer: Viewer, player_id: PlayerId, event: int) -> Viewer:
        """Return the seat from which a player saw a table after an event; `viewer` is the player's seat now."""
        seat = loaded.table.seat_of(player_id)
        if seat is None or loaded.table.playing_seat(player_id) is not None:
            return viewer
        past = await self._history(self._cached(loaded.table.id), loaded)
        stood = _stood(loaded.table, past, event)
        if _is_over(past, stood):
            return viewer
        return seat if stood.last_event < past.left.get(seat, past.finished or loaded.table.events + 1) else None

    async def at(self, loaded: Loaded, event: int, viewers: Collection[Viewer]) -> Then:
        """Return a table as it was after an event.

        Raises TABLE_NOT_STARTED, PAST_NOT_KEPT, TOO_MANY_REQUESTS.
        """
        table = started(loaded.table)
        cached = self._cached(table.id)
        past = await self._history(cached, loaded)
        stood = _stood(table, past, event)
        over = table.end_reason if isinstance(table, FinishedTable) and _is_over(past, stood) else 0
        standing, views = await self._played(cached, table, stood, viewers, end_reason=over)
        paused = next((paused for number, paused in reversed(past.pauses) if number <= stood.last_event), False)
        return Then(stood.last_event, standing, {viewer: views[viewer] for viewer in viewers}, paused)

    async def recorded(self, loaded: Loaded, event: int) -> list[game_pb2.Choice]:
        """Return the choices of a finished game that held after an event; none for event 0, the beginning.

        Raises GAME_NOT_OVER, TABLE_CLOSED, UNKNOWN_EVENT, PAST_NOT_KEPT, and GAME_OVER if the game had ended by then.
        """
        table = finished(loaded.table)
        if event > table.events:
            raise errors.unknown_event(event, table.events)
        if not event:
            return []
        past = await self._history(self._cached(table.id), loaded)
        stood = _stood(table, past, event)
        if _is_over(past, stood):
            raise errors.game_over()
        return list(stood.choices)

    async def decisions(self, loaded: Loaded, seat: SeatNumber) -> list[tuple[int, game_pb2.Choice]]:
        """Return those choices of a seat that were not taken back, each with the event after which it was made.

        Raises PAST_NOT_KEPT.
        """
        made = decisions(await self._journal(loaded), seat)
        if not made:
            raise errors.past_not_kept(loaded.table.id)
        return made

    def _cached(self, table_id: TableId) -> _Cached:
        cached = self._seen.setdefault(table_id, _Cached())
        self._seen.move_to_end(table_id)
        while len(self._seen) > MAX_TABLES:
            self._seen.popitem(last=False)
        return cached

    async def _history(self, cached: _Cached, loaded: Loaded) -> _History:
        """Return the lobby events up to now."""
        if cached.history.upto != loaded.table.events:
            cached.history = _read(await self._tables.events(loaded.table, 1), await self._journal(loaded))
            cached.history.upto = loaded.table.events
        return cached.history

    async def _journal(self, loaded: Loaded) -> list[bytes]:
        if not loaded.archived:
            journal = await self._tables.store.journal(loaded.table.id)
            if journal:
                return journal
        moment = await self._archive.moment(loaded.table.id)
        return [] if moment is None else list(moment.journal)

    async def _played(
        self, cached: _Cached, table: StartedTable, stood: Stood, viewers: Collection[Viewer], *, end_reason: int
    ) -> tuple[rules_pb2.Standing, Views]:
        digests = _digests(stood.choices, self._games.position_form(table.game, pin_of(table)))
        key = digests[-1] + bytes([end_reason])
        found = cached.answers.get(key)
        if found is not None and found[1].keys() >= set(viewers):
            LOOKED_BACK.labels(table.game, "kept").inc()
            return found
        if self._under_way >= MAX_REPLAYS:
            raise errors.too_many_requests(MAX_REPLAYS, retry_after=REPLAY_SECONDS)
        self._under_way += 1
        try:
            async with cached.lock:
                answer = await self._play(cached, table, stood.choices, digests, viewers, end_reason=end_reason)
        finally:
            self._under_way -= 1
        LOOKED_BACK.labels(table.game, "played").inc()
        standing, views = answer.standing, views_of(answer.views)
        if not standing.over:
            _keep(cached.shown, digests[-1], standing.position, MAX_ANSWERS)
        standing.ClearField("position")
        if found is not None:
            views = {**found[1], **views}
        _keep(cached.answers, key, (standing, views), MAX_ANSWERS)
        return standing, views

    async def _play(
        self,
        cached: _Cached,
        table: StartedTable,
        choices: Sequence[game_pb2.Choice],
        digests: Sequence[bytes],
        viewers: Collection[Viewer],
        *,
        end_reason: int,
    ) -> rules_pb2.ReplayToResponse:
        """Have the rules service replay the choices from the latest kept position on the way.

        With an `end_reason`, the game ends there.
        """
        kept = {**cached.marks, **cached.shown}
        done = next((count for count in range(len(choices), 0, -1) if digests[count] in kept), 0)
        every = max(EVERY, (len(choices) - done) // (MAX_MARKS // 2))
        request = rules_pb2.ReplayToRequest(choices=choices[done:], viewers=viewers_of(viewers), every=every)
        request.end_reason = game_pb2.EndReason.ValueType(end_reason)
        if done:
            request.position = kept[digests[done]]
        else:
            request.start.CopyFrom(start_of(table))
        answer = await self._games.rules_of(table.game).replay_to(request, pin_of(table, digests[0]))
        for number, position in enumerate(answer.positions, 1):
            _keep(cached.marks, digests[done + number * every], position, MAX_MARKS)
        return answer


def _stood(table: Table, past: _History, event: int) -> Stood:
    stood = stood_at(past.journal, event)
    if stood is None:
        raise errors.past_not_kept(table.id)
    return stood


def _is_over(past: _History, stood: Stood) -> bool:
    return 0 < past.finished <= stood.last_event


def _read(history: Sequence[StoredEvent], journal: list[bytes]) -> _History:
    past = _History(journal=journal)
    for stored in history:
        if stored.source != LOBBY_EVENT:
            continue
        event = play_pb2.TableEvent.FromString(stored.payload).event
        if event.kind in ("paused", "resumed"):
            past.pauses.append((stored.number, event.kind == "paused"))
        elif event.kind in ("resigned", "handed_over"):
            past.left.setdefault(SeatNumber(event.seat), stored.number)
        elif event.kind == "finished":
            past.finished = stored.number
    return past


def _digests(choices: Sequence[game_pb2.Choice], form: bytes) -> list[bytes]:
    """Return the digests of all prefixes of the choices, shortest first; they depend on the form of positions too."""
    digests = [form]
    for choice in choices:
        digests.append(blake2b(digests[-1] + choice.SerializeToString(deterministic=True), digest_size=16).digest())
    return digests


def _keep(kept: OrderedDict[bytes, T], key: bytes, value: T, limit: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > limit:
        kept.popitem(last=False)
