"""Makes calls to a lobby in its own process: messages become bytes and back as on a network, but there is none.

So only the lobby's own work is measured, whatever transport it usually has.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from contextlib import aclosing
from typing import Any, TypeAlias

from google.protobuf.message import Message

from galaxytables_lobby.api.calls import Lobby
from galaxytables_lobby.app import services_of
from galaxytables_lobby.errors import UnavailableError

_PREFIX = "galaxytables.lobby.v1."
_TRIES, _PAUSE_SECONDS = 20, 0.5


AnyHandler: TypeAlias = Any  # gRPC's, of any kind: which of its functions are there follows from its call

# As a server names an address of this machine; the lobby knows no limits there.
_PEER = "ipv4:127.0.0.1:1"


class _Context:
    """All that a handler asks of its call: who makes it, and from where."""

    def __init__(self, token: str) -> None:
        self._metadata = (("authorization", f"Bearer {token}"),) if token else ()

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return self._metadata

    def peer(self) -> str:
        return _PEER


class Desk:
    """Takes the handlers of a lobby, as a server would, and calls them.

    `sent_bytes` counts the bytes of all responses.
    """

    def __init__(self, lobby: Lobby) -> None:
        self.sent_bytes = 0
        self._handlers: dict[str, AnyHandler] = {}
        for service in services_of(lobby):
            service.register(self)  # type: ignore[arg-type] # stands where a server would

    def add_generic_rpc_handlers(self, handlers: Iterable[AnyHandler]) -> None:
        """Ignore these handlers, since a server gets the same handlers by name too."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, AnyHandler]) -> None:
        """Store the handlers of a service by name, as a gRPC server does."""
        for method, handler in handlers.items():
            self._handlers[f"{service.removeprefix(_PREFIX)}/{method}"] = handler

    async def call(self, method: str, request: Message, token: str = "") -> Any:  # the method's response
        """Make a call such as `PlayService/GetView` and return the response.

        Like clients, it waits while something is away.
        """
        handler = self._handlers[method]
        received = handler.request_deserializer(request.SerializeToString())
        for _ in range(_TRIES - 1):
            try:
                return await handler.unary_unary(received, _Context(token))
            except UnavailableError:
                await asyncio.sleep(_PAUSE_SECONDS)
        return await handler.unary_unary(received, _Context(token))

    async def follow(self, method: str, request: Message, token: str) -> AsyncGenerator[bytes, None]:
        """Make a call whose response is a stream, and yield the responses as bytes."""
        handler = self._handlers[method]
        received = handler.request_deserializer(request.SerializeToString())
        async with aclosing(handler.unary_stream(received, _Context(token))) as responses:
            async for response in responses:
                yield self._sent(response)

    async def converse(self, method: str, requests: AsyncIterator[Message], token: str) -> AsyncIterator[bytes]:
        """Make a call with a stream in each direction, and yield the responses as bytes."""
        handler = self._handlers[method]
        received = (handler.request_deserializer(request.SerializeToString()) async for request in requests)
        async with aclosing(handler.stream_stream(received, _Context(token))) as responses:
            async for response in responses:
                yield self._sent(response)

    def _sent(self, response: Message | bytes) -> bytes:
        sent = response if isinstance(response, bytes) else response.SerializeToString()
        self.sent_bytes += len(sent)
        return sent
