"""Queries for finished games; each function is part of the caller's transaction."""

from collections.abc import Sequence

from sqlalchemy import Connection, and_, exists, or_, select, tuple_
from sqlalchemy.sql.elements import ColumnElement

from galaxytables_lobby.adapters.archive.schema import GAMES, OPTIONS, SEATS, AnyRow, row_of
from galaxytables_lobby.domain.archived import ArchivedGame, ArchivedSeat, Found, HistoryQuery, Result, Skill, Who
from galaxytables_lobby.ids import TableId


def summary(connection: Connection, table_id: TableId) -> ArchivedGame | None:
    """Return a table's archived game, or None if it is not archived."""
    row = connection.execute(select(GAMES).where(GAMES.c.table_id == table_id)).one_or_none()
    return None if row is None else _games(connection, [row])[0].game


def history(connection: Connection, query: HistoryQuery) -> list[Found]:
    """Return the finished games that match a query, latest first."""
    own = SEATS.alias("own")
    found = (
        select(GAMES)
        .join(own, own.c.ordinal == GAMES.c.ordinal)
        .where(own.c.who == query.player, own.c.bot.is_(False))
        .where(*_filters(query))
    )
    if query.asker != query.player:
        found = found.where(or_(GAMES.c.private.is_(False), GAMES.c.host == query.asker, _sat(Who(False, query.asker))))
    if query.result is not None:
        found = found.where(own.c.rank == 1 if query.result is Result.WON else own.c.rank > 1)
    if query.finished_from is not None:
        found = found.where(own.c.finished >= query.finished_from)
    if query.finished_before is not None:
        found = found.where(own.c.finished < query.finished_before)
    if query.before is not None:
        found = found.where(tuple_(own.c.finished, own.c.ordinal) < tuple_(*query.before))
    found = found.order_by(own.c.finished.desc(), own.c.ordinal.desc()).limit(query.limit)
    return _games(connection, connection.execute(found).all())


def _filters(query: HistoryQuery) -> list[ColumnElement[bool]]:
    filters = [_sat(other) for other in query.others]
    for name, value in query.options.items():
        option = and_(OPTIONS.c.ordinal == GAMES.c.ordinal, OPTIONS.c.name == name, OPTIONS.c.value == value)
        filters.append(exists().where(option))
    if query.game:
        filters.append(GAMES.c.game == query.game)
    return filters


def _sat(who: Who) -> ColumnElement[bool]:
    seat = SEATS.alias()
    return exists().where(seat.c.ordinal == GAMES.c.ordinal, seat.c.who == who.id, seat.c.bot == who.bot)


def _games(connection: Connection, rows: Sequence[AnyRow]) -> list[Found]:
    """Build games from their rows and those of their seats and options."""
    ordinals = [row.ordinal for row in rows]
    seats: dict[int, list[ArchivedSeat]] = {ordinal: [] for ordinal in ordinals}
    options: dict[int, dict[str, str]] = {ordinal: {} for ordinal in ordinals}
    in_order = select(SEATS).where(SEATS.c.ordinal.in_(ordinals)).order_by(SEATS.c.ordinal, SEATS.c.number)
    for row in connection.execute(in_order):
        seats[row.ordinal].append(_seat(row))
    by_name = select(OPTIONS).where(OPTIONS.c.ordinal.in_(ordinals)).order_by(OPTIONS.c.ordinal, OPTIONS.c.name)
    for row in connection.execute(by_name):
        options[row.ordinal][row.name] = row.value
    return [
        Found(row.ordinal, ArchivedGame(**row_of(row, GAMES), seats=seats[row.ordinal], options=options[row.ordinal]))
        for row in rows
    ]


def _seat(row: AnyRow) -> ArchivedSeat:
    rated = row.mean_after is not None
    return ArchivedSeat(
        who=Who(row.bot, row.who),
        name=row.name,
        persona=row.persona,
        resigned=row.resigned,
        rank=row.rank,
        score=row.score,
        before=Skill(row.mean_before, row.deviation_before, row.vouched_before) if rated else None,
        after=Skill(row.mean_after, row.deviation_after, row.vouched_after) if rated else None,
    )
