"""Sampled tables: each shows what is seen, and nothing that is hidden decides how it is."""

from copy import deepcopy
from random import Random

import pytest

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables_beyond.belief import believe
from galaxytables_beyond.components.numbers import NO_EVENT
from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.rules import BEYOND
from galaxytables_kit import Play
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.live import LiveGame
from galaxytables_kit.playout import begin, random_answer
from tests.beyond.hidden import census, permute_hidden
from tests.beyond.scene import PACK, PACKS


def moments(seats: int, seed: int):
    """Whenever somebody is asked in a random game, with what is seen."""
    live, random = begin(BEYOND, PACKS, seats, BeyondOptions(round_limit=20), seed), Random(seed)
    while not live.over:
        key, prompt = random.choice(list(live.prompts.items()))
        yield live, prompt, live.view(prompt.seat)
        live.answer(prompt.seat, key, random_answer(prompt, random))


def shown(live, state):
    """What is seen of another state of the same table."""
    play = Play(live.play.seats, live.play.options, PACK, SeededChance(bytes(32)), state, rules_version=3)
    play.where = live.play.where
    return BEYOND.view(play, state, None)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_sampled_table_shows_what_is_seen_and_loses_no_piece(seats):
    kinds = set()
    for live, prompt, view in moments(seats, 3):
        state = believe(PACK, view, Random(1))
        assert shown(live, state) == view
        assert census(state) == census(live.play.state)
        kinds.add(prompt.kind)
    assert kinds >= {"turn.action", "production.choose", "research.slot", "jump.move"}


def test_a_turn_begins_from_a_sampled_table_as_it_began():
    begun = set()
    for live, prompt, view in moments(3, 2):
        turn = live.play.state.phase
        if prompt.kind == "turn.action" and turn is not None and not any(turn.spent):
            state = believe(PACK, view, Random(1))
            play = Play(3, live.play.options, PACK, SeededChance(bytes(32)), state, rules_version=3)
            again = LiveGame.begin(BEYOND, live.pack_digest, play, at="round/turn", turns=[prompt.seat])
            assert again.prompt_of(prompt.seat)[1].options == prompt.options
            begun.add(prompt.seat)
    assert begun == {0, 1, 2}


def test_hidden_cards_lie_wherever_they_may_and_decide_nothing():
    """Decks and events that lie face down are exchanged: the samples are the same."""
    for number, (live, _, view) in enumerate(moments(2, 5)):
        if number % 20 == 0:
            samples = [believe(PACK, view, Random(seed)) for seed in range(4)]
            assert len({str(sample.tech_decks) + str(sample.system_decks) for sample in samples}) == 4
            exchanged = deepcopy(live.play.state)
            permute_hidden(exchanged, None, Random(2))
            assert exchanged != live.play.state
            assert believe(PACK, shown(live, exchanged), Random(0)) == samples[0]


def test_events_cover_slots_of_their_level_and_the_fixed_ones_lie_there():
    live, _, view = next(moments(2, 1))
    fixed = {number for number, event in enumerate(PACK.events) if event.fixed}
    for seed in range(5):
        state = believe(PACK, view, Random(seed))
        for slot, event in enumerate(state.events):
            assert event == NO_EVENT or PACK.events[event].level == PACK.slots[slot].level
        assert fixed <= set(state.events)
        assert sorted(state.unused_events) == sorted(set(range(len(PACK.events))) - set(state.events))
    assert live.play.state.round == 1


def test_a_game_that_is_over_is_refused():
    with pytest.raises(ValueError, match="over"):
        believe(PACK, beyond_pb2.BeyondView(phase=beyond_pb2.PHASE_OVER), Random(1))
