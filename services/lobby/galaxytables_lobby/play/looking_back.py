"""Tables as they stood: played again from seed and journal up to an event.

The journal says which choices had been made, and not taken back, when an event was told; the rules play them again and
show how the game stood then, to one viewer as they saw it or, once it is over, to each seat. Who steps through a game
asks for one event after the other, forwards or backwards: positions are kept along the way, some choices apart, and
the last answers whole, so a step plays a few choices only. A table is played by one request at a time here, and only
few tables at once.
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
from galaxytables_lobby.domain.stages import started
from galaxytables_lobby.domain.state import FinishedTable, StartedTable, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.metrics import LOOKED_BACK
from galaxytables_lobby.play.renewal import start_of
from galaxytables_lobby.ports import Archive, Games
from galaxytables_lobby.tables import Tables

# Requests that play games again at the same time; whoever comes then is told to wait about as long as one takes.
MOST_REPLAYS = 8
REPLAY_SECONDS = 1.0
# Tables of which anything is kept; of each, the last answers, and positions at least so many choices apart.
MOST_TABLES, MOST_ANSWERS = 64, 8
EVERY, MOST_MARKS = 16, 64

T = TypeVar("T")


@dataclass(frozen=True)
class Then:
    """How a table stood."""

    last_event: int
    standing: rules_pb2.Standing
    views: Views
    paused: bool


@dataclass
class _History:
    """What the lobby told of a table that matters for looking back, by the numbers of the events."""

    upto: int = 0
    journal: list[bytes] = field(default_factory=list)
    pauses: list[tuple[int, bool]] = field(default_factory=list)
    finished: int = 0
    # When who left their seat.
    left: dict[SeatNumber, int] = field(default_factory=dict)


@dataclass
class _Known:
    """What is remembered of a table."""

    told: _History = field(default_factory=_History)
    # Positions by the digest of the choices that led to them: some choices apart, and the last ones that were shown.
    marks: OrderedDict[bytes, bytes] = field(default_factory=OrderedDict)
    shown: OrderedDict[bytes, bytes] = field(default_factory=OrderedDict)
    # What the rules answered.
    answers: OrderedDict[bytes, tuple[rules_pb2.Standing, Views]] = field(default_factory=OrderedDict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class LookingBack:
    """All tables that somebody looks back at through this process."""

    def __init__(self, tables: Tables, games: Games, archive: Archive) -> None:
        """Take the tables, the games, and where tables are that have left the store."""
        self._tables = tables
        self._games = games
        self._archive = archive
        self._seen: OrderedDict[TableId, _Known] = OrderedDict()
        self._under_way = 0

    async def viewer_then(self, loaded: Loaded, viewer: Viewer, player_id: PlayerId, event: int) -> Viewer:
        """The seat from which a player saw a table when an event was told, who sees it from `viewer` now."""
        seat = loaded.table.seat_of(player_id)
        if seat is None or loaded.table.playing_seat(player_id) is not None:
            return viewer
        told = await self._told(self._known(loaded.table.id), loaded)
        stood = _stood(loaded.table, told, event)
        if _is_over(told, stood):
            return viewer
        return seat if stood.last_event < told.left.get(seat, told.finished or loaded.table.events + 1) else None

    async def at(self, loaded: Loaded, event: int, viewers: Collection[Viewer]) -> Then:
        """How a table stood when an event had been told.

        Raises TABLE_NOT_STARTED, PAST_NOT_KEPT, TOO_MANY_REQUESTS.
        """
        table = started(loaded.table)
        known = self._known(table.id)
        told = await self._told(known, loaded)
        stood = _stood(table, told, event)
        over = table.end_reason if isinstance(table, FinishedTable) and _is_over(told, stood) else 0
        standing, views = await self._played(known, table, stood, viewers, end_reason=over)
        paused = next((paused for number, paused in reversed(told.pauses) if number <= stood.last_event), False)
        return Then(stood.last_event, standing, {viewer: views[viewer] for viewer in viewers}, paused)

    async def decisions(self, loaded: Loaded, seat: SeatNumber) -> list[tuple[int, game_pb2.Choice]]:
        """The choices of a seat that hold, each with the event at which it was made. Raises PAST_NOT_KEPT."""
        made = decisions(await self._journal(loaded), seat)
        if not made:
            raise errors.past_not_kept(loaded.table.id)
        return made

    def _known(self, table_id: TableId) -> _Known:
        known = self._seen.setdefault(table_id, _Known())
        self._seen.move_to_end(table_id)
        while len(self._seen) > MOST_TABLES:
            self._seen.popitem(last=False)
        return known

    async def _told(self, known: _Known, loaded: Loaded) -> _History:
        """What was told up to now."""
        if known.told.upto != loaded.table.events:
            known.told = _read(await self._tables.events(loaded.table, 1), await self._journal(loaded))
            known.told.upto = loaded.table.events
        return known.told

    async def _journal(self, loaded: Loaded) -> list[bytes]:
        if not loaded.archived:
            journal = await self._tables.store.journal(loaded.table.id)
            if journal:
                return journal
        moment = await self._archive.moment(loaded.table.id)
        return [] if moment is None else list(moment.journal)

    async def _played(
        self, known: _Known, table: StartedTable, stood: Stood, viewers: Collection[Viewer], *, end_reason: int
    ) -> tuple[rules_pb2.Standing, Views]:
        digests = _digests(stood.choices, self._games.position_form(table.game, pin_of(table)))
        key = digests[-1] + bytes([end_reason])
        found = known.answers.get(key)
        if found is not None and found[1].keys() >= set(viewers):
            LOOKED_BACK.labels(table.game, "kept").inc()
            return found
        if self._under_way >= MOST_REPLAYS:
            raise errors.too_many_requests(MOST_REPLAYS, retry_after=REPLAY_SECONDS)
        self._under_way += 1
        try:
            async with known.lock:
                answer = await self._play(known, table, stood.choices, digests, viewers, end_reason=end_reason)
        finally:
            self._under_way -= 1
        LOOKED_BACK.labels(table.game, "played").inc()
        standing, views = answer.standing, views_of(answer.views)
        if not standing.over:
            _keep(known.shown, digests[-1], standing.position, MOST_ANSWERS)
        standing.ClearField("position")
        if found is not None:
            views = {**found[1], **views}
        _keep(known.answers, key, (standing, views), MOST_ANSWERS)
        return standing, views

    async def _play(
        self,
        known: _Known,
        table: StartedTable,
        choices: Sequence[game_pb2.Choice],
        digests: Sequence[bytes],
        viewers: Collection[Viewer],
        *,
        end_reason: int,
    ) -> rules_pb2.ReplayToResponse:
        """Have the rules play the choices, from the last position on the way that is kept.

        With an `end_reason` they end the game then.
        """
        kept = {**known.marks, **known.shown}
        done = next((count for count in range(len(choices), 0, -1) if digests[count] in kept), 0)
        every = max(EVERY, (len(choices) - done) // (MOST_MARKS // 2))
        request = rules_pb2.ReplayToRequest(choices=choices[done:], viewers=viewers_of(viewers), every=every)
        request.end_reason = game_pb2.EndReason.ValueType(end_reason)
        if done:
            request.position = kept[digests[done]]
        else:
            request.start.CopyFrom(start_of(table))
        answer = await self._games.rules_of(table.game).replay_to(request, pin_of(table, digests[0]))
        for number, position in enumerate(answer.positions, 1):
            _keep(known.marks, digests[done + number * every], position, MOST_MARKS)
        return answer


def _stood(table: Table, told: _History, event: int) -> Stood:
    stood = stood_at(told.journal, event)
    if stood is None:
        raise errors.past_not_kept(table.id)
    return stood


def _is_over(told: _History, stood: Stood) -> bool:
    return 0 < told.finished <= stood.last_event


def _read(history: Sequence[StoredEvent], journal: list[bytes]) -> _History:
    told = _History(journal=journal)
    for stored in history:
        if stored.told_by != LOBBY_EVENT:
            continue
        event = play_pb2.TableEvent.FromString(stored.payload).event
        if event.kind in ("paused", "resumed"):
            told.pauses.append((stored.number, event.kind == "paused"))
        elif event.kind in ("resigned", "handed_over"):
            told.left.setdefault(SeatNumber(event.seat), stored.number)
        elif event.kind == "finished":
            told.finished = stored.number
    return told


def _digests(choices: Sequence[game_pb2.Choice], form: bytes) -> list[bytes]:
    """A digest of each beginning of the choices, that of none first; others for positions of another form."""
    digests = [form]
    for choice in choices:
        digests.append(blake2b(digests[-1] + choice.SerializeToString(deterministic=True), digest_size=16).digest())
    return digests


def _keep(kept: OrderedDict[bytes, T], key: bytes, value: T, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
