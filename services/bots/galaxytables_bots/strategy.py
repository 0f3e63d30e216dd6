"""What a bot is: a function from a question, and what its seat may see, to an answer.

A strategy for the game `jump` called `greedy` is the module `services/bots/galaxytables_bots/jump/greedy.py` with a
constant `STRATEGY`. It imports the generated messages of its game and nothing of the game itself: it knows what any
client knows, from the prompts, the view and the catalogue.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2, rules_pb2

Catalogue: TypeAlias = Mapping[str, rules_pb2.Component]
"""Components by id, of the pack to which the table is pinned."""


V = TypeVar("V", bound=Message)


def view_as(kind: type[V], view: Message | None) -> V:
    """Return the view of a strategy as its game's message. Raises `TypeError` for any other view, and for None."""
    if not isinstance(view, kind):
        raise TypeError(f"this bot needs a {kind.DESCRIPTOR.name}")
    return view


class Strategy(Protocol):
    """Answers prompts. One object plays all seats of a process, so it remembers nothing of any table."""

    @property
    def needs_view(self) -> bool:
        """Whether `choose` needs view and catalogue; a view that nobody needs is never built."""

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the ids of the options picked: `least` to `most` of them, each once, in order if that matters.

        `prompt.seat` is the own seat. `view` is the game's own view message (for example
        `galaxytables.jump.v1.JumpView`), None and with an empty catalogue unless `needs_view`. An answer that the game
        refuses leads to another call with the same arguments; if that gives the same picks, or still refused ones, the
        prompt's default is played. Must not block: it runs on the event loop, unless the strategy is `Pondering`.
        """


PATIENCE = 0.4
"""Seconds that a host allows a patient strategy by default."""


@dataclass(frozen=True)
class Table:
    """What is known of a table before it is played; `patience` is how many seconds an answer may take at most."""

    seats: int
    options: Mapping[str, str]
    patience: float = PATIENCE


@runtime_checkable
class Adapting(Protocol):
    """A strategy that plays different kinds of tables in different ways."""

    def at_table(self, table: Table) -> Strategy:
        """Return the strategy for this table; one object may play several tables."""


@runtime_checkable
class Patient(Protocol):
    """A strategy that, if `patient`, thinks about an answer as long as `Table.patience` allows."""

    @property
    def patient(self) -> bool:
        """Whether it does."""


@runtime_checkable
class Pondering(Protocol):
    """A strategy that takes more than some milliseconds: it runs in a thread, one prompt after another."""

    ponders: bool


@runtime_checkable
class Hurrying(Protocol):
    """A strategy that ponders, but can answer at once when too many others wait for the thread."""

    def choose_at_once(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer within some milliseconds what `choose` would ponder."""


def strategy_at(strategy: Strategy, table: Table) -> Strategy:
    """Return the strategy to use at a table."""
    return strategy.at_table(table) if isinstance(strategy, Adapting) else strategy
