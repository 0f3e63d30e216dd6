"""Notes who leaves rated games or lets others wait, and keeps them from rated games for a while.

The notes are in the store, for a week. A note is written after the change of the table: if the process dies in between,
one departure is not counted.
"""

import asyncio
from collections.abc import Collection

import structlog

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain.cool_downs import Departure, Kind, ends
from galaxytables_lobby.domain.endings import why_unrated
from galaxytables_lobby.domain.state import RunningTable
from galaxytables_lobby.ids import PlayerId, SeatNumber
from galaxytables_lobby.metrics import COOL_DOWNS
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.ports import Store
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

# A game that somebody left at once is not rated for that reason; leaving it counts all the same.
_COUNTS = (tables_pb2.UNRATED_REASON_UNSPECIFIED, tables_pb2.UNRATED_REASON_NOT_PLAYED)


async def check_cool_down(store: Store, asker: Asker, *, rated: bool, now: int) -> None:
    """Raise COOLING_DOWN if a player may not play rated games yet and this table is `rated`.

    `now` is in milliseconds since the epoch.
    """
    if asker.source.exempt or not rated:
        return
    end = ends(await store.departures(asker.player.id), now)
    if end:
        COOL_DOWNS.labels("refused").inc()
        raise errors.cooling_down(-(-(end - now) // 60_000))


async def cooling_down(store: Store, player_ids: Collection[PlayerId], *, now: int) -> set[PlayerId]:
    """Return those of these players who may not play a rated game yet. Raises STORE_UNAVAILABLE.

    `now` is in milliseconds since the epoch.
    """
    noted = await asyncio.gather(*map(store.departures, player_ids))
    return {player_id for player_id, departures in zip(player_ids, noted, strict=True) if ends(departures, now)}


async def note_departure(store: Store, table: RunningTable, seat: SeatNumber, kind: Kind, *, now: int) -> None:
    """Record that the person on a seat left a rated game, or let its clock run out.

    Nothing is recorded if no other person plays there. `table` is the table before the departure. If the store fails,
    the failure is only logged, because the game has already gone on.
    """
    player = table.seats[seat].player
    others = set(table.persons) - {seat}
    if player is None or not others or why_unrated(table) not in _COUNTS:
        return
    try:
        await store.note_departure(player.id, table.id, Departure(kind, now))
    except GalaxyError as error:
        _log.warning("departure_not_noted", reason=error.reason)
        return
    COOL_DOWNS.labels(kind.value).inc()
