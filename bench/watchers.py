"""Measures one table with many watchers: how long a choice takes to reach them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from time import perf_counter

from bench.people import Person, random_picks
from galaxytables_client import Bearer, Lobby, TableId, open_channel

CHANNELS = 8
PAUSE_SECONDS = 0.1


class WatchedTable:
    """A table of two players with its watchers, who have all received the table."""

    def __init__(self, players: list[Person], table_id: TableId) -> None:
        self._players = players
        self._table_id = table_id
        self._ready = asyncio.Semaphore(0)
        # When watchers received an event, by its number.
        self.received: dict[int, list[float]] = {}

    async def watch(self, lobby: Lobby) -> None:
        """Watch the table with one more client."""
        newest = -1
        async for update in lobby.play.watch(self._table_id):
            if newest < 0:
                self._ready.release()
            # An update about a later choice may have no event, and so the same number again.
            if update.last_event > newest:
                newest = update.last_event
                self.received.setdefault(newest, []).append(perf_counter())

    async def ready(self, watchers: int) -> None:
        """Wait until `watchers` watchers have received the table."""
        for _ in range(watchers):
            await self._ready.acquire()

    async def play(self, seconds: float) -> list[float]:
        """Play for some seconds.

        Returns, for each choice with an event, the milliseconds until each watcher received it.
        """
        submitted = await _play(self._players, self._table_id, seconds)
        return [
            (moment - begun) * 1000
            for last_event, begun in submitted.items()
            for moment in self.received.get(last_event, ())
            if moment > begun
        ]


@asynccontextmanager
async def watched_table(lobby: str, game: str, watchers: int) -> AsyncIterator[WatchedTable]:
    """Run a game that has begun, with `watchers` watchers."""
    channels = [open_channel(lobby, shared=False) for _ in range(CHANNELS)]
    tasks: list[asyncio.Task[None]] = []
    try:
        players = [await Person.arrive(channels[0], f"Player {seat}") for seat in range(2)]
        spectator = await Person.arrive(channels[0], "Spectator")
        table = await players[0].create(game)
        await players[1].join(table)
        await players[0].start(table)
        watched = WatchedTable(players, TableId(table.id))
        for number in range(watchers):
            watcher = Lobby(channels[number % CHANNELS], Bearer(spectator.token))
            tasks.append(asyncio.create_task(watched.watch(watcher)))
        await watched.ready(watchers)
        yield watched
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for channel in channels:
            await channel.close()


async def watch_one_table(lobby: str, game: str, watchers: int, seconds: float) -> list[float]:
    """Return the milliseconds from each choice with an event until each of the watchers received it."""
    async with watched_table(lobby, game, watchers) as watched:
        return await watched.play(seconds)


async def _play(players: list[Person], table_id: TableId, seconds: float) -> dict[int, float]:
    """Choose at an easy pace for some seconds, or to the end; when each choice was sent, by its last event."""
    random, submitted, newest = Random(1), dict[int, float](), 0
    end = perf_counter() + seconds
    while perf_counter() < end:
        asked = [(player, prompt) for player in players for prompt in (await player.play.view(table_id)).prompts]
        if not asked:
            break
        player, prompt = random.choice(asked)
        begun = perf_counter()
        answer = await player.play.submit(table_id, prompt.id, random_picks(prompt, random))
        if answer.last_event > newest:
            newest = answer.last_event
            submitted[newest] = begun
        await asyncio.sleep(PAUSE_SECONDS)
    return submitted
