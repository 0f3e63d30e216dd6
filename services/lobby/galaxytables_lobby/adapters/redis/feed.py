"""Reads the feeds, from which every process learns which tables have changed.

Each commit adds a small entry (process, table, version) to the feed of its shard. Watchers of that table then read the
new events from the store, by event number. So an entry may come twice or late without harm, and if one is lost, the
next one makes up for it. Entries may be lost if a connection breaks, or if Redis trims entries that were not read yet.
Then `on_gap` is called with the shards, and the watchers read the store.

A blocking read brings the process's own entries too. They are passed on after a moment, when their commits have been
answered, and matter only if an answer was lost. After each read the reader pauses, so that a busy store is read ten
times a second.

On Redis Cluster a blocking read may only name keys of one slot, so each shard has a reader of its own.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import asynccontextmanager

import structlog

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.command import Reply, TryLaterError, safe_error_text
from galaxytables_lobby.adapters.redis.commit_arguments import read_feed_entry
from galaxytables_lobby.adapters.redis.connection import Connection, check_master, open_connection
from galaxytables_lobby.adapters.redis.topology import shards_by_slot
from galaxytables_lobby.adapters.redis.url import read_url
from galaxytables_lobby.adapters.redis.wire import AWAY
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.ids import SHARDS
from galaxytables_lobby.metrics import FEED_ENTRIES, OWN_ENTRIES
from galaxytables_lobby.ports import News
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

BLOCK_MILLISECONDS = 5_000
_MAX_ENTRIES = 500
# Entries that arrive within this time are read together.
_GATHER_SECONDS = 0.1
OWN_DELAY_SECONDS = 0.25
_CONNECT_SECONDS = 5.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
_LEARN_SECONDS = 0.25
# Readers that lost the same server reconnect within about this time.
_GAP_SECONDS = 0.05


class _Reader:
    """Follows the feeds of some shards on one server."""

    def __init__(self, shards: Iterable[int]) -> None:
        self.shards = sorted(shards)
        self.begun = asyncio.Event()
        # The last entry read of each feed.
        self.cursors: dict[str, str] = {}

    @property
    def name(self) -> str:
        return keys.feed(self.shards[0])


class Feed:
    """Reads the feeds of all shards, to learn of changed tables.

    Entries that this process (`origin`) wrote itself are passed on `OWN_DELAY_SECONDS` late.
    """

    def __init__(
        self,
        url: str,
        *,
        origin: bytes,
        on_news: Callable[[News], None],
        on_gap: Callable[[Collection[int]], None],
    ) -> None:
        """`on_news` is called with each change of a table, and `on_gap` with shards whose changes may have been missed.

        `origin` is this process's name in the store.
        """
        self._topology = read_url(url)
        self._own = origin + b" "
        self._on_news = on_news
        self._on_gap = on_gap
        self._learning = asyncio.Lock()
        self._learned = 0.0
        self._readers = [_Reader(group) for group in self._groups()]
        # Names of readers without a server.
        self._interrupted: set[str] = set()
        # Shards with missed news that `on_gap` has not been called for.
        self._missed: set[int] = set()
        self._gap: asyncio.TimerHandle | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start to follow the feeds: only entries that are added from now on count. Waits until the store responds."""
        self._tasks = [
            asyncio.create_task(self._follow_forever(reader), name=f"feed-{number}")
            for number, reader in enumerate(self._readers)
        ]
        for reader in self._readers:
            await reader.begun.wait()

    async def close(self) -> None:
        """Stop reading the feeds."""
        await end_tasks(self._tasks)
        if self._gap is not None:
            self._gap.cancel()

    def _groups(self) -> list[list[int]]:
        """Return the shards, grouped by reader."""
        if not self._topology.split:
            return [list(range(SHARDS))]
        return shards_by_slot(self._topology)

    async def _follow_forever(self, reader: _Reader) -> None:
        pause = _FIRST_PAUSE
        while True:
            try:
                async with self._connection(reader.name) as connection:
                    await self._begin(reader, connection)
                    pause = _FIRST_PAUSE
                    self._resumed(reader.name)
                    while True:
                        await self._read(connection, reader.cursors)
            except (*AWAY, GalaxyError) as error:
                reader.cursors.clear()
                self._broken(reader.name, error)
            except Exception:  # noqa: BLE001  # the reader must survive any reply
                reader.cursors.clear()
                _log.exception("feed_failed")
                pause = _LONGEST_PAUSE
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _begin(self, reader: _Reader, connection: Connection) -> None:
        """Let a reader start at the current ends of its feeds. Entries that it skips so are reported as a gap."""
        feeds = [keys.feed(shard) for shard in reader.shards]
        reader.cursors.update(zip(feeds, await _last_entries(connection, feeds), strict=True))
        if reader.begun.is_set():
            self._note_gap(reader.shards)
        reader.begun.set()

    @asynccontextmanager
    async def _connection(self, feed: str) -> AsyncIterator[Connection]:
        """Yield a new connection to a feed's master. It is not shared, since a blocking read blocks other commands."""
        slot = self._topology.slot(("XREAD", feed))
        async with asyncio.timeout(_CONNECT_SECONDS):
            async with self._learning:
                # Once for all readers that lost the same server.
                now = asyncio.get_running_loop().time()
                if now - self._learned > _LEARN_SECONDS:
                    await self._topology.learn()
                    self._learned = now
            address = self._topology.master(slot)
            if address is None:
                raise TryLaterError("CLUSTERDOWN")
            connection = await open_connection(address, self._topology.login, master=self._topology.masters_only)
        try:
            yield connection
        finally:
            connection.lose(ConnectionError("no longer needed"))

    async def _read(self, connection: Connection, cursors: dict[str, str]) -> None:
        async with asyncio.timeout(BLOCK_MILLISECONDS / 1000 + _CONNECT_SECONDS):
            answer: list[Reply] | None = await connection.ask(
                "XREAD", "COUNT", _MAX_ENTRIES, "BLOCK", BLOCK_MILLISECONDS, "STREAMS", *cursors, *cursors.values()
            )
        if answer is None:
            await self._check_master(connection)
            return
        for name, entries in answer:
            key = name.decode()
            if len(entries) == _MAX_ENTRIES and await _trimmed_beyond(connection, key, cursors[key]):
                self._note_gap([shard for shard in range(SHARDS) if keys.feed(shard) == key])
            self._take([entry for _, (_, entry) in entries])
            cursors[key] = entries[-1][0].decode()
        await asyncio.sleep(_GATHER_SECONDS)

    def _take(self, entries: Iterable[bytes]) -> None:
        """Pass entries on: those of others now, the process's own once their commits must have been answered."""
        own = []
        for entry in entries:
            if entry.startswith(self._own):
                own.append(entry)
            else:
                FEED_ENTRIES.inc()
                self._on_news(read_feed_entry(entry))
        if own:
            OWN_ENTRIES.inc(len(own))
            asyncio.get_running_loop().call_later(OWN_DELAY_SECONDS, self._pass_on, own)

    async def _check_master(self, connection: Connection) -> None:
        """Raise `NotMasterError` if the server was demoted: it still responds, but gets nothing new."""
        if not self._topology.masters_only:
            return
        async with asyncio.timeout(_CONNECT_SECONDS):
            roles = await asyncio.gather(connection.ask("ROLE"), return_exceptions=True)
        check_master(roles[0])

    def _broken(self, reader: str, error: Exception) -> None:
        if not self._interrupted:
            _log.warning("feed_interrupted", error=safe_error_text(error))
        self._interrupted.add(reader)

    def _resumed(self, reader: str) -> None:
        if self._interrupted:
            self._interrupted.discard(reader)
            if not self._interrupted:
                _log.info("feed_resumed")

    def _pass_on(self, own: Iterable[bytes]) -> None:
        for entry in own:
            self._on_news(read_feed_entry(entry))

    def _note_gap(self, shards: Iterable[int]) -> None:
        """Call `on_gap` soon, once for all readers that lost the same server."""
        self._missed.update(shards)
        if self._gap is None:
            self._gap = asyncio.get_running_loop().call_later(_GAP_SECONDS, self._report_gap)

    def _report_gap(self) -> None:
        self._gap = None
        missed, self._missed = self._missed, set()
        self._on_gap(missed)


async def _last_entries(connection: Connection, feeds: list[str]) -> list[str]:
    async with asyncio.timeout(_CONNECT_SECONDS):
        found = await asyncio.gather(*[connection.ask("XREVRANGE", feed, "+", "-", "COUNT", 1) for feed in feeds])
    return [last[0][0].decode() if last else "0-0" for last in found]


async def _trimmed_beyond(connection: Connection, key: str, cursor: str) -> bool:
    first: list[Reply] = await connection.ask("XRANGE", key, "-", "+", "COUNT", 1)
    return bool(first) and _entry_order(first[0][0].decode()) > _entry_order(cursor) > (0, 0)


def _entry_order(entry_id: str) -> tuple[int, int]:
    time, _, sequence = entry_id.partition("-")
    return int(time), int(sequence)
