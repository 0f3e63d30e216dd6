"""Compares the results that bots expect with how often they win.

The command is `python -m galaxytables_arena.calibration --game race --seats 2`. All seats search. For each choice that
begins a round, three things are recorded: the expected result of the best answer; in Race, where a net is used, also
the result that the net expected before the search; and whether the seat won. Advisers compute the chance to win with
the logistic curve that fits best (`services/bots/galaxytables_bots/odds.py`).
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.options import read_pairs
from galaxytables_arena.table import Table as Playing
from galaxytables_bots.beyond import advice as beyond
from galaxytables_bots.beyond.search import searcher_at as beyond_searcher_at
from galaxytables_bots.odds import Odds
from galaxytables_bots.race import advice as race
from galaxytables_bots.race.search import RaceSearcher
from galaxytables_bots.race.search import searcher_at as race_searcher_at
from galaxytables_bots.roll import advice as roll
from galaxytables_bots.roll.search import searcher_at as roll_searcher_at
from galaxytables_bots.searcher import Searcher
from galaxytables_bots.seeds import tuning_seed
from galaxytables_bots.strategy import Catalogue, Table

_PARTS = 10
_TWO = 2
_STEEP = np.arange(0.1, 10.0, 0.1)
_EVEN = np.arange(-3.0, 3.05, 0.1)


@dataclass(frozen=True)
class Noted:
    """The results that a seat expected at a choice, from -1 (lost) to 1 (won).

    `forward` is the result that playing forward gave for the best answer. `by_net` is the result that the net expected,
    if a net is used.
    """

    seat: int
    forward: float
    by_net: float | None


@dataclass
class Noting:
    """A player that searches, and records its expected results at prompts of one kind."""

    searcher: Searcher
    turn: str
    notes: list[Noted] = field(default_factory=list)
    needs_view = True

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the searcher's answer, and record its expected result."""
        ranked = self.searcher.ranked(prompt, view, catalogue)
        if not ranked:
            return self.searcher.choose(prompt, view, catalogue)
        if prompt.kind == self.turn:
            by_net = None
            if isinstance(self.searcher, RaceSearcher):
                by_net = self.searcher.expected(prompt, view, catalogue)
            self.notes.append(Noted(prompt.seat, ranked[0].value, by_net))
        return ranked[0].answer


def nearest(pairs: Sequence[tuple[float, float]], *, level: bool) -> Odds:
    """Return the curve that best fits pairs of an expected result and the share of the win.

    Its parameters are found in steps of 0.1. With `level` the chance is fixed at one half for an expected result of 0.
    """
    expected, won = np.array(pairs).T
    found = []
    for even in [0.0] if level else _EVEN:
        for steep in _STEEP:
            chance = 1 / (1 + np.exp(-steep * expected - even))
            found.append((float(((chance - won) ** 2).mean()), float(steep), float(even)))
    _, steep, even = min(found)
    return Odds(round(steep, 1), round(even, 1))


def parts(pairs: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Divide the pairs into tenths, in order of the expected result; return the mean of both values for each tenth.

    The two values of a pair are the expected result and the share of the win.
    """
    ordered = np.array(sorted(pairs))
    found = [part.mean(axis=0) for part in np.array_split(ordered, _PARTS) if len(part)]
    return [(float(expected), float(won)) for expected, won in found]


def play(
    game: str, seats: int, options: Mapping[str, str], games: int, seed: int
) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Play games; record the results that seats expected, and whether they won.

    Returns pairs for the searched answers and pairs for the net: the expected result, and the seat's share of the win.
    """
    turn, player = _player(game, Table(seats, options))
    table, forward, by_net = Playing(load_game(game), options), list[tuple[float, float]](), list[tuple[float, float]]()
    for number in range(games):
        noting = Noting(player, turn)
        seated = table.play(f"calibration {seed} {number}", [noting] * seats).seats
        shared = sum(seat.rank == 1 for seat in seated)
        for note in noting.notes:
            won = (seated[note.seat].rank == 1) / shared
            forward.append((note.forward, won))
            if note.by_net is not None:
                by_net.append((note.by_net, won))
    return forward, by_net


def _player(game: str, table: Table) -> tuple[str, Searcher]:
    """Return the kind of prompt that begins a round, and the searcher. Raises `ValueError` if the game has none."""
    player: Searcher | None
    match game:
        case "beyond":
            turn, player = beyond.TURN, beyond_searcher_at(table, beyond.BUDGET)
        case "roll":
            turn, player = roll.TURN, roll_searcher_at(table, roll.BUDGET)
        case _:
            turn, player = race.TURN, race_searcher_at(table, race.budget_at(table))
    if player is None:
        raise ValueError("no bot searches at this table")
    return turn, player


def main() -> None:
    """Read the command line, play games and print the fitted curves."""
    parser = argparse.ArgumentParser(prog="python -m galaxytables_arena.calibration", description=__doc__)
    parser.add_argument("--game", default="race", choices=["beyond", "race", "roll"])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", type=read_pairs, default={}, help="name=value,...")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=tuning_seed, default=1)
    given = parser.parse_args()
    forward, by_net = play(given.game, given.seats, given.options, given.games, given.seed)
    for name, pairs in (("played forward", forward), ("by the net", by_net)):
        if not pairs:
            continue
        # Of two seats, neither has the better chance at an expectation of 0.
        odds = nearest(pairs, level=given.seats == _TWO)
        print(f"{name}: {len(pairs)} choices of {given.games} games, {odds}")  # noqa: T201 - a command
        for expected, won in parts(pairs):
            print(f"  expected {expected:5.2f}  chance {odds.percent(expected):3d} %  won {won:4.0%}")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
