"""A gateway in front of a scene's lobby, and browsers that know nothing of our code: HTTP/1.1 by hand."""

import asyncio
import json
import struct
from base64 import b64decode
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from google.rpc import error_details_pb2, status_pb2

from galaxytables_serving import Address, Limits
from galaxytables_serving.tls import Credentials
from galaxytables_web.gateway import Gateway
from galaxytables_web.homes import Homes
from galaxytables_web.settings import WebSettings

HOST = "127.0.0.1"
SECONDS = 60.0
NO_HOMES = Homes([], lambda _: pytest.fail("nobody knows a home"))
LIMITS = Limits(drain=3.0, stream_linger=0.1, receive_bytes=100_000)


@dataclass
class Answer:
    """What came back for a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class ToldError:
    """An error, whichever protocol told it."""

    code: str
    message: str
    reason: str = ""
    domain: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    retry: bool = False


class Browser:
    """A connection: one request after the other."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._open is None:
            self._open = await asyncio.open_connection(HOST, self.port, limit=2**22)
        return self._open

    def leave(self) -> None:
        if self._open is not None:
            self._open[1].transport.abort()
            self._open = None

    async def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b"") -> Answer:
        async with asyncio.timeout(SECONDS):
            await self.send(method, path, headers, body)
            answer = await self.head()
            if method != "HEAD" and answer.status not in {204, 304}:
                async for part in self.parts(answer):
                    answer.body += part
            return answer

    async def send(self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b"") -> None:
        _, writer = await self.connect()
        lines = {"host": f"{HOST}:{self.port}", **(headers or {})}
        if method not in {"GET", "HEAD", "OPTIONS"}:
            lines.setdefault("content-length", str(len(body)))
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + body)
        await writer.drain()

    async def head(self) -> Answer:
        reader, _ = await self.connect()
        text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = text.strip().split("\r\n")
        headers: dict[str, str] = {}
        for line in lines:
            name, _, value = line.partition(":")
            name = name.lower()
            headers[name] = f"{headers[name]}, {value.strip()}" if name in headers else value.strip()
        return Answer(int(first.split()[1]), headers, b"")

    async def parts(self, answer: Answer) -> AsyncIterator[bytes]:
        """The body as it comes."""
        reader, _ = await self.connect()
        if "content-length" in answer.headers:
            yield await reader.readexactly(int(answer.headers["content-length"]))
            return
        while size := int(await reader.readuntil(b"\r\n"), 16):
            part = await reader.readexactly(size + 2)
            yield part[:-2]
        await reader.readexactly(2)


def enveloped(message: bytes, flags: int = 0) -> bytes:
    return struct.pack(">BI", flags, len(message)) + message


async def envelopes(parts: AsyncIterator[bytes]) -> AsyncIterator[tuple[int, bytes]]:
    """The frames of a stream, with their flags."""
    rest = b""
    async for part in parts:
        rest += part
        while len(rest) >= 5:
            flags, size = struct.unpack(">BI", rest[:5])
            if len(rest) < 5 + size:
                break
            yield flags, rest[5 : 5 + size]
            rest = rest[5 + size :]
    assert not rest


def told_by_connect(error: Mapping[str, Any]) -> ToldError:
    details = [(each["type"], b64decode(each["value"] + "===")) for each in error.get("details", ())]
    return _told(error["code"], error.get("message", ""), details)


def told_by_grpc(trailers: Mapping[str, str]) -> ToldError | None:
    if trailers["grpc-status"] == "0":
        return None
    status = status_pb2.Status.FromString(b64decode(trailers.get("grpc-status-details-bin", "") + "==="))
    details = [(each.TypeName(), each.value) for each in status.details]
    return _told(trailers["grpc-status"], unquote(trailers.get("grpc-message", "")), details)


def _told(code: str, message: str, details: list[tuple[str, bytes]]) -> ToldError:
    info = error_details_pb2.ErrorInfo()
    for kind, value in details:
        if kind == "google.rpc.ErrorInfo":
            info = error_details_pb2.ErrorInfo.FromString(value)
    retry = any(kind == "google.rpc.RetryInfo" for kind, _ in details)
    return ToldError(code, message, info.reason, info.domain, dict(info.metadata), retry)


@asynccontextmanager
async def open_gateway(
    lobby: str, *, page: Path | None = None, limits: Limits = LIMITS, tls: Credentials | None = None, **settings: Any
) -> AsyncIterator["RunningGateway"]:
    given = WebSettings(lobby=lobby, page=page or Path("no page"), **settings)
    gateway = Gateway(given, limits, tls)
    port = await gateway.start(Address(HOST, 0))
    running = RunningGateway(gateway, port)
    try:
        yield running
    finally:
        for browser in running.browsers:
            browser.leave()
        await running.stop()


@dataclass
class RunningGateway:
    gateway: Gateway
    port: int
    browsers: list[Browser] = field(default_factory=list)
    _stopping: "asyncio.Task[None] | None" = None

    def browser(self) -> Browser:
        self.browsers.append(Browser(self.port))
        return self.browsers[-1]

    async def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b"") -> Answer:
        browser = self.browser()
        try:
            return await browser.ask(method, path, headers, body)
        finally:
            browser.leave()

    async def stop(self) -> None:
        if self._stopping is None:
            self._stopping = asyncio.ensure_future(self.gateway.stop())
        await self._stopping
