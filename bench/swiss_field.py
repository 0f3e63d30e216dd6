"""A field of a Swiss whose results are drawn by strength, so that methods of pairing can be compared."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from galaxytables_lobby.domain.tournaments.points import POINT
from galaxytables_lobby.domain.tournaments.state import EntrantNumber
from galaxytables_lobby.domain.tournaments.swiss import Paired, SwissEntrant, pair

# How people's strengths spread. Somebody who is better by so many points wins ten games to one. So many are drawn.
SPREAD, TEN_TO_ONE, DRAWS = 5.0, 8.0, 0.1


class Row(NamedTuple):
    """What an entrant did in a round: whom they met (None for a bye), on which seat, and the points in units."""

    opponent: EntrantNumber | None
    seat: int
    points: int


class Field:
    """Entrants of a Swiss, the strongest first, and what became of them.

    A result depends on the seed, the round and who plays, not on the method of pairing.
    """

    def __init__(self, count: int, seed: int) -> None:
        """Draw the strengths of so many entrants."""
        chance = Random(seed)
        self._strengths = sorted((chance.gauss(25, SPREAD) for _ in range(count)), reverse=True)
        self._seed = seed
        self.entrants = {number: SwissEntrant(number, 0, number + 1) for number in map(EntrantNumber, range(count))}
        self.rounds: list[dict[EntrantNumber, Row]] = []
        # The differences of points of all pairs, in points.
        self.differences: list[float] = []
        self.rematches = 0
        # The most byes of anybody, and the greatest imbalance of seats after any round.
        self.byes = 0
        self.uneven = 0

    def play(self, rounds: int, pairing: Callable[[Sequence[SwissEntrant]], Paired] = pair) -> None:
        """Pair and play so many rounds."""
        for _ in range(rounds):
            self.play_round(pairing(list(self.entrants.values())))

    def play_round(self, paired: Paired) -> None:
        """Play the pairs of a round. Raises `ValueError` unless everybody is in just one."""
        seen = [each for pair in paired.pairs for each in pair] + ([] if paired.bye is None else [paired.bye])
        if sorted(seen) != sorted(self.entrants):
            raise ValueError("not everybody plays once")
        rows: dict[EntrantNumber, Row] = {}
        for first, second in paired.pairs:
            one, other = self.entrants[first], self.entrants[second]
            self.differences.append(abs(one.points - other.points) / POINT)
            self.rematches += second in one.met
            won = self._won(first, second)
            rows[first], rows[second] = Row(second, 0, won), Row(first, 1, POINT - won)
        if paired.bye is not None:
            rows[paired.bye] = Row(None, 0, POINT)
            self.byes = max(self.byes, 1 + self.entrants[paired.bye].had_bye)
        self.entrants = {number: self._after(number, row) for number, row in sorted(rows.items())}
        self.rounds.append(rows)
        self.uneven = max(self.uneven, *(abs(each.balance) for each in self.entrants.values()))

    def _won(self, first: EntrantNumber, second: EntrantNumber) -> int:
        better, worse = sorted((first, second))
        chance = Random(f"{self._seed} {len(self.rounds)} {better} {worse}").random()
        edge = 1 / (1 + 10 ** ((self._strengths[worse] - self._strengths[better]) / TEN_TO_ONE)) * (1 - DRAWS)
        won = POINT if chance < edge else POINT // 2 if chance < edge + DRAWS else 0
        return won if first == better else POINT - won

    def _after(self, number: EntrantNumber, row: Row) -> SwissEntrant:
        own = self.entrants[number]
        if row.opponent is None:
            return own._replace(points=own.points + row.points, had_bye=True, floated=-1)
        before = self.entrants[row.opponent].points
        return own._replace(
            points=own.points + row.points,
            met=own.met | {row.opponent},
            seats=(*own.seats, row.seat),
            floated=(before > own.points) - (before < own.points),
        )
