"""The ratings: updated by each rated game, and recomputed from all games.

A game is rated in the transaction that archives it, so exactly once. Games count in the order of their ordinals, which
is the order in which they were archived. That is nearly the order in which they ended: several workers archive games,
so two games that wait at the same time may be archived in either order. `recompute` takes the same steps for all games
again, with the same results.

Skills follow OpenSkill's Plackett-Luce model: a skill is a normal distribution, and a game is a ranking of its seats,
with ties. A bot counts as one player at all tables. If it plays several seats of a game, each seat is rated from the
bot's skill before the game, and the bot gets the mean of the results. The order of the seats does not matter otherwise.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from openskill.models import PlackettLuce
from sqlalchemy import Connection, and_, bindparam, delete, insert, or_, select, tuple_, update
from sqlalchemy.sql.elements import ColumnElement

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.archive.schema import GAMES, RATINGS, SEATS, AnyRow
from galaxytables_lobby.domain.archived import LeaderboardKey, PlayerRating, Skill, Who
from galaxytables_lobby.domain.erasure import ERASED_PREFIX
from galaxytables_lobby.ids import TableId

_MODEL = PlackettLuce()

Player = TypeVar("Player", bound=Hashable)


NEWCOMER = Skill(_MODEL.mu, _MODEL.sigma)


def rate(ranking: Sequence[tuple[Player, int]], known: Mapping[Player, Skill]) -> dict[Player, Skill]:
    """Return the skill of each player after a game of at least two seats.

    `ranking` has each seat's player and rank, `known` the players' skills before the game. A player who is not in
    `known` is a newcomer.
    """
    before = [known.get(player, NEWCOMER) for player, _ in ranking]
    teams = [[_MODEL.create_rating([skill.mean, skill.deviation])] for skill in before]
    rated = _MODEL.rate(teams, ranks=[float(rank) for _, rank in ranking])
    by_player: dict[Player, list[Skill]] = {}
    for (player, _), (rating,) in zip(ranking, rated, strict=True):
        by_player.setdefault(player, []).append(Skill(rating.mu, rating.sigma))
    return {
        player: Skill(
            sum(skill.mean for skill in skills) / len(skills), sum(skill.deviation for skill in skills) / len(skills)
        )
        for player, skills in by_player.items()
    }


# Player, name and rank of a seat.
Ranked = tuple[Who, str, int]

_GAMES_AT_ONCE = 500
# A finished game is archived some seconds after its end.
_ARCHIVED_SECONDS = 10.0
# Built once: building a statement takes longer than SQLite takes to run it.
_KNOWN = select(RATINGS).where(
    RATINGS.c.game == bindparam("of_game"), RATINGS.c.who.in_(bindparam("ids", expanding=True))
)
_ADD = insert(RATINGS)
_CHANGE = (
    update(RATINGS)
    .where(
        RATINGS.c.game == bindparam("of_game"),
        RATINGS.c.bot == bindparam("of_bot"),
        RATINGS.c.who == bindparam("of_who"),
    )
    .values({name: bindparam(f"new_{name}") for name in ("name", "mean", "deviation", "value", "games", "won")})
)
_NOTE = (
    update(SEATS)
    .where(SEATS.c.ordinal == bindparam("of_ordinal"), SEATS.c.number == bindparam("seat"))
    .values(
        mean_before=bindparam("old_mean"),
        deviation_before=bindparam("old_deviation"),
        mean_after=bindparam("new_mean"),
        deviation_after=bindparam("new_deviation"),
    )
)


class Recomputed(NamedTuple):
    """The result of `recompute`: how many games were rated again, and how many ratings have changed."""

    games: int
    changed: int


def rate_seats(connection: Connection, game: str, ordinal: int, seats: Sequence[Ranked]) -> None:
    """Update the ratings of a game's players, and store their skills before and after the game in its `seats` rows."""
    players = list(dict.fromkeys(who for who, _, _ in seats))
    rows = connection.execute(_KNOWN, {"of_game": game, "ids": [who.id for who in players]})
    known = {rating.who: rating for rating in map(_rating, rows)}
    skills = rate([(who, rank) for who, _, rank in seats], {who: known[who].skill for who in players if who in known})
    names = {who: name for who, name, _ in seats}
    added, changed = [], []
    for who in players:
        won = any(rank == 1 for other, _, rank in seats if other == who)
        before = known.get(who)
        values = _values(skills[who], names[who])
        if before is None:
            added.append({"game": game, "bot": who.bot, "who": who.id, **values, "games": 1, "won": int(won)})
        else:
            values |= {"games": before.games + 1, "won": before.won + won}
            place = {"of_game": game, "of_bot": who.bot, "of_who": who.id}
            changed.append({**place, **{f"new_{name}": value for name, value in values.items()}})
    if added:
        connection.execute(_ADD, added)
    if changed:
        connection.execute(_CHANGE, changed)
    notes = []
    for number, (who, _, _) in enumerate(seats):
        old, new = known[who].skill if who in known else NEWCOMER, skills[who]
        notes.append(
            {
                "of_ordinal": ordinal,
                "seat": number,
                "old_mean": old.mean,
                "old_deviation": old.deviation,
                "new_mean": new.mean,
                "new_deviation": new.deviation,
            }
        )
    connection.execute(_NOTE, notes)


def recompute(connection: Connection) -> Recomputed:
    """Delete all ratings and rate every game again, in order. The connection must be in a transaction of `writing`."""
    before = {_key(rating): rating for rating in map(_rating, connection.execute(select(RATINGS)))}
    connection.execute(delete(RATINGS))
    rated = _rate_from(connection, 0)
    after = {_key(rating): rating for rating in map(_rating, connection.execute(select(RATINGS)))}
    return Recomputed(rated, sum(before.get(key) != after.get(key) for key in before.keys() | after.keys()))


def void(connection: Connection, table_id: TableId) -> None:
    """Let a rated game not count any more, and rate all later plays of that game again.

    The connection must be in a transaction of `writing`. Raises GAME_NOT_ARCHIVED, GAME_NOT_RATED.
    """
    row = _game(connection, table_id)
    if not row.rated:
        raise errors.game_not_rated(table_id)
    unrated = {"rated": False, "unrated": int(tables_pb2.UNRATED_REASON_VOIDED)}
    connection.execute(update(GAMES).where(GAMES.c.ordinal == row.ordinal).values(unrated))
    seats = connection.execute(select(SEATS.c.bot, SEATS.c.who).where(SEATS.c.ordinal == row.ordinal)).all()
    nothing = dict.fromkeys(("mean_before", "deviation_before", "mean_after", "deviation_after"))
    connection.execute(update(SEATS).where(SEATS.c.ordinal == row.ordinal).values(nothing))
    rate_again(connection, row.game, row.ordinal, gone=[Who(seat.bot, seat.who) for seat in seats])


def restore(connection: Connection, table_id: TableId) -> None:
    """Let a game whose rating was voided count again, and rate it and all later plays of that game again.

    The connection must be in a transaction of `writing`. Raises GAME_NOT_ARCHIVED, GAME_NOT_RATED.
    """
    row = _game(connection, table_id)
    if row.unrated != tables_pb2.UNRATED_REASON_VOIDED:
        raise errors.game_not_rated(table_id)
    connection.execute(update(GAMES).where(GAMES.c.ordinal == row.ordinal).values(rated=True, unrated=0))
    rate_again(connection, row.game, row.ordinal)


def _game(connection: Connection, table_id: TableId) -> AnyRow:
    """Return the row of an archived game. Raises GAME_NOT_ARCHIVED."""
    wanted = select(GAMES.c.ordinal, GAMES.c.game, GAMES.c.rated, GAMES.c.unrated).where(GAMES.c.table_id == table_id)
    row = connection.execute(wanted).first()
    if row is None:
        raise errors.game_not_archived(table_id, retry_after=_ARCHIVED_SECONDS)
    return row


def rate_again(connection: Connection, game: str, first: int, *, gone: Iterable[Who] = ()) -> int:
    """Rate all plays of a game (such as `race`) again, from an ordinal on, as `recompute` would.

    First, the players of these plays and the players `gone` get back the ratings that they had before the ordinal. The
    connection must be in a transaction of `writing`. Returns how many plays were rated.
    """
    since = (
        select(SEATS.c.bot, SEATS.c.who)
        .join(GAMES, GAMES.c.ordinal == SEATS.c.ordinal)
        .where(GAMES.c.game == game, GAMES.c.rated, GAMES.c.ordinal >= first)
        .distinct()
    )
    players = {Who(row.bot, row.who) for row in connection.execute(since).all()}
    for who in players.union(gone):
        connection.execute(delete(RATINGS).where(RATINGS.c.game == game, _is(who)))
        _put_back(connection, game, who, first)
    return _rate_from(connection, first - 1, game)


def _put_back(connection: Connection, game: str, who: Who, first: int) -> None:
    """Give a player the rating that they had before an ordinal, if they had one."""
    earlier = (
        select(SEATS.c.ordinal, SEATS.c.number, SEATS.c.name, SEATS.c.rank, SEATS.c.mean_after, SEATS.c.deviation_after)
        .join(GAMES, GAMES.c.ordinal == SEATS.c.ordinal)
        .where(GAMES.c.game == game, GAMES.c.rated, GAMES.c.ordinal < first)
        .where(SEATS.c.bot == who.bot, SEATS.c.who == who.id)
        .order_by(SEATS.c.ordinal, SEATS.c.number)
    )
    rows = connection.execute(earlier).all()
    if not rows:
        return
    last, played = rows[-1], {row.ordinal for row in rows}
    values = _values(Skill(last.mean_after, last.deviation_after), last.name)
    won = len({row.ordinal for row in rows if row.rank == 1})
    place = {"game": game, "bot": who.bot, "who": who.id}
    connection.execute(_ADD, {**place, **values, "games": len(played), "won": won})


def _rate_from(connection: Connection, last: int, game: str = "") -> int:
    """Rate all games, or those of one game, after an ordinal, in order. Returns how many."""
    rated = 0
    wanted = select(GAMES.c.ordinal, GAMES.c.game).where(GAMES.c.rated).order_by(GAMES.c.ordinal).limit(_GAMES_AT_ONCE)
    if game:
        wanted = wanted.where(GAMES.c.game == game)
    while True:
        games = connection.execute(wanted.where(GAMES.c.ordinal > last)).all()
        if not games:
            return rated
        seats: dict[int, list[Ranked]] = {row.ordinal: [] for row in games}
        rows = connection.execute(
            select(SEATS.c.ordinal, SEATS.c.bot, SEATS.c.who, SEATS.c.name, SEATS.c.rank)
            .where(SEATS.c.ordinal.in_(list(seats)))
            .order_by(SEATS.c.ordinal, SEATS.c.number)
        )
        for seat in rows:
            seats[seat.ordinal].append((Who(seat.bot, seat.who), seat.name, seat.rank))
        for row in games:
            rate_seats(connection, row.game, row.ordinal, seats[row.ordinal])
        rated, last = rated + len(games), games[-1].ordinal


def of_player(connection: Connection, who: Who) -> list[PlayerRating]:
    """Return a player's ratings, one for each game."""
    rows = connection.execute(select(RATINGS).where(_is(who)).order_by(RATINGS.c.game))
    return [_rating(row) for row in rows]


def leaderboard(
    connection: Connection, game: str, *, bots: bool, after: LeaderboardKey | None, most: int
) -> list[PlayerRating]:
    """Return the best players of a game, best first, starting after the key `after`.

    Of players with equal ratings, people come before bots, then smaller ids first.
    """
    query = select(RATINGS).where(RATINGS.c.game == game)
    # Erased players still count for their opponents, but are never listed.
    query = query.where(RATINGS.c.who.startswith(ERASED_PREFIX).is_(False))
    if not bots:
        query = query.where(RATINGS.c.bot.is_(False))
    if after is not None:
        tied = tuple_(RATINGS.c.bot, RATINGS.c.who) > tuple_(*after.who)
        query = query.where(or_(RATINGS.c.value < after.value, and_(RATINGS.c.value == after.value, tied)))
    rows = connection.execute(query.order_by(RATINGS.c.value.desc(), RATINGS.c.bot, RATINGS.c.who).limit(most))
    return [_rating(row) for row in rows]


def _is(who: Who) -> ColumnElement[bool]:
    return and_(RATINGS.c.bot == who.bot, RATINGS.c.who == who.id)


def _values(skill: Skill, name: str) -> dict[str, object]:
    return {"name": name, "mean": skill.mean, "deviation": skill.deviation, "value": skill.value}


def _rating(row: AnyRow) -> PlayerRating:
    return PlayerRating(
        game=row.game,
        who=Who(row.bot, row.who),
        name=row.name,
        skill=Skill(row.mean, row.deviation),
        games=row.games,
        won=row.won,
    )


def _key(rating: PlayerRating) -> tuple[str, Who]:
    return rating.game, rating.who
