"""Archives how seasons ended, from the games of each; part of the caller's transaction.

A season's standings have everybody who played in it, with the ratings after their last games. They are written once. A
game that is voided later changes ratings, and no standings.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import Connection, func, insert, select

from galaxytables_lobby.adapters.archive.schema import GAMES, SEASONS, SEATS, STANDINGS, AnyRow
from galaxytables_lobby.domain.archived import Skill, Who
from galaxytables_lobby.domain.erasure import ERASED_PREFIX
from galaxytables_lobby.domain.ratings import DAY_MILLISECONDS, aged, day_of, first_day, is_provisional, season_of

_COLUMNS = [
    SEATS.c[name]
    for name in (
        "ordinal",
        "bot",
        "who",
        "name",
        "rank",
        "finished",
        "mean_after",
        "deviation_after",
        "vouched_after",
    )
]
# A game that ended on the last day is archived long before this has passed.
_SETTLING_DAYS = 1


def end_season(connection: Connection, now: int) -> int | None:
    """Archive the final standings of the earliest season that is over and not archived yet.

    Returns that season. Returns None if there is none, or while any of its games is not settled. The connection must be
    in a transaction of `writing`.
    """
    season = _next_season(connection)
    if season is None or day_of(now) < first_day(season + 1) + _SETTLING_DAYS:
        return None
    begin, end = (first_day(each) * DAY_MILLISECONDS for each in (season, season + 1))
    waiting = select(GAMES.c.ordinal).where(GAMES.c.settled.is_(False), GAMES.c.finished < end).limit(1)
    if connection.execute(waiting).first() is not None:
        return None
    rows = connection.execute(
        select(GAMES.c.game, GAMES.c.pool, *_COLUMNS)
        .join(GAMES, GAMES.c.ordinal == SEATS.c.ordinal)
        .where(GAMES.c.rated, GAMES.c.settled, SEATS.c.finished >= begin, SEATS.c.finished < end)
        .order_by(SEATS.c.ordinal, SEATS.c.number)
    )
    connection.execute(insert(SEASONS).values(season=season, archived=now))
    standings = [_values(season, place, each) for place, each in _played(rows).items()]
    if standings:
        connection.execute(insert(STANDINGS), standings)
    return season


def _next_season(connection: Connection) -> int | None:
    last = connection.execute(select(func.max(SEASONS.c.season))).scalar_one()
    if last is not None:
        return int(last) + 1
    first = select(func.min(GAMES.c.finished)).where(GAMES.c.settled, GAMES.c.rated)
    finished = connection.execute(first).scalar_one()
    return None if finished is None else season_of(day_of(finished))


@dataclass
class _Player:
    """What a player did in a pool during a season: the last seat's row, games played and won, and the people met."""

    last: AnyRow
    games: set[int] = field(default_factory=set)
    won: set[int] = field(default_factory=set)
    met: set[str] = field(default_factory=set)


def _played(rows: Iterable[AnyRow]) -> dict[tuple[str, str, Who], _Player]:
    """Return what each player of each pool did in a season. `rows` are the seats of its games, oldest game first."""
    players: dict[tuple[str, str, Who], _Player] = {}
    people: dict[int, set[str]] = {}
    for row in rows:
        player = players.setdefault((row.game, row.pool, Who(row.bot, row.who)), _Player(row))
        player.last = row
        player.games.add(row.ordinal)
        if row.rank == 1:
            player.won.add(row.ordinal)
        if not row.bot:
            people.setdefault(row.ordinal, set()).add(row.who)
    for (_, _, who), player in players.items():
        player.met = set().union(*(people.get(ordinal, ()) for ordinal in player.games)) - {who.id}
    return {place: each for place, each in players.items() if not place[2].id.startswith(ERASED_PREFIX)}


def _values(season: int, place: tuple[str, str, Who], player: _Player) -> dict[str, object]:
    game, pool, who = place
    last = player.last
    after = Skill(last.mean_after, last.deviation_after, last.vouched_after)
    skill = aged(after, day_of(last.finished), first_day(season + 1) - 1)
    provisional = is_provisional(
        bot=who.bot, games=len(player.games), opponents=len(player.met), deviation=skill.deviation
    )
    return {
        "season": season,
        "game": game,
        "pool": pool,
        "bot": who.bot,
        "who": who.id,
        "name": last.name,
        "mean": skill.mean,
        "deviation": skill.deviation,
        "vouched": skill.vouched,
        "value": skill.value,
        "provisional": provisional,
        "games": len(player.games),
        "won": len(player.won),
    }
