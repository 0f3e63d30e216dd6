"""The lobby's store: everything that the rest of the lobby asks of Redis, in the lobby's own words."""

import asyncio
import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import resources

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.clock import REFRESH_SECONDS, StoreClock
from galaxytables_lobby.adapters.redis.command import Argument, Reply
from galaxytables_lobby.adapters.redis.commit import (
    CONSTANTS,
    KEPT_IDENTITY,
    decode_past,
    encode_past,
    forget_operations,
    read_answer,
    read_game,
    script_arguments,
)
from galaxytables_lobby.adapters.redis.compaction import Compaction
from galaxytables_lobby.adapters.redis.feed_ends import FeedEnds
from galaxytables_lobby.adapters.redis.history import History
from galaxytables_lobby.adapters.redis.script import Script
from galaxytables_lobby.adapters.redis.url import read_url
from galaxytables_lobby.adapters.redis.wire import Wire
from galaxytables_lobby.concurrency.tasks import end_tasks
from galaxytables_lobby.domain.events import StoredEvent
from galaxytables_lobby.domain.message import ChatMessage, decode_message
from galaxytables_lobby.domain.outage import Outage
from galaxytables_lobby.domain.progress import advanced
from galaxytables_lobby.domain.requests import Answer
from galaxytables_lobby.domain.state import FinishedTable, Stage, Table, decode
from galaxytables_lobby.ids import SHARDS, PlayerId, TableId, shard_of
from galaxytables_lobby.metrics import COMMIT_SECONDS, commits
from galaxytables_lobby.ports import BotOffer, Commit, CommitOutcome, Committed, Due, Stored
from galaxytables_serving import GalaxyError
from galaxytables_serving.tracing import NOT_TRACED, Attributes, exemplar

# More than a table of one shard that opened in the same millisecond as another.
_OUTAGES_KEPT = 500
_TIES = 16
# How long a player's opened tables are remembered after the last of them; one that still runs then does not count.
_OPENED_KEPT = 90 * 24 * 3600 * 1000
_SCRIPT_STATS = re.compile(rb"cmdstat_eval(?:sha)?:calls=(\d+),usec=(\d+)")


_OUTCOMES = {outcome.value.encode(): outcome for outcome in CommitOutcome}


def _source(script: str) -> str:
    return resources.files(__package__).joinpath(script).read_text("utf-8")


# Stand behind the process in the offer of a bot that gives hints: last the first, before it the numbers of seats.
_HINTS, _SEATS = "\0hints", "\0seats="


def _read_offer(member: bytes) -> BotOffer:
    game, bot, host, process = member.decode().split("\0", 3)
    seats = process.removesuffix(_HINTS).partition(_SEATS)[2]
    return BotOffer(
        game,
        bot,
        PlayerId(host),
        hints=process.endswith(_HINTS),
        analysed_seats=tuple(map(int, seats.split(","))) if seats else (),
    )


def _read_outage(entry: bytes) -> Outage:
    start, end, game = entry.decode().split(" ", 2)
    return Outage(game, int(start), int(end))


def new_origin() -> bytes:
    """A name for this process that no other has."""
    return secrets.token_hex(6).encode()


class Store:
    """The store. `start` before use, `close` after; every method may raise STORE_UNAVAILABLE."""

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
        """Take the URL, a name of this process for the feed (no blanks), how many replicas have what is acknowledged.

        `kept_closed` are milliseconds to keep what was closed. Raises `SettingError`.
        """
        self.url = url
        self.origin = origin
        # The time by which deadlines, leases and outages count.
        self.clock = StoreClock()
        self._following_time: asyncio.Task[None] | None = None
        self._replicas = replicas
        self._wire = Wire(read_url(url), replicas=replicas, timeout=timeout, patience=patience)
        self._kept_closed = kept_closed
        self._shards = self._wire.shards
        self._ends = FeedEnds()
        self._commit = Script(self._wire, CONSTANTS + _source("earlier.lua") + _source("commit.lua"), replicated=True)
        self._answered = Script(self._wire, CONSTANTS + _source("earlier.lua") + _source("answered.lua"))
        self._session = Script(self._wire, _source("session.lua"), replicated=True)
        self._history = Script(self._wire, _source("history.lua"))
        self._compaction = Compaction(self._history, Script(self._wire, _source("compact.lua")))
        self._claim, self._forget, self._archived, self._beat, self._announce, self._take, self._open, self._replace = (
            Script(self._wire, _source(f"{name}.lua"))
            for name in ("claim", "forget", "archived", "beat", "announce", "take", "open", "replace")
        )
        self._erase = Script(self._wire, CONSTANTS + _source("erase.lua"))
        self._retire = Script(self._wire, _source("retire.lua"))
        self._time = Script(self._wire, _source("time.lua"))

    def start(self) -> None:
        """Start sending, and following the store's time."""
        self._wire.start()
        self._following_time = asyncio.create_task(self._follow_time(), name="store-time")

    async def close(self) -> None:
        """Close all connections."""
        await end_tasks([self._following_time])
        await self._compaction.close()
        await self._wire.close()

    async def read_time(self) -> None:
        """Have `clock` agree with the store. Raises STORE_UNAVAILABLE."""
        asked = self.clock.steady()
        seconds, microseconds = await self._time.run([keys.BEATS], [])
        self.clock.observe(int(seconds) + int(microseconds) / 1e6, asked=asked, answered=self.clock.steady())

    async def share_that_answers(self) -> float:
        """How much of the store answers, from 0 to 1; of shards that share a slot one is asked."""
        answers = await asyncio.gather(
            *[self._wire.run("EXISTS", keys.deadlines(shards[0])) for shards in self._shards], return_exceptions=True
        )
        answering = [
            len(shards)
            for shards, answer in zip(self._shards, answers, strict=True)
            if not isinstance(answer, BaseException)
        ]
        return sum(answering) / SHARDS

    async def commit(self, commit: Commit) -> Committed:
        """Make the change, or nothing of it. May be driven; the change is made even if nobody waits for it any more."""
        started = time.perf_counter()
        shard = shard_of(commit.after.id)
        last, wanted = self._ends.next(shard)
        names, arguments = script_arguments(commit, origin=self.origin, entry=wanted, kept_closed=self._kept_closed)
        span = commit.span
        with NOT_TRACED if span is None else span.child("EVALSHA commit", _told(commit)):
            reply: bytes = await self._commit.reply(names, arguments)
        COMMIT_SECONDS.observe(time.perf_counter() - started, exemplar(span))
        word, _, rest = reply.partition(b" ")
        outcome = _OUTCOMES[word]
        commits(outcome.value).inc()
        if outcome is CommitOutcome.DONE:
            own, _, before = rest.partition(b" ")
            self._ends.written(shard, own)
            self._compaction.changed(commit.before, commit.after)
            return Committed(outcome, entry=(before or last, own))
        self._ends.forget(shard)
        if outcome is CommitOutcome.CONFLICT:
            return Committed(outcome)
        await self._replicated(commit.after.id)
        return Committed(outcome, read_answer(rest))

    async def load(self, table_id: TableId) -> Stored | None:
        """One table with all that is needed to play on, or None."""
        meta, game = await self._wire.run("HMGET", keys.table(table_id), "meta", "game")
        if meta is None:
            return None
        made, standing, position = read_game(game)
        return Stored(advanced(decode(meta), made), standing, position)

    async def load_states(self, table_ids: Sequence[TableId]) -> list[Table | None]:
        """Tables without their games, in the order asked for; None for those that are gone."""
        found = await self._wire.run_all([("HMGET", keys.table(table_id), "meta", "game") for table_id in table_ids])
        return [None if meta is None else advanced(decode(meta), read_game(game)[0]) for meta, game in found]

    async def news(self, cursors: Mapping[str, str], most: int) -> list[Reply] | None:
        """Entries of feeds after those given, if there are any, over the connection of commits. Not for a cluster."""
        found: list[Reply] | None = await self._wire.run(
            "XREAD", "COUNT", most, "STREAMS", *cursors.keys(), *cursors.values()
        )
        return found

    async def version(self, table_id: TableId) -> int:
        """A table's version, 0 if there is none."""
        return int(await self._wire.run("HGET", keys.table(table_id), "version") or 0)

    async def answered(self, table_id: TableId, identity: bytes) -> Answer | None:
        """What an earlier commit with this identity led to, if it is remembered."""
        names = [keys.table(table_id), keys.answers(table_id)]
        packed = await self._answered.run(names, [identity[:KEPT_IDENTITY]])
        if packed is None:
            return None
        await self._replicated(table_id)
        return read_answer(packed)

    async def table_of_request(self, identity: bytes, table_id: TableId, *, kept: int) -> TableId:
        """The table that a request opens: the one given, or that of the first such request in `kept` milliseconds."""
        key = keys.created(identity)
        if await self._wire.run("SET", key, table_id, "NX", "PX", kept, replicated=True):
            return table_id
        earlier = await self._wire.run("GET", key)
        return table_id if earlier is None else TableId(earlier.decode())

    async def events(self, table_id: TableId, first: int, last: int | None = None) -> list[StoredEvent]:
        """A table's history from event `first` to `last`, or to its end."""
        start = max(first, 1)
        history = History(await self._wire.run("LRANGE", keys.events(table_id), 0, -1))
        return [
            StoredEvent(number, entry[:1], entry[1:]) for number, entry in enumerate(history.events(start, last), start)
        ]

    async def journal(self, table_id: TableId) -> list[bytes]:
        """All journal entries of a table, in order."""
        return History(*await self._history.run([keys.events(table_id), keys.choices(table_id)], [])).journal()

    async def messages(self, table_id: TableId) -> list[ChatMessage]:
        """The last messages of a table, in order."""
        return [decode_message(entry) for entry in await self._wire.run("LRANGE", keys.chat(table_id), 0, -1)]

    async def past(self, table_id: TableId) -> Stored | None:
        """A table as its spectators see it, where they see it with a delay; None where no such state is kept."""
        entry = await self._wire.run("LINDEX", keys.past(table_id), 0)
        if entry is None:
            return None
        meta, position = decode_past(entry)
        return Stored(decode(meta), b"", position)

    async def table_of_invitation(self, code: str) -> TableId | None:
        """The table that an invitation code leads to."""
        found = await self._wire.run("GET", keys.invitation(code))
        return None if found is None else TableId(found.decode())

    async def newest_public(
        self, games: Iterable[str], stages: Iterable[Stage], *, before: tuple[int, TableId] | None, most: int
    ) -> list[tuple[int, TableId]]:
        """Public tables by (created, id), newest first, those before a given one."""
        pairs = [(game, stage) for game in games for stage in stages]
        return await self._newest(
            [
                keys.index(shard, private=False, stage=stage, game=game)
                for shard in range(SHARDS)
                for game, stage in pairs
            ],
            before,
            most,
        )

    async def newest(
        self, games: Iterable[str], stages: Sequence[Stage], *, before: tuple[int, TableId] | None, most: int
    ) -> list[tuple[int, TableId]]:
        """Tables, private ones too, by (created, id), newest first, those before a given one."""
        wanted = [(game, stage, private) for game in games for stage in stages for private in (False, True)]
        return await self._newest(
            [
                keys.index(shard, private=private, stage=stage, game=game)
                for shard in range(SHARDS)
                for game, stage, private in wanted
            ],
            before,
            most,
        )

    async def newest_of_player(
        self, player_id: PlayerId, *, before: tuple[int, TableId] | None, most: int
    ) -> list[tuple[int, TableId]]:
        """Tables that a player belongs to by (created, id), newest first, those before a given one."""
        return await self._newest([keys.player(shard, player_id) for shard in range(SHARDS)], before, most)

    async def bot_seats(self, game: str, bot: str) -> list[tuple[TableId, int]]:
        """Seats that a bot has in running games: table ids and seat numbers."""
        commands: list[tuple[Argument, ...]] = [("SMEMBERS", keys.bots(shard, game, bot)) for shard in range(SHARDS)]
        found = []
        for members in await self._wire.run_all(commands):
            for member in members:
                table_id, _, seat = member.decode().rpartition(":")
                found.append((TableId(table_id), int(seat)))
        return sorted(found)

    async def count_tables(self, games: Iterable[str]) -> dict[tuple[str, Stage], list[int]]:
        """How many tables there are in each shard by game and stage, private ones included."""
        wanted = [
            (game, stage, shard, keys.index(shard, private=private, stage=stage, game=game))
            for game in games
            for stage in Stage
            for private in (False, True)
            for shard in range(SHARDS)
        ]
        counts = {(game, stage): [0] * SHARDS for game, stage, _, _ in wanted}
        sizes = await self._wire.run_all([("ZCARD", key) for *_, key in wanted])
        for (game, stage, shard, _), size in zip(wanted, sizes, strict=True):
            counts[game, stage][shard] += size
        return counts

    async def beat(
        self, games: Sequence[str], *, now: int, longest_silence: int
    ) -> tuple[dict[str, int], tuple[Outage, ...]]:
        """Note that games can be played now; a game silent for longer had an outage.

        Gives when each game was last known to be playable, and all outages, the oldest first; milliseconds.
        """
        arguments = [str(now), str(longest_silence), str(_OUTAGES_KEPT), *games]
        beats, outages = await self._beat.run([keys.BEATS, keys.OUTAGES], arguments)
        last = {game.decode(): int(at) for game, at in zip(beats[::2], beats[1::2], strict=True)}
        return last, tuple(_read_outage(entry) for entry in outages)

    async def retire(self, name: str, *, last: int, now: int) -> None:
        """Expect no beats of this name any more: its silence since the last is an outage."""
        await self._retire.run([keys.BEATS, keys.OUTAGES], [name, str(last), str(now), str(_OUTAGES_KEPT)])

    async def script_time(self) -> tuple[int, float]:
        """How many scripts Redis has run and the seconds it spent in them."""
        calls, microseconds = 0, 0
        for stats in await self._wire.run_at_masters("INFO", "commandstats"):
            for each in _SCRIPT_STATS.finditer(stats):
                calls, microseconds = calls + int(each[1]), microseconds + int(each[2])
        return calls, microseconds / 1e6

    async def refresh_offers(self, offers: Iterable[BotOffer], *, until: int) -> None:
        """Say that hosts at this process offer bots, until a time in milliseconds."""
        members: list[Argument] = []
        for offer in offers:
            members += (until, self._offer_member(offer))
        if members:
            await self._wire.run("ZADD", keys.OFFERS, *members)

    async def announce(self, address: str, *, lasting: int) -> dict[bytes, str]:
        """Say for so many milliseconds that clients reach this process there, or with 0 that it goes.

        Gives the addresses of all such lobbies by their names.
        """
        members = await self._announce.run([keys.LOBBIES], [self.origin + b" " + address.encode(), str(lasting)])
        pairs = [member.split(b" ", 1) for member in members]
        return {origin: where.decode() for origin, where in pairs}

    async def withdraw_offers(self, offers: Iterable[BotOffer]) -> None:
        """Say that hosts at this process no longer offer these."""
        members = [self._offer_member(offer) for offer in offers]
        if members:
            await self._wire.run("ZREM", keys.OFFERS, *members)

    async def offers(self, *, now: int) -> set[BotOffer]:
        """All bots on offer at any process."""
        _, members = await self._wire.run_all(
            [("ZREMRANGEBYSCORE", keys.OFFERS, "-inf", f"({now}"), ("ZRANGE", keys.OFFERS, 0, -1)]
        )
        return {_read_offer(member) for member in members}

    async def take(self, bucket: str, taken: int, *, now: int, most: int, milliseconds: int) -> int:
        """Take from a bucket that holds `most` and fills in `milliseconds`; 0, or in how many of them it could be.

        To take 0 is to look whether one is left.
        """
        return int(await self._take.run([keys.bucket(bucket)], [now, taken, most, milliseconds]))

    async def add_opened(self, player_id: PlayerId, table_id: TableId, *, now: int, most: int) -> list[TableId]:
        """Note that a player opens a table; gives those that are noted where they are `most` already, else none."""
        opened = await self._open.run([keys.opened(player_id)], [table_id, now, most, _OPENED_KEPT])
        return [TableId(each.decode()) for each in opened]

    async def drop_opened(self, player_id: PlayerId, table_ids: Sequence[TableId]) -> None:
        """Do not count tables of a player any more."""
        await self._wire.run("ZREM", keys.opened(player_id), *table_ids)

    async def sanctioned(self) -> int:
        """How often operators have changed what they keep others from."""
        return int(await self._wire.run("GET", keys.SANCTIONED) or 0)

    async def sanctions(self) -> dict[str, bytes]:
        """What operators keep others from, by kind and subject."""
        found = await self._wire.run("HGETALL", keys.SANCTIONS)
        return {name.decode(): value for name, value in zip(found[::2], found[1::2], strict=True)}

    async def sanction(self, name: str, value: bytes) -> None:
        """Keep somebody from something."""
        # In this order: whoever sees the count reads what it counts.
        await self._wire.run("HSET", keys.SANCTIONS, name, value, replicated=True)
        await self._wire.run("INCR", keys.SANCTIONED)

    async def lift_sanction(self, name: str) -> bool:
        """Keep somebody from it no more; says whether that was so."""
        there = await self._wire.run("HDEL", keys.SANCTIONS, name, replicated=True)
        await self._wire.run("INCR", keys.SANCTIONED)
        return bool(there)

    async def session(self, player_id: PlayerId, name: bytes) -> bytes | None:
        """A session of a player."""
        found: bytes | None = await self._wire.run("HGET", keys.sessions(player_id), name)
        return found

    async def sessions_of(self, player_id: PlayerId) -> dict[bytes, bytes]:
        """All sessions of a player, by name."""
        found = await self._wire.run("HGETALL", keys.sessions(player_id))
        return dict(zip(found[::2], found[1::2], strict=True))

    async def keep_session(
        self, player_id: PlayerId, name: bytes, value: bytes, *, instead_of: bytes, lasting: int
    ) -> bool:
        """Put a session in the place of what it was, empty for nothing, for so many milliseconds at least.

        Says whether it was put there: somebody may have been faster.
        """
        return bool(await self._session.run([keys.sessions(player_id)], [name, value, instead_of, lasting]))

    async def end_session(self, player_id: PlayerId, name: bytes) -> None:
        """Forget a session."""
        await self._wire.run("HDEL", keys.sessions(player_id), name, replicated=True)

    async def end_sessions(self, player_id: PlayerId) -> None:
        """Forget all sessions of a player."""
        await self._wire.run("DEL", keys.sessions(player_id), replicated=True)

    async def clock_of(self, table_id: TableId) -> tuple[int, int]:
        """When the clock must act at a table, as it knows, and until when a claim to do so holds; 0 for never."""
        shard = shard_of(table_id)
        due, leased = await self._wire.run_all(
            [("ZSCORE", keys.deadlines(shard), table_id), ("ZSCORE", keys.leases(shard), table_id)]
        )
        return int(float(due or 0)), int(float(leased or 0))

    async def replace_messages(self, table_id: TableId, instead: Mapping[bytes, bytes]) -> None:
        """Put other messages in the place of some of a table."""
        if instead:
            pairs = [part for pair in instead.items() for part in pair]
            await self._replace.run([keys.chat(table_id)], pairs)

    async def forget_answers(self, table_id: TableId, words: Iterable[str]) -> bool:
        """Forget a table's remembered answers that hold one of some words; says whether anything else there does."""
        names = [keys.table(table_id), keys.answers(table_id), keys.chat(table_id), keys.past(table_id)]
        return bool(await self._erase.run(names, list(words)))

    async def rewrite_past(self, table_id: TableId, rewrite: Callable[[Table], Table]) -> None:
        """Change how a table stood after its last choices."""
        pairs: list[Argument] = []
        for entry in await self._wire.run("LRANGE", keys.past(table_id), 0, -1):
            meta, position = decode_past(entry)
            pairs += [entry, encode_past(rewrite(decode(meta)), position)]
        if pairs:
            await self._replace.run([keys.past(table_id)], pairs)

    async def claim(self, *, now: int, lease: int, most: int) -> tuple[list[Due], int]:
        """Claim up to `most` tables a shard whose deadline is not after `now`, for `lease` milliseconds.

        Gives the claimed tables, the longest overdue first, and how many are due in all.
        """
        return await self._claim_from(keys.deadlines, keys.leases, now, lease, most)

    async def release(self, table_id: TableId) -> None:
        """Give a claim back."""
        await self._wire.run("ZREM", keys.leases(shard_of(table_id)), table_id)

    async def rest(self, table_id: TableId, *, until: int) -> None:
        """Let a claimed table wait: nobody else claims it before."""
        await self._wire.run("ZADD", keys.leases(shard_of(table_id)), until, table_id)

    async def keep_deadline(self, table_id: TableId, deadline: int) -> None:
        """Have the clock act at a table then, as the table says; 0 for never."""
        key = keys.deadlines(shard_of(table_id))
        if deadline:
            await self._wire.run("ZADD", key, deadline, table_id)
        else:
            await self._wire.run("ZREM", key, table_id)

    async def forget_deadline(self, table_id: TableId) -> None:
        """Drop the deadline of a table that does not exist."""
        await self._wire.run("ZREM", keys.deadlines(shard_of(table_id)), table_id)

    async def claim_finished(self, *, now: int, lease: int, most: int) -> tuple[list[Due], int]:
        """Claim up to `most` finished tables a shard to archive them, for `lease` milliseconds.

        Gives the claimed tables with the times of their ends, the earliest first, and how many wait in all.
        """
        return await self._claim_from(keys.finished, keys.archiving, now, lease, most)

    async def archived(self, table_id: TableId, version: int, *, until: int) -> None:
        """Note that a table is archived as it was at a version (0: that there is no such table); ends the claim.

        If it still is at that version it need not be archived any more, and may be forgotten from `until` on.
        """
        shard = shard_of(table_id)
        names = [keys.table(table_id), keys.finished(shard), keys.archiving(shard), keys.retention(shard)]
        await self._archived.run(names, [str(version), table_id, str(until)])

    async def expired(self, *, now: int, most: int = 100) -> list[Table]:
        """Up to `most` tables a shard whose time to be kept has passed."""
        members = await self._wire.run_all(
            [("ZRANGEBYSCORE", keys.retention(shard), "-inf", now, "LIMIT", 0, most) for shard in range(SHARDS)]
        )
        table_ids = [TableId(member.decode()) for shard in members for member in shard]
        tables = dict(zip(table_ids, await self.load_states(table_ids), strict=True))
        for table_id in [table_id for table_id, table in tables.items() if table is None]:
            await self._wire.run("ZREM", keys.retention(shard_of(table_id)), table_id)
        return [table for table in tables.values() if table is not None]

    async def archive_again(self, table: FinishedTable) -> None:
        """Have a finished table archived instead of forgotten."""
        shard = shard_of(table.id)
        # In this order: between the two it is in both, never in none.
        await self._wire.run("ZADD", keys.finished(shard), table.finished, table.id)
        await self._wire.run("ZREM", keys.retention(shard), table.id)

    async def forget(self, table: Table) -> bool:
        """Forget a table, unless it has changed meanwhile; says whether it was forgotten."""
        return bool(await self._forget.run(*forget_operations(table)))

    async def _follow_time(self) -> None:
        while True:
            # While the store is away nothing can be decided that time matters to.
            with suppress(GalaxyError):
                await self.read_time()
            await asyncio.sleep(REFRESH_SECONDS)

    async def _replicated(self, table_id: TableId) -> None:
        """Come back once the replicas have what an earlier commit led to, whoever sent it. May be driven.

        WAIT asks for what its own connection wrote; so something is written after the commit.
        """
        if self._replicas:
            await self._wire.reply("SET", keys.repeated(shard_of(table_id)), "", "PX", 1_000, replicated=True)

    async def _claim_from(
        self, due_in: Callable[[int], str], leased_in: Callable[[int], str], now: int, lease: int, most: int
    ) -> tuple[list[Due], int]:
        names = [[due_in(shard), leased_in(shard)] for shard in range(SHARDS)]
        together = names if self._wire.split else [[name for pair in names for name in pair]]
        answers = await self._claim.run_many([(each, [str(now), str(now + lease), str(most)]) for each in together])
        due = [
            Due(TableId(table_id.decode()), int(float(since)))
            for _, *claimed in answers
            for table_id, since in zip(claimed[::2], claimed[1::2], strict=True)
        ]
        return sorted(due, key=lambda each: each.deadline), sum(int(total) for total, *_ in answers)

    async def _newest(
        self, names: Sequence[str], before: tuple[int, TableId] | None, most: int
    ) -> list[tuple[int, TableId]]:
        start = "+inf" if before is None else before[0]
        pages = await self._wire.run_all(
            [("ZREVRANGEBYSCORE", name, start, "-inf", "WITHSCORES", "LIMIT", 0, most + _TIES) for name in names]
        )
        found = [
            (int(float(members[i + 1])), TableId(members[i].decode()))
            for members in pages
            for i in range(0, len(members), 2)
        ]
        return sorted((each for each in found if before is None or each < before), reverse=True)[:most]

    def _offer_member(self, offer: BotOffer) -> bytes:
        seats = _SEATS + ",".join(map(str, offer.analysed_seats)) if offer.analysed_seats else ""
        process = self.origin + (f"{seats}{_HINTS}".encode() if offer.hints else b"")
        return b"\0".join((offer.game.encode(), offer.bot.encode(), offer.host.encode(), process))


def _told(commit: Commit) -> Attributes:
    """What the span of a commit tells: the script, the shard, and what has changed."""
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
