"""A load of players: a process of its own that keeps many tables going over the public API.

    python -m bench.load --lobby host:port[,...] --game jump --seats 2 --tables 200 --seconds 10 [--rate 200]
                         [--connections 8] [--apart 1] [--homes 1 | --gateway host:port]

Every player is a guest with a `PlayMany` stream of its own and answers each prompt at once (with `--rate`, all players
together give that many answers per second). The players of a table share a connection. With `--apart 1` each player
gets a random connection, or one of its own if there are as many connections as players. With `--homes 1` players go
from there to the homes of their tables. With a `--gateway` they watch and choose through it, as browsers do, and only
take their seats over gRPC. Several lobbies, which know nothing of each other, each get a share of the tables; each
player must then have a connection. When a table ends, a new one follows. Prints `counting` when it begins to count, and
one line of JSON when it has counted.
"""

import argparse
import asyncio
import gc
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from random import Random
from time import perf_counter

import uvloop

from bench.browser import BrowserStream
from bench.figures import percentile
from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import ClientError, Guest, Homes, Lobby, Lost, TableId, open_channel

COUNTING = "counting"
CONNECTIONS = 8
SETTLE_SECONDS = 2.0
STARTS_AT_ONCE = 16


@dataclass
class Tally:
    """Everything that happened while the load was counted. Times are in seconds."""

    counting: bool = False
    began: int = 0
    accepted: int = 0
    refused: int = 0
    finished: int = 0
    submit: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Result:
    """Choices per second, and the milliseconds from a choice to its answer and to the update that shows it."""

    tables: int
    choices_per_second: float
    choices: int
    submit_p50_ms: float
    submit_p99_ms: float
    seen_p50_ms: float
    seen_p99_ms: float
    refused: int
    finished_tables: int


class Pace:
    """Lets through a number of choices per second; without a rate, it holds back none."""

    def __init__(self, rate: float) -> None:
        self._gap = 1 / rate if rate else 0.0
        self._next = 0.0

    async def turn(self) -> None:
        """Wait until the next choice may be made."""
        if not self._gap:
            return
        now = perf_counter()
        self._next = max(self._next + self._gap, now - 0.1)
        if self._next > now:
            await asyncio.sleep(self._next - now)


class Sightings:
    """Records for one table when choices that cause an event were submitted, and when players received the event.

    A choice is known by the number of its last event. A secret choice causes no event for others.
    """

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._begun: dict[int, float] = {}
        self._received: dict[int, list[float]] = {}
        self._newest = 0

    def submitted(self, last_event: int, begun: float) -> None:
        """Record that a choice, submitted at time `begun`, caused the events up to `last_event`."""
        if last_event <= self._newest:
            return
        self._newest = last_event
        self._begun[last_event] = begun
        for received in self._received.pop(last_event, ()):
            self._count(received - begun)

    def received(self, last_event: int) -> None:
        """Record that a player, who may be the chooser, has now received the events up to `last_event`."""
        if last_event in self._begun:
            self._count(perf_counter() - self._begun[last_event])
        else:
            self._received.setdefault(last_event, []).append(perf_counter())

    def _count(self, seconds: float) -> None:
        if self._tally.counting:
            self._tally.seen.append(seconds)


class Player:
    """A guest who plays at one table after another over one stream."""

    def __init__(self, lobby: Lobby, tally: Tally, pace: Pace, seed: int, gateway: str) -> None:
        self.lobby = lobby
        self._stream = BrowserStream(gateway, lobby) if gateway else lobby.play_stream(_failed)
        self._tally, self._pace, self._random = tally, pace, Random(seed)
        self._sightings = Sightings(tally)
        self._answered: set[str] = set()
        self._over = asyncio.Event()
        self._answering: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Keep the stream open and answer prompts."""
        await self._stream.run()

    async def play(self, table_id: TableId, sightings: Sightings) -> None:
        """Watch and play a table. Returns when its game is over."""
        self._over.clear()
        self._answered.clear()
        self._sightings = sightings
        self._stream.watch(play_pb2.WatchTableRequest(table_id=table_id), self._received)
        await self._over.wait()

    def _received(self, update: play_pb2.TableUpdate | ClientError) -> None:
        if isinstance(update, ClientError):
            raise update
        if update.events:
            self._sightings.received(update.last_event)
        if update.state == tables_pb2.TABLE_STATE_FINISHED:
            self._over.set()
            return
        for prompt in update.prompts:
            if prompt.id not in self._answered:
                self._answered.add(prompt.id)
                self._answering = asyncio.create_task(self._answer(TableId(update.table_id), prompt))

    async def _answer(self, table_id: TableId, prompt: game_pb2.Prompt) -> None:
        """Submit when it is one's turn; meanwhile the stream is read."""
        await self._pace.turn()
        picks = list(prompt.default_picks)
        if not prompt.has_rule:
            options = [option.id for option in prompt.options]
            picks = self._random.sample(options, self._random.randint(prompt.least, prompt.most))
        submit = play_pb2.SubmitChoiceRequest(table_id=table_id, prompt_id=prompt.id, picks=picks)
        self._stream.submit(submit, partial(self._submitted, perf_counter()))

    def _submitted(self, begun: float, outcome: play_pb2.SubmitChoiceResponse | ClientError) -> None:
        if isinstance(outcome, ClientError):
            self._tally.refused += self._tally.counting
            return
        self._sightings.submitted(outcome.last_event, begun)
        if self._tally.counting:
            self._tally.accepted += 1
            self._tally.submit.append(perf_counter() - begun)


def _failed(loss: Lost) -> None:
    raise loss.error


async def keep_table(players: list[Player], game: str, tally: Tally, starting: asyncio.Semaphore) -> None:
    """Open one table after another for the same players."""
    host, *guests = players
    while True:
        async with starting:
            table = await host.lobby.tables.create(game, len(players), visibility=tables_pb2.VISIBILITY_PRIVATE)
            for guest in guests:
                await guest.lobby.tables.join(table.invitation)
                await guest.lobby.tables.set_ready(table.id)
            await host.lobby.tables.start(table.id)
        tally.began += 1
        sightings = Sightings(tally)
        await asyncio.gather(*(player.play(TableId(table.id), sightings) for player in players))
        tally.finished += tally.counting


async def load(
    lobbies: Sequence[str],
    game: str,
    *,
    seats: int,
    tables: int,
    seconds: float,
    rate: float,
    connections: int,
    apart: bool,
    at_homes: bool,
    gateway: str,
) -> None:
    """Play for `seconds` seconds, after the load has settled, and print the result."""
    tally, pace = Tally(), Pace(rate)
    places = Random(0)
    connect = partial(open_channel, shared=False)
    channels = [
        connect(lobbies[number // seats % len(lobbies)])
        for number in range(min(connections, tables * seats if apart else tables))
    ]
    homes = [Homes(connect) if at_homes else None for _ in channels]
    starting = asyncio.Semaphore(STARTS_AT_ONCE)
    groups = []

    def place_of(player: int) -> int:
        return player if len(channels) == tables * seats else places.randrange(len(channels))

    for table in range(tables):
        where = [place_of(table * seats + seat) if apart else table % len(channels) for seat in range(seats)]
        ways_in = [
            Lobby(channels[place], Guest(f"Load {table}.{seat}"), homes=homes[place])
            for seat, place in enumerate(where)
        ]
        groups.append(
            [Player(each, tally, pace, seed=table * seats + seat, gateway=gateway) for seat, each in enumerate(ways_in)]
        )
    tasks = [asyncio.create_task(player.run()) for group in groups for player in group]
    tasks += [asyncio.create_task(keep_table(group, game, tally, starting)) for group in groups]
    try:
        while tally.began < tables:
            await _first_failure_or(SETTLE_SECONDS, tasks)
        await _first_failure_or(SETTLE_SECONDS, tasks)
        # Pauses of the players themselves, of hundreds of milliseconds, would be counted as the platform's.
        gc.collect()
        gc.freeze()
        await _first_failure_or(SETTLE_SECONDS, tasks)
        print(COUNTING, flush=True)
        tally.counting, begun = True, perf_counter()
        await _first_failure_or(seconds, tasks)
        tally.counting = False
        print(json.dumps(asdict(_result(tables, tally, perf_counter() - begun))), flush=True)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for channel in channels:
            await channel.close()


def _result(tables: int, tally: Tally, took: float) -> Result:
    submit, seen = sorted(tally.submit), sorted(tally.seen)
    return Result(
        tables=tables,
        choices_per_second=tally.accepted / took,
        choices=tally.accepted,
        submit_p50_ms=percentile(submit, 0.5) * 1e3,
        submit_p99_ms=percentile(submit, 0.99) * 1e3,
        seen_p50_ms=percentile(seen, 0.5) * 1e3,
        seen_p99_ms=percentile(seen, 0.99) * 1e3,
        refused=tally.refused,
        finished_tables=tally.finished,
    )


async def _first_failure_or(seconds: float, tasks: list[asyncio.Task[None]]) -> None:
    """Wait; a task that ends before is a failure of the load, and raised."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()
        raise RuntimeError("a player's stream ended")


def main() -> None:
    """Read the command line, play, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lobby", required=True)
    parser.add_argument("--game", default="jump")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=0.0)
    parser.add_argument("--connections", type=int, default=CONNECTIONS)
    parser.add_argument("--apart", type=int, choices=(0, 1), default=0)
    parser.add_argument("--homes", type=int, choices=(0, 1), default=0)
    parser.add_argument("--gateway", default="")
    given = parser.parse_args()
    uvloop.run(
        load(
            given.lobby.split(","),
            given.game,
            seats=given.seats,
            tables=given.tables,
            seconds=given.seconds,
            rate=given.rate,
            connections=given.connections,
            apart=bool(given.apart),
            at_homes=bool(given.homes),
            gateway=given.gateway,
        )
    )


if __name__ == "__main__":
    main()
