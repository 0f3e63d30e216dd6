"""Chat at a table, with limits on the length, the pace and the number of messages.

A message is a change of its table, so it has a place among the table's versions and reaches clients by the same stream.
The store keeps a table's last `KEPT_MESSAGES` messages. The pace is checked against these messages within the commit,
so several lobbies together allow no more messages than a single one.
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

# At most this many messages of a person at a table in this many seconds.
MAX_MESSAGES, SECONDS = 5, 10


async def say(
    tables: Tables, table_id: TableId, player: Person, text: str, request: IdempotentRequest
) -> Loaded | Answer:
    """Add a player's chat message to a table.

    Raises CHAT_NOT_ALLOWED, CHAT_TOO_FAST, NAME_TAKEN, TABLE_CLOSED, GAME_OVER.
    """

    async def step(loaded: Loaded) -> Change:
        table, now = loaded.table, tables.now()
        seat = table.playing_seat(player.id)
        _check_may_talk(table, seat)
        if table.seat_of(player.id) is None:
            # A spectator must not write under a name that looks like a player's.
            check_name(table, player.name)
        recent = [
            message
            for message in await tables.store.messages(table_id)
            if message.player.id == player.id and message.time > now - SECONDS * 1_000
        ]
        if len(recent) >= MAX_MESSAGES:
            free = recent[-MAX_MESSAGES].time + SECONDS * 1_000
            raise errors.chat_too_fast(MAX_MESSAGES, SECONDS, retry_after=(free - now) / 1_000)
        number = table.messages + 1
        said = ChatMessage(number=number, time=now, player=_speaker(table, player), seat=seat, text=text)
        return Change(replace(table, messages=number, version=table.version + 1), message=said)

    return await tables.change(table_id, step, request)


async def seen(tables: Tables, table: Table) -> list[ChatMessage]:
    """Return a table's stored chat messages, except any that are newer than the version of `table`."""
    return [message for message in await tables.store.messages(table.id) if message.number <= table.messages]


def _speaker(table: Table, player: Person) -> Person:
    """Return the writer of a message. A seated player keeps the name on the seat, even if renamed since."""
    number = table.seat_of(player.id)
    return player if number is None else table.seats[number].player or player


def _check_may_talk(table: Table, seat: SeatNumber | None) -> None:
    if isinstance(table, FinishedTable):
        raise errors.game_over()
    if isinstance(table, ClosedTable):
        raise errors.table_closed()
    if seat is None and not table.spectators.chat:
        raise errors.chat_not_allowed()
