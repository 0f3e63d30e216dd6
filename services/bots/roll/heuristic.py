"""A bot for Roll for the Galaxy that weighs what each worker brings in each phase of this round.

It selects the phase in which its dice do most, brings wild and dictated workers there, builds what gives dice early
and ships for VP unless it lacks credits to recruit. It knows what its seat sees, nothing more.
"""

from collections.abc import Callable, Iterable, Sequence

from google.protobuf.message import Message

from galaxy.roll.v1 import roll_pb2
from galaxy.rules.v1 import game_pb2
from services.bots.roll.evaluation import PHASES, USUAL, Evaluation, Weights
from services.bots.strategy import Catalogue, view_as

Answer = Callable[[game_pb2.Prompt, Evaluation], Sequence[str]]

ALL = range(len(PHASES))
_DEAR = 5
_EARLY_ROUNDS = 5
_SMALL_GAIN = 0.05


class Heuristic:
    """Takes what is worth most this round."""

    needs_view = True

    def __init__(self, weights: Weights = USUAL) -> None:
        """Take what to believe."""
        self._weights = weights

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Answer by kind; a kind that is not known here by its default."""
        answer = _ANSWERS.get(prompt.kind)
        if answer is None:
            return list(prompt.default_picks)
        return answer(prompt, Evaluation(view_as(roll_pb2.RollView, view), catalogue, prompt.seat, self._weights))


def _select_phase(_: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """The phase that brings most with every wild die and one foreign worker as selector."""
    counts = evaluation.workers()
    return [max(PHASES, key=lambda word: _selected(counts, evaluation, PHASES[word]))]


def _selected(counts: Sequence[int], evaluation: Evaluation, phase: int) -> float:
    """What an assignment is worth if the phase is selected: the worker missed least elsewhere selects it."""
    best = float("-inf")
    wild = evaluation.wild()
    for source in [phase, *(other for other, count in enumerate(counts) if count and other != phase)]:
        after = list(counts)
        after[phase] += wild
        if source != phase:
            after[source] -= 1
            after[phase] += 1
        if after[phase]:
            best = max(best, evaluation.worth(after, phase))
    return best


def _select_worker(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """The worker whose leaving costs least; a home die rather than another."""
    phase = evaluation.own.selected - 1
    counts = evaluation.workers()

    def worth(option: str) -> tuple[float, bool]:
        after = list(counts)
        colour, face, source = _worker(option)
        if face != "wild":
            after[source] -= 1
        after[phase] += 1
        return evaluation.worth(after, phase), colour == "home"

    return [max(_ids(prompt), key=worth)]


def _place_wild(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """One wild die after another to where it brings most; the selected phase needs no pick."""
    selected = evaluation.own.selected - 1
    counts = evaluation.workers()
    dice = list(dict.fromkeys(option.partition(">")[0] for option in _ids(prompt)))
    picks = []
    for die in dice:
        goals = [[*counts[:goal], counts[goal] + 1, *counts[goal + 1 :]] for goal in range(len(PHASES))]
        best = max(range(len(PHASES)), key=lambda goal: (evaluation.worth(goals[goal], selected), goal == selected))
        counts = goals[best]
        if best != selected:
            picks.append(f"{die}>{list(PHASES)[best]}")
    return picks


def _use_power(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """Any Reassign power of a tile that improves matters, then Dictate if it does, then done."""
    counts, selected = evaluation.workers(), evaluation.own.selected - 1
    now = evaluation.worth(counts, selected)
    free = [phase for phase, count in enumerate(counts) for _ in range(count)]
    for power in _ids(prompt):
        if power in ("done", "dictate"):
            continue
        moves = _moved(counts, free, evaluation.goals(power.partition("#")[0]))
        if max((evaluation.worth(after, selected) for after in moves), default=now) > now + _SMALL_GAIN:
            return [power]
    if "dictate" in _ids(prompt) and _dictated(counts, free, evaluation) > now + _SMALL_GAIN:
        return ["dictate"]
    return ["done"]


def _moved(counts: Sequence[int], free: Iterable[int], goals: Iterable[int] = ALL) -> Iterable[list[int]]:
    """Every way to move one worker to one of some phases."""
    for source in set(free):
        for goal in goals:
            if goal != source:
                after = list(counts)
                after[source] -= 1
                after[goal] += 1
                yield after


def _dictated(counts: Sequence[int], free: Sequence[int], evaluation: Evaluation) -> float:
    """What Dictate comes to at best."""
    selected = evaluation.own.selected - 1
    best = float("-inf")
    for resting in set(free):
        left = list(free)
        left.remove(resting)
        without = list(counts)
        without[resting] -= 1
        best = max([best, *(evaluation.worth(after, selected) for after in _moved(without, left))])
    return best


def _rest(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """The worker that is missed least."""
    counts, selected = evaluation.workers(), evaluation.own.selected - 1

    def left(option: str) -> float:
        after = list(counts)
        after[_worker(option)[2]] -= 1
        return evaluation.worth(after, selected)

    return [max(_ids(prompt), key=left)]


def _movers(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """As many workers as gain by moving, at least as many as must."""
    counts, selected = evaluation.workers(), evaluation.own.selected - 1
    picks: list[str] = []
    for _ in range(prompt.most):
        now = evaluation.worth(counts, selected)
        left = [option for option in _ids(prompt) if option not in picks]
        gains = [
            (max(evaluation.worth(after, selected) for after in _moved(counts, [_worker(option)[2]])), option)
            for option in left
        ]
        gain, option = max(gains)
        if gain <= now and len(picks) >= prompt.least:
            break
        picks.append(option)
        counts = max(_moved(counts, [_worker(option)[2]]), key=lambda after: evaluation.worth(after, selected))
    return picks


def _goal(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """Where one more worker brings most."""
    counts, selected = evaluation.workers(), evaluation.own.selected - 1

    def worth(word: str) -> float:
        after = list(counts)
        after[PHASES[word]] += 1
        return evaluation.worth(after, selected)

    return [max(_ids(prompt), key=worth)]


def _explore(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """Scout for more to build, stock for more to recruit."""
    scout = evaluation.tile_worth() >= evaluation.stock_worth()
    wanted = "scout" if scout else "stock"
    tasks = [option for option in _ids(prompt) if option.startswith(wanted)]
    return tasks[-1:] or [_ids(prompt)[0]]


def _abandon(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """In early rounds what is too dear to be built soon."""
    if evaluation.view.round > _EARLY_ROUNDS:
        return []
    own = evaluation.own
    started = {stack.tiles[0].component for stack in (own.developments, own.worlds) if stack.dice and stack.tiles}
    return [option for option in _ids(prompt) if evaluation.fact(option, "cost") >= _DEAR and option not in started]


def _place(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """The side that brings more for its work, the shorter stack preferred."""
    return [max(_ids(prompt), key=lambda side: _side_worth(side, evaluation))]


def _side_worth(side: str, evaluation: Evaluation) -> float:
    world = evaluation.colour(side) != ""
    stack = evaluation.own.worlds if world else evaluation.own.developments
    cost = max(1, evaluation.fact(side, "cost"))
    waiting = sum(evaluation.fact(tile.component, "cost") for tile in stack.tiles)
    return (cost + evaluation.completed_worth(side)) / (cost + 1) - waiting / 4


def _place_several(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """As developments those whose development side is better; cheap ones first."""
    sides = {tile.development: tile.world for tile in evaluation.own.drawn}
    chosen = [
        side for side in _ids(prompt) if _side_worth(side, evaluation) > _side_worth(sides.get(side, side), evaluation)
    ]
    return sorted(chosen, key=lambda side: evaluation.fact(side, "cost"))


def _cheap_first(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    return sorted(_ids(prompt), key=lambda tile: evaluation.fact(tile, "cost"))


def _ship(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """The shipment worth most: VP, or credits where they are needed."""

    def worth(option: str) -> float:
        task, world, good = option.split(":")
        colour = evaluation.colour(world)
        return evaluation.trade_worth(colour) if task == "trade" else evaluation.consume_worth(colour, good)

    return [max(_ids(prompt), key=worth)]


def _shipper(prompt: game_pb2.Prompt, _: Evaluation) -> Sequence[str]:
    """The shipper with the most VP; an extra worker and a home die before others."""

    def worth(option: game_pb2.Option) -> tuple[int, bool, bool]:
        vp = sum(fact.number for fact in option.facts if fact.name == "vp")
        return vp, any(fact.name == "extra" for fact in option.facts), option.component == "home_die"

    return [max(prompt.options, key=worth).id]


def _buy(_: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """VP for credits that recruit nobody."""
    return ["yes" if evaluation.ending() or evaluation.own.credits > len(evaluation.own.citizenry.dice) else "no"]


def _all(prompt: game_pb2.Prompt, _: Evaluation) -> Sequence[str]:
    return _ids(prompt)[: prompt.most]


def _recall(prompt: game_pb2.Prompt, evaluation: Evaluation) -> Sequence[str]:
    """Nothing, unless the cup would be empty: then a good, or whatever there is."""
    del evaluation
    goods = [option for option in _ids(prompt) if not option.startswith(("developments:", "worlds:"))]
    return [*goods, *(option for option in _ids(prompt) if option not in goods)][: prompt.least]


def _ids(prompt: game_pb2.Prompt) -> list[str]:
    return [option.id for option in prompt.options]


def _worker(option: str) -> tuple[str, str, int]:
    """Colour, face and phase of a worker by its option id."""
    die, _, phase = option.partition("#")[0].partition("@")
    colour, _, face = die.partition(":")
    return colour, face, PHASES[phase]


_ANSWERS: dict[str, Answer] = {
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
