"""The base class of clients of one server."""

from functools import partial
from types import TracebackType
from typing import Self, cast

import grpc.aio

from galaxytables_client.channel import RECEIVE_BYTES, open_channel
from galaxytables_client.keepalive import DEFAULT, Keepalive
from galaxytables_client.lazy_channel import LazyChannel
from galaxytables_client.uncopied import Uncopied


class Connection(Uncopied):
    """Base class of the clients of a server.

    It is a context manager for `async with`. On exit it closes the channel, unless the caller opened it.
    """

    def __init__(
        self,
        server: str | grpc.aio.Channel,
        *,
        roots: bytes | None = None,
        certificate: tuple[bytes, bytes] | None = None,
        receive_bytes: int = RECEIVE_BYTES,
        shared: bool = True,
        keepalive: Keepalive = DEFAULT,
    ) -> None:
        """`server` is an address, or an open channel that the caller will close.

        With an address, the other arguments are passed to `open_channel`.
        """
        self._own: LazyChannel | None = None
        self.address = ""
        """Where the server is; empty where a channel was given."""
        if isinstance(server, str):
            self.address = server
            self._own = LazyChannel(
                partial(
                    open_channel,
                    server,
                    roots=roots,
                    certificate=certificate,
                    receive_bytes=receive_bytes,
                    shared=shared,
                    keepalive=keepalive,
                )
            )
            server = cast(grpc.aio.Channel, self._own)  # the methods that stubs need
        self._channel = server

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the channel, unless the caller opened it."""
        if self._own is not None:
            await self._own.close()
