"""How well the ratings foretell who ends ahead of whom: beside Elo, and beside calling every game even.

`python -m bench.ratings` does that for simulated games, and for games that the bots of a game play now. With
`--archive` and the URL of an archive, it does it for the rated games there too.

Each game is foretold from the games before it alone. The games of the last third count: those before them are there to
learn from, and to choose Elo's factor K, so that Elo is as good as it can be. What is shown is the mean logarithmic
loss of a pair of seats in nats, which is 0.693 for a method that knows nothing, and how many pairs were called right.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple, Protocol

from openskill.models import PlackettLuce
from sqlalchemy import select

from galaxytables_arena.match import sides_of_seats
from galaxytables_arena.players import full_name
from galaxytables_arena.ratings import line_ups
from galaxytables_arena.workers import playing
from galaxytables_lobby.adapters.archive.engine import open_engine, read_url, reading
from galaxytables_lobby.adapters.archive.schema import GAMES, SEATS
from galaxytables_lobby.domain.archived import Who
from galaxytables_lobby.domain.ratings import NEWCOMER, Standing, after_game, aged, day_of

HELD_OUT = 3
"""One game in so many is held out: the last ones."""

_FACTORS = (8.0, 16.0, 24.0, 32.0, 48.0, 64.0, 96.0)
_TENFOLD = 400.0
_MODEL = PlackettLuce()
# A method that is certain and wrong would otherwise lose everything.
_SURE = 1e-3

Ranking = Sequence[tuple[Who, int]]


class Ranked(NamedTuple):
    """A game: the day on which it ended, and each seat's player and rank."""

    day: int
    ranking: Ranking


class Method(Protocol):
    """A way to foretell games."""

    def ahead(self, one: Who, other: Who, day: int) -> float:
        """Return the chance that one player ends ahead of another one."""

    def learn(self, game: Ranked) -> None:
        """Learn from a game."""


class Even:
    """Calls every game even."""

    def ahead(self, one: Who, other: Who, day: int) -> float:  # noqa: ARG002  # whoever they are
        """Return a half."""
        return 0.5

    def learn(self, game: Ranked) -> None:
        """Learn nothing."""


class Elo:
    """Elo's ratings. A game of several seats is a game of each pair of them, with a share of the factor."""

    def __init__(self, factor: float) -> None:
        self._factor = factor
        self._points: dict[Who, float] = {}

    def ahead(self, one: Who, other: Who, day: int) -> float:  # noqa: ARG002  # Elo knows no time
        """Return the chance by the difference of points."""
        difference = self._points.get(one, 0.0) - self._points.get(other, 0.0)
        return 1 / (1 + 10 ** (-difference / _TENFOLD))

    def learn(self, game: Ranked) -> None:
        """Move points between all pairs."""
        moved: dict[Who, float] = {}
        factor = self._factor / (len(game.ranking) - 1)
        for one, other, result in pairs(game):
            step = factor * (result - self.ahead(one, other, game.day))
            moved[one] = moved.get(one, 0.0) + step
            moved[other] = moved.get(other, 0.0) - step
        for who, step in moved.items():
            self._points[who] = self._points.get(who, 0.0) + step


class Ratings:
    """The ratings of the lobby."""

    def __init__(self) -> None:
        self._standings: dict[Who, Standing] = {}

    def ahead(self, one: Who, other: Who, day: int) -> float:
        """Return the chance that the model's own updates go by.

        OpenSkill's `predict_win` goes by a narrower curve than its Plackett-Luce updates do, and is too sure.
        """
        skills = [
            aged(standing.skill, standing.day, day) if (standing := self._standings.get(who)) is not None else NEWCOMER
            for who in (one, other)
        ]
        mine, theirs = skills
        scale = math.hypot(mine.deviation, theirs.deviation, _MODEL.beta, _MODEL.beta)
        return 1 / (1 + math.exp((theirs.mean - mine.mean) / scale))

    def learn(self, game: Ranked) -> None:
        """Rate a game."""
        self._standings |= after_game(game.ranking, self._standings, {}, game.day)


class Accuracy(NamedTuple):
    """How well a method foretold: the mean loss of a pair, and the share of pairs called right."""

    method: str
    loss: float
    right: float


def pairs(game: Ranked) -> Iterator[tuple[Who, Who, float]]:
    """Yield the pairs of different players of a game, each with 1 if the first one was ahead, and a half for a tie."""
    for (one, rank), (other, place) in combinations(game.ranking, 2):
        if one != other:
            yield one, other, 0.5 + ((place > rank) - (place < rank)) / 2


def foretell(name: str, method: Method, games: Sequence[Ranked], since: int) -> Accuracy:
    """Let a method foretell games and learn from them, one after the other. Those from `since` on count."""
    losses, right = list[float](), list[float]()
    for number, game in enumerate(games):
        if number >= since:
            for one, other, result in pairs(game):
                chance = min(max(method.ahead(one, other, game.day), _SURE), 1 - _SURE)
                losses.append(-result * math.log(chance) - (1 - result) * math.log(1 - chance))
                right.append(1 - abs(result - (chance > 0.5)) if chance != 0.5 else 0.5)
        method.learn(game)
    return Accuracy(name, sum(losses) / len(losses), sum(right) / len(right))


def compare(games: Sequence[Ranked]) -> list[Accuracy]:
    """Return how well ratings, Elo and evenness foretell the last third of games."""
    since = len(games) - len(games) // HELD_OUT
    earlier = games[:since]
    factor = min(_FACTORS, key=lambda each: foretell("", Elo(each), earlier, since // 2).loss)
    methods: Mapping[str, Method] = {"ratings": Ratings(), f"Elo, K = {factor:g}": Elo(factor), "even": Even()}
    return [foretell(name, method, games, since) for name, method in methods.items()]


def simulated(people: int, games: int, seats: int, seed: int) -> list[Ranked]:
    """Return games of people of different strengths. Half of the opponents are of like strength, the others anybody."""
    random = Random(seed)
    strengths = sorted(random.gauss(25.0, 5.0) for _ in range(people))
    played = []
    for number in range(games):
        first = random.randrange(people)
        near = range(max(first - people // 8, 0), min(first + people // 8, people))
        sitting = {first}
        while len(sitting) < seats:
            sitting.add(random.choice(near if random.random() < 0.5 else range(people)))
        order = sorted(sorted(sitting), key=lambda place: -random.gauss(strengths[place], 25.0 / 6))
        ranking = [(Who(False, f"{place}"), rank) for rank, place in enumerate(order, 1)]
        played.append(Ranked(90 * number // games, ranking))
    return played


def of_bots(game: str, bots: Sequence[str], *, seats: int, games: int, seed: int, jobs: int) -> list[Ranked]:
    """Let the bots of a game play, each group of them so many games. Returns the games in random order."""
    names = [full_name(game, bot) for bot in bots]
    found = []
    for line_up in line_ups(len(names), seats):
        met = [names[player] for player in line_up]
        with playing(game, met, seats=seats, seed=seed, options={}, deals=-(-games // seats), jobs=jobs) as deals:
            for deal in deals:
                for turn, played in enumerate(deal):
                    sitting = sides_of_seats(len(met), seats, turn)
                    ranking = [
                        (Who(True, met[side]), seat.rank) for side, seat in zip(sitting, played.seats, strict=True)
                    ]
                    found.append(Ranked(0, ranking))
    Random(seed).shuffle(found)
    return found


def archived(url: str) -> Iterator[tuple[str, list[Ranked]]]:
    """Yield each pool of an archive with its rated games, in order."""
    engine = open_engine(read_url(url), connections=1)
    with reading(engine) as connection:
        rows = connection.execute(
            select(
                GAMES.c.game, GAMES.c.pool, GAMES.c.ordinal, GAMES.c.finished, SEATS.c.bot, SEATS.c.who, SEATS.c.rank
            )
            .join(SEATS, SEATS.c.ordinal == GAMES.c.ordinal)
            .where(GAMES.c.rated, GAMES.c.settled)
            .order_by(GAMES.c.game, GAMES.c.pool, GAMES.c.ordinal, SEATS.c.number)
        ).all()
    engine.dispose()
    pools: dict[str, dict[int, tuple[int, list[tuple[Who, int]]]]] = {}
    for row in rows:
        games = pools.setdefault(f"{row.game}:{row.pool}", {})
        games.setdefault(row.ordinal, (day_of(row.finished), []))[1].append((Who(row.bot, row.who), row.rank))
    for pool, games in pools.items():
        yield pool, [Ranked(day, ranking) for day, ranking in games.values()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, and print how well each method foretold. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.ratings", description=__doc__)
    parser.add_argument("--game", default="jump", help="the game that bots play")
    parser.add_argument("--bots", default="random,easy,normal,hard")
    parser.add_argument("--games", type=int, default=60, help="games of each group of bots")
    parser.add_argument("--archive", default="", help="the URL of an archive whose games are foretold too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(arguments)
    bots = given.bots.split(",")
    sources = [(f"simulated, {seats} seats", simulated(300, 9_000, seats, given.seed)) for seats in (2, 4)]
    sources += [
        (
            f"bots at {given.game}, {seats} seats",
            of_bots(given.game, bots, seats=seats, games=given.games, seed=given.seed, jobs=given.jobs),
        )
        for seats in (2, 3)
    ]
    sources += [(f"archived, {pool}", games) for pool, games in (archived(given.archive) if given.archive else ())]
    print("| games | held out | method | loss | called right |\n|---|---|---|---|---|")
    for name, games in sources:
        if len(games) < HELD_OUT * 2:
            continue
        for comparison in compare(games):
            held = f"{len(games) // HELD_OUT} of {len(games)}"
            print(f"| {name} | {held} | {comparison.method} | {comparison.loss:.3f} | {comparison.right:.0%} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
