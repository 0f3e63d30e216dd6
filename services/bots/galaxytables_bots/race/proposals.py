"""Proposes answers: those that the heuristic would consider, each with its value."""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import TypeAlias

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.race.actions import Gains
from galaxytables_bots.race.evaluation import Evaluation
from galaxytables_bots.race.heuristic import answer_by, card_value, placing_gain
from galaxytables_bots.race.orb import valued

IN_ORB = ("orb.action", "orb.move", "orb.play", "orb.place")
"""Questions of the orb step with more than one answer worth considering."""

Picks: TypeAlias = tuple[str, ...]
Valued: TypeAlias = tuple[float, Picks]


def proposals(prompt: game_pb2.Prompt, evaluation: Evaluation, count: int) -> list[Valued]:
    """Return up to `count` answers to a prompt, the heuristic's own first; an empty list for unknown prompts.

    Each has a value: its expected VP minus the expected VP of the heuristic's own answer, so 0 or less.
    """
    values_of = _VALUED.get(prompt.kind)
    if values_of is None:
        return []
    usual = tuple(answer_by(prompt, evaluation))
    found = values_of(prompt, evaluation)
    best = next((value for value, picks in found if set(picks) == set(usual)), max(found)[0])
    others = [(min(0.0, value - best), picks) for value, picks in found if set(picks) != set(usual)]
    return [(0.0, usual), *sorted(others, key=lambda each: -each[0])[: count - 1]]


def _actions(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[Valued]:
    sets = combinations([option.id for option in prompt.options], prompt.least)
    gains = Gains(evaluation)
    return [(gains.of(actions), actions) for actions in sets]


def _kept(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[Valued]:
    worth = {option.id: card_value(option, evaluation) for option in prompt.options}
    return [(sum([worth[pick] for pick in picks]), picks) for picks in combinations(worth, prompt.most)]


def _placed(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[Valued]:
    placed: list[Valued] = [(placing_gain(prompt, option, evaluation), (option.id,)) for option in prompt.options]
    return placed if prompt.least else [(0.0, ()), *placed]


_VALUED: Mapping[str, Callable[[game_pb2.Prompt, Evaluation], list[Valued]]] = {
    "actions.choose": _actions,
    "explore.keep": _kept,
    "develop.place": _placed,
    "settle.place": _placed,
    **dict.fromkeys(IN_ORB, valued),
}
