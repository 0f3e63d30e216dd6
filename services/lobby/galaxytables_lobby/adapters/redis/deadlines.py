"""Deadlines in Redis: tables whose time is up, and those that are over, claimed under a lease."""

from collections.abc import Callable

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.commit import (
    forget_operations,
)
from galaxytables_lobby.adapters.redis.tables import TablesPart
from galaxytables_lobby.domain.state import FinishedTable, Table
from galaxytables_lobby.ids import SHARDS, TableId, shard_of
from galaxytables_lobby.ports import Due


class DeadlinesPart(TablesPart):
    """What the clock claims, as `ClockStore` says."""

    async def claim(self, *, now: int, lease: int, most: int) -> tuple[list[Due], int]:
        """Claim up to `most` tables a shard whose deadline is not after `now`, for `lease` milliseconds.

        Gives the claimed tables, the longest overdue first, and how many are due in all.
        """
        return await self._claim_from(keys.deadlines, keys.leases, now, lease, most)

    async def rest(self, table_id: TableId, *, until: int) -> None:
        """Let a claimed table wait: nobody else claims it before."""
        await self._wire.run("ZADD", keys.leases(shard_of(table_id)), until, table_id)

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
        await self.script("archived").run(names, [str(version), table_id, str(until)])

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
        return bool(await self.script("forget").run(*forget_operations(table)))

    async def clock_of(self, table_id: TableId) -> tuple[int, int]:
        """When the clock must act at a table, as it knows, and until when a claim to do so holds; 0 for never."""
        shard = shard_of(table_id)
        due, leased = await self._wire.run_all(
            [("ZSCORE", keys.deadlines(shard), table_id), ("ZSCORE", keys.leases(shard), table_id)]
        )
        return int(float(due or 0)), int(float(leased or 0))

    async def _claim_from(
        self, due_in: Callable[[int], str], leased_in: Callable[[int], str], now: int, lease: int, most: int
    ) -> tuple[list[Due], int]:
        names = [[due_in(shard), leased_in(shard)] for shard in range(SHARDS)]
        together = names if self._wire.split else [[name for pair in names for name in pair]]
        answers = await self.script("claim").run_many(
            [(each, [str(now), str(now + lease), str(most)]) for each in together]
        )
        due = [
            Due(TableId(table_id.decode()), int(float(since)))
            for _, *claimed in answers
            for table_id, since in zip(claimed[::2], claimed[1::2], strict=True)
        ]
        return sorted(due, key=lambda each: each.deadline), sum(int(total) for total, *_ in answers)
