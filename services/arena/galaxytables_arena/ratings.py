"""Rates players by a tournament: `python -m galaxytables_arena.ratings --game roll --players easy,normal,hard`.

With two seats, each player plays each other one. With more seats, every group of as many players as there are seats
plays; if there are fewer players, the last one also takes the remaining seats. Any two seats of a game are compared:
the one with the better rank has won, and a shared rank counts as half. The ratings are those of Bradley and Terry that
fit best, in points of Elo's scale: a player rated 100 points above another has the better rank in 64 of 100 games, with
200 points in 76, with 400 in 91. Each pair gets one extra draw, so that a player who has won or lost everything has a
rating too. Intervals come from resampling the deals (bootstrap).
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from galaxytables_arena.match import sides_of_seats
from galaxytables_arena.options import add_match_arguments, read_pairs, seed_of
from galaxytables_arena.players import UnknownPlayerError, full_name
from galaxytables_arena.table import Played
from galaxytables_arena.workers import playing

_STEPS = 200
_DRAWS = 200
_PER_TENFOLD = 400

Wins = NDArray[np.float64]
"""How often the player of a row was ahead of that of a column."""


class Rating(Struct, frozen=True):
    """A player's rating in Elo points above the mean, with its confidence interval at 95 %."""

    player: str
    points: float
    low: float
    high: float


def fitted(wins: Wins) -> NDArray[np.float64]:
    """Return the maximum-likelihood ratings (Hunter, 2004), with one extra draw for each pair and mean 0."""
    count = len(wins)
    won = wins + 0.5 * (1 - np.eye(count))
    met, strength = won + won.T, np.ones(count)
    for _ in range(_STEPS):
        strength = won.sum(axis=1) / (met / (strength[:, None] + strength[None, :])).sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
    return _PER_TENFOLD * np.log10(strength)


def line_ups(players: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Yield the groups of players that play together, one player for each seat.

    If there are too few players, the last one takes all seats left over.
    """
    return combinations(range(players), min(players, seats))


def compared(deal: Sequence[Played], line_up: Sequence[int], players: int) -> Wins:
    """Return how often each player was ahead of each other player in the games of a deal."""
    wins = np.zeros((players, players))
    seats = len(deal[0].seats)
    for turn, played in enumerate(deal):
        sitting = [line_up[side] for side in sides_of_seats(len(line_up), seats, turn)]
        for one, other in combinations(range(seats), 2):
            before = (1 + np.sign(played.seats[other].rank - played.seats[one].rank)) / 2
            wins[sitting[one], sitting[other]] += before
            wins[sitting[other], sitting[one]] += 1 - before
    np.fill_diagonal(wins, 0)
    return wins


def ratings(names: Sequence[str], deals: Sequence[Wins], seed: int = 1) -> list[Rating]:
    """Return the ratings of players, best first. They are computed from the comparisons of each deal."""
    every, random = np.array(deals), np.random.default_rng(seed)
    points = fitted(every.sum(axis=0))
    drawn = [fitted(every[random.integers(len(every), size=len(every))].sum(axis=0)) for _ in range(_DRAWS)]
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    found = [Rating(*each) for each in zip(names, points.tolist(), low.tolist(), high.tolist(), strict=True)]
    return sorted(found, key=lambda each: -each.points)


def tournament(
    game: str, names: Sequence[str], *, seats: int, games: int, seed: int, options: Mapping[str, str], jobs: int
) -> list[Wins]:
    """Play a tournament, and return the comparisons of each deal.

    Each group plays `games` games, rounded up to whole deals. Raises `UnknownPlayerError`, `LookupError`, and the
    game's error for its options.
    """
    found = []
    for line_up in line_ups(len(names), seats):
        met = [names[player] for player in line_up]
        deals = -(-games // seats)
        with playing(game, met, seats=seats, seed=seed, options=options, deals=deals, jobs=jobs) as played:
            found += [compared(deal, line_up, len(names)) for deal in played]
    return found


def table(found: Sequence[Rating]) -> str:
    """Return the ratings as a Markdown table."""
    lines = [f"| `{each.player}` | {each.points:+.0f} | {each.low:+.0f} to {each.high:+.0f} |" for each in found]
    return "\n".join(["| player | points | interval |", "|---|---|---|", *lines])


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, play the tournament and print the ratings. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m galaxytables_arena.ratings", description=__doc__)
    parser.add_argument("--game", default="race")
    parser.add_argument("--players", default="random,easy,normal,hard", help="bots, plug-ins by path.py:Factory")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=40, help="games of each group of players, in whole deals")
    parser.add_argument("--options", type=read_pairs, default={}, help="name=value,...")
    add_match_arguments(parser)
    given = parser.parse_args(arguments)
    try:
        names = [full_name(given.game, name) for name in given.players.split(",")]
        deals = tournament(
            given.game,
            names,
            seats=given.seats,
            games=given.games,
            seed=seed_of(given),
            options=given.options,
            jobs=given.jobs,
        )
    except (LookupError, UnknownPlayerError) as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command
        return 2
    print(table(ratings(names, deals)))  # noqa: T201 - a command
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
