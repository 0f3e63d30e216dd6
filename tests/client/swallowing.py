"""A TCP proxy that swallows: connections stay open, and nothing more passes over them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Swallowing:
    """What passes between clients and a server. `swallow` is for the connections of now; later ones work."""

    def __init__(self) -> None:
        self.port = 0
        self.swallowed = 0
        """Bytes that did not pass."""
        self._up: set[asyncio.StreamWriter] = set()
        self._down: set[asyncio.StreamWriter] = set()
        self._swallowed: set[asyncio.StreamWriter] = set()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def swallow(self, *, up: bool = False, down: bool = False) -> None:
        """Swallow what clients send from now on, or what the server sends, or both."""
        self._swallowed |= (self._up if up else set()) | (self._down if down else set())

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            if writer in self._swallowed:
                self.swallowed += len(data)
            else:
                writer.write(data)
        if writer not in self._swallowed:
            writer.close()

    async def connected(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter, port: int) -> None:
        server, to_server = await asyncio.open_connection("127.0.0.1", port)
        self._up.add(to_server)
        self._down.add(to_client)
        try:
            await asyncio.gather(self.carry(client, to_server), self.carry(server, to_client), return_exceptions=True)
        finally:
            for writer in (to_server, to_client):
                writer.transport.abort()


@asynccontextmanager
async def swallowing(port: int) -> AsyncIterator[Swallowing]:
    """A proxy before a port of this machine."""
    proxy = Swallowing()
    tasks: set[asyncio.Task[None]] = set()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(proxy.connected(reader, writer, port))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
