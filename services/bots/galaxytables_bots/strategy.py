"""What a bot is: a function from a question, and what its seat may see, to an answer.

A strategy for the game `jump` called `greedy` is the module `services/bots/galaxytables_bots/jump/greedy.py` with a
constant `STRATEGY`. It imports the generated messages of its game and nothing of the game itself: what it knows of the
rules is what any client knows, from the prompts, the view and the catalogue.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2, rules_pb2

Catalogue: TypeAlias = Mapping[str, rules_pb2.Component]
"""Component id to component, of the pack that the table is pinned to."""


V = TypeVar("V", bound=Message)


def view_as(kind: type[V], view: Message | None) -> V:
    """The view that a strategy was given, as that of its game. Raises `TypeError` for any other, and for none."""
    if not isinstance(view, kind):
        raise TypeError(f"this bot needs a {kind.DESCRIPTOR.name}")
    return view


class Strategy(Protocol):
    """Answers prompts. One object plays all seats of a process, so it remembers nothing of any table."""

    @property
    def needs_view(self) -> bool:
        """Whether `choose` is given view and catalogue; a view that nobody needs is never built."""

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Give the ids of the options picked: `least` to `most` of them, each once, in order where that matters.

        `prompt.seat` is the own seat. `view` is the game's own view message (for example
        `galaxytables.jump.v1.JumpView`), None and with an empty catalogue unless `needs_view`. An answer that the game
        refuses leads to another call with the same arguments; if that gives the same picks, or still refused ones,
        the prompt's default is played. Must not block: it runs on the event loop, unless the strategy is `Pondering`.
        """


PATIENCE = 0.4
"""Seconds that a host gives a strategy that thinks as long as it may, unless it says otherwise."""


@dataclass(frozen=True)
class Table:
    """What is known of a table before it is played: `patience` is how many seconds its host gives an answer at most."""

    seats: int
    options: Mapping[str, str]
    patience: float = PATIENCE


@runtime_checkable
class Adapting(Protocol):
    """A strategy that plays tables of different kinds in different ways."""

    def at_table(self, table: Table) -> Strategy:
        """Who plays this table; one object may play several."""


@runtime_checkable
class Patient(Protocol):
    """A strategy that, if `patient`, thinks about an answer as long as `Table.patience` says."""

    @property
    def patient(self) -> bool:
        """Whether it does."""


@runtime_checkable
class Pondering(Protocol):
    """A strategy that takes more than some milliseconds: it is asked in a thread, one prompt after another."""

    ponders: bool


@runtime_checkable
class Hurrying(Protocol):
    """A strategy that ponders, and has an answer at once where too many others wait for the thread."""

    def choose_at_once(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer within some milliseconds what `choose` would ponder."""


def strategy_at(strategy: Strategy, table: Table) -> Strategy:
    """Who plays a table for a strategy."""
    return strategy.at_table(table) if isinstance(strategy, Adapting) else strategy
