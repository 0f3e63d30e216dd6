"""Ten thousand tables whose deadlines pass within one minute: how late the clock acts, and whether once at each."""

import asyncio
from collections import defaultdict
from contextlib import aclosing
from dataclasses import dataclass, field
from time import monotonic

from bench.crowd import Crowd
from bench.people import Person
from galaxytables.lobby.v1 import play_pb2, tables_pb2

DUE = 10_000
WITHIN_SECONDS = 60.0
# A move's time: longer than it takes to start all games and to look at them afterwards.
MOVE_SECONDS = 150
# After the last deadline.
PATIENCE_SECONDS = 15.0
LATENESS_P99_SECONDS = 2.0


@dataclass
class Verdict:
    """How late the clock was at each seat, in seconds; how many seats it missed or acted on more than once.

    `spread` is the seconds between the first deadline and the last.
    """

    spread: float = 0.0
    lateness: list[float] = field(default_factory=list)
    missed: int = 0
    repeated: int = 0


async def act_on_deadlines(lobby: str, game: str, *, due: int = DUE) -> Verdict:
    """Start games, spread over a minute; let the time of the first move pass; and check how the clock acted.

    The time of the second move has not passed by then, so that no seat comes due twice. Raises `RuntimeError` if the
    games could not be started fast enough for that.
    """
    control = tables_pb2.TimeControl()
    control.per_move.FromSeconds(MOVE_SECONDS)
    # No grace, which would count as lateness.
    control.grace.SetInParent()
    verdict = Verdict()
    async with Crowd(lobby, game) as crowd:
        await crowd.open(due, control)
        begun = monotonic()
        await crowd.start(pause=WITHIN_SECONDS / due)
        verdict.spread = monotonic() - begun
        if verdict.spread + PATIENCE_SECONDS > MOVE_SECONDS:
            raise RuntimeError(f"starting {due} games took {verdict.spread:.0f} s")
        await asyncio.sleep(MOVE_SECONDS + PATIENCE_SECONDS)
        for updates in await crowd.for_each(_history):
            _judge(updates, verdict)
    return verdict


async def _history(person: Person, table: tables_pb2.Table) -> tuple[tables_pb2.Table, list[play_pb2.TableEvent]]:
    async with aclosing(person.play.watch(table.id)) as updates:
        async for update in updates:
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
