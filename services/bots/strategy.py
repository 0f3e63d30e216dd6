"""What a bot is: a function from a question, and what its seat may see, to an answer.

A strategy for the game `jump` called `greedy` is the module `services/bots/jump/greedy.py` with a constant
`STRATEGY`. It imports the generated messages of its game and nothing of the game itself: what it knows of the rules
is what any client knows, from the prompts, the view and the catalogue.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

from google.protobuf.message import Message

from galaxy.rules.v1 import game_pb2, rules_pb2

Catalogue: TypeAlias = Mapping[str, rules_pb2.Component]
"""Component id to component, of the pack that the table is pinned to."""


class Strategy(Protocol):
    """Answers prompts. One object plays all seats of a process, so it remembers nothing of any table."""

    @property
    def needs_view(self) -> bool:
        """Whether `choose` is given view and catalogue; a view that nobody needs is never built."""

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Give the ids of the options picked: `least` to `most` of them, each once, in order where that matters.

        `prompt.seat` is the own seat. `view` is the game's own view message (for example
        `galaxy.jump.v1.JumpView`), None and with an empty catalogue unless `needs_view`. An answer that the game
        refuses leads to another call with the same arguments; if that gives the same picks, or still refused ones,
        the prompt's default is played. Must not block: it runs on the event loop.
        """
