"""The seat of a bot at an introduction: known answers to known prompts, another bot's to all others."""

from collections.abc import Iterable, Sequence

from google.protobuf.message import Message

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.bots.strategy import Catalogue, Pondering, Strategy


class Scripted:
    """Answers as an introduction says while it is asked what that foresees.

    It looks at the prompt alone, so a host that has come back goes on in the middle of a game.
    """

    ponders: bool
    """Only there where the other bot is asked in a thread: see `Pondering`."""

    def __init__(self, script: Iterable[rules_pb2.IntroductionStep], other: Strategy) -> None:
        """Take what the introduction says for the seat, and who answers else."""
        self.needs_view = other.needs_view
        if isinstance(other, Pondering):
            self.ponders = other.ponders
        self._picks = {(step.prompt_id, step.kind): tuple(step.picks) for step in script}
        self._other = other

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer a prompt."""
        picks = self._picks.get((prompt.id, prompt.kind))
        if picks is not None and {option.id for option in prompt.options}.issuperset(picks):
            return picks
        return self._other.choose(prompt, view, catalogue)
