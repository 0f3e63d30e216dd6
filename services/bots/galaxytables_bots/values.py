"""Estimates the later score of a seat as a weighted sum of its features.

Weights are learned from games or set by hand. Weights that are learned from leads only say by how much one seat's
expected score exceeds another's; the part of the score that all seats can expect is left out. A weight is in VP. It has
one value for the start of a game and one for its end, and is interpolated by how far the game has come, from 0 to 1.
Features without a weight count for nothing.
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
"""The number of rows summed at once."""
_HELD_OUT = 5
"""One game in this many is held out to measure how much is explained."""


class Card(msgspec.Struct, frozen=True):
    """The origin of weights.

    `explained` is the share of the variance of scores that the weights explain in held-out games.
    """

    games: int
    seed: int
    commit: str
    explained: float


class Values(msgspec.Struct, frozen=True):
    """Weights by feature name. `card` has their origin; weights that were set by hand have none."""

    early: Mapping[str, float]
    late: Mapping[str, float]
    card: Card | None = None

    def worth(self, seen: Mapping[str, float], far: float) -> float:
        """Return the VP that a seat with these features is still expected to gain.

        Weights learned from leads leave out the part that all seats gain alike.
        """
        early, late = self.early, self.late
        start = end = 0.0
        for name, amount in seen.items():
            start += amount * early.get(name, 0.0)
            end += amount * late.get(name, 0.0)
        return (1 - far) * start + far * end


class Row(NamedTuple):
    """A moment of a game as training data.

    It has the features of a seat, how far the game had come, and the score that the seat made later. For a pair of
    seats, it has the difference of their features, and how the lead changed (`leads`).
    """

    game: int
    seen: Mapping[str, float]
    far: float
    scored: float


def learn_values(rows: Sequence[Row], *, games: int, seed: int, commit: str) -> Values:
    """Return the weights that best explain the scores of these rows.

    Raises `ValueError` if the rows come from so few games that none can be held out for testing.
    """
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
    """The sufficient statistics of any number of rows: sums of features, of scores, and of products."""

    rows: int
    seen: Numbers
    scored: float
    seen_by_seen: Numbers
    seen_by_scored: Numbers
    scored_by_scored: float

    @classmethod
    def of(cls, rows: Iterable[Row], names: Mapping[str, int]) -> "_Sums":
        """Return the sums of rows; each feature has two columns, one for the start and one for the end."""
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
        """Return the sums of these rows and others."""
        return _Sums(
            self.rows + other.rows,
            self.seen + other.seen,
            self.scored + other.scored,
            self.seen_by_seen + other.seen_by_seen,
            self.seen_by_scored + other.seen_by_scored,
            self.scored_by_scored + other.scored_by_scored,
        )

    def weights(self) -> Numbers:
        """Return the weights that explain the scores best."""
        mean = self.seen / self.rows
        spread = np.sqrt(np.maximum(np.diag(self.seen_by_seen) / self.rows - mean**2, 0.0)) + 1e-6
        pulled = self.seen_by_seen / np.outer(spread, spread) + _PULL * np.eye(len(mean))
        return np.linalg.solve(pulled, self.seen_by_scored / spread) / spread

    def explained_by(self, weights: Numbers) -> float:
        """Return the share of the variance of scores that weights explain."""
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
    """Return the weights in a file."""
    return msgspec.json.decode(path.read_bytes(), type=Values)


def save_values(values: Values, path: Path) -> None:
    """Write weights to a file."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(values), indent=1) + b"\n")
