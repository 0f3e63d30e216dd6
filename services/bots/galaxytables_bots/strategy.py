"""The interface of a bot: a strategy turns a prompt, and the view of its seat, into an answer.

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
    """Return a view as the message type of a game, `kind`.

    Raises `TypeError` for a view of any other type and for None.
    """
    if not isinstance(view, kind):
        raise TypeError(f"this bot needs a {kind.DESCRIPTOR.name}")
    return view


class Strategy(Protocol):
    """Answers prompts. One object plays all seats of a process, so it stores nothing about any table."""

    @property
    def needs_view(self) -> bool:
        """Return whether `choose` needs the view and the catalogue. If it does not, no view is built."""

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the ids of the options picked: `least` to `most` of them, each once, in order if that matters.

        `prompt.seat` is the seat that answers. `view` is the game's own view message (for example
        `galaxytables.jump.v1.JumpView`); unless `needs_view`, it is None and the catalogue is empty. If the game
        refuses the answer, `choose` is called again with the same arguments. If that gives the same picks, or picks
        that are refused too, the prompt's default is played. This method must not block, since it runs on the event
        loop unless the strategy is `Pondering`.
        """


PATIENCE = 0.4
"""Seconds that a host allows a patient strategy by default."""


@dataclass(frozen=True)
class Table:
    """The facts of a table that are known before its game begins.

    `patience` is the time limit for an answer, in seconds.
    """

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
    """A strategy that, if `patient` is true, may use all of `Table.patience` for an answer."""

    @property
    def patient(self) -> bool:
        """Return whether the strategy uses all of the time that `Table.patience` allows."""


@runtime_checkable
class Pondering(Protocol):
    """A strategy that needs more than some milliseconds for an answer.

    It runs in a thread, one prompt after another.
    """

    ponders: bool


@runtime_checkable
class Hurrying(Protocol):
    """A pondering strategy that can also answer at once, if too many prompts wait for the thread."""

    def choose_at_once(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return an answer within some milliseconds, for a prompt on which `choose` would spend more time."""


def strategy_at(strategy: Strategy, table: Table) -> Strategy:
    """Return the strategy to use at a table."""
    return strategy.at_table(table) if isinstance(strategy, Adapting) else strategy
