"""Bots for learners: they answer as another bot does, but some of their answers are random."""

from collections.abc import Sequence
from random import Random

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.random_bot import RandomStrategy
from galaxytables_bots.strategy import Catalogue, Strategy


class Careless:
    """A strategy that answers some prompts at random, and all others as another bot does."""

    needs_view = True

    def __init__(self, other: Strategy, one_in: int) -> None:
        self._other, self._one_in = other, one_in

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the answer to a prompt.

        Whether the answer is random depends only on the prompt, so the same prompt always gets the same answer.
        """
        seen = b"" if view is None else view.SerializeToString(deterministic=True)
        random = Random(prompt.id.encode() + seen)
        if random.randrange(self._one_in):
            return self._other.choose(prompt, view, catalogue)
        return RandomStrategy(random).choose(prompt, view, catalogue)
