"""A bot that can play every game: it answers at random within the bounds of the prompt."""

from collections.abc import Sequence
from random import Random

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.strategy import Catalogue


class RandomStrategy:
    """A strategy that picks at random. The answer may be refused if a prompt has a rule besides its bounds."""

    needs_view = False

    def __init__(self, random: Random | None = None) -> None:
        self._random = random if random is not None else Random()

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return options picked at random. First the number of picks is drawn, then the picks."""
        del view, catalogue
        count = self._random.randint(prompt.least, prompt.most)
        return self._random.sample([option.id for option in prompt.options], count)
