"""The part of the store about tables: one script commits a change, and queries read tables."""

import time
from collections.abc import Iterable, Sequence
from functools import cached_property

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.commit_arguments import (
    KEPT_IDENTITY,
    decode_past,
    read_answer,
    read_game,
    script_arguments,
)
from galaxytables_lobby.adapters.redis.history import Compaction, History
from galaxytables_lobby.adapters.redis.script import Part, Script
from galaxytables_lobby.domain.history import StoredEvent
from galaxytables_lobby.domain.people import ChatMessage, decode_message
from galaxytables_lobby.domain.progress import advanced
from galaxytables_lobby.domain.requests import Answer
from galaxytables_lobby.domain.state import Stage, Table, decode
from galaxytables_lobby.ids import SHARDS, PlayerId, TableId, shard_of
from galaxytables_lobby.metrics import COMMIT_SECONDS, commits
from galaxytables_lobby.ports import Commit, CommitOutcome, Committed, Stored
from galaxytables_serving.tracing import NOT_TRACED, Attributes, exemplar

_OUTCOMES = {outcome.value.encode(): outcome for outcome in CommitOutcome}
# More tables than one shard opens in the same millisecond.
_TIES = 16


class TablesPart(Part):
    """The part of the Redis store about tables. Implements the port `TableStore`."""

    @cached_property
    def _commit(self) -> Script:
        return self.script("earlier", "commit", replicated=True)

    @cached_property
    def _answered(self) -> Script:
        return self.script("earlier", "answered")

    @cached_property
    def _history(self) -> Script:
        return self.script("history")

    @cached_property
    def compaction(self) -> Compaction:
        """Return the background task that compresses older events of tables. Closing the store closes the task too."""
        return Compaction(self._history, self.script("compact"))

    async def commit(self, commit: Commit) -> Committed:
        """Write a change of a table to the store, as a whole or not at all.

        When this returns, the change is on the master's disk only if Redis has `appendfsync always`; with `everysec` a
        crash may lose up to two seconds of changes. `confirmation.py` also waits until `replicas` replicas have the
        change, unless they have not answered for `ALONE_SECONDS`: then the commit counts without them, and the metric
        `galaxytables_store_unreplicated_total` grows.
        """
        started = time.perf_counter()
        names, arguments = script_arguments(commit, origin=self.origin, kept_closed=self._kept_closed)
        span = commit.span
        with NOT_TRACED if span is None else span.child("EVALSHA commit", _span_attributes(commit)):
            reply: bytes = await self._commit.run(names, arguments)
        COMMIT_SECONDS.observe(time.perf_counter() - started, exemplar(span))
        word, _, rest = reply.partition(b" ")
        outcome = _OUTCOMES[word]
        commits(outcome.value).inc()
        if outcome is CommitOutcome.DONE:
            self.compaction.changed(commit.before, commit.after)
        if outcome is not CommitOutcome.REPEATED:
            return Committed(outcome)
        await self._await_replicas_of_earlier(commit.after.id)
        return Committed(outcome, read_answer(rest))

    async def load(self, table_id: TableId) -> Stored | None:
        """Return a table with the state of its game, from which play can continue; None if there is no such table."""
        meta, game = await self._wire.run("HMGET", keys.table(table_id), "meta", "game")
        if meta is None:
            return None
        made, standing, position = read_game(game)
        return Stored(advanced(decode(meta), made), standing, position)

    async def load_states(self, table_ids: Sequence[TableId]) -> list[Table | None]:
        """Return tables without their games, in the order of the ids; None for tables that no longer exist."""
        found = await self._wire.run_all([("HMGET", keys.table(table_id), "meta", "game") for table_id in table_ids])
        return [None if meta is None else advanced(decode(meta), read_game(game)[0]) for meta, game in found]

    async def version(self, table_id: TableId) -> int:
        """Return a table's version; 0 if there is no such table."""
        return int(await self._wire.run("HGET", keys.table(table_id), "version") or 0)

    async def answered(self, table_id: TableId, identity: bytes) -> Answer | None:
        """Return the answer that an earlier commit of this request got, or None if it is not remembered."""
        names = [keys.table(table_id), keys.answers(table_id)]
        packed = await self._answered.run(names, [identity[:KEPT_IDENTITY]])
        if packed is None:
            return None
        await self._await_replicas_of_earlier(table_id)
        return read_answer(packed)

    async def table_of_request(self, identity: bytes, table_id: TableId, *, kept: int) -> TableId:
        """Return the id of the table that a request opens: `table_id`, unless the same request came before.

        If a request with this `identity` came within the last `kept` milliseconds, its `table_id` is returned.
        """
        key = keys.created(identity)
        if await self._wire.run("SET", key, table_id, "NX", "PX", kept, replicated=True):
            return table_id
        earlier = await self._wire.run("GET", key)
        return table_id if earlier is None else TableId(earlier.decode())

    async def events(self, table_id: TableId, first: int, last: int | None = None) -> list[StoredEvent]:
        """Return a table's events from `first` to `last`, or to the end."""
        start = max(first, 1)
        history = History(await self._wire.run("LRANGE", keys.events(table_id), 0, -1))
        return [
            StoredEvent(number, entry[:1], entry[1:]) for number, entry in enumerate(history.events(start, last), start)
        ]

    async def journal(self, table_id: TableId) -> list[bytes]:
        """Return all journal entries of a table (its choices and undos), in order."""
        return History(*await self._history.run([keys.events(table_id), keys.choices(table_id)], [])).journal()

    async def messages(self, table_id: TableId) -> list[ChatMessage]:
        """Return the latest chat messages of a table, in order."""
        return [decode_message(entry) for entry in await self._wire.run("LRANGE", keys.chat(table_id), 0, -1)]

    async def past(self, table_id: TableId) -> Stored | None:
        """Return a table's past state that delayed spectators see now; None if no such state is kept."""
        entry = await self._wire.run("LINDEX", keys.past(table_id), 0)
        if entry is None:
            return None
        meta, position = decode_past(entry)
        return Stored(decode(meta), b"", position)

    async def table_of_invitation(self, code: str) -> TableId | None:
        """Return the id of the table with this invitation code, or None."""
        found = await self._wire.run("GET", keys.invitation(code))
        return None if found is None else TableId(found.decode())

    async def newest_public(
        self, games: Iterable[str], stages: Iterable[Stage], *, before: tuple[int, TableId] | None, limit: int
    ) -> list[tuple[int, TableId]]:
        """Return up to `limit` public tables older than `before`, newest first, each as its creation time and id."""
        pairs = [(game, stage) for game in games for stage in stages]
        return await self._newest(
            [
                keys.index(shard, private=False, stage=stage, game=game)
                for shard in range(SHARDS)
                for game, stage in pairs
            ],
            before,
            limit,
        )

    async def count_public(self, games: Iterable[str], stages: Iterable[Stage]) -> dict[tuple[str, Stage], int]:
        """Return how many public tables there are, by game and stage."""
        stages = tuple(stages)
        indexes = [(game, stage) for game in games for stage in stages for _ in range(SHARDS)]
        sizes = await self._wire.run_all(
            [
                ("ZCARD", keys.index(number % SHARDS, private=False, stage=stage, game=game))
                for number, (game, stage) in enumerate(indexes)
            ]
        )
        counts = dict.fromkeys(indexes, 0)
        for key, size in zip(indexes, sizes, strict=True):
            counts[key] += size
        return counts

    async def newest(
        self, games: Iterable[str], stages: Sequence[Stage], *, before: tuple[int, TableId] | None, limit: int
    ) -> list[tuple[int, TableId]]:
        """Return up to `limit` tables older than `before`, newest first, each as its creation time and id.

        Private tables are among them.
        """
        indexes = [(game, stage, private) for game in games for stage in stages for private in (False, True)]
        return await self._newest(
            [
                keys.index(shard, private=private, stage=stage, game=game)
                for shard in range(SHARDS)
                for game, stage, private in indexes
            ],
            before,
            limit,
        )

    async def newest_of_player(
        self, player_id: PlayerId, *, before: tuple[int, TableId] | None, limit: int
    ) -> list[tuple[int, TableId]]:
        """Return up to `limit` of a player's tables older than `before`, newest first, each as creation time and id."""
        return await self._newest([keys.player(shard, player_id) for shard in range(SHARDS)], before, limit)

    async def release(self, table_id: TableId) -> None:
        """End a clock worker's lease on an overdue table, so that another worker may take it."""
        await self._wire.run("ZREM", keys.leases(shard_of(table_id)), table_id)

    async def keep_deadline(self, table_id: TableId, deadline: int) -> None:
        """Set the time at which the clock must act at a table, in milliseconds since the epoch; 0 for never."""
        key = keys.deadlines(shard_of(table_id))
        if deadline:
            await self._wire.run("ZADD", key, deadline, table_id)
        else:
            await self._wire.run("ZREM", key, table_id)

    async def _await_replicas_of_earlier(self, table_id: TableId) -> None:
        """Wait until the replicas have an earlier commit of any process.

        WAIT only covers writes of its own connection, so something is written after the commit.
        """
        if self._replicas:
            await self._wire.run("SET", keys.repeated(shard_of(table_id)), "", "PX", 1_000, replicated=True)

    async def _newest(
        self, names: Sequence[str], before: tuple[int, TableId] | None, limit: int
    ) -> list[tuple[int, TableId]]:
        start = "+inf" if before is None else before[0]
        pages = await self._wire.run_all(
            [("ZREVRANGEBYSCORE", name, start, "-inf", "WITHSCORES", "LIMIT", 0, limit + _TIES) for name in names]
        )
        found = [
            (int(float(members[i + 1])), TableId(members[i].decode()))
            for members in pages
            for i in range(0, len(members), 2)
        ]
        return sorted((each for each in found if before is None or each < before), reverse=True)[:limit]


def _span_attributes(commit: Commit) -> Attributes:
    """Return the attributes of a commit's span: the script, the shard, and what has changed."""
    changed = {
        "table": True,
        "seating": commit.seating_changed,
        "message": commit.message is not None,
        "game": commit.game is not None,
    }
    return {
        "db.system.name": "redis",
        "db.operation.name": "EVALSHA",
        "db.stored_procedure.name": "commit",
        "galaxytables.shard": shard_of(commit.after.id),
        "galaxytables.change": [name for name, holds in changed.items() if holds][-1],
    }
