"""A pod of the counting game as a process of its own: `python -m tests.lobby.adapters.rules.pod HOST PORT`."""

import asyncio
import signal
import sys

from tests.lobby.counting import CountingService


async def main(host: str, port: str) -> None:
    """Serve until asked to stop."""
    service = CountingService(host)
    service.port = int(port)
    await service.start()
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()
    await service.stop()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
