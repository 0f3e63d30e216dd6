"""Receivers that are told: servers of the test, which check what they get as a stranger would."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import h11


class Request(NamedTuple):
    """What came in one request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Answer = Callable[[Request], Awaitable[tuple[int, dict[str, str], bytes]]]


async def accept(_: Request) -> tuple[int, dict[str, str], bytes]:
    return 204, {}, b""


class Receiver:
    """An HTTP server on a port of its own; `answer` says what it answers."""

    def __init__(self) -> None:
        self.got: list[Request] = []
        self.answer: Answer = accept
        self.connections = 0
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        connection = h11.Connection(h11.SERVER)
        try:
            while True:
                request, body = None, b""
                while True:
                    event = connection.next_event()
                    if event is h11.NEED_DATA:
                        data = await reader.read(65536)
                        connection.receive_data(data)
                        if not data and connection.their_state is h11.IDLE:
                            return
                    elif isinstance(event, h11.Request):
                        request = event
                    elif isinstance(event, h11.Data):
                        body += event.data
                    elif isinstance(event, h11.EndOfMessage):
                        break
                    else:
                        return
                assert request is not None
                headers = {name.decode(): value.decode() for name, value in request.headers}
                got = Request(request.target.decode(), headers, body)
                self.got.append(got)
                status, more, content = await self.answer(got)
                sent = [*more.items(), ("content-length", str(len(content)))] if status != 204 else [*more.items()]
                writer.write(connection.send(h11.Response(status_code=status, headers=sent)) or b"")
                writer.write(connection.send(h11.Data(data=content)) if content else b"")
                writer.write(connection.send(h11.EndOfMessage()) or b"")
                await writer.drain()
                if connection.our_state is not h11.DONE:
                    return
                connection.start_next_cycle()
        except (ConnectionError, asyncio.CancelledError, h11.RemoteProtocolError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def receiving(tls: Any = None) -> AsyncIterator[Receiver]:
    receiver = Receiver()
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
