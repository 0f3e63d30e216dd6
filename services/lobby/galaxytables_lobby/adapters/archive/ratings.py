"""The ratings: updated by each game that counts, and recomputed from all games.

A game is archived in one transaction and rated in the same, exactly once. Games count in the order of their ordinals,
which is the order in which they were archived. That is nearly the order in which they ended: several workers archive
games, so two games that wait at the same time may be archived in either order. `recompute` takes the same steps for all
games again, with the same results.

`domain/ratings.py` says what a game makes of ratings. Here they are read before a game, and written after it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, insert, select, update

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.archive.schema import GAMES, RATINGS, SEATS, AnyRow
from galaxytables_lobby.domain.archived import Pool, Skill, Who
from galaxytables_lobby.domain.ratings import (
    MIN_OPPONENTS,
    NEWCOMER,
    Standing,
    after_game,
    aged,
    day_of,
    season_of,
)
from galaxytables_lobby.ids import TableId


class RankedSeat(NamedTuple):
    """A seat of a finished game: its player, their name, and the rank."""

    who: Who
    name: str
    rank: int


class CountedGame(NamedTuple):
    """A game that counts for the ratings: its ordinal, its pool, when it ended, and its seats."""

    ordinal: int
    pool: Pool
    finished: int
    seats: Sequence[RankedSeat]


class Recomputed(NamedTuple):
    """The result of `recompute`: how many games were rated again, and how many ratings have changed."""

    games: int
    changed: int


GAMES_AT_ONCE = 500
# A finished game is archived some seconds after its end.
_ARCHIVED_SECONDS = 10.0
_CHANGED = ("name", "mean", "deviation", "vouched", "day", "season", "games", "won", "opponents")
_SKILLS = ("mean_before", "deviation_before", "vouched_before", "mean_after", "deviation_after", "vouched_after")
# Built once: building a statement takes longer than SQLite takes to run it.
_KNOWN = select(RATINGS).where(
    RATINGS.c.game == bindparam("of_game"),
    RATINGS.c.pool == bindparam("of_pool"),
    RATINGS.c.who.in_(bindparam("ids", expanding=True)),
)
_ADD = insert(RATINGS)
_CHANGE = (
    update(RATINGS)
    .where(
        RATINGS.c.game == bindparam("of_game"),
        RATINGS.c.pool == bindparam("of_pool"),
        RATINGS.c.bot == bindparam("of_bot"),
        RATINGS.c.who == bindparam("of_who"),
    )
    .values({name: bindparam(f"new_{name}") for name in _CHANGED})
)
_NOTE = (
    update(SEATS)
    .where(SEATS.c.ordinal == bindparam("of_ordinal"), SEATS.c.number == bindparam("seat"))
    .values({name: bindparam(f"new_{name}") for name in _SKILLS})
)
_OWN, _OTHER = SEATS.alias("own"), SEATS.alias("other")
_MET = (
    select(_OWN.c.who, _OTHER.c.who.label("met"))
    .join(GAMES, GAMES.c.ordinal == _OWN.c.ordinal)
    .join(_OTHER, _OTHER.c.ordinal == _OWN.c.ordinal)
    .where(
        _OWN.c.who.in_(bindparam("ids", expanding=True)),
        _OWN.c.bot.is_(False),
        _OWN.c.ordinal < bindparam("before"),
        _OTHER.c.bot.is_(False),
        _OTHER.c.who != _OWN.c.who,
        GAMES.c.game == bindparam("of_game"),
        GAMES.c.pool == bindparam("of_pool"),
        GAMES.c.rated,
        GAMES.c.settled,
    )
    .distinct()
)


def rate_game(connection: Connection, game: CountedGame) -> None:
    """Update the ratings of a game's players, and store their skills before and after the game in its `seats` rows."""
    players = list(dict.fromkeys(seat.who for seat in game.seats))
    place = {"of_game": game.pool.game, "of_pool": game.pool.part}
    rows = connection.execute(_KNOWN, {**place, "ids": [who.id for who in players]})
    standings = {Who(row.bot, row.who): standing_of(row) for row in rows}
    few = [who for who, each in standings.items() if not who.bot and each.opponents < MIN_OPPONENTS]
    day = day_of(game.finished)
    met = _met(connection, game.pool, game.ordinal, few)
    after = after_game([(seat.who, seat.rank) for seat in game.seats], standings, met, day)
    names = {seat.who: seat.name for seat in game.seats}
    added, changed = [], []
    for who in players:
        values = _values(after[who], names[who])
        if who in standings:
            changed.append(
                {**place, "of_bot": who.bot, "of_who": who.id, **{f"new_{name}": values[name] for name in _CHANGED}}
            )
        else:
            added.append({"game": game.pool.game, "pool": game.pool.part, "bot": who.bot, "who": who.id, **values})
    if added:
        connection.execute(_ADD, added)
    if changed:
        connection.execute(_CHANGE, changed)
    notes = []
    for number, seat in enumerate(game.seats):
        earlier = standings.get(seat.who)
        old = NEWCOMER if earlier is None else aged(earlier.skill, earlier.day, day)
        notes.append({"of_ordinal": game.ordinal, "seat": number, **_notes(old, after[seat.who].skill)})
    connection.execute(_NOTE, notes)


def recompute(connection: Connection) -> Recomputed:
    """Delete all ratings and rate every game again, in order. The connection must be in a transaction of `writing`."""
    before = {_key(row): tuple(row) for row in connection.execute(select(RATINGS))}
    connection.execute(delete(RATINGS))
    rated = _rate_from(connection, 0)
    after = {_key(row): tuple(row) for row in connection.execute(select(RATINGS))}
    return Recomputed(rated, sum(before.get(key) != after.get(key) for key in before.keys() | after.keys()))


def void(connection: Connection, table_id: TableId) -> None:
    """Void a game's rating, so that the game no longer counts, and rate all later games of its pool again.

    The connection must be in a transaction of `writing`. Raises GAME_NOT_ARCHIVED, GAME_NOT_RATED.
    """
    row = _game(connection, table_id)
    if not row.rated:
        raise errors.game_not_rated(table_id)
    uncount(connection, [row.ordinal], tables_pb2.UNRATED_REASON_VOIDED)


def restore(connection: Connection, table_id: TableId) -> None:
    """Restore a game's voided rating, so that the game counts again, and rate it and all later games of its pool again.

    The connection must be in a transaction of `writing`. Raises GAME_NOT_ARCHIVED, GAME_NOT_RATED.
    """
    row = _game(connection, table_id)
    if row.unrated != tables_pb2.UNRATED_REASON_VOIDED:
        raise errors.game_not_rated(table_id)
    connection.execute(update(GAMES).where(GAMES.c.ordinal == row.ordinal).values(rated=True, unrated=0))
    if row.settled:
        rate_again(connection, Pool.of(row.game, row.pool), row.ordinal)


def uncount(connection: Connection, ordinals: Collection[int], reason: tables_pb2.UnratedReason.ValueType) -> None:
    """Mark rated games as no longer counting, for a reason, and rate all later games of their pools again.

    The connection must be in a transaction of `writing`.
    """
    statement = select(GAMES.c.ordinal, GAMES.c.game, GAMES.c.pool, GAMES.c.settled)
    games = connection.execute(statement.where(GAMES.c.ordinal.in_(ordinals)).order_by(GAMES.c.ordinal)).all()
    these = SEATS.c.ordinal.in_(ordinals)
    unrated = {"rated": False, "unrated": int(reason)}
    connection.execute(update(GAMES).where(GAMES.c.ordinal.in_(ordinals)).values(unrated))
    connection.execute(update(SEATS).where(these).values(dict.fromkeys(_SKILLS)))
    gone = {Who(row.bot, row.who) for row in connection.execute(select(SEATS.c.bot, SEATS.c.who).where(these))}
    first: dict[Pool, int] = {}
    for row in games:
        if row.settled:
            first.setdefault(Pool.of(row.game, row.pool), row.ordinal)
    for pool, ordinal in first.items():
        rate_again(connection, pool, ordinal, gone=gone)


def _game(connection: Connection, table_id: TableId) -> AnyRow:
    """Return the row of an archived game. Raises GAME_NOT_ARCHIVED."""
    row = connection.execute(select(GAMES).where(GAMES.c.table_id == table_id)).first()
    if row is None:
        raise errors.game_not_archived(table_id, retry_after=_ARCHIVED_SECONDS)
    return row


def rate_again(connection: Connection, pool: Pool, first: int, *, gone: Iterable[Who] = ()) -> int:
    """Rate all games of a pool again from the ordinal `first` on, as `recompute` would.

    First, the players of these games get back the ratings that they had before that ordinal; so do the players `gone`,
    who no longer have a seat in any of these games. The connection must be in a transaction of `writing`. Returns how
    many games were rated.
    """
    since = select(SEATS.c.bot, SEATS.c.who).join(GAMES, GAMES.c.ordinal == SEATS.c.ordinal)
    since = since.where(counts_in(pool), GAMES.c.ordinal >= first).distinct()
    players = {Who(row.bot, row.who) for row in connection.execute(since).all()}
    for who in players.union(gone):
        theirs = and_(RATINGS.c.bot == who.bot, RATINGS.c.who == who.id)
        connection.execute(delete(RATINGS).where(RATINGS.c.game == pool.game, RATINGS.c.pool == pool.part, theirs))
        _put_back(connection, pool, who, first)
    return _rate_from(connection, first - 1, pool)


def counts_in(pool: Pool) -> ColumnElement[bool]:
    """Return the SQL condition that a row of `games` is a settled, rated game of this pool."""
    return and_(GAMES.c.game == pool.game, GAMES.c.pool == pool.part, GAMES.c.rated, GAMES.c.settled)


def _put_back(connection: Connection, pool: Pool, who: Who, first: int) -> None:
    """Give a player the rating that they had before the game `first`, if they had one."""
    earlier = (
        select(SEATS)
        .join(GAMES, GAMES.c.ordinal == SEATS.c.ordinal)
        .where(counts_in(pool), GAMES.c.ordinal < first, SEATS.c.bot == who.bot, SEATS.c.who == who.id)
        .order_by(SEATS.c.ordinal, SEATS.c.number)
    )
    rows = connection.execute(earlier).all()
    if not rows:
        return
    last, played = rows[-1], {row.ordinal for row in rows}
    people = [] if who.bot else _met(connection, pool, first, [who]).get(who, [])
    standing = Standing(
        skill=Skill(last.mean_after, last.deviation_after, last.vouched_after),
        day=day_of(last.finished),
        games=len(played),
        won=len({row.ordinal for row in rows if row.rank == 1}),
        opponents=min(len(people), MIN_OPPONENTS),
    )
    place = {"game": pool.game, "pool": pool.part, "bot": who.bot, "who": who.id}
    connection.execute(_ADD, {**place, **_values(standing, last.name)})


def _rate_from(connection: Connection, last: int, pool: Pool | None = None) -> int:
    """Rate the games that count after the ordinal `last`, in order: those of one pool, or of all. Returns how many."""
    rated = 0
    statement = select(GAMES.c.ordinal, GAMES.c.game, GAMES.c.pool, GAMES.c.finished)
    statement = statement.where(and_(GAMES.c.rated, GAMES.c.settled) if pool is None else counts_in(pool))
    statement = statement.order_by(GAMES.c.ordinal).limit(GAMES_AT_ONCE)
    while True:
        games = connection.execute(statement.where(GAMES.c.ordinal > last)).all()
        if not games:
            return rated
        seats = seats_of(connection, [row.ordinal for row in games])
        for row in games:
            rate_game(
                connection, CountedGame(row.ordinal, Pool.of(row.game, row.pool), row.finished, seats[row.ordinal])
            )
        rated, last = rated + len(games), games[-1].ordinal


def seats_of(connection: Connection, ordinals: Sequence[int]) -> dict[int, list[RankedSeat]]:
    """Return the seats of each game, by the game's ordinal. The seats of a game are in the order of their numbers."""
    seats: dict[int, list[RankedSeat]] = {ordinal: [] for ordinal in ordinals}
    rows = connection.execute(
        select(SEATS.c.ordinal, SEATS.c.bot, SEATS.c.who, SEATS.c.name, SEATS.c.rank)
        .where(SEATS.c.ordinal.in_(ordinals))
        .order_by(SEATS.c.ordinal, SEATS.c.number)
    )
    for row in rows:
        seats[row.ordinal].append(RankedSeat(Who(row.bot, row.who), row.name, row.rank))
    return seats


def _met(connection: Connection, pool: Pool, before: int, people: Sequence[Who]) -> Mapping[Who, list[Who]]:
    """Return the different people whom each of these people met in a pool's games with an ordinal below `before`."""
    if not people:
        return {}
    given = {"ids": [who.id for who in people], "before": before, "of_game": pool.game, "of_pool": pool.part}
    met: dict[Who, list[Who]] = {}
    for row in connection.execute(_MET, given):
        met.setdefault(Who(False, row.who), []).append(Who(False, row.met))
    return met


def standing_of(row: AnyRow) -> Standing:
    """Return the standing that a row of `ratings` holds."""
    skill = Skill(row.mean, row.deviation, row.vouched)
    return Standing(skill=skill, day=row.day, games=row.games, won=row.won, opponents=row.opponents)


def _values(standing: Standing, name: str) -> dict[str, object]:
    return {
        "name": name,
        "mean": standing.skill.mean,
        "deviation": standing.skill.deviation,
        "vouched": standing.skill.vouched,
        "day": standing.day,
        "season": season_of(standing.day),
        "games": standing.games,
        "won": standing.won,
        "opponents": standing.opponents,
    }


def _notes(before: Skill, after: Skill) -> dict[str, float]:
    numbers = (before.mean, before.deviation, before.vouched, after.mean, after.deviation, after.vouched)
    return {f"new_{name}": number for name, number in zip(_SKILLS, numbers, strict=True)}


def _key(row: AnyRow) -> tuple[str, str, bool, str]:
    return row.game, row.pool, row.bot, row.who
