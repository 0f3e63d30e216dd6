"""Outages: noticed by silence, remembered by the store, given back by whoever looks at a table.

Every lobby says each second which games can be played through it (`beat`), and which editions of them: versions of the
rules with packs, to which tables are pinned. When one is heard of again after a longer silence, the silence was an
outage: nobody could choose, so it costs nobody time. The clock holds still at the tables of what is silent.

Gateways say so too, through any lobby: while none is heard of, nobody can choose from a browser. That is an outage of
all tables, since who sits there with what may change at any moment. One of several that dies is none. A platform that
has not heard of one for a day has none any more, like one that never had.
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

_log = structlog.get_logger(__name__)

BEAT_SECONDS = 1.0
# A silence of so many milliseconds is no outage yet: a busy moment, a connection made anew.
LONGEST_SILENCE = 3_000
# After so many milliseconds gateways are taken to be gone for good, but not by a lobby that has just begun.
GATEWAYS_MISSED = 24 * 3600 * 1000
_GATEWAYS_AWAITED = 600_000


class Outages:
    """What this process knows of outages."""

    def __init__(
        self,
        tables: Tables,
        on_outage: Callable[[], None] = lambda: None,
        available: Callable[[str], bool] | None = None,
    ) -> None:
        """Take the tables to give time back to, and whom to tell of a new outage.

        Where people play through this process, `available` says of a game or an edition whether they can now; then
        nothing changes at its tables before an outage that is over is known.
        """
        self._tables = tables
        self._on_outage = on_outage
        self._last_beats: dict[str, int] = {}
        # When this process first heard from the store.
        self._known_since = 0
        self._available = available
        if available is not None:
            tables.before_changes(self._notice)

    def playable(self, name: str) -> bool:
        """Whether a game or an edition, and any gateway, has been heard of lately, or never at all."""
        return self._heard(name) and self._heard(GATEWAYS)

    def is_any_silent(self) -> bool:
        """Whether there was an edition once that nobody serves now."""
        return any(is_edition(name) and not self._heard(name) for name in self._last_beats)

    async def hear_gateway(self) -> int:
        """Note that browsers can play; gives the time. Raises STORE_UNAVAILABLE."""
        await self.beat((GATEWAYS,))
        return self._tables.now()

    async def beat(self, games: tuple[str, ...] = ()) -> None:
        """Say that these games can be played, and learn of all outages. Raises STORE_UNAVAILABLE."""
        self._last_beats, outages = await self._tables.store.beat(
            games, now=self._tables.now(), longest_silence=LONGEST_SILENCE
        )
        self._known_since = self._known_since or self._tables.now()
        known = self._tables.outages
        if outages == known:
            return
        self._tables.outages = outages
        for outage in outages:
            if outage not in known and outage.game in games and not is_edition(outage.game):
                seconds = (outage.end - outage.start) / 1000
                OUTAGES.labels(outage.game).inc()
                OUTAGE_SECONDS.labels(outage.game).inc(seconds)
                _log.warning("outage_over", game=outage.game, seconds=round(seconds, 1))
        self._on_outage()

    async def beat_forever(self, games: Games) -> None:
        """Beat each second for what rules services play."""
        while True:
            try:
                await self.beat(games.playable())
                await self._miss_gateways()
            except GalaxyError as error:
                _log.info("no_beat", reason=error.reason)
            await asyncio.sleep(BEAT_SECONDS)

    def _heard(self, name: str) -> bool:
        last = self._last_beats.get(name)
        return last is None or self._tables.now() - last <= LONGEST_SILENCE

    async def _miss_gateways(self) -> None:
        """Say for how long none was heard of, and expect none any more after a day."""
        now, last = self._tables.now(), self._last_beats.get(GATEWAYS)
        silent = 0 if last is None else max(0, now - last)
        GATEWAYS_SILENT.set(silent / 1000)
        if last is not None and silent > GATEWAYS_MISSED and now - self._known_since > _GATEWAYS_AWAITED:
            _log.warning("gateways_given_up", seconds=silent // 1000)
            await self._tables.store.retire(GATEWAYS, last=last, now=now)

    async def _notice(self, *names: str) -> None:
        """Learn of outages that are over, of a game or its editions, though the next beat is still to come.

        A gateway that is back may have said so to another lobby.
        """
        if self._available is None:
            return
        since = self._tables.now() - LONGEST_SILENCE
        silent = (name for name in names if self._last_beats.get(name, 0) < since)
        back = tuple(filter(self._available, silent))
        if back or not self._heard(GATEWAYS):
            await self.beat(back)
