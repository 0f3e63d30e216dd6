"""A lobby that says more than anybody reads."""

import asyncio
from typing import Any

import grpc
import grpc.aio

from galaxytables_serving.tunnel import Tunnels
from tests.web.gateway import HOST, enveloped

NUMBER_BYTES = 8
_NUMBERED = bytes([15 << 3 | 1])  # a field of so many bytes, which no message of ours has
PLAY = "/galaxytables.lobby.v1.PlayService"


def watch_request() -> bytes:
    body = enveloped(b"")
    head = (
        f"POST {PLAY}/WatchTable HTTP/1.1\r\nhost: x\r\ncontent-type: application/connect+proto\r\n"
        f"content-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Flood:
    """A lobby that streams one message again and again, as fast as it is taken, or `at_once` of them, with its number.

    One of before there were `tunnels` has none.
    """

    def __init__(self, message: bytes, at_once: int = 10**9, *, tunnels: bool = True) -> None:
        self.sent = 0
        self.left = asyncio.Event()
        self._message, self._at_once = message, at_once
        self._server = grpc.aio.server()
        handler: Any = grpc.unary_stream_rpc_method_handler(self._stream)
        self._server.add_generic_rpc_handlers(
            [grpc.method_handlers_generic_handler(PLAY.removeprefix("/"), {"WatchTable": handler})]
        )
        if tunnels:
            by_path = {f"{PLAY}/WatchTable": handler}
            self._server.add_generic_rpc_handlers([Tunnels(by_path.get, domain="", max_calls=10).handlers])

    async def start(self, port: int = 0) -> int:
        port = self._server.add_insecure_port(f"{HOST}:{port}")
        await self._server.start()
        return port

    async def stop(self) -> None:
        await self._server.stop(None)

    async def not_taken(self) -> None:
        """Wait until it has begun, and nothing more is taken."""
        before = 0
        while before != self.sent or not self.sent:
            before = self.sent
            await asyncio.sleep(0.2)

    async def _stream(self, _: bytes, context: Any) -> None:
        try:
            while self.sent < self._at_once:
                await context.write(self._message + _NUMBERED + self.sent.to_bytes(NUMBER_BYTES))
                self.sent += 1
            await asyncio.Event().wait()
        finally:
            self.left.set()
