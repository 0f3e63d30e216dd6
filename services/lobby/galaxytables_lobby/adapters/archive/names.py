"""Names by which players are found; each function is part of the caller's transaction.

A player is found who has an account or a finished game. An account is found by its name, a guest by the name at the
game that was archived last.
"""

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, delete, insert, select

from galaxytables_lobby.adapters.archive.schema import ACCOUNTS, PLAYER_NAMES
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.wording import folded
from galaxytables_lobby.ids import PlayerId

# After every name that begins in the same way.
_LAST = "\U0010ffff"
# Fewer than any database takes as parameters of a statement.
_TOGETHER = 500


def note(connection: Connection, names: Mapping[PlayerId, str]) -> None:
    """Store the names under which searches find these players, instead of their earlier names."""
    forget(connection, names)
    rows = [{"player_id": each, "name": name, "folded": folded(name)} for each, name in names.items() if name]
    if rows:
        connection.execute(insert(PLAYER_NAMES), rows)


def note_played(connection: Connection, names: Mapping[PlayerId, str]) -> None:
    """Store the names that players had at a game, so that searches find them; players with accounts are left out."""
    ids = list(names)
    accounts = set[str]()
    for start in range(0, len(ids), _TOGETHER):
        some = select(ACCOUNTS.c.player_id).where(ACCOUNTS.c.player_id.in_(ids[start : start + _TOGETHER]))
        accounts.update(connection.execute(some).scalars())
    note(connection, {player_id: name for player_id, name in names.items() if player_id not in accounts})


def forget(connection: Connection, player_ids: Collection[PlayerId]) -> None:
    """Delete the stored names of these players, so that searches no longer find them."""
    ids = list(player_ids)
    for start in range(0, len(ids), _TOGETHER):
        some = PLAYER_NAMES.c.player_id.in_(ids[start : start + _TOGETHER])
        connection.execute(delete(PLAYER_NAMES).where(some))


def beginning_with(connection: Connection, beginning: str, *, limit: int) -> list[Person]:
    """Return up to `limit` players whose names begin with `beginning`, ignoring case, sorted by name."""
    first = folded(beginning)
    rows = connection.execute(
        select(PLAYER_NAMES.c.player_id, PLAYER_NAMES.c.name)
        .where(PLAYER_NAMES.c.folded >= first, PLAYER_NAMES.c.folded < first + _LAST)
        .order_by(PLAYER_NAMES.c.folded, PLAYER_NAMES.c.player_id)
        .limit(limit)
    )
    return [Person(PlayerId(row.player_id), row.name) for row in rows]
