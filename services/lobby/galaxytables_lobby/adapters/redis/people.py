"""People in Redis: sessions, sanctions, and how much somebody has asked for."""

from collections.abc import Sequence

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.script import Part
from galaxytables_lobby.ids import PlayerId, TableId

# How long a player's opened tables are remembered after the last of them; one that still runs then does not count.
_OPENED_KEPT = 90 * 24 * 3600 * 1000


class PeoplePart(Part):
    """People, as `PeopleStore` says."""

    async def take(self, bucket: str, taken: int, *, now: int, most: int, milliseconds: int) -> int:
        """Take from a bucket that holds `most` and fills in `milliseconds`; 0, or in how many of them it could be.

        To take 0 is to look whether one is left.
        """
        return int(await self.script("take").run([keys.bucket(bucket)], [now, taken, most, milliseconds]))

    async def add_opened(self, player_id: PlayerId, table_id: TableId, *, now: int, most: int) -> list[TableId]:
        """Note that a player opens a table; gives those that are noted where they are `most` already, else none."""
        opened = await self.script("open").run([keys.opened(player_id)], [table_id, now, most, _OPENED_KEPT])
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
        return bool(
            await self.script("session", replicated=True).run(
                [keys.sessions(player_id)], [name, value, instead_of, lasting]
            )
        )

    async def end_session(self, player_id: PlayerId, name: bytes) -> None:
        """Forget a session."""
        await self._wire.run("HDEL", keys.sessions(player_id), name, replicated=True)

    async def end_sessions(self, player_id: PlayerId) -> None:
        """Forget all sessions of a player."""
        await self._wire.run("DEL", keys.sessions(player_id), replicated=True)
