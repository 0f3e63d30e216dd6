"""Asks the Redis servers of a store about themselves, so that `galaxytables doctor` can check how they are set up."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass

from galaxytables_lobby.adapters.redis.command import ServerError
from galaxytables_lobby.adapters.redis.connection import Address, Login, open_connection
from galaxytables_lobby.adapters.redis.url import read_url

_SECONDS = 5.0


class StoreSilentError(Exception):
    """No Redis server answers. The message says why, and contains nothing of the store's URL."""


@dataclass(frozen=True)
class ServerReport:
    """What a Redis server reports about itself, such as its settings."""

    fields: Mapping[str, str]
    """The fields of INFO, and `appendfsync` of its configuration unless the server forbids CONFIG GET."""
    skew: float
    """How far the server's clock is ahead of this machine's, in seconds."""


async def inspect(url: str) -> list[ServerReport]:
    """Return a report of every master. Raises `SettingError` for a wrong URL, and `StoreSilentError`."""
    topology = read_url(url)
    try:
        async with asyncio.timeout(_SECONDS):
            await topology.learn()
            return [await _ask(address, topology.login, topology.masters_only) for address in topology.masters()]
    except TimeoutError:
        raise StoreSilentError("does not answer") from None
    except ServerError as error:
        raise StoreSilentError(f"refuses to answer ({error})") from None
    except OSError as error:
        raise StoreSilentError(f"cannot be reached ({error.strerror or type(error).__name__})") from None


async def _ask(address: Address, login: Login, masters_only: bool) -> ServerReport:
    connection = await open_connection(address, login, master=masters_only)
    try:
        info = await connection.ask("INFO")
        before = time.time()
        seconds, microseconds = await connection.ask("TIME")
        try:
            name, value = await connection.ask("CONFIG", "GET", "appendfsync")
            configured = {name.decode(): value.decode()}
        except ServerError:
            configured = {}
    finally:
        connection.lose(ConnectionError("no longer needed"))
    lines = (line.partition(":") for line in info.decode(errors="replace").splitlines())
    skew = int(seconds) + int(microseconds) / 1e6 - (before + time.time()) / 2
    return ServerReport({name: value for name, colon, value in lines if colon} | configured, skew)
