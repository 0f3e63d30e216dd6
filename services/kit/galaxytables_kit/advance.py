"""Runs flows: sends a flow an answer and runs it to its next prompt that leaves a choice, or to its end."""

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
    """The last value that a running flow yields. It holds the flow's return value."""

    __slots__ = ("result",)

    def __init__(self, result: R) -> None:
        self.result = result


Running: TypeAlias = Generator[Opened | Ended[R], Any, None]  # what to send is as for a `Flow`
"""A flow that was started with `run`."""


def run(flow: Flow[R]) -> Running[R]:
    """Start a flow and return it as a generator that yields `Ended` at its end instead of raising `StopIteration`.

    Compiled code would build a traceback for the exception in every function that it passes through.
    """
    yield Ended((yield from flow))


def advance(flow: Running[R], answer: object) -> Opened | Ended[R]:
    """Send an answer and run the flow to its next prompt that leaves a choice. Returns the open prompts, or `Ended`."""
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
    """Return picks in the form that the flow expects: alone, or with the prompt if the flow opened several prompts."""
    return picks if type(opened) is Prompt else (prompt, picks)
