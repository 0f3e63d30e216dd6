"""Replaces an erased player at a table by a pseudonym."""

import re
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import NAMES, OpenTable, Table, TableSeat, check_uses
from galaxytables_lobby.ids import PlayerId

# The prefix of the pseudonyms of erased players; no other id begins like this.
ERASED_PREFIX = "erased-"


def new_pseudonym() -> PlayerId:
    """Return a random pseudonym that cannot be traced back to the player."""
    return PlayerId(ERASED_PREFIX + secrets.token_hex(8))


class ErasedPerson(msgspec.Struct, frozen=True, array_like=True):
    """A player to erase, the pseudonym that replaces them, and all names they have had."""

    player: PlayerId
    pseudonym: PlayerId
    names: frozenset[str]


class Erasure(msgspec.Struct, frozen=True):
    """An erasure that has begun: of a player, and of the guests merged into the player's account.

    The erasure keeps the player's names until it is done, because tables that were rewritten no longer show them. The
    time is in milliseconds.
    """

    player: PlayerId
    # Empty if the player asked for it.
    operator: str
    reason: str
    begun: int
    # The player last.
    people: tuple[ErasedPerson, ...]

    def continuing(self, earlier: "Erasure") -> "Erasure":
        """Return this erasure, with the pseudonyms and names of an earlier, interrupted erasure of the same player."""
        people = {each.player: each for each in earlier.people}
        for each in self.people:
            known = people.pop(each.player, each)
            people[each.player] = replace(known, names=known.names | each.names)
        return replace(self, people=tuple(people.values()))


_ERASURES = msgspec.msgpack.Decoder(Erasure)


def encode_erasure(erasure: Erasure) -> bytes:
    """Return an erasure as the bytes that the store keeps."""
    return msgspec.msgpack.encode(erasure)


def decode_erasure(stored: bytes) -> Erasure:
    """Return the erasure that `encode_erasure` wrote."""
    return _ERASURES.decode(stored)


@dataclass(frozen=True)
class _Leaving:
    """A player to erase: all names they have had, and the person who replaces them."""

    player_id: PlayerId
    nobody: Person
    names: frozenset[str]
    hosted: bool


def without(table: Table, player_id: PlayerId, pseudonym: PlayerId, names: Collection[str] = ()) -> Table:
    """Return the table with a pseudonym in a player's place. The entropy that the player gave stays.

    `names` are all names the player has had. If the table's name contains one of them, the table's name is replaced
    too, no matter who chose it.
    """
    known = frozenset([*names, *(person.name for person in table.people if person.id == player_id)])
    leaving = _Leaving(player_id, Person(pseudonym, ""), known, table.host.id == player_id)
    erased = {name: erase(table, leaving) for name, erase in _ERASED.items() if name in table.__struct_fields__}
    # A name that is replaced is nobody's choice any more.
    return replace(table, **erased, named=table.named and erased["name"] == table.name)


def _host(table: Table, leaving: _Leaving) -> Person:
    return leaving.nobody if leaving.hosted else table.host


def _name(table: Table, leaving: _Leaving) -> str:
    # The host named the table; an earlier host may have, too.
    named = leaving.hosted or any(is_named_in(name, table.name) for name in leaving.names)
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


def is_named_in(name: str, text: str) -> bool:
    """Return whether a text contains a name as whole words."""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None
