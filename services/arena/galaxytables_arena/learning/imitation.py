"""Trains a net on searched answers: `python -m galaxytables_arena.learning.imitation --help`.

At prompts whose answers were searched, the net learns to prefer those with better results. At other prompts it keeps
its earlier preferences, so that it forgets nothing. At choices of actions, it learns to predict a mix of the search's
value and the game's result. Some games are held out, and the net of the epoch with the least loss on them is kept.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from galaxytables_arena.learning.proximal import Adam, Seen
from galaxytables_arena.learning.searched import RECORDED, Answered, read_shard, shards
from galaxytables_bots.nets import Floats, Imitated, Net, Provenance, Recorded, answer_name, load_net, save_net
from galaxytables_bots.race.search import TWO_SEATS_NET
from galaxytables_bots.seeds import tuning_seed

HELD_OUT = 8
"""One of so many files of games is held out."""
_VALUED = "actions.choose"
"""The prompts at which a search estimates the value of the position."""


class Plan(Struct, frozen=True):
    """The weights of the training targets.

    An answer whose value is greater by `sharp` is e times as likely in the target. `trust` is the weight of the net's
    earlier preferences in the target. The target of the net's value is a mix: `outcome` is the weight of the game's
    result, and the search's value has the rest.
    """

    sharp: float = 0.05
    trust: float = 0.5
    outcome: float = 0.5
    rate: float = 1e-3
    batch: int = 512
    epochs: int = 10
    value: float = 1.0
    seed: int = 1


@dataclass
class Questions:
    """Questions (prompts with their searched answers) as arrays for training.

    `members` are the rows of each answer's options, filled up with the net's spare row. `targets` is the target
    probability of each answer, and `expected` the target value of the position. `values` are the values that the search
    found for answers; `searched` says which answers have one.
    """

    seen: Seen
    members: NDArray[np.int64]
    open: NDArray[np.bool_]
    targets: Floats
    expected: Floats
    values: Floats
    result: Floats
    kind: NDArray[np.int64]
    kinds: list[str]
    searched: NDArray[np.bool_]


def questions(notes: Sequence[Answered], net: Net, plan: Plan) -> Questions:
    """Return recorded questions as arrays for training a net.

    Names of features and answers that the net does not know are left out.
    """
    features, spare = net.features, len(net.answers)
    rows = [[(features[name], value) for name, value in note.features.items() if name in features] for note in notes]
    width, longest = max(len(note.answers) for note in notes), max(len(each) for note in notes for each in note.answers)
    members = np.full((len(notes), width, longest), spare, np.int64)
    for number, note in enumerate(notes):
        for place, answer in enumerate(note.answers):
            known = [net.answers.get(answer_name(note.kind, name), spare) for name in answer]
            members[number, place, : len(known)] = known
    open_ = np.arange(width) < np.array([len(note.answers) for note in notes])[:, None]
    kinds = sorted({note.kind for note in notes})
    values = np.full((len(notes), width), np.nan, np.float32)
    for number, note in enumerate(notes):
        values[number, list(note.values)] = list(note.values.values())
    taken = Questions(
        Seen(
            np.cumsum([0, *map(len, rows)]),
            np.array([row for row, _ in chain.from_iterable(rows)]),
            np.array([value for _, value in chain.from_iterable(rows)], np.float32),
            len(net.first),
        ),
        members,
        open_,
        np.zeros(open_.shape, np.float32),
        np.zeros(len(notes), np.float32),
        values,
        np.array([note.result for note in notes], np.float32),
        np.array([kinds.index(note.kind) for note in notes]),
        kinds,
        np.array([bool(note.values) for note in notes]),
    )
    _want(taken, net, plan)
    return taken


def _want(taken: Questions, net: Net, plan: Plan) -> None:
    """Set the targets of the questions; without a search, the net's own opinion is the target."""
    for chosen in _batches(np.arange(len(taken.result)), 1024):
        thought = think(net, taken, chosen)
        before, values = np.exp(thought.logs) * taken.open[chosen], taken.values[chosen]
        looked = ~np.isnan(values)
        better = np.where(looked, plan.trust * thought.logs + np.nan_to_num(values) / plan.sharp, -np.inf)
        best = np.where(taken.searched[chosen], np.nan_to_num(better.max(axis=1), neginf=0), 0)
        weights = np.where(looked, np.exp(better - best[:, None]), 0)
        share = (before * looked).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-9)
        taken.targets[chosen] = np.where(looked, weights * share[:, None], before)
        found = np.nan_to_num(np.where(looked, values, -np.inf).max(axis=1), neginf=0)
        valued = taken.searched[chosen] & (taken.kind[chosen] == _place(taken.kinds, _VALUED))
        mixed = plan.outcome * taken.result[chosen] + (1 - plan.outcome) * found
        taken.expected[chosen] = np.where(valued, mixed, thought.value)


def _place(kinds: Sequence[str], kind: str) -> int:
    return kinds.index(kind) if kind in kinds else -1


@dataclass
class Thought:
    """A net's output for questions: the log probabilities of the answers, and the values of the positions."""

    seen: Floats
    before: Floats
    hidden: Floats
    parts: list["_Part"]
    logs: Floats
    value: Floats


@dataclass
class _Part:
    """Questions of one kind: the rows of all their answers, and the places of each answer's options among them."""

    steps: NDArray[np.int64]
    rows: NDArray[np.int64]
    places: NDArray[np.int64]


def think(net: Net, taken: Questions, chosen: NDArray[np.int64]) -> Thought:
    """Return a net's output for the `chosen` questions."""
    seen, open_ = taken.seen.of(chosen), taken.open[chosen]
    before = seen @ net.first + net.first_bias
    hidden = np.maximum(before, 0)
    parts = list(_parts(net, taken.kind[chosen], taken.members[chosen]))
    scores = np.empty(open_.shape, np.float32)
    for part in parts:
        of_all = hidden[part.steps] @ net.second[part.rows].T + net.second_bias[part.rows]
        of_all = np.pad(of_all, ((0, 0), (0, 1)))
        flat = np.take_along_axis(of_all, part.places.reshape(len(part.steps), -1), axis=1)
        scores[part.steps] = flat.reshape(part.places.shape).sum(axis=2)
    scores = np.where(open_, scores, -1e9)
    scores -= scores.max(axis=1, keepdims=True)
    logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return Thought(seen, before, hidden, parts, logs, np.tanh(hidden @ net.value + net.value_bias[0]))


def _parts(net: Net, kinds: NDArray[np.int64], members: NDArray[np.int64]) -> Iterator[_Part]:
    spare = len(net.answers)
    for kind in np.unique(kinds):
        steps = np.flatnonzero(kinds == kind)
        own = members[steps]
        rows = np.unique(own)
        rows = rows[rows != spare]
        yield _Part(steps, rows, np.where(own == spare, len(rows), np.searchsorted(rows, own)))


def losses(thought: Thought, taken: Questions, chosen: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return two losses for each question: one for the answers' probabilities, and one for the value."""
    targets = taken.targets[chosen]
    apart = (targets * (np.log(np.maximum(targets, 1e-9)) - thought.logs) * taken.open[chosen]).sum(axis=1)
    off = (thought.value - taken.expected[chosen]) ** 2 / 2
    return apart.astype(np.float32), off.astype(np.float32)


def gradients(net: Net, taken: Questions, chosen: NDArray[np.int64], value: float) -> dict[str, Floats]:
    """Return the gradient of the mean loss for each weight of a net. `value` is the weight of the value's loss."""
    thought, count = think(net, taken, chosen), len(chosen)
    by_score = ((np.exp(thought.logs) * taken.open[chosen] - taken.targets[chosen]) / count).astype(np.float32)
    off = thought.value - taken.expected[chosen]
    by_value = (value * off * (1 - thought.value**2) / count).astype(np.float32)
    by_hidden = by_value[:, None] * net.value
    second, second_bias = np.zeros_like(net.second), np.zeros_like(net.second_bias)
    for part in thought.parts:
        size, lines = len(part.rows) + 1, np.arange(len(part.steps))[:, None, None]
        pushed = np.broadcast_to(by_score[part.steps][:, :, None], part.places.shape)
        spread = np.bincount(
            (lines * size + part.places).ravel(), weights=pushed.ravel(), minlength=size * len(part.steps)
        )
        spread = spread.reshape(len(part.steps), size)[:, :-1].astype(np.float32)
        by_hidden[part.steps] += spread @ net.second[part.rows]
        second[part.rows] += spread.T @ thought.hidden[part.steps]
        second_bias[part.rows] += spread.sum(axis=0)
    by_hidden *= thought.before > 0
    return {
        "first": thought.seen.T @ by_hidden,
        "first_bias": by_hidden.sum(axis=0),
        "second": second,
        "second_bias": second_bias,
        "value": thought.hidden.T @ by_value,
        "value_bias": np.array([by_value.sum()], np.float32),
    }


@dataclass
class Judged:
    """How well a net does on questions.

    It has mean losses, the gains of the net's answers by kind of prompt, and the net's error on results.
    """

    apart: float
    off: float
    gained: dict[str, float]
    surprise: float

    def __str__(self) -> str:
        """Return the score as one line."""
        gained = ", ".join(f"{kind} {each:.4f}" for kind, each in self.gained.items())
        return f"apart {self.apart:.4f}, off {self.off:.4f}, from results {self.surprise:.4f}; gained: {gained}"


def judge(net: Net, taken: Questions) -> Judged:
    """Return how well a net does on all questions: its losses, its gains by kind of prompt, and its error on results.

    The gain at a question is the value of the net's best answer minus the mean value of all its answers.
    """
    apart, off, gained = list[Floats](), list[Floats](), np.full(len(taken.result), np.nan)
    surprise = np.full(len(taken.result), np.nan)
    for chosen in _batches(np.arange(len(taken.result)), 1024):
        thought = think(net, taken, chosen)
        each, other = losses(thought, taken, chosen)
        apart.append(each[taken.searched[chosen]])
        valued = taken.kind[chosen] == _place(taken.kinds, _VALUED)
        off.append(other[valued])
        surprise[chosen[valued]] = (thought.value - taken.result[chosen])[valued] ** 2
        values = taken.values[chosen]
        liked = np.where(np.isnan(values), -np.inf, thought.logs).argmax(axis=1)
        rows = np.flatnonzero(taken.searched[chosen])
        gained[chosen[rows]] = values[rows, liked[rows]] - np.nanmean(values[rows], axis=1)
    by_kind = {
        kind: float(np.nanmean(gained[mask]))
        for place, kind in enumerate(taken.kinds)
        if (mask := (taken.kind == place) & taken.searched).any()
    }
    return Judged(
        float(np.concatenate(apart).mean()), float(np.concatenate(off).mean()), by_kind, float(np.nanmean(surprise))
    )


def learn(net: Net, taken: Questions, held: Questions, plan: Plan) -> list[tuple[int, float]]:
    """Train a net on questions.

    At the end the net has the weights of the epoch with the least loss on the held-out questions. Returns the held-out
    loss after each epoch; epoch 0 is before any training.
    """
    adam, random = Adam(net, plan.rate), np.random.default_rng(plan.seed)
    began = judge(net, held)
    print(f"0: {began}", flush=True)  # noqa: T201 - a command
    curve = [(0, began.apart + plan.value * began.off)]
    best = {name: weights.copy() for name, weights in net.weights.items()}
    for epoch in range(1, plan.epochs + 1):
        adam.rate = plan.rate * (1 - (epoch - 1) / plan.epochs)
        for chosen in _batches(random.permutation(len(taken.result)), plan.batch):
            adam.step(gradients(net, taken, chosen, plan.value))
        judged = judge(net, held)
        print(f"{epoch}: {judged}", flush=True)  # noqa: T201 - a command
        curve.append((epoch, judged.apart + plan.value * judged.off))
        if curve[-1][1] == min(loss for _, loss in curve):
            best = {name: weights.copy() for name, weights in net.weights.items()}
    for name, weights in net.weights.items():
        weights[...] = best[name]
    return curve


def _batches(order: NDArray[np.int64], size: int) -> Iterator[NDArray[np.int64]]:
    for begin in range(0, len(order), size):
        yield order[begin : begin + size]


def read_notes(folders: Sequence[Path]) -> tuple[list[Answered], list[Answered]]:
    """Read recorded questions from folders. Returns the questions to train on, and those that are held out."""
    taken, held = list[Answered](), list[Answered]()
    for folder in folders:
        for number, path in enumerate(shards(folder)):
            (held if number % HELD_OUT == HELD_OUT - 1 else taken).extend(read_shard(path))
    return taken, held


def imitate(folders: Sequence[Path], begin: Path, file: Path, plan: Plan, commit: str = "") -> None:
    """Train a net on the recorded games in folders, and write it to a file, with its provenance beside it."""
    net = load_net(begin)
    taken, held = [questions(notes, net, plan) for notes in read_notes(folders)]
    curve = learn(net, taken, held, plan)
    save_net(net, file)
    provenance = msgspec.json.decode(begin.with_suffix(".json").read_bytes(), type=Provenance)
    recorded = [msgspec.json.decode((folder / RECORDED).read_bytes(), type=Recorded) for folder in folders]
    imitated = Imitated(recorded, len(taken.result), msgspec.structs.asdict(plan), commit, curve)
    provenance = msgspec.structs.replace(provenance, imitated=[*provenance.imitated, imitated])
    file.with_suffix(".json").write_bytes(msgspec.json.format(msgspec.json.encode(provenance)) + b"\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, train and write the net. Returns the exit code."""
    usual = Plan()
    parser = argparse.ArgumentParser(prog="python -m galaxytables_arena.learning.imitation", description=__doc__)
    parser.add_argument("--folders", type=lambda text: [Path(each) for each in text.split(",")], required=True)
    parser.add_argument("--net", type=Path, default=TWO_SEATS_NET, help="the first net, with its provenance beside it")
    parser.add_argument("--file", type=Path, required=True, help="file for the new net")
    for name in ("sharp", "trust", "outcome", "rate", "value"):
        parser.add_argument(f"--{name}", type=float, default=getattr(usual, name))
    for name in ("batch", "epochs"):
        parser.add_argument(f"--{name}", type=int, default=getattr(usual, name))
    parser.add_argument("--seed", type=tuning_seed, default=usual.seed)
    parser.add_argument("--commit", default="", help="commit of the code, for the provenance of the net")
    given = parser.parse_args(arguments)
    plan = Plan(**{name: getattr(given, name) for name in Plan.__struct_fields__})
    imitate(given.folders, given.net, given.file, plan, given.commit)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
