"""Flows under way: each step of one is sent an answer and runs to its next real question, or to its end."""

from collections.abc import Generator
from typing import Any, Generic, TypeAlias, TypeVar, final

from galaxytables_kit.prompt import Picks, Prompt, forced_answer

R = TypeVar("R")

Opened: TypeAlias = Prompt | tuple[Prompt, ...]
"""What a flow waits for: one prompt, or several of different seats at once."""

Flow: TypeAlias = Generator[Opened, Any, R]  # what is sent follows from what was yielded: see `reply`
"""A phase, or part of one, that ends with a result."""


@final
class Ended(Generic[R]):
    """What a flow under way gives when it has come to its end, with its result."""

    __slots__ = ("result",)

    def __init__(self, result: R) -> None:
        self.result = result


Running: TypeAlias = Generator[Opened | Ended[R], Any, None]  # what is sent is as for a `Flow`
"""A flow under way."""


def run(flow: Flow[R]) -> Running[R]:
    """Set a flow under way.

    It yields its end, and does not raise it: before compiled code can catch an exception it makes a traceback of it, at
    every function on its way.
    """
    yield Ended((yield from flow))


def advance(flow: Running[R], answer: object) -> Opened | Ended[R]:
    """Send an answer and run to the next real question, or to the end where there is none."""
    opened = flow.send(answer)
    while type(opened) is Prompt:
        least, most, count = opened.least, opened.most, len(opened.options)
        if opened.rule is None and 0 <= least <= most <= count and most > 0 and least < count:
            return opened  # as most are, with nothing to be worked out
        picks = forced_answer(opened)
        if picks is None:
            return opened
        opened = flow.send(picks)
    return opened


def reply(opened: Opened, prompt: Prompt, picks: Picks) -> object:
    """Wrap the picks for a prompt in the form in which the flow that opened it wants to be sent them."""
    return picks if type(opened) is Prompt else (prompt, picks)
