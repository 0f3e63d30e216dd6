"""News of tables, heard by every process: one blocking reader over the feeds.

Each commit leaves one small entry (who, which table, which version) in the feed of its shard. Whoever watches that
table reads what is new from the store, by event number; so an entry may come twice or late without harm, and a lost one
is made good by the next. Entries of this process's own commits are passed over (`passed`), but for the rare one
whose answer got lost: it is read, and passed on if there is none in a moment. After anything that may have lost entries
(a broken connection, a feed trimmed beyond the reader) `on_gap` is called with the shards, and the watchers look for
themselves.

A reader that is blocked is woken by each entry, its own process's too. So while this process writes, the reader looks
again and again in place of waiting, over a connection on which it writes: what it has written there is answered, and
passed over, before what is looked for after it. So it finds what others have written, and what is being answered on
other connections at that moment. It looks less often while others write nothing, and not at feeds in which an entry of
its own was passed over since the last look: nothing of others stood before that.

On Redis Cluster a blocking read may only name keys of one slot: there, each shard has a reader of its own. So many look
too often; they wait, and read the process's own entries back.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import TypeAlias

import structlog

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.command import Reply, TryLater, told
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
# Entries that come within this time are read together.
_GATHER_SECONDS = 0.004
OWN_DELAY_SECONDS = 0.25
# A reader that does not wait looks so soon, and each time that it finds nothing after twice as long as before, up to
# that; until nothing of its own was written for so long.
_LOOK_SECONDS, _LATEST_LOOK_SECONDS = 0.02, 0.25
_QUIET_SECONDS = 1.0
_CONNECT_SECONDS = 5.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
_LEARN_SECONDS = 0.25
# Readers of a server that was lost find another one within this time, more or less.
_GAP_SECONDS = 0.05


# Entries of feeds after others, so many of each at most; None if there are none.
Look: TypeAlias = Callable[[Mapping[str, str], int], Awaitable[list[Reply] | None]]


class _Reader:
    """Follows the feeds of some shards, which lie on one server."""

    def __init__(self, shards: Iterable[int]) -> None:
        self.shards = sorted(shards)
        self.begun = asyncio.Event()
        # Up to where it has read each feed.
        self.cursors: dict[str, str] = {}

    @property
    def name(self) -> str:
        return keys.feed(self.shards[0])


class Feed:
    """Reads the feeds; entries of `origin`, which are this process's own, come `OWN_DELAY_SECONDS` late, if at all."""

    def __init__(
        self,
        url: str,
        *,
        origin: bytes,
        on_news: Callable[[News], None],
        on_gap: Callable[[Collection[int]], None],
        look: Look | None = None,
    ) -> None:
        """Take the store's URL, the own name, and what to call with news, and after a gap.

        `look` reads over the connection on which this process writes: see `Store.news`.
        """
        self._topology = read_url(url)
        self._own = origin + b" "
        self._on_news = on_news
        self._on_gap = on_gap
        self._look = look
        self._learning = asyncio.Lock()
        self._learned = 0.0
        # How long to wait before the next look.
        self._rest = _LOOK_SECONDS
        # When this process wrote last, and when a reader found its server in charge.
        self._wrote = self._checked = float("-inf")
        self._readers = [_Reader(group) for group in self._groups()]
        # Feeds in which an own entry was passed over, behind all that was read, since the last look.
        self._known: set[str] = set()
        # Own entries that were read before they were passed over, by feed and number.
        self._early: dict[tuple[str, str], bytes] = {}
        # Names of readers that are without a server.
        self._interrupted: set[str] = set()
        # Shards of which news were missed and nobody was told yet.
        self._missed: set[int] = set()
        self._gap: asyncio.TimerHandle | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Note where the feeds end now, and read on from there; waits until the store answers."""
        self._tasks = [
            asyncio.create_task(self._follow_forever(reader), name=f"feed-{number}")
            for number, reader in enumerate(self._readers)
        ]
        for reader in self._readers:
            await reader.begun.wait()

    def passed(self, table_id: TableId, before: bytes, entry: bytes) -> None:
        """All have been told of a commit of this process: its entry need not be read, if all before it are."""
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
        """Shards whose feeds one reader can wait for."""
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
            except Exception:  # noqa: BLE001  # the reader must outlive any answer
                reader.cursors.clear()
                _log.exception("feed_failed")
                pause = _LONGEST_PAUSE
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _begin(self, reader: _Reader, connection: Connection) -> None:
        """Note where the feeds end; what came since they were last read is a gap."""
        feeds = [keys.feed(shard) for shard in reader.shards]
        reader.cursors.update(zip(feeds, await _last_entries(connection, feeds), strict=True))
        if reader.begun.is_set():
            self._tell_of_gap(reader.shards)
        reader.begun.set()

    @asynccontextmanager
    async def _connection(self, feed: str) -> AsyncIterator[Connection]:
        """A connection of one's own to the master that has a feed: whoever waits there keeps others from it."""
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
        heard = False
        for name, entries in answer:
            key = name.decode()
            if len(entries) == _MOST and await _trimmed_beyond(connection, key, cursors[key]):
                self._tell_of_gap([shard for shard in range(SHARDS) if keys.feed(shard) == key])
            heard |= self._take(key, entries, _entry_order(cursors[key]))
            cursors[key] = max(cursors[key], entries[-1][0].decode(), key=_entry_order)
        self._rest = _LOOK_SECONDS if heard else min(2 * self._rest, _LATEST_LOOK_SECONDS)
        if answer:
            await asyncio.sleep(_GATHER_SECONDS)

    def _take(self, feed: str, entries: list[Reply], known: tuple[int, int]) -> bool:
        """Pass on what is not known yet: what was written here meanwhile may have been asked for before it was.

        Says whether others have written.
        """
        own, heard = [], False
        for written_as, (_, entry) in entries:
            number = written_as.decode()
            if _entry_order(number) <= known:
                continue
            if entry.startswith(self._own):
                self._early[feed, number] = entry
                own.append(number)
            else:
                heard = True
                FEED_ENTRIES.inc()
                self._on_news(read_feed_entry(entry))
        if own:
            OWN_ENTRIES.inc(len(own))
            running_loop().call_later(OWN_DELAY_SECONDS, self._pass_on, feed, own)
        return heard

    async def _news(self, connection: Connection, cursors: dict[str, str]) -> list[Reply]:
        """What is new in the feeds: waited for, or if this process writes, whatever there is in a moment."""
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
            # Its server may not be the one any more that was looked at.
            raise ConnectionError("lost")
        if answer is None and (not looks or loop.time() - self._checked > BLOCK_MILLISECONDS / 1000):
            await self._check_master(connection)
            self._checked = loop.time()
        return answer or []

    async def _check_master(self, connection: Connection) -> None:
        """A server that was demoted goes on answering; nothing new may come there."""
        if not self._topology.masters_only:
            return
        async with asyncio.timeout(_CONNECT_SECONDS):
            roles = await asyncio.gather(connection.ask("ROLE"), return_exceptions=True)
        check_master(roles[0])

    def _broken(self, reader: str, error: Exception) -> None:
        if not self._interrupted:
            _log.warning("feed_interrupted", error=told(error))
        self._interrupted.add(reader)

    def _resumed(self, reader: str) -> None:
        if self._interrupted:
            self._interrupted.discard(reader)
            if not self._interrupted:
                _log.info("feed_resumed")

    def _pass_on(self, feed: str, own: list[str]) -> None:
        """Those of the own entries whose commits were not answered meanwhile."""
        for number in own:
            entry = self._early.pop((feed, number), None)
            if entry is not None:
                self._on_news(read_feed_entry(entry))

    def _tell_of_gap(self, shards: Iterable[int]) -> None:
        """Once for all readers that lost the same server."""
        self._missed.update(shards)
        if self._gap is None:
            self._gap = running_loop().call_later(_GAP_SECONDS, self._told_of_gap)

    def _told_of_gap(self) -> None:
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
