"""Lists the answers to prompts of Roll for the Galaxy that are tried besides the heuristic's own.

If several answers differ only in which of several equal dice they pick, only one of them is listed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import TypeAlias

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.roll.evaluation import Tiles

Picks: TypeAlias = tuple[str, ...]
_MAX_TURNED = 3
"""The most drawn tiles that are tried as developments at once."""


def others(prompt: game_pb2.Prompt, usual: Picks, tile: Tiles) -> Iterator[Picks]:
    """Yield all answers that a search should try besides `usual`, the heuristic's own answer."""
    answers = _OF_A_KIND.get(prompt.kind, _of_so_many)
    return (picks for picks in answers(prompt, usual, tile) if _sorts(picks) != _sorts(usual))


def _of_so_many(prompt: game_pb2.Prompt, usual: Picks, tile: Tiles) -> Iterator[Picks]:
    """Yield all answers of `least` picks."""
    del usual, tile
    alike: dict[str, list[str]] = {}
    for option in prompt.options:
        alike.setdefault(_sort(option.id), []).append(option.id)
    return _picked(list(alike.values()), prompt.least)


def _picked(alike: Sequence[Sequence[str]], count: int) -> Iterator[Picks]:
    if not alike:
        if not count:
            yield ()
        return
    first, *rest = alike
    for taken in range(min(len(first), count), -1, -1):
        for more in _picked(rest, count - taken):
            yield (*first[:taken], *more)


def _abandoned(prompt: game_pb2.Prompt, usual: Picks, tile: Tiles) -> Iterator[Picks]:
    """Yield nothing, one tile, and all of them."""
    del usual, tile
    tiles = [option.id for option in prompt.options]
    found = [(), *((each,) for each in tiles), tuple(tiles)]
    return iter(dict.fromkeys(found))


def _turned(prompt: game_pb2.Prompt, usual: Picks, tile: Tiles) -> Iterator[Picks]:
    """Yield small sets of the drawn tiles as developments, cheap ones first."""
    del usual
    tiles = sorted([option.id for option in prompt.options], key=lambda side: tile(side).cost)
    return chain.from_iterable(combinations(tiles, count) for count in range(min(len(tiles), _MAX_TURNED) + 1))


def _sent(prompt: game_pb2.Prompt, usual: Picks, tile: Tiles) -> Iterator[Picks]:
    """Yield answers with one wild die in another place than usual; the selected phase needs no name."""
    del tile
    goals: dict[str, list[str]] = {}
    for option in prompt.options:
        die, _, goal = option.id.partition(">")
        goals.setdefault(die, [""]).append(goal)
    sent = dict(pick.split(">") for pick in usual)
    tried = set()
    for die, every_goal in goals.items():
        for goal in every_goal:
            changed = {**sent, die: goal}
            picks = tuple([f"{each}>{where}" for each, where in changed.items() if where])
            alike = tuple(sorted([(_sort(each), where) for each, where in changed.items() if where]))
            if alike not in tried:
                tried.add(alike)
                yield picks


_OF_A_KIND: Mapping[str, Callable[[game_pb2.Prompt, Picks, Tiles], Iterator[Picks]]] = {
    "assign.wild": _sent,
    "explore.abandon": _abandoned,
    "explore.developments": _turned,
}


def _sorts(picks: Sequence[str]) -> list[str]:
    return sorted(map(_sort, picks))


def _sort(pick: str) -> str:
    """Return an option without the number among equal ones: `genes` for `genes#2`."""
    return pick.partition("#")[0]
