"""The levels of Race for the Galaxy: what they look at, what they may not, and where they play at all."""

from collections import Counter
from copy import deepcopy
from random import Random

import pytest

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.match import play_match
from galaxytables_bots.halving import Budget, best_answer
from galaxytables_bots.race import best, easy, hard, normal, search
from galaxytables_bots.race.heuristic import Heuristic
from galaxytables_bots.race.search import PLAYED_FORWARD, RaceSearcher
from galaxytables_bots.race.simulation.learning import played
from galaxytables_bots.race.simulation.player import state_player
from galaxytables_bots.race.simulation.playouts import Playouts, Sample, can_be_sampled, options_of
from galaxytables_bots.race.thinkers import Thinker, by_heuristic, by_net
from galaxytables_bots.strategy import Table, strategy_at
from galaxytables_bots.values import Values, learn_values, load_values, save_values
from galaxytables_kit import Play, Seat
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.wire import prompt_message
from galaxytables_race.belief import beginning
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from tests.race.hidden import permute_hidden
from tests.race.scene import PACK

PACKS = load_packs(RACE)
BASE = RaceOptions()
CATALOGUE: dict[str, rules_pb2.Component] = {component.id: component for component in RACE.components(PACK)}
THINKERS: dict[str, Thinker] = {"net": by_net(search.TWO_SEATS_NET), "heuristic": by_heuristic(search.TWO_SEATS)}
MORE = {
    "brink_of_war": {"goals": True, "takeovers": True},
    "xeno_invasion": {"invasion": True},
    "gathering_storm": {"draft": True, "goals": True},
}
"""Expansions with what is played with them besides cards."""


def asked(seed: int, seats: int = 2, options: RaceOptions = BASE):
    """The prompts of a random game, with what their seats see."""
    live, random = begin(RACE, PACKS, seats, options, seed), Random(seed)
    while not live.over:
        for key, prompt in live.prompts.items():
            yield live, prompt_message(live, key, prompt), live.view(prompt.seat)
        key, prompt = random.choice(list(live.prompts.items()))
        live.answer(prompt.seat, key, random_answer(prompt, random))


@pytest.mark.parametrize(
    ("thinker", "options"),
    [
        ("net", {}),
        pytest.param("heuristic", {}, marks=pytest.mark.release),
        *(
            pytest.param(
                "heuristic", {"expansion": each, **more}, marks=pytest.mark.release if each == "brink_of_war" else ()
            )
            for each, more in MORE.items()
        ),
    ],
)
def test_a_decision_depends_on_nothing_that_the_seat_does_not_see(thinker, options):
    """Decks, discard pile, goods, waves and what others hold or have chosen are exchanged: the answer stays."""
    given, options = options, RaceOptions(**options)
    searcher, kinds = (
        RaceSearcher(
            THINKERS[thinker], Budget(4, 1), {name: "on" if value is True else value for name, value in given.items()}
        ),
        set(),
    )
    for live, prompt, view in asked(4, 2, options):
        if prompt.kind in PLAYED_FORWARD:
            exchanged = deepcopy(live.frozen_state())
            permute_hidden(exchanged, prompt.seat, Random(2))
            assert isinstance(view, race_pb2.RaceView)
            other = begun_like(live, exchanged, view).view(prompt.seat)
            if other != view:
                continue  # explored cards lie on the deck, which was exchanged
            kinds.add(prompt.kind)
            assert searcher.choose(prompt, other, CATALOGUE) == searcher.choose(prompt, view, CATALOGUE)
    assert kinds >= PLAYED_FORWARD - {"explore.keep"}


def begun_like(live, state, view):
    play = Play(
        live.play.seats, live.play.options, PACK, SeededChance(bytes(32)), state, rules_version=RACE.rules_version
    )
    at, turns = beginning(view)
    return LiveGame.begin(RACE, live.pack_digest, play, at=at, turns=turns)


@pytest.mark.parametrize(("thinker", "rounds"), [("net", 1), ("heuristic", 1), ("heuristic", 3)])
def test_what_is_played_forward_is_the_same_for_the_same_sample_and_follows_the_answer(thinker, rounds):
    _, prompt, view = next(each for each in asked(4) if each[1].kind == "actions.choose")
    playouts = Playouts(THINKERS[thinker].player, options_of({}), prompt, view, rounds)
    answers = [("develop", "produce"), ("explore_1_1", "explore_5_0")]
    samples = [playouts.sample(number) for number in range(6)]
    assert samples[1] == playouts.sample(1)
    assert len({sample.state for sample in samples}) == len(samples)
    expected = [[playouts.play(sample, picks) for sample in samples] for picks in answers]
    assert expected[0] == [playouts.play(sample, answers[0]) for sample in samples]
    assert expected[0] != expected[1]
    assert all(-1 <= value <= 1 for values in expected for value in values)


def test_what_is_expected_after_every_round_counts_where_the_player_says_so():
    """Two rounds are worth the mean of what is expected after one and after two, at the same table."""
    _, prompt, view = next(each for each in asked(4) if each[1].kind == "actions.choose")
    picks, player = ("develop", "produce"), THINKERS["net"].player
    one, two = [Playouts(player, BASE, prompt, view, rounds) for rounds in (1, 2)]
    both = Playouts(player, BASE, prompt, view, 2, every_round=True)
    for number in range(4):
        sample = one.sample(number)
        expected = [one.play(sample, picks), two.play(sample, picks)]
        assert both.play(sample, picks) == pytest.approx(sum(expected) / 2)
        assert expected[0] != expected[1]


def test_a_game_that_has_ended_counts_for_all_rounds_that_are_left():
    """Where a round ends the game, both rounds are worth what it ended with."""
    ended = 0
    chosen = [(prompt, view) for _, prompt, view in asked(4) if prompt.kind == "actions.choose"]
    for prompt, view in (chosen[0], *chosen[-4:]):
        answer = [option.id for option in prompt.options[:2]]
        one = Playouts(THINKERS["net"].player, BASE, prompt, view)
        many = [Playouts(THINKERS["net"].player, BASE, prompt, view, 60, every_round=each) for each in (False, True)]
        for number in range(3):
            sample = one.sample(number)
            first, result, mean = [each.play(sample, answer) for each in (one, *many)]
            if first == result:
                ended += 1
                assert mean == pytest.approx(result)
            else:
                assert mean != result
    assert ended


def test_where_a_net_thinks_the_heuristic_names_answers_as_well():
    """The net's own answer comes first, that of the heuristic is always there, and none is there twice."""
    thinker, kinds, apart = by_net(search.TWO_SEATS_NET), set(), set()
    for _, prompt, view in asked(4):
        if prompt.kind not in PLAYED_FORWARD:
            continue
        proposed = [frozenset(picks) for _, picks in thinker.proposed(prompt, view, CATALOGUE, 4)]
        usual = frozenset(Heuristic().choose(prompt, view, CATALOGUE))
        kinds.add(prompt.kind)
        if usual not in proposed[:2]:
            apart.add(prompt.kind)
        assert proposed[0] == frozenset(thinker.choose(prompt, view, CATALOGUE))
        assert usual in proposed
        assert len(set(proposed)) == len(proposed) <= 4
        assert len(proposed) >= 2 or prompt.kind != "actions.choose"
    assert kinds == PLAYED_FORWARD
    assert "actions.choose" in apart


@pytest.mark.parametrize("thinker", ["net", "heuristic"])
def test_a_view_that_no_sampled_table_shows_is_answered_without_playing_forward(thinker):
    """A table by other rules or cards than those here: a price that is not the one here gives it away."""
    _, prompt, view = next(each for each in asked(4) if each[1].kind == "actions.choose")
    other = deepcopy(view)
    other.hand[0].price += 1
    with pytest.raises(ValueError, match="explained"):
        Playouts(THINKERS[thinker].player, options_of({}), prompt, other)
    assert len(RaceSearcher(THINKERS[thinker], Budget(4, 1), {}).choose(prompt, other, CATALOGUE)) == 2
    missing = game_pb2.Prompt()
    missing.CopyFrom(prompt)
    del missing.options[0]
    with pytest.raises(ValueError, match="reached"):
        Playouts(THINKERS[thinker].player, options_of({}), missing, view)


def test_of_answers_that_are_as_likely_the_one_that_leads_to_more_is_taken():
    class Told(Playouts):
        """Says what each answer leads to."""

        def __init__(self) -> None:
            pass

        def sample(self, _):
            return Sample(b"", b"", 0)

        def play(self, _, picks):
            return {"a": 0.1, "b": 0.4, "c": -0.2}[picks[0]]

    answers = [(0.0, ("a",)), (0.0, ("b",)), (0.0, ("c",))]
    assert best_answer(Told(), answers, Budget(3, 2)) == ("b",)
    assert best_answer(Told(), [(0.0, ("a",)), (-20.0, ("b",))], Budget(3, 2)) == ("a",)


@pytest.mark.parametrize("strategy", [normal.STRATEGY, hard.STRATEGY, best.STRATEGY])
def test_levels_play_forward_where_tables_can_be_sampled_and_by_the_heuristic_elsewhere(strategy):
    assert isinstance(strategy_at(strategy, Table(2, {})), RaceSearcher)
    assert isinstance(strategy_at(strategy, Table(3, {})), RaceSearcher)
    assert isinstance(strategy_at(strategy, Table(3, {"expansion": "gathering_storm", "draft": "on"})), RaceSearcher)
    assert isinstance(strategy_at(strategy, Table(2, {"expansion": "brink_of_war", "goals": "on"})), RaceSearcher)
    assert isinstance(strategy_at(strategy, Table(2, {"expansion": "alien_artifacts", "orb": "on"})), RaceSearcher)
    assert isinstance(strategy_at(strategy, Table(2, {"what": "ever"})), Heuristic)
    assert can_be_sampled({"expansion": "gathering_storm", "goals": "on"})
    assert can_be_sampled({"expansion": "alien_artifacts", "orb": "on"})
    assert not can_be_sampled({"what": "ever"})


def test_a_net_thinks_where_it_was_trained_and_the_heuristic_elsewhere():
    assert search.thinks_by_net(Table(2, {}))
    assert search.thinks_by_net(Table(2, {"preset_hands": "on"}))
    assert not search.thinks_by_net(Table(3, {}))
    assert not search.thinks_by_net(Table(2, {"two_player_actions": "one"}))
    assert not search.thinks_by_net(Table(2, {"expansion": "xeno_invasion"}))


def test_normal_beats_easy_and_neither_is_refused_more_than_chance_is():
    match = play_match(load_game("race"), ("normal", "easy"), games=2, seed=3)
    assert match.sides[0].wins == 2
    assert match.sides[0].refused == 0
    assert not isinstance(strategy_at(easy.STRATEGY, Table(2, {})), RaceSearcher)
    again = play_match(load_game("race"), ("normal", "easy"), games=2, seed=3)
    assert again.sides[0].points == match.sides[0].points


@pytest.mark.parametrize(
    ("level", "options", "kept_at_once"),
    [
        (normal, {}, True),
        (hard, {}, False),
        (normal, {"expansion": "gathering_storm"}, False),
    ],
    ids=["normal by a net", "hard by a net", "normal by the heuristic"],
)
def test_normal_plays_no_explored_cards_forward_where_a_net_thinks(level, options, kept_at_once):
    """So most of what it is asked takes the net alone, and the median of what a decision costs does not jump."""
    player, counts, played_forward = strategy_at(level.STRATEGY, Table(2, options)), Counter[str](), set()
    assert isinstance(player, RaceSearcher)
    for _, prompt, view in asked(4, 2, RaceOptions(**options)):
        counts[prompt.kind] += 1
        if prompt.kind in PLAYED_FORWARD and counts[prompt.kind] <= 3 and player.ranked(prompt, view, CATALOGUE):
            played_forward.add(prompt.kind)
    assert counts["explore.keep"] >= 3
    assert played_forward == (PLAYED_FORWARD - {"explore.keep"} if kept_at_once else PLAYED_FORWARD)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, BASE),
        (4, RaceOptions(expansion="gathering_storm", goals=True)),
        (3, RaceOptions(expansion="brink_of_war", takeovers=True)),
        (3, RaceOptions(expansion="xeno_invasion", invasion=True)),
        (2, RaceOptions(expansion="alien_artifacts", orb=True)),
    ],
)
def test_who_plays_forward_answers_as_the_heuristic(seats, options):
    """But where the state holds what others have done in secret: who plays forward sees no more than the end of it."""
    heuristic, player, random, kinds = Heuristic(), state_player(Values({}, {})), Random(1), set()
    for seed in range(2):
        live = begin(RACE, PACKS, seats, options, seed)
        while not live.over:
            key, prompt = random.choice(list(live.prompts.items()))
            picks = player.answer(live.play, prompt, random)
            if live.frozen_state().pool == live.play.state.pool:
                message = prompt_message(live, key, prompt)
                chosen = list(heuristic.choose(message, live.view(prompt.seat), CATALOGUE))
                by_id = {str(pick): pick for pick in prompt.options}
                usual = tuple(by_id[pick] for pick in chosen)
                assert picks == (usual if prompt.allows(usual) else prompt.default_picks), prompt.kind
                kinds.add(prompt.kind)
            live.answer(prompt.seat, key, picks if random.random() < 0.7 else random_answer(prompt, random))
    assert kinds >= {"actions.choose", "develop.place", "settle.place", "settle.pay", "consume.power"}


def test_the_heuristic_proposes_its_own_answer_first_and_others_by_what_it_expects_of_them():
    proposed = THINKERS["heuristic"].proposed
    met = set()
    for _, prompt, view in asked(4):
        if prompt.kind in PLAYED_FORWARD:
            answers = proposed(prompt, view, CATALOGUE, 4)
            likely = [each for each, _ in answers]
            assert list(answers[0][1]) == list(Heuristic().choose(prompt, view, CATALOGUE))
            assert likely[0] == 0
            assert likely == sorted(likely, reverse=True)
            assert len({frozenset(picks) for _, picks in answers}) == len(answers)
            assert all(prompt.least <= len(picks) <= prompt.most for _, picks in answers)
            met.add(prompt.kind)
    assert met == PLAYED_FORWARD


def test_values_are_learned_from_games_and_say_who_is_ahead(tmp_path):
    rows = [*played(4, 7, [2])]
    assert {row.game for row in rows} == set(range(4))
    assert [*played(4, 7, [2])] == rows
    values = learn_values(rows, games=4, seed=7, commit="")
    save_values(values, tmp_path / "values.json")
    assert load_values(tmp_path / "values.json") == values
    live, player = begin(RACE, PACKS, 2, BASE, 3), state_player(values)
    before = player.expected(live.play, Seat(0))
    assert before == -player.expected(live.play, Seat(1))
    live.play.state.empires[0].chips += 10
    assert player.expected(live.play, Seat(0)) > before


@pytest.mark.release
@pytest.mark.parametrize("options", [{"expansion": "gathering_storm", "goals": "on"}])
def test_normal_beats_three_heuristics(options):
    match = play_match(load_game("race"), ("normal", "heuristic"), games=8, seats=4, seed=5, options=options)
    assert match.sides[0].wins >= 4
    assert match.sides[0].refused == 0
