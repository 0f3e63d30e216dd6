"""The bot of an introduction.

It gives the scripted answers as long as the prompts are as expected; after that it answers as another bot does.
"""

from collections.abc import Iterable, Sequence

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_bots.strategy import Catalogue, Hurrying, Pondering, Strategy


class Scripted:
    """A strategy that gives the answers of an introduction as long as the prompts are those that it expects.

    The answer depends on the prompt alone, so a bot host that was restarted can continue in the middle of a game.
    """

    ponders: bool
    """Set only if the other bot ponders: see `Pondering`."""

    def __init__(self, script: Iterable[rules_pb2.IntroductionStep], other: Strategy) -> None:
        """`script` are the steps of the seat; `other` answers all other prompts."""
        self.needs_view = other.needs_view
        if isinstance(other, Pondering):
            self.ponders = other.ponders
        self._picks = {(step.prompt_id, step.kind): tuple(step.picks) for step in script}
        self._other = other

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the scripted answer to a prompt, or the other bot's answer."""
        foreseen = self._foreseen(prompt)
        return self._other.choose(prompt, view, catalogue) if foreseen is None else foreseen

    def choose_at_once(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the answer to a prompt within some milliseconds; see `Hurrying`."""
        foreseen = self._foreseen(prompt)
        if foreseen is None and isinstance(self._other, Hurrying):
            return self._other.choose_at_once(prompt, view, catalogue)
        return self.choose(prompt, view, catalogue)

    def _foreseen(self, prompt: game_pb2.Prompt) -> Sequence[str] | None:
        picks = self._picks.get((prompt.id, prompt.kind))
        return picks if picks is not None and {option.id for option in prompt.options}.issuperset(picks) else None
