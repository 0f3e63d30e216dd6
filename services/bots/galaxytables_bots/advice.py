"""Hints for people: what a bot would answer for them, and what it expects of each answer.

A game's adviser is the constant `ADVISER` of a module among its bots. A game without one is advised by its strongest
bot, which gives its answer without expectations. An adviser sees what a strategy sees: the prompt, the view of the
seat, the catalogue. Expectations are facts: numbers computed for its own answers. Unknown ones are left out.
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
    """An answer, and the bot's expectations of it, under the names above."""

    picks: Sequence[str]
    facts: Mapping[str, int] = field(default_factory=dict)


class Adviser(Protocol):
    """Advises people at one game. One object advises all tables, so it remembers nothing of any table."""

    @property
    def bot(self) -> str:
        """The name of the bot that gives the advice."""

    @property
    def analysed_seats(self) -> Sequence[int]:
        """The numbers of seats for which it gives `WIN_PERCENT`, so that it can analyse a game."""

    @property
    def unanalysed_options(self) -> Mapping[str, str]:
        """The values of options with which it never gives `WIN_PERCENT`."""

    def advise(
        self,
        prompt: game_pb2.Prompt,
        view: Message | None,
        catalogue: Catalogue,
        table: Table,
        *,
        chosen: Sequence[str] | None = None,
    ) -> Sequence[Advice]:
        """Return answers to a prompt, best first, at least one, and the `chosen` one. This is called in a thread."""


class Example:
    """Advises with a bot's own answer."""

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
        """Return the bot's answer."""
        return [Advice(strategy_at(self._strategy, table).choose(prompt, view, catalogue))]


def strongest(bots: Mapping[str, Strategy]) -> Adviser | None:
    """Return an adviser for the strongest of a game's bots; of those with other names the first that is not easy."""
    others = sorted(set(bots).difference(STRENGTH, {"easy"}))
    name = next((bot for bot in (*STRENGTH, *others) if bot in bots), None)
    return None if name is None else Example(name, bots[name])


def facts_of(advice: Advice) -> list[game_pb2.Fact]:
    """Return the expectations as facts."""
    return [game_pb2.Fact(name=name, number=number) for name, number in advice.facts.items()]
