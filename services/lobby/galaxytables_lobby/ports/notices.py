"""The parts of the store about notices, and about the targets that they are sent to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from galaxytables_lobby.domain.notices import DeadLetter, Notice, Noticed, Observation
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.domain.subscribers import (
    Preferences,
    Subscriber,
    Target,
    TargetState,
)
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.ports.deadlines import Due


class SubscribersChange(Struct, frozen=True):
    """A change of a shard's subscribers: its number, how many subscribers there are now, and the new ones."""

    shard: int
    number: int
    count: int
    new: Sequence[PlayerId]


class NoticeStore(Protocol):
    """The part of the store about notices, which tell players what has happened at their tables.

    A table is checked for notices. Each notice is queued for its player's targets, such as an e-mail address, and is
    then sent there.
    """

    async def claim_unnoticed(self, *, now: int, lease: int, limit: int) -> tuple[list[Due], int]:
        """Take a lease of `lease` milliseconds on up to `limit` tables per shard that must be checked for notices.

        Returns the tables, each with the time since which it has waited, and how many wait in all.
        """

    async def noticed(self, table_id: TableId) -> Noticed:
        """Return how far the events and messages of a table have been checked for notices."""

    async def look_by(self, table_ids: Sequence[TableId], time: int) -> None:
        """Ask that tables be checked for notices at the time `time` at the latest, in milliseconds since the epoch."""

    async def subscribed(self, player_ids: Sequence[PlayerId]) -> dict[PlayerId, int]:
        """Return since when each of these players has had a target for notifications.

        Times are in milliseconds since the epoch. Players without a target are left out.
        """

    async def subscribers(self, known: Sequence[int]) -> list[SubscribersChange]:
        """Return what has changed among the subscribers, who are players with a target for notifications.

        There is one change for each shard that has changed. `known` has, for each shard, the number of the last change
        that the caller knows; 0 asks for all subscribers.
        """

    async def keep_observation(
        self, table_id: TableId, table: Table | None, before: Noticed, observation: Observation, *, now: int
    ) -> bool:
        """Store the result of checking a table for notices, and end the worker's lease on the table.

        Returns False if the table has changed meanwhile, or another worker was faster.
        """

    async def claim_notices(self, *, now: int, lease: int, limit: int) -> tuple[list[Notice], int]:
        """Take a lease of `lease` milliseconds on up to `limit` notices per shard, to queue them for their players.

        Returns these notices, oldest first, and how many notices wait in all, including those under a lease.
        """

    async def routed(self, notice: Notice) -> None:
        """Remove a notice, and end the lease on it.

        Call this once it is queued for its player's targets, or nobody wants it.
        """

    async def rest_notice(self, notice: Notice, *, until: int) -> None:
        """Keep workers from taking a lease on a notice before `until`, in milliseconds since the epoch."""

    async def queue(self, notice: Notice, targets: Mapping[str, int]) -> int:
        """Queue a notice for several targets of its player.

        `targets` maps each target's id to the time at which to send. Returns the number of targets whose queue is full:
        they do not get the notice.
        """

    async def claim_targets(self, *, now: int, lease: int, limit: int) -> tuple[list[tuple[PlayerId, str, int]], int]:
        """Take a lease of `lease` milliseconds on up to `limit` targets per shard that have notices to send.

        Returns these targets, and how many targets wait in all. Each is a tuple of the player, the target's id, and the
        time since which a notice waits for it.
        """

    async def postpone(self, player_id: PlayerId, target: str, *, until: int) -> None:
        """End a worker's lease on a target without sending.

        No worker takes a lease on the target before `until` (milliseconds since the epoch).
        """

    async def waiting(self, player_id: PlayerId, target: str) -> list[Notice]:
        """Return the notices that wait to be sent to a target, the oldest first."""

    async def sent(
        self, player_id: PlayerId, target: str, state: TargetState, notice_ids: Iterable[str], *, again: int
    ) -> None:
        """Remove a target's notices that were sent or given up, and end the worker's lease on the target.

        The target's other notices are sent at the time `again`, in milliseconds since the epoch.
        """

    async def keep_state(self, player_id: PlayerId, target: str, state: TargetState) -> None:
        """Store the results of the last attempts to send to a target. The worker keeps its lease on the target."""

    async def add_dead(self, letters: Iterable[DeadLetter]) -> None:
        """Keep these dead letters, which are notices that could not be sent. Each shard keeps only its latest ones."""

    async def dead_letters(self, *, limit: int) -> list[DeadLetter]:
        """Return the latest notices that could not be sent, the latest first."""

    async def count_dead(self) -> int:
        """Return how many dead letters (notices that could not be sent) are kept."""


class SubscriberStore(Protocol):
    """The part of the store about players' notification settings, and the tables that players watch."""

    async def subscriber(self, player_id: PlayerId) -> Subscriber:
        """Return a player's notification settings and targets."""

    async def keep_preferences(self, player_id: PlayerId, preferences: Preferences) -> None:
        """Replace a player's preferences, which say how the player wants to be notified."""

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

    async def unsubscribe(self, player_id: PlayerId, target: str, value: Target | None = None) -> bool:
        """Remove a player's target, and the notices that wait for it. Returns whether the target was removed.

        If `value` is given, the target is removed only if that is its value.
        """

    async def forget_subscriber(self, player_id: PlayerId) -> None:
        """Delete all notification settings, targets and notices of a player."""

    async def claim_announcement(self, announcement_id: str, *, lease: int) -> int | None:
        """Take a lease of `lease` milliseconds on notifying players of an announcement, which is done shard by shard.

        Returns how many shards are done already, or None if another worker has the lease.
        """

    async def announced(self, announcement_id: str, shards: int) -> None:
        """Record in how many shards the subscribers have been notified of an announcement."""

    async def release_announcement(self, announcement_id: str) -> None:
        """End the worker's lease on an announcement."""

    async def watch(self, watched: Iterable[tuple[PlayerId, TableId]], *, until: int) -> None:
        """Record, for each pair in `watched`, that the player watches the table through this process.

        The record holds until `until`, in milliseconds since the epoch.
        """

    async def unwatch(self, player_id: PlayerId, table_id: TableId) -> None:
        """Record that a player no longer watches a table through this process."""

    async def watches(self, player_id: PlayerId, table_id: TableId, *, now: int) -> bool:
        """Return whether a player watches a table through any process."""
