"""Runs Lua scripts by their hash (EVALSHA), and sends the whole script if Redis does not know it."""

import asyncio
from collections.abc import Sequence
from hashlib import sha1
from importlib import resources

from galaxytables_lobby.adapters.redis.command import Argument, NoScriptError, Reply
from galaxytables_lobby.adapters.redis.wire import Wire


class Script:
    """A Lua script in Redis."""

    def __init__(self, wire: Wire, source: str, *, replicated: bool = False) -> None:
        """Take the wire, the script's text, and whether replicas must confirm what it writes: see `Wire.send`."""
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
        """Take the wire, the scripts' constants, and the process's name.

        `replicas` must confirm each commit; `kept_closed` is how many milliseconds a closed table is kept.
        """
        self._wire = wire
        self._constants = constants
        self.origin = origin
        self._replicas = replicas
        self._kept_closed = kept_closed
        self._scripts: dict[tuple[str, ...], Script] = {}

    def script(self, *files: str, replicated: bool = False) -> Script:
        """Return the script made of the constants and these files, joined in order."""
        script = self._scripts.get(files)
        if script is None:
            sources = [resources.files(__package__).joinpath(f"{file}.lua").read_text("utf-8") for file in files]
            script = Script(self._wire, self._constants + "".join(sources), replicated=replicated)
            self._scripts[files] = script
        return script
