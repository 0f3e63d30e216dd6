"""Builds an answer one option at a time, so that it never reaches a dead end.

An option may be picked only if some legal answer contains both this option and all that is already picked. For prompts
without a rule this follows from the bounds. For prompts with a rule it is found by search: answers that are known to be
legal come first, then all others, the shortest first. Each search calls the rule at most `MAX_RULE_CALLS` times. If
that finds no answer, the option is not offered. So a legal answer may be out of reach, but no pick leads to a dead end.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations
from typing import final

from galaxytables_kit.prompt import Picks, Prompt

MAX_RULE_CALLS = 4_096
"""How often one search asks the rule of a prompt; all answers of 12 options are as many."""


@final
class Picking:
    """A prompt with the options picked so far, as the indexes of these options in the order of picking.

    `cut_short` counts the searches that ended at `MAX_RULE_CALLS` without finding an answer.
    """

    __slots__ = ("_legal", "cut_short", "picked", "prompt")

    def __init__(self, prompt: Prompt, picked: Sequence[int] = ()) -> None:
        self.prompt = prompt
        self.picked = list(picked)
        self.cut_short = 0
        self._legal: list[tuple[int, ...]] = []  # answers that the rule is known to allow

    def pickable(self) -> list[int]:
        """Return the indexes of the options that may be picked next, in order."""
        prompt = self.prompt
        if len(self.picked) >= prompt.most:
            return []
        left = [index for index in range(len(prompt.options)) if index not in self.picked]
        if prompt.rule is None:
            return left
        return [index for index in left if self._completes((*self.picked, index))]

    def may_stop(self) -> bool:
        """Return whether the picks so far are a legal answer."""
        if self.prompt.rule is None:
            return self.prompt.least <= len(self.picked) <= self.prompt.most
        return self._allows(tuple(self.picked))

    def pick(self, index: int) -> None:
        """Pick one of the `pickable` options."""
        self.picked.append(index)

    def answer(self) -> Picks:
        """Return the picks as an answer: in the order of picking for an ordered prompt, else in that of its options."""
        indexes = self.picked if self.prompt.ordered else sorted(self.picked)
        return self._picks(indexes)

    def _picks(self, indexes: Sequence[int]) -> Picks:
        options = self.prompt.options
        return tuple([options[index] for index in indexes])

    def _allows(self, indexes: tuple[int, ...]) -> bool:
        prompt = self.prompt
        return prompt.allows(self._picks(indexes if prompt.ordered else tuple(sorted(indexes))))

    def _completes(self, begun: tuple[int, ...]) -> bool:
        """Return whether a legal answer begins with these options, or holds them if their order does not count."""
        if any(self._begins(answer, begun) for answer in self._legal):
            return True
        calls = 0
        for answer in islice(self._answers(begun), MAX_RULE_CALLS):
            calls += 1
            if self._allows(answer):
                self._legal.append(answer)
                return True
        self.cut_short += calls == MAX_RULE_CALLS
        return False

    def _begins(self, answer: tuple[int, ...], begun: tuple[int, ...]) -> bool:
        return answer[: len(begun)] == begun if self.prompt.ordered else set(begun) <= set(answer)

    def _answers(self, begun: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield every answer of an allowed length that begins with these options.

        If order does not count, an answer need only contain them. If the default is such an answer, it comes first.
        """
        prompt = self.prompt
        default = tuple([prompt.options.index(pick) for pick in prompt.default_picks])
        if self._begins(default, begun):
            yield default
        left = [index for index in range(len(prompt.options)) if index not in begun]
        choose = permutations if prompt.ordered else combinations
        for size in range(max(prompt.least, len(begun)), prompt.most + 1):
            for more in choose(left, size - len(begun)):
                yield (*begun, *more)
