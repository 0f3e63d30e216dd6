"""Checks whether bots are as strong as they should be: `python -m galaxytables_arena.goals`.

`make arena` without arguments does the same. Each row of the table is a match (see `galaxytables_arena`) with a goal: a
share of the games that the first player has to win. A goal is reached, not reached (the whole confidence interval lies
below the goal), or still open.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from galaxytables_arena.games import load_game
from galaxytables_arena.match import Match
from galaxytables_arena.options import add_match_arguments, seed_of
from galaxytables_arena.results import KEPT, Order, file_name, play, save

_TWO = 2
_BROKEN_OFF = 130
_TWICE, _MORE = 2.0, 1.6
"""How many times its fair share of wins the strongest player has to reach at full tables."""

BEST = ("best@0.1", "best@0.4")
"""The strongest level, with little time and with its default time."""

HEURISTICS = {"race": "heuristic", "roll": "heuristic", "jump": "greedy", "beyond": "heuristic"}
"""The opponent of each game's levels: the first bot that was better than random answers."""

EXPANSIONS: Sequence[Mapping[str, str]] = (
    {},
    {"expansion": "gathering_storm", "goals": "on"},
    {"expansion": "rebel_vs_imperium", "goals": "on", "takeovers": "on"},
    {"expansion": "brink_of_war", "goals": "on", "takeovers": "on"},
    {"expansion": "alien_artifacts"},
    {"expansion": "alien_artifacts", "orb": "on"},
    {"expansion": "xeno_invasion"},
    {"expansion": "xeno_invasion", "invasion": "on"},
)
"""Tables of Race: the base game, and each expansion with its options."""


@dataclass(frozen=True)
class Goal:
    """A goal: the share of the games that a player has to win, at a table with this opponent at all other seats."""

    game: str
    player: str
    other: str
    rate: float
    seats: int = _TWO
    options: Mapping[str, str] = field(default_factory=dict)

    def order(self, games: int, seeds: str, seed: int) -> Order:
        """Return the order to play the goal's match. `seed` is the number of a seed in the range `seeds`."""
        return Order(
            game=self.game,
            players=self.names,
            seats=self.seats,
            games=games,
            seeds=seeds,
            seed=seed,
            options=self.options,
        )

    @property
    def file(self) -> str:
        """Return the file name of the result of the goal's match."""
        return file_name(self.game, self.seats, self.names, self.options)

    @property
    def names(self) -> tuple[str, str]:
        """Return the names of the player and the opponent, as a match lists them."""
        return self.player, self.other


def goals(games: Sequence[str]) -> Iterator[Goal]:
    """Yield the goals of these games."""
    for game in games:
        yield from (_race() if game == "race" else _levels(game))


def _race() -> Iterator[Goal]:
    usual = HEURISTICS["race"]
    yield Goal("race", "normal", "easy", 0.6)
    for level, rate in (("normal", 0.75), ("hard", 0.85), *((best, 0.9) for best in BEST)):
        yield Goal("race", level, usual, rate)
    for options in EXPANSIONS:
        yield Goal("race", "hard", usual, _TWICE / 4, 4, options)


def _levels(game: str) -> Iterator[Goal]:
    usual, max_seats = HEURISTICS[game], load_game(game).max_seats
    yield Goal(game, "normal", "easy", 0.6)
    yield Goal(game, "hard", "normal", 0.6)
    for best in BEST:
        yield Goal(game, best, usual, 0.75)
    yield Goal(game, BEST[0], usual, _MORE / max_seats, max_seats)


def verdict(goal: Goal, match: Match) -> str:
    """Return whether a match shows that a goal is `reached`, `not reached` or still `open`."""
    if match.rate >= goal.rate:
        return "reached"
    return "not reached" if match.interval[1] < goal.rate else "open"


HEAD = f"{'game':<7}{'seats':>5}  {'players':<21}{'wins':>7}{'interval':>15}{'goal':>7}{'games':>7}{'ms':>9}"


def row(goal: Goal, match: Match) -> str:
    """Return a goal and the result of its match, as a row of the table.

    The time is the median time of the player's decisions, in milliseconds.
    """
    low, high = (100 * each for each in match.interval)
    players = f"{goal.player}, {goal.other}"
    options = ",".join(f"{name}={value}" for name, value in goal.options.items())
    return (
        f"{goal.game:<7}{goal.seats:>5}  {players:<21}{100 * match.rate:>7.1f}{f'{low:.1f} to {high:.1f}':>15}"
        f"{100 * goal.rate:>7.1f}{match.games:>7}{match.sides[0].median_micros / 1000:>9.2f}"
        f"  {verdict(goal, match):<11}  {options}"
    ).rstrip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matches of all goals; print a row and write a file after each. Returns 1 if a goal is not reached."""
    parser = argparse.ArgumentParser(prog="python -m galaxytables_arena.goals", description=__doc__)
    parser.add_argument("--game", choices=sorted(HEURISTICS), action="append", help="all unless given")
    parser.add_argument(
        "--games", type=int, default=100, help="games of each match; one with `best` takes half a minute"
    )
    parser.add_argument("--level", help="only the goals of this player, such as best@0.1")
    parser.add_argument("--results", type=Path, default=KEPT, help=f"folder of the result files, {KEPT} unless given")
    add_match_arguments(parser)
    given = parser.parse_args(arguments)
    try:
        seed_of(given)
    except LookupError as error:
        parser.error(str(error))
    print(HEAD, flush=True)  # noqa: T201 - a command
    missed = False
    for goal in goals(given.game or list(HEURISTICS)):
        if given.level in {None, goal.player}:
            match, result = play(goal.order(given.games, given.seeds, given.seed), jobs=given.jobs)
            if not result.complete:
                return _BROKEN_OFF
            save(result, given.results)
            missed |= verdict(goal, match) == "not reached"
            print(row(goal, match), flush=True)  # noqa: T201 - a command
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
