"""One step of a flow: sent an answer, it runs to its next real question or to its end.

Not compiled, and faster so: before compiled code can catch an exception it makes a traceback of it, at every function
on its way, and every flow ends by one.
"""

from collections.abc import Generator
from typing import Any, TypeAlias, TypeVar

from services.kit.prompt import Picks, Prompt, forced_answer

R = TypeVar("R")

Opened: TypeAlias = Prompt | tuple[Prompt, ...]
"""What a flow waits for: one prompt, or several of different seats at once."""

Flow: TypeAlias = Generator[Opened, Any, R]  # what is sent follows from what was yielded: see `reply`
"""A phase, or part of one, that ends with a result."""


Ended = StopIteration
"""What a flow gives when it has come to its end; `value` is its result."""


def advance(flow: Flow[R], answer: object) -> Opened | Ended:
    """Send an answer and run to the next real question, or to the end where there is none."""
    try:
        opened = flow.send(answer)
        while type(opened) is Prompt:
            least, most, count = opened.least, opened.most, len(opened.options)
            if opened.rule is None and 0 <= least <= most <= count and most > 0 and least < count:
                return opened  # as most are, with nothing to be worked out
            picks = forced_answer(opened)
            if picks is None:
                return opened
            opened = flow.send(picks)
    except StopIteration as end:
        # Its traceback knows all frames up to here, and whoever is given it would know it in turn: a circle of all that
        # they hold, which only the collector undoes.
        return end.with_traceback(None)
    return opened


def reply(opened: Opened, prompt: Prompt, picks: Picks) -> object:
    """Wrap the picks for a prompt in the form in which the flow that opened it wants to be sent them."""
    return picks if type(opened) is Prompt else (prompt, picks)
