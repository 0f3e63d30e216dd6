"""Whether a process can work: what it stands on answers."""

import asyncio
from collections.abc import AsyncIterator

from galaxytables_lobby.metrics import STORE_READY
from galaxytables_lobby.ports import Games, Store

READINESS_SECONDS = 1.0


async def readiness_of(store: Store, games: Games | None = None) -> AsyncIterator[bool]:
    """Whether any part of the store answers, and any game where they are told of; again and again.

    A part or a game that does not answer keeps the others from nothing.
    """
    while True:
        share = await store.share_that_answers()
        STORE_READY.set(share)
        yield share > 0 and (games is None or games.answers)
        await asyncio.sleep(READINESS_SECONDS)
