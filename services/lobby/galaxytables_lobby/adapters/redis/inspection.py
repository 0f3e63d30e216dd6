"""What the servers of a store say about themselves, for checks of a set-up."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass

from galaxytables_lobby.adapters.redis.command import ServerError
from galaxytables_lobby.adapters.redis.connection import Address, Login, open_connection
from galaxytables_lobby.adapters.redis.url import read_url

_SECONDS = 5.0


class StoreSilentError(Exception):
    """No server can be asked; the message says why, and quotes nothing of its URL."""


@dataclass(frozen=True)
class ServerReport:
    """The fields of INFO of one server."""

    fields: Mapping[str, str]
    skew: float
    """How far its clock is ahead of this machine's, in seconds."""


async def inspect(url: str) -> list[ServerReport]:
    """Ask every master. Raises `SettingError` for a wrong URL, and `StoreSilentError`."""
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
    finally:
        connection.lose(ConnectionError("no longer needed"))
    lines = (line.partition(":") for line in info.decode(errors="replace").splitlines())
    skew = int(seconds) + int(microseconds) / 1e6 - (before + time.time()) / 2
    return ServerReport({name: value for name, colon, value in lines if colon}, skew)
