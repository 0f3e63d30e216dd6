"""pygrpc-native, with HTTP/2 in Rust; streams of both sides it hands on to gRPC: `python pygrpc_native_aio.py PORT`."""

import sys
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pygrpc_native.aio
import uvloop


async def talk(messages: AsyncIterator[bytes], context: Any) -> None:  # the library has no types
    """Give every message back."""
    async for message in messages:
        await context.write(message)


async def call(message: bytes, _: object) -> bytes:
    """Give the message back."""
    return message


async def main() -> None:
    """Serve until killed."""
    server = pygrpc_native.aio.server()
    methods: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        "Talk": grpc.stream_stream_rpc_method_handler(talk),
        "Call": grpc.unary_unary_rpc_method_handler(call),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("echo.Echo", methods),))
    server.add_insecure_port(f"127.0.0.1:{sys.argv[1]}")
    await server.start()
    await server.wait_for_termination()


uvloop.run(main())
