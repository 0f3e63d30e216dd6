"""A receiver of webhooks: a process of its own that notes when each notification arrives, by its own clock.

    python -m bench.receiver --port 8000

It answers each POST with 204. `GET /arrivals` returns all that arrived, as a JSON array of
`[id, kind, player, table, time]`. The time is in seconds since the epoch. `GET /count` returns how many
different ones arrived.
"""

import argparse
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

import uvicorn

Message: TypeAlias = MutableMapping[str, Any]  # as ASGI has it
# The notification's id, its kind, its player and table, and when it arrived.
Arrival: TypeAlias = tuple[str, str, str, str, float]


class Receiver:
    """An ASGI application that keeps what it gets."""

    def __init__(self) -> None:
        self._arrivals: list[Arrival] = []
        self._ids: set[str] = set()

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        """Answer a request."""
        arrived = time.time()
        if scope["method"] == "POST":
            status, content = 204, b""
            try:
                self._keep(await _body(receive), arrived)
            except ConnectionAbortedError:
                return
        else:
            status = 200
            content = json.dumps(len(self._ids) if scope["path"] == "/count" else self._arrivals).encode()
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": content})

    def _keep(self, body: bytes, arrived: float) -> None:
        notification = json.loads(body)
        kind, data = notification["type"].removeprefix("notification."), notification["data"]
        self._arrivals.append((notification["id"], kind, data["player_id"], data["table_id"], arrived))
        self._ids.add(notification["id"])


async def _body(receive: Callable[[], Awaitable[Message]]) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionAbortedError
        body, more = body + message.get("body", b""), message.get("more_body", False)
    return body


def main() -> None:
    """Receive until the process is signalled to end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, required=True)
    port = parser.parse_args().port
    # All addresses of the loopback network, each of which is a host of its own for who sends.
    uvicorn.run(Receiver(), host="0.0.0.0", port=port, lifespan="off", log_level="warning")  # noqa: S104  # for a bench


if __name__ == "__main__":
    main()
