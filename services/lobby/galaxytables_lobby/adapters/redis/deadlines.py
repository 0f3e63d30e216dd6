"""The part of the store for the clock: overdue and finished tables, which a worker takes under a lease."""

from collections.abc import Callable

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.commit_arguments import (
    forget_operations,
)
from galaxytables_lobby.adapters.redis.tables import TablesPart
from galaxytables_lobby.domain.state import FinishedTable, Table
from galaxytables_lobby.ids import SHARDS, TableId, shard_of
from galaxytables_lobby.ports import Due


class DeadlinesPart(TablesPart):
    """The part of the Redis store about overdue and finished tables. Implements the port `ClockStore`."""

    async def claim(self, *, now: int, lease: int, limit: int) -> tuple[list[Due], int]:
        """Take a lease of `lease` milliseconds on up to `limit` tables per shard whose deadline is not after `now`.

        Returns these tables, longest overdue first, and how many tables are overdue in all.
        """
        return await self._claim_from(keys.deadlines, keys.leases, now, lease, limit)

    async def rest(self, table_id: TableId, *, until: int) -> None:
        """Keep workers from taking a lease on a table before `until`, in milliseconds since the epoch."""
        await self._wire.run("ZADD", keys.leases(shard_of(table_id)), until, table_id)

    async def forget_deadline(self, table_id: TableId) -> None:
        """Delete the deadline of a table that does not exist."""
        await self._wire.run("ZREM", keys.deadlines(shard_of(table_id)), table_id)

    async def claim_finished(self, *, now: int, lease: int, limit: int) -> tuple[list[Due], int]:
        """Take a lease of `lease` milliseconds on up to `limit` finished tables per shard, to archive them.

        Returns these tables with their end times, earliest first, and how many tables wait in all.
        """
        return await self._claim_from(keys.finished, keys.archiving, now, lease, limit)

    async def archived(self, table_id: TableId, version: int, *, until: int) -> None:
        """Record that a table is archived at a version, and end the worker's lease on it.

        The version is 0 if there was no such table to archive. If the table still has the archived version, it may be
        deleted from `until` on, in milliseconds since the epoch.
        """
        shard = shard_of(table_id)
        names = [keys.table(table_id), keys.finished(shard), keys.archiving(shard), keys.retention(shard)]
        await self.script("archived").run(names, [str(version), table_id, str(until)])

    async def expired(self, *, now: int, limit: int = 100) -> list[Table]:
        """Return up to `limit` tables per shard that were kept long enough and may now be deleted."""
        members = await self._wire.run_all(
            [("ZRANGEBYSCORE", keys.retention(shard), "-inf", now, "LIMIT", 0, limit) for shard in range(SHARDS)]
        )
        table_ids = [TableId(member.decode()) for shard in members for member in shard]
        tables = dict(zip(table_ids, await self.load_states(table_ids), strict=True))
        for table_id in [table_id for table_id, table in tables.items() if table is None]:
            await self._wire.run("ZREM", keys.retention(shard_of(table_id)), table_id)
        return [table for table in tables.values() if table is not None]

    async def archive_again(self, table: FinishedTable) -> None:
        """Put a finished table that was about to be deleted back into the queue for archiving."""
        shard = shard_of(table.id)
        # In this order, so that the table is always in at least one of the two.
        await self._wire.run("ZADD", keys.finished(shard), table.finished, table.id)
        await self._wire.run("ZREM", keys.retention(shard), table.id)

    async def forget(self, table: Table) -> bool:
        """Delete a table from the store unless it has changed since `table` was loaded.

        Returns whether it was deleted.
        """
        return bool(await self.script("forget").run(*forget_operations(table)))

    async def clock_of(self, table_id: TableId) -> tuple[int, int]:
        """Return when the clock must act at a table, and when a worker's lease on the table ends; 0 for never."""
        shard = shard_of(table_id)
        due, leased = await self._wire.run_all(
            [("ZSCORE", keys.deadlines(shard), table_id), ("ZSCORE", keys.leases(shard), table_id)]
        )
        return int(float(due or 0)), int(float(leased or 0))

    async def _claim_from(
        self, due_in: Callable[[int], str], leased_in: Callable[[int], str], now: int, lease: int, limit: int
    ) -> tuple[list[Due], int]:
        found, backlog = await self.claim_members(due_in, leased_in, now=now, lease=lease, limit=limit)
        return [Due(TableId(table_id), since) for table_id, since in found], backlog
