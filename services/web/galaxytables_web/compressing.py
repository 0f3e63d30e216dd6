"""Compresses responses with gzip, unless they would grow; long ones in a thread."""

import asyncio
import gzip

from galaxytables_web.asgi import Message, Scope, Send, header

GZIP_LEVEL = 4
SHORT = 1_400
LONG = 64 * 1024


def takes_gzip(scope: Scope) -> bool:
    """Return whether the client accepts gzip."""
    accepted = header(scope, b"accept-encoding").lower()
    return b"gzip" in accepted and b"gzip;q=0" not in accepted.replace(b" ", b"").replace(b"q=0.", b"")


def compressing(send: Send, *, takes: bool) -> Send:
    """Return a `send` that compresses a complete response.

    It does so if the client accepts gzip (`takes`) and the response gets shorter.
    """
    start: Message = {}

    async def compressed(message: Message) -> None:
        nonlocal start
        if message["type"] == "http.response.start":
            start = message
            return
        body: bytes = message.get("body", b"")
        headers = [each for each in start["headers"] if each[0] not in {b"content-encoding", b"vary"}]
        if takes and len(body) > SHORT:
            headers.append((b"content-encoding", b"gzip"))
            body = await _zipped(body)
        headers += [(b"content-length", str(len(body)).encode()), (b"vary", b"accept-encoding")]
        await send({**start, "headers": headers})
        await send({**message, "body": body})

    return compressed


async def _zipped(body: bytes) -> bytes:
    """Compress a body if that makes it smaller."""
    return await asyncio.to_thread(_gzip, body) if len(body) > LONG else _gzip(body)


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, GZIP_LEVEL, mtime=0)
