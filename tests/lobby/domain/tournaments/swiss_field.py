"""A field of a Swiss whose results are drawn by strength, to be paired by any method."""

from collections.abc import Callable
from random import Random

from galaxytables_lobby.domain.tournaments.points import POINT
from galaxytables_lobby.domain.tournaments.state import EntrantNumber
from galaxytables_lobby.domain.tournaments.swiss import Paired, SwissEntrant, pair

# How people's strengths spread; a difference of so many points is ten to one.
SPREAD, TEN_TO_ONE, DRAWS = 5.0, 8.0, 0.1


class Field:
    """Entrants of a Swiss, and what became of them. Results depend on the seed, the round and who plays."""

    def __init__(self, count: int, seed: int) -> None:
        chance = Random(seed)
        strengths = sorted((chance.gauss(25, SPREAD) for _ in range(count)), reverse=True)
        self.strengths = dict(enumerate(strengths))
        self.entrants = {number: SwissEntrant(number, 0, number + 1) for number in map(EntrantNumber, range(count))}
        self.rounds: list[dict[int, tuple[int, int, int]]] = []
        self.differences: list[float] = []
        self.rematches = 0
        self.byes = 0
        self.uneven = 0
        self._seed = seed

    @property
    def in_a_row(self) -> int:
        """How often somebody had one seat in a row, at most."""
        return max(
            (
                length
                for each in self.entrants.values()
                for start in range(len(each.seats))
                for length in range(1, len(each.seats) - start + 1)
                if len(set(each.seats[start : start + length])) == 1
            ),
            default=0,
        )

    def play(self, rounds: int, pairing: Callable[[list[SwissEntrant]], Paired] = pair) -> None:
        for _ in range(rounds):
            self.play_round(pairing(list(self.entrants.values())))

    def play_round(self, paired: Paired) -> None:
        """Play the pairs of a round, each with the first seat first."""
        results: dict[int, tuple[int, int, int]] = {}
        seen = [each for pair in paired.pairs for each in pair] + ([] if paired.bye is None else [paired.bye])
        assert sorted(seen) == sorted(self.entrants)
        after = {}
        for first, second in paired.pairs:
            one, other = self.entrants[first], self.entrants[second]
            self.differences.append(abs(one.points - other.points) / POINT)
            self.rematches += second in one.met
            won = self._result(first, second)
            results[first], results[second] = (second, 0, won), (first, 1, POINT - won)
            after[first] = self._after(one, other, 0, won)
            after[second] = self._after(other, one, 1, POINT - won)
        if paired.bye is not None:
            lone = self.entrants[paired.bye]
            self.byes = max(self.byes, 1 + lone.had_bye)
            after[paired.bye] = lone._replace(points=lone.points + POINT, had_bye=True, floated=-1)
        self.entrants = after
        self.rounds.append(results)
        self.uneven = max(self.uneven, *(abs(each.balance) for each in after.values()))

    def _result(self, first: int, second: int) -> int:
        chance = Random(f"{self._seed} {len(self.rounds)} {min(first, second)} {max(first, second)}").random()
        lower = min(first, second)
        better = 1 / (1 + 10 ** ((self.strengths[max(first, second)] - self.strengths[lower]) / TEN_TO_ONE))
        won = POINT if chance < better * (1 - DRAWS) else POINT // 2 if chance < better * (1 - DRAWS) + DRAWS else 0
        return won if first == lower else POINT - won

    def _after(self, own: SwissEntrant, opponent: SwissEntrant, seat: int, won: int) -> SwissEntrant:
        return own._replace(
            points=own.points + won,
            met=own.met | {opponent.number},
            seats=(*own.seats, seat),
            floated=(opponent.points > own.points) - (opponent.points < own.points),
        )
