"""Types and helpers of ASGI."""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, TypeAlias

Message: TypeAlias = MutableMapping[str, Any]  # the specification has a type for each name
Scope: TypeAlias = MutableMapping[str, Any]  # as a message
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Header: TypeAlias = tuple[bytes, bytes]


def header(scope: Scope, name: bytes) -> bytes:
    """Return the value of a request's header, which is named in lower case; empty if the request has none."""
    for key, value in scope["headers"]:
        if key == name:
            found: bytes = value
            return found
    return b""


async def answer(send: Send, status: int, headers: Iterable[Header], body: bytes = b"") -> None:
    """Send a complete response. The server omits its body for HEAD."""
    start = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})
