"""Ratings: their pools, how they age, and what a game makes of its players' ratings. Pure functions.

A player has a rating in each pool: a game, a kind of seats (two, or more) and a speed (live, or slow). Skills follow
OpenSkill's Plackett-Luce model: a skill is a normal distribution, and a game is a ranking of its seats, with ties. A
bot counts as one player at all tables. If it plays several seats of a game, each seat is rated from the bot's skill
before the game, and the bot gets the mean of the results.

Four rules keep ratings honest, beside those by which a game counts at all (`endings.py`):

- The same pair counts only so often (`is_repeated`), so a few accounts feed nobody.
- A rating is provisional until its player has met enough people (`is_provisional`). Provisional ratings come last.
- A rating is at most so far above what the player's results against other people vouch for (`Skill.vouched`). So it
  does not help to beat many accounts that have beaten nobody.
- Certainty ages with absence and with each season (`aged`), so nobody keeps a place by staying away.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import MAXYEAR, date
from itertools import combinations
from typing import TypeVar

from openskill.models import PlackettLuce

from galaxytables_lobby.domain.archived import Pool, SeatsKind, Skill, Speed, Who
from galaxytables_lobby.domain.state import TimeControl

_MODEL = PlackettLuce()
NEWCOMER = Skill(_MODEL.mu, _MODEL.sigma)

MIN_GAMES, MIN_OPPONENTS, MAX_DEVIATION = 10, 5, 6.0
"""A rating with fewer games, fewer different people or a greater deviation is provisional. Bots need no people."""

PAIR_GAMES, PAIR_DAYS = 10, 30
"""How many games of the same two players count in so many days, if one of them is a person."""

GRACE_DAYS, AGEING, SEASON_AGEING = 30, 0.02, 0.5
"""By how much the deviation grows: for each day of absence after the first ones, and with each new season."""

# How far one game moves what is vouched for towards the strongest person who was beaten, or the weakest who was ahead.
_VOUCHING = 0.15
_HOUR = 3_600 * 1_000
DAY_MILLISECONDS = 24 * _HOUR
_EPOCH = date(1970, 1, 1).toordinal()
_QUARTERS, _MONTHS = 4, 3

Player = TypeVar("Player", bound=Hashable)


def is_slow(control: TimeControl) -> bool:
    """Return whether a time control leaves at least an hour for a choice, or a day for the game.

    A table without a clock is live: its players usually stay until the end.
    """
    return control.per_move >= _HOUR or control.initial >= DAY_MILLISECONDS


def pool_of(game: str, seats: int, control: TimeControl) -> Pool:
    """Return the rating pool of a table with this number of seats and this time control."""
    kind = SeatsKind.MORE if seats > 2 else SeatsKind.TWO  # noqa: PLR2004  # two is what the kind is named for
    return Pool(game, kind, Speed.SLOW if is_slow(control) else Speed.LIVE)


def day_of(time: int) -> int:
    """Return the day (UTC) of a time in milliseconds since the epoch, counted from the epoch."""
    return time // DAY_MILLISECONDS


def season_of(day: int) -> int:
    """Return the season of a day. Seasons are the quarters of a year, counted from the year 0."""
    then = date.fromordinal(_EPOCH + day)
    return then.year * _QUARTERS + (then.month - 1) // _MONTHS


def season_number(season: int) -> int:
    """Return the number under which people see a season: the year and the quarter, such as 20264."""
    year, quarter = divmod(season, _QUARTERS)
    return year * 10 + quarter + 1


def season_numbered(number: int) -> int | None:
    """Return the season with a number such as 20264, or None if that is not the number of a season."""
    year, quarter = divmod(number, 10)
    return year * _QUARTERS + quarter - 1 if 1 <= quarter <= _QUARTERS and 1 <= year <= MAXYEAR else None


def first_day(season: int) -> int:
    """Return the first day of a season, counted from the epoch."""
    year, quarter = divmod(season, _QUARTERS)
    return date(year, 1 + quarter * _MONTHS, 1).toordinal() - _EPOCH


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's standing in a pool: the skill after the last game that counted, and the day of that game.

    `opponents` is the number of different people whom the player has met, at most `MIN_OPPONENTS`.
    """

    skill: Skill
    day: int
    games: int
    won: int
    opponents: int


def aged(skill: Skill, since: int, day: int) -> Skill:
    """Return a skill of the day `since`, made less certain by the time until `day`.

    It never gets less certain than a newcomer's.
    """
    absent = max(day - since - GRACE_DAYS, 0)
    seasons = max(season_of(day) - season_of(since), 0)
    deviation = skill.deviation + AGEING * absent + SEASON_AGEING * seasons
    return replace(skill, deviation=min(deviation, NEWCOMER.deviation))


def is_provisional(*, bot: bool, games: int, opponents: int, deviation: float) -> bool:
    """Return whether a rating is provisional: it rests on too few games or opponents, or is still too uncertain."""
    return games < MIN_GAMES or (not bot and opponents < MIN_OPPONENTS) or deviation >= MAX_DEVIATION


def is_repeated(players: Collection[Who], earlier: Iterable[Collection[Who]]) -> bool:
    """Return whether a game does not count because two of its players have played together too often.

    `earlier` has the players of each game of that pool that counted in the last `PAIR_DAYS` days. Two bots may play
    together as often as they like.
    """
    sat = [frozenset(each) for each in earlier]
    pairs = combinations(dict.fromkeys(players), 2)
    return any(
        sum(one in each and other in each for each in sat) >= PAIR_GAMES
        for one, other in pairs
        if not (one.bot and other.bot)
    )


def rate(ranking: Sequence[tuple[Player, int]], known: Mapping[Player, Skill]) -> dict[Player, Skill]:
    """Return the skill of each player after a game of at least two seats; `vouched` does not change.

    `ranking` has each seat's player and rank, `known` the players' skills before the game. A player who is not in
    `known` is a newcomer.
    """
    before = [known.get(player, NEWCOMER) for player, _ in ranking]
    teams = [[_MODEL.create_rating([skill.mean, skill.deviation])] for skill in before]
    rated = _MODEL.rate(teams, ranks=[float(rank) for _, rank in ranking])
    by_player: dict[Player, list[Skill]] = {}
    for (player, _), (rating,), skill in zip(ranking, rated, before, strict=True):
        by_player.setdefault(player, []).append(Skill(rating.mu, rating.sigma, skill.vouched))
    return {
        player: Skill(
            sum(skill.mean for skill in skills) / len(skills),
            sum(skill.deviation for skill in skills) / len(skills),
            skills[0].vouched,
        )
        for player, skills in by_player.items()
    }


def after_game(
    ranking: Sequence[tuple[Who, int]], known: Mapping[Who, Standing], met: Mapping[Who, Collection[Who]], day: int
) -> dict[Who, Standing]:
    """Return the standing of each player after a game that counts and ended on a day.

    `met` has, for people with fewer than `MIN_OPPONENTS` opponents, the people whom they have met in earlier games.
    """
    before = {who: aged(each.skill, each.day, day) for who, each in known.items()}
    skills = rate(ranking, before)
    best: dict[Who, int] = {}
    for who, rank in ranking:
        best[who] = min(rank, best.get(who, rank))
    people = {who for who in best if not who.bot}
    after = {}
    for who, rank in best.items():
        witnesses = {other: place for other, place in best.items() if other != who and (who.bot or not other.bot)}
        beaten = [before.get(other, NEWCOMER).value for other, place in witnesses.items() if place >= rank]
        ahead = [
            before[other].value
            for other, place in witnesses.items()
            if place < rank and other in known and not _provisional(other, known[other], before[other])
        ]
        earlier = known.get(who)
        opponents = earlier.opponents if earlier is not None else 0
        if not who.bot and opponents < MIN_OPPONENTS:
            opponents = min(len({*met.get(who, ()), *people} - {who}), MIN_OPPONENTS)
        skill = skills[who]
        after[who] = Standing(
            skill=replace(skill, vouched=_vouched(skill.vouched, beaten, ahead)),
            day=day,
            games=1 + (earlier.games if earlier is not None else 0),
            won=(rank == 1) + (earlier.won if earlier is not None else 0),
            opponents=opponents,
        )
    return after


def _provisional(who: Who, standing: Standing, skill: Skill) -> bool:
    return is_provisional(bot=who.bot, games=standing.games, opponents=standing.opponents, deviation=skill.deviation)


def _vouched(before: float, beaten: Sequence[float], ahead: Sequence[float]) -> float:
    """Return what is vouched for after a game, given the values of those beaten, and of those who were ahead."""
    up = max(max(beaten, default=before) - before, 0.0)
    down = max(before - min(ahead, default=before), 0.0)
    return before + _VOUCHING * (up - down)
