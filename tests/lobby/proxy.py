"""A connection to Redis that can be made to misbehave."""

import asyncio
import contextlib


class Proxy:
    """Forwards bytes to a port. `swallow` commits' answers: the command goes through, the connection breaks."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        # How many answers to commits are still to be swallowed, and how many have been.
        self.swallow = 0
        self.swallowed = 0
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_redis_reader, to_redis_writer = await asyncio.open_connection("127.0.0.1", self.target)
        marked = asyncio.Event()

        async def forward() -> None:
            while data := await reader.read(65_536):
                # Commits are the only scripts with a table's events among their keys.
                if self.swallow and b"EVAL" in data and b":events" in data:
                    self.swallow -= 1
                    marked.set()
                to_redis_writer.write(data)
                await to_redis_writer.drain()

        async def back() -> None:
            while data := await to_redis_reader.read(65_536):
                if marked.is_set():
                    self.swallowed += 1
                    return
                writer.write(data)
                await writer.drain()

        ways = [asyncio.create_task(forward()), asyncio.create_task(back())]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for each in (writer, to_redis_writer):
                with contextlib.suppress(OSError):
                    each.close()
