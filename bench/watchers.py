"""One table with many watchers: how long a choice takes to reach them."""

import asyncio
from random import Random
from time import perf_counter
from typing import Any

from bench.people import Person, random_picks
from galaxy_client import Bearer, Lobby, open_channel

CHANNELS = 8
PAUSE_SECONDS = 0.1


class _Audience:
    """When watchers were told of an event number."""

    def __init__(self) -> None:
        self.ready = asyncio.Semaphore(0)
        self.told: dict[int, list[float]] = {}

    async def watch(self, lobby: Lobby, table_id: str) -> None:
        first = True
        async for update in lobby.play.watch(table_id):
            if first:
                self.ready.release()
                first = False
            self.told.setdefault(update.last_event, []).append(perf_counter())


async def watch_one_table(lobby: str, game: str, watchers: int, seconds: float) -> list[float]:
    """Milliseconds from a choice that told something to each of the watchers."""
    channels = [open_channel(lobby, shared=False) for _ in range(CHANNELS)]
    players = [await Person.arrive(channels[0], f"Player {seat}") for seat in range(2)]
    spectator = await Person.arrive(channels[0], "Spectator")
    audience = _Audience()
    tasks: list[asyncio.Task[Any]] = []
    try:
        table = await players[0].create(game)
        await players[1].join(table)
        await players[0].start(table)
        for number in range(watchers):
            watcher = Lobby(channels[number % CHANNELS], Bearer(spectator.token))
            tasks.append(asyncio.create_task(audience.watch(watcher, table.id)))
        for _ in range(watchers):
            await audience.ready.acquire()
        submitted = await _play(players, table.id, seconds)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for channel in channels:
            await channel.close()
    return [
        (told - begun) * 1000
        for last_event, begun in submitted.items()
        for told in audience.told.get(last_event, ())
        if told > begun
    ]


async def _play(players: list[Person], table_id: str, seconds: float) -> dict[int, float]:
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
