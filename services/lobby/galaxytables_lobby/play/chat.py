"""Talk at a table: bounded in length, pace and memory.

A message is a change of its table like any other, so that it has its place in the table's versions and is told by the
same stream. The store keeps the last `KEPT_MESSAGES` of a table. How fast somebody talks is judged by those, within the
commit: several lobby processes together let through no more than one.
"""

from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.people import ChatMessage, Person
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.seating import check_name
from galaxytables_lobby.domain.state import ClosedTable, FinishedTable, Table
from galaxytables_lobby.ids import SeatNumber, TableId
from galaxytables_lobby.tables import Tables

# So many messages of one person at one table in so many seconds.
MOST_MESSAGES, SECONDS = 5, 10


async def say(
    tables: Tables, table_id: TableId, player: Person, text: str, request: IdempotentRequest
) -> Loaded | Answer:
    """Say something. Raises CHAT_NOT_ALLOWED, CHAT_TOO_FAST, NAME_TAKEN, TABLE_CLOSED, GAME_OVER."""

    async def step(loaded: Loaded) -> Change:
        table, now = loaded.table, tables.now()
        seat = table.playing_seat(player.id)
        _check_may_talk(table, seat)
        if table.seat_of(player.id) is None:
            # Nobody speaks from beside the table under a name that looks like one on it.
            check_name(table, player.name)
        recent = [
            message
            for message in await tables.store.messages(table_id)
            if message.player.id == player.id and message.time > now - SECONDS * 1_000
        ]
        if len(recent) >= MOST_MESSAGES:
            free = recent[-MOST_MESSAGES].time + SECONDS * 1_000
            raise errors.chat_too_fast(MOST_MESSAGES, SECONDS, retry_after=(free - now) / 1_000)
        number = table.messages + 1
        said = ChatMessage(number=number, time=now, player=_speaker(table, player), seat=seat, text=text)
        return Change(replace(table, messages=number, version=table.version + 1), None, (), (), message=said)

    return await tables.change(table_id, step, request)


async def seen(tables: Tables, table: Table) -> list[ChatMessage]:
    """All messages that are kept of those that had been said when the table stood like this."""
    return [message for message in await tables.store.messages(table.id) if message.number <= table.messages]


def _speaker(table: Table, player: Person) -> Person:
    """Who speaks: at the table under the name on the seat, though the player may have another one by now."""
    number = table.seat_of(player.id)
    return player if number is None else table.seats[number].player or player


def _check_may_talk(table: Table, seat: SeatNumber | None) -> None:
    if isinstance(table, FinishedTable):
        raise errors.game_over()
    if isinstance(table, ClosedTable):
        raise errors.table_closed()
    if seat is None and not table.spectators.chat:
        raise errors.chat_not_allowed()
