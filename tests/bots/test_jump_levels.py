"""The levels of Jump Drive: what they look at, what they may not, and that they play better one than the other."""

from copy import deepcopy
from random import Random

import pytest

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.match import play_match
from galaxytables_bots.halving import Budget
from galaxytables_bots.jump import best, hard
from galaxytables_bots.jump.greedy import Greedy
from galaxytables_bots.jump.search import Searcher
from galaxytables_bots.jump.simulation.learning import played
from galaxytables_bots.jump.simulation.player import StatePlayer
from galaxytables_bots.jump.simulation.playouts import Playouts
from galaxytables_bots.jump.simulation.values import expected
from galaxytables_bots.strategy import Table, strategy_at
from galaxytables_bots.values import learn_values, load_values, save_values
from galaxytables_jump.belief import beginning
from galaxytables_jump.options import JumpOptions
from galaxytables_jump.rules import JUMP
from galaxytables_kit import Play, Seat
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.live import LiveGame
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.wire import prompt_message
from tests.jump.hidden import permute_hidden
from tests.jump.scene import PACK, PACKS

CATALOGUE: dict[str, rules_pb2.Component] = {component.id: component for component in JUMP.components(PACK)}
FIRST = {"opening.discard", "choose.card", "explore.discard", "limit.discard"}
"""What a phase asks a seat first; second worlds are too rare to be met here."""
PLAYED_FORWARD = FIRST | {"choose.world", "choose.payment"}


def asked(seed: int, seats: int = 2):
    """The prompts of a game, some of whose answers are random, with what their seats see."""
    live, random, player = begin(JUMP, PACKS, seats, JumpOptions(), seed), Random(seed), StatePlayer()
    while not live.over:
        for key, prompt in list(live.prompts.items()):
            yield live, prompt, prompt_message(live, key, prompt), live.view(prompt.seat)
        key, prompt = random.choice(list(live.prompts.items()))
        picks = player.answer(live.play, prompt) if random.random() < 0.7 else random_answer(prompt, random)
        live.answer(prompt.seat, key, picks)


def first_asked(kind, seed: int = 4):
    return next(each[2:] for each in asked(seed) if each[2].kind == kind)


@pytest.mark.parametrize("seats", [2, 4])
def test_who_plays_forward_answers_as_the_greedy_bot(seats):
    greedy, player, kinds = Greedy(), StatePlayer(), set()
    for seed in range(2):
        for live, prompt, message, view in asked(seed, seats):
            kinds.add(prompt.kind)
            picks = [str(pick) for pick in player.answer(live.play, prompt)]
            assert picks == list(greedy.choose(message, view, CATALOGUE))
    assert kinds >= PLAYED_FORWARD


def test_a_decision_depends_on_nothing_that_the_seat_does_not_see():
    """Deck, discard pile and what others hold or have set aside are exchanged: the answer stays."""
    searcher, kinds = Searcher(Budget(4, 1)), set()
    for live, _, prompt, view in asked(3):
        if prompt.kind in FIRST:
            exchanged = deepcopy(live.frozen_state())
            permute_hidden(exchanged, prompt.seat, Random(2))
            play = Play(2, JumpOptions(), PACK, SeededChance(bytes(32)), exchanged, rules_version=JUMP.rules_version)
            other = LiveGame.begin(JUMP, live.pack_digest, play, at=beginning(view)).view(prompt.seat)
            if live.play.holding and other != view:
                continue  # the seat has answered in this phase, and is asked again
            assert other == view
            kinds.add(prompt.kind)
            assert searcher.choose(prompt, other, CATALOGUE) == searcher.choose(prompt, view, CATALOGUE)
    assert kinds == FIRST


def test_every_choice_but_that_of_means_is_played_forward_with_what_was_set_aside_before():
    kinds = set()
    for seed in range(2):
        for _, _, prompt, view in asked(seed, 3):
            if prompt.kind != "choose.means":
                assert isinstance(view, jump_pb2.JumpView)
                playouts = Playouts(prompt, view)
                options = {option.id for option in prompt.options}
                for _, plan in playouts.answers:
                    assert prompt.least <= len(plan[prompt.kind]) <= prompt.most
                    assert options.issuperset(plan[prompt.kind])
                kinds.add(prompt.kind)
    assert kinds >= PLAYED_FORWARD


def test_what_is_played_forward_is_the_same_for_the_same_sample_and_follows_the_answer():
    prompt, view = first_asked("choose.card")
    playouts = Playouts(prompt, view)
    answers = [plan for _, plan in playouts.answers]
    samples = [playouts.sample(number) for number in range(4)]
    assert samples[1] == playouts.sample(1)
    assert len({sample.state for sample in samples}) == len(samples)
    expected = [[playouts.play(sample, plan) for sample in samples] for plan in (answers[0], answers[-1])]
    assert expected[0] == [playouts.play(sample, answers[0]) for sample in samples]
    assert expected[0] != expected[1]
    assert all(-1 <= value <= 1 for values in expected for value in values)


def test_when_the_next_rounds_begin_weights_say_what_may_be_expected_and_at_the_end_the_result():
    prompt, view = first_asked("choose.card")
    full, one, two, all_of_them = (Playouts(prompt, view, rounds) for rounds in (None, 1, 2, 50))
    plans, sample = [plan for _, plan in full.answers], full.sample(0)
    ended, soon, later, whole = ([each.play(sample, plan) for plan in plans] for each in (full, one, two, all_of_them))
    assert len(set(soon)) > 1
    assert soon not in (ended, later, whole)
    assert whole != ended
    assert all(-1 <= value <= 1 for value in (*soon, *later, *whole))
    last_prompt, last_view = next(each[2:] for each in reversed(list(asked(4))) if each[2].kind == "choose.card")
    last = [Playouts(last_prompt, last_view, rounds) for rounds in (None, 1)]
    answer = last[0].answers[0][1]
    assert last[0].play(last[0].sample(0), answer) == last[1].play(last[1].sample(0), answer)


def test_weights_are_learned_from_leads_and_say_who_is_ahead(tmp_path):
    rows = list(played(6, 1))
    assert {row.game for row in rows} == set(range(6))
    values = learn_values(rows, games=6, seed=1, commit="abc")
    assert values == learn_values(list(played(6, 1)), games=6, seed=1, commit="abc")
    save_values(values, tmp_path / "values.json")
    assert load_values(tmp_path / "values.json") == values
    live, player = begin(JUMP, PACKS, 2, JumpOptions(), 3), StatePlayer()
    before = expected(values, player, live.play, Seat(0))
    assert before == -expected(values, player, live.play, Seat(1))
    live.play.state.players[0].vp_by_round.append(10)
    assert expected(values, player, live.play, Seat(0)) > before


def test_a_view_that_no_sampled_table_shows_is_answered_by_the_greedy_bot():
    """A table by other rules or cards than those here: a price that is not the one here gives it away."""
    prompt, view = first_asked("choose.card")
    other = deepcopy(view)
    other.hand[0].vp_gain += 1
    with pytest.raises(ValueError, match="fits the view"):
        Playouts(prompt, other)
    assert Searcher(Budget(4, 1)).choose(prompt, other, CATALOGUE) == Greedy().choose(prompt, other, CATALOGUE)
    missing = game_pb2.Prompt()
    missing.CopyFrom(prompt)
    del missing.options[0]
    with pytest.raises(ValueError, match="reached"):
        Playouts(missing, view)


def test_best_takes_the_time_that_its_host_gives_it_and_hard_its_own_budget():
    quick, slow = (strategy_at(best.STRATEGY, Table(2, {}, patience=each)) for each in (0.0, 0.2))
    assert isinstance(quick, Searcher)
    assert isinstance(slow, Searcher)
    assert (quick.budget.seconds, slow.budget.seconds) == (0.0, 0.2)
    assert strategy_at(hard.STRATEGY, Table(2, {}, patience=0.2)) is hard.STRATEGY
    assert hard.STRATEGY.budget.seconds is None
    fuller = strategy_at(hard.STRATEGY, Table(4, {}))
    assert isinstance(fuller, Searcher)
    assert fuller.budget == Budget(6, 6)
    prompt, view = first_asked("choose.card")
    assert len(quick.choose(prompt, view, CATALOGUE)) == 1


def test_levels_play_better_one_than_the_other():
    easier = play_match(load_game("jump"), ("normal", "easy"), games=30, seed=3)
    assert easier.rate >= 0.6
    assert easier.sides[0].refused == 0
    harder = play_match(load_game("jump"), ("hard", "normal"), games=2, seed=3)
    assert harder.sides[0].refused == 0
    assert harder.sides[0].mean_points > harder.sides[1].mean_points


def test_hard_plays_the_same_game_again(monkeypatch):
    monkeypatch.setattr(hard.STRATEGY, "budget", Budget(3, 1))
    first, again = (play_match(load_game("jump"), ("hard", "normal"), games=2, seed=3) for _ in range(2))
    assert [side.points for side in again.sides] == [side.points for side in first.sides]
