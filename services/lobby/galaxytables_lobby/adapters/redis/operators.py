"""The part of the store for operators: counts of tables, directives, and changes to what players have written."""

from collections.abc import Callable, Iterable, Mapping

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.command import Argument
from galaxytables_lobby.adapters.redis.commit_arguments import (
    decode_past,
    encode_past,
)
from galaxytables_lobby.adapters.redis.script import Part
from galaxytables_lobby.domain.state import Stage, Table, decode
from galaxytables_lobby.ids import SHARDS, TableId


class OperatorsPart(Part):
    """The part of the Redis store for operators. Implements the port `OperatorStore`."""

    async def count_tables(self, games: Iterable[str]) -> dict[tuple[str, Stage], list[int]]:
        """Return, for each game and stage, the number of tables in each shard, private ones included."""
        indexes = [
            (game, stage, shard, keys.index(shard, private=private, stage=stage, game=game))
            for game in games
            for stage in Stage
            for private in (False, True)
            for shard in range(SHARDS)
        ]
        counts = {(game, stage): [0] * SHARDS for game, stage, _, _ in indexes}
        sizes = await self.sizes([key for *_, key in indexes])
        for (game, stage, shard, _), size in zip(indexes, sizes, strict=True):
            counts[game, stage][shard] += size
        return counts

    async def keep_operator_session(self, digest: str, value: bytes, *, lasting: int) -> None:
        """Store an operator's session under the digest of its token, for `lasting` milliseconds."""
        await self._wire.run("SET", keys.operator_session(digest), value, "PX", lasting, replicated=True)

    async def operator_session(self, digest: str) -> bytes | None:
        """Return the encoded session stored under this digest; None if there is none, or it has ended."""
        found: bytes | None = await self._wire.run("GET", keys.operator_session(digest))
        return found

    async def end_operator_session(self, digest: str) -> None:
        """Delete the session stored under this digest. Does nothing if it has ended already."""
        await self._wire.run("DEL", keys.operator_session(digest), replicated=True)

    async def replace_messages(self, table_id: TableId, instead: Mapping[bytes, bytes]) -> None:
        """Replace chat messages of a table. `instead` maps encoded messages to their replacements."""
        if instead:
            pairs = [part for pair in instead.items() for part in pair]
            await self.script("replace").run([keys.chat(table_id)], pairs)

    async def forget_answers(self, table_id: TableId, words: Iterable[str]) -> bool:
        """Delete the remembered answers to requests at a table that contain any of these words, such as an erased name.

        Returns whether any other data of the table contains one of the words.
        """
        names = [keys.table(table_id), keys.answers(table_id), keys.chat(table_id), keys.past(table_id)]
        return bool(await self.script("erase").run(names, list(words)))

    async def rewrite_past(self, table_id: TableId, rewrite: Callable[[Table], Table]) -> None:
        """Apply `rewrite` to each past state of a table that is kept for delayed spectators, and store the results."""
        pairs: list[Argument] = []
        for entry in await self._wire.run("LRANGE", keys.past(table_id), 0, -1):
            meta, position = decode_past(entry)
            pairs += [entry, encode_past(rewrite(decode(meta)), position)]
        if pairs:
            await self.script("replace").run([keys.past(table_id)], pairs)

    async def directed(self) -> int:
        """Return how often the directives (announcements, switched off features, changed limits) have changed.

        A process that knows an older number loads them again.
        """
        return int(await self._wire.run("GET", keys.DIRECTED) or 0)

    async def directives(self) -> dict[str, bytes]:
        """Return all directives: what operators set while the platform runs, such as announcements.

        They are encoded, by name.
        """
        found = await self._wire.run("HGETALL", keys.DIRECTIVES)
        return {name.decode(): value for name, value in zip(found[::2], found[1::2], strict=True)}

    async def direct(self, name: str, value: bytes) -> None:
        """Store a directive, such as an announcement or a changed limit, under its name. `value` is its encoding."""
        await self.script("register", replicated=True).run([keys.DIRECTIVES, keys.DIRECTED], [name, value])

    async def drop_directive(self, name: str) -> bool:
        """Delete the directive with this name. Returns whether there was one."""
        return bool(await self.script("register", replicated=True).run([keys.DIRECTIVES, keys.DIRECTED], [name]))
