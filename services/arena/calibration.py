"""Whether seats of Race win as often as its bots expect: `python -m services.arena.calibration`.

Two who play forward meet, and of each choice of actions is noted what was expected of the best answer, of what the seat
saw by the net alone, and whether the seat won. The steepness with which a logistic curve fits that is what
`services/bots/race/advice.py` makes chances of.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp
from statistics import fmean

from google.protobuf.message import Message

from galaxy.rules.v1 import game_pb2
from services.arena.games import load_game
from services.arena.table import Table
from services.bots.race import advice, thinkers
from services.bots.race.search import TWO_SEATS_NET, Searcher
from services.bots.strategy import Catalogue

_PARTS = 10
_STEEPEST = 100


@dataclass(frozen=True)
class Noted:
    """What a seat expected of a choice, from -1 (lost) to 1 (won)."""

    seat: int
    forward: float
    by_net: float


@dataclass
class Noting:
    """Plays forward and notes what it expects."""

    searcher: Searcher
    notes: list[Noted] = field(default_factory=list)
    needs_view = True

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer as who plays forward does."""
        ranked = self.searcher.ranked(prompt, view, catalogue)
        if not ranked:
            return self.searcher.choose(prompt, view, catalogue)
        if prompt.kind == advice.TURN:
            by_net = self.searcher.expected(prompt, view, catalogue)
            if by_net is not None:
                self.notes.append(Noted(prompt.seat, ranked[0].value, by_net))
        return ranked[0].answer


def steepness(pairs: Sequence[tuple[float, float]]) -> float:
    """How steep the logistic curve is that is nearest to what came of what was expected, to a tenth."""

    def error(steep: float) -> float:
        return fmean((1 / (1 + exp(-steep * value)) - won) ** 2 for value, won in pairs)

    return min((each / 10 for each in range(1, _STEEPEST)), key=error)


def parts(pairs: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Means of what was expected and of what came of it, in tenths of all, the least expected first."""
    ordered = sorted(pairs)
    size = max(1, len(ordered) // _PARTS)
    found = [ordered[first : first + size] for first in range(0, size * _PARTS, size)]
    return [(fmean(value for value, _ in part), fmean(won for _, won in part)) for part in found if part]


def main() -> None:
    """Play, and print."""
    parser = argparse.ArgumentParser(prog="python -m services.arena.calibration", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    searcher = Searcher(thinkers.by_net(TWO_SEATS_NET), advice.BUDGET, {})
    table, forward, by_net = Table(load_game("race"), {}), list[tuple[float, float]](), list[tuple[float, float]]()
    for game in range(given.games):
        player = Noting(searcher)
        seats = table.play(f"calibration {given.seed} {game}", [player, player]).seats
        shared = sum(seat.rank == 1 for seat in seats)
        for note in player.notes:
            won = (seats[note.seat].rank == 1) / shared
            forward.append((note.forward, won))
            by_net.append((note.by_net, won))
    for name, pairs in (("played forward", forward), ("by the net", by_net)):
        print(f"{name}: {len(pairs)} choices of {given.games} games, steepness {steepness(pairs):.1f}")  # noqa: T201 - a command
        for expected, won in parts(pairs):
            chance = 1 / (1 + exp(-steepness(pairs) * expected))
            print(f"  expected {expected:5.2f}  chance {chance:4.0%}  won {won:4.0%}")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
