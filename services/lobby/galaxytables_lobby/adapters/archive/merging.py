"""Replaces a guest by an account in the archive, as part of the caller's transaction."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from sqlalchemy import Connection, and_, delete, func, select, update

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby.adapters.archive import names, reports
from galaxytables_lobby.adapters.archive.moments import pack_moment, read_moment
from galaxytables_lobby.adapters.archive.ratings import rate_again, uncount
from galaxytables_lobby.adapters.archive.schema import CONTENTS, GAMES, SEATS, STANDINGS
from galaxytables_lobby.domain.archived import Pool, Who
from galaxytables_lobby.domain.merging import merged
from galaxytables_lobby.domain.state import decode, encode
from galaxytables_lobby.ids import PlayerId

_GAMES_AT_ONCE = 100


def merge(connection: Connection, guest: PlayerId, account: PlayerId) -> int:
    """Replace a guest by an account in all archived games, and recompute the ratings that this changes.

    If the guest and the account both sat in a game, the guest keeps its own seat there, and the game does not count for
    the ratings. Returns how many games were changed.
    """
    both = select(SEATS.c.ordinal).where(SEATS.c.who == account, SEATS.c.bot.is_(False))
    seated = select(SEATS.c.ordinal).where(SEATS.c.who == guest, SEATS.c.bot.is_(False), SEATS.c.ordinal.not_in(both))
    sat = list(connection.execute(seated.order_by(SEATS.c.ordinal)).scalars())
    hosted = list(connection.execute(select(GAMES.c.ordinal).where(GAMES.c.host == guest)).scalars())
    ordinals = sorted({*sat, *hosted})
    for some in _parts(ordinals):
        contents = select(CONTENTS.c.ordinal, CONTENTS.c.moment).where(CONTENTS.c.ordinal.in_(some))
        for row in connection.execute(contents).all():
            moment = read_moment(row.moment)
            packed = pack_moment(replace(moment, table=encode(merged(decode(moment.table), guest, account))))
            connection.execute(update(CONTENTS).where(CONTENTS.c.ordinal == row.ordinal).values(moment=packed))
    connection.execute(update(GAMES).where(GAMES.c.host == guest).values(host=account))
    own = select(GAMES.c.ordinal).join(SEATS, SEATS.c.ordinal == GAMES.c.ordinal)
    own = own.where(SEATS.c.who == guest, SEATS.c.bot.is_(False), GAMES.c.ordinal.in_(both), GAMES.c.rated)
    against_oneself = list(connection.execute(own).scalars())
    first: dict[Pool, int] = {}
    for some in _parts(sat):
        seats = update(SEATS).where(SEATS.c.ordinal.in_(some), SEATS.c.who == guest, SEATS.c.bot.is_(False))
        connection.execute(seats.values(who=account))
        rated = select(GAMES.c.game, GAMES.c.pool, func.min(GAMES.c.ordinal))
        rated = rated.where(GAMES.c.rated, GAMES.c.settled, GAMES.c.ordinal.in_(some))
        for game, part, ordinal in connection.execute(rated.group_by(GAMES.c.game, GAMES.c.pool)).all():
            pool = Pool.of(game, part)
            first[pool] = min(first.get(pool, ordinal), ordinal)
    names.forget(connection, [guest])
    reports.merge(connection, guest, account)
    _join_standings(connection, guest, account)
    for pool, ordinal in first.items():
        rate_again(connection, pool, ordinal, gone=[Who(False, guest)])
    uncount(connection, against_oneself, tables_pb2.UNRATED_REASON_OWN_GUEST)
    return len(ordinals)


def _join_standings(connection: Connection, guest: PlayerId, account: PlayerId) -> None:
    """Move a guest's standings of past seasons to the account, except where the account has a standing of its own."""
    theirs = STANDINGS.alias()
    taken = select(theirs.c.who).where(
        theirs.c.season == STANDINGS.c.season,
        theirs.c.game == STANDINGS.c.game,
        theirs.c.pool == STANDINGS.c.pool,
        theirs.c.bot.is_(False),
        theirs.c.who == account,
    )
    of_guest = and_(STANDINGS.c.who == guest, STANDINGS.c.bot.is_(False))
    connection.execute(update(STANDINGS).where(of_guest, ~taken.exists()).values(who=account))
    connection.execute(delete(STANDINGS).where(of_guest))


def _parts(ordinals: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield ordinals in parts that fit into a statement."""
    for start in range(0, len(ordinals), _GAMES_AT_ONCE):
        yield ordinals[start : start + _GAMES_AT_ONCE]
