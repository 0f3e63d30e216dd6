"""Makes training data from games.

For some moments of a game, it tells how one seat's lead over another changed from then to the end. Anything that all
seats share, such as when the game ends, cancels out in a lead. So leads depend less on luck than scores do.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from galaxytables_bots.values import Row


@dataclass(frozen=True)
class Moment:
    """A moment of a game: the features and points of each seat, and how far the game has come, from 0 to 1."""

    seen: Sequence[Mapping[str, float]]
    points: Sequence[int]
    far: float


def leads(game: int, moments: Iterable[Moment], ended: Sequence[int]) -> Iterator[Row]:
    """Yield a row of training data for each pair of seats at each moment of a game.

    `ended` are the final points of the seats.
    """
    for moment in moments:
        for one, other in combinations(range(len(ended)), 2):
            lead = moment.points[one] - moment.points[other]
            yield Row(game, _apart(moment.seen[one], moment.seen[other]), moment.far, ended[one] - ended[other] - lead)


def _apart(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    """Return by how much the features of one exceed those of the other."""
    more = {name: one.get(name, 0.0) - other.get(name, 0.0) for name in one.keys() | other.keys()}
    return {name: amount for name, amount in more.items() if amount}
