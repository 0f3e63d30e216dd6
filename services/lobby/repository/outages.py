"""Outages: noticed by silence, remembered by the store, given back by whoever looks at a table.

Every lobby says each second which games can be played through it (`beat`). When a game is heard of again after a longer
silence, the silence was an outage: nobody could choose, so it costs nobody time. The clock holds still at the tables of
a game while it is silent.
"""

import asyncio
from collections.abc import Callable

import structlog

from services.lobby.metrics import OUTAGE_SECONDS, OUTAGES
from services.lobby.repository.tables import TableRepository
from services.lobby.rules import Directory
from services.serving import GalaxyError

_log = structlog.get_logger(__name__)

BEAT_SECONDS = 1.0
# A silence of so many milliseconds is no outage yet: a busy moment, a connection made anew.
LONGEST_SILENCE = 3_000


class Outages:
    """What this process knows of outages."""

    def __init__(
        self,
        repository: TableRepository,
        on_outage: Callable[[], None] = lambda: None,
        available: Callable[[str], bool] | None = None,
    ) -> None:
        """Take the tables to give time back to, and whom to tell of a new outage.

        Where people play through this process, `available` says of a game whether they can now; then nothing changes at
        its tables before an outage that is over is known.
        """
        self._repository = repository
        self._on_outage = on_outage
        self._last_beats: dict[str, int] = {}
        self._available = available
        if available is not None:
            repository.before_changes(self._notice)

    def playable(self, game: str) -> bool:
        """Whether a game has been heard of lately, or never at all."""
        last = self._last_beats.get(game)
        return last is None or self._repository.now() - last <= LONGEST_SILENCE

    async def beat(self, games: tuple[str, ...] = ()) -> None:
        """Say that these games can be played, and learn of all outages. Raises STORE_UNAVAILABLE."""
        self._last_beats, outages = await self._repository.store.beat(
            games, now=self._repository.now(), longest_silence=LONGEST_SILENCE
        )
        known = self._repository.outages
        if outages == known:
            return
        self._repository.outages = outages
        for outage in outages:
            if outage not in known and outage.game in games:
                seconds = (outage.end - outage.start) / 1000
                OUTAGES.labels(outage.game).inc()
                OUTAGE_SECONDS.labels(outage.game).inc(seconds)
                _log.warning("outage_over", game=outage.game, seconds=round(seconds, 1))
        self._on_outage()

    async def beat_forever(self, games: Directory) -> None:
        """Beat each second for the games whose rules services answer."""
        while True:
            try:
                await self.beat(tuple(name for name in games.names if games.rules_of(name).available))
            except GalaxyError as error:
                _log.info("no_beat", reason=error.reason)
            await asyncio.sleep(BEAT_SECONDS)

    async def _notice(self, game: str) -> None:
        """Learn of an outage that is over, though the next beat is still to come."""
        silent = self._repository.now() - self._last_beats.get(game, 0) > LONGEST_SILENCE
        if silent and self._available is not None and self._available(game):
            await self.beat((game,))
