"""`make soak`: 500 tables of all games for ten minutes, while every process is killed and Redis restarted.

    TABLES=500 MINUTES=10 GAMES=jump,... python -m bench.soak

Exit code 0 only if at the end no acknowledged choice was lost, none applied twice, no deadline lost or fired twice,
every record verifies, and memory stayed flat.
"""

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic

from bench.soak.breaking import kill_at_random, restart_redis
from bench.soak.checks import left_deadlines
from bench.soak.findings import Findings
from bench.soak.memory import MemoryWatch
from bench.soak.playing import Place, keep_table
from galaxytables_arena.games import game_names
from galaxytables_client import open_channel
from galaxytables_platform.console import Console
from galaxytables_platform.layout import free_layout
from galaxytables_platform.probes import until_healthy
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import integer, minutes, read_settings, seconds, variable, words

TELL_EVERY_SECONDS = 15.0
REDIS_SECONDS = 60.0
CHANNELS = 8
MAX_FAULTS_SHOWN = 20


async def soak(tables: int, minutes: float, games: list[str], console: Console, *, thinking: float = 0.0) -> Findings:
    """Play, kill and check for some minutes; then play every table that was begun to its end undisturbed.

    Guests take `thinking` seconds before each answer.
    """
    findings, random = Findings(), Random()
    with tempfile.TemporaryDirectory(prefix="galaxytables-soak-") as folder:
        variables = {"GAMES": ",".join(games), "GALAXYTABLES_LOG_LEVEL": "error"}
        layout = free_layout(read_settings(RunSettings, variables), Path(folder))
        async with running_platform(layout, console) as supervisor:
            memory = MemoryWatch(supervisor)
            seconds = 60 * minutes
            end = monotonic() + seconds
            beside = [
                asyncio.create_task(kill_at_random(supervisor, random, end, findings)),
                asyncio.create_task(restart_redis(supervisor, seconds, findings)),
                asyncio.create_task(memory.run()),
                asyncio.create_task(_tell(console, findings)),
            ]
            channels = [open_channel(layout.lobby, shared=False) for _ in range(CHANNELS)]
            places = [Place(number, games[number % len(games)]) for number in range(tables)]
            try:
                await asyncio.gather(
                    *(
                        keep_table(layout, channels[each.number % CHANNELS], each, end, findings, thinking=thinking)
                        for each in places
                    )
                )
            finally:
                for channel in channels:
                    await channel.close()
                for task in beside:
                    task.cancel()
                await asyncio.gather(*beside, return_exceptions=True)
            await until_healthy(supervisor.children["redis"].plan.probe, within=REDIS_SECONDS)
            if left := await left_deadlines(layout.redis.url):
                findings.faults.append(f"{left} deadlines are left though every table is finished")
            findings.faults += memory.faults()
            for name, (middle, last) in sorted(memory.growth().items()):
                console.say(f"memory of {name}: {middle >> 20} MiB in the middle, {last >> 20} MiB at the end")
    return findings


async def _tell(console: Console, findings: Findings) -> None:
    while True:
        await asyncio.sleep(TELL_EVERY_SECONDS)
        console.say(str(findings))


@dataclass(frozen=True)
class SoakSettings:
    """The settings of a soak: how many tables of which games, and for how many minutes."""

    tables: int = variable("TABLES", integer(1, 2_000), "how many tables", default="500")
    minutes: float = variable("MINUTES", minutes(), "minutes of kills", default="10")
    thinking: float = variable("THINKING", seconds(), "seconds before each answer of a guest", default="0")
    games: tuple[str, ...] = variable("GAMES", words(example="jump,race"), "the games; if unset all")


def main() -> None:
    """Read the environment, soak, and print the findings."""
    settings = read_settings(SoakSettings)
    findings = asyncio.run(
        soak(
            settings.tables,
            settings.minutes,
            list(settings.games) or game_names(),
            Console(),
            thinking=settings.thinking,
        )
    )
    print(findings)
    for fault in findings.faults[:MAX_FAULTS_SHOWN]:
        print(fault)
    raise SystemExit(1 if findings.faults or not findings.tables else 0)


if __name__ == "__main__":
    main()
