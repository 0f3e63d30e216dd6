"""Replaces a guest at a table by the account that the guest is merged into."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import NAMES, OpenTable, Table, TableSeat, check_uses
from galaxytables_lobby.ids import PlayerId


def play_both(table: Table, guest: PlayerId, account: PlayerId) -> bool:
    """Return whether the guest and the account both have a seat at a table."""
    return table.seat_of(guest) is not None and table.seat_of(account) is not None


def merged(table: Table, guest: PlayerId, account: PlayerId) -> Table:
    """Return the table with the account in the guest's place, under the guest's name at that table.

    If guest and account both sit at an open table, the guest's seat becomes free. If both sit at any other table, the
    guest keeps the seat: nobody has played against themselves, so the two stay two players there.
    """
    number = table.seat_of(guest)
    if isinstance(table, OpenTable) and number is not None and play_both(table, guest, account):
        table = table.with_seat(number, TableSeat())
    changed = {name: merge(table, guest, account) for name, merge in _MERGED.items() if name in table.__struct_fields__}
    return replace(table, **changed)


def _host(table: Table, guest: PlayerId, account: PlayerId) -> Person:
    return Person(account, table.host.name) if table.host.id == guest else table.host


def _seats(table: Table, guest: PlayerId, account: PlayerId) -> tuple[TableSeat, ...]:
    if play_both(table, guest, account):
        return table.seats
    return tuple(
        replace(seat, player=Person(account, seat.player.name))
        if seat.player is not None and seat.player.id == guest
        else seat
        for seat in table.seats
    )


def _kicked(table: Table, guest: PlayerId, account: PlayerId) -> tuple[PlayerId, ...]:
    kicked = table.kicked if isinstance(table, OpenTable) else ()
    return tuple(dict.fromkeys(account if each == guest else each for each in kicked))


def _name(table: Table, _: PlayerId, __: PlayerId) -> str:
    return table.name


_MERGED: Mapping[str, Callable[[Table, PlayerId, PlayerId], object]] = {
    "host": _host,
    "name": _name,
    "seats": _seats,
    "kicked": _kicked,
}
check_uses(NAMES, _MERGED)
check_uses(NAMES, ["player"], TableSeat)
