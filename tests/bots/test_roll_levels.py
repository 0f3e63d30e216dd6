"""The levels of Roll for the Galaxy: what they look at, what they may not, and that one plays better than the other."""

from contextlib import suppress
from copy import deepcopy
from itertools import chain
from random import Random

import pytest
from google.protobuf.message import Message

from galaxytables.roll.v1 import roll_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.match import play_match
from galaxytables_bots.halving import Budget
from galaxytables_bots.roll import best, hard
from galaxytables_bots.roll.answers import others
from galaxytables_bots.roll.heuristic import Heuristic
from galaxytables_bots.roll.search import RollSearcher
from galaxytables_bots.roll.sight import tiles_of
from galaxytables_bots.roll.simulation.learning import played
from galaxytables_bots.roll.simulation.placing import PLACES, lay, options_of_tiles
from galaxytables_bots.roll.simulation.player import StatePlayer
from galaxytables_bots.roll.simulation.playouts import Playouts
from galaxytables_bots.roll.simulation.values import expected, features_of
from galaxytables_bots.strategy import Table, strategy_at
from galaxytables_bots.values import Values, learn_values, load_values, save_values
from galaxytables_kit import Play, Prompt, Seat
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.live import LiveGame
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.wire import prompt_message
from galaxytables_roll.belief import believe
from galaxytables_roll.phases.placing import place
from galaxytables_roll.rules import ROLL
from galaxytables_roll.state import RollOptions
from tests.roll.hidden import permute_hidden
from tests.roll.scene import PACK, PACKS

CATALOGUE: dict[str, rules_pb2.Component] = {component.id: component for component in ROLL.components(PACK)}
TILES = tiles_of(CATALOGUE)
PLAYED_FORWARD = {
    "start.development",
    "assign.phase",
    "explore.task",
    "explore.abandon",
    "explore.place",
    "ship.good",
    "manage.recruit",
}
"""What is met in a game or two."""


def asked(seed: int, seats: int = 2):
    """The prompts of a game, some of whose answers are random, with what their seats see."""
    live, random, player = begin(ROLL, PACKS, seats, RollOptions(), seed), Random(seed), StatePlayer(PACK)
    while not live.over:
        key, prompt = random.choice(list(live.prompts.items()))
        yield live, prompt, prompt_message(live, key, prompt), live.view(prompt.seat)
        picks = player.answer(live.play, prompt) if random.random() < 0.7 else random_answer(prompt, random)
        live.answer(prompt.seat, key, picks)


def first_asked(kind, seed: int = 1):
    return next(each[2:] for each in asked(seed) if each[2].kind == kind)


@pytest.mark.parametrize("seats", [2, 4])
def test_who_plays_forward_answers_as_the_heuristic(seats):
    heuristic, player, kinds = Heuristic(), StatePlayer(PACK), set()
    for seed in range(4):
        for live, prompt, message, view in asked(seed, seats):
            kinds.add(prompt.kind)
            assert list(player.answer(live.play, prompt)) == list(heuristic.choose(message, view, CATALOGUE))
    assert kinds >= {*PLAYED_FORWARD, "assign.power", "assign.wild", "explore.place", "ship.shipper", "manage.recall"}


def test_a_decision_depends_on_nothing_that_the_seat_does_not_see():
    """The bag, other stacks and what lies behind other screens are exchanged: the answer stays."""
    searcher, kinds = RollSearcher(Budget(4, 1), {}), set()
    for live, _, prompt, view in asked(3):
        if prompt.kind in PLAYED_FORWARD:
            exchanged = deepcopy(live.frozen_state())
            permute_hidden(exchanged, prompt.seat, Random(2))
            assert isinstance(view, roll_pb2.RollView)
            if prompt.kind in PLACES:
                # Begun anew the step would go on: what was drawn is to be laid first.
                other: Message = ROLL.view(live.play, exchanged, prompt.seat)
            else:
                _, at, turns = believe(PACK, view, prompt.seat, Random(0))
                play = Play(2, RollOptions(), PACK, SeededChance(bytes(32)), exchanged, rules_version=2)
                other = LiveGame.begin(ROLL, live.pack_digest, play, at=at, turns=turns).view(prompt.seat)
            if live.play.holding and other != view:
                continue  # the seat has answered in this step, and is asked again
            assert other == view
            kinds.add(prompt.kind)
            assert searcher.choose(prompt, other, CATALOGUE) == searcher.choose(prompt, view, CATALOGUE)
    assert kinds >= PLAYED_FORWARD


def test_what_a_seat_has_assigned_is_given_again_up_to_the_first_power():
    """Where a die rests, Dictate was used, and how it was is not seen."""
    kinds, moving = set(), set()
    for _, _, prompt, view in chain.from_iterable(asked(seed, 2 + seed) for seed in range(3)):
        if prompt.kind == "assign.phase":
            moving.discard(prompt.seat)
        elif prompt.kind in {"assign.workers", "assign.to", "assign.source"}:
            moving.add(prompt.seat)
        elif prompt.kind == "assign.power" and view.empires[prompt.seat].dictate.workers:
            with pytest.raises(ValueError, match=r"reached|explained"):
                Playouts(RollOptions(), prompt, view)
            kinds.add("after Dictate")
        elif prompt.kind in {"assign.selector", "assign.wild", "assign.power"} and prompt.seat not in moving:
            Playouts(RollOptions(), prompt, view)
            kinds.add(prompt.kind)
    assert kinds == {"assign.selector", "assign.wild", "assign.power", "after Dictate"}


def test_drawn_tiles_are_laid_as_the_rules_lay_them():
    """Each answer, given to the rules and to whoever plays forward."""
    heuristic, laid = Heuristic(), set[str]()
    for live, prompt, message, view in chain.from_iterable(asked(seed, 2 + seed % 3) for seed in range(6)):
        if prompt.kind not in PLACES:
            continue
        laid.add(prompt.kind)
        for picks in {tuple(heuristic.choose(message, view, CATALOGUE)), tuple(prompt.options[:1])}:
            state, mine = deepcopy(live.play.state), deepcopy(live.play.state.seats[prompt.seat])
            assert options_of_tiles(PACK, prompt.kind, mine.drawn) == list(prompt.options)
            lay(PACK, mine, picks)
            ruled = state.seats[prompt.seat]
            play = Play(live.play.seats, RollOptions(), PACK, SeededChance(bytes(32)), state, rules_version=2)
            flow = place(play, prompt.seat, may_top=False)
            again = next(flow)
            assert isinstance(again, Prompt)
            assert list(again.options) == list(prompt.options)
            with suppress(StopIteration):
                worlds = flow.send(picks)
                assert isinstance(worlds, Prompt)
                flow.send(tuple(sorted(worlds.options, key=lambda side: TILES(str(side)).cost)))
            assert (ruled.stacks, ruled.drawn) == (mine.stacks, [])
    assert laid == PLACES


@pytest.mark.parametrize("kind", ["explore.abandon", "explore.place", "assign.wild"])
def test_what_is_done_with_tiles_and_wild_dice_is_played_forward(kind):
    """Some answer is worth more than another one at the same tables, and the best one is given."""
    told_apart = 0
    for seed in range(1, 9):
        prompt, view = first_asked(kind, seed)
        assert isinstance(view, roll_pb2.RollView)
        ranked = RollSearcher(Budget(6, 4), {}).ranked(prompt, view, CATALOGUE)
        if not ranked:
            continue
        best_first = [each.value for each in ranked if each.tables == max(each.tables for each in ranked)]
        told_apart += len({each.value for each in ranked}) > 1
        assert best_first[0] >= max(best_first) - 0.02
        playouts = Playouts(RollOptions(), prompt, view)
        samples = [playouts.sample(number) for number in range(ranked[0].tables)]
        values = [playouts.play(sample, ranked[0].answer) for sample in samples]
        assert ranked[0].value == pytest.approx(sum(values) / len(values))
    assert told_apart >= 2


def test_a_prompt_to_lay_tiles_that_were_not_drawn_is_answered_by_the_heuristic():
    prompt, view = first_asked("explore.place")
    other = game_pb2.Prompt()
    other.CopyFrom(prompt)
    other.options[0].id = prompt.options[1].id
    with pytest.raises(ValueError, match="reached"):
        Playouts(RollOptions(), other, view)


def of(kind: str, *options: str) -> game_pb2.Prompt:
    return game_pb2.Prompt(kind=kind, options=[game_pb2.Option(id=each) for each in options])


def test_answers_that_are_tried_besides_differ_in_effect():
    assert set(others(of("explore.abandon", "a", "b"), ("a",), TILES)) == {(), ("b",), ("a", "b")}
    assert list(others(of("explore.abandon", "a"), (), TILES)) == [("a",)]
    by_cost = sorted((side.id for side, _ in PACK.sides), key=lambda side: TILES(side).cost)
    dear, cheap = by_cost[-1], by_cost[0]
    turned = list(others(of("explore.developments", dear, cheap), (), TILES))
    assert turned == [(cheap,), (dear,), (cheap, dear)]
    wild = of("assign.wild", "home:wild#1>ship", "home:wild#2>ship", "gene:wild>ship", "gene:wild>explore")
    tried = list(others(wild, ("home:wild#1>ship",), TILES))
    assert tried == [
        (),
        ("home:wild#1>ship", "home:wild#2>ship"),
        *(("home:wild#1>ship", f"gene:wild>{goal}") for goal in ("ship", "explore")),
    ]


def test_what_is_played_forward_is_the_same_for_the_same_sample_and_follows_the_answer():
    prompt, view = first_asked("assign.phase")
    playouts = Playouts(RollOptions(), prompt, view)
    answers = [(option.id,) for option in prompt.options]
    samples = [playouts.sample(number) for number in range(4)]
    assert samples[1] == playouts.sample(1)
    assert len({sample.state for sample in samples}) == len(samples)
    expected = [[playouts.play(sample, picks) for sample in samples] for picks in answers]
    assert expected[0] == [playouts.play(sample, answers[0]) for sample in samples]
    assert len(set(map(tuple, expected))) > 1
    assert all(-1 <= value <= 1 for values in expected for value in values)


def test_a_view_that_no_sampled_table_shows_is_answered_by_the_heuristic():
    """A table by other rules or tiles than those here: a cost that is not the one here gives it away."""
    prompt, view = first_asked("assign.phase")
    other = deepcopy(view)
    other.empires[0].developments.cost += 1
    with pytest.raises(ValueError, match="explained"):
        Playouts(RollOptions(), prompt, other)
    usual = Heuristic().choose(prompt, other, CATALOGUE)
    assert list(RollSearcher(Budget(4, 1), {}).choose(prompt, other, CATALOGUE)) == list(usual)
    missing = game_pb2.Prompt()
    missing.CopyFrom(prompt)
    del missing.options[0]
    with pytest.raises(ValueError, match="reached"):
        Playouts(RollOptions(), missing, view)


def test_best_takes_the_time_that_its_host_gives_it_and_hard_its_own_budget():
    quick, slow = (strategy_at(best.STRATEGY, Table(2, {}, patience=each)) for each in (0.0, 0.2))
    assert isinstance(quick, RollSearcher)
    assert isinstance(slow, RollSearcher)
    assert (quick.budget.seconds, slow.budget.seconds) == (0.0, 0.2)
    steady = strategy_at(hard.STRATEGY, Table(2, {"selecting_die": "locked"}, patience=0.2))
    assert isinstance(steady, RollSearcher)
    assert steady.budget.seconds is None
    prompt, view = first_asked("assign.phase")
    assert len(quick.choose(prompt, view, CATALOGUE)) == 1
    assert isinstance(strategy_at(hard.STRATEGY, Table(2, {"what": "ever"})), Heuristic)


def test_weights_are_learned_from_games_and_kept(tmp_path):
    rows = list(played(6, 1))
    assert {row.game for row in rows} == set(range(6))
    values = learn_values(rows, games=6, seed=1, commit="abc")
    save_values(values, tmp_path / "values.json")
    assert load_values(tmp_path / "values.json") == values
    assert values.card is not None
    assert (values.card.games, values.card.seed, values.card.commit) == (6, 1, "abc")
    assert values == learn_values(list(played(6, 1)), games=6, seed=1, commit="abc")
    row = rows[0]
    assert values.worth({}, row.far) == 0
    assert values.worth({"credits": 1.0}, 0.25) == pytest.approx(
        0.75 * values.early["credits"] + 0.25 * values.late["credits"]
    )


def test_the_same_lead_is_nearer_to_a_win_the_nearer_the_end_is():
    play = next(asked(3))[0].play
    ahead = play.state.seats[0]
    level = expected(Values({}, {}), play, Seat(0))
    ahead.chips += 4
    play.state.round = 1
    early = expected(Values({}, {}), play, Seat(0))
    play.state.round = 20
    late = expected(Values({}, {}), play, Seat(0))
    assert level < early < late
    assert late == pytest.approx(-expected(Values({}, {}), play, Seat(1)))


def test_each_side_that_waits_is_seen_where_it_waits():
    mine = next(asked(3))[0].play.state.seats[0]
    mine.stacks = [[5], [7, 9]]
    waiting = {name for name in features_of(PACK, mine) if name.endswith(" waiting")}
    sides = [PACK.sides[5][0], PACK.sides[7][1], PACK.sides[9][1]]
    assert {f"{side.id} waiting" for side in sides} <= waiting
    assert f"{PACK.sides[5][1].id} waiting" not in waiting


def test_normal_plays_better_than_easy():
    easier = play_match(load_game("roll"), ("normal", "easy"), games=4, seed=3)
    assert easier.rate >= 0.75
    assert easier.sides[0].refused == 0


@pytest.mark.release
def test_hard_plays_better_than_normal():
    harder = play_match(load_game("roll"), ("hard", "normal"), games=2, seed=3)
    assert harder.sides[0].refused == 0
    assert harder.sides[0].mean_points > harder.sides[1].mean_points


def test_hard_plays_the_same_game_again(monkeypatch):
    monkeypatch.setattr(hard.STRATEGY, "budget", Budget(3, 1))
    first, again = (play_match(load_game("roll"), ("hard", "normal"), games=1, seed=3) for _ in range(2))
    assert [side.points for side in again.sides] == [side.points for side in first.sides]
