"""News of all tables, heard by every process: one blocking reader over the feeds of all shards.

Each commit leaves one small entry (who, which table, which version). Whoever watches that table reads what is new
from the store, by event number; so an entry may come twice or late without harm, and a lost one is made good by the
next. Entries of this process's own commits, which it has usually told its watchers of already, are passed on after
a moment, for the rare commit whose answer got lost. After anything that may have lost entries (a broken connection,
a feed trimmed beyond the reader) `on_gap` is called, and the watchers look for themselves.

On Redis Cluster a blocking read may only name keys of one slot: there, each shard has a reader of its own.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import structlog
from redis.asyncio.cluster import RedisCluster

from services.lobby.metrics import FEED_ENTRIES
from services.lobby.store import keys
from services.lobby.store.commit import News, read_feed_entry
from services.lobby.store.wire import AWAY, Client, connect
from services.lobby.table.ids import SHARDS
from services.lobby.tasks import end_tasks

_log = structlog.get_logger(__name__)

BLOCK_MILLISECONDS = 5_000
_MOST = 500
# Entries that come within this time are read together.
_GATHER_SECONDS = 0.004
OWN_DELAY_SECONDS = 0.25


class Feed:
    """Reads the feeds; entries of `origin`, which are this process's own, come `OWN_DELAY_SECONDS` late."""

    def __init__(self, url: str, *, origin: bytes, on_news: Callable[[News], None], on_gap: Callable[[], None]) -> None:
        """Take the store's URL, the own name, and what to call with news and after a gap."""
        self._client: Client = connect(url, timeout=BLOCK_MILLISECONDS / 1000 + 5)
        self._own = origin + b" "
        self._on_news = on_news
        self._on_gap = on_gap
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Note where the feeds end now, and read on from there."""
        shards = list(range(SHARDS))
        groups = [[shard] for shard in shards] if isinstance(self._client, RedisCluster) else [shards]
        cursors = [{keys.feed(shard): await self._last_entry(keys.feed(shard)) for shard in group} for group in groups]
        self._tasks = [
            asyncio.create_task(self._read_forever(each), name=f"feed-{i}") for i, each in enumerate(cursors)
        ]

    async def close(self) -> None:
        """Stop reading."""
        await end_tasks(self._tasks)
        await self._client.aclose()

    async def _last_entry(self, key: str) -> str:
        pause = 0.05
        while True:
            try:
                last: Any = await self._client.xrevrange(key, "+", "-", count=1)
            except AWAY as error:
                _log.warning("store_awaited", error=type(error).__name__)
                await asyncio.sleep(pause)
                pause = min(pause * 2, 2.0)
            else:
                return str(last[0][0].decode()) if last else "0-0"

    async def _read_forever(self, cursors: dict[str, str]) -> None:
        pause = 0.05
        while True:
            try:
                await self._read(cursors)
                pause = 0.05
            except AWAY as error:
                _log.warning("feed_interrupted", error=type(error).__name__)
                await asyncio.sleep(pause)
                pause = min(pause * 2, 2.0)
                self._on_gap()
            except Exception:  # noqa: BLE001  # the reader must outlive any answer
                _log.exception("feed_failed")
                await asyncio.sleep(1.0)
                self._on_gap()

    async def _read(self, cursors: dict[str, str]) -> None:
        # The library's types cover both protocols; with protocol 2 this is a list of (key, [(entry id, fields)]).
        streams: Any = cursors
        answer: Any = await self._client.xread(streams, count=_MOST, block=BLOCK_MILLISECONDS)
        for name, entries in answer or ():
            key = name.decode()
            if len(entries) == _MOST and await self._trimmed_beyond(key, cursors[key]):
                self._on_gap()
            own = []
            for _, fields in entries:
                entry = fields[b"t"]
                if entry.startswith(self._own):
                    own.append(entry)
                else:
                    FEED_ENTRIES.inc()
                    self._on_news(read_feed_entry(entry))
            if own:
                asyncio.get_running_loop().call_later(OWN_DELAY_SECONDS, self._pass_on, own)
            cursors[key] = entries[-1][0].decode()
        if answer:
            await asyncio.sleep(_GATHER_SECONDS)

    def _pass_on(self, own: list[bytes]) -> None:
        for entry in own:
            self._on_news(read_feed_entry(entry))

    async def _trimmed_beyond(self, key: str, cursor: str) -> bool:
        first: Any = await self._client.xrange(key, "-", "+", count=1)
        return bool(first) and _entry_order(first[0][0].decode()) > _entry_order(cursor) > (0, 0)


def _entry_order(entry_id: str) -> tuple[int, int]:
    time, _, sequence = entry_id.partition("-")
    return int(time), int(sequence)
