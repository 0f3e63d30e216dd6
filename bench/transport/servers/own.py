"""The platform's own HTTP/2: `python own.py PORT`, with the platform's libraries."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

import grpc
import uvloop

from services.serving.http2 import Http2Server
from services.serving.limits import Limits
from services.serving.settings import Address

Context = Any  # the call, which is its own


async def talk(messages: AsyncIterator[bytes], context: Context) -> None:
    """Give every message back."""
    async for message in messages:
        await context.write(message)


async def call(message: bytes, _: Context) -> bytes:
    """Give the message back."""
    return message


async def main() -> None:
    """Serve until killed."""
    methods: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        "/echo.Echo/Talk": grpc.stream_stream_rpc_method_handler(talk),
        "/echo.Echo/Call": grpc.unary_unary_rpc_method_handler(call),
    }
    await Http2Server(methods.get, Limits(), most_calls=10_000).start(Address("127.0.0.1", int(sys.argv[1])), None)
    await asyncio.Event().wait()


uvloop.run(main())
