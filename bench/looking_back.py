"""Measures looking back at a finished game: the cost of one look, and of stepping through the whole game."""

import asyncio
from random import Random
from time import perf_counter

import grpc.aio

from bench.figures import Figure, percentile
from bench.people import Person

SEATS = 4


async def look_back(lobby: str, game: str) -> list[Figure]:
    """Play a game, look at its end, then step back to its beginning and forward again, each event once."""
    async with grpc.aio.insecure_channel(lobby) as channel:
        people = [await Person.arrive(channel) for _ in range(SEATS)]
        table = await people[0].create(game, SEATS)
        for person in people[1:]:
            await person.join(table)
        await people[0].start(table)
        playing = (person.play_to_the_end(table.id, Random(seat)) for seat, person in enumerate(people))
        choices = sum(map(len, await asyncio.gather(*playing)))
        last = (await people[0].play.view(table.id)).last_event

        async def took(event: int) -> float:
            began = perf_counter()
            await people[0].play.view(table.id, at_event=event)
            return (perf_counter() - began) * 1e3

        at_end = await took(last)
        back = [await took(event) for event in range(last - 1, 0, -1)]
        forth = [await took(event) for event in range(1, last + 1)]
    named = f"{game}, {last} events of {choices} choices"
    return [
        Figure(f"{named}: the first look, at its end", at_end, "ms"),
        *_steps(f"{named}: stepping back", back),
        *_steps(f"{named}: stepping forth", forth),
    ]


def _steps(what: str, took: list[float]) -> list[Figure]:
    return [
        Figure(f"{what}, all of it", sum(took) / 1e3, "s"),
        Figure(f"{what}, a step, p50", percentile(sorted(took), 0.5), "ms"),
        Figure(f"{what}, a step, p99", percentile(sorted(took), 0.99), "ms"),
    ]
