"""The part of the store about deadlines, for the workers of the clock."""

from dataclasses import dataclass
from typing import Protocol

from galaxytables_lobby.domain.state import FinishedTable, Table
from galaxytables_lobby.ids import TableId


@dataclass(frozen=True)
class Due:
    """A table on which a worker has a lease: its id, with its deadline or, if finished, the time of its end."""

    table_id: TableId
    deadline: int


class ClockStore(Protocol):
    """The part of the store for the clock's workers, who take overdue and finished tables under a lease."""

    async def claim(self, *, now: int, lease: int, limit: int) -> tuple[list[Due], int]:
        """Take a lease of `lease` milliseconds on up to `limit` tables per shard whose deadline is not after `now`.

        Returns these tables, longest overdue first, and how many tables are overdue in all.
        """

    async def rest(self, table_id: TableId, *, until: int) -> None:
        """Keep workers from taking a lease on a table before `until`, in milliseconds since the epoch."""

    async def forget_deadline(self, table_id: TableId) -> None:
        """Delete the deadline of a table that does not exist."""

    async def claim_finished(self, *, now: int, lease: int, limit: int) -> tuple[list[Due], int]:
        """Take a lease of `lease` milliseconds on up to `limit` finished tables per shard, to archive them.

        Returns these tables with their end times, earliest first, and how many tables wait in all.
        """

    async def archived(self, table_id: TableId, version: int, *, until: int) -> None:
        """Record that a table is archived at a version, and end the worker's lease on it.

        The version is 0 if there was no such table to archive. If the table still has the archived version, it may be
        deleted from `until` on, in milliseconds since the epoch.
        """

    async def expired(self, *, now: int, limit: int = 100) -> list[Table]:
        """Return up to `limit` tables per shard that were kept long enough and may now be deleted."""

    async def archive_again(self, table: FinishedTable) -> None:
        """Put a finished table that was about to be deleted back into the queue for archiving."""

    async def forget(self, table: Table) -> bool:
        """Delete a table from the store unless it has changed since `table` was loaded.

        Returns whether it was deleted.
        """
