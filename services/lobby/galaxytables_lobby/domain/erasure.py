"""Taking a person's name off a table."""

import re
import secrets
from collections.abc import Collection

from msgspec.structs import replace

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import OpenTable, Table
from galaxytables_lobby.ids import PlayerId

# How ids of people who were erased begin; no other does.
ERASED_PREFIX = "erased-"


def new_pseudonym() -> PlayerId:
    """An id that nothing leads back from."""
    return PlayerId(ERASED_PREFIX + secrets.token_hex(8))


def without(table: Table, player_id: PlayerId, pseudonym: PlayerId, names: Collection[str] = ()) -> Table:
    """The table with somebody whom nobody can tell in a player's place; what they added to the chance stays.

    `names` are all that the player has had: the table's name must not hold one, whoever gave it.
    """
    nobody = Person(pseudonym, "")
    people = (table.host, *(seat.player for seat in table.seats if seat.player is not None))
    names = {*names, *(person.name for person in people if person.id == player_id)}
    hosted = table.host.id == player_id
    seats = tuple(
        replace(seat, player=nobody) if seat.player is not None and seat.player.id == player_id else seat
        for seat in table.seats
    )
    if hosted:
        table = replace(table, host=nobody)
    # The host has given the table its name; a host before may have.
    if hosted or any(_is_named_in(name, table.name) for name in names):
        table = replace(table, name=table.game)
    if isinstance(table, OpenTable) and player_id in table.kicked:
        table = replace(table, kicked=tuple(each for each in table.kicked if each != player_id))
    return replace(table, seats=seats)


def _is_named_in(name: str, text: str) -> bool:
    """Whether a text holds a name, as words of their own."""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None
