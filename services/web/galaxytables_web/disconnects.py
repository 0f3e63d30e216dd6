"""Cancels calls whose client disconnects."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from galaxytables_web.asgi import Receive

_WATCHED_AFTER_SECONDS = 0.2


class Caller:
    """The client of a call whose request has been read. If it disconnects during a long call, the call is cancelled."""

    def __init__(self, receive: Receive) -> None:
        """`receive` receives the server's messages."""
        self.is_gone = False
        self._receive = receive

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Cancel the `with` block if the client disconnects.

        Watching the client costs a task, so it starts only once the call has run for a while.
        """
        loop = asyncio.get_running_loop()
        call = asyncio.current_task()
        watch: asyncio.Task[None] | None = None

        def begin() -> None:
            nonlocal watch
            watch = loop.create_task(self._wait(call))

        timer = loop.call_later(_WATCHED_AFTER_SECONDS, begin)
        try:
            yield
        finally:
            timer.cancel()
            if watch is not None:
                watch.cancel()

    async def _wait(self, call: "asyncio.Task[object] | None") -> None:
        await self._receive()
        self.is_gone = True
        if call is not None:
            call.cancel()
