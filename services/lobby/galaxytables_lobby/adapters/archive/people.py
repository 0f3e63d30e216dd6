"""People in the archive: search by name, and erasure; each function is part of the caller's transaction.

An erased player stays in finished games under a pseudonym without a name. The games and ratings of other players stay
unchanged.
"""

from collections.abc import Callable, Collection, Mapping

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, delete, func, or_, select, update

from galaxytables_lobby.adapters.archive import names as player_names
from galaxytables_lobby.adapters.archive import personal_tokens, reports
from galaxytables_lobby.adapters.archive.moments import pack_moment, read_moment
from galaxytables_lobby.adapters.archive.schema import CONTENTS, GAMES, RATINGS, SEATS, STANDINGS
from galaxytables_lobby.domain.archived import ArchivedPerson
from galaxytables_lobby.domain.erasure import without
from galaxytables_lobby.domain.state import NAMES, FinishedTable, Table, check_uses, decode, encode
from galaxytables_lobby.ids import PlayerId

_GAMES_AT_ONCE = 100


def named(connection: Connection, search: str, *, limit: int) -> list[ArchivedPerson]:
    """Return up to `limit` people whose name in archived games contains `search`, or whose id equals it.

    People with the most games come first.
    """
    alike = func.lower(SEATS.c.name).contains(search.lower(), autoescape=True)
    rows = connection.execute(
        select(SEATS.c.who, func.count(), func.max(SEATS.c.ordinal))
        .where(SEATS.c.bot.is_(False), or_(SEATS.c.who == search, alike))
        .group_by(SEATS.c.who)
        .order_by(func.count().desc(), SEATS.c.who)
        .limit(limit)
    ).all()
    people = []
    for who, games, last in rows:
        name = connection.execute(select(SEATS.c.name).where(SEATS.c.ordinal == last, SEATS.c.who == who)).scalars()
        people.append(ArchivedPerson(PlayerId(who), next(iter(name)), games))
    return people


def _by_seat(player_id: PlayerId, _: Collection[str]) -> ColumnElement[bool]:
    return GAMES.c.ordinal.in_(select(SEATS.c.ordinal).where(SEATS.c.who == player_id, SEATS.c.bot.is_(False)))


def _by_host(player_id: PlayerId, _: Collection[str]) -> ColumnElement[bool]:
    return GAMES.c.host == player_id


def _by_name(_: PlayerId, names: Collection[str]) -> ColumnElement[bool]:
    return or_(False, *(func.lower(GAMES.c.name).contains(name.lower(), autoescape=True) for name in names))


# For each field of a finished table that may name a player: the condition by which the games are found that do.
_NAMING_GAMES: Mapping[str, Callable[[PlayerId, Collection[str]], ColumnElement[bool]]] = {
    "seats": _by_seat,
    "host": _by_host,
    "name": _by_name,
}
check_uses(NAMES, _NAMING_GAMES, FinishedTable)


def _copied_texts(before: Table, after: Table) -> dict[str, str]:
    """Return the changed texts that may name a player and that `games` repeats: the new text of each such column."""
    texts = {name: getattr(after, name) for name in _NAMING_GAMES if name in GAMES.c}
    return {name: text for name, text in texts.items() if isinstance(text, str) and text != getattr(before, name)}


def erase(connection: Connection, player_id: PlayerId, pseudonym: PlayerId, names: Collection[str]) -> int:
    """Replace a player by a pseudonym in all archived games, and delete the player's ratings and standings.

    `names` are all names that the player has had. Returns how many games changed.
    """
    theirs = or_(*(condition(player_id, names) for condition in _NAMING_GAMES.values()))
    changed = 0
    ordinals = list(connection.execute(select(GAMES.c.ordinal).where(theirs).order_by(GAMES.c.ordinal)).scalars())
    for start in range(0, len(ordinals), _GAMES_AT_ONCE):
        chosen = CONTENTS.c.ordinal.in_(ordinals[start : start + _GAMES_AT_ONCE])
        for row in connection.execute(select(CONTENTS.c.ordinal, CONTENTS.c.moment).where(chosen)).all():
            moment = read_moment(row.moment)
            before = decode(moment.table)
            table = without(before, player_id, pseudonym, names)
            changed += table != before
            packed = pack_moment(replace(moment, table=encode(table)))
            connection.execute(update(CONTENTS).where(CONTENTS.c.ordinal == row.ordinal).values(moment=packed))
            if texts := _copied_texts(before, table):
                own = update(GAMES).where(GAMES.c.ordinal == row.ordinal)
                connection.execute(own.values(**texts, named=before.named and "name" not in texts))
    connection.execute(update(GAMES).where(GAMES.c.host == player_id).values(host=pseudonym))
    sat = update(SEATS).where(SEATS.c.who == player_id, SEATS.c.bot.is_(False))
    connection.execute(sat.values(who=pseudonym, name=""))
    player_names.forget(connection, [player_id])
    personal_tokens.erase(connection, player_id)
    reports.erase(connection, player_id, pseudonym, names)
    for computed in (RATINGS, STANDINGS):
        connection.execute(delete(computed).where(computed.c.who == player_id, computed.c.bot.is_(False)))
    return changed
