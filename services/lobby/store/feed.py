"""News of all tables, heard by every process: one blocking reader over the feeds of all shards.

Each commit leaves one small entry (who, which table, which version). Whoever watches that table reads what is new
from the store, by event number; so an entry may come twice or late without harm, and a lost one is made good by the
next. Entries of this process's own commits, which it has usually told its watchers of already, are passed on after
a moment, for the rare commit whose answer got lost. After anything that may have lost entries (a broken connection,
a feed trimmed beyond the reader) `on_gap` is called, and the watchers look for themselves.

On Redis Cluster a blocking read may only name keys of one slot: there, each shard has a reader of its own.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import structlog

from services.lobby.ids import SHARDS
from services.lobby.metrics import FEED_ENTRIES
from services.lobby.store import keys
from services.lobby.store.commit import News, read_feed_entry
from services.lobby.store.connection import Connection, check_master, open_connection
from services.lobby.store.replies import TryLater, told
from services.lobby.store.url import read_url
from services.lobby.store.wire import AWAY
from services.lobby.tasks import end_tasks

_log = structlog.get_logger(__name__)

BLOCK_MILLISECONDS = 5_000
_MOST = 500
# Entries that come within this time are read together.
_GATHER_SECONDS = 0.004
OWN_DELAY_SECONDS = 0.25
_CONNECT_SECONDS = 5.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
_LEARN_SECONDS = 0.25
# Readers of a server that was lost find another one within this time, more or less.
_GAP_SECONDS = 0.05


class Feed:
    """Reads the feeds; entries of `origin`, which are this process's own, come `OWN_DELAY_SECONDS` late."""

    def __init__(self, url: str, *, origin: bytes, on_news: Callable[[News], None], on_gap: Callable[[], None]) -> None:
        """Take the store's URL, the own name, and what to call with news and after a gap."""
        self._topology = read_url(url)
        self._own = origin + b" "
        self._on_news = on_news
        self._on_gap = on_gap
        self._learning = asyncio.Lock()
        self._learned = 0.0
        # Readers, by the first of their feeds, that are without a server.
        self._interrupted: set[str] = set()
        self._gap: asyncio.TimerHandle | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Note where the feeds end now, and read on from there; waits until the store answers."""
        begun = [asyncio.Event() for _ in self._groups()]
        self._tasks = [
            asyncio.create_task(self._follow_forever(group, event), name=f"feed-{number}")
            for number, (group, event) in enumerate(zip(self._groups(), begun, strict=True))
        ]
        for event in begun:
            await event.wait()

    async def close(self) -> None:
        """Stop reading."""
        await end_tasks(self._tasks)
        if self._gap is not None:
            self._gap.cancel()

    def _groups(self) -> list[list[str]]:
        """Feeds that one reader can wait for."""
        names = [keys.feed(shard) for shard in range(SHARDS)]
        slots: dict[int, list[str]] = {}
        for name in names:
            slots.setdefault(self._topology.slot(("XREAD", name)), []).append(name)
        return list(slots.values())

    async def _follow_forever(self, feeds: list[str], begun: asyncio.Event) -> None:
        pause = _FIRST_PAUSE
        while True:
            try:
                async with self._connection(feeds[0]) as connection:
                    # Where the feeds end: after a break, what came meanwhile or was lost with a server is a gap.
                    cursors = dict(zip(feeds, await _last_entries(connection, feeds), strict=True))
                    if begun.is_set():
                        self._tell_of_gap()
                    begun.set()
                    pause = _FIRST_PAUSE
                    self._resumed(feeds[0])
                    while True:
                        await self._read(connection, cursors)
            except AWAY as error:
                self._broken(feeds[0], error)
            except Exception:  # noqa: BLE001  # the reader must outlive any answer
                _log.exception("feed_failed")
                pause = _LONGEST_PAUSE
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(pause * 2, _LONGEST_PAUSE)

    @asynccontextmanager
    async def _connection(self, feed: str) -> AsyncIterator[Connection]:
        """A connection of one's own to the master that has a feed: whoever waits there keeps others from it."""
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
                raise TryLater("CLUSTERDOWN")
            connection = await open_connection(address, self._topology.login, master=self._topology.masters_only)
        try:
            yield connection
        finally:
            connection.lose(ConnectionError("no longer needed"))

    async def _read(self, connection: Connection, cursors: dict[str, str]) -> None:
        async with asyncio.timeout(BLOCK_MILLISECONDS / 1000 + _CONNECT_SECONDS):
            answer: list[Any] | None = await connection.ask(
                "XREAD", "COUNT", _MOST, "BLOCK", BLOCK_MILLISECONDS, "STREAMS", *cursors, *cursors.values()
            )
        if answer is None:
            await self._check_master(connection)
            return
        for name, entries in answer:
            key = name.decode()
            if len(entries) == _MOST and await _trimmed_beyond(connection, key, cursors[key]):
                self._tell_of_gap()
            own = []
            for _, (_, entry) in entries:
                if entry.startswith(self._own):
                    own.append(entry)
                else:
                    FEED_ENTRIES.inc()
                    self._on_news(read_feed_entry(entry))
            if own:
                asyncio.get_running_loop().call_later(OWN_DELAY_SECONDS, self._pass_on, own)
            cursors[key] = entries[-1][0].decode()
        await asyncio.sleep(_GATHER_SECONDS)

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

    def _pass_on(self, own: list[bytes]) -> None:
        for entry in own:
            self._on_news(read_feed_entry(entry))

    def _tell_of_gap(self) -> None:
        """Once for all readers that lost the same server."""
        if self._gap is None:
            self._gap = asyncio.get_running_loop().call_later(_GAP_SECONDS, self._told_of_gap)

    def _told_of_gap(self) -> None:
        self._gap = None
        self._on_gap()


async def _last_entries(connection: Connection, feeds: list[str]) -> list[str]:
    async with asyncio.timeout(_CONNECT_SECONDS):
        found = await asyncio.gather(*[connection.ask("XREVRANGE", feed, "+", "-", "COUNT", 1) for feed in feeds])
    return [last[0][0].decode() if last else "0-0" for last in found]


async def _trimmed_beyond(connection: Connection, key: str, cursor: str) -> bool:
    first: list[Any] = await connection.ask("XRANGE", key, "-", "+", "COUNT", 1)
    return bool(first) and _entry_order(first[0][0].decode()) > _entry_order(cursor) > (0, 0)


def _entry_order(entry_id: str) -> tuple[int, int]:
    time, _, sequence = entry_id.partition("-")
    return int(time), int(sequence)
