"""Opens channels to the homes of tables. A home is the lobby that has a table in memory; it publishes its address."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Self

import grpc.aio

from galaxytables_client.channel import RECEIVE_BYTES, open_channel
from galaxytables_client.keepalive import DEFAULT, Keepalive
from galaxytables_client.uncopied import Uncopied

_HTTPS = "https://"


class Homes(Uncopied):
    """Channels to the homes of tables, each open while it is in use. Several `Lobby` objects may share a `Homes`."""

    def __init__(self, connect: Callable[[str], grpc.aio.Channel]) -> None:
        """`connect` opens a channel to an address, and raises `ValueError` for an address that it does not accept."""
        self._connect = connect
        self._channels: dict[str, grpc.aio.Channel] = {}
        self._used: dict[str, int] = {}

    @classmethod
    def beside(
        cls,
        server: str,
        *,
        roots: bytes | None = None,
        certificate: tuple[bytes, bytes] | None = None,
        receive_bytes: int = RECEIVE_BYTES,
        shared: bool = True,
        keepalive: Keepalive = DEFAULT,
    ) -> Self:
        """Return a `Homes` that connects to homes as it would to `server`, with or without TLS.

        For the other arguments see `open_channel`.
        """
        how = _HTTPS if server.startswith(_HTTPS) else ""

        def connect(address: str) -> grpc.aio.Channel:
            if "/" in address:
                raise ValueError(f"{address!r} is not host:port")
            return open_channel(
                how + address,
                roots=roots,
                certificate=certificate,
                receive_bytes=receive_bytes,
                shared=shared,
                keepalive=keepalive,
            )

        return cls(connect)

    @asynccontextmanager
    async def channel(self, address: str) -> AsyncIterator[grpc.aio.Channel]:
        """Yield a channel to a home, for use in a `with` block.

        Raises `ValueError` for an address to which no channel may be opened.
        """
        if address not in self._channels:
            self._channels[address] = self._connect(address)
            self._used[address] = 0
        self._used[address] += 1
        try:
            yield self._channels[address]
        finally:
            self._used[address] -= 1
            if not self._used[address]:
                del self._used[address]
                await self._channels.pop(address).close()
