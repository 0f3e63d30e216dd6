"""Tournaments that somebody follows through this process.

Every two seconds each process looks which of them have changed, and makes one frame for all readers of a tournament. It
wakes these in groups, so that a change for thousands of readers does not hold the event loop. So a reader of a large
tournament costs no more than one of a small tournament, except for the bytes that are sent.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import structlog

from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.tournaments.permissions import may_see
from galaxytables_lobby.domain.tournaments.standings import Standing, standings
from galaxytables_lobby.domain.tournaments.state import Tournament
from galaxytables_lobby.ids import PlayerId, TournamentId
from galaxytables_lobby.metrics import WATCHERS
from galaxytables_lobby.ports import KnownTables
from galaxytables_lobby.subscriptions.tournament_snapshot import TournamentSnapshot, next_frame
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

LOOK_SECONDS = 2.0
# Readers are woken in groups within this time.
SPREAD_SECONDS = 1.0
_GROUP = 64
# Tournaments whose standings are remembered.
_MAX_STANDINGS = 64


@dataclass(eq=False, slots=True)
class TournamentReader:
    """A stream that follows a tournament. `on_ready` is called when there is something to read."""

    tournament_id: TournamentId
    player_id: PlayerId
    on_ready: Callable[[], None]
    # The version of the tournament in which the player may see it.
    version: int
    position: int = -1
    # The tournament is gone, or not for this player to see any more.
    lost: bool = False


@dataclass(slots=True)
class _Shared:
    """A tournament with its readers, and the task that reads it from the store."""

    contents: TournamentSnapshot = field(default_factory=TournamentSnapshot)
    readers: set[TournamentReader] = field(default_factory=set)
    loading: asyncio.Task[None] | None = None


class TournamentWatching:
    """The tournaments that clients follow through this process. Requires `refresh_forever` to run."""

    def __init__(self, tables: KnownTables) -> None:
        self._store = tables.store
        self._shared: dict[TournamentId, _Shared] = {}
        self._standings: OrderedDict[TournamentId, tuple[int, asyncio.Task[tuple[Standing, ...]]]] = OrderedDict()

    async def close(self) -> None:
        """Stop all work."""
        await end_tasks(
            [*(each.loading for each in self._shared.values()), *(task for _, task in self._standings.values())]
        )

    async def join(self, reader: TournamentReader) -> None:
        """Add a reader, and read the tournament from the store if it is the first one. Raises STORE_UNAVAILABLE.

        Call `leave` when done, even if this raises.
        """
        WATCHERS.labels("tournament").inc()
        shared = self._shared.setdefault(reader.tournament_id, _Shared())
        shared.readers.add(reader)
        if shared.loading is None or (shared.loading.done() and shared.loading.exception() is not None):
            shared.loading = asyncio.create_task(self._look(reader.tournament_id, shared), name="tournament")
        # Other readers wait for it too.
        await asyncio.shield(shared.loading)

    def leave(self, reader: TournamentReader) -> None:
        """Remove a reader. A tournament without readers is dropped from memory."""
        WATCHERS.labels("tournament").dec()
        shared = self._shared.get(reader.tournament_id)
        if shared is not None:
            shared.readers.discard(reader)
            if not shared.readers:
                del self._shared[reader.tournament_id]
                if shared.loading is not None:
                    shared.loading.cancel()

    def read(self, reader: TournamentReader) -> Sequence[bytes]:
        """Return the serialized responses that a reader has not got yet."""
        unread, reader.position = self._shared[reader.tournament_id].contents.read(reader.position)
        return unread

    async def refresh_forever(self) -> None:
        """Every few seconds until cancelled, publish changes of the tournaments that somebody follows here."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.refresh()
            except GalaxyError as error:
                _log.info("tournaments_not_refreshed", reason=error.reason)

    async def refresh(self) -> None:
        """Publish the changes of followed tournaments since the last call. Raises STORE_UNAVAILABLE."""
        followed = list(self._shared.items())
        versions = await self._store.tournament_versions([tournament_id for tournament_id, _ in followed])
        changed: list[TournamentReader] = []
        for (tournament_id, shared), version in zip(followed, versions, strict=True):
            frame = shared.contents.frame
            if frame is not None and version != frame.tournament.version:
                try:
                    await self._look(tournament_id, shared)
                except GalaxyError:
                    raise
                except Exception:  # noqa: BLE001  # one tournament must not keep the others from their readers
                    _log.exception("tournament_not_refreshed", tournament=tournament_id)
                changed += shared.readers
        await self._wake(changed)

    async def standings(self, tournament: Tournament) -> tuple[Standing, ...]:
        """Return a tournament's standings. They are computed once for each version, outside the event loop."""
        version, task = self._standings.get(tournament.id, (-1, None))
        if task is None or version != tournament.version:
            task = asyncio.create_task(asyncio.to_thread(standings, tournament), name="standings")
            self._standings[tournament.id] = tournament.version, task
            if len(self._standings) > _MAX_STANDINGS:
                self._standings.popitem(last=False)
        self._standings.move_to_end(tournament.id)
        return await asyncio.shield(task)

    async def _look(self, tournament_id: TournamentId, shared: _Shared) -> None:
        tournament = await self._store.tournament(tournament_id)
        if tournament is None:
            for reader in shared.readers:
                reader.lost = True
            return
        shared.contents.publish(await asyncio.to_thread(next_frame, tournament, shared.contents.frame))
        self._note_lost(shared)

    def _note_lost(self, shared: _Shared) -> None:
        """Mark the readers who may not see the tournament any more.

        Readers who came after the frame was made are left as they are.
        """
        if shared.contents.frame is None:
            return
        tournament = shared.contents.frame.tournament
        for reader in shared.readers:
            if reader.version <= tournament.version:
                reader.lost = not may_see(tournament, reader.player_id)

    async def _wake(self, readers: Sequence[TournamentReader]) -> None:
        for first in range(0, len(readers), _GROUP):
            if first:
                await asyncio.sleep(SPREAD_SECONDS * _GROUP / len(readers))
            for reader in readers[first : first + _GROUP]:
                reader.on_ready()
