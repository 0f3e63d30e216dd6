"""A bot that bids about the value of the prizes."""

from collections.abc import Mapping, Sequence
from random import Random

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2, rules_pb2


class Matching:
    """Bids one of the two lowest cards that are at least as high as the value of the prizes.

    Which of the two varies, so that two such bots do not tie for ever.
    """

    needs_view = False

    def __init__(self) -> None:
        self._random = Random()

    def choose(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Mapping[str, rules_pb2.Component]
    ) -> Sequence[str]:
        """Return the bid. The prompt contains everything that the bot needs to know."""
        del view, catalogue
        worth = next(fact.number for fact in prompt.facts if fact.name == "points")
        bids = {option.facts[0].number: option.id for option in prompt.options}
        enough = sorted(bid for bid in bids if bid >= worth)
        return [bids[self._random.choice(enough[:2] or [max(bids)])]]


STRATEGY = Matching()
