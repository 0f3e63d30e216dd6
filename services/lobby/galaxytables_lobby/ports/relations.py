"""The part of the store about relations between players."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from galaxytables_lobby.domain.relations import Challenged, Invitation, Relation, RelationKind
from galaxytables_lobby.ids import PlayerId, TableId


class RelationStore(Protocol):
    """The part of the store about relations between players: follows, blocks, mutes and private notes."""

    async def relate(
        self,
        player_id: PlayerId,
        kind: RelationKind,
        other_id: PlayerId,
        relation: Relation,
        *,
        limit: int,
        lasting: int,
    ) -> bool:
        """Store a player's relation to another player. It replaces an earlier one of the same kind.

        All relations of the player then expire after `lasting` milliseconds; 0 means never, -1 leaves the time as it
        is. Returns False, and stores nothing, if the player already has relations of this kind to `limit` others.
        """

    async def note_related(self, player_id: PlayerId, other_id: PlayerId, name: str, *, lasting: int) -> None:
        """Record at the player `other_id` that `player_id` has a relation to them, so that it can be found from there.

        Call this before the relation is stored. `name` is the name of `other_id`; an empty one is not recorded. The
        record is kept for `lasting` milliseconds, 0 for good.
        """

    async def unrelate(self, player_id: PlayerId, kinds: Collection[RelationKind], other_id: PlayerId) -> None:
        """Delete a player's relations to the player `other_id`, as far as they are of these kinds."""

    async def relation(self, player_id: PlayerId, other_id: PlayerId) -> Mapping[RelationKind, Relation]:
        """Return a player's relations to the player `other_id`, by kind."""

    async def relations(self, player_id: PlayerId) -> Mapping[PlayerId, Mapping[RelationKind, Relation]]:
        """Return all relations that a player has to others: for each other player, the relations by kind."""

    async def related_by(
        self, kinds: Sequence[RelationKind], player_ids: Sequence[PlayerId]
    ) -> list[frozenset[PlayerId]]:
        """Return, for each of these players, the others to whom that player has a relation of any of these kinds."""

    async def related_back(
        self, kind: RelationKind, player_ids: Sequence[PlayerId], other_id: PlayerId
    ) -> set[PlayerId]:
        """Return those of these players who have a relation of this kind to the player `other_id`."""

    async def related_to(self, player_id: PlayerId) -> set[PlayerId]:
        """Return the players who have, or had, a relation to a player."""

    async def names_of(self, player_ids: Sequence[PlayerId]) -> Mapping[PlayerId, str]:
        """Return the recorded names of these players. Only players to whom somebody has a relation have one."""

    async def rename_person(self, player_id: PlayerId, name: str) -> None:
        """Change the name that other players' relations show for a player.

        Does nothing if nobody has a relation to the player.
        """

    async def hide_presence(self, player_id: PlayerId, *, hidden: bool, lasting: int) -> None:
        """Record whether a player hides from others which table they are at.

        It is kept for `lasting` milliseconds, 0 for good.
        """

    async def hidden_among(self, player_ids: Sequence[PlayerId]) -> set[PlayerId]:
        """Return those of these players who hide from others which table they are at."""

    async def at_tables(self, player_ids: Sequence[PlayerId], *, now: int) -> set[PlayerId]:
        """Return those of these players who play at a table that they have open in a client now."""

    async def invite(
        self, player_id: PlayerId, table_id: TableId, invitation: Invitation, *, limit: int, lasting: int
    ) -> bool:
        """Store an invitation of a player to a table. Returns False if the player already has `limit` invitations.

        All invitations of the player are then kept for `lasting` milliseconds.
        """

    async def invitations(self, player_id: PlayerId) -> Mapping[TableId, Invitation]:
        """Return the invitations that a player has, by table."""

    async def drop_invitations(self, player_id: PlayerId, table_ids: Collection[TableId]) -> None:
        """Delete the invitations that a player has to these tables."""

    async def note_challenged(
        self, table_id: TableId, player_id: PlayerId, challenged: Challenged, *, limit: int, lasting: int
    ) -> bool:
        """Record that a player was challenged to a table, and the player's answer.

        All such records of the table are kept for `lasting` milliseconds. Returns False if the table already has
        `limit` other records.
        """

    async def challenged(self, table_id: TableId) -> Mapping[PlayerId, Challenged]:
        """Return the players who were challenged to a table, each with the time and the answer."""

    async def keep_relations(self, player_id: PlayerId) -> None:
        """Keep all relations of a player for good: those that would expire no longer do."""

    async def forget_relations(self, player_id: PlayerId) -> None:
        """Delete a player's relations to others, and the player's invitations.

        Other players' relations to the player stay.
        """

    async def note_silence(self, player_id: PlayerId, *, until: int, now: int) -> None:
        """Record, under the next number, that a player's blocks or mutes have changed.

        The record may be deleted from `until` on, in milliseconds since the epoch.
        """

    async def silenced(self) -> int:
        """Return the number of the last change of anybody's blocks or mutes; 0 if there was none."""

    async def silences(self, after: int, last: int) -> list[PlayerId]:
        """Return the players whose blocks or mutes changed, for the changes numbered above `after` and up to `last`."""
