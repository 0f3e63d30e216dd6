"""`make bench-abuse`: a thousand extreme calls a second from one address, for minutes, while others play.

    MINUTES=10 RATE=1000 TABLES=20 CHOICES=50 python -m tests.abuse.flood

Prints as JSON how each call ended, and the milliseconds that the choices of others took, in the middle
and at the 99th percentile, without the flood and with it.
"""

import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from bench.load import COUNTING
from galaxytables_client import open_channel
from galaxytables_serving.settings import integer, minutes, read_settings, variable
from tests.abuse.abuse import LOBBY, methods, over_grpc
from tests.abuse.extremes import extremes
from tests.e2e.running import RunningPlatform

# From the networks kept for documentation: nobody's.
_ABUSER = (("x-forwarded-for", "192.0.2.66"),)
_LARGEST = 64 * 1024
_AT_ONCE = 64
_QUIET_SECONDS = 15.0


@dataclass(frozen=True)
class FloodSettings:
    """How much of a flood."""

    minutes: float = variable("MINUTES", minutes(0.1, 60), "how long", default="10")
    rate: int = variable("RATE", integer(1, 10_000), "calls a second", default="1000")
    tables: int = variable("TABLES", integer(1, 1_000), "tables of others", default="20")
    choices: int = variable("CHOICES", integer(1, 10_000), "choices a second of others", default="50")


async def flood(lobby: str, rate: int, seconds: float, ended: Counter[str]) -> None:
    """Make extreme calls at a rate, at most so many at once; one that finds no room is left out."""
    loop = asyncio.get_running_loop()
    async with open_channel(lobby, shared=False) as channel:
        send = over_grpc(channel, _ABUSER)
        calls = [
            (method, extreme.request)
            for method in methods(*LOBBY)
            if not method.client_streaming and not method.server_streaming
            for extreme in extremes(method)
            if len(extreme.request) <= _LARGEST
        ]
        under_way: set[asyncio.Task[None]] = set()

        async def one(number: int) -> None:
            ended[await send(*calls[number])] += 1

        began, numbers, made = loop.time(), cycle(range(len(calls))), 0
        while (passed := loop.time() - began) < seconds:
            for _ in range(int(passed * rate) - made):
                made += 1
                if len(under_way) < _AT_ONCE:
                    task = asyncio.create_task(one(next(numbers)))
                    under_way.add(task)
                    task.add_done_callback(under_way.discard)
                else:
                    ended["left out"] += 1
            await asyncio.sleep(0.005)
        await asyncio.gather(*under_way)


async def play(
    platform: RunningPlatform, settings: FloodSettings, seconds: float, ended: Counter[str] | None
) -> object:
    """What others' choices took, with a flood or without."""
    command: Sequence[str] = (
        *("-m", "bench.load", "--lobby", platform.lobby, "--game", "jump", "--seats", "2"),
        *("--tables", str(settings.tables), "--seconds", str(seconds), "--rate", str(settings.choices)),
    )
    load = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE)
    assert load.stdout is not None
    while COUNTING not in (line := (await load.stdout.readline()).decode()):
        assert line, "others could not play"
    if ended is not None:
        await flood(platform.lobby, settings.rate, seconds, ended)
    result = json.loads((await load.communicate())[0].decode().strip().splitlines()[-1])
    return {name: value for name, value in result.items() if name.startswith(("submit", "choices"))}


async def main() -> None:
    """Measure without and with."""
    settings, ended = read_settings(FloodSettings), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        platform = RunningPlatform(Path(folder))
        platform.start()
        try:
            quiet = await play(platform, settings, _QUIET_SECONDS, None)
            flooded = await play(platform, settings, settings.minutes * 60, ended)
        finally:
            platform.stop()
    print(json.dumps({"without": quiet, "with": flooded, "calls": ended}, indent=2))  # noqa: T201  # for a person


if __name__ == "__main__":
    asyncio.run(main())
