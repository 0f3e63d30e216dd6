"""Taking a person's name off a table."""

import re
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import NAMES, OpenTable, Table, TableSeat, check_uses
from galaxytables_lobby.ids import PlayerId

# How ids of people who were erased begin; no other does.
ERASED_PREFIX = "erased-"


def new_pseudonym() -> PlayerId:
    """An id that nothing leads back from."""
    return PlayerId(ERASED_PREFIX + secrets.token_hex(8))


@dataclass(frozen=True)
class _Leaving:
    """A player who is erased: all names that they have had, and who is left in their place."""

    player_id: PlayerId
    nobody: Person
    names: frozenset[str]
    hosted: bool


def without(table: Table, player_id: PlayerId, pseudonym: PlayerId, names: Collection[str] = ()) -> Table:
    """The table with somebody whom nobody can tell in a player's place; what they added to the chance stays.

    `names` are all that the player has had: the table's name must not hold one, whoever gave it.
    """
    people = (table.host, *(seat.player for seat in table.seats if seat.player is not None))
    known = frozenset([*names, *(person.name for person in people if person.id == player_id)])
    leaving = _Leaving(player_id, Person(pseudonym, ""), known, table.host.id == player_id)
    erased = {name: erase(table, leaving) for name, erase in _ERASED.items() if name in table.__struct_fields__}
    return replace(table, **erased)


def _host(table: Table, leaving: _Leaving) -> Person:
    return leaving.nobody if leaving.hosted else table.host


def _name(table: Table, leaving: _Leaving) -> str:
    # The host has given the table its name; a host before may have.
    named = leaving.hosted or any(_is_named_in(name, table.name) for name in leaving.names)
    return table.game if named else table.name


def _seats(table: Table, leaving: _Leaving) -> tuple[TableSeat, ...]:
    return tuple(
        replace(seat, player=leaving.nobody)
        if seat.player is not None and seat.player.id == leaving.player_id
        else seat
        for seat in table.seats
    )


def _kicked(table: Table, leaving: _Leaving) -> tuple[PlayerId, ...]:
    return tuple(each for each in table.kicked if each != leaving.player_id) if isinstance(table, OpenTable) else ()


_ERASED: Mapping[str, Callable[[Table, _Leaving], object]] = {
    "host": _host,
    "name": _name,
    "seats": _seats,
    "kicked": _kicked,
}
check_uses(NAMES, _ERASED)
check_uses(NAMES, ["player"], TableSeat)


def _is_named_in(name: str, text: str) -> bool:
    """Whether a text holds a name, as words of their own."""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None
