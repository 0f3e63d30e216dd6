"""Sampled tables: each shows the seat what it sees, and nothing that is hidden decides how it is."""

from copy import deepcopy
from random import Random

import pytest

from galaxytables.jump.v1 import jump_pb2
from galaxytables_jump.belief import beginning, believe
from galaxytables_jump.options import JumpOptions
from galaxytables_jump.rules import JUMP
from galaxytables_kit import Seat
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.live import LiveGame
from galaxytables_kit.play import Play
from galaxytables_kit.playout import begin, random_answer
from tests.jump.hidden import census, permute_hidden
from tests.jump.scene import PACK, PACKS

FIRST = {"opening.discard", "choose.card", "explore.discard", "second.world", "limit.discard"}
"""What a phase asks a seat first."""


def choices(seats: int, seed: int, kinds=frozenset({"choose.card"})):
    """Moments of a random game at which a seat is asked for its card, or something else."""
    live, random = begin(JUMP, PACKS, seats, JumpOptions(), seed), Random(seed)
    while not live.over:
        key, prompt = random.choice(list(live.prompts.items()))
        if prompt.kind in kinds:
            yield live, prompt, live.view(prompt.seat)
        live.answer(prompt.seat, key, random_answer(prompt, random))


def sampled(live, state, view):
    play = Play(live.play.seats, live.play.options, PACK, SeededChance(bytes(32)), state, rules_version=1)
    return LiveGame.begin(JUMP, live.pack_digest, play, at=beginning(view))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_sampled_table_shows_the_seat_what_it_sees_and_asks_it_the_same(seats):
    asked = set()
    for seed in (3, 22):
        for live, prompt, view in choices(seats, seed, FIRST):
            again = sampled(live, believe(PACK, view, prompt.seat, Random(1)), view)
            assert again.view(prompt.seat) == view
            same = again.prompt_of(prompt.seat)[1]
            assert (same.kind, same.options, same.least) == (prompt.kind, prompt.options, prompt.least)
            assert census(again.play.state) == census(live.play.state)
            asked.add(prompt.kind)
    assert asked >= FIRST - {"second.world"}


def test_a_survey_team_that_was_set_aside_lies_on_the_table_again():
    team = PACK.survey_team(Seat(0))
    for live, prompt, _ in choices(2, 3):
        if prompt.seat == 0 and team in prompt.options:
            live.answer(0, live.prompt_of(0)[0], (team,))
            view = live.view(0)
            assert isinstance(view, jump_pb2.JumpView)
            assert team in believe(PACK, view, Seat(0), Random(1)).survey_teams
            return
    pytest.fail("no Survey Team was on offer")


def test_hidden_cards_lie_wherever_they_may_and_decide_nothing():
    live, prompt, view = next(choices(3, 5))
    samples = [believe(PACK, view, prompt.seat, Random(number)) for number in range(8)]
    assert len({tuple(player.hand) for sample in samples for player in sample.players}) > 8
    exchanged = deepcopy(live.frozen_state())
    permute_hidden(exchanged, prompt.seat, Random(2))
    assert exchanged != live.frozen_state()
    other = sampled(live, exchanged, view).view(prompt.seat)
    assert believe(PACK, other, prompt.seat, Random(0)) == samples[0]


def test_what_was_set_aside_is_in_hand_again():
    for live, prompt, view in choices(2, 3):
        hand = {card.id for card in view.hand}
        key = live.prompt_of(prompt.seat)[0]
        payable = [pick for pick in prompt.options if str(pick) in hand]
        if not payable:
            continue
        live.answer(prompt.seat, key, (payable[0],))
        seen = live.view(prompt.seat)
        assert isinstance(seen, jump_pb2.JumpView)
        if not seen.aside.placing or seen.phase != jump_pb2.PHASE_CHOOSE:
            continue
        sample = believe(PACK, seen, prompt.seat, Random(1))
        assert {str(number) for number in sample.players[prompt.seat].hand} == hand
        return
    pytest.fail("nobody set anything aside")


def test_a_game_that_is_over_is_refused():
    live = begin(JUMP, PACKS, 2, JumpOptions(), 1)
    view = live.view(0)
    assert isinstance(view, jump_pb2.JumpView)
    view.phase = jump_pb2.PHASE_OVER
    with pytest.raises(ValueError, match="phase"):
        believe(PACK, view, Seat(0), Random(1))
