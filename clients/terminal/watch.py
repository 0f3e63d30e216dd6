"""Watching one table through good and bad network weather."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from clients.terminal.errors import AwayError, RefusedError
from clients.terminal.lobby import Lobby, pause
from galaxy.lobby.v1 import play_pb2, tables_pb2

# The server's way of saying that its own house is out of order, not the request: worth asking again.
_PASSING = frozenset({"GAME_UNAVAILABLE", "STORE_UNAVAILABLE", "INTERNAL", "UNKNOWN", "RESOURCE_EXHAUSTED"})


@dataclass(frozen=True, slots=True)
class Arrived:
    """An update came; the connection stands."""

    update: play_pb2.TableUpdate


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is gone; another attempt comes after `wait` seconds."""

    why: str
    wait: float
    attempt: int


async def watch(
    lobby: Lobby,
    table: str,
    *,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncIterator[Arrived | Lost]:
    """Yield updates until the table is finished, going on after the last event whenever the stream breaks.

    The first watch asks for all history and messages. Raises RefusedError where another attempt would not help (no
    such table, no valid token).
    """
    last_event = last_message = 0
    attempt = 0
    while True:
        why = "the server ended the stream"
        try:
            async for update in lobby.updates(table, last_event + 1, last_message + 1):
                attempt = 0
                last_event = update.last_event if update.resync else max(last_event, update.last_event)
                last_message = update.last_message
                yield Arrived(update)
                if update.state == tables_pb2.TABLE_STATE_FINISHED:
                    return
        except AwayError as error:
            why = str(error)
        except RefusedError as error:
            if error.reason not in _PASSING:
                raise
            why = str(error)
        wait = pause(attempt)
        yield Lost(why, wait, attempt)
        attempt += 1
        await sleep(wait)
