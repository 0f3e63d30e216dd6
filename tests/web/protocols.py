"""How a browser calls: Connect and gRPC-Web, in binary and in JSON, each in one way for unary calls and streams."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from google.protobuf import json_format
from google.protobuf.message import Message

from tests.web.gateway import SECONDS, Answer, Browser, ToldError, enveloped, envelopes, told_by_connect, told_by_grpc

_END_OF_CONNECT, _TRAILERS = 0b10, 0b1000_0000


@dataclass(frozen=True)
class Protocol:
    """A protocol and how it writes messages."""

    name: str
    grpc_web: bool
    json: bool

    def content_type(self, *, streaming: bool) -> str:
        if self.grpc_web:
            return f"application/grpc-web+{'json' if self.json else 'proto'}"
        return f"application/{'connect+' if streaming else ''}{'json' if self.json else 'proto'}"

    def write(self, message: Message, *, streaming: bool) -> bytes:
        body = json_format.MessageToJson(message).encode() if self.json else message.SerializeToString()
        return enveloped(body) if streaming or self.grpc_web else body

    def read(self, kind: type[Message], body: bytes) -> Message:
        return json_format.Parse(body, kind()) if self.json else kind.FromString(body)


CONNECT = Protocol("connect", grpc_web=False, json=False)
CONNECT_JSON = Protocol("connect-json", grpc_web=False, json=True)
GRPC_WEB = Protocol("grpc-web", grpc_web=True, json=False)
GRPC_WEB_JSON = Protocol("grpc-web-json", grpc_web=True, json=True)
PROTOCOLS = (CONNECT, CONNECT_JSON, GRPC_WEB, GRPC_WEB_JSON)


class Stream:
    """What comes for a call, message by message."""

    def __init__(self, protocol: Protocol, kind: type[Message], browser: Browser, answer: Answer) -> None:
        self.answer = answer
        self.told: ToldError | None = None
        """How it ended, once it has: None if well."""
        self._protocol, self._kind = protocol, kind
        self._frames = envelopes(browser.parts(answer))

    async def __aiter__(self) -> AsyncIterator[Message]:
        while (message := await self.next()) is not None:
            yield message

    async def next(self) -> Message | None:
        """The next message; None at the end."""
        async with asyncio.timeout(SECONDS):
            return await self._next()

    async def _next(self) -> Message | None:
        if self._protocol.grpc_web and "grpc-status" in self.answer.headers:
            self.told = told_by_grpc(self.answer.headers)
            return None
        async for flags, body in self._frames:
            if self._protocol.grpc_web and flags & _TRAILERS:
                lines = (line.partition(":") for line in body.decode().strip().split("\r\n"))
                self.told = told_by_grpc({name.lower(): value.strip() for name, _, value in lines})
                return None
            if not self._protocol.grpc_web and flags & _END_OF_CONNECT:
                error = json.loads(body).get("error")
                self.told = None if error is None else told_by_connect(error)
                return None
            assert flags == 0
            return self._protocol.read(self._kind, body)
        raise AssertionError("the stream was cut off")


@asynccontextmanager
async def calling(
    browser: Browser,
    protocol: Protocol,
    path: str,
    request: Message,
    kind: type[Message],
    *,
    token: str = "",
    headers: Mapping[str, str] | None = None,
) -> AsyncIterator[Stream]:
    """Call what is streamed; the connection ends with the block."""
    head = {"content-type": protocol.content_type(streaming=True), **_signed(token), **(headers or {})}
    async with asyncio.timeout(SECONDS):
        await browser.send("POST", path, head, protocol.write(request, streaming=True))
        answer = await browser.head()
    try:
        yield Stream(protocol, kind, browser, answer)
    finally:
        browser.leave()


async def call(
    browser: Browser,
    protocol: Protocol,
    path: str,
    request: Message,
    kind: type[Message],
    *,
    token: str = "",
    headers: Mapping[str, str] | None = None,
) -> tuple[Message | None, ToldError | None]:
    """Call what is not: the answer, or the error."""
    if protocol.grpc_web:
        async with calling(browser, protocol, path, request, kind, token=token, headers=headers) as stream:
            messages = [message async for message in stream]
            return (messages[0] if messages else None), stream.told
    head = {"content-type": protocol.content_type(streaming=False), **_signed(token), **(headers or {})}
    answer = await browser.ask("POST", path, head, protocol.write(request, streaming=False))
    if answer.status != 200:
        return None, told_by_connect(answer.json)
    return protocol.read(kind, answer.body), None


def _signed(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}
