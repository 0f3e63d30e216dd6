"""Runs Lua scripts by their hash (EVALSHA), and sends the whole script if Redis does not know it."""

import asyncio
from collections.abc import Callable, Sequence
from hashlib import sha1
from importlib import resources
from operator import itemgetter

from galaxytables_lobby.adapters.redis.command import Argument, NoScriptError, Reply
from galaxytables_lobby.adapters.redis.wire import Wire
from galaxytables_lobby.ids import SHARDS

# Keys of one command: a server that reads more at once keeps others waiting.
_TOGETHER = 1_000


class Script:
    """A Lua script that Redis runs. It is called by its hash, and sent whole if Redis does not know it."""

    def __init__(self, wire: Wire, source: str, *, replicated: bool = False) -> None:
        """`source` is the script's text.

        With `replicated`, enough replicas must have what it writes before it replies.
        """
        self._replicated = replicated
        self._wire = wire
        self._source = source
        self._hash = sha1(source.encode(), usedforsecurity=False).hexdigest()

    async def run(self, names: Sequence[str], arguments: Sequence[Argument]) -> Reply:
        """Run the script with keys and arguments, and return its reply. Raises STORE_UNAVAILABLE."""
        given = (len(names), *names, *arguments)
        try:
            return await self._wire.run("EVALSHA", self._hash, *given, replicated=self._replicated)
        except NoScriptError:
            return await self._wire.run("EVAL", self._source, *given, replicated=self._replicated)

    async def run_many(self, calls: Sequence[tuple[Sequence[str], Sequence[Argument]]]) -> list[Reply]:
        """Run the script once for each pair of keys and arguments, and return the replies.

        That takes one round trip if Redis knows the script.
        """
        return list(await asyncio.gather(*[self.run(names, arguments) for names, arguments in calls]))


class Part:
    """Base class of the parts of the store, which share one `Wire`."""

    def __init__(self, wire: Wire, constants: str, *, origin: bytes, replicas: int, kept_closed: int) -> None:
        """`constants` is Lua text that starts each script. `replicas` is how many replicas must confirm each commit.

        A closed table is kept for `kept_closed` milliseconds. `origin` is this process's name in the store.
        """
        self._wire = wire
        self._constants = constants
        self.origin = origin
        self._replicas = replicas
        self._kept_closed = kept_closed
        self._scripts: dict[tuple[str, ...], Script] = {}

    def script(self, *files: str, replicated: bool = False) -> Script:
        """Return the Lua script made of the shared constants and these files, joined in order."""
        script = self._scripts.get(files)
        if script is None:
            sources = [resources.files(__package__).joinpath(f"{file}.lua").read_text("utf-8") for file in files]
            script = Script(self._wire, self._constants + "".join(sources), replicated=replicated)
            self._scripts[files] = script
        return script

    async def sizes(self, names: Sequence[str]) -> list[int]:
        """Return how many members each of these sorted sets has."""
        if self._wire.split:
            return await self._wire.run_all([("ZCARD", name) for name in names])
        parts = [names[start : start + _TOGETHER] for start in range(0, len(names), _TOGETHER)]
        return [size for sizes in await self.script("sizes").run_many([(part, []) for part in parts]) for size in sizes]

    async def claim_members(
        self, due_in: Callable[[int], str], leased_in: Callable[[int], str], *, now: int, lease: int, limit: int
    ) -> tuple[list[tuple[str, int]], int]:
        """Take a lease of `lease` milliseconds on due members of a sorted set in each shard, at most `limit` per shard.

        A member is due if its score is at most `now`. `due_in` returns the key of a shard's sorted set, and `leased_in`
        the key of the leases on it. Returns the members with their scores, lowest first, and how many members are due
        in all.
        """
        names = [[due_in(shard), leased_in(shard)] for shard in range(SHARDS)]
        together = names if self._wire.split else [[name for pair in names for name in pair]]
        answers = await self.script("claim").run_many(
            [(each, [str(now), str(now + lease), str(limit)]) for each in together]
        )
        found = [
            (member.decode(), int(float(score)))
            for _, *claimed in answers
            for member, score in zip(claimed[::2], claimed[1::2], strict=True)
        ]
        return sorted(found, key=itemgetter(1)), sum(int(total) for total, *_ in answers)
