"""Reads ratings: a player's own, the leaderboards, and those with which seasons ended. Part of a transaction.

Certainty ages from day to day, so the database computes each value as of a day. It takes the same steps as
`domain/ratings.py`, in the same order, so both have the same numbers.
"""

from dataclasses import replace
from typing import NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Connection, and_, case, func, or_, select
from sqlalchemy.sql.expression import literal

from galaxytables_lobby.adapters.archive.ratings import standing_of
from galaxytables_lobby.adapters.archive.schema import RATINGS, SEASONS, STANDINGS, AnyRow
from galaxytables_lobby.domain.archived import (
    HEADROOM,
    POINTS,
    START_POINTS,
    LeaderboardKey,
    LeaderboardQuery,
    PlayerRating,
    Pool,
    Skill,
    Who,
    shown,
)
from galaxytables_lobby.domain.erasure import ERASED_PREFIX
from galaxytables_lobby.domain.ratings import (
    AGEING,
    GRACE_DAYS,
    MAX_DEVIATION,
    MIN_GAMES,
    MIN_OPPONENTS,
    NEWCOMER,
    SEASON_AGEING,
    aged,
    is_provisional,
    season_of,
)

_Number: TypeAlias = ColumnElement[float]
# Wider than any error of rounding, and much less than what is shown.
_NEAR = 1e-6


class _Order(NamedTuple):
    """The columns by which a leaderboard is sorted: 1 for provisional ratings, and the value."""

    provisional: ColumnElement[int]
    value: _Number


def of_player(connection: Connection, who: Who, day: int | None) -> list[PlayerRating]:
    """Return a player's ratings, one for each rating pool, with their places on the leaderboards.

    Uncertainty grows from day to day. It is given as of `day` or, if that is None, as of the day of the player's last
    game.
    """
    rows = connection.execute(
        select(RATINGS)
        .where(RATINGS.c.bot == who.bot, RATINGS.c.who == who.id)
        .order_by(RATINGS.c.game, RATINGS.c.pool.desc())
    ).all()
    return [_with_place(connection, _rating(row, row.day if day is None else day), day or row.day) for row in rows]


def leaderboard(connection: Connection, query: LeaderboardQuery) -> list[PlayerRating]:
    """Return the ratings of the best players of a rating pool, best first, starting after the query's key.

    Of players with equal values, smaller ids come first.
    """
    table = RATINGS if query.season is None else STANDINGS
    order = _order_on(query.day) if query.season is None else _STANDING_ORDER
    rows = select(table).where(
        table.c.game == query.pool.game,
        table.c.pool == query.pool.part,
        table.c.bot.is_(query.bots),
        # Erased players still count for their opponents, but are never listed.
        table.c.who.startswith(ERASED_PREFIX).is_(False),
    )
    if query.season is not None:
        rows = rows.where(STANDINGS.c.season == query.season)
    if query.after is not None:
        rows = rows.where(_after(order, table.c.who, query.after))
    rows = rows.order_by(order.provisional, order.value.desc(), table.c.who).limit(query.limit)
    found = connection.execute(rows)
    return [_rating(row, query.day) if query.season is None else _standing(row) for row in found]


def seasons(connection: Connection) -> list[int]:
    """Return the seasons whose standings are archived, latest first."""
    return list(connection.execute(select(SEASONS.c.season).order_by(SEASONS.c.season.desc())).scalars())


def standings_of(connection: Connection, who: Who) -> list[tuple[int, PlayerRating]]:
    """Return the ratings that a player had at the end of past seasons, latest season first.

    Each comes with the number of its season.
    """
    rows = select(STANDINGS).where(STANDINGS.c.bot == who.bot, STANDINGS.c.who == who.id)
    found = connection.execute(rows.order_by(STANDINGS.c.season.desc(), STANDINGS.c.game, STANDINGS.c.pool))
    return [(row.season, _standing(row)) for row in found]


def _order_on(day: int) -> _Order:
    absent = literal(day) - RATINGS.c.day - GRACE_DAYS
    seasons = literal(season_of(day)) - RATINGS.c.season
    grown = RATINGS.c.deviation + AGEING * _not_negative(absent) + SEASON_AGEING * _not_negative(seasons)
    deviation = _smaller(grown, NEWCOMER.deviation)
    provisional = or_(
        RATINGS.c.games < MIN_GAMES,
        and_(RATINGS.c.bot.is_(False), RATINGS.c.opponents < MIN_OPPONENTS),
        deviation >= MAX_DEVIATION,
    )
    return _Order(
        case((provisional, 1), else_=0), _smaller(RATINGS.c.mean - 3 * deviation, RATINGS.c.vouched + HEADROOM)
    )


_STANDING_ORDER = _Order(case((STANDINGS.c.provisional, 1), else_=0), STANDINGS.c.value)


def _not_negative(number: ColumnElement[int]) -> ColumnElement[int]:
    return case((number > 0, number), else_=0)


def _smaller(one: _Number, other: _Number | float) -> _Number:
    return case((one < other, one), else_=other)


def _after(order: _Order, who: ColumnElement[str], key: LeaderboardKey) -> ColumnElement[bool]:
    """Return the SQL condition that a player comes after a sort key on a leaderboard."""
    provisional = int(key.provisional)
    return or_(
        order.provisional > provisional,
        and_(
            order.provisional == provisional,
            or_(order.value < key.value, and_(order.value == key.value, who > key.who.id)),
        ),
    )


def _with_place(connection: Connection, rating: PlayerRating, day: int) -> PlayerRating:
    """Return a rating with its place: one more than the number of players whose shown value is higher."""
    order = _order_on(day)
    value = rating.skill.shown_value
    # From here on a value is shown as a greater one.
    bound = (value + 0.5 - START_POINTS) / POINTS
    others = and_(
        RATINGS.c.game == rating.pool.game,
        RATINGS.c.pool == rating.pool.part,
        RATINGS.c.bot.is_(rating.who.bot),
        RATINGS.c.who.startswith(ERASED_PREFIX).is_(False),
    )
    alike = order.provisional == int(rating.provisional)
    ahead = or_(order.provisional < int(rating.provisional), and_(alike, order.value > bound + _NEAR))
    count = connection.execute(select(func.count()).where(others, ahead)).scalar_one()
    near = connection.execute(
        select(order.value).where(others, alike, order.value.between(bound - _NEAR, bound + _NEAR))
    )
    return replace(rating, place=1 + count + sum(shown(other) > value for other in near.scalars()))


def _rating(row: AnyRow, day: int) -> PlayerRating:
    standing = standing_of(row)
    skill = aged(standing.skill, standing.day, day)
    return PlayerRating(
        pool=Pool.of(row.game, row.pool),
        who=Who(row.bot, row.who),
        name=row.name,
        skill=skill,
        games=row.games,
        won=row.won,
        provisional=is_provisional(bot=row.bot, games=row.games, opponents=row.opponents, deviation=skill.deviation),
    )


def _standing(row: AnyRow) -> PlayerRating:
    return PlayerRating(
        pool=Pool.of(row.game, row.pool),
        who=Who(row.bot, row.who),
        name=row.name,
        skill=Skill(row.mean, row.deviation, row.vouched),
        games=row.games,
        won=row.won,
        provisional=row.provisional,
    )
