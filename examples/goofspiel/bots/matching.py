"""A bot that bids what the prizes are worth."""

from collections.abc import Mapping, Sequence

from google.protobuf.message import Message

from galaxy.rules.v1 import game_pb2, rules_pb2


class Matching:
    """Takes the lowest card that is worth as much as the prizes, else the highest."""

    needs_view = False

    def choose(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Mapping[str, rules_pb2.Component]
    ) -> Sequence[str]:
        """All that it goes by is told with the question."""
        del view, catalogue
        worth = next(fact.number for fact in prompt.facts if fact.name == "points")
        bids = {option.facts[0].number: option.id for option in prompt.options}
        return [bids[min((bid for bid in bids if bid >= worth), default=max(bids))]]


STRATEGY = Matching()
