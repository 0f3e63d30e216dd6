"""Answers unary Connect calls with binary messages, such as those of the page, by passing the bytes to the lobby.

This is faster than `connectrpc`, which creates a context, a deadline, an event, a task and several coroutines for each
call. `connectrpc` handles all other calls, including streams, and refuses malformed ones.
"""

import asyncio
from collections.abc import Mapping

from connectrpc._protocol import ConnectWireError  # the version is pinned; an error is written in one way
from connectrpc.code import Code
from connectrpc.errors import ConnectError

from galaxytables_serving.errors import RequestTooLargeError, free_frames
from galaxytables_web.asgi import Receive, Send
from galaxytables_web.calls import Call
from galaxytables_web.disconnects import Caller
from galaxytables_web.ends import Ends, figures_of
from galaxytables_web.lobby import FORWARDED
from galaxytables_web.passing import Ask
from galaxytables_web.tunnel import CallerMetadata

_ENCODINGS = frozenset({b"", b"identity"})
_START = "http.response.start"
_CONTENT = [(b"content-type", b"application/proto")]
_ERROR = [(b"content-type", b"application/json")]


def is_binary(method: str, content_type: str, head: Mapping[bytes, bytes]) -> bool:
    """Return whether a request is a unary Connect call in binary, judging by its method and headers."""
    return method == "POST" and content_type == "application/proto" and head.get(b"content-encoding", b"") in _ENCODINGS


class BinaryCall:
    """Answers one of the lobby's unary calls in binary."""

    def __init__(self, call: Call, ask: Ask, ends: Ends, max_bytes: int) -> None:
        """`ask` passes the call on; its request has at most `max_bytes`."""
        self._path = call.path
        self._ask = ask
        self._ends = ends
        self._max_bytes = max_bytes
        self._figures = figures_of(call.service, call.name, streaming=False)

    async def __call__(self, head: Mapping[bytes, bytes], receive: Receive, send: Send) -> None:
        """Answer a request with these headers."""
        began = self._figures.begin()
        error: ConnectError | None = ConnectError(Code.CANCELED, "Request was cancelled")
        caller = Caller(receive)
        try:
            request = await self._read(receive)
            if request is None:
                return
            with caller.watched():
                answer = await self._ask(request, _caller_metadata(head), _seconds(head))
            error = None
        except asyncio.CancelledError:
            if not caller.is_gone:
                raise
            return
        except Exception as failed:  # noqa: BLE001  # each is answered, or logged
            error = self._ends.safe_error(failed, self._path)
            free_frames(failed)
        finally:
            self._figures.end(began, error)
        if error is None:
            await send({"type": _START, "status": 200, "headers": _CONTENT})
            await send({"type": "http.response.body", "body": answer})
        else:
            wire = ConnectWireError.from_exception(error)
            await send({"type": _START, "status": wire.to_http_status().code, "headers": _ERROR})
            await send({"type": "http.response.body", "body": wire.to_json_bytes()})

    async def _read(self, receive: Receive) -> bytes | None:
        """Read the request; None if the client has gone. Raises `RequestTooLargeError`."""
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return None
            body += message.get("body", b"")
            if len(body) > self._max_bytes:
                raise RequestTooLargeError(self._max_bytes)
            if not message.get("more_body", False):
                return bytes(body)


def _caller_metadata(head: Mapping[bytes, bytes]) -> CallerMetadata:
    authorization, forwarded, traceparent = (
        head.get(name, b"").decode() for name in (b"authorization", FORWARDED.encode(), b"traceparent")
    )
    return CallerMetadata(authorization, forwarded, traceparent)


def _seconds(head: Mapping[bytes, bytes]) -> float | None:
    timeout = head.get(b"connect-timeout-ms")
    return None if timeout is None else int(timeout) / 1000
