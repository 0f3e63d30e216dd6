"""The part of the store about relations between players: follows, blocks, mutes and private notes.

Each player's relations are in that player's shard. The other player's shard has the ids of all who have or had a
relation to them, so that an erasure and a merge find them. That id is written first: an id too many does no harm.
"""

from collections.abc import Collection, Mapping, Sequence

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.command import Argument
from galaxytables_lobby.adapters.redis.script import Part
from galaxytables_lobby.domain.relations import (
    Challenged,
    Invitation,
    Relation,
    RelationKind,
    decode_challenged,
    decode_invitation,
    decode_relation,
    encode_challenged,
    encode_invitation,
    encode_relation,
)
from galaxytables_lobby.ids import PlayerId, TableId


class RelationsPart(Part):
    """The part of the Redis store about follows, blocks, mutes and notes. Implements the port `RelationStore`."""

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
        names = [keys.relations(player_id, kind), *_all_of(player_id)]
        arguments: list[Argument] = [other_id, encode_relation(relation), str(limit), str(lasting)]
        return bool(await self.script("relate", replicated=True).run(names, arguments))

    async def note_related(self, player_id: PlayerId, other_id: PlayerId, name: str, *, lasting: int) -> None:
        """Record at the player `other_id` that `player_id` has a relation to them, so that it can be found from there.

        Call this before the relation is stored. `name` is the name of `other_id`; an empty one is not recorded. The
        record is kept for `lasting` milliseconds, 0 for good.
        """
        names = [keys.related(other_id), keys.person(other_id)]
        await self.script("related", replicated=True).run(names, [player_id, name, str(lasting)])

    async def unrelate(self, player_id: PlayerId, kinds: Collection[RelationKind], other_id: PlayerId) -> None:
        """Delete a player's relations to the player `other_id`, as far as they are of these kinds."""
        for kind in kinds:
            await self._wire.run("HDEL", keys.relations(player_id, kind), other_id, replicated=True)

    async def relation(self, player_id: PlayerId, other_id: PlayerId) -> dict[RelationKind, Relation]:
        """Return a player's relations to the player `other_id`, by kind."""
        found = await self._wire.run_all([("HGET", keys.relations(player_id, kind), other_id) for kind in RelationKind])
        pairs = zip(RelationKind, found, strict=True)
        return {kind: decode_relation(stored) for kind, stored in pairs if stored is not None}

    async def relations(self, player_id: PlayerId) -> dict[PlayerId, dict[RelationKind, Relation]]:
        """Return all relations that a player has to others: for each other player, the relations by kind."""
        found = await self._wire.run_all([("HGETALL", keys.relations(player_id, kind)) for kind in RelationKind])
        relations: dict[PlayerId, dict[RelationKind, Relation]] = {}
        for kind, members in zip(RelationKind, found, strict=True):
            for other_id, stored in zip(members[::2], members[1::2], strict=True):
                relations.setdefault(PlayerId(other_id.decode()), {})[kind] = decode_relation(stored)
        return relations

    async def related_by(
        self, kinds: Sequence[RelationKind], player_ids: Sequence[PlayerId]
    ) -> list[frozenset[PlayerId]]:
        """Return, for each of these players, the others to whom that player has a relation of any of these kinds."""
        commands = [("HKEYS", keys.relations(player_id, kind)) for player_id in player_ids for kind in kinds]
        found = await self._wire.run_all(commands)
        size = len(kinds)
        return [
            frozenset(PlayerId(each.decode()) for members in found[start : start + size] for each in members)
            for start in range(0, len(found), size)
        ]

    async def related_back(
        self, kind: RelationKind, player_ids: Sequence[PlayerId], other_id: PlayerId
    ) -> set[PlayerId]:
        """Return those of these players who have a relation of this kind to the player `other_id`."""
        commands = [("HEXISTS", keys.relations(player_id, kind), other_id) for player_id in player_ids]
        found = await self._wire.run_all(commands)
        return {player_id for player_id, there in zip(player_ids, found, strict=True) if there}

    async def related_to(self, player_id: PlayerId) -> set[PlayerId]:
        """Return the players who have, or had, a relation to a player."""
        return {PlayerId(each.decode()) for each in await self._wire.run("SMEMBERS", keys.related(player_id))}

    async def names_of(self, player_ids: Sequence[PlayerId]) -> Mapping[PlayerId, str]:
        """Return the recorded names of these players. Only players to whom somebody has a relation have one."""
        found = await self._wire.run_all([("HGET", keys.person(player_id), "name") for player_id in player_ids])
        return {player_id: name.decode() for player_id, name in zip(player_ids, found, strict=True) if name is not None}

    async def rename_person(self, player_id: PlayerId, name: str) -> None:
        """Change the name that other players' relations show for a player.

        Does nothing if nobody has a relation to the player.
        """
        if await self._wire.run("HEXISTS", keys.person(player_id), "name"):
            await self._wire.run("HSET", keys.person(player_id), "name", name, replicated=True)

    async def hide_presence(self, player_id: PlayerId, *, hidden: bool, lasting: int) -> None:
        """Record whether a player hides from others which table they are at.

        It is kept for `lasting` milliseconds, 0 for good.
        """
        name = keys.person(player_id)
        if not hidden:
            await self._wire.run("HDEL", name, "hidden", replicated=True)
            return
        await self._wire.run("HSET", name, "hidden", "1", replicated=True)
        await self._wire.run(*(("PEXPIRE", name, lasting) if lasting else ("PERSIST", name)))

    async def hidden_among(self, player_ids: Sequence[PlayerId]) -> set[PlayerId]:
        """Return those of these players who hide from others which table they are at."""
        found = await self._wire.run_all([("HEXISTS", keys.person(player_id), "hidden") for player_id in player_ids])
        return {player_id for player_id, hidden in zip(player_ids, found, strict=True) if hidden}

    async def at_tables(self, player_ids: Sequence[PlayerId], *, now: int) -> set[PlayerId]:
        """Return those of these players who play at a table that they have open in a client now."""
        commands = [("ZCOUNT", keys.watching(player_id), now, "+inf") for player_id in player_ids]
        found = await self._wire.run_all(commands)
        return {player_id for player_id, count in zip(player_ids, found, strict=True) if count}

    async def invite(
        self, player_id: PlayerId, table_id: TableId, invitation: Invitation, *, limit: int, lasting: int
    ) -> bool:
        """Store an invitation of a player to a table. Returns False if the player already has `limit` invitations.

        All invitations of the player are then kept for `lasting` milliseconds.
        """
        name = keys.invited(player_id)
        arguments: list[Argument] = [table_id, encode_invitation(invitation), str(limit), str(lasting)]
        return bool(await self.script("relate", replicated=True).run([name, name], arguments))

    async def invitations(self, player_id: PlayerId) -> Mapping[TableId, Invitation]:
        """Return the invitations that a player has, by table."""
        found = await self._wire.run("HGETALL", keys.invited(player_id))
        pairs = zip(found[::2], found[1::2], strict=True)
        return {TableId(table_id.decode()): decode_invitation(stored) for table_id, stored in pairs}

    async def drop_invitations(self, player_id: PlayerId, table_ids: Collection[TableId]) -> None:
        """Delete the invitations that a player has to these tables."""
        if table_ids:
            await self._wire.run("HDEL", keys.invited(player_id), *table_ids, replicated=True)

    async def note_challenged(
        self, table_id: TableId, player_id: PlayerId, challenged: Challenged, *, limit: int, lasting: int
    ) -> bool:
        """Record that a player was challenged to a table, and the player's answer.

        All such records of the table are kept for `lasting` milliseconds. Returns False if the table already has
        `limit` other records.
        """
        name = keys.challenged(table_id)
        arguments: list[Argument] = [player_id, encode_challenged(challenged), str(limit), str(lasting)]
        return bool(await self.script("relate", replicated=True).run([name, name], arguments))

    async def challenged(self, table_id: TableId) -> Mapping[PlayerId, Challenged]:
        """Return the players who were challenged to a table, each with the time and the answer."""
        found = await self._wire.run("HGETALL", keys.challenged(table_id))
        pairs = zip(found[::2], found[1::2], strict=True)
        return {PlayerId(player_id.decode()): decode_challenged(stored) for player_id, stored in pairs}

    async def keep_relations(self, player_id: PlayerId) -> None:
        """Keep all relations of a player for good: those that would expire no longer do."""
        await self._wire.run_all([("PERSIST", name) for name in _all_of(player_id)])

    async def forget_relations(self, player_id: PlayerId) -> None:
        """Delete a player's relations to others, and the player's invitations.

        Other players' relations to the player stay.
        """
        for other_id in await self.relations(player_id):
            await self._wire.run("SREM", keys.related(other_id), player_id, replicated=True)
        for table_id in await self.invitations(player_id):
            await self._wire.run("HDEL", keys.challenged(table_id), player_id, replicated=True)
        for name in (*_all_of(player_id), keys.invited(player_id)):
            await self._wire.run("DEL", name, replicated=True)
        for name in (keys.SILENCES, keys.SILENCES_UNTIL):
            await self._wire.run("ZREM", name, player_id, replicated=True)

    async def note_silence(self, player_id: PlayerId, *, until: int, now: int) -> None:
        """Record, under the next number of the log of such changes, that a player's blocks or mutes have changed.

        The record may be deleted from `until` on, in milliseconds since the epoch.
        """
        names = [keys.SILENCES, keys.SILENCES_UNTIL, keys.SILENCED]
        await self.script("end", replicated=True).run(names, [player_id, until, now])

    async def silenced(self) -> int:
        """Return the number of the last change of anybody's blocks or mutes; 0 if there was none."""
        return int(await self._wire.run("GET", keys.SILENCED) or 0)

    async def silences(self, after: int, last: int) -> list[PlayerId]:
        """Return the players whose blocks or mutes changed, for the changes numbered above `after` and up to `last`."""
        found = await self._wire.run("ZRANGEBYSCORE", keys.SILENCES, f"({after}", last)
        return [PlayerId(each.decode()) for each in found]


def _all_of(player_id: PlayerId) -> list[str]:
    """Return all keys about a player's relations."""
    own = [keys.relations(player_id, kind) for kind in RelationKind]
    return [*own, keys.related(player_id), keys.person(player_id)]
