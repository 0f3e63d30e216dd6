"""`make soak`: tables of all games are played for minutes while processes are killed at random.

    TABLES=100 MINUTES=5 GAMES=jump,... python -m bench.soak

At every table a person of the public API (an automatic one) plays against random bots; as soon as a game ends its
record is verified, every acknowledged choice is looked up in it, and the next table opens. At the end: nothing
acknowledged was lost, nothing was applied twice, every record replays. Exit code 0 only then.
"""

import asyncio
import contextlib
import os
import signal
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

import grpc.aio

from bench.games import game_names, load_game
from bench.guests import Guest
from galaxy.lobby.v1 import tables_pb2
from galaxy.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from services.platform.console import Console
from services.platform.running import running_platform
from services.platform.settings import Settings, free_settings
from services.platform.supervisor import Supervisor
from services.serving import Environment

KILL_EVERY_SECONDS = (2.0, 6.0)
TELL_EVERY_SECONDS = 15.0
SECONDS_A_MOVE = 20


@dataclass
class Findings:
    """What the soak found out."""

    tables: int = 0
    acknowledged: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        kills = ", ".join(f"{name} {times}" for name, times in sorted(self.kills.items()))
        return (
            f"{self.tables} tables verified, {self.acknowledged} acknowledged choices found, "
            f"{len(self.faults)} faults; killed: {kills or 'nothing'}"
        )


async def soak(tables: int, minutes: float, games: list[str], console: Console) -> Findings:
    """Play, kill and verify for some minutes; every table that was begun is played to its end."""
    findings, random = Findings(), Random()
    with tempfile.TemporaryDirectory(prefix="galaxy-soak-") as folder:
        variables = {"GAMES": ",".join(games), "GALAXY_LOG_LEVEL": "error"}
        settings = free_settings(Environment(variables), Path(folder))
        async with running_platform(settings, console) as supervisor:
            end = monotonic() + 60 * minutes
            killing = asyncio.create_task(_kill(supervisor, random, findings))
            telling = asyncio.create_task(_tell(console, findings))
            try:
                await asyncio.gather(
                    *(_keep_table(settings, games[place % len(games)], place, end, findings) for place in range(tables))
                )
            finally:
                for task in (killing, telling):
                    task.cancel()
                await asyncio.gather(killing, telling, return_exceptions=True)
    return findings


async def _keep_table(settings: Settings, game: str, place: int, end: float, findings: Findings) -> None:
    random = Random(place)
    async with (
        grpc.aio.insecure_channel(settings.lobby, (("soak", place % 8),)) as lobby,
        grpc.aio.insecure_channel(settings.rules[game].port.address) as rules,
    ):
        guest = await Guest.arrive(lobby, f"Soak {place}")
        while monotonic() < end:
            table = await _begin(guest, game, random)
            acknowledged = await guest.play_to_the_end(table.id, random)
            record = await guest.record(table.id)
            findings.faults += await _faults(rules_pb2_grpc.RulesServiceStub(rules), record, acknowledged)
            findings.tables += 1
            findings.acknowledged += len(acknowledged)


async def _begin(guest: Guest, game: str, random: Random) -> tables_pb2.Table:
    rules = load_game(game)
    seats = random.randint(max(2, rules.least_seats), min(4, rules.most_seats))
    control = tables_pb2.TimeControl()
    control.per_move.FromSeconds(SECONDS_A_MOVE)
    table = await guest.create(game, seats, time_control=control)
    while table.state == tables_pb2.TABLE_STATE_OPEN:
        # A call whose answer was lost may have been heard, and bots may be away for a moment: look, then go on.
        with contextlib.suppress(grpc.aio.AioRpcError):
            if any(seat.WhichOneof("occupant") is None for seat in table.seats):
                await guest.add_bot(table)
            else:
                await guest.start(table)
        table = await guest.table(table.id)
    return table


async def _faults(
    rules: "rules_pb2_grpc.RulesServiceAsyncStub", record: game_pb2.Record, acknowledged: list[tuple[str, list[str]]]
) -> list[str]:
    made = {choice.prompt_id: list(choice.picks) for choice in record.choices}
    faults = [f"lost: {prompt}" for prompt, picks in acknowledged if made.get(prompt) != picks]
    times = Counter(choice.prompt_id for choice in record.choices)
    faults += [f"applied {number} times: {prompt}" for prompt, number in times.items() if number > 1]
    while True:
        try:
            answer = await rules.Replay(rules_pb2.ReplayRequest(record=record), timeout=30)
        except grpc.aio.AioRpcError:
            await asyncio.sleep(0.5)
            continue
        return faults if answer.verified else [*faults, f"record of {record.game}: {answer.difference}"]


async def _kill(supervisor: Supervisor, random: Random, findings: Findings) -> None:
    while True:
        await asyncio.sleep(random.uniform(*KILL_EVERY_SECONDS))
        name, child = random.choice(list(supervisor.children.items()))
        if child.pid is not None:
            os.kill(child.pid, signal.SIGKILL)
            findings.kills[name] += 1


async def _tell(console: Console, findings: Findings) -> None:
    while True:
        await asyncio.sleep(TELL_EVERY_SECONDS)
        console.say(str(findings))


def main() -> None:
    """Read the environment, soak, say what was found."""
    environment = Environment()
    tables = environment.integer("TABLES", 100, least=1, most=2_000)
    minutes = environment.seconds("MINUTES", 5.0)
    games = environment.text("GAMES", ",".join(game_names())).split(",")
    findings = asyncio.run(soak(tables, minutes, games, Console()))
    print(findings)
    for fault in findings.faults[:20]:
        print(fault)
    raise SystemExit(1 if findings.faults or not findings.tables else 0)


if __name__ == "__main__":
    main()
