"""Flows: phases written as generators that read like the rulebook.

A flow yields one prompt and is sent the picks. Or it yields several open prompts (as `together` does) and is sent the
prompt that was answered, with its picks. Forced prompts never reach the player: the code that runs the flow answers
them.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from galaxytables_kit.advance import Ended, Flow, Opened, R, Running, advance, run
from galaxytables_kit.play import AnyPlay
from galaxytables_kit.prompt import Picks, Prompt


def together(play: AnyPlay, flows: Iterable[Flow[R]]) -> Flow[list[R]]:
    """Run flows of different seats at the same time, hidden from each other until all are done.

    Returns the results of the flows, in their order. Until all are done, others see the table as it was at the last
    checkpoint (or at the start of this call if the step had an answer before), and all events are held back.
    """
    play.hold()
    own = list(flows)
    if len(own) == 1:
        alone = yield from own[0]
        play.release()
        return [alone]
    running = [run(flow) for flow in own]
    results: list[Any] = [None] * len(running)  # each is a result at the end
    waiting: dict[int, Opened] = {}
    for number, flow in enumerate(running):
        opened = advance(flow, None)
        if isinstance(opened, Ended):
            results[number] = opened.result
        else:
            waiting[number] = opened
    while len(waiting) > 1:
        prompt, picks = yield _all_open(waiting)
        number, answer = _owner(waiting, prompt, picks)
        opened = advance(running[number], answer)
        if isinstance(opened, Ended):
            results[number] = opened.result
            del waiting[number]
        else:
            waiting[number] = opened
    for number, opened in waiting.items():
        results[number] = yield from _run_alone(running[number], opened)
    play.release()
    return results


def _run_alone(flow: Running[R], opened: Opened | Ended[R]) -> Flow[R]:
    """Run the last unfinished flow; its prompt is yielded in a tuple, since it is known not to be forced."""
    while not isinstance(opened, Ended):
        if isinstance(opened, tuple):
            answer = yield opened
        else:
            _, answer = yield (opened,)
        opened = advance(flow, answer)
    return opened.result


def _all_open(waiting: dict[int, Opened]) -> tuple[Prompt, ...]:
    """Return every open prompt, also those of flows that wait for several."""
    opened: tuple[Any, ...] = tuple(waiting.values())  # single prompts, if none of them is a tuple
    if tuple not in map(type, opened):
        return opened
    return tuple(chain.from_iterable([each if isinstance(each, tuple) else (each,) for each in opened]))


def _owner(waiting: dict[int, Opened], prompt: Prompt, picks: Picks) -> tuple[int, object]:
    """Return which flow opened a prompt, and the answer in the form that this flow expects. Raises `LookupError`."""
    for number, opened in waiting.items():
        if opened is prompt:
            return number, picks
        if type(opened) is tuple and any(prompt is each for each in opened):
            return number, (prompt, picks)
    raise LookupError(f"seat {prompt.seat} has no open prompt {prompt.kind}")


def in_order(flows: Iterable[Flow[R]]) -> Flow[list[R]]:
    """Run flows one after another and return their results in order."""
    results = []
    for flow in flows:
        result = yield from flow
        results.append(result)
    return results
