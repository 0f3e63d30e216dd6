"""Notices in Redis: tables to check, notices to queue, and targets to send to. A worker takes each under a lease."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.command import Argument
from galaxytables_lobby.adapters.redis.script import Part
from galaxytables_lobby.domain.notices import (
    DeadLetter,
    Notice,
    Noticed,
    Observation,
    decode_dead_letter,
    decode_notice,
    decode_noticed,
    encode_dead_letter,
    encode_notice,
    encode_noticed,
)
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.domain.subscribers import (
    CONFIRMATION,
    EMAIL,
    Preferences,
    Subscriber,
    Target,
    TargetState,
    decode_subscriber,
    encode_part,
)
from galaxytables_lobby.ids import SHARDS, PlayerId, TableId, shard_of
from galaxytables_lobby.ports import Due, SubscribersChange

# How many notices of a player may wait at once, over all targets.
MAX_WAITING = 500
# Commands that are sent at once: more would keep others waiting.
_TOGETHER = 500
# How many dead letters each shard keeps.
_KEPT_DEAD = 200
# A subscriber who was notified of nothing for so long is forgotten.
_KEPT_SUBSCRIBER = 400 * 24 * 3600 * 1000


class NoticesPart(Part):
    """The part of the Redis store about notices and players' targets for them.

    Implements the ports `NoticeStore` and `SubscriberStore`.
    """

    async def claim_unnoticed(self, *, now: int, lease: int, limit: int) -> tuple[list[Due], int]:
        """Take a lease of `lease` milliseconds on up to `limit` tables per shard that must be checked for notices.

        Returns the tables, each with the time since which it has waited, and how many wait in all.
        """
        found, backlog = await self.claim_members(keys.unnoticed, keys.noticing, now=now, lease=lease, limit=limit)
        return [Due(TableId(table_id), since) for table_id, since in found], backlog

    async def noticed(self, table_id: TableId) -> Noticed:
        """Return how far the events and messages of a table have been checked for notices."""
        return decode_noticed(await self._wire.run("HGET", keys.table(table_id), "noticed"))

    async def look_by(self, table_ids: Sequence[TableId], time: int) -> None:
        """Ask that tables be checked for notices at the time `time` at the latest, in milliseconds since the epoch."""
        await self._wire.run_all(
            [("ZADD", keys.unnoticed(shard_of(table_id)), "LT", time, table_id) for table_id in table_ids]
        )

    async def subscribed(self, player_ids: Sequence[PlayerId]) -> dict[PlayerId, int]:
        """Return since when each of these players has had a target for notifications.

        Times are in milliseconds since the epoch. Players without a target are left out.
        """
        found = await self.script("counted", "subscribed").run_many(
            [(_counted(player_id), [player_id]) for player_id in player_ids]
        )
        since = {player_id: int(float(each)) for player_id, each in zip(player_ids, found, strict=True)}
        return {player_id: each for player_id, each in since.items() if each}

    async def subscribers(self, known: Sequence[int]) -> list[SubscribersChange]:
        """Return what has changed among the subscribers, who are players with a target for notifications.

        There is one change for each shard that has changed. `known` has, for each shard, the number of the last change
        that the caller knows; 0 asks for all subscribers.
        """
        names = [[keys.subscribed(shard), keys.subscribers(shard)] for shard in range(SHARDS)]
        script, numbers = self.script("subscribers"), list(map(str, known))
        if self._wire.split:
            found = await script.run_many([(each, [number]) for each, number in zip(names, numbers, strict=True)])
        else:
            found = [await script.run([name for pair in names for name in pair], numbers)]
        return [
            SubscribersChange(place + first, int(number), count, [PlayerId(each.decode()) for each in new])
            for first, changes in enumerate(found)
            for place, number, count, new in changes
        ]

    async def keep_observation(
        self, table_id: TableId, table: Table | None, before: Noticed, observation: Observation, *, now: int
    ) -> bool:
        """Store the result of checking a table for notices, and end the worker's lease on the table.

        Returns False if the table has changed meanwhile, or another worker was faster.
        """
        shard = shard_of(table_id)
        names = [keys.table(table_id), keys.unnoticed(shard), keys.noticing(shard), keys.notices(shard)]
        arguments: list[Argument] = [
            table_id,
            str(table.version if table is not None else 0),
            b"" if before == Noticed() else encode_noticed(before),
            encode_noticed(observation.noticed),
            str(observation.look_again),
            str(now),
            *map(encode_notice, observation.notices),
        ]
        return bool(await self.script("noticed").run(names, arguments))

    async def claim_notices(self, *, now: int, lease: int, limit: int) -> tuple[list[Notice], int]:
        """Take a lease of `lease` milliseconds on up to `limit` notices per shard, to queue them for their players.

        Returns these notices, oldest first, and how many notices wait in all, including those under a lease.
        """
        found, backlog = await self.claim_members(keys.notices, keys.routing, now=now, lease=lease, limit=limit)
        return [decode_notice(member.encode()) for member, _ in found], backlog

    async def routed(self, notice: Notice) -> None:
        """Remove a notice, and end the lease on it.

        Call this once it is queued for its player's targets, or nobody wants it.
        """
        shard, member = shard_of(notice.table), encode_notice(notice)
        # In this order: a notice without a claim would be claimed again.
        await self._wire.run("ZREM", keys.notices(shard), member)
        await self._wire.run("ZREM", keys.routing(shard), member)

    async def rest_notice(self, notice: Notice, *, until: int) -> None:
        """Keep workers from taking a lease on a notice before `until`, in milliseconds since the epoch."""
        await self._wire.run("ZADD", keys.routing(shard_of(notice.table)), until, encode_notice(notice))

    async def queue(self, notice: Notice, targets: Mapping[str, int]) -> int:
        """Queue a notice for several targets of its player.

        `targets` maps each target's id to the time at which to send. Returns the number of targets whose queue is full:
        they do not get the notice.
        """
        player_id = notice.player
        names = [keys.subscriber(player_id), keys.waiting(player_id), keys.outbox(shard_of(player_id))]
        pairs = [part for target, due in targets.items() for part in (target, str(due))]
        head: list[Argument] = [player_id, notice.id, encode_notice(notice), str(MAX_WAITING), str(_KEPT_SUBSCRIBER)]
        return int(await self.script("queue").run(names, [*head, *pairs]))

    async def claim_targets(self, *, now: int, lease: int, limit: int) -> tuple[list[tuple[PlayerId, str, int]], int]:
        """Take a lease of `lease` milliseconds on up to `limit` targets per shard that have notices to send.

        Returns these targets, and how many targets wait in all. Each is a tuple of the player, the target's id, and the
        time since which a notice waits for it.
        """
        found, backlog = await self.claim_members(keys.outbox, keys.sending, now=now, lease=lease, limit=limit)
        claimed = []
        for member, since in found:
            player_id, _, target = member.partition(" ")
            claimed.append((PlayerId(player_id), target, since))
        return claimed, backlog

    async def postpone(self, player_id: PlayerId, target: str, *, until: int) -> None:
        """End a worker's lease on a target without sending.

        No worker takes a lease on the target before `until` (milliseconds since the epoch).
        """
        shard, member = shard_of(player_id), f"{player_id} {target}"
        await self._wire.run("ZADD", keys.outbox(shard), "XX", until, member)
        await self._wire.run("ZREM", keys.sending(shard), member)

    async def waiting(self, player_id: PlayerId, target: str) -> list[Notice]:
        """Return the notices that wait to be sent to a target, the oldest first."""
        found = await self._wire.run("HGETALL", keys.waiting(player_id))
        prefix = f"{target} ".encode()
        notices = [
            decode_notice(value) for name, value in zip(found[::2], found[1::2], strict=True) if name.startswith(prefix)
        ]
        return sorted(notices, key=lambda notice: (notice.made, notice.id))

    async def sent(
        self, player_id: PlayerId, target: str, state: TargetState, notice_ids: Iterable[str], *, again: int
    ) -> None:
        """Remove a target's notices that were sent or given up, and end the worker's lease on the target.

        The target's other notices are sent at the time `again`, in milliseconds since the epoch.
        """
        shard = shard_of(player_id)
        names = [keys.subscriber(player_id), keys.waiting(player_id), keys.outbox(shard), keys.sending(shard)]
        held_by = EMAIL if target == CONFIRMATION else target
        arguments: list[Argument] = [player_id, target, held_by, encode_part(state), str(again), *notice_ids]
        await self.script("sent").run(names, arguments)

    async def keep_state(self, player_id: PlayerId, target: str, state: TargetState) -> None:
        """Store the results of the last attempts to send to a target. The worker keeps its lease on the target."""
        await self._wire.run("HSET", keys.subscriber(player_id), f"state:{target}", encode_part(state))

    async def add_dead(self, letters: Iterable[DeadLetter]) -> None:
        """Keep these dead letters, which are notices that could not be sent. Each shard keeps only its latest ones."""
        for letter in letters:
            name = keys.dead(shard_of(letter.player))
            await self._wire.run("ZADD", name, letter.given_up, encode_dead_letter(letter))
            await self._wire.run("ZREMRANGEBYRANK", name, 0, -1 - _KEPT_DEAD)

    async def dead_letters(self, *, limit: int) -> list[DeadLetter]:
        """Return the latest notices that could not be sent, the latest first."""
        found = await self._wire.run_all([("ZREVRANGE", keys.dead(shard), 0, limit - 1) for shard in range(SHARDS)])
        letters = [decode_dead_letter(member) for members in found for member in members]
        return sorted(letters, key=lambda letter: letter.given_up, reverse=True)[:limit]

    async def count_dead(self) -> int:
        """Return how many dead letters (notices that could not be sent) are kept."""
        return sum(await self.sizes([keys.dead(shard) for shard in range(SHARDS)]))

    async def subscriber(self, player_id: PlayerId) -> Subscriber:
        """Return a player's notification settings and targets."""
        found = await self._wire.run("HGETALL", keys.subscriber(player_id))
        return decode_subscriber({name.decode(): part for name, part in zip(found[::2], found[1::2], strict=True)})

    async def keep_preferences(self, player_id: PlayerId, preferences: Preferences) -> None:
        """Replace a player's preferences, which say how the player wants to be notified."""
        name = keys.subscriber(player_id)
        await self._wire.run("HSET", name, "preferences", encode_part(preferences), replicated=True)
        await self._wire.run("PEXPIRE", name, _KEPT_SUBSCRIBER)

    async def subscribe(
        self,
        player_id: PlayerId,
        target: str,
        value: Target,
        *,
        now: int,
        limit: int,
        instead_of: Target | None = None,
    ) -> bool:
        """Store a player's target `value` under the id `target`; notices are sent there from now on.

        A value that is stored there already is replaced. Returns False, and changes nothing, if the player has `limit`
        other targets of that kind, or if the value stored now is not `instead_of`.
        """
        kind, colon, _ = target.partition(":")
        expected = b"" if instead_of is None else encode_part(instead_of)
        arguments: list[Argument] = [
            target,
            encode_part(value),
            kind + colon,
            str(limit),
            str(_KEPT_SUBSCRIBER),
            expected,
        ]
        arguments += [player_id, str(now)]
        return bool(await self.script("counted", "subscribe", replicated=True).run(_counted(player_id), arguments))

    async def unsubscribe(self, player_id: PlayerId, target: str, value: Target | None = None) -> bool:
        """Remove a player's target, and the notices that wait for it. Returns whether the target was removed.

        If `value` is given, the target is removed only if that is its value.
        """
        names = [*_counted(player_id), keys.waiting(player_id), keys.outbox(shard_of(player_id))]
        expected = b"" if value is None else encode_part(value)
        script = self.script("counted", "unsubscribe", replicated=True)
        return bool(await script.run(names, [player_id, target, expected]))

    async def forget_subscriber(self, player_id: PlayerId) -> None:
        """Delete all notification settings, targets and notices of a player."""
        shard = shard_of(player_id)
        # First, so that nothing is queued meanwhile.
        forget = self.script("counted", "forget_subscriber", replicated=True)
        await forget.run([*_counted(player_id), keys.waiting(player_id)], [player_id])
        await self._wire.run("DEL", keys.watching(player_id), replicated=True)
        for each in range(SHARDS):
            for name in (keys.notices(each), keys.routing(each)):
                await self._drop(name, lambda member: decode_notice(member).player == player_id)
        for name in (keys.outbox(shard), keys.sending(shard)):
            await self._drop(name, lambda member: member.startswith(f"{player_id} ".encode()))
        await self._drop(keys.dead(shard), lambda member: decode_dead_letter(member).player == player_id)

    async def _drop(self, name: str, condition: Callable[[bytes], bool]) -> None:
        """Remove the members of the sorted set `name` that meet a condition."""
        for member in await self._wire.run("ZRANGE", name, 0, -1):
            if condition(member):
                await self._wire.run("ZREM", name, member)

    async def claim_announcement(self, announcement_id: str, *, lease: int) -> int | None:
        """Take a lease of `lease` milliseconds on notifying players of an announcement, which is done shard by shard.

        Returns how many shards are done already, or None if another worker has the lease.
        """
        name = keys.announcing(announcement_id)
        if await self._wire.run("SET", name, self.origin, "NX", "PX", lease) is None:
            return None
        return int(await self._wire.run("GETEX", keys.announced(announcement_id), "PX", _KEPT_SUBSCRIBER) or 0)

    async def announced(self, announcement_id: str, shards: int) -> None:
        """Record in how many shards the subscribers have been notified of an announcement."""
        await self._wire.run("SET", keys.announced(announcement_id), shards, "PX", _KEPT_SUBSCRIBER, replicated=True)

    async def release_announcement(self, announcement_id: str) -> None:
        """End the worker's lease on an announcement."""
        await self._wire.run("DEL", keys.announcing(announcement_id))

    async def watch(self, watched: Iterable[tuple[PlayerId, TableId]], *, until: int) -> None:
        """Record, for each pair in `watched`, that the player watches the table through this process.

        The record holds until `until`, in milliseconds since the epoch.
        """
        commands: list[tuple[Argument, ...]] = []
        for player_id, table_id in watched:
            name = keys.watching(player_id)
            commands.append(("ZADD", name, until, f"{table_id} {self.origin.decode()}"))
            commands.append(("PEXPIREAT", name, until))
        for start in range(0, len(commands), _TOGETHER):
            await self._wire.run_all(commands[start : start + _TOGETHER])

    async def unwatch(self, player_id: PlayerId, table_id: TableId) -> None:
        """Record that a player no longer watches a table through this process."""
        await self._wire.run("ZREM", keys.watching(player_id), f"{table_id} {self.origin.decode()}")

    async def watches(self, player_id: PlayerId, table_id: TableId, *, now: int) -> bool:
        """Return whether a player watches a table through any process."""
        found = await self._wire.run("ZRANGEBYSCORE", keys.watching(player_id), now, "+inf")
        return any(member.startswith(f"{table_id} ".encode()) for member in found)


def _counted(player_id: PlayerId) -> list[str]:
    """Return the keys that `counted.lua` needs to count a player among the subscribers of a shard."""
    shard = shard_of(player_id)
    return [keys.subscriber(player_id), keys.subscribers(shard), keys.subscribed(shard)]
