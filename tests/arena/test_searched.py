"""Learning from answers that were searched: what is kept of games, and what a net makes of it."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from galaxytables.rules.v1 import game_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.learning import imitation, searched
from galaxytables_arena.learning.imitation import Plan, gradients, judge, learn, losses, questions, think
from galaxytables_arena.learning.searched import Answered, Noting, answers_to, played_game, read_shard, record, shards
from galaxytables_arena.table import Played, Seated, Table
from galaxytables_bots.nets import WEIGHTS, Net, Provenance, Recorded, answer_name, load_net
from galaxytables_bots.race.heuristic import Heuristic
from galaxytables_bots.race.search import PLAYED_FORWARD, TWO_SEATS_NET


@pytest.fixture(scope="module")
def games() -> list[list[Answered]]:
    """What was asked in a game of one seat that plays forward, and in one of two."""
    noting, table = Noting(TWO_SEATS_NET, answers=3, tables=1), Table(load_game("race"), {})
    return [played_game(table, "deal", number, noting, Heuristic()) for number in range(2)]


def test_what_answers_lead_to_is_kept_with_all_answers(games):
    net = load_net(TWO_SEATS_NET)
    notes = [note for game in games for note in game]
    forward = [note for note in notes if note.values]
    kinds = {note.kind for note in forward}
    assert {"actions.choose", "settle.place"} <= PLAYED_FORWARD & kinds
    assert {"setup.discard", "settle.pay"} <= kinds - PLAYED_FORWARD
    for note in notes:
        assert len(note.answers) > 1
        assert all(answer_name(note.kind, name) in net.answers for answer in note.answers for name in answer)
    for note in forward:
        assert 2 <= len(note.values) <= 4
        assert all(-1 <= value <= 1 for value in note.values.values())
    actions = next(note for note in forward if note.kind == "actions.choose")
    assert len(actions.answers) == 23
    assert ["settle+settle_2"] in actions.answers


def test_seats_that_play_forward_share_what_the_game_ended_with(games):
    one, two = [{note.result for note in game} for game in games]
    assert len(one) == 1
    assert sum(two) == pytest.approx(0)
    assert all(result for result in two)


def test_a_result_is_the_win_and_a_little_of_the_points():
    def played(*seats: tuple[int, int]) -> Played:
        return Played([Seated(rank, points) for rank, points in seats], 9)

    assert searched.result_of(played((1, 30), (2, 20)), 0) == pytest.approx(0.7 + 0.3 * 0.5)
    assert searched.result_of(played((1, 30), (2, 20)), 1) == pytest.approx(-0.7 - 0.3 * 0.5)
    assert searched.result_of(played((1, 90), (2, 20)), 0) == pytest.approx(1)
    assert searched.result_of(played((1, 30), (1, 30)), 0) == 0


def test_where_nothing_is_played_forward_options_are_kept_one_by_one():
    options = [game_pb2.Option(id=name) for name in "abc"]
    pay = game_pb2.Prompt(kind="settle.pay", least=2, most=2, options=options)
    assert answers_to(pay, []) == [("a",), ("b",), ("c",)]
    place = game_pb2.Prompt(kind="settle.place", least=0, most=1, options=options)
    assert answers_to(place, []) == [("a",), ("b",), ("c",), ()]
    keep = game_pb2.Prompt(kind="explore.keep", least=2, most=2, options=options)
    assert answers_to(keep, [("b", "a")]) == [("a", "b"), ("a", "c"), ("b", "c")]


def test_games_are_recorded_file_by_file_and_go_on(tmp_path: Path, monkeypatch):
    asked = []

    def played(_, deal, number, *__):
        asked.append((deal, number))
        return [Answered("k", {"f": 1.0}, [["a"], ["b"]], {0: 0.5}, 1.0)]

    monkeypatch.setattr(searched, "played_game", played)
    monkeypatch.setattr(searched, "SHARD", 2)
    clock = iter([0.0, 0.0, 9.0] * 2)
    monkeypatch.setattr(searched, "monotonic", lambda: next(clock))
    noting = Noting(TWO_SEATS_NET, 3, 1)
    assert record(tmp_path, 5, noting, seed=4) == 2
    assert record(tmp_path, 5, noting, seed=4) == 4
    assert asked == [("searched 4", number) for number in range(4)]
    assert [len(read_shard(path)) for path in shards(tmp_path)] == [2, 2]
    assert msgspec.json.decode((tmp_path / searched.RECORDED).read_bytes(), type=Recorded) == Recorded(4, 4, 3, 1, "")


def small_net(seed: int = 1) -> Net:
    random = np.random.default_rng(seed)
    shapes = [(4, 5), (5,), (6, 5), (6,), (5,), (1,)]
    weights = [random.normal(0, 0.5, shape).astype(np.float32) for shape in shapes]
    features = {f"f{row}": row for row in range(4)}
    answers = {f"{kind}|{name}": row for row, (kind, name) in enumerate([*zip("kkkk", "abc-", strict=True), *ACTIONS])}
    return Net(features, answers, *weights)


ACTIONS = [("actions.choose", "x"), ("actions.choose", "y")]

NOTES = [
    Answered("k", {"f0": 1.0, "f1": 0.5}, [["a", "b"], ["a", "c"], ["b", "c"]], {0: 0.1, 2: 0.3}, 1.0),
    Answered("k", {"f1": 1.0, "unknown": 2.0}, [["a"], ["b"], ["-"]], {}, -1.0),
    Answered("actions.choose", {"f2": 1.0}, [["x"], ["y"]], {0: 0.2, 1: 0.0}, -0.5),
    Answered("actions.choose", {"f3": 2.0}, [["x"], ["y"]], {}, 0.5),
]
"""Of two picks each, one after another, and actions, played forward or not."""


def test_what_is_wanted_is_what_was_thought_moved_to_what_led_to_more():
    net, plan = small_net(), Plan(sharp=0.1, trust=1.0, outcome=0.25)
    taken = questions(NOTES, net, plan)
    before = np.exp(think(net, taken, np.arange(4)).logs) * taken.open
    assert taken.targets.sum(axis=1) == pytest.approx(1)
    first = taken.targets[0]
    assert first[1] == pytest.approx(before[0, 1])
    assert first[2] / first[0] == pytest.approx(before[0, 2] / before[0, 0] * np.exp(0.2 / 0.1), rel=1e-3)
    assert taken.targets[1] == pytest.approx(before[1])
    assert taken.targets[3] == pytest.approx(before[3])


def test_where_actions_are_chosen_the_search_and_the_result_are_to_be_expected():
    net = small_net()
    taken = questions(NOTES, net, Plan(outcome=0.25))
    thought = think(net, taken, np.arange(4)).value
    assert taken.expected[2] == pytest.approx(0.25 * -0.5 + 0.75 * 0.2)
    assert taken.expected[[0, 1, 3]] == pytest.approx(thought[[0, 1, 3]])


def test_gradients_are_those_of_the_loss():
    """Held against differences of the loss, from where there is something to learn everywhere."""
    net = small_net()
    taken = questions(NOTES, net, Plan())
    net.copy_from(small_net(8))
    rows, value = np.arange(4), 0.7

    def loss() -> float:
        apart, off = losses(think(net, taken, rows), taken, rows)
        return float(apart.mean() + value * off.mean())

    found = gradients(net, taken, rows, value)
    for name in WEIGHTS:
        weights = net.weights[name]
        for place in np.ndindex(weights.shape):
            kept, sides = weights[place], []
            for step in (0.002, -0.002):
                weights[place] = kept + step
                sides.append(loss())
            weights[place] = kept
            assert found[name][place] == pytest.approx((sides[0] - sides[1]) / 0.004, abs=2e-3), (name, place)


def test_a_net_learns_what_leads_to_more_and_keeps_the_best_epoch(capsys, monkeypatch):
    net, plan = small_net(), Plan(rate=0.02, epochs=60, batch=4)
    taken = questions(NOTES, net, plan)
    before = judge(net, taken)
    curve = learn(net, taken, taken, plan)
    after = judge(net, taken)
    assert after.apart < before.apart / 4
    assert after.off < before.off / 4
    assert after.gained["k"] == pytest.approx(0.1)
    assert after.gained["actions.choose"] == pytest.approx(0.1)
    assert [epoch for epoch, _ in curve] == list(range(61))
    assert "60: apart" in capsys.readouterr().out
    kept = {name: weights.copy() for name, weights in net.weights.items()}
    monkeypatch.setattr(imitation, "gradients", lambda *_: {name: -np.sign(weights) for name, weights in kept.items()})
    learn(net, taken, taken, plan)
    assert all((net.weights[name] == kept[name]).all() for name in WEIGHTS)


def test_the_command_writes_a_net_that_learned_and_where_it_comes_from(tmp_path: Path, games, monkeypatch):
    monkeypatch.setattr(imitation, "read_notes", lambda _: (games[0], games[0]))
    (tmp_path / searched.RECORDED).write_bytes(msgspec.json.encode(Recorded(10, 4, 8, 3, "abc")))
    path = tmp_path / "net.npz"
    given = ["--folders", str(tmp_path), "--file", str(path), "--epochs", "3", "--commit", "def"]
    assert imitation.main(given) == 0
    net, old = load_net(path), load_net(TWO_SEATS_NET)
    assert net.answers == old.answers
    assert (net.first != old.first).any()
    before, after = [
        msgspec.json.decode(each.with_suffix(".json").read_bytes(), type=Provenance) for each in (TWO_SEATS_NET, path)
    ]
    assert (after.games, after.curve) == (before.games, before.curve)
    told = after.imitated[-1]
    assert told.recorded == [Recorded(10, 4, 8, 3, "abc")]
    assert (told.questions, told.commit, told.plan["epochs"]) == (len(games[0]), "def", 3)
    assert told.curve[-1][1] < told.curve[0][1]
