"""Refuses requests before `connectrpc` sees them, in the protocol of the client."""

import json
import struct
from base64 import b64encode
from collections.abc import Iterable
from urllib.parse import quote

from google.rpc import status_pb2

from galaxytables_serving import GalaxyError
from galaxytables_serving.errors import DETAILS_KEY
from galaxytables_web.asgi import Header, Send, answer
from galaxytables_web.errors import DOMAIN, readable
from galaxytables_web.metrics import REFUSED

GRPC_WEB, CONNECT_STREAM = "application/grpc-web", "application/connect+"

_END_OF_STREAM = 0b10
_HTTP = {
    "INVALID_ARGUMENT": 400,
    "RESOURCE_EXHAUSTED": 429,
    "UNIMPLEMENTED": 404,
    "UNAVAILABLE": 503,
}


async def refuse(
    send: Send, error: GalaxyError, content_type: str, *, status: int = 0, headers: Iterable[Header] = ()
) -> None:
    """Answer with an error; `status` is an HTTP status that is more exact than the error's code."""
    REFUSED.labels(error.reason).inc()
    told = error.to_status(DOMAIN)
    if content_type.startswith(GRPC_WEB):
        await answer(send, 200, [(b"content-type", content_type.encode()), *_trailers(told)])
    elif content_type.startswith(CONNECT_STREAM) and not status:
        body = json.dumps({"error": _said(error, told)}).encode()
        frame = struct.pack(">BI", _END_OF_STREAM, len(body)) + body
        await answer(send, 200, [(b"content-type", content_type.encode())], frame)
    else:
        body = json.dumps(_said(error, told)).encode()
        start = [(b"content-type", b"application/json"), *headers]
        await answer(send, status or _HTTP.get(error.code.name, 500), start, body)


def _said(error: GalaxyError, told: status_pb2.Status) -> dict[str, object]:
    details = [
        {
            "type": detail.TypeName(),
            "value": b64encode(detail.value).decode().rstrip("="),
            "debug": readable(detail),
        }
        for detail in told.details
    ]
    return {"code": error.code.name.lower(), "message": error.message, "details": details}


def _trailers(told: status_pb2.Status) -> list[Header]:
    return [
        (b"grpc-status", str(told.code).encode()),
        (b"grpc-message", quote(told.message, safe="").encode()),
        (DETAILS_KEY.encode(), b64encode(told.SerializeToString()).rstrip(b"=")),
    ]
