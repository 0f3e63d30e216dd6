"""Lobbies and gateways as places that players call, for tests that ask the same of each."""

import asyncio
import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from http import HTTPStatus

import grpc.aio
from google.protobuf.message import Message

from galaxytables_lobby.api.calls import answer_of, method_of
from galaxytables_serving import RemoteError, read_error
from tests.web.gateway import Browser, ToldError, enveloped, envelopes, told_by_connect

END_OF_STREAM = 2
"""The flag of the last frame of a stream."""
SECONDS = 60.0
GAP_SECONDS = 0.02
"""Between two times that a place is asked the same."""

Refused = ToldError | RemoteError


@dataclass(frozen=True)
class Caller:
    """Somebody who calls: their token, and the address that a proxy tells."""

    token: str = ""
    address: str = "127.0.0.1"
    player_id: str = ""

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}", "x-forwarded-for": self.address}

    @property
    def subject(self) -> str:
        return f"player:{self.player_id}"


class Place(ABC):
    """A process that players call."""

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    async def ask(self, request: Message, caller: Caller) -> Message | Refused:
        """The answer, or why there is none; waits while the process, or the lobby behind it, is away."""

    @abstractmethod
    async def follow(self, request: Message, caller: Caller, begun: asyncio.Event) -> str:
        """Read a stream to its end; why it ends. `begun` is set once it has said something."""

    @abstractmethod
    async def leave(self) -> None:
        """Close the connection."""


class LobbyPlace(Place):
    """A lobby, over a connection of its own."""

    def __init__(self, name: str, address: str) -> None:
        super().__init__(name)
        self.address = address
        self.channel = grpc.aio.insecure_channel(address)

    async def ask(self, request: Message, caller: Caller) -> Message | Refused:
        call = self.channel.unary_unary(
            path_of(request),
            request_serializer=type(request).SerializeToString,
            response_deserializer=answer_of(type(request)).FromString,
        )
        try:
            return await call(request, metadata=tuple(caller.headers.items()), wait_for_ready=True, timeout=SECONDS)
        except grpc.aio.AioRpcError as error:
            return read_error(error)

    async def follow(self, request: Message, caller: Caller, begun: asyncio.Event) -> str:
        call: grpc.aio.UnaryStreamMultiCallable[Message, bytes] = self.channel.unary_stream(
            path_of(request), request_serializer=type(request).SerializeToString
        )
        try:
            async for _ in call(request, metadata=tuple(caller.headers.items())):
                begun.set()
        except grpc.aio.AioRpcError as error:
            return read_error(error).reason
        return ""

    async def leave(self) -> None:
        await self.channel.close()

    async def connect_again(self) -> None:
        """Connect to the process that has taken the place of one that was killed."""
        await self.channel.close()
        self.channel = grpc.aio.insecure_channel(self.address)


class GatewayPlace(Place):
    """A gateway, over a browser's connection."""

    def __init__(self, name: str, port: int) -> None:
        super().__init__(name)
        self._port = port
        self._browser = Browser(port)
        self._turn = asyncio.Lock()

    async def ask(self, request: Message, caller: Caller) -> Message | Refused:
        headers = {"content-type": "application/proto", **caller.headers}
        async with self._turn, asyncio.timeout(SECONDS):
            while True:
                answer = await self._browser.ask("POST", path_of(request), headers, request.SerializeToString())
                if answer.status == HTTPStatus.OK:
                    return answer_of(type(request)).FromString(answer.body)
                refused = told_by_connect(answer.json)
                if refused.reason != "LOBBY_UNAVAILABLE":
                    return refused
                await asyncio.sleep(GAP_SECONDS)

    async def follow(self, request: Message, caller: Caller, begun: asyncio.Event) -> str:
        browser, body = Browser(self._port), enveloped(request.SerializeToString())
        try:
            headers = {"content-type": "application/connect+proto", **caller.headers}
            await browser.send("POST", path_of(request), headers, body)
            async for flags, message in envelopes(browser.parts(await browser.head())):
                begun.set()
                if flags & END_OF_STREAM:
                    return told_by_connect(json.loads(message).get("error", {"code": ""})).reason
        finally:
            browser.leave()
        return ""

    async def leave(self) -> None:
        self._browser.leave()


def path_of(request: Message) -> str:
    method = method_of(type(request))
    return f"/{method.containing_service.full_name}/{method.name}"
