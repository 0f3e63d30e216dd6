"""Checks of a finished table, and of the store once all tables are finished."""

from collections import Counter
from collections.abc import Iterable, Sequence
from time import time

import redis.asyncio

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.ids import SHARDS


def record_faults(record: game_pb2.Record, acknowledged: Iterable[tuple[str, list[str]]]) -> list[str]:
    """Return the acknowledged choices that are missing from the record, and those that are in it twice."""
    made = {choice.prompt_id: list(choice.picks) for choice in record.choices}
    faults = [f"lost: {prompt}" for prompt, picks in acknowledged if made.get(prompt) != picks]
    times = Counter(choice.prompt_id for choice in record.choices)
    return faults + [f"applied {number} times: {prompt}" for prompt, number in times.items() if number > 1]


def deadline_faults(
    record: game_pb2.Record, events: Sequence[play_pb2.TableEvent], absent: int, misses: int
) -> list[str]:
    """Return a fault unless exactly one deadline fired for each choice of a seat that never answers.

    After `misses` of them (0: never), the seat must have been handed over, once.
    """
    fired = handed_over = 0
    for each in events:
        if not each.event.HasField("seat") or each.event.seat != absent:
            continue
        if each.event.kind == "clocked_out" and not handed_over:
            fired += 1
        handed_over += each.event.kind == "handed_over"
    chosen = sum(choice.seat == absent for choice in record.choices)
    if not misses:
        return [] if fired == chosen else [f"{fired} deadlines fired for {chosen} choices of a seat that never chose"]
    if handed_over:
        return [] if (fired, handed_over) == (misses, 1) else [f"handed over {handed_over} times after {fired} misses"]
    return [] if fired == chosen <= misses else [f"not handed over after {fired} deadlines and {chosen} choices"]


async def left_deadlines(redis_url: str) -> int:
    """Return how many tables in the store have a deadline that has passed or comes within the hour.

    Tables that were opened twice, because the first response was lost, are closed a day later, so their deadlines do
    not count.
    """
    client = redis.asyncio.from_url(redis_url)
    soon = int(1000 * (time() + 3600))
    try:
        return sum([await client.zcount(keys.deadlines(shard), "-inf", soon) for shard in range(SHARDS)])
    finally:
        await client.aclose()
