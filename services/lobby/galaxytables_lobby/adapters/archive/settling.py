"""Decides which archived games count for the ratings, each exactly once, in order; part of the caller's transaction.

A game that is archived has not been settled at first. It is settled in the same transaction, after all games before it.
Games that came into the archive with an older version of the lobby are settled in turn, some with each new game.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, select, update

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby.adapters.archive.moments import read_moment
from galaxytables_lobby.adapters.archive.ratings import CountedGame, RankedSeat, counts_in, rate_game, seats_of
from galaxytables_lobby.adapters.archive.schema import CONTENTS, GAMES, SEATS, AnyRow
from galaxytables_lobby.domain.archived import Pool, Who
from galaxytables_lobby.domain.ratings import DAY_MILLISECONDS, PAIR_DAYS, is_repeated, pool_of
from galaxytables_lobby.domain.state import decode


def settle(connection: Connection, limit: int) -> int:
    """Settle up to `limit` archived games: decide whether each counts, and rate those that do.

    Returns how many were settled. The connection must be in a transaction of `writing`.
    """
    statement = select(GAMES.c.ordinal, GAMES.c.game, GAMES.c.pool, GAMES.c.rated, GAMES.c.finished)
    statement = statement.where(GAMES.c.settled.is_(False)).order_by(GAMES.c.ordinal).limit(limit)
    games = connection.execute(statement).all()
    seats = seats_of(connection, [row.ordinal for row in games])
    for row in games:
        _settle(connection, row, seats[row.ordinal])
    return len(games)


def _settle(connection: Connection, row: AnyRow, seats: Sequence[RankedSeat]) -> None:
    values: dict[str, object] = {"settled": True}
    game = None
    if row.rated:
        pool = Pool.of(row.game, row.pool) if row.pool else _pool_of(connection, row, len(seats))
        game = CountedGame(row.ordinal, pool, row.finished, seats)
        values["pool"] = pool.part
        # Earlier games were shown as rated, and stay so.
        if row.pool and _is_repeated(connection, game):
            values |= {"rated": False, "unrated": int(tables_pb2.UNRATED_REASON_REPEATED)}
            game = None
    connection.execute(update(GAMES).where(GAMES.c.ordinal == row.ordinal).values(values))
    if game is not None:
        rate_game(connection, game)


def _pool_of(connection: Connection, row: AnyRow, seats: int) -> Pool:
    """Return the rating pool of a game that was archived by a version of the lobby without rating pools."""
    moment = connection.execute(select(CONTENTS.c.moment).where(CONTENTS.c.ordinal == row.ordinal)).scalar_one()
    return pool_of(row.game, seats, decode(read_moment(moment).table).control)


def _is_repeated(connection: Connection, game: CountedGame) -> bool:
    since = game.finished - PAIR_DAYS * DAY_MILLISECONDS
    players = {seat.who for seat in game.seats}
    rows = connection.execute(
        select(SEATS.c.ordinal, SEATS.c.bot, SEATS.c.who)
        .join(GAMES, GAMES.c.ordinal == SEATS.c.ordinal)
        .where(
            counts_in(game.pool),
            SEATS.c.finished > since,
            SEATS.c.finished <= game.finished,
            SEATS.c.who.in_([who.id for who in players]),
        )
    )
    sat: dict[int, set[Who]] = {}
    for row in rows:
        sat.setdefault(row.ordinal, set()).add(Who(row.bot, row.who))
    return is_repeated(players, sat.values())
