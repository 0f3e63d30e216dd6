"""The same echo as an application of HTTP servers: gRPC's messages are given back as they came, framed.

`app` is for ASGI servers that send trailers (`pyvoy framed:app`), `granian_app` for granian, which has none.
"""

from typing import Any


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:  # ASGI's, which has no types here
    """ASGI."""
    if scope["type"] != "http":
        return
    headers = [(b"content-type", b"application/grpc")]
    await send({"type": "http.response.start", "status": 200, "headers": headers, "trailers": True})
    more = True
    while more:
        event = await receive()
        more = event["type"] == "http.request" and event.get("more_body", False)
        if body := event.get("body"):
            await send({"type": "http.response.body", "body": body, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
    await send({"type": "http.response.trailers", "headers": [(b"grpc-status", b"0")], "more_trailers": False})


async def granian_app(_: object, protocol: Any) -> None:  # RSGI's, which has no types
    """RSGI, granian's own interface."""
    transport = protocol.response_stream(200, [("content-type", "application/grpc")])
    async for chunk in protocol:
        if chunk:
            await transport.send_bytes(bytes(chunk))
