"""Detects outages by missing heartbeats, keeps them in the store, and makes tables give their time back.

Each second, every lobby sends a heartbeat for the games that can be played through it, and for their editions. A long
silence before a heartbeat was an outage. Nobody could choose then, so it must cost no player time. The clock does not
act at tables of a silent game.

Gateways send heartbeats too, through any lobby. While none does, nobody can choose in a browser. That is an outage of
all tables, since any player may use a browser. It is no outage if only one of several gateways dies. A platform whose
gateways have sent no heartbeat for a day counts as one without gateways.
"""

import asyncio
from collections.abc import Callable

import structlog

from galaxytables_lobby.domain.game import is_edition
from galaxytables_lobby.domain.timing import GATEWAYS
from galaxytables_lobby.metrics import GATEWAYS_SILENT, OUTAGE_SECONDS, OUTAGES
from galaxytables_lobby.ports import Games
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError
from galaxytables_serving.rhythm import until_next

_log = structlog.get_logger(__name__)

BEAT_SECONDS = 1.0
# A shorter silence, in milliseconds, is no outage: a busy moment or a new connection.
LONGEST_SILENCE = 3_000
# After this long, in milliseconds, gateways count as removed. A lobby that has just started waits before it decides so.
GATEWAYS_MISSED = 24 * 3600 * 1000
_GATEWAYS_AWAITED = 600_000


class Outages:
    """Sends heartbeats, and knows the heartbeats and outages of all lobbies."""

    def __init__(
        self,
        tables: Tables,
        on_outage: Callable[[], None] = lambda: None,
        available: Callable[[str], bool] | None = None,
    ) -> None:
        """`on_outage` is called for new outages. `available` says whether this process can play a game or an edition.

        With `available`, outages that have ended are loaded before any change at the tables that they concern.
        """
        self._tables = tables
        self._on_outage = on_outage
        self._last_beats: dict[str, int] = {}
        # When this process first got an answer from the store.
        self._known_since = 0
        self._available = available
        if available is not None:
            tables.before_changes(self._notice)

    def playable(self, name: str) -> bool:
        """Return whether players can reach a game or an edition now: neither it nor the gateways are silent.

        A game, an edition or gateways that have never sent a heartbeat count as reachable.
        """
        return self._is_heartbeat_recent(name) and self._is_heartbeat_recent(GATEWAYS)

    def is_any_silent(self) -> bool:
        """Return whether an edition that was served before is silent now."""
        return any(is_edition(name) and not self._is_heartbeat_recent(name) for name in self._last_beats)

    async def beat_of_gateway(self) -> int:
        """Record a gateway's heartbeat, and return the store's time. Raises STORE_UNAVAILABLE."""
        await self.beat((GATEWAYS,))
        return self._tables.now()

    async def beat(self, games: tuple[str, ...] = ()) -> None:
        """Send a heartbeat for these games, and load all outages. Raises STORE_UNAVAILABLE."""
        self._last_beats, outages = await self._tables.store.beat(
            games, now=self._tables.now(), longest_silence=LONGEST_SILENCE
        )
        self._known_since = self._known_since or self._tables.now()
        previous = self._tables.outages
        if outages == previous:
            return
        self._tables.outages = outages
        for outage in outages:
            if outage not in previous and outage.game in games and not is_edition(outage.game):
                seconds = (outage.end - outage.start) / 1000
                OUTAGES.labels(outage.game).inc()
                OUTAGE_SECONDS.labels(outage.game).inc(seconds)
                _log.warning("outage_over", game=outage.game, seconds=round(seconds, 1))
        self._on_outage()

    async def beat_forever(self, games: Games) -> None:
        """Send a heartbeat each second for all playable games."""
        while True:
            try:
                await self.beat(games.playable())
                await self._miss_gateways()
            except GalaxyError as error:
                _log.info("heartbeat_failed", reason=error.reason)
            await asyncio.sleep(until_next(BEAT_SECONDS))

    def _is_heartbeat_recent(self, name: str) -> bool:
        last = self._last_beats.get(name)
        return last is None or self._tables.now() - last <= LONGEST_SILENCE

    async def _miss_gateways(self) -> None:
        """Measure how long gateways have been silent, and after a day expect none any more."""
        now, last = self._tables.now(), self._last_beats.get(GATEWAYS)
        silent = 0 if last is None else max(0, now - last)
        GATEWAYS_SILENT.set(silent / 1000)
        if last is not None and silent > GATEWAYS_MISSED and now - self._known_since > _GATEWAYS_AWAITED:
            _log.warning("gateways_given_up", seconds=silent // 1000)
            await self._tables.store.retire(GATEWAYS, last=last, now=now)

    async def _notice(self, *names: str) -> None:
        """Load outages that have ended, of a game or its editions, without waiting for the next heartbeat.

        A gateway that is back may have sent its heartbeat through another lobby.
        """
        if self._available is None:
            return
        since = self._tables.now() - LONGEST_SILENCE
        silent = (name for name in names if self._last_beats.get(name, 0) < since)
        back = tuple(filter(self._available, silent))
        if back or not self._is_heartbeat_recent(GATEWAYS):
            await self.beat(back)
