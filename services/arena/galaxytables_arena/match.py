"""A match: deals that are each played from all seats, with the results of each player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, median, quantiles

from galaxytables_arena.players import Player, find_player, for_a_game, for_a_table, full_name
from galaxytables_arena.statistics import interval
from galaxytables_arena.table import Played, Table
from galaxytables_kit.game import AnyGame


@dataclass
class Side:
    """One player's results in all games of a match. A shared win counts for each player who shares it."""

    player: str
    wins: int = 0
    points: int = 0
    seats: int = 0
    refused: int = 0
    defaults: int = 0
    micros: list[int] = field(default_factory=list, repr=False)
    spent_micros: list[int] = field(default_factory=list, repr=False)

    @property
    def decisions(self) -> int:
        """Return the number of decisions that the player made."""
        return len(self.micros)

    @property
    def mean_points(self) -> float:
        """Return the mean of the points that this player scored with one seat in a game."""
        return self.points / self.seats if self.seats else 0.0

    @property
    def median_micros(self) -> float:
        """Return the median of the times of the player's decisions, in microseconds."""
        return median(self.micros) if self.micros else 0.0

    @property
    def p90_spent_micros(self) -> float:
        """Return the 90th percentile of the processor times of the player's decisions, in microseconds.

        The times include making the view.
        """
        return quantiles(self.spent_micros, n=10, method="inclusive")[-1] if len(self.spent_micros) > 1 else 0.0


@dataclass
class Match:
    """The results of games between some players.

    `deals` lists for each deal the share of its wins that the first player had. `shared` is the number of shared wins.
    """

    game: str
    seats: int
    sides: list[Side]
    games: int = 0
    shared: int = 0
    rounds: int = 0
    deals: list[float] = field(default_factory=list, repr=False)

    @property
    def rate(self) -> float:
        """Return the share of the games that the first player won. A shared win counts as a part of a win."""
        return fmean(self.deals) if self.deals else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Return the confidence interval of `rate`, at 95 %."""
        return interval(self.deals)

    @property
    def mean_rounds(self) -> float:
        """Return the mean number of rounds of a game; only for games whose view has a round."""
        return self.rounds / self.games if self.games else 0.0

    def count(self, deal: Sequence[Played]) -> None:
        """Add the results of a deal's games.

        In each game of a deal, all players sit one seat further than in the game before.
        """
        shares = []
        for turn, played in enumerate(deal):
            sitting = sides_of_seats(len(self.sides), self.seats, turn)
            winners = [side for side, seat in zip(sitting, played.seats, strict=True) if seat.rank == 1]
            shares.append(winners.count(0) / len(winners))
            for number in set(winners):
                self.sides[number].wins += 1
            self.shared += len(set(winners)) > 1
            self.rounds += played.round
            self.games += 1
            for number, seat in zip(sitting, played.seats, strict=True):
                side = self.sides[number]
                side.points += seat.points
                side.seats += 1
                side.refused += seat.refused
                side.defaults += seat.defaults
                side.micros += seat.micros
                side.spent_micros += seat.spent_micros
        self.deals.append(fmean(shares))


def sides_of_seats(sides: int, seats: int, turn: int) -> list[int]:
    """Return which player (side) sits at each seat, by number.

    Each player has one seat, and the last player has all remaining seats. With each `turn`, all players move on by one
    seat.
    """
    lineup = [min(seat, sides - 1) for seat in range(seats)]
    return [lineup[(seat - turn) % seats] for seat in range(seats)]


@dataclass
class Players:
    """The game, the table and the players: all that a process needs to play deals of a match."""

    table: Table
    names: Sequence[str]
    players: Sequence[Player]
    seats: int
    seed: int

    def play(self, deal: int, games: int | None = None) -> list[Played]:
        """Play a deal once from each seat, or only the first `games` of these games."""
        return [self._play(deal, turn) for turn in range(self.seats if games is None else games)]

    def _play(self, deal: int, turn: int) -> Played:
        sitting = sides_of_seats(len(self.names), self.seats, turn)
        random = Random(f"{self.seed}/{deal}/{turn}")
        seated = [for_a_game(self.players[side], self.names[side], random) for side in sitting]
        return self.table.play(f"{self.seed}/{deal}", seated)


def sit_down(game: AnyGame, names: Sequence[str], seats: int, seed: int, options: Mapping[str, str]) -> Players:
    """Find the players of a match by their names.

    Raises `UnknownPlayerError`, or the error that the game raises for wrong options.
    """
    players = [for_a_table(find_player(game.name, name), seats, options) for name in names]
    return Players(Table(game, options), names, players, seats, seed)


def play_match(
    game: AnyGame,
    names: Sequence[str],
    *,
    games: int,
    seats: int = 2,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
) -> Match:
    """Play `games` games in this process; the last deal may be incomplete. The same seed gives the same games."""
    players = sit_down(game, names, seats, seed, options or {})
    match = new_match(game.name, [full_name(game.name, name) for name in names], seats)
    for deal in range(-(-games // seats)):
        match.count(players.play(deal, min(seats, games - deal * seats)))
    return match


def new_match(game: str, names: Sequence[str], seats: int) -> Match:
    """Return a match in which no game has been played yet."""
    return Match(game, seats, [Side(name) for name in names])
