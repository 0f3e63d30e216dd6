"""The answer that the player is composing by marking options of a prompt."""

from galaxytables.rules.v1 import game_pb2
from galaxytables_terminal.wording import Wording


class Answer:
    """The marked options of one prompt, in the order of marking."""

    def __init__(self, prompt: game_pb2.Prompt, say: Wording) -> None:
        self.prompt = prompt
        self._say = say
        self._options = {option.id: option for option in prompt.options}
        self._marks: list[str] = []

    @property
    def picks(self) -> tuple[str, ...]:
        """Return the marked option ids, in the order of marking."""
        return tuple(self._marks)

    @property
    def single(self) -> bool:
        """Return whether the prompt wants at most one option. Then the option under the cursor is the answer."""
        return self.prompt.most == 1

    @property
    def complete(self) -> bool:
        """Return whether the number of marked options is within the prompt's bounds."""
        return self.prompt.least <= len(self._marks) <= self.prompt.most

    def holds(self, option: str) -> bool:
        """Return whether the prompt has an option with this id."""
        return option in self._options

    def rank(self, option: str) -> int:
        """Return an option's place in the order of marking, from 1; 0 if the option is not marked."""
        return self._marks.index(option) + 1 if option in self._marks else 0

    def toggle(self, option: str) -> str:
        """Mark an option, or remove its mark.

        Returns a text that says why that is not possible; empty if it was done.
        """
        if option not in self._options:
            return self._say("question-not-an-option")
        if option in self._marks:
            self._marks.remove(option)
            return ""
        if len(self._marks) >= self.prompt.most:
            return self._say("question-too-many", most=self.prompt.most)
        self._marks.append(option)
        return ""

    def clear(self) -> None:
        """Remove all marks."""
        self._marks.clear()

    def missing(self) -> str:
        """Return a text that says what the answer still lacks; empty if it can be sent."""
        short = self.prompt.least - len(self._marks)
        return self._say("question-mark-more", count=short) if short > 0 else ""

    def bounds(self) -> str:
        """Return a text that says how many options the prompt wants, and whether their order matters."""
        least, most = self.prompt.least, self.prompt.most
        say = self._say
        if least == most:
            sentence = say("question-choose", count=least)
        elif least == 0 and most == 1:
            sentence = say("question-choose-one-or-none")
        elif least == 0:
            many = most < len(self._options)
            sentence = say("question-choose-up-to", most=most) if many else say("question-choose-any")
        else:
            sentence = say("question-choose-range", least=least, most=most)
        return say("question-in-order", wanted=sentence) if self.prompt.ordered and most > 1 else sentence

    def fits(self, prompt: game_pb2.Prompt) -> bool:
        """Return whether the marks are still valid for a prompt, because it has the same id and the same options."""
        return prompt.id == self.prompt.id and prompt.options == self.prompt.options
