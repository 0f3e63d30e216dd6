"""Scripts by their hash, sent whole when Redis does not know them (yet, or any more)."""

from collections.abc import Sequence
from hashlib import sha1
from typing import Any

from redis.exceptions import NoScriptError

from services.lobby.store.wire import Argument, Wire


class Script:
    """A Lua script that runs over a wire."""

    def __init__(self, wire: Wire, source: str) -> None:
        """Take the wire and the script's text."""
        self._wire = wire
        self._source = source
        self._hash = sha1(source.encode(), usedforsecurity=False).hexdigest()

    async def run(self, names: Sequence[str], arguments: Sequence[Argument]) -> Any:  # noqa: ANN401  # as Redis answers
        """Run it with keys and arguments. Raises what `Wire.run` raises."""
        try:
            return await self._wire.run("EVALSHA", self._hash, len(names), *names, *arguments)
        except NoScriptError:
            pass
        return await self._wire.run("EVAL", self._source, len(names), *names, *arguments)

    async def run_many(self, calls: Sequence[tuple[Sequence[str], Sequence[Argument]]]) -> list[Any]:
        """Run it several times, in one round trip where Redis knows it."""
        try:
            return await self._wire.run_all(
                [("EVALSHA", self._hash, len(names), *names, *arguments) for names, arguments in calls]
            )
        except NoScriptError:
            pass
        return await self._wire.run_all(
            [("EVAL", self._source, len(names), *names, *arguments) for names, arguments in calls]
        )
