"""Runs flows. A flow that is sent an answer runs to its next prompt that leaves the player a choice, or to its end."""

from collections.abc import Generator
from typing import Any, Generic, TypeAlias, TypeVar, final

from galaxytables_kit.prompt import Picks, Prompt, forced_answer

R = TypeVar("R")

Opened: TypeAlias = Prompt | tuple[Prompt, ...]
"""The question for which a flow waits: one prompt, or one prompt for each of several seats."""

Flow: TypeAlias = Generator[Opened, Any, R]  # what to send depends on what was yielded: see `reply`
"""A phase, or part of one, written as a generator that returns a result."""


@final
class Ended(Generic[R]):
    """The value that a running flow yields last: it holds what the flow returned."""

    __slots__ = ("result",)

    def __init__(self, result: R) -> None:
        self.result = result


Running: TypeAlias = Generator[Opened | Ended[R], Any, None]  # what to send is as for a `Flow`
"""A flow that was started with `run`."""


def run(flow: Flow[R]) -> Running[R]:
    """Start a flow and return it as a generator that yields `Ended` at its end instead of raising `StopIteration`.

    This is for speed: in compiled code, an exception costs a traceback in every function that it passes through.
    """
    yield Ended((yield from flow))


def advance(flow: Running[R], answer: object) -> Opened | Ended[R]:
    """Send an answer to a flow and run it to its next prompt that leaves the player a choice.

    Returns the prompts that are then open, or `Ended` if the flow has ended.
    """
    opened = flow.send(answer)
    while type(opened) is Prompt:
        least, most, count = opened.least, opened.most, len(opened.options)
        if opened.rule is None and 0 <= least <= most <= count and most > 0 and least < count:
            return opened  # the common case, decided without further work
        picks = forced_answer(opened)
        if picks is None:
            return opened
        opened = flow.send(picks)
    return opened


def reply(opened: Opened, prompt: Prompt, picks: Picks) -> object:
    """Return a player's picks in the form that the flow expects.

    It expects the picks alone, or the prompt with the picks if it opened several prompts at once.
    """
    return picks if type(opened) is Prompt else (prompt, picks)
