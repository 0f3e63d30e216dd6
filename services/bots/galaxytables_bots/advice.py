"""Hints for people: the answers that a bot would give in their place, and the result that it expects of each answer.

A game's adviser is the constant `ADVISER` of a module among its bots. A game without one is advised by its strongest
bot, which gives its answer without expected results. An adviser gets the same as a strategy: the prompt, the view of
the seat, the catalogue. Expected results are facts: numbers that it computes for each answer. Unknown ones are left
out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.strategy import Catalogue, Strategy, Table, strategy_at

WIN_PERCENT = "win_percent"
"""The estimated chance of the seat to win, in percent."""
EXPECTED_POINTS = "expected_points"
"""The points with which the seat is expected to end."""
POINTS = "points"
"""The estimated worth of an answer, in points at the end."""
TABLES = "tables"
"""The number of sampled tables at which an answer was tried."""

MAX_ANSWERS = 5
"""The most answers in a hint."""

STRENGTH = ("best", "hard", "normal")
"""Levels that give hints if a game has no adviser of its own, the strongest first."""


@dataclass(frozen=True)
class Advice:
    """An answer to a prompt, and the results that the bot expects of this answer, as facts with the names above."""

    picks: Sequence[str]
    facts: Mapping[str, int] = field(default_factory=dict)


class Adviser(Protocol):
    """Advises people at tables of one game. One object advises all tables, so it stores nothing about any table."""

    @property
    def bot(self) -> str:
        """Return the name of the bot that gives the advice."""

    @property
    def analysed_seats(self) -> Sequence[int]:
        """Return the numbers of players with which this adviser gives `WIN_PERCENT`.

        Games with so many players can be analysed.
        """

    @property
    def unanalysed_options(self) -> Mapping[str, str]:
        """Return the values of options with which a game cannot be analysed, by option.

        At a table that has any of these values, the adviser gives no `WIN_PERCENT`.
        """

    def advise(
        self,
        prompt: game_pb2.Prompt,
        view: Message | None,
        catalogue: Catalogue,
        table: Table,
        *,
        chosen: Sequence[str] | None = None,
    ) -> Sequence[Advice]:
        """Return answers to a prompt, best first: at least one, and also the `chosen` answer if one is given.

        Called in a thread.
        """


class Example:
    """An adviser that gives only a bot's own answer."""

    analysed_seats = ()
    unanalysed_options: Mapping[str, str] = {}

    def __init__(self, bot: str, strategy: Strategy) -> None:
        self.bot = bot
        self._strategy = strategy

    def advise(
        self,
        prompt: game_pb2.Prompt,
        view: Message | None,
        catalogue: Catalogue,
        table: Table,
        *,
        chosen: Sequence[str] | None = None,  # noqa: ARG002  # it values no answer
    ) -> Sequence[Advice]:
        """Return one piece of advice: the bot's answer, without expected results."""
        return [Advice(strategy_at(self._strategy, table).choose(prompt, view, catalogue))]


def strongest(bots: Mapping[str, Strategy]) -> Adviser | None:
    """Return an adviser that gives the answers of a game's strongest bot.

    If no bot has the name of a level, the first bot that is not `easy` counts as the strongest.
    """
    others = sorted(set(bots).difference(STRENGTH, {"easy"}))
    name = next((bot for bot in (*STRENGTH, *others) if bot in bots), None)
    return None if name is None else Example(name, bots[name])


def facts_of(advice: Advice) -> list[game_pb2.Fact]:
    """Return the expected results of an answer as facts, for a message."""
    return [game_pb2.Fact(name=name, number=number) for name, number in advice.facts.items()]
