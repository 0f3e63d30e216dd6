"""`make chaos`: 300 tables of all games for thirty minutes, while everything that can break does, at random.

    TABLES=300 MINUTES=30 GAMES=jump,... python -m tests.chaos

Two lobbies and two pods a game; the store is a master with a replica and three Sentinels, and a choice is acknowledged
once the replica has it. Masters are killed for good; pods are killed, frozen, taken away and added; lobbies, clock,
beat and bots are killed; strangers flood the lobby and connect without a word. Exit code 0 only if no acknowledged
choice was lost, none applied twice, every table ended or goes on, every record verifies, memory stayed flat, the limits
held, and each of these things was done.
"""

import asyncio
import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import monotonic

from bench.soak.memory import MemoryWatch
from bench.soak.playing import Place, keep_table
from galaxytables_arena.games import game_names
from galaxytables_client import open_channel
from galaxytables_lobby.adapters.redis import Store
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.play.listing import every_running
from galaxytables_platform.console import Console
from galaxytables_platform.layout import Layout, OtherRedis, free_layout
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import integer, minutes, read_settings, variable, words
from tests.chaos.breaking import Breaking
from tests.chaos.store import KilledStore
from tests.chaos.verdict import Verdict

CHANNELS = 8
TELL_EVERY_SECONDS = 30.0
MAX_FAULTS_SHOWN = 20
# Between two faults of a kind: of processes, of clients; masters die in turn with the length of the run.
PROCESSES_PAUSE, CLIENTS_PAUSE = (3.0, 8.0), (2.0, 10.0)
FAILOVERS = 12
MIN_FAILOVER_PAUSE = 15.0
# How long the last tables may take to end once nothing is broken any more, and what shows that one goes on.
SETTLING_SECONDS, MOVING_SECONDS = 420.0, 45.0


@dataclass(frozen=True)
class ChaosSettings:
    """How long to break what."""

    tables: int = variable("TABLES", integer(1, 2_000), "how many tables", default="300")
    minutes: float = variable("MINUTES", minutes(), "minutes of faults", default="30")
    games: tuple[str, ...] = variable("GAMES", words(example="jump,race"), "the games; if unset all")


async def chaos(settings: ChaosSettings, console: Console) -> Verdict:
    """Play and break for some minutes, then let the tables end in peace."""
    verdict = Verdict()
    with tempfile.TemporaryDirectory(prefix="galaxytables-chaos-") as folder:
        store = KilledStore(Path(folder))
        await asyncio.to_thread(store.start)
        try:
            layout = _layout(settings, Path(folder) / "data", store)
            async with running_platform(layout, console) as supervisor:
                breaking = Breaking(layout, supervisor, store, Random(), verdict)
                beside = [asyncio.create_task(_tell(console, verdict))]
                try:
                    await _play_and_break(settings, layout, breaking, MemoryWatch(supervisor), console)
                finally:
                    await end_tasks(beside)
        finally:
            store.kill()
    verdict.failovers = store.failovers
    return verdict


def _layout(settings: ChaosSettings, data: Path, store: KilledStore) -> Layout:
    variables = {
        "GAMES": ",".join(settings.games or game_names()),
        "RULES": "2",
        "LOBBIES": "2",
        # Those who play; floods say that they come from elsewhere.
        "GALAXYTABLES_UNLIMITED": "127.0.0.1/32",
    }
    layout = free_layout(read_settings(RunSettings, variables), data)
    return replace(layout, redis=OtherRedis(url=store.address(0), broker_url=store.address(1)))


async def _play_and_break(
    settings: ChaosSettings, layout: Layout, breaking: Breaking, memory: MemoryWatch, console: Console
) -> None:
    games, verdict = list(layout.rules), breaking.verdict
    seconds = 60 * settings.minutes
    end = monotonic() + seconds
    rest = max(MIN_FAILOVER_PAUSE, seconds / FAILOVERS)
    faults = [
        asyncio.create_task(breaking.go_on(breaking.of_processes, PROCESSES_PAUSE, end)),
        asyncio.create_task(breaking.go_on(breaking.of_clients, CLIENTS_PAUSE, end)),
        asyncio.create_task(breaking.go_on(breaking.of_store, (rest / 2, rest), end)),
    ]
    watching = asyncio.create_task(memory.run())
    channels = [open_channel(layout.lobby, shared=False) for _ in range(CHANNELS)]
    places = [Place(number, games[number % len(games)]) for number in range(settings.tables)]
    tables = [
        asyncio.create_task(keep_table(layout, channels[place.number % CHANNELS], place, end, verdict.findings))
        for place in places
    ]
    try:
        await asyncio.gather(*faults)
        ended, going_on = await asyncio.wait(tables, timeout=SETTLING_SECONDS)
        broken = [error for each in ended if (error := each.exception()) is not None]
        verdict.findings.faults += [f"somebody could not play on: {error!r}" for error in broken]
        if going_on:
            verdict.standing_still = await _standing_still(layout.redis.url, games)
        verdict.memory = memory.faults()
        for name, (middle, last) in sorted(memory.growth().items()):
            console.say(f"memory of {name}: {middle >> 20} MiB in the middle, {last >> 20} MiB at the end")
    finally:
        await end_tasks([*faults, *tables, watching])
        for channel in channels:
            await channel.close()


async def _standing_still(url: str, games: list[str]) -> list[str]:
    """Running tables at which nothing has happened for a while, though all who sit there still play."""
    store = Store(url, origin=b"chaos")
    store.start()
    try:

        async def versions() -> dict[TableId, int]:
            return {table.id: table.version async for table in every_running(store, games)}

        before = await versions()
        await asyncio.sleep(MOVING_SECONDS)
        after = await versions()
        return sorted(table_id for table_id, version in before.items() if after.get(table_id) == version)
    finally:
        await store.close()


async def _tell(console: Console, verdict: Verdict) -> None:
    while True:
        await asyncio.sleep(TELL_EVERY_SECONDS)
        console.say(str(verdict.findings))


def main() -> None:
    """Read the environment, do it, say what came of it."""
    os.environ |= {"GALAXYTABLES_WAIT_REPLICAS": "1", "GALAXYTABLES_LOG_LEVEL": "error"}
    verdict = asyncio.run(chaos(read_settings(ChaosSettings), Console()))
    faults = verdict.faults()
    print("\n".join([*verdict.lines(), *faults[:MAX_FAULTS_SHOWN]]))  # noqa: T201  # a command's answer
    raise SystemExit(1 if faults else 0)


if __name__ == "__main__":
    main()
