"""The levels of Beyond the Sun: what they look at, what they may not, and that one plays better than the other."""

from copy import deepcopy
from random import Random
from statistics import fmean

import pytest

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.match import play_match
from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.rules import BEYOND
from galaxytables_beyond.scoring import scores
from galaxytables_bots.beyond import best, hard
from galaxytables_bots.beyond.heuristic import Heuristic
from galaxytables_bots.beyond.printed import Printed
from galaxytables_bots.beyond.search import BeyondSearcher, searcher_at
from galaxytables_bots.beyond.simulation.playouts import Playouts
from galaxytables_bots.beyond.simulation.turns import CATALOGUE, picks_of
from galaxytables_bots.beyond.simulation.values import MOST, expected
from galaxytables_bots.halving import Budget
from galaxytables_bots.strategy import Table, strategy_at
from galaxytables_kit import Play
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.wire import prompt_message
from tests.beyond.hidden import permute_hidden
from tests.beyond.scene import PACK, PACKS

BETWEEN_ACTIONS = {"turn.action", "production.choose", "trade.deal"}
PLAYED_FORWARD = BETWEEN_ACTIONS | {"research.slot", "jump.move", "may.do"}


def asked(seed: int, seats: int = 2):
    """The prompts of a game, some of whose answers are random, with what is seen."""
    live, random = begin(BEYOND, PACKS, seats, BeyondOptions(round_limit=20), seed), Random(seed)
    heuristic = Heuristic()
    while not live.over:
        key, prompt = random.choice(list(live.prompts.items()))
        message, view = prompt_message(live, key, prompt), live.view(prompt.seat)
        yield live, message, view
        usual = picks_of(prompt, heuristic.choose(message, view, CATALOGUE))
        live.answer(prompt.seat, key, usual if random.random() < 0.8 else random_answer(prompt, random))


def first_asked(kind, seed: int = 1):
    return next(each[1:] for each in asked(seed) if each[1].kind == kind)


def playouts(prompt, view):
    return Playouts(BeyondOptions(round_limit=20), prompt, view)


@pytest.mark.parametrize("seats", [2, 4])
def test_between_actions_everything_is_played_forward_and_in_their_midst_what_begins_anew(seats):
    reached = set()
    for _, prompt, view in asked(1, seats):
        try:
            playouts(prompt, view)
        except ValueError:
            assert prompt.kind not in BETWEEN_ACTIONS
        else:
            reached.add(prompt.kind)
    assert reached >= PLAYED_FORWARD


def test_a_decision_depends_on_nothing_that_is_not_seen():
    """Decks and events that lie face down are exchanged: the answer stays."""
    searcher, kinds = BeyondSearcher(Budget(3, 1), {"round_limit": "20"}), set()
    for number, (live, prompt, view) in enumerate(asked(3)):
        if number % 3 == 0:
            exchanged = deepcopy(live.play.state)
            permute_hidden(exchanged, None, Random(2))
            assert exchanged != live.play.state
            play = Play(2, live.play.options, PACK, SeededChance(bytes(32)), exchanged, rules_version=3)
            play.where = live.play.where
            other = BEYOND.view(play, exchanged, None)
            assert other == view
            kinds.add(prompt.kind)
            assert searcher.choose(prompt, other, CATALOGUE) == searcher.choose(prompt, view, CATALOGUE)
    assert kinds >= {"turn.action", "production.choose"}


def test_what_is_played_forward_is_the_same_for_the_same_sample_and_follows_the_answer():
    prompt, view = first_asked("turn.action")
    forward = playouts(prompt, view)
    answers = [(option.id,) for option in prompt.options]
    samples = [forward.sample(number) for number in range(3)]
    assert samples[1] == forward.sample(1)
    assert len({sample.state for sample in samples}) == len(samples)
    expected = [[forward.play(sample, picks) for sample in samples] for picks in answers]
    assert expected[0] == [forward.play(sample, answers[0]) for sample in samples]
    assert len(set(map(tuple, expected))) > 1
    assert all(-1 <= value <= 1 for values in expected for value in values)


def test_an_answer_is_judged_by_what_is_expected_in_the_later_half_of_the_rounds():
    """Round by round, a table is the same one however far it is played on."""
    prompt, view = first_asked("turn.action")
    forward = playouts(prompt, view)
    table = forward.begin(forward.sample(0), (prompt.options[0].id,))
    expectations = [forward.expected(table)]
    for _ in range(3):
        assert [table.play_turn(), table.play_turn()] == [True, True]
        assert table.seat == prompt.seat
        expectations.append(forward.expected(table))
    assert len(set(expectations)) > 1
    for rounds in (1, 2, 3, 4):
        further = Playouts(BeyondOptions(round_limit=20), prompt, view, rounds)
        told = further.play(further.sample(0), (prompt.options[0].id,))
        assert told == pytest.approx(fmean(expectations[rounds // 2 : rounds]))


def test_a_game_that_ends_is_judged_by_its_points():
    asked_last = [(message, view) for _, message, view in asked(2) if message.kind == "turn.action"][-1]
    further = Playouts(BeyondOptions(round_limit=20), *asked_last, 5)
    table = further.begin(further.sample(0), (asked_last[0].options[0].id,))
    while table.play_turn():
        pass
    points = [score.total for score in scores(table.play)]
    seat = asked_last[0].seat
    told = further.play(further.sample(0), (asked_last[0].options[0].id,))
    assert told == pytest.approx((points[seat] - points[1 - seat]) / MOST)


def test_so_many_turns_of_all_seats_are_played_on_but_none_after_a_move():
    searchers = [searcher_at(Table(seats, {}), Budget(3, 1)) for seats in (2, 3, 4)]
    assert [searcher.budget.rounds for searcher in searchers if searcher] == [5, 4, 3]
    told = {}
    for kind in ("turn.action", "jump.move"):
        prompt, view = first_asked(kind)
        for rounds in (1, 5):
            searcher = BeyondSearcher(Budget(4, 1, rounds=rounds), {"round_limit": "20"})
            told[kind, rounds] = [each.value for each in searcher.ranked(prompt, view, CATALOGUE)]
    assert told["turn.action", 1] != told["turn.action", 5]
    assert told["jump.move", 1] == told["jump.move", 5] != []


def test_a_point_counts_the_same_far_behind_and_far_ahead():
    _, view = first_asked("turn.action")
    printed, worth = Printed(CATALOGUE), []
    for ahead in (-15, 0, 15):
        shown = deepcopy(view)
        shown.factions[0].total += ahead
        worth.append([expected(printed, shown, seat) for seat in (0, 1)])
    assert worth[1][0] - worth[0][0] == pytest.approx(worth[2][0] - worth[1][0])
    assert all(own == pytest.approx(-other) for own, other in worth)
    shown.factions[0].total += 1000
    assert [expected(printed, shown, seat) for seat in (0, 1)] == [1.0, -1.0]


def test_a_question_that_is_not_asked_at_every_table_that_may_be_is_answered_by_the_heuristic():
    """What is turned up decides whether there is something to automate, or to research before."""
    prompt, view = next((message, view) for _, message, view in asked(238) if message.id == "13.0.4")
    assert prompt.kind == "automate.track"
    forward = playouts(prompt, view)
    with pytest.raises(ValueError, match="not asked"):
        forward.play(forward.sample(1), (prompt.options[0].id,))
    searcher = BeyondSearcher(Budget(3, 4), {"round_limit": "20"})
    assert searcher.ranked(prompt, view, CATALOGUE) == []
    assert list(searcher.choose(prompt, view, CATALOGUE)) == list(Heuristic().choose(prompt, view, CATALOGUE))


def test_a_view_that_no_sampled_table_shows_is_answered_by_the_heuristic():
    """A table by other rules or cards than those here: an income that is not the one here gives it away."""
    prompt, view = first_asked("turn.action")
    assert isinstance(view, beyond_pb2.BeyondView)
    other = deepcopy(view)
    other.factions[0].ore_income += 1
    with pytest.raises(ValueError, match="fits the view"):
        playouts(prompt, other)
    searcher = BeyondSearcher(Budget(3, 1), {"round_limit": "20"})
    assert list(searcher.choose(prompt, other, CATALOGUE)) == list(Heuristic().choose(prompt, other, CATALOGUE))
    missing = game_pb2.Prompt()
    missing.CopyFrom(prompt)
    del missing.options[0]
    with pytest.raises(ValueError, match="reached"):
        playouts(missing, view)


def test_best_takes_the_time_that_its_host_gives_it_and_hard_its_own_budget():
    quick, slow = (strategy_at(best.STRATEGY, Table(2, {}, patience=each)) for each in (0.0, 0.2))
    assert isinstance(quick, BeyondSearcher)
    assert isinstance(slow, BeyondSearcher)
    assert (quick.budget.seconds, slow.budget.seconds) == (0.0, 0.2)
    steady = strategy_at(hard.STRATEGY, Table(4, {"mats": "advanced"}, patience=0.2))
    assert isinstance(steady, BeyondSearcher)
    assert steady.budget.seconds is None
    assert isinstance(strategy_at(hard.STRATEGY, Table(2, {"what": "ever"})), Heuristic)


def test_normal_plays_better_than_easy():
    easier = play_match(load_game("beyond"), ("normal", "easy"), games=8, seed=3)
    assert easier.rate >= 0.6
    assert easier.sides[0].refused == 0


@pytest.mark.release
def test_hard_plays_the_same_game_again(monkeypatch):
    monkeypatch.setattr(hard.STRATEGY, "budget", Budget(2, 1))
    first, again = (play_match(load_game("beyond"), ("hard", "normal"), games=1, seed=501) for _ in range(2))
    assert first.sides[0].refused == 0
    assert [side.points for side in again.sides] == [side.points for side in first.sides]
