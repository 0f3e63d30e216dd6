"""The levels of Race for the Galaxy: what they look at, what they may not, and where they play at all."""

from copy import deepcopy
from random import Random

import pytest

from galaxy.race.v1 import race_pb2
from galaxy.rules.v1 import game_pb2, rules_pb2
from services.arena.games import load_game
from services.arena.match import play_match
from services.bots.halving import Budget, best_answer
from services.bots.race import best, easy, hard, normal, search
from services.bots.race.heuristic import Heuristic
from services.bots.race.search import Searcher
from services.bots.race.simulation.netplayer import NetPlayer
from services.bots.race.simulation.playouts import Playouts, Sample, can_be_sampled, options_of
from services.bots.strategy import Table, strategy_at
from services.kit import Play
from services.kit.chance import SeededChance
from services.kit.live import LiveGame
from services.kit.pack import load_packs
from services.kit.playout import begin, random_answer
from services.kit.wire import prompt_message
from services.race.belief import beginning
from services.race.options import RaceOptions
from services.race.rules import RACE
from tests.race.hidden import permute_hidden
from tests.race.scene import PACK

PACKS = load_packs(RACE)
CATALOGUE: dict[str, rules_pb2.Component] = {component.id: component for component in RACE.components(PACK)}
NET = search.net_of(search.TWO_SEATS)
LOOKS_AT = {"actions.choose", "explore.keep", "develop.place", "settle.place"}


def asked(seed: int, seats: int = 2):
    """The prompts of a random game, with what their seats see."""
    live, random = begin(RACE, PACKS, seats, RaceOptions(), seed), Random(seed)
    while not live.over:
        for key, prompt in live.prompts.items():
            yield live, prompt_message(live, key, prompt), live.view(prompt.seat)
        key, prompt = random.choice(list(live.prompts.items()))
        live.answer(prompt.seat, key, random_answer(prompt, random))


def test_a_decision_depends_on_nothing_that_the_seat_does_not_see():
    """Decks, discard pile, goods and what others hold or have chosen are exchanged: the answer stays."""
    searcher, kinds = Searcher(NET, Budget(4, 1), {}), set()
    for live, prompt, view in asked(4):
        if prompt.kind in LOOKS_AT:
            exchanged = deepcopy(live.frozen_state())
            permute_hidden(exchanged, prompt.seat, Random(2))
            assert isinstance(view, race_pb2.RaceView)
            again = begun_like(live, exchanged, view)
            other = again.view(prompt.seat)
            if other != view:
                continue  # explored cards lie on the deck, which was exchanged
            kinds.add(prompt.kind)
            assert searcher.choose(prompt, other, CATALOGUE) == searcher.choose(prompt, view, CATALOGUE)
    assert kinds >= LOOKS_AT - {"explore.keep"}


def begun_like(live, state, view):
    play = Play(live.play.seats, RaceOptions(), PACK, SeededChance(bytes(32)), state, rules_version=RACE.rules_version)
    at, turns = beginning(view)
    return LiveGame.begin(RACE, live.pack_digest, play, at=at, turns=turns)


def test_what_is_played_forward_is_the_same_for_the_same_sample_and_follows_the_answer():
    _, prompt, view = next(each for each in asked(4) if each[1].kind == "actions.choose")
    playouts = Playouts(NetPlayer(NET), options_of({}), prompt, view)
    answers = [("develop", "produce"), ("explore_1_1", "explore_5_0")]
    samples = [playouts.sample(number) for number in range(6)]
    assert samples[1] == playouts.sample(1)
    assert len({sample.state for sample in samples}) == len(samples)
    expected = [[playouts.play(sample, picks) for sample in samples] for picks in answers]
    assert expected[0] == [playouts.play(sample, answers[0]) for sample in samples]
    assert expected[0] != expected[1]
    assert all(-1 <= value <= 1 for values in expected for value in values)


def test_a_view_that_no_sampled_table_shows_is_answered_by_the_net():
    """A table by other rules or cards than those here: a price that is not the one here gives it away."""
    _, prompt, view = next(each for each in asked(4) if each[1].kind == "actions.choose")
    other = deepcopy(view)
    other.hand[0].price += 1
    with pytest.raises(ValueError, match="explained"):
        Playouts(NetPlayer(NET), options_of({}), prompt, other)
    assert len(Searcher(NET, Budget(4, 1), {}).choose(prompt, other, CATALOGUE)) == 2
    missing = game_pb2.Prompt()
    missing.CopyFrom(prompt)
    del missing.options[0]
    with pytest.raises(ValueError, match="reached"):
        Playouts(NetPlayer(NET), options_of({}), missing, view)


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
    assert isinstance(strategy_at(strategy, Table(2, {})), Searcher)
    assert isinstance(strategy_at(strategy, Table(3, {})), Searcher)
    assert isinstance(strategy_at(strategy, Table(3, {"expansion": "gathering_storm"})), Heuristic)
    assert isinstance(strategy_at(strategy, Table(4, {"draft": "on"})), Heuristic)
    assert isinstance(strategy_at(strategy, Table(2, {"expansion": "brink_of_war"})), Heuristic)
    assert isinstance(strategy_at(strategy, Table(2, {"what": "ever"})), Heuristic)
    assert can_be_sampled({"expansion": "gathering_storm"})
    assert not can_be_sampled({"expansion": "gathering_storm", "goals": "on"})


def test_normal_beats_easy_and_neither_is_refused_more_than_chance_is():
    match = play_match(load_game("race"), ("normal", "easy"), games=16, seed=3)
    assert match.sides[0].wins >= 12
    assert match.sides[0].refused == 0
    assert not isinstance(strategy_at(easy.STRATEGY, Table(2, {})), Searcher)
    again = play_match(load_game("race"), ("normal", "easy"), games=2, seed=3)
    assert again.deals == match.deals[:1]
