"""The lobby's store, which is everything that the lobby keeps in Redis, and the store's clock.

All processes use the store's time, whatever their own wall clocks say. Deadlines, leases, outages and tokens are all
compared with the store's time. A process reads the store's `TIME` once a second and keeps the offset to its own
monotonic clock, which nobody sets.
"""

import asyncio
import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.commit_arguments import CONSTANTS
from galaxytables_lobby.adapters.redis.deadlines import DeadlinesPart
from galaxytables_lobby.adapters.redis.lobbies import LobbiesPart
from galaxytables_lobby.adapters.redis.notices import NoticesPart
from galaxytables_lobby.adapters.redis.operators import OperatorsPart
from galaxytables_lobby.adapters.redis.pairing import PairingPart
from galaxytables_lobby.adapters.redis.people import PeoplePart
from galaxytables_lobby.adapters.redis.relations import RelationsPart
from galaxytables_lobby.adapters.redis.tables import TablesPart
from galaxytables_lobby.adapters.redis.tournaments import TournamentsPart
from galaxytables_lobby.adapters.redis.url import read_url
from galaxytables_lobby.adapters.redis.wire import Wire
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.ids import SHARDS
from galaxytables_serving import GalaxyError
from galaxytables_serving.metrics import show_clock_skew
from galaxytables_serving.rhythm import until_next

_log = structlog.get_logger(__name__)

REFRESH_SECONDS = 1.0
# A wall clock that is off by more than this is logged.
SKEW_SECONDS = 1.0


class StoreClock:
    """A clock that shows the store's time: call it for the seconds since the epoch."""

    def __init__(self, *, steady: Callable[[], float] = time.monotonic, wall: Callable[[], float] = time.time) -> None:
        """`steady` is a monotonic clock.

        `wall` is the wall clock: its difference from the store's time is only reported.
        """
        self._steady = steady
        self._wall = wall
        self._offset: float | None = None
        self._skewed = False

    def __call__(self) -> float:
        """Return the store's time. Raises STORE_UNAVAILABLE before the store has answered once."""
        if self._offset is None:
            raise errors.store_unavailable()
        return self._steady() + self._offset

    def steady(self) -> float:
        """Return the monotonic time in seconds, to be passed to `observe`."""
        return self._steady()

    def observe(self, store_time: float, *, sent: float, answered: float) -> None:
        """Correct this clock, given that the store's time was `store_time` at some moment from `sent` to `answered`.

        Both are monotonic times. The clock changes no more than needed for its time to be possible: after a slow answer
        it may not change at all.
        """
        earliest, latest = store_time - answered, store_time - sent
        offset = (earliest + latest) / 2 if self._offset is None else self._offset
        self._offset = min(max(offset, earliest), latest)
        self._compare(self._wall() - self())

    def _compare(self, skew: float) -> None:
        show_clock_skew(skew)
        skewed = abs(skew) > SKEW_SECONDS
        if skewed != self._skewed:
            _log.warning("clock_skewed" if skewed else "clock_agrees", seconds=round(skew, 3))
        self._skewed = skewed


_SCRIPT_STATS = re.compile(rb"cmdstat_eval(?:sha)?:calls=(\d+),usec=(\d+)")


def new_origin() -> bytes:
    """Return a random name for this process in the store, which no other process has."""
    return secrets.token_hex(6).encode()


class Store(
    DeadlinesPart,
    TablesPart,
    PeoplePart,
    RelationsPart,
    NoticesPart,
    LobbiesPart,
    OperatorsPart,
    PairingPart,
    TournamentsPart,
):
    """The lobby's store in Redis, the adapter of all store ports.

    Call `start` before use and `close` after it. Every method may raise STORE_UNAVAILABLE.
    """

    def __init__(
        self,
        url: str,
        *,
        origin: bytes,
        replicas: int = 0,
        patience: float = 5.0,
        timeout: float = 5.0,
        kept_closed: int = 3600 * 1000,
    ) -> None:
        """`origin` is this process's name in the store, without blanks.

        `replicas` is how many replicas must confirm a commit. A closed table is kept for `kept_closed` milliseconds.
        For `patience` and `timeout` see `Wire`. Raises `SettingError`.
        """
        wire = Wire(read_url(url), replicas=replicas, timeout=timeout, patience=patience)
        super().__init__(wire, CONSTANTS, origin=origin, replicas=replicas, kept_closed=kept_closed)
        self.url = url
        # The clock for deadlines, leases and outages.
        self.clock = StoreClock()
        self._following_time: asyncio.Task[None] | None = None
        self._time = self.script("time")

    def start(self) -> None:
        """Start to send commands to Redis, and to read the store's time once a second."""
        self._wire.start()
        self._following_time = asyncio.create_task(self._follow_time(), name="store-time")

    async def close(self) -> None:
        """Close all connections."""
        await end_tasks([self._following_time])
        await self.compaction.close()
        await self._wire.close()

    async def read_time(self) -> None:
        """Set `clock` to the store's time. Raises STORE_UNAVAILABLE."""
        sent = self.clock.steady()
        seconds, microseconds = await self._time.run([keys.BEATS], [])
        self.clock.observe(int(seconds) + int(microseconds) / 1e6, sent=sent, answered=self.clock.steady())

    async def share_that_answers(self) -> float:
        """Return the share of the store's shards that respond, from 0 to 1.

        Shards in the same Redis slot share a server, so one shard of each slot is asked.
        """
        answers = await asyncio.gather(
            *[self._wire.run("EXISTS", keys.deadlines(shards[0])) for shards in self._wire.shards],
            return_exceptions=True,
        )
        answering = [
            len(shards)
            for shards, answer in zip(self._wire.shards, answers, strict=True)
            if not isinstance(answer, BaseException)
        ]
        return sum(answering) / SHARDS

    async def script_time(self) -> tuple[int, float]:
        """Return how many scripts Redis has run, and how many seconds they took."""
        calls, microseconds = 0, 0
        for stats in await self._wire.run_at_masters("INFO", "commandstats"):
            for each in _SCRIPT_STATS.finditer(stats):
                calls, microseconds = calls + int(each[1]), microseconds + int(each[2])
        return calls, microseconds / 1e6

    async def _follow_time(self) -> None:
        while True:
            # While the store is away, nothing can be decided that needs the time.
            with suppress(GalaxyError):
                await self.read_time()
            await asyncio.sleep(until_next(REFRESH_SECONDS))
