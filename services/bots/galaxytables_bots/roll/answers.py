"""Answers to prompts of Roll for the Galaxy that are tried beside that of the heuristic.

Of answers that differ by nothing but which of several dice alike they name, one is tried.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import TypeAlias

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.roll.evaluation import Tiles

Picks: TypeAlias = tuple[str, ...]
_MOST_TURNED = 3
"""So many of the tiles that are drawn at once are tried as developments at most."""


def others(prompt: game_pb2.Prompt, usual: Picks, tile: Tiles) -> Iterator[Picks]:
    """All that is tried besides the usual answer."""
    answers = _OF_A_KIND.get(prompt.kind, _of_so_many)
    return (picks for picks in answers(prompt, usual, tile) if _sorts(picks) != _sorts(usual))


def _of_so_many(prompt: game_pb2.Prompt, usual: Picks, tile: Tiles) -> Iterator[Picks]:
    """All answers of `least` picks."""
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
    """Nothing, one tile or all of them."""
    del usual, tile
    tiles = [option.id for option in prompt.options]
    found = [(), *((each,) for each in tiles), tuple(tiles)]
    return iter(dict.fromkeys(found))


def _turned(prompt: game_pb2.Prompt, usual: Picks, tile: Tiles) -> Iterator[Picks]:
    """Any few of the drawn tiles as developments, cheap ones first."""
    del usual
    tiles = sorted([option.id for option in prompt.options], key=lambda side: tile(side).cost)
    return chain.from_iterable(combinations(tiles, count) for count in range(min(len(tiles), _MOST_TURNED) + 1))


def _sent(prompt: game_pb2.Prompt, usual: Picks, tile: Tiles) -> Iterator[Picks]:
    """One wild die elsewhere than usual, at the selected phase if it is not named."""
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
    """An option without the number that tells it from its like: `genes` of `genes#2`."""
    return pick.partition("#")[0]
