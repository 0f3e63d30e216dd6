"""A clock worker whose time another process sets: a sweep for each line on its standard input.

Each line says by how many seconds its time is ahead of the real one; the answer is a line with how many tables it acted
on. It is a process of its own so that it can be killed.
"""

import asyncio
import sys
import time

from galaxytables_lobby.settings import Settings
from galaxytables_serving.settings import read_settings
from tests.lobby.workers import open_sweep


async def main() -> None:
    ahead = 0.0
    loop = asyncio.get_running_loop()
    async with open_sweep(read_settings(Settings), clock=lambda: time.time() + ahead) as sweep:
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            ahead = float(line)
            swept = await sweep.sweep()
            print(swept, flush=True)  # noqa: T201  # the answer


if __name__ == "__main__":
    asyncio.run(main())
