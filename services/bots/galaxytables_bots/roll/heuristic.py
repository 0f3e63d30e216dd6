"""A bot for Roll for the Galaxy that weighs the gain of each worker in each phase of this round.

It selects the phase in which its dice gain most, moves wild and dictated workers there, builds early the tiles that
give dice, and ships for VP unless it needs credits to recruit. It knows only what its seat sees.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from google.protobuf.message import Message

from galaxytables.roll.v1 import roll_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.roll.evaluation import PHASES, USUAL, Evaluation, Weights
from galaxytables_bots.roll.sight import standing_of, tiles_of
from galaxytables_bots.strategy import Catalogue, view_as

ALL = range(len(PHASES))
_EXTRA = "+"
"""Marks an extra shipper in the name of an option."""


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt in the form in which the heuristic answers it. For a shipment, `vp` are the VP of each option."""

    kind: str
    options: Sequence[str]
    least: int
    most: int
    default: Sequence[str]
    vp: Mapping[str, int] = field(default_factory=dict)


Answer = Callable[[Question, Evaluation], Sequence[str]]


class Heuristic:
    """A strategy that picks the options with the highest value in this round."""

    needs_view = True

    def __init__(self, weights: Weights = USUAL) -> None:
        self._weights = weights

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the best picks for this kind of prompt; unknown kinds get the default answer."""
        tile = tiles_of(catalogue)
        standing = standing_of(view_as(roll_pb2.RollView, view), prompt.seat, tile)
        return answer_to(question_of(prompt), Evaluation(standing, tile, self._weights))


def question_of(prompt: game_pb2.Prompt) -> Question:
    """Return a prompt message in the form of a question for the heuristic."""
    vp = {option.id: fact.number for option in prompt.options for fact in option.facts if fact.name == "vp"}
    ids = [option.id for option in prompt.options]
    return Question(prompt.kind, ids, prompt.least, prompt.most, prompt.default_picks, vp)


def answer_to(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Return the best picks for this kind of question; unknown kinds get the default answer."""
    answer = _ANSWERS.get(question.kind)
    return list(question.default) if answer is None else answer(question, evaluation)


def _select_phase(_: Question, evaluation: Evaluation) -> Sequence[str]:
    """Return the phase that brings most with every wild die and one other worker as selector."""
    counts = evaluation.own.workers
    return [max(PHASES, key=lambda word: _selected(counts, evaluation, PHASES[word]))]


def _selected(counts: Sequence[int], evaluation: Evaluation, phase: int) -> float:
    """Return the worth of selecting a phase with the worker that is missed least elsewhere."""
    best = float("-inf")
    wild = evaluation.own.wild
    for source in [phase, *(other for other, count in enumerate(counts) if count and other != phase)]:
        after = list(counts)
        after[phase] += wild
        if source != phase:
            after[source] -= 1
            after[phase] += 1
        if after[phase]:
            best = max(best, evaluation.worth(after, phase))
    return best


def _select_worker(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Return the worker whose loss costs least; a home die rather than another."""
    phase = evaluation.own.selected
    counts = evaluation.own.workers

    def worth(option: str) -> tuple[float, bool]:
        after = list(counts)
        colour, face, source = _worker(option)
        if face != "wild":
            after[source] -= 1
        after[phase] += 1
        return evaluation.worth(after, phase), colour == "home"

    return [max(question.options, key=worth)]


def _place_wild(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Send each wild die to where it brings most; the selected phase needs no pick."""
    selected = evaluation.own.selected
    counts = evaluation.own.workers
    dice = list(dict.fromkeys(option.partition(">")[0] for option in question.options))
    picks = []
    for die in dice:
        goals = [[*counts[:goal], counts[goal] + 1, *counts[goal + 1 :]] for goal in range(len(PHASES))]
        best = max(range(len(PHASES)), key=lambda goal: (evaluation.worth(goals[goal], selected), goal == selected))
        counts = goals[best]
        if best != selected:
            picks.append(f"{die}>{list(PHASES)[best]}")
    return picks


def _use_power(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Return a Reassign power that improves the assignment, or Dictate if that does, or done."""
    counts, selected = evaluation.own.workers, evaluation.own.selected
    enough = evaluation.worth(counts, selected) + evaluation.weights.small_gain
    free = [phase for phase, count in enumerate(counts) for _ in range(count)]
    for power in question.options:
        if power in ("done", "dictate"):
            continue
        moves = _moved(counts, free, evaluation.goals(power.partition("#")[0]))
        if any(evaluation.worth(after, selected) > enough for after in moves):
            return [power]
    if "dictate" in question.options and _dictated(counts, free, evaluation) > enough:
        return ["dictate"]
    return ["done"]


def _moved(counts: Sequence[int], free: Iterable[int], goals: Iterable[int] = ALL) -> Iterable[list[int]]:
    """Yield every way to move one worker to one of some phases."""
    for source in set(free):
        for goal in goals:
            if goal != source:
                after = list(counts)
                after[source] -= 1
                after[goal] += 1
                yield after


def _dictated(counts: Sequence[int], free: Sequence[int], evaluation: Evaluation) -> float:
    """Return the best result of Dictate."""
    selected = evaluation.own.selected
    best = float("-inf")
    for resting in set(free):
        left = list(free)
        left.remove(resting)
        without = list(counts)
        without[resting] -= 1
        best = max([best, *(evaluation.worth(after, selected) for after in _moved(without, left))])
    return best


def _rest(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Return the worker that is missed least."""
    counts, selected = evaluation.own.workers, evaluation.own.selected

    def left(option: str) -> float:
        after = list(counts)
        after[_worker(option)[2]] -= 1
        return evaluation.worth(after, selected)

    return [max(question.options, key=left)]


def _movers(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Return the workers that gain by moving, but at least the minimum."""
    counts, selected = evaluation.own.workers, evaluation.own.selected
    picks: list[str] = []
    for _ in range(question.most):
        now = evaluation.worth(counts, selected)
        left = [option for option in question.options if option not in picks]
        gains = [
            (max(evaluation.worth(after, selected) for after in _moved(counts, [_worker(option)[2]])), option)
            for option in left
        ]
        gain, option = max(gains)
        if gain <= now and len(picks) >= question.least:
            break
        picks.append(option)
        counts = max(_moved(counts, [_worker(option)[2]]), key=lambda after: evaluation.worth(after, selected))
    return picks


def _goal(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Return the phase where one more worker brings most."""
    counts, selected = evaluation.own.workers, evaluation.own.selected

    def worth(word: str) -> float:
        after = list(counts)
        after[PHASES[word]] += 1
        return evaluation.worth(after, selected)

    return [max(question.options, key=worth)]


def _explore(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Scout for more to build, or stock for more to recruit."""
    scout = evaluation.tile_worth() >= evaluation.stock_worth()
    task = "scout" if scout else "stock"
    tasks = [option for option in question.options if option.startswith(task)]
    return tasks[-1:] or [question.options[0]]


def _abandon(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Return tiles that are too expensive to be built soon, in early rounds."""
    if evaluation.own.round > evaluation.weights.early_rounds:
        return []
    own = evaluation.own
    started = {stack.tiles[0] for stack in (own.developments, own.worlds) if stack.dice and stack.tiles}
    left = (option for option in question.options if option not in started)
    return [option for option in left if evaluation.tile(option).cost >= evaluation.weights.dear]


def _place(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Return the side that brings more for its work; the shorter stack breaks ties."""
    return [max(question.options, key=lambda side: _side_worth(side, evaluation))]


def _side_worth(side: str, evaluation: Evaluation) -> float:
    world = evaluation.tile(side).colour != ""
    stack = evaluation.own.worlds if world else evaluation.own.developments
    cost = max(1, evaluation.tile(side).cost)
    waiting = sum(evaluation.tile(tile).cost for tile in stack.tiles)
    return (cost + evaluation.completed_worth(side)) / (cost + 1) - waiting * evaluation.weights.waiting


def _place_several(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Return the tiles whose development side is better; cheap ones first."""
    sides = dict(evaluation.own.drawn)

    def better(side: str) -> bool:
        return _side_worth(side, evaluation) > _side_worth(sides.get(side, side), evaluation)

    chosen = list(filter(better, question.options))
    return sorted(chosen, key=lambda side: evaluation.tile(side).cost)


def _cheap_first(question: Question, evaluation: Evaluation) -> Sequence[str]:
    return sorted(question.options, key=lambda tile: evaluation.tile(tile).cost)


def _ship(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Return the shipment that is worth most: VP, or credits if they are needed."""

    def worth(option: str) -> float:
        task, world, good = option.split(":")
        colour = evaluation.tile(world).colour
        return evaluation.trade_worth(colour) if task == "trade" else evaluation.consume_worth(colour, good)

    return [max(question.options, key=worth)]


def _shipper(question: Question, _: Evaluation) -> Sequence[str]:
    """Return the shipper with the most VP; an extra worker and a home die before others."""

    def worth(option: str) -> tuple[int, bool, bool]:
        colour, extra, _ = option.partition(_EXTRA)
        return question.vp.get(option, 0), bool(extra), colour == "home"

    return [max(question.options, key=worth)]


def _buy(_: Question, evaluation: Evaluation) -> Sequence[str]:
    """Buy VP for credits that recruit nobody."""
    return ["yes" if evaluation.own.ending or evaluation.own.credits > evaluation.own.citizens else "no"]


def _all(question: Question, _: Evaluation) -> Sequence[str]:
    return question.options[: question.most]


def _recall(question: Question, evaluation: Evaluation) -> Sequence[str]:
    """Recall nothing, unless the cup would be empty: then a good, or anything else."""
    del evaluation
    goods = [option for option in question.options if not option.startswith(("developments:", "worlds:"))]
    return [*goods, *(option for option in question.options if option not in goods)][: question.least]


def _worker(option: str) -> tuple[str, str, int]:
    """Return the colour, face and phase of a worker from its option id."""
    die, _, phase = option.partition("#")[0].partition("@")
    colour, _, face = die.partition(":")
    return colour, face, PHASES[phase]


_ANSWERS: Mapping[str, Answer] = {
    "assign.phase": _select_phase,
    "assign.selector": _select_worker,
    "assign.wild": _place_wild,
    "assign.power": _use_power,
    "assign.dictate": _rest,
    "assign.workers": _movers,
    "assign.to": _goal,
    "explore.task": _explore,
    "explore.abandon": _abandon,
    "explore.place": _place,
    "explore.developments": _place_several,
    "explore.worlds": _cheap_first,
    "ship.good": _ship,
    "ship.shipper": _shipper,
    "ship.buy": _buy,
    "develop.to_cup": _all,
    "settle.to_cup": _all,
    "manage.recall": _recall,
}

STRATEGY = Heuristic()
