"""Connections carry what was asked and answered, and no pings that wake both sides for nothing."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import grpc.aio
import pytest

from galaxytables_client import open_channel
from galaxytables_serving.channels import channel_options
from galaxytables_serving.limits import Limits

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_SETTINGS, _PING = 4, 6
_INITIAL_WINDOW = 4
_METHOD = "/test.Echo/Say"


def _channel_of_a_service(address):
    return grpc.aio.insecure_channel(address, options=channel_options())


class _Wire:
    """What passes between a client and a server: frames by their types, and the window that the client opens with."""

    def __init__(self):
        self.frames: Counter[int] = Counter()
        self.window = 0

    def read(self, seen, data):
        """Take what one side sent, and give what of it is no whole frame yet."""
        seen += data
        seen = seen.removeprefix(_PREFACE)
        while len(seen) >= 9 and len(seen) >= 9 + int.from_bytes(seen[:3]):
            length, kind = int.from_bytes(seen[:3]), seen[3]
            self.frames[kind] += 1
            for at in range(9, 9 + length, 6) if kind == _SETTINGS else ():
                if int.from_bytes(seen[at : at + 2]) == _INITIAL_WINDOW:
                    self.window = max(self.window, int.from_bytes(seen[at + 2 : at + 6]))
            seen = seen[9 + length :]
        return seen


@asynccontextmanager
async def _between(port):
    """A port that leads to another one, and what passes there."""
    wire = _Wire()
    passing: set[asyncio.Task[None]] = set()

    async def carry(reader, writer):
        seen = b""
        while data := await reader.read(65_536):
            seen = wire.read(seen, data)
            writer.write(data)
        writer.close()

    async def connected(reader, writer):
        there = await asyncio.open_connection("127.0.0.1", port)
        passing.update(asyncio.create_task(each) for each in (carry(reader, there[1]), carry(there[0], writer)))

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    async with server:
        yield wire, server.sockets[0].getsockname()[1]
        for task in passing:
            task.cancel()
        await asyncio.gather(*passing, return_exceptions=True)


@pytest.mark.parametrize("connect", [open_channel, _channel_of_a_service], ids=["client", "service"])
async def test_nobody_is_pinged_while_messages_come_and_go(connect):
    async def echo(request, _):
        return request

    server = grpc.aio.server(options=Limits().channel_arguments())
    handler: Any = grpc.unary_unary_rpc_method_handler(echo)
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("test.Echo", {"Say": handler})])
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(server.stop, None)
        wire, before = await stack.enter_async_context(_between(port))
        channel = await stack.enter_async_context(connect(f"127.0.0.1:{before}"))
        say = channel.unary_unary(_METHOD)
        for number in range(20):
            assert await say(bytes([number]) * 1_000) == bytes([number]) * 1_000
        assert wire.frames[_SETTINGS] >= 2
        assert wire.frames[_PING] == 0
        # In place of a window that pings let grow.
        assert wire.window >= 1024 * 1024
