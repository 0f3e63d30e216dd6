"""Ten thousand tables whose time is up within one minute: how late the clock acts, and whether once at each."""

import asyncio
import time
from collections import defaultdict
from dataclasses import dataclass, field

from bench.crowd import Crowd
from bench.guests import Guest
from galaxy.lobby.v1 import play_pb2, tables_pb2

DUE = 10_000
WITHIN_SECONDS = 60.0
# Between the first table's start and the first deadline: all are open by then.
AHEAD_SECONDS = 150.0
# After the last deadline.
PATIENCE_SECONDS = 15.0
LATENESS_P99_SECONDS = 2.0


@dataclass
class Verdict:
    """Seconds that each seat's deadline was late; how many were never acted on, and how many more than once."""

    lateness: list[float] = field(default_factory=list)
    missed: int = 0
    repeated: int = 0


async def act_on_deadlines(lobby: str, game: str, *, due: int = DUE) -> Verdict:
    """Open the tables such that they come due one after another within the minute; look at what was done.

    The time of a move that comes after is longer than what is waited here, so that no seat comes due twice. Raises
    `RuntimeError` where not all tables could be opened in time.
    """
    first = time.time() + AHEAD_SECONDS
    deadlines = iter(first + WITHIN_SECONDS * number / due for number in range(due))

    def control() -> tables_pb2.TimeControl:
        control = tables_pb2.TimeControl()
        control.per_move.FromMilliseconds(round((next(deadlines) - time.time()) * 1000))
        return control

    verdict = Verdict()
    async with Crowd(lobby, game) as crowd:
        await crowd.open(due, control)
        if time.time() > first - PATIENCE_SECONDS:
            raise RuntimeError("the tables were not open before the first was due")
        await asyncio.sleep(first + WITHIN_SECONDS + PATIENCE_SECONDS - time.time())
        for updates in await crowd.for_each(_history):
            _judge(updates, verdict)
    return verdict


async def _history(guest: Guest, table: tables_pb2.Table) -> tuple[tables_pb2.Table, list[play_pb2.TableEvent]]:
    async for update in guest.watch(table.id):
        return table, list(update.events)
    raise RuntimeError("a watch ended without an update")


def _judge(found: tuple[tables_pb2.Table, list[play_pb2.TableEvent]], verdict: Verdict) -> None:
    table, events = found
    started = next(event.time.ToMilliseconds() for event in events if event.event.kind == "started")
    deadline = started + table.time_control.per_move.ToMilliseconds()
    acted: defaultdict[int, list[float]] = defaultdict(list)
    for event in events:
        if event.event.kind == "clocked_out":
            acted[event.event.seat].append((event.time.ToMilliseconds() - deadline) / 1000)
    for seat in range(len(table.seats)):
        times = acted[seat]
        verdict.missed += not times
        verdict.repeated += len(times) > 1
        verdict.lateness += times[:1]
