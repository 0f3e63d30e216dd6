"""Refuses requests before `connectrpc` sees them, in the protocol of the client."""

import json
import struct
from base64 import b64encode
from collections.abc import Iterable
from urllib.parse import quote

import grpc
from connectrpc._protocol import ConnectWireError  # the version is pinned; an error is written in one way
from connectrpc.errors import ConnectError
from google.rpc import status_pb2

from galaxytables_serving import GalaxyError
from galaxytables_serving.errors import DETAILS_KEY
from galaxytables_web.asgi import Header, Send, answer
from galaxytables_web.errors import DOMAIN, refused

GRPC_WEB, CONNECT_STREAM = "application/grpc-web", "application/connect+"

_END_OF_STREAM = 0b10


async def refuse(
    send: Send, error: GalaxyError, content_type: str, *, status: int = 0, headers: Iterable[Header] = ()
) -> None:
    """Answer with an error in the protocol of `content_type`; `status` replaces the HTTP status of the error's code."""
    wire = ConnectWireError.from_exception(refused(error))
    if content_type.startswith(GRPC_WEB):
        trailers = _trailers(error.to_status(DOMAIN))
        await answer(send, 200, [(b"content-type", content_type.encode()), *trailers])
    elif content_type.startswith(CONNECT_STREAM) and not status:
        body = json.dumps({"error": wire.to_dict()}).encode()
        frame = struct.pack(">BI", _END_OF_STREAM, len(body)) + body
        await answer(send, 200, [(b"content-type", content_type.encode())], frame)
    else:
        # Connect's own status for this code would be 501.
        unknown = 404 if error.code is grpc.StatusCode.UNIMPLEMENTED else 0
        await _answer(send, wire, status or unknown, headers)


async def refuse_with(send: Send, error: ConnectError, *, headers: Iterable[Header] = ()) -> None:
    """Answer with an error of the server that the call went to, as Connect does in JSON."""
    await _answer(send, ConnectWireError.from_exception(error), 0, headers)


async def _answer(send: Send, wire: ConnectWireError, status: int, headers: Iterable[Header]) -> None:
    start = [(b"content-type", b"application/json"), *headers]
    await answer(send, status or wire.to_http_status().code, start, wire.to_json_bytes())


def _trailers(status: status_pb2.Status) -> list[Header]:
    return [
        (b"grpc-status", str(status.code).encode()),
        (b"grpc-message", quote(status.message, safe="").encode()),
        (DETAILS_KEY.encode(), b64encode(status.SerializeToString()).rstrip(b"=")),
    ]
