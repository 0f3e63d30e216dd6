"""Tables whose people all vanish: after an hour of silence every game is over, and nothing is done for it any more.

    TABLES=500 GAMES=jump,... python -m tests.faults.vanish

The platform is the real one, in processes of its own. People sit down through the public API, choose a few times or
resign, and are gone; so are the lobby and the bots. From then on time is made to pass by a clock worker that is told
how late it is, and killed with SIGKILL again and again between two acts and in the middle of one. Exit code 0 only if
every table has ended with a reason, once, every record replays, and nothing is done in the silence after that.
"""

import asyncio
import os
import sys
import tempfile
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import redis.asyncio
from google.protobuf.duration_pb2 import Duration

from bench.people import Person, random_picks
from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_arena.games import game_names
from galaxytables_client import Lobby, Rules
from galaxytables_lobby.adapters.redis import Store
from galaxytables_lobby.clock.archiving import to_archive
from galaxytables_lobby.domain.state import FinishedTable
from galaxytables_lobby.ids import TableId
from galaxytables_platform.console import Console
from galaxytables_platform.layout import Layout, free_layout
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_platform.supervisor import Supervisor
from galaxytables_serving.settings import integer, read_settings, variable, words

HOUR = 3600
STEP = 10
"""Seconds that pass between two sweeps."""
KILL_EVERY = 60
SILENCE = 60
"""Sweeps after the last end in which nothing may be done."""
AT_ONCE = 16


@dataclass
class Findings:
    """What was found; `faults` is what may not be."""

    ended: Counter[str] = field(default_factory=Counter)
    left: int = 0
    kills: int = 0
    verified: int = 0
    faults: list[str] = field(default_factory=list)


class FastClock:
    """The clock worker that is told the time; killed and started at will."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = os.environ | environment
        self._process: asyncio.subprocess.Process | None = None

    async def sweep(self, ahead: float, *, kill_after: float | None = None) -> int:
        """Sweep at a time so many seconds from now; gives on how many tables it acted, 0 where it was killed."""
        if self._process is None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.faults.fast_clock", env=self._environment, stdin=pipe, stdout=pipe
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{ahead}\n".encode())
        if kill_after is not None:
            await asyncio.sleep(kill_after)
            await self.kill()
            return 0
        while True:
            line = await self._process.stdout.readline()
            if line.strip().isdigit():
                return int(line)
            assert line, "the clock has ended by itself"

    async def kill(self) -> None:
        """End it as the machine's failure would."""
        if self._process is not None:
            self._process.kill()
            await self._process.wait()
            self._process = None


async def vanish(tables: int, games: list[str], console: Console) -> Findings:
    """Seat people, let them vanish, let an hour pass, and look at what is left."""
    findings, random = Findings(), Random(1)
    with tempfile.TemporaryDirectory(prefix="galaxytables-vanish-") as folder:
        variables = {"GAMES": ",".join(games), "GALAXYTABLES_LOG_LEVEL": "error"}
        layout = free_layout(read_settings(RunSettings, variables), Path(folder))
        async with running_platform(layout, console) as supervisor:
            table_ids = await seat_people(layout, tables, games, random)
            for name in ("lobby", "bots", "clock", "beat"):
                await supervisor.children[name].stop()
            await let_an_hour_pass(layout, supervisor, random, findings)
            await look_at(layout, table_ids, findings)
    return findings


async def seat_people(layout: Layout, tables: int, games: list[str], random: Random) -> list[str]:
    """Tables of all games, live ones with every preset, public and private, with and without bots that play on."""
    room = asyncio.Semaphore(AT_ONCE)
    async with Lobby(layout.lobby) as lobby:
        presets = (await lobby.tables.games()).presets
        live = [preset.control for preset in presets if preset.live]

        async def one(number: int) -> str:
            async with room:
                return await seat_at_one(layout.lobby, number, games[number % len(games)], live, random)

        return await asyncio.gather(*map(one, range(tables)))


async def seat_at_one(lobby: str, number: int, game: str, live: list[tables_pb2.TimeControl], random: Random) -> str:
    """One table: its people choose a few times, or resign, and are never seen again."""
    control = tables_pb2.TimeControl()
    seats = 2 + number % 2
    with_successor = number % 5 == 0
    # Banks and budgets of more than two who are asked in turn would outlast the hour.
    control.CopyFrom(live[0] if with_successor or seats > 2 else live[number % len(live)])
    if with_successor:
        control.successor = "random"
    if number % 7 == 0:
        # Nobody's seat is handed over here: silence alone ends it.
        control.CopyFrom(tables_pb2.TimeControl(per_move=Duration(seconds=20)))
    visibility = tables_pb2.VISIBILITY_PRIVATE if number % 3 == 0 else tables_pb2.VISIBILITY_PUBLIC
    people = [await Person.arrive(lobby, f"Guest {number}.{seat}") for seat in range(seats)]
    table = await people[0].create(game=game, seats=seats, time_control=control, visibility=visibility)
    with_bot = number % 11 == 0
    for guest in people[1 : seats - with_bot]:
        await guest.join(table)
    if with_bot:
        await people[0].add_bot(table)
    await people[0].start(table)
    for guest in people[: seats - with_bot]:
        for _ in range(random.randrange(3)):
            for prompt in (await guest.play.view(table.id)).prompts[:1]:
                await guest.play.submit(table.id, prompt.id, random_picks(prompt, random))
    if number % 13 == 0:
        await people[0].play.resign(table.id)
    for guest in people:
        await guest.close()
    return table.id


async def let_an_hour_pass(layout: Layout, supervisor: Supervisor, random: Random, findings: Findings) -> None:
    """Sweep every few seconds of an hour, killing the clock on the way; then see that nothing is done any more."""
    async with redis.asyncio.Redis.from_url(layout.redis.url) as store:
        # No lobby is heard of any more, and none is missed: time is not given back.
        await store.delete("{clock}:beats")
    clock = FastClock(
        {
            "GALAXYTABLES_REDIS_URL": layout.redis.url,
            "GALAXYTABLES_GAMES": ",".join(f"{game}={target}" for game, target in layout.games.items()),
            "GALAXYTABLES_LOG_LEVEL": "error",
        }
    )
    try:
        for step in range(HOUR // STEP):
            if step % KILL_EVERY == KILL_EVERY - 1:
                await clock.sweep(step * STEP, kill_after=random.random() * 0.05)
                findings.kills += 1
            await clock.sweep(step * STEP)
        before = sum(calls_of(metrics) for metrics in rules_metrics(supervisor, layout))
        acted = [await clock.sweep(HOUR + step) for step in range(SILENCE)]
        after = sum(calls_of(metrics) for metrics in rules_metrics(supervisor, layout))
    finally:
        await clock.kill()
    if any(acted) or before != after:
        findings.faults.append(f"in the silence the clock acted {sum(acted)} times, rules did {after - before} calls")


def rules_metrics(supervisor: Supervisor, layout: Layout) -> list[str]:
    return [supervisor.children[game].plan.metrics for game in layout.rules]


def calls_of(metrics: str) -> int:
    """Counts the calls about games that a rules service has answered; what it is, is asked for ever."""
    with urllib.request.urlopen(f"http://{metrics}/metrics", timeout=60) as page:  # our own
        lines = page.read().decode().splitlines()
    calls = [line for line in lines if line.startswith("galaxytables_rules_calls_total{")]
    return sum(int(float(line.split()[-1])) for line in calls if 'call="describe"' not in line)


async def look_at(layout: Layout, table_ids: list[str], findings: Findings) -> None:
    """Every table is over, for a reason, once; its record replays to the same facts."""
    store = Store(layout.redis.url, origin=b"vanish")
    store.start()
    services = {game: Rules(target) for game, target in layout.games.items()}
    try:
        for table_id in map(TableId, table_ids):
            stored = await store.load(table_id)
            assert stored is not None
            table = stored.table
            if not isinstance(table, FinishedTable):
                findings.left += 1
                findings.faults.append(f"{table.game} {table_id} with {len(table.seats)} seats goes on")
                continue
            findings.ended[name_of(table)] += 1
            history = await store.events(table_id, 1, table.events)
            ends = sum(b"finished" in event.payload for event in history)
            if ends != 1 or not table.end_reason:
                findings.faults.append(f"{table.game} {table_id} ended {ends} times, reason {table.end_reason}")
            _, contents = to_archive(table, stored.standing, stored.position, await store.journal(table_id), history)
            record = game_pb2.Record.FromString(contents.record)
            answer = await services[table.game].replay(record)
            findings.verified += answer.verified
            if not answer.verified:
                findings.faults.append(f"{table.game} {table_id}: {answer.difference}")
    finally:
        for rules in services.values():
            await rules.close()
        await store.close()


def name_of(table: FinishedTable) -> str:
    return game_pb2.EndReason.Name(game_pb2.EndReason.ValueType(table.end_reason)).removeprefix("END_REASON_").lower()


def told(findings: Findings) -> list[str]:
    """The findings, a line each."""
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(findings.ended.items()))
    return [
        f"{findings.ended.total()} tables ended ({reasons}), {findings.left} left",
        f"{findings.verified} records verified, the clock killed {findings.kills} times",
        *(f"FAULT: {fault}" for fault in findings.faults),
    ]


@dataclass(frozen=True)
class VanishSettings:
    """From how many tables of what people vanish."""

    tables: int = variable("TABLES", integer(1, 10_000), "how many tables", default="500")
    games: tuple[str, ...] = variable("GAMES", words(example="jump,race"), "the games; if unset all")


def main() -> int:
    """Run it as the environment says."""
    asked = read_settings(VanishSettings)
    console = Console()
    findings = asyncio.run(vanish(asked.tables, list(asked.games) or game_names(), console))
    for line in told(findings):
        console.say(line)
    return 1 if findings.faults else 0


if __name__ == "__main__":
    sys.exit(main())
