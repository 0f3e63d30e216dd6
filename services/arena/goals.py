"""Whether the bots are as strong as they shall be: `python -m services.arena.goals`, or `make arena` alone.

Each row is a match (see `services.arena`); its goal is a part of the games that the first player wins. It is reached,
not reached where the whole interval lies below it, and open otherwise.
"""

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from services.arena.games import load_game
from services.arena.match import Match, new_match
from services.arena.workers import playing

_TWO = 2
_TWICE, _MORE = 2.0, 1.6
"""How many times its fair share the strongest player shall win at full tables."""

HEURISTICS = {"race": "heuristic", "roll": "heuristic", "jump": "greedy", "beyond": "heuristic"}
"""Whom the levels of a game are measured against: the first bot that did more than answer by chance."""

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
"""Tables of Race: the base game, and each expansion with what belongs to it."""


@dataclass(frozen=True)
class Goal:
    """A player, the one that has all other seats, where they meet, and what part of the games the first shall win."""

    game: str
    player: str
    other: str
    rate: float
    seats: int = _TWO
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, str]:
        """The players, as a match has them."""
        return self.player, self.other


def goals(games: Sequence[str]) -> Iterator[Goal]:
    """The goals of some games."""
    for game in games:
        yield from (_race() if game == "race" else _levels(game))


def _race() -> Iterator[Goal]:
    usual = HEURISTICS["race"]
    for level, rate in (("normal", 0.75), ("hard", 0.85), ("best", 0.9)):
        yield Goal("race", level, usual, rate)
    for options in EXPANSIONS:
        yield Goal("race", "hard", usual, _TWICE / 4, 4, options)


def _levels(game: str) -> Iterator[Goal]:
    usual, most = HEURISTICS[game], load_game(game).most_seats
    yield Goal(game, "normal", "easy", 0.6)
    yield Goal(game, "hard", "normal", 0.6)
    yield Goal(game, "best", usual, 0.75)
    yield Goal(game, "best", usual, _MORE / most, most)


def meet(goal: Goal, *, games: int, seed: int, jobs: int) -> Match:
    """Play the match of a goal, in whole deals."""
    match = new_match(goal.game, goal.names, goal.seats)
    with playing(
        goal.game,
        goal.names,
        seats=goal.seats,
        seed=seed,
        options=goal.options,
        deals=-(-games // goal.seats),
        jobs=jobs,
    ) as deals:
        for deal in deals:
            match.count(deal)
    return match


def verdict(goal: Goal, match: Match) -> str:
    """Whether a goal is reached, is not, or whether that is open yet."""
    if match.rate >= goal.rate:
        return "reached"
    return "not reached" if match.interval[1] < goal.rate else "open"


HEAD = f"{'game':<7}{'seats':>5}  {'players':<19}{'wins':>7}{'interval':>15}{'goal':>7}{'games':>7}{'ms':>9}"


def row(goal: Goal, match: Match) -> str:
    """A line of the table; the time is the median of all decisions of the player, in milliseconds."""
    low, high = (100 * each for each in match.interval)
    players = f"{goal.player}, {goal.other}"
    options = ",".join(f"{name}={value}" for name, value in goal.options.items())
    return (
        f"{goal.game:<7}{goal.seats:>5}  {players:<19}{100 * match.rate:>7.1f}{f'{low:.1f} to {high:.1f}':>15}"
        f"{100 * goal.rate:>7.1f}{match.games:>7}{match.sides[0].median_micros / 1000:>9.2f}"
        f"  {verdict(goal, match):<11}  {options}"
    ).rstrip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Play all matches, and print a row as each is over; 1 if a goal is not reached."""
    parser = argparse.ArgumentParser(prog="python -m services.arena.goals", description=__doc__)
    parser.add_argument("--game", choices=sorted(HEURISTICS), action="append", help="all unless given")
    parser.add_argument("--games", type=int, default=100, help="games a match; `best` takes half a minute each")
    parser.add_argument("--level", help="the goals of one level alone")
    parser.add_argument("--seed", type=int, default=101)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; all cores unless given")
    given = parser.parse_args(arguments)
    print(HEAD, flush=True)  # noqa: T201 - a command
    missed = False
    for goal in goals(given.game or list(HEURISTICS)):
        if given.level in {None, goal.player}:
            match = meet(goal, games=given.games, seed=given.seed, jobs=given.jobs)
            missed |= verdict(goal, match) == "not reached"
            print(row(goal, match), flush=True)  # noqa: T201 - a command
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
