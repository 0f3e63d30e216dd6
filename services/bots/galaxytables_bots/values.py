"""What a seat may expect to score, by what is seen of it: a sum of weights, learned from played games or set by hand.

What was learned from leads says how much more one seat may expect than another; what both may expect is left out.
A weight is in VP. It is one at the start of a game and another one at its end; in between the two are mixed by how far
the game has come, from 0 to 1. What was never met counts nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]

_PULL = 100.0
"""How strongly weights are kept small, in rows."""
_AT_ONCE = 4096
"""So many rows are summed up at once."""
_HELD_OUT = 5
"""One game in so many is left out where it is measured how much is explained."""


class Card(msgspec.Struct, frozen=True):
    """Where weights come from. `explained` is the part of the spread of what was scored, in games not learned from."""

    games: int
    seed: int
    commit: str
    explained: float


class Values(msgspec.Struct, frozen=True):
    """Weights by the name of what they weigh; those that were set by hand have no card."""

    early: Mapping[str, float]
    late: Mapping[str, float]
    card: Card | None = None

    def worth(self, seen: Mapping[str, float], far: float) -> float:
        """VP still to come, by what is seen and how far the game has come; of leads, up to what all seats share."""
        early, late = self.early, self.late
        start = end = 0.0
        for name, amount in seen.items():
            start += amount * early.get(name, 0.0)
            end += amount * late.get(name, 0.0)
        return (1 - far) * start + far * end


class Row(NamedTuple):
    """A moment of a game: what was seen of a seat, how far the game had come, what the seat went on to score.

    Or of two seats, what one had more than the other, and how its lead went on (`leads`).
    """

    game: int
    seen: Mapping[str, float]
    far: float
    scored: float


def learn_values(rows: Sequence[Row], *, games: int, seed: int, commit: str) -> Values:
    """The weights that explain best what was scored. Raises `ValueError` for rows of too few games to leave any out."""
    names = {name: place for place, name in enumerate(sorted({name for row in rows for name in row.seen}))}
    learned = _Sums.of((row for row in rows if row.game % _HELD_OUT), names)
    held_out = _Sums.of((row for row in rows if not row.game % _HELD_OUT), names)
    if not learned.rows or not held_out.rows:
        raise ValueError("too few games to learn from and to leave some out")
    explained = held_out.explained_by(learned.weights())
    weights = learned.joined(held_out).weights()
    found = [round(float(weight), 3) for weight in weights]
    early, late = found[: len(names)], found[len(names) :]
    card = Card(games, seed, commit, round(explained, 3))
    return Values(dict(zip(names, early, strict=True)), dict(zip(names, late, strict=True)), card)


@dataclass(frozen=True)
class _Sums:
    """What there is to know of rows, however many, to find weights: sums of what is seen, of scores, of products."""

    rows: int
    seen: Numbers
    scored: float
    seen_by_seen: Numbers
    seen_by_scored: Numbers
    scored_by_scored: float

    @classmethod
    def of(cls, rows: Iterable[Row], names: Mapping[str, int]) -> "_Sums":
        """Sum up rows: each thing that is seen counts as it is at the start, and as it is at the end."""
        width = 2 * len(names)
        sums = cls(0, np.zeros(width), 0.0, np.zeros((width, width)), np.zeros(width), 0.0)
        every = iter(rows)
        while some := list(islice(every, _AT_ONCE)):
            table, scored = _table(some, names), np.array([row.scored for row in some])
            sums = sums.joined(
                cls(
                    len(some),
                    table.sum(axis=0),
                    float(scored.sum()),
                    table.T @ table,
                    table.T @ scored,
                    float(scored @ scored),
                )
            )
        return sums

    def joined(self, other: "_Sums") -> "_Sums":
        """Those of these rows and of others."""
        return _Sums(
            self.rows + other.rows,
            self.seen + other.seen,
            self.scored + other.scored,
            self.seen_by_seen + other.seen_by_seen,
            self.seen_by_scored + other.seen_by_scored,
            self.scored_by_scored + other.scored_by_scored,
        )

    def weights(self) -> Numbers:
        """The weights that explain best what was scored."""
        mean = self.seen / self.rows
        spread = np.sqrt(np.maximum(np.diag(self.seen_by_seen) / self.rows - mean**2, 0.0)) + 1e-6
        pulled = self.seen_by_seen / np.outer(spread, spread) + _PULL * np.eye(len(mean))
        return np.linalg.solve(pulled, self.seen_by_scored / spread) / spread

    def explained_by(self, weights: Numbers) -> float:
        """Which part of the spread of scores weights explain."""
        missed = (self.scored - float(self.seen @ weights)) / self.rows
        squared = self.scored_by_scored - 2 * float(self.seen_by_scored @ weights)
        squared += float(weights @ self.seen_by_seen @ weights)
        spread = self.scored_by_scored / self.rows - (self.scored / self.rows) ** 2
        return 1 - (squared / self.rows - missed**2) / spread


def _table(rows: Sequence[Row], names: Mapping[str, int]) -> Numbers:
    table = np.zeros((len(rows), 2 * len(names)))
    for number, row in enumerate(rows):
        for name, amount in row.seen.items():
            table[number, names[name]] = amount * (1 - row.far)
            table[number, len(names) + names[name]] = amount * row.far
    return table


def load_values(path: Path) -> Values:
    """Read weights."""
    return msgspec.json.decode(path.read_bytes(), type=Values)


def save_values(values: Values, path: Path) -> None:
    """Write weights."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(values), indent=1) + b"\n")
