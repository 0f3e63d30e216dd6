"""Flows: phases written as generators that read like the rulebook.

A flow yields one prompt and is sent the picks; or it yields several open prompts (`together` does) and is sent the
prompt that was answered with its picks. Forced prompts never come out of a flow: whoever runs it answers them.
"""

from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from services.kit.prompt import Picks, Prompt, forced_answer

if TYPE_CHECKING:
    from services.kit.play import Play

R = TypeVar("R")

Opened: TypeAlias = Prompt | tuple[Prompt, ...]
"""What a flow waits for: one prompt, or several of different seats at once."""

Flow: TypeAlias = Generator[Opened, Any, R]
"""A phase, or part of one, that ends with a result."""


def advance(flow: Flow[R], answer: object) -> Opened:
    """Send an answer and run to the next real question; `StopIteration` carries the result when there is none."""
    opened = flow.send(answer)
    while opened.__class__ is Prompt:
        picks = forced_answer(opened)
        if picks is None:
            return opened
        opened = flow.send(picks)
    return opened


def reply(opened: Opened, prompt: Prompt, picks: Picks) -> object:
    """Wrap the picks for a prompt in the form in which the flow that opened it wants to be sent them."""
    return picks if opened.__class__ is Prompt else (prompt, picks)


def together(play: "Play[Any, Any, Any]", flows: Iterable[Flow[R]]) -> Flow[list[R]]:
    """Run flows of different seats side by side, hidden from each other until all are done.

    Others see the table as it was at the last checkpoint, and no event comes out before the end. Results are in
    the order of the flows. A stretch has at most one outermost `together`, before anything else happens in it:
    begin a new stretch for the next (`Play.hold` refuses otherwise).
    """
    play.hold()
    results: dict[int, R] = {}
    running: dict[int, tuple[Flow[R], Opened]] = {}
    for number, flow in enumerate(flows):
        try:
            running[number] = flow, advance(flow, None)
        except StopIteration as end:
            results[number] = end.value
    while running:
        prompt, picks = yield _all_open(running.values())
        number, flow, opened = _owner(running, prompt)
        try:
            running[number] = flow, advance(flow, reply(opened, prompt, picks))
        except StopIteration as end:
            del running[number]
            results[number] = end.value
    play.release()
    return [results[number] for number in sorted(results)]


def _all_open(running: Iterable[tuple[Flow[R], Opened]]) -> tuple[Prompt, ...]:
    prompts: list[Prompt] = []
    for _, opened in running:
        if isinstance(opened, Prompt):
            prompts.append(opened)
        else:
            prompts.extend(opened)
    return tuple(prompts)


def _owner(running: dict[int, tuple[Flow[R], Opened]], prompt: Prompt) -> tuple[int, Flow[R], Opened]:
    for number, (flow, opened) in running.items():
        if prompt is opened or (not isinstance(opened, Prompt) and any(prompt is each for each in opened)):
            return number, flow, opened
    raise LookupError(f"nobody asked {prompt.kind} of seat {prompt.seat}")


def in_order(flows: Iterable[Flow[R]]) -> Flow[list[R]]:
    """Run flows one after another; results in their order."""
    results = []
    for flow in flows:
        result = yield from flow
        results.append(result)
    return results
