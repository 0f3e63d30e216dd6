"""No protocol at all, the floor: bytes go back as they came: `python raw.py PORT`."""

import asyncio
import sys

import uvloop


class Echo(asyncio.Protocol):
    """A connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember where to write."""
        self._write = transport.write  # type: ignore[attr-defined]  # of a transport of TCP

    def data_received(self, data: bytes) -> None:
        """Give it back."""
        self._write(data)


async def main() -> None:
    """Serve until killed."""
    server = await asyncio.get_running_loop().create_server(Echo, "127.0.0.1", int(sys.argv[1]))
    await server.serve_forever()


uvloop.run(main())
