"""Archives finished tables, and deletes them from the store when they have been kept long enough.

A worker takes a table under a lease, and the table stays in the store. The table is archived and rated in one
transaction, and only then marked as archived in the store. Several tables share a transaction; if one fails, each gets
its own transaction. If a worker dies in between, another takes the table when the lease ends. Table ids are unique in
the archive, so that worker finds the game there, and only sets the mark. A table that changes after it was archived (by
a rematch, for example) is archived again; its rating stays.

Archiving starts a moment after a game's end: a store that syncs its log once a second might still lose that end in a
crash, and the game would go on. A table only leaves the store if the archive has its latest version. If the archive
lost the table, for example because the archive was restored from a backup, the table is archived again instead.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import NamedTuple

import structlog

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client.digest import record_bytes
from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.redis import Store
from galaxytables_lobby.clock.connections import Connections
from galaxytables_lobby.domain.archived import (
    ArchivedContents,
    ArchivedEntry,
    ArchivedGame,
    ArchivedSeat,
    ArchivingOutcome,
    Moment,
    Who,
)
from galaxytables_lobby.domain.endings import is_rated, is_too_short, why_unrated
from galaxytables_lobby.domain.history import LOBBY_EVENT, StoredEvent
from galaxytables_lobby.domain.personas import persona_at
from galaxytables_lobby.domain.ratings import pool_of, season_number
from galaxytables_lobby.domain.state import FinishedTable, Table, TableSeat, encode
from galaxytables_lobby.ids import SeatNumber
from galaxytables_lobby.metrics import (
    ARCHIVE_BACKLOG,
    ARCHIVE_LATENESS,
    GAMES_ARCHIVED,
    REPORTS_OLDEST,
    REPORTS_PENDING,
)
from galaxytables_lobby.ports import Due
from galaxytables_lobby.subscriptions.projection import record_for
from galaxytables_serving import GalaxyError


def to_archive(
    table: FinishedTable, standing: bytes, position: bytes, journal: Sequence[bytes], history: Sequence[StoredEvent]
) -> ArchivedEntry:
    """Return the entry to archive for a finished table, given its complete journal and history."""
    record = record_for(None, table, rules_pb2.Standing.FromString(standing), journal, history)
    scores = {score.seat: score for score in map(game_pb2.SeatScore.FromString, table.scores)}
    unrated = why_unrated(table)
    if is_rated(table) and is_too_short(table, [SeatNumber(choice.seat) for choice in record.choices]):
        unrated = tables_pb2.UNRATED_REASON_SHORT
    game = ArchivedGame(
        table_id=table.id,
        version=table.version,
        name=table.name,
        named=table.named,
        game=table.game,
        options=table.options,
        host=table.host.id,
        private=table.private,
        started=_started(table, history),
        finished=table.finished,
        rounds=_rounds(record.events),
        choices=len(record.choices),
        rules_version=table.rules_version,
        pack_digest=table.pack_digest,
        invitation=table.invitation or None,
        end_reason=table.end_reason,
        rated=unrated == tables_pb2.UNRATED_REASON_UNSPECIFIED,
        unrated=int(unrated),
        pool=pool_of(table.game, len(table.seats), table.control).part,
        seats=[_seat(seat, scores[number], persona_at(table, number)) for number, seat in table.numbered],
    )
    moment = Moment(encode(table), standing, position, tuple(history), tuple(journal))
    return ArchivedEntry(game, ArchivedContents(record_bytes(record), moment))


def _seat(seat: TableSeat, score: game_pb2.SeatScore, persona: str) -> ArchivedSeat:
    """Return the archived form of a seat, with the player who began the game there, even if a bot took over later.

    For a bot it has the persona: the name under which the bot appeared.
    """
    player = seat.player
    return ArchivedSeat(
        who=Who(False, player.id) if player is not None else Who(True, seat.bot),
        name=player.name if player is not None else seat.bot,
        persona=persona if player is None else "",
        resigned=seat.resigned,
        rank=score.rank,
        score=score.SerializeToString(),
    )


def _started(table: FinishedTable, history: Sequence[StoredEvent]) -> int:
    for stored in history:
        if stored.source == LOBBY_EVENT:
            event = play_pb2.TableEvent.FromString(stored.payload)
            if event.event.kind == "started":
                return event.time.ToMilliseconds()
    return table.created


def _rounds(events: Sequence[game_pb2.Event]) -> int:
    """Return the highest round that the game's public events name in a fact `round`; 0 if they name none."""
    return max((fact.number for event in events for fact in event.facts if fact.name == "round"), default=0)


_log = structlog.get_logger(__name__)

LEASE_MILLISECONDS = 30_000
# How long the evidence of a report is kept after the decision, and how often old evidence is looked for.
EVIDENCE_MILLISECONDS = 183 * 24 * 3600 * 1000
EVIDENCE_PAUSE_MILLISECONDS = 3600 * 1000
EVIDENCE_AT_ONCE = 500
# How often it is looked whether older games are not settled yet, or a season is over; and how many games at once.
RATINGS_PAUSE_MILLISECONDS = 60_000
SETTLED_AT_ONCE = 500
# How long a table waits before it is archived; more than a store without `appendfsync always` can lose.
SETTLING_MILLISECONDS = 3_000
# How many tables per shard one claim takes.
CLAIM = 4
# How many tables are archived in one transaction.
TOGETHER = 32
# A task that still finds work after this long leaves the rest to the next one.
MAX_SECONDS = 20.0
_UNKNOWN = "unknown"


class Archiver:
    """Moves finished tables from the store to the archive."""

    def __init__(self, store: Store, archive: Archive, *, retention: int, clock: Callable[[], float]) -> None:
        """Archived tables stay in the store for `retention` milliseconds. `clock` returns seconds since the epoch."""
        self._store = store
        self._archive = archive
        self._retention = retention
        self._clock = clock
        self._archiving = asyncio.Lock()
        self._forgetting = asyncio.Lock()
        self._evidence_due = 0
        self._ratings_due = 0

    async def archive(self) -> int:
        """Archive finished tables, earliest end first. Returns how many were archived.

        Never raises because of a single table. Does nothing while an earlier call is running.
        """
        if self._archiving.locked():
            return 0
        archived = 0
        async with self._archiving:
            started = time.perf_counter()
            try:
                while time.perf_counter() - started < MAX_SECONDS:
                    claimed, backlog = await self._store.claim_finished(
                        now=self._now() - SETTLING_MILLISECONDS, lease=LEASE_MILLISECONDS, limit=CLAIM
                    )
                    ARCHIVE_BACKLOG.set(backlog)
                    if not claimed:
                        break
                    for first in range(0, len(claimed), TOGETHER):
                        async for changed in self._act(claimed[first : first + TOGETHER]):
                            archived += changed
            except GalaxyError as error:
                _log.warning("archiving_delayed", reason=error.reason)
        return archived

    async def forget(self) -> int:
        """Delete tables that were kept long enough, and old evidence of reports. Returns how many tables were deleted.

        Also archives the standings of a season once it is over. Does nothing while an earlier call is running.
        """
        if self._forgetting.locked():
            return 0
        forgotten = 0
        async with self._forgetting:
            try:
                tables = await self._store.expired(now=self._now())
                finished = [table.id for table in tables if isinstance(table, FinishedTable)]
                archived = await self._archive.versions(finished) if finished else {}
                for table in tables:
                    if not isinstance(table, FinishedTable) or archived.get(table.id, 0) >= table.version:
                        forgotten += await self._store.forget(table)
                    else:
                        _log.warning("table_archived_again", table=table.id)
                        await self._store.archive_again(table)
                await self._forget_evidence()
                await self._keep_ratings()
                await self._count_reports()
            except GalaxyError as error:
                _log.warning("deletion_delayed", reason=error.reason)
        if forgotten:
            _log.info("tables_forgotten", tables=forgotten)
        return forgotten

    async def _keep_ratings(self) -> None:
        """Rate archived games that an older version of the lobby has not rated, and end the season if it is over."""
        if self._now() < self._ratings_due:
            return
        settled = await self._archive.settle(SETTLED_AT_ONCE)
        season = await self._archive.end_season(self._now())
        if season is not None:
            _log.info("season_ended", season=season_number(season))
        if settled < SETTLED_AT_ONCE and season is None:
            self._ratings_due = self._now() + RATINGS_PAUSE_MILLISECONDS

    async def _forget_evidence(self) -> None:
        """Delete old evidence of reports, once an hour."""
        now = self._now()
        if now < self._evidence_due:
            return
        self._evidence_due = now + EVIDENCE_PAUSE_MILLISECONDS
        decided_before = now - EVIDENCE_MILLISECONDS
        forgotten = await self._archive.forget_evidence(decided_before=decided_before, limit=EVIDENCE_AT_ONCE)
        if forgotten:
            _log.info("evidence_forgotten", reports=forgotten)

    async def _count_reports(self) -> None:
        """Update the metrics of reports that nobody has decided yet."""
        now = self._now()
        for state, (count, oldest) in (await self._archive.count_pending_reports()).items():
            REPORTS_PENDING.labels(state.name.lower()).set(count)
            REPORTS_OLDEST.labels(state.name.lower()).set(max(0, now - oldest) / 1000 if oldest else 0)

    def _now(self) -> int:
        return int(self._clock() * 1000)

    async def _act(self, claimed: Sequence[Due]) -> AsyncIterator[int]:
        """Archive tables. Yields, for each transaction, how many of its tables changed the archive.

        Raises if the store or the archive is unavailable.
        """
        ready = await self._read(claimed)
        if len(ready) > 1:
            try:
                changed = await self._archive_together(ready)
            except Exception as error:  # noqa: BLE001  # one table must not block the others, whatever the error
                _log.warning("archiving_one_by_one", error=type(error).__name__)
            else:
                yield changed
                return
        for each in ready:
            yield await self._archive_alone(each)

    async def _read(self, claimed: Sequence[Due]) -> list["_Ready"]:
        """Return the archive's entries for the claimed tables that exist, in order."""
        found = await asyncio.gather(*[self._read_one(each) for each in claimed], return_exceptions=True)
        away: GalaxyError | None = None
        ready = []
        for due, each in zip(claimed, found, strict=True):
            if isinstance(each, BaseException):
                GAMES_ARCHIVED.labels(_UNKNOWN, "failed").inc()
                if isinstance(each, GalaxyError):
                    away = each
                else:
                    _log.error("archiving_failed", table=due.table_id, exc_info=each)
            elif each is not None:
                ready.append(each)
        if away is not None:
            raise away
        return ready

    async def _read_one(self, claimed: Due) -> "_Ready | None":
        table_id = claimed.table_id
        stored = await self._store.load(table_id)
        if stored is None:
            await self._store.archived(table_id, 0, until=0)
            GAMES_ARCHIVED.labels(_UNKNOWN, "gone").inc()
            return None
        table = _finished(stored.table)
        journal = await self._store.journal(table_id)
        history = await self._store.events(table_id, 1, table.events)
        if len(history) != table.events:
            raise ValueError(f"not a whole table: {len(history)} of {table.events} events")
        return _Ready(claimed, to_archive(table, stored.standing, stored.position, journal, history))

    async def _archive_alone(self, ready: "_Ready") -> int:
        try:
            return await self._archive_together([ready])
        except GalaxyError:
            GAMES_ARCHIVED.labels(_UNKNOWN, "failed").inc()
            raise
        except Exception:  # noqa: BLE001  # one table must not end the others
            GAMES_ARCHIVED.labels(_UNKNOWN, "failed").inc()
            _log.exception("archiving_failed", table=ready.due.table_id)
            return 0

    async def _archive_together(self, ready: Sequence["_Ready"]) -> int:
        """Archive tables, all or none, and mark them in the store. Returns how many of them changed the archive."""
        outcomes = await self._archive.add([each.entry for each in ready])
        until = self._now() + self._retention
        games = [each.entry.game for each in ready]
        await asyncio.gather(*[self._store.archived(game.table_id, game.version, until=until) for game in games])
        for each, outcome in zip(ready, outcomes, strict=True):
            GAMES_ARCHIVED.labels(each.entry.game.game, outcome.value).inc()
            if outcome is ArchivingOutcome.ADDED:
                ARCHIVE_LATENESS.observe((self._now() - each.due.deadline) / 1000)
        return len(outcomes) - outcomes.count(ArchivingOutcome.PRESENT)


class _Ready(NamedTuple):
    """A claimed table with its entry for the archive."""

    due: Due
    entry: ArchivedEntry


def _finished(table: Table) -> FinishedTable:
    if not isinstance(table, FinishedTable):
        raise TypeError(f"not a finished table: {table.stage.name}")
    return table


def archiver_of(connections: Connections) -> Archiver:
    """Return an `Archiver` for a worker with these connections."""
    retention = int(connections.settings.retention * 1000)
    return Archiver(connections.store, connections.archive, retention=retention, clock=connections.clock)
