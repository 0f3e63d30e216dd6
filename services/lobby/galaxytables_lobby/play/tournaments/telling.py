"""Queues notices of tournaments for the targets of entrants, and marks them as noticed only then.

If a worker dies in between, another one finds the same notices with the same ids. A notice that still waits is then
not queued twice.
"""

import asyncio
from collections.abc import Callable

from galaxytables_lobby.domain.notices import Notice
from galaxytables_lobby.domain.tournaments.notices import NoticedTournament, noticed_by, observe_tournament
from galaxytables_lobby.domain.tournaments.state import Tournament
from galaxytables_lobby.people.notifying import notify
from galaxytables_lobby.ports import Store

_AT_ONCE = 64


class Teller:
    """Tells entrants what happens in tournaments, whether they look at a page or not."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        """`now` returns the store's time in milliseconds since the epoch."""
        self._store = store
        self._now = now

    async def tell(self, tournament: Tournament) -> None:
        """Queue notices of all that has happened in a tournament since it was last checked.

        Raises STORE_UNAVAILABLE; some notices may be queued then, and the next call queues the rest.
        """
        now, noticed = self._now(), await self._store.noticed_in_tournament(tournament.id)
        reached = noticed_by(tournament, now)
        if reached == noticed:
            return
        found = await asyncio.to_thread(_found, noticed, tournament, now)
        subscribed = await self._store.subscribed(sorted({notice.player for notice in found}))
        room = asyncio.Semaphore(_AT_ONCE)

        async def queue(notice: Notice) -> None:
            async with room:
                await notify(self._store, notice, now=now)

        await asyncio.gather(*[queue(notice) for notice in found if notice.player in subscribed])
        await self._store.keep_noticed_in_tournament(tournament.id, reached)


def _found(noticed: NoticedTournament, tournament: Tournament, now: int) -> list[Notice]:
    return list(observe_tournament(noticed, tournament, now))
