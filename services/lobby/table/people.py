"""Taking a person's name off a table."""

import secrets

from msgspec.structs import replace

from services.lobby.identity.person import Person
from services.lobby.ids import PlayerId
from services.lobby.table.state import OpenTable, Table

# How ids of people who were erased begin; no other does.
ERASED_PREFIX = "erased-"


def new_pseudonym() -> PlayerId:
    """An id that nothing leads back from."""
    return PlayerId(ERASED_PREFIX + secrets.token_hex(8))


def without(table: Table, player_id: PlayerId, pseudonym: PlayerId) -> Table:
    """The table with somebody whom nobody can tell in a player's place; what they added to the chance stays."""
    nobody = Person(pseudonym, "")
    seats = tuple(
        replace(seat, player=nobody) if seat.player is not None and seat.player.id == player_id else seat
        for seat in table.seats
    )
    if table.host.id == player_id:
        # The host has given the table its name.
        table = replace(table, host=nobody, name=table.game)
    if isinstance(table, OpenTable) and player_id in table.kicked:
        table = replace(table, kicked=tuple(each for each in table.kicked if each != player_id))
    return replace(table, seats=seats)
