"""Plays each answer to a question forward, and converts the result to a chance to win, in percent.

Each game has its own way.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from google.protobuf.message import Message

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_arena.puzzles.positions import Picks, same
from galaxytables_bots.beyond import advice as beyond
from galaxytables_bots.beyond.search import searcher_at as beyond_searcher_at
from galaxytables_bots.halving import Budget, Forward
from galaxytables_bots.jump.search import PLAYED_FORWARD as PLAYED_FORWARD_IN_JUMP
from galaxytables_bots.jump.simulation.playouts import Playouts as JumpPlayouts
from galaxytables_bots.race import advice as race
from galaxytables_bots.race.search import searcher_at as race_searcher_at
from galaxytables_bots.roll import advice as roll
from galaxytables_bots.roll.search import searcher_at as roll_searcher_at
from galaxytables_bots.searcher import Searcher
from galaxytables_bots.strategy import Catalogue, Table, view_as

SEATS = 2
"""The number of seats for which chances to win were measured in all games."""


@dataclass(frozen=True)
class Line:
    """An answer to play forward: its index and, in Jump Drive, the seat's next choice, which follows immediately."""

    answer: int
    played: Any  # what the game's playouts take


@dataclass(frozen=True)
class Trial:
    """Plays each answer to one question forward.

    `percent` turns an expected result into a chance to win, in percent.
    """

    forward: Forward[Any, Any]  # each game has samples and answers of its own
    lines: Sequence[Line]
    percent: Callable[[float], float]


Answers: TypeAlias = Sequence[Picks]
Trying: TypeAlias = Callable[[game_pb2.Prompt, Message, Catalogue, Answers], Trial | None]
"""Returns how the answers to a question are tried, or None if it is not played forward."""


def _by_searcher(searcher: Searcher, percent: Callable[[float], float]) -> Trying:
    def trying(prompt: game_pb2.Prompt, view: Message, catalogue: Catalogue, answers: Answers) -> Trial | None:
        if not searcher.proposed(prompt, view, catalogue):
            return None
        try:
            forward = searcher.playouts(prompt, view)
        except ValueError:
            return None
        return Trial(forward, [Line(number, picks) for number, picks in enumerate(answers)], percent)

    return trying


class _Won:
    """Games of Jump Drive to their ends: 1 for a won one, 0 for a shared win, -1 for a lost one."""

    def __init__(self, playouts: JumpPlayouts) -> None:
        self._playouts = playouts

    def sample(self, number: int) -> Any:  # noqa: ANN401  # as the playouts have it
        """Return a table of this number."""
        return self._playouts.sample(number)

    def play(self, sample: Any, answer: Any) -> float:  # noqa: ANN401  # as above
        """Return the result of the game for the seat: 1 if won, 0 for a shared win, -1 if lost."""
        value = self._playouts.play(sample, answer)
        return float((value > 0) - (value < 0))


def _try_jump(prompt: game_pb2.Prompt, view: Message, _: Catalogue, answers: Answers) -> Trial | None:
    if prompt.kind not in PLAYED_FORWARD_IN_JUMP:
        return None
    try:
        playouts = JumpPlayouts(prompt, view_as(jump_pb2.JumpView, view))
    except ValueError:
        return None
    plans = [plan for _, plan in playouts.answers if prompt.kind in plan]
    lines = [
        Line(number, plan)
        for number, picks in enumerate(answers)
        for plan in [each for each in plans if same(each[prompt.kind], picks)] or [{prompt.kind: picks}]
    ]
    return Trial(_Won(playouts), lines, lambda expected: 50 + 50 * expected)


def trying(game: str) -> Trying:
    """Return a function that makes the `Trial` of a question of this game.

    Raises `LookupError` for a game whose bots do not search.
    """
    if game == "jump":
        return _try_jump
    table, budget = Table(SEATS, {}), Budget(answers=2, tables=1, rounds=2)
    searchers: Mapping[str, tuple[Searcher | None, Callable[[float], float]]] = {
        "race": (race_searcher_at(table, budget), race.FORWARD_BY_NET.percent),
        "roll": (roll_searcher_at(table, budget), roll.ODDS[SEATS].percent),
        "beyond": (beyond_searcher_at(table, budget), beyond.ODDS[SEATS].percent),
    }
    searcher, percent = searchers.get(game, (None, race.FORWARD_BY_NET.percent))
    if searcher is None:
        raise LookupError(f"no puzzles for {game}: its bots do not search")
    return _by_searcher(searcher, percent)
