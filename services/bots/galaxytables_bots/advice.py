"""What a bot would answer in somebody's place, and what it expects of it: the hints that a host gives.

A game's advice is the constant `ADVISER` of a module among its bots; a game without one is advised by its strongest
bot, which says what it would do and nothing of what it expects. An adviser sees what a strategy sees: the prompt, the
view of the seat that is asked, the catalogue. What it expects it tells as facts, numbers that it has worked out for its
own answers; what it does not know it leaves out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.strategy import Catalogue, Strategy, Table, strategy_at

WIN_PERCENT = "win_percent"
"""How likely the seat is taken to win, of 100."""
EXPECTED_POINTS = "expected_points"
"""With how many points the seat is expected to end."""
POINTS = "points"
"""What an answer is taken to be worth, in points at the end."""
TABLES = "tables"
"""At how many tables that the seat may believe in an answer was tried."""

MOST_ANSWERS = 5
"""Answers in a hint at most."""

STRENGTH = ("best", "hard", "normal")
"""Levels that give hints, the strongest first, where a game has no adviser of its own."""


@dataclass(frozen=True)
class Advice:
    """An answer, and what is expected of it, by the names above."""

    picks: Sequence[str]
    facts: Mapping[str, int] = field(default_factory=dict)


class Adviser(Protocol):
    """Advises people at one game. One object advises all, so it remembers nothing of any table."""

    @property
    def bot(self) -> str:
        """The name of the bot whose advice it is."""

    @property
    def analysed_seats(self) -> Sequence[int]:
        """With how many seats it tells `WIN_PERCENT`, so that it can say where a game turned."""

    def advise(
        self,
        prompt: game_pb2.Prompt,
        view: Message | None,
        catalogue: Catalogue,
        table: Table,
        *,
        chosen: Sequence[str] | None = None,
    ) -> Sequence[Advice]:
        """Answers to a prompt, best first, at least one, and the `chosen` one. It is asked in a thread."""


class Example:
    """Says what a bot would do."""

    analysed_seats = ()

    def __init__(self, bot: str, strategy: Strategy) -> None:
        """Take a bot's name and strategy."""
        self.bot = bot
        self._strategy = strategy

    def advise(
        self,
        prompt: game_pb2.Prompt,
        view: Message | None,
        catalogue: Catalogue,
        table: Table,
        *,
        chosen: Sequence[str] | None = None,  # noqa: ARG002  # it says nothing of any answer
    ) -> Sequence[Advice]:
        """The bot's answer."""
        return [Advice(strategy_at(self._strategy, table).choose(prompt, view, catalogue))]


def strongest(bots: Mapping[str, Strategy]) -> Adviser | None:
    """The advice of the strongest of a game's bots; of those with other names the first that is not easy."""
    others = sorted(set(bots).difference(STRENGTH, {"easy"}))
    name = next((bot for bot in (*STRENGTH, *others) if bot in bots), None)
    return None if name is None else Example(name, bots[name])


def facts_of(advice: Advice) -> list[game_pb2.Fact]:
    """What is expected, as it is sent."""
    return [game_pb2.Fact(name=name, number=number) for name, number in advice.facts.items()]
