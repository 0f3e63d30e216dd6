"""gRPC's own server with threads: `python grpc_threads.py PORT`."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import grpc

MOST_STREAMS = 256


def talk(messages: Iterator[bytes], _: grpc.ServicerContext) -> Iterator[bytes]:
    """Give every message back."""
    yield from messages


def call(message: bytes, _: grpc.ServicerContext) -> bytes:
    """Give the message back."""
    return message


server = grpc.server(ThreadPoolExecutor(MOST_STREAMS))
METHODS: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
    "Talk": grpc.stream_stream_rpc_method_handler(talk),
    "Call": grpc.unary_unary_rpc_method_handler(call),
}
server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("echo.Echo", METHODS),))
server.add_insecure_port(f"127.0.0.1:{sys.argv[1]}")
server.start()
server.wait_for_termination()
