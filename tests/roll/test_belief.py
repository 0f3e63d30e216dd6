"""Sampled tables: each shows the seat what it sees, and nothing that is hidden decides how it is."""

from copy import deepcopy
from random import Random

import pytest

from galaxytables.roll.v1 import roll_pb2
from galaxytables_bots.roll.simulation.player import StatePlayer
from galaxytables_kit import Play, Seat
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.live import LiveGame
from galaxytables_kit.playout import begin, random_answer
from galaxytables_roll.belief import Belief, believe
from galaxytables_roll.dice import FACES
from galaxytables_roll.rules import ROLL
from galaxytables_roll.state import RollOptions
from tests.roll.hidden import census, permute_hidden
from tests.roll.scene import PACK, PACKS

BEGUN_ANEW = {
    "start.development",
    "assign.phase",
    "explore.task",
    "produce.place",
    "ship.good",
    "settle.workers",
    "manage.recruit",
}
"""What is asked first where a step begins anew."""


def asked(seats: int, seed: int, kinds=frozenset(BEGUN_ANEW)):
    """Moments of a game, some of whose answers are random, at which a seat is asked one of these."""
    live, random, player = begin(ROLL, PACKS, seats, RollOptions(), seed), Random(seed), StatePlayer(PACK)
    while not live.over:
        key, prompt = random.choice(list(live.prompts.items()))
        if prompt.kind in kinds:
            yield live, prompt, live.view(prompt.seat)
        picks = player.answer(live.play, prompt) if random.random() < 0.7 else random_answer(prompt, random)
        live.answer(prompt.seat, key, picks)


def begun(live, belief: Belief):
    state, at, turns = belief
    play = Play(live.play.seats, live.play.options, PACK, SeededChance(bytes(32)), state, rules_version=2)
    return LiveGame.begin(ROLL, live.pack_digest, play, at=at, turns=turns)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_sampled_table_shows_the_seat_what_it_sees_and_asks_it_the_same(seats):
    kinds = set()
    for seed in (0, 1):
        for live, prompt, view in asked(seats, seed):
            belief = believe(PACK, view, prompt.seat, Random(1))
            assert census(belief.state) == census(live.play.state)
            again = begun(live, belief)
            assert again.view(prompt.seat) == view
            same = again.prompt_of(prompt.seat)[1]
            assert (same.kind, same.options, same.least) == (prompt.kind, prompt.options, prompt.least)
            kinds.add(prompt.kind)
    assert kinds >= BEGUN_ANEW - {"settle.workers", "produce.place"}


def test_hidden_pieces_lie_wherever_they_may_and_decide_nothing():
    """Tiles of bag and other stacks are exchanged, dice behind other screens fall anew: the samples are the same."""
    kinds = set()
    for live, prompt, view in asked(3, 5):
        samples = [believe(PACK, view, prompt.seat, Random(number)) for number in range(3)]
        assert len({tuple(sample.state.bag) for sample in samples}) == 3
        exchanged = deepcopy(live.frozen_state())
        permute_hidden(exchanged, prompt.seat, Random(2))
        assert exchanged != live.frozen_state()
        other = begun(live, Belief(exchanged, samples[0].at, samples[0].turns)).view(prompt.seat)
        if live.play.holding and other != view:
            continue  # the seat has answered in this step, and is asked again
        kinds.add(prompt.kind)
        assert believe(PACK, other, prompt.seat, Random(0)) == samples[0]
    assert kinds >= {"assign.phase", "explore.task", "manage.recruit"}


def test_dice_behind_other_screens_fall_as_their_colours_can():
    live, prompt, view = next(asked(2, 1, {"assign.phase"}))
    other = 1 - prompt.seat
    faces = set()
    for number in range(20):
        mine = believe(PACK, view, prompt.seat, Random(number)).state.seats[other]
        fallen = [die % FACES for die in (*mine.wild, *(die for dice in mine.strip for die in dice))]
        assert len(fallen) == len(view.empires[other].screen.dice)
        faces |= set(fallen)
    assert len(faces) == FACES
    assert live.play.holding


def test_what_a_seat_has_assigned_is_taken_back_to_where_its_dice_fell():
    for live, prompt, view in asked(2, 3, {"assign.power"}):
        mine = believe(PACK, view, prompt.seat, Random(1)).state.seats[prompt.seat]
        frozen = live.frozen_state().seats[prompt.seat]
        assert [sorted(dice) for dice in mine.strip] == [sorted(dice) for dice in frozen.strip]
        assert sorted(mine.wild) == sorted(frozen.wild)
        assert mine.selected == -1


def test_a_game_that_is_over_is_refused():
    view = roll_pb2.RollView(step=roll_pb2.STEP_OVER)
    with pytest.raises(ValueError, match="step"):
        believe(PACK, view, Seat(0), Random(1))
