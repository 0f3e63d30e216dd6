"""Measures how many seats one bot host can play: 500 of the level `normal`, at tables of two, as fast as possible.

A host plays all its seats on one core, in one interpreter: one event loop, and one thread for bots that play forward.
The watchers of the tables are in the process of the bench.
"""

import asyncio
import tempfile
from contextlib import aclosing
from pathlib import Path
from time import monotonic
from urllib.request import urlopen

import psutil
from prometheus_client.parser import text_string_to_metric_families

from bench.figures import Figure, percentile
from bench.loading import processor_seconds
from bench.throughput import layout_of
from galaxytables_client import Guest, Lobby, TableId, open_channel
from galaxytables_platform.console import Console
from galaxytables_platform.demo.hosting import host
from galaxytables_platform.running import running_platform
from galaxytables_platform.supervisor import Supervisor

BOT = "normal"
SEATS, TABLE_SEATS = 500, 2
HOSTED_AT_ONCE = 16
SETTLE_SECONDS = 5.0
CHANNELS = 4


class Tables:
    """Keeps a number of tables with bots in play, and records when something last happened at each."""

    def __init__(self, lobbies: list[Lobby], game: str) -> None:
        self._lobbies, self._game = lobbies, game
        self._hosting = asyncio.Semaphore(HOSTED_AT_ONCE)
        self._moved: dict[int, float] = {}

    @property
    def begun(self) -> int:
        """Return at how many places something has happened."""
        return len(self._moved)

    def still(self) -> list[float]:
        """Return the seconds since the last event of each table, shortest first."""
        return sorted(monotonic() - moved for moved in self._moved.values())

    async def keep(self, place: int) -> None:
        """Keep one place in play: whenever a table ends, begin the next."""
        lobby = self._lobbies[place % len(self._lobbies)]
        while True:
            async with self._hosting:
                table = await host(lobby, self._game, {}, [BOT] * TABLE_SEATS, f"Bench {place}")
            async with aclosing(lobby.play.watch(TableId(table.id))) as updates:
                async for _ in updates:
                    self._moved[place] = monotonic()


async def bot_seats(game: str, seconds: float) -> list[Figure]:
    """Return the cost of a choice for the bot host, and whether every table goes on."""
    with tempfile.TemporaryDirectory(prefix="galaxytables-bench-") as folder:
        layout = layout_of(Path(folder), game, 1)
        async with running_platform(layout, Console()) as supervisor:
            channels = [open_channel(layout.lobby, shared=False) for _ in range(CHANNELS)]
            tables = Tables([Lobby(channel, Guest(f"Host {at}")) for at, channel in enumerate(channels)], game)
            keeping = [asyncio.create_task(tables.keep(place)) for place in range(SEATS // TABLE_SEATS)]
            try:
                while tables.begun < len(keeping):
                    await _first_failure_or(1.0, keeping)
                await _first_failure_or(SETTLE_SECONDS, keeping)
                return await _measured(supervisor, game, tables, keeping, seconds)
            finally:
                for task in keeping:
                    task.cancel()
                await asyncio.gather(*keeping, return_exceptions=True)
                for channel in channels:
                    await channel.close()


async def _measured(
    supervisor: Supervisor, game: str, tables: Tables, keeping: list[asyncio.Task[None]], seconds: float
) -> list[Figure]:
    began, before, chosen = monotonic(), processor_seconds(supervisor), await _counted(supervisor, "accepted")
    await _first_failure_or(seconds, keeping)
    took, after = monotonic() - began, processor_seconds(supervisor)
    choices = await _counted(supervisor, "accepted") - chosen
    spent = {name: after[name] - used for name, used in before.items()}
    what = f"{game}, {SEATS} seats of {BOT}"
    size = psutil.Process(supervisor.children["bots"].pid).memory_info().rss
    return [
        Figure(f"{what}: accepted choices", choices / took, "choices/s"),
        Figure(f"{what}: their host", 100 * spent["bots"] / took, "% of a core", "goal <= 100"),
        Figure(f"{what}: processor time of their host", 1e6 * spent["bots"] / max(1.0, choices), "us/choice"),
        Figure(f"{what}: processor time of all servers", 1e6 * sum(spent.values()) / max(1.0, choices), "us/choice"),
        Figure(f"{what}: a table stood still, p99", percentile(tables.still(), 0.99), "s"),
        Figure(f"{what}: answered by default", await _defaults(supervisor), "prompts", "goal 0"),
        Figure(f"{what}: memory of their host", size / 1e6, "MB"),
    ]


async def _counted(supervisor: Supervisor, outcome: str) -> float:
    samples = await _samples(supervisor, "galaxytables_bots_choices_total")
    return sum(value for labels, value in samples if labels["outcome"] == outcome)


async def _defaults(supervisor: Supervisor) -> float:
    return sum(value for _, value in await _samples(supervisor, "galaxytables_bots_defaults_total"))


async def _samples(supervisor: Supervisor, name: str) -> list[tuple[dict[str, str], float]]:
    text = await asyncio.to_thread(_read, supervisor.children["bots"].plan.metrics)
    families = text_string_to_metric_families(text)
    return [(sample.labels, sample.value) for family in families for sample in family.samples if sample.name == name]


def _read(address: str) -> str:
    with urlopen(f"http://{address}/metrics") as answer:  # our own process
        body: bytes = answer.read()
    return body.decode()


async def _first_failure_or(seconds: float, tasks: list[asyncio.Task[None]]) -> None:
    """Wait; a table that cannot be kept is a failure, and raised."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()
