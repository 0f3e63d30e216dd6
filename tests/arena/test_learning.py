"""Self-play: what a net sees, how it learns, and that a run goes on where it was stopped."""

from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_arena import __main__ as arena
from galaxytables_arena.learning import jump, selfplay, training
from galaxytables_arena.learning.proximal import Adam, Lesson, gradients, lesson
from galaxytables_arena.learning.race import SIGHT
from galaxytables_arena.learning.selfplay import Learner, NetIsFullError, Player, Step, play_game
from galaxytables_arena.learning.training import Plan, Run
from galaxytables_bots.jump.policy import Policy as JumpPolicy
from galaxytables_bots.nets import (
    WEIGHTS,
    Floats,
    Imitated,
    Net,
    Provenance,
    Recorded,
    load_net,
    pick_options,
    save_net,
)
from galaxytables_bots.race import policy
from galaxytables_bots.race.designs import Designs
from galaxytables_bots.race.simulation.sight import features_of, option_name
from galaxytables_jump.options import JumpOptions
from galaxytables_jump.rules import JUMP
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.wire import prompt_message
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE

PACKS = load_packs(RACE)
SMALL = Plan(width=8, games_a_lesson=2, lessons_a_match=1, games_a_match=2)


def small_net(seed: int = 1, features: int = 6, answers: int = 5, width: int = 4) -> Net:
    random = np.random.default_rng(seed)
    shapes = [(features, width), (width,), (answers, width), (answers,), (width,), (1,)]
    weights = [random.normal(0, 0.5, shape).astype(np.float32) for shape in shapes]
    names = {f"f{row}": row for row in range(features)}, {f"a{row}": row for row in range(answers)}
    return Net(*names, *weights)


@pytest.mark.parametrize("seats", [2, 3])
def test_self_play_sees_what_the_view_shows(seats):
    """The features that are read from the state are those of the view, for every prompt that is asked."""
    components = RulesCalls(RACE, PACKS).components(rules_pb2.ComponentsRequest()).components
    catalogue, designs = {component.id: component for component in components}, Designs()
    live, random = begin(RACE, PACKS, seats, RaceOptions(), 5), Random(5)
    kinds = set()
    while not live.over:
        for key, prompt in live.prompts.items():
            kinds.add(prompt.kind)
            view = live.view(prompt.seat)
            assert isinstance(view, race_pb2.RaceView)
            shown = policy.features_of(view, prompt.seat, prompt.kind, catalogue, designs)
            assert features_of(live.play, live.frozen_state(), prompt.seat, prompt.kind) == pytest.approx(shown), (
                prompt.kind
            )
            message = prompt_message(live, key, prompt)
            names = [option_name(live.play, prompt, pick) for pick in prompt.options]
            assert names == [policy.option_name(option) for option in message.options], prompt.kind
        key, prompt = random.choice(list(live.prompts.items()))
        live.answer(prompt.seat, key, random_answer(prompt, random))
    assert {"setup.discard", "actions.choose", "explore.keep", "settle.place", "trade.good", "consume.power"} <= kinds


@pytest.mark.parametrize("seats", [2, 4])
def test_self_play_of_jump_drive_sees_what_the_view_shows(seats):
    sees = JumpPolicy(small_net())
    live, random = begin(JUMP, load_packs(JUMP), seats, JumpOptions(), 5), Random(5)
    kinds = set()
    while not live.over:
        for key, prompt in live.prompts.items():
            kinds.add(prompt.kind)
            message = prompt_message(live, key, prompt)
            shown = sees.see(message, live.view(prompt.seat), {})
            assert jump.features_of(live.play, live.frozen_state(), prompt.seat, prompt.kind) == pytest.approx(shown)
            names = [jump.SIGHT.option_name(live.play, prompt, pick) for pick in prompt.options]
            assert names == [sees.option_name(option) for option in message.options]
            assert set(sees.choose(message, live.view(prompt.seat), {})) <= set(map(str, prompt.options))
        key, prompt = random.choice(list(live.prompts.items()))
        live.answer(prompt.seat, key, random_answer(prompt, random))
    assert {"opening.discard", "choose.card", "choose.world", "choose.payment", "explore.discard"} <= kinds


def test_a_lesson_of_jump_drive_is_taken(tmp_path: Path):
    assert "2 games" in Run(JUMP, jump.SIGHT, tmp_path, SMALL).take_lesson()


def test_options_are_picked_one_after_another():
    asked = []

    def pick(answers):
        asked.append(list(answers))
        return len(answers) - 1

    assert pick_options(["a", "b", "c"], 2, 2, joint=False, pick=pick) == [2, 1]
    assert asked == [["a", "b", "c"], ["a", "b"]]
    assert pick_options(["a", "b"], 0, 2, joint=False, pick=pick) == []
    assert asked[-1] == ["a", "b", "-"]
    assert pick_options(["a", "b", "c"], 2, 2, joint=True, pick=pick) == [1, 2]
    assert asked[-1] == ["a+b", "a+c", "b+c"]
    assert pick_options(["a"], 1, 1, joint=False, pick=pick) == [0]
    assert len(asked) == 4


def test_a_net_survives_being_saved(tmp_path: Path):
    net = small_net()
    save_net(net, tmp_path / "net.npz")
    again = load_net(tmp_path / "net.npz")
    assert (again.features, again.answers) == (net.features, net.answers)
    hidden = net.hidden({"f1": 1.0, "unknown": 3.0})
    assert again.hidden({"f1": 1.0}) == pytest.approx(hidden, abs=1e-2)
    assert net.scores_of(hidden, ["a0", "unknown"])[1] == 0
    assert -1 < net.expected(hidden) < 1


def test_gradients_are_those_of_the_loss():
    """Held against differences of the loss: where no ratio is clipped, the policy's, the entropy's and the value's."""
    net = small_net()
    steps = [
        Step([0, 2], [1.0, 0.5], [0, 1, 3], 1, 0.3, 0.1),
        Step([1, 2, 4], [1.0, -1.0, 2.0], [2, 3], 0, 0.5, -0.2),
        Step([3], [1.0], [0, 2], 1, 0.6, 0.0),
    ]
    taught = lesson([(steps[:2], 1.0), (steps[2:], -0.5)], features=6, spare=4, decay=0.9)
    taught.chance[:] = [chances(net, taught, row)[taught.picked[row]] for row in range(3)]
    found, _ = gradients(net, taught, np.arange(3), entropy=0.1)
    for name in WEIGHTS:
        weights = net.weights[name]
        for place in np.ndindex(weights.shape):
            kept, sides = weights[place], []
            for step in (0.01, -0.01):
                weights[place] = kept + step
                sides.append(loss(net, taught, entropy=0.1))
            weights[place] = kept
            assert found[name][place] == pytest.approx((sides[0] - sides[1]) / 0.02, abs=2e-3), (name, place)


def chances(net: Net, taught: Lesson, row: int) -> Floats:
    hidden = np.maximum(taught.seen.of(np.array([row]))[0] @ net.first + net.first_bias, 0)
    answers = taught.answers[row][taught.open[row]]
    weights = np.exp(net.second[answers] @ hidden + net.second_bias[answers])
    likely: Floats = weights / weights.sum()
    return likely


def loss(net: Net, taught: Lesson, entropy: float) -> float:
    total = 0.0
    for row in range(len(taught.picked)):
        likely = chances(net, taught, row)
        hidden = np.maximum(taught.seen.of(np.array([row]))[0] @ net.first + net.first_bias, 0)
        value = np.tanh(hidden @ net.value + net.value_bias[0])
        total -= taught.gain[row] * likely[taught.picked[row]] / taught.chance[row]
        total += entropy * (likely * np.log(likely)).sum() + (value - taught.targets[row]) ** 2 / 2
    return float(total) / len(taught.picked)


def test_gains_are_what_came_beyond_what_was_expected():
    steps = [Step([0], [1.0], [0, 1], 0, 0.5, expected) for expected in (0.2, 0.6)]
    taught = lesson([(steps, 1.0)], features=1, spare=2, decay=0.5)
    assert taught.targets == pytest.approx([0.2 + 0.4 + 0.5 * 0.4, 1.0])
    assert taught.gain[0] > taught.gain[1]


def test_a_net_learns_what_wins():
    """Of two answers the one that always wins is soon given most of the time."""
    net = small_net()
    adam = Adam(net, rate=0.02)
    random = np.random.default_rng(1)
    for _ in range(60):
        games = []
        for _ in range(16):
            hidden = net.hidden_of([0], [1.0])
            scores = net.scores(hidden, [0, 1])
            likely = np.exp(scores) / np.exp(scores).sum()
            picked = int(random.random() < likely[1])
            step = Step([0], [1.0], [0, 1], picked, float(likely[picked]), net.expected(hidden))
            games.append(([step], 1.0 if picked else -1.0))
        taught = lesson(games, features=6, spare=4, decay=0.9)
        adam.step(gradients(net, taught, np.arange(16), entropy=0.0)[0])
    scores = net.scores(net.hidden_of([0], [1.0]), [0, 1])
    assert scores[1] > scores[0] + 1
    assert net.expected(net.hidden_of([0], [1.0])) > 0.3


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path):
    whole = Run(RACE, SIGHT, tmp_path / "whole", SMALL)
    whole.take_lesson()
    whole.take_lesson()
    stopped = Run(RACE, SIGHT, tmp_path / "stopped", SMALL)
    stopped.take_lesson()
    stopped.go_on(0.0)
    resumed = Run(RACE, SIGHT, tmp_path / "stopped", SMALL)
    assert resumed.played == 2
    resumed.take_lesson()
    assert resumed.net.features == whole.net.features
    assert all((resumed.net.weights[name] == whole.net.weights[name]).all() for name in WEIGHTS)


def test_in_a_part_of_the_games_a_bot_has_the_other_seats(tmp_path: Path):
    """Only the net's own steps are learned from; with nothing but such games there is one seat of it in each."""
    run = Run(RACE, SIGHT, tmp_path, Plan(width=8, games_a_lesson=2, partner="heuristic", partner_games=1.0))
    assert len(run._play(Random(1))) == 1
    run.take_lesson(0.5)
    assert run._adam.rate == 0.5 * Plan().rate
    assert len(Run(RACE, SIGHT, tmp_path, SMALL)._play(Random(1))) == 2


def test_the_best_is_kept_with_its_provenance_and_plays_in_the_arena(tmp_path: Path, capsys, monkeypatch):
    run = Run(RACE, SIGHT, tmp_path, SMALL)
    run.take_lesson()
    monkeypatch.setattr(training, "play_game", lambda *_: [0.0, 0.0])
    assert run.meet_best() == 0.5
    assert not (tmp_path / "best.npz").exists()
    monkeypatch.setattr(
        training, "play_game", lambda _, players, __: [player.learner is run.learner for player in players]
    )
    assert run.meet_best() == 1.0
    told = msgspec.json.decode((tmp_path / "best.json").read_bytes(), type=Provenance)
    assert (told.game, told.games, told.seed) == ("race", run.played, 1)
    assert told.curve == run.curve
    searched = Imitated([Recorded(10, 41, 8, 3, "")], 400, {}, "", [(1, 0.5)])
    (tmp_path / "best.json").write_bytes(msgspec.json.encode(msgspec.structs.replace(told, imitated=[searched])))
    assert run.meet_best() == 1.0
    told = msgspec.json.decode((tmp_path / "best.json").read_bytes(), type=Provenance)
    assert (told.curve, told.imitated) == (run.curve, [searched])
    elsewhere = Run(RACE, SIGHT, tmp_path, SMALL)
    assert (elsewhere.played, elsewhere.curve) == (run.played, run.curve)
    named = {"first": len(run.net.features), "second": len(run.net.answers), "second_bias": len(run.net.answers)}
    for name in WEIGHTS:
        known = slice(named.get(name))
        assert np.allclose(elsewhere.net.weights[name][known], run.net.weights[name][known], atol=1e-3), name
    best = f"{tmp_path}/best.npz"
    assert arena.main(["--game", "race", "--players", f"{best},random", "--games", "0", "--jobs", "1"]) == 0
    assert best in capsys.readouterr().out


def test_a_larger_net_goes_on_as_the_smaller_one_and_learns_with_all_of_itself(tmp_path: Path):
    smaller = Run(RACE, SIGHT, tmp_path, SMALL)
    smaller.take_lesson()
    save_net(training._used(smaller.net), tmp_path / "best.npz")
    known = load_net(tmp_path / "best.npz")
    smaller._write_provenance()
    larger = Run(RACE, SIGHT, tmp_path, msgspec.structs.replace(SMALL, width=12, features=1100))
    seen, unknown = dict.fromkeys([*known.features][::3], 1.0), {"nobody:knows": 2.0}
    larger.net.features["nobody:knows"] = len(known.features)
    before, after = known.hidden(seen), larger.net.hidden(seen | unknown)
    assert after[:8] == pytest.approx(before, abs=1e-3)
    assert larger.net.expected(after) == pytest.approx(known.expected(before), abs=1e-3)
    names = [*known.answers]
    assert larger.net.scores_of(after, names) == pytest.approx(known.scores_of(before, names), abs=1e-2)
    larger.take_lesson()
    assert (larger.net.second[:, 8:] != 0).any()


def test_actions_that_are_the_same_are_one_answer(tmp_path: Path):
    """The second card of an action alone is what the first one is (R3.5)."""
    live = begin(RACE, PACKS, 2, RaceOptions(), 5)
    while (prompt := next(iter(live.prompts.values()))).kind != "actions.choose":
        key = next(iter(live.prompts))
        live.answer(prompt.seat, key, prompt.default_picks)
    rows, sets = Run(RACE, SIGHT, tmp_path, SMALL).learner.sets(live.play, prompt)
    assert len(rows) == len(sets) == 23
    assert ("develop", "develop_2") in sets
    assert not any("settle_2" in picks and "settle" not in picks for picks in sets)


def test_a_game_that_nobody_ends_is_lost_by_all(monkeypatch, tmp_path: Path):
    monkeypatch.setattr(selfplay, "_MAX_PROMPTS", 10)
    player = Player(Run(RACE, SIGHT, tmp_path, SMALL).learner, Random(1))
    live = begin(RACE, PACKS, 2, RaceOptions(), 1, checkpoints=False)
    assert play_game(live, [player, player], Random(1)) == [-1.0, -1.0]


def test_a_net_that_is_full_says_so():
    with pytest.raises(NetIsFullError):
        Learner(small_net(), SIGHT)
    roomy = small_net(features=600)
    roomy.features.clear()
    player = Player(Learner(roomy, SIGHT), Random(1))
    with pytest.raises(NetIsFullError):
        play_game(begin(RACE, PACKS, 2, RaceOptions(), 1, checkpoints=False), [player, player], Random(1))
