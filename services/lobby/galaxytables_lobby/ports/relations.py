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
        """Store a relation of a player to another, instead of an earlier one of its kind.

        All relations of the player are kept for `lasting` milliseconds from now on; 0 for good, -1 for as long as
        before. Returns False if the player already has `limit` of this kind.
        """

    async def note_related(self, player_id: PlayerId, other_id: PlayerId, name: str, *, lasting: int) -> None:
        """Record that a player has a relation to another, and the other's name, unless it is empty.

        The record is kept for `lasting` milliseconds, 0 for good. Call this before the relation itself is stored.
        """

    async def unrelate(self, player_id: PlayerId, kinds: Collection[RelationKind], other_id: PlayerId) -> None:
        """Delete relations of these kinds of a player to another."""

    async def relation(self, player_id: PlayerId, other_id: PlayerId) -> Mapping[RelationKind, Relation]:
        """Return the relations of a player to another, by kind."""

    async def relations(self, player_id: PlayerId) -> Mapping[PlayerId, Mapping[RelationKind, Relation]]:
        """Return all relations of a player, by the other player and by kind."""

    async def related_by(
        self, kinds: Sequence[RelationKind], player_ids: Sequence[PlayerId]
    ) -> list[frozenset[PlayerId]]:
        """Return, for each of these players, those to whom the player has a relation of any of these kinds."""

    async def related_back(
        self, kind: RelationKind, player_ids: Sequence[PlayerId], other_id: PlayerId
    ) -> set[PlayerId]:
        """Return those of these players who have a relation of a kind to the player `other_id`."""

    async def related_to(self, player_id: PlayerId) -> set[PlayerId]:
        """Return the players who have, or had, a relation to a player."""

    async def names_of(self, player_ids: Sequence[PlayerId]) -> Mapping[PlayerId, str]:
        """Return the names of those of these players to whom anybody has a relation."""

    async def rename_person(self, player_id: PlayerId, name: str) -> None:
        """Change the name that other players' relations show for a player.

        Does nothing if nobody has a relation to the player.
        """

    async def hide_presence(self, player_id: PlayerId, *, hidden: bool, lasting: int) -> None:
        """Record whether a player hides where they are, for `lasting` milliseconds, 0 for good."""

    async def hidden_among(self, player_ids: Sequence[PlayerId]) -> set[PlayerId]:
        """Return those of these players who hide where they are."""

    async def at_tables(self, player_ids: Sequence[PlayerId], *, now: int) -> set[PlayerId]:
        """Return those of these players who have a table open at which they play."""

    async def invite(
        self, player_id: PlayerId, table_id: TableId, invitation: Invitation, *, limit: int, lasting: int
    ) -> bool:
        """Store an invitation of a player to a table; all of the player's are kept for `lasting` milliseconds.

        Returns False if the player already has `limit` invitations.
        """

    async def invitations(self, player_id: PlayerId) -> Mapping[TableId, Invitation]:
        """Return the invitations to a player, by table."""

    async def drop_invitations(self, player_id: PlayerId, table_ids: Collection[TableId]) -> None:
        """Delete invitations of a player to these tables."""

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
        """Keep all relations of a player for good."""

    async def forget_relations(self, player_id: PlayerId) -> None:
        """Delete a player's relations to others, and invitations to the player.

        Other players keep their relations to them.
        """

    async def note_silence(self, player_id: PlayerId, *, until: int, now: int) -> None:
        """Record that a player's blocks or mutes have changed; the record may be deleted from `until` on."""

    async def silenced(self) -> int:
        """Return the number of the last change of any player's blocks or mutes."""

    async def silences(self, after: int, last: int) -> list[PlayerId]:
        """Return the players whose blocks or mutes changed with a number above `after` and up to `last`."""
