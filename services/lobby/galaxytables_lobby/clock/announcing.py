"""Notifies players of announcements of the operators: those who chose that kind, once the announcement begins.

Subscribers are notified shard by shard, and the store keeps how far that is. One worker at a time does it, under a
lease. If it dies, another one repeats the shard that it was at, with the same notices.
"""

import asyncio
import time
from collections.abc import Callable, Sequence

import structlog

from galaxytables_lobby.clock.connections import Connections
from galaxytables_lobby.domain.announcements import Announcement
from galaxytables_lobby.domain.notices import Kind, Notice, notice_id
from galaxytables_lobby.ids import SHARDS, PlayerId
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.people.notifying import notify
from galaxytables_lobby.ports import Store
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

LEASE_MILLISECONDS = 60_000
AT_ONCE = 64
# Less than the lease by far. What is left then comes with the next tick.
MAX_SECONDS = 20.0


class Announcer:
    """Queues notices of announcements for the targets of players."""

    def __init__(self, store: Store, directives: Directives, now: Callable[[], int]) -> None:
        """`now` returns the store's time in milliseconds since the epoch."""
        self._store = store
        self._directives = directives
        self._now = now
        # Announcements of which all players were notified.
        self._done: set[str] = set()

    async def announce(self) -> None:
        """Notify players of the announcements that are shown now."""
        try:
            await self._directives.load()
            self._done &= {each.id for each in self._directives.shown}
            for announcement in self._directives.shown:
                if announcement.id not in self._done:
                    await self._notify_of(announcement)
        except GalaxyError as error:
            _log.warning("announcements_delayed", reason=error.reason)

    async def _notify_of(self, announcement: Announcement) -> None:
        """Notify the players of all shards, or of as many shards as there is time for.

        Does nothing while another worker notifies players of this announcement.
        """
        started = time.perf_counter()
        shard = await self._store.claim_announcement(announcement.id, lease=LEASE_MILLISECONDS)
        if shard is None:
            return
        try:
            if shard < SHARDS:
                members = {each.shard: each.new for each in await self._store.subscribers([0] * SHARDS)}
                while shard < SHARDS and time.perf_counter() - started < MAX_SECONDS:
                    await self._queue_for(members.get(shard, ()), announcement)
                    shard += 1
                    await self._store.announced(announcement.id, shard)
            if shard >= SHARDS:
                self._done.add(announcement.id)
        finally:
            await self._store.release_announcement(announcement.id)

    async def _queue_for(self, players: Sequence[PlayerId], announcement: Announcement) -> None:
        room = asyncio.Semaphore(AT_ONCE)

        async def queue(player_id: PlayerId) -> None:
            async with room:
                await notify(self._store, _notice(announcement, player_id), now=self._now())

        await asyncio.gather(*map(queue, players))


def _notice(announcement: Announcement, player_id: PlayerId) -> Notice:
    """Return the notice of an announcement to a player. It is always the same, so queueing it again changes nothing."""
    return Notice(
        id=notice_id("announcement", announcement.id, player_id),
        kind=Kind.ANNOUNCEMENT,
        player=player_id,
        made=announcement.begins,
        about=announcement.id,
    )


def announcer_of(connections: Connections) -> Announcer:
    """Return an `Announcer` for a worker with these connections."""
    store, clock = connections.store, connections.clock
    return Announcer(store, Directives(store, clock), lambda: int(clock() * 1000))
