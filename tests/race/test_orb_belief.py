"""Sampled tables of the orb game: map, teams and track as they are, orb cards and artifacts wherever they may be."""

from collections import Counter
from copy import deepcopy
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from galaxytables.race.v1 import race_pb2
from galaxytables_bots.race.simulation.player import state_player
from galaxytables_bots.values import Values
from galaxytables_kit import Seat
from galaxytables_kit.playout import begin, random_answer
from galaxytables_race.belief import beginning, believe
from galaxytables_race.options import RaceOptions
from galaxytables_race.orb.step import PASS
from galaxytables_race.rules import RACE
from tests.race.hidden import census, permute_hidden
from tests.race.scene import PACK
from tests.race.test_belief import ACTIONS, PACKS, sampled

ORB = RaceOptions(expansion="alien_artifacts", orb=True)
TABLES = [
    (2, ORB),
    (2, replace(ORB, two_player_actions="one", start_worlds="choice")),
    (3, replace(ORB, orb_touch_is_enough=True)),
    (4, replace(ORB, new_worlds=True, second_edition=True)),
    (5, ORB),
]
TURN = "orb.action"
KINDS = {ACTIONS, TURN, "explore.keep", "develop.place", "settle.place"}
BY_HEURISTIC, BY_CHANCE = 0.9, 0.0
_heuristic = state_player(Values({}, {}))


def moments(seats, options, seed, sense, *kinds):
    """Moments of a game in which so many answers are those of the heuristic, the others given by chance."""
    live, random = begin(RACE, PACKS, seats, options, seed), Random(seed)
    while not live.over:
        key, prompt = random.choice(list(live.prompts.items()))
        began = prompt.kind != TURN or PASS in prompt.options
        late = prompt.kind == ACTIONS and any(empire.actions for empire in live.frozen_state().empires)
        if prompt.kind in kinds and began and not late:
            yield live, prompt, live.view(prompt.seat)
        usual = random.random() < sense
        picks = _heuristic.answer(live.play, prompt, random) if usual else random_answer(prompt, random)
        live.answer(prompt.seat, key, picks)


@pytest.mark.parametrize("sense", [BY_CHANCE, BY_HEURISTIC])
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_sampled_orb_shows_the_seat_what_it_sees_and_asks_it_the_same(seats, options, sense):
    kinds, used, found = set(), 0, 0
    for live, prompt, view in moments(seats, options, 1, sense, *KINDS):
        state = believe(PACK, options, view, prompt.seat, Random(1))
        assert census(state) == census(live.frozen_state())
        again = sampled(live, state, view)
        assert again.view(prompt.seat) == view
        assert again.prompt_of(prompt.seat)[1].options == prompt.options
        kinds.add(prompt.kind)
        used += any(empire.spent_artifacts for empire in state.empires)
        found += any(empire.artifacts for empire in state.empires)
    assert kinds == KINDS
    assert sense == BY_CHANCE or (used and found)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_orb_cards_and_artifacts_lie_wherever_they_may_and_decide_nothing(seats, options):
    live, prompt, view = next(islice(moments(seats, options, 3, BY_HEURISTIC, ACTIONS), 5 * seats, None))
    samples = [believe(PACK, options, view, prompt.seat, Random(number)) for number in range(8)]
    orbs = [orb_of(sample) for sample in samples]
    assert len({tuple(orb.deck) for orb in orbs}) == len(samples)
    assert len({tuple(orb.tokens.values()) for orb in orbs}) == len(samples)
    others = [seat for seat in range(seats) if seat != prompt.seat]
    assert len({tuple(tuple(orb.hands[seat]) for seat in others) for orb in orbs}) > 1
    exchanged = deepcopy(live.frozen_state())
    permute_hidden(exchanged, prompt.seat, Random(2))
    assert exchanged.orb != live.frozen_state().orb
    other = sampled(live, exchanged, view).view(prompt.seat)
    assert [believe(PACK, options, other, prompt.seat, Random(number)) for number in range(8)] == samples


def test_R20_1_series_A_lies_on_top_of_series_B_and_what_was_drawn_is_of_the_series_drawn_first():
    met = set[bool]()
    for live, prompt, view in moments(3, ORB, 2, BY_CHANCE, ACTIONS):
        orb, played = orb_of(believe(PACK, ORB, view, prompt.seat, Random(1))), orb_of(live.frozen_state())
        assert series_of(orb.deck) == series_of(played.deck)
        assert Counter(series_of(orb.aside)) == Counter(series_of(played.aside))
        held = [[card for hand in each.hands for card in hand] for each in (orb, played)]
        assert Counter(series_of(held[0])) == Counter(series_of(held[1]))
        met |= {"A" in series_of(orb.deck), "B" in series_of(held[0])}
    assert met == {True, False}


def orb_of(state):
    return state.orb


def series_of(cards):
    return [PACK.orb.cards[card].deck for card in cards]


def test_a_seat_keeps_its_own_orb_cards_and_artifacts_and_all_keep_those_that_were_used():
    own, used = 0, 0
    for live, prompt, view in moments(2, ORB, 4, 0.7, ACTIONS, TURN):
        state, played = believe(PACK, ORB, view, prompt.seat, Random(1)), live.frozen_state()
        orb, there = orb_of(state), orb_of(played)
        assert orb.hands[prompt.seat] == there.hands[prompt.seat]
        assert (orb.laid, orb.teams, orb.tokens.keys()) == (there.laid, there.teams, there.tokens.keys())
        assert state.empires[prompt.seat].artifacts == played.empires[prompt.seat].artifacts
        for mine, theirs in zip(state.empires, played.empires, strict=True):
            assert mine.spent_artifacts == theirs.spent_artifacts
            assert len(mine.artifacts) == len(theirs.artifacts)
        own += len(state.empires[prompt.seat].artifacts)
        used += len(state.empires[prompt.seat].spent_artifacts)
    assert own
    assert used


def test_R20_11_in_the_orb_step_those_go_on_who_have_not_acted():
    waiting = set()
    for live, prompt, view in moments(3, ORB, 1, BY_CHANCE, TURN):
        again = sampled(live, believe(PACK, ORB, view, prompt.seat, Random(1)), view)
        assert again.play.state.phase.waiting == live.play.state.phase.waiting
        random, seats = Random(1), [prompt.seat]
        while again.play.where == "round/orb/act_or_pass":
            key, asked = next(iter(again.prompts.items()))
            seats += [asked.seat] if asked.seat != seats[-1] else []
            again.answer(asked.seat, key, random_answer(asked, random))
        assert seats == live.play.state.phase.waiting
        waiting.add(len(seats))
    assert waiting == {1, 2, 3}


def test_R20_5_R20_37_where_teams_are_placed_nothing_is_sampled():
    """In the set-up, and after a ship; by what is to come they are told from the orb step."""
    live, random = begin(RACE, PACKS, 2, ORB, 3), Random(1)
    while live.play.state.round == 0:
        key, prompt = next(iter(live.prompts.items()))
        view = live.view(prompt.seat)
        assert isinstance(view, race_pb2.RaceView)
        if live.play.where.startswith("orb_setup"):
            with pytest.raises(ValueError, match="phase"):
                believe(PACK, ORB, view, prompt.seat, random)
        live.answer(prompt.seat, key, random_answer(prompt, random))
    ship = live.view(Seat(0))
    assert isinstance(ship, race_pb2.RaceView)
    ship.phase, ship.agenda[:] = race_pb2.PHASE_ORB, [race_pb2.PHASE_SETTLE, race_pb2.PHASE_ROUND_END]
    with pytest.raises(ValueError, match="phase"):
        beginning(ship)
