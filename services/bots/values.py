"""What a seat may expect to score, by what is seen of it: a sum of weights, learned from played games or set by hand.

A weight is in VP. It is one at the start of a game and another one at its end; in between the two are mixed by how far
the game has come, from 0 to 1. What was never met counts nothing.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]

_PULL = 100.0
"""How strongly weights are kept small, in rows."""
_HELD_OUT = 5
"""One game in so many is left out where it is measured how much is explained."""


class Card(msgspec.Struct, frozen=True):
    """Where weights come from. `explained` is the part of the spread of later points, in games not learned from."""

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
        """VP still to come, by what is seen and how far the game has come."""
        early, late = self.early, self.late
        start = end = 0.0
        for name, amount in seen.items():
            start += amount * early.get(name, 0.0)
            end += amount * late.get(name, 0.0)
        return (1 - far) * start + far * end


class Row(NamedTuple):
    """A seat at some moment of a game: what was seen of it, how far the game had come, what it went on to score."""

    game: int
    seen: Mapping[str, float]
    far: float
    scored: float


def learn_values(rows: Sequence[Row], *, games: int, seed: int, commit: str) -> Values:
    """The weights that explain best what seats went on to score."""
    names = {name: place for place, name in enumerate(sorted({name for row in rows for name in row.seen}))}
    table = np.zeros((len(rows), 2 * len(names)))
    for number, row in enumerate(rows):
        for name, amount in row.seen.items():
            table[number, names[name]] = amount * (1 - row.far)
            table[number, len(names) + names[name]] = amount * row.far
    scored = np.array([row.scored for row in rows])
    held_out = np.array([row.game % _HELD_OUT == 0 for row in rows])
    weights = _weights(table[~held_out], scored[~held_out])
    missed = scored[held_out] - table[held_out] @ weights
    explained = 1 - float(missed.var() / scored[held_out].var())
    found = [round(float(weight), 3) for weight in _weights(table, scored)]
    early, late = found[: len(names)], found[len(names) :]
    card = Card(games, seed, commit, round(explained, 3))
    return Values(dict(zip(names, early, strict=True)), dict(zip(names, late, strict=True)), card)


def _weights(table: Numbers, scored: Numbers) -> Numbers:
    spread = table.std(axis=0) + 1e-6
    scaled = table / spread
    pulled = scaled.T @ scaled + _PULL * np.eye(table.shape[1])
    return cast(Numbers, np.linalg.solve(pulled, scaled.T @ scored) / spread)  # numpy says no type of elements


def load_values(path: Path) -> Values:
    """Read weights."""
    return msgspec.json.decode(path.read_bytes(), type=Values)


def save_values(values: Values, path: Path) -> None:
    """Write weights."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(values), indent=1) + b"\n")
