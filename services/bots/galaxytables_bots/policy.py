"""Bots that answer by a neural network.

Each game adds the features that the net reads, and the names of the options.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.nets import Net, answer_name, pick_options
from galaxytables_bots.strategy import Catalogue


class NetPolicy(ABC):
    """A strategy that picks the options to which its net gives the highest scores."""

    needs_view = True

    joint: ClassVar[frozenset[str]] = frozenset()
    """Kinds of prompts whose picks are one answer together."""

    def __init__(self, net: Net) -> None:
        self._net = net

    @abstractmethod
    def see(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> dict[str, float]:
        """Return the features of a prompt by name."""

    @abstractmethod
    def option_name(self, option: game_pb2.Option) -> str:
        """Return the name by which the net knows an option."""

    def differs(self, names: Sequence[str]) -> bool:
        """Return whether a set of options has an effect that no other set has. Only such sets get a score."""
        del names
        return True

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the options with the highest scores of the net. Options that it does not know have a score of 0."""
        net = self._net
        hidden = net.hidden(self.see(prompt, view, catalogue))

        def pick(answers: Sequence[str]) -> int:
            return int(net.scores_of(hidden, [answer_name(prompt.kind, answer) for answer in answers]).argmax())

        names = [self.option_name(option) for option in prompt.options]
        places = pick_options(
            names, prompt.least, prompt.most, joint=prompt.kind in self.joint, pick=pick, differs=self.differs
        )
        return [prompt.options[place].id for place in places]
