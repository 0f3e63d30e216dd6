"""grpclib, gRPC in Python over `h2`: `python grpclib_server.py PORT`."""

import sys
from typing import Any

import uvloop
from grpclib.const import Cardinality, Handler
from grpclib.server import Server


class Bytes:
    """Messages as they are."""

    __content_subtype__ = "proto"

    def encode(self, message: bytes, _message_type: object) -> bytes:
        """The message."""
        return bytes(message)

    def decode(self, data: bytes, _message_type: object) -> bytes:
        """The message."""
        return data


async def talk(stream: Any) -> None:  # the library has no types
    """Give every message back."""
    async for message in stream:
        await stream.send_message(message)


class Echo:
    """The service."""

    def __mapping__(self) -> dict[str, Handler]:
        """Its calls."""
        return {
            "/echo.Echo/Talk": Handler(talk, Cardinality.STREAM_STREAM, bytes, bytes),
            "/echo.Echo/Call": Handler(talk, Cardinality.UNARY_UNARY, bytes, bytes),
        }


async def main() -> None:
    """Serve until killed."""
    server = Server([Echo()], codec=Bytes())
    await server.start("127.0.0.1", int(sys.argv[1]))
    await server.wait_closed()


uvloop.run(main())
