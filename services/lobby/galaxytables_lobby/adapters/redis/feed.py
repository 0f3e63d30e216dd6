"""The feeds: every process reads which tables have changed.

Each commit adds a small entry (process, table, version) to the feed of its shard. Watchers of that table then read what
is new from the store, by event number. So an entry may come twice or late without harm, and the next one makes up for a
lost one. The process skips the entries of its own commits (`passed`), since it knows those changes. If it did not get
the answer to a commit, it uses the entry after a moment. After anything that may have lost entries (a broken
connection, a feed trimmed past the reader), `on_gap` is called with the shards, and the watchers read the store.

A blocking read wakes up for each entry, even for the process's own. So while this process writes, the reader polls
instead, over a connection that the process writes on. Earlier writes on it are answered, and their entries skipped,
before the poll runs. So a poll finds only entries of other processes, and a few own ones from other connections. Polls
become rarer while other processes write nothing. A poll leaves out feeds in which an own entry was skipped since the
last poll: nobody else had written there before that entry.

On Redis Cluster a blocking read may only name keys of one slot, so each shard has a reader of its own. So many readers
would poll too often; they block instead, and read the process's own entries back.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import TypeAlias

import structlog

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.command import Reply, TryLater, safe_error_text
from galaxytables_lobby.adapters.redis.commit import read_feed_entry
from galaxytables_lobby.adapters.redis.connection import Connection, check_master, open_connection
from galaxytables_lobby.adapters.redis.topology import shards_by_slot
from galaxytables_lobby.adapters.redis.url import read_url
from galaxytables_lobby.adapters.redis.wire import AWAY
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.ids import SHARDS, TableId, shard_of
from galaxytables_lobby.metrics import FEED_ENTRIES, OWN_ENTRIES
from galaxytables_lobby.ports import News
from galaxytables_serving import GalaxyError
from galaxytables_serving.running_loop import running_loop

_log = structlog.get_logger(__name__)

BLOCK_MILLISECONDS = 5_000
_MOST = 500
# Entries that arrive within this time are read together.
_GATHER_SECONDS = 0.004
OWN_DELAY_SECONDS = 0.25
# A polling reader starts with the first interval, and doubles it up to the second while it finds nothing. It stops
# polling once this process has written nothing for the third.
_LOOK_SECONDS, _LATEST_LOOK_SECONDS = 0.02, 0.25
_QUIET_SECONDS = 1.0
_CONNECT_SECONDS = 5.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
_LEARN_SECONDS = 0.25
# Readers that lost the same server reconnect within about this time.
_GAP_SECONDS = 0.05


# Returns entries of feeds after the given ones, up to a number for each feed; None if there are none.
Look: TypeAlias = Callable[[Mapping[str, str], int], Awaitable[list[Reply] | None]]


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
    """Reads the feeds. Own entries, those of `origin`, arrive `OWN_DELAY_SECONDS` late if at all."""

    def __init__(
        self,
        url: str,
        *,
        origin: bytes,
        on_news: Callable[[News], None],
        on_gap: Callable[[Collection[int]], None],
        look: Look | None = None,
    ) -> None:
        """Take the store's URL, this process's name, and the callbacks for news and after a gap.

        `look` polls over the connection that this process writes on: see `Store.news`.
        """
        self._topology = read_url(url)
        self._own = origin + b" "
        self._on_news = on_news
        self._on_gap = on_gap
        self._look = look
        self._learning = asyncio.Lock()
        self._learned = 0.0
        # How long to wait before the next poll.
        self._rest = _LOOK_SECONDS
        # When this process last wrote, and when a reader last found its server to be the master.
        self._wrote = self._checked = float("-inf")
        self._readers = [_Reader(group) for group in self._groups()]
        # Feeds in which an own entry right after the last one read was skipped since the last poll.
        self._known: set[str] = set()
        # Own entries that were read before `passed` was called, by feed and number.
        self._early: dict[tuple[str, str], bytes] = {}
        # Names of readers without a server.
        self._interrupted: set[str] = set()
        # Shards with missed news that `on_gap` has not been called for.
        self._missed: set[int] = set()
        self._gap: asyncio.TimerHandle | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Read the ends of the feeds and follow them from there; waits until the store responds."""
        self._tasks = [
            asyncio.create_task(self._follow_forever(reader), name=f"feed-{number}")
            for number, reader in enumerate(self._readers)
        ]
        for reader in self._readers:
            await reader.begun.wait()

    def passed(self, table_id: TableId, before: bytes, entry: bytes) -> None:
        """Skip the entry of an own commit whose listeners have been called, if all entries before it are read."""
        self._wrote = running_loop().time()
        feed, last, own = keys.feed(shard_of(table_id)), before.decode(), entry.decode()
        self._early.pop((feed, own), None)
        for reader in self._readers:
            if reader.cursors.get(feed) == last:
                reader.cursors[feed] = own
                self._known.add(feed)

    async def close(self) -> None:
        """Stop reading."""
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
        """Read the ends of the feeds; entries since the last read are a gap."""
        feeds = [keys.feed(shard) for shard in reader.shards]
        reader.cursors.update(zip(feeds, await _last_entries(connection, feeds), strict=True))
        if reader.begun.is_set():
            self._note_gap(reader.shards)
        reader.begun.set()

    @asynccontextmanager
    async def _connection(self, feed: str) -> AsyncIterator[Connection]:
        """Open a connection of its own to a feed's master, since a blocking read blocks other commands."""
        slot = self._topology.slot(("XREAD", feed))
        async with asyncio.timeout(_CONNECT_SECONDS):
            async with self._learning:
                # Once for all readers that lost the same server.
                now = running_loop().time()
                if now - self._learned > _LEARN_SECONDS:
                    await self._topology.learn()
                    self._learned = now
            address = self._topology.master(slot)
            if address is None:
                raise TryLater("CLUSTERDOWN")
            connection = await open_connection(address, self._topology.login, master=self._topology.masters_only)
        try:
            yield connection
        finally:
            connection.lose(ConnectionError("no longer needed"))

    async def _read(self, connection: Connection, cursors: dict[str, str]) -> None:
        answer = await self._news(connection, cursors)
        from_others = False
        for name, entries in answer:
            key = name.decode()
            if len(entries) == _MOST and await _trimmed_beyond(connection, key, cursors[key]):
                self._note_gap([shard for shard in range(SHARDS) if keys.feed(shard) == key])
            from_others |= self._take(key, entries, _entry_order(cursors[key]))
            cursors[key] = max(cursors[key], entries[-1][0].decode(), key=_entry_order)
        self._rest = _LOOK_SECONDS if from_others else min(2 * self._rest, _LATEST_LOOK_SECONDS)
        if answer:
            await asyncio.sleep(_GATHER_SECONDS)

    def _take(self, feed: str, entries: list[Reply], known: tuple[int, int]) -> bool:
        """Pass on entries that are not known yet: some may have been skipped while the read was running.

        Returns whether other processes have written.
        """
        own, from_others = [], False
        for written_as, (_, entry) in entries:
            number = written_as.decode()
            if _entry_order(number) <= known:
                continue
            if entry.startswith(self._own):
                self._early[feed, number] = entry
                own.append(number)
            else:
                from_others = True
                FEED_ENTRIES.inc()
                self._on_news(read_feed_entry(entry))
        if own:
            OWN_ENTRIES.inc(len(own))
            running_loop().call_later(OWN_DELAY_SECONDS, self._pass_on, feed, own)
        return from_others

    async def _news(self, connection: Connection, cursors: dict[str, str]) -> list[Reply]:
        """Return new entries of the feeds: by a blocking read or, while this process writes, by a poll."""
        loop = running_loop()
        looks = self._look is not None and len(self._readers) == 1 and loop.time() - self._wrote < _QUIET_SECONDS
        answer: list[Reply] | None
        async with asyncio.timeout(BLOCK_MILLISECONDS / 1000 + _CONNECT_SECONDS):
            if looks and self._look is not None:
                await asyncio.sleep(self._rest)
                unknown = {feed: cursor for feed, cursor in cursors.items() if feed not in self._known}
                self._known.clear()
                answer = await self._look(unknown, _MOST) if unknown else None
            else:
                answer = await connection.ask(
                    "XREAD", "COUNT", _MOST, "BLOCK", BLOCK_MILLISECONDS, "STREAMS", *cursors, *cursors.values()
                )
        if connection.lost:
            # The poll may have gone to a server that is no longer the master.
            raise ConnectionError("lost")
        if answer is None and (not looks or loop.time() - self._checked > BLOCK_MILLISECONDS / 1000):
            await self._check_master(connection)
            self._checked = loop.time()
        return answer or []

    async def _check_master(self, connection: Connection) -> None:
        """Raise `NotMaster` if the server was demoted: it still responds, but gets nothing new."""
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

    def _pass_on(self, feed: str, own: list[str]) -> None:
        """Pass on own entries whose commits have not been answered meanwhile."""
        for number in own:
            entry = self._early.pop((feed, number), None)
            if entry is not None:
                self._on_news(read_feed_entry(entry))

    def _note_gap(self, shards: Iterable[int]) -> None:
        """Call `on_gap` soon, once for all readers that lost the same server."""
        self._missed.update(shards)
        if self._gap is None:
            self._gap = running_loop().call_later(_GAP_SECONDS, self._report_gap)

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
