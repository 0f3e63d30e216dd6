"""Sampled tables: each shows the seat what it sees, and nothing that is hidden decides how it is."""

from collections import Counter
from copy import deepcopy
from itertools import islice
from random import Random

import pytest

from galaxytables.race.v1 import race_pb2
from galaxytables_kit import Seat
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.play import Play
from galaxytables_kit.playout import begin, random_answer
from galaxytables_race.belief import beginning, believe
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from galaxytables_race.state.invasion import NO_INVADER
from tests.race.hidden import census, permute_hidden
from tests.race.scene import PACK

PACKS = load_packs(RACE)
BASE = RaceOptions()


MORE = [
    (4, RaceOptions(expansion="gathering_storm", goals=True)),
    (2, RaceOptions(preset_hands=True)),
    (3, RaceOptions(expansion="gathering_storm", draft=True)),
    (3, RaceOptions(expansion="rebel_vs_imperium", takeovers=True)),
    (2, RaceOptions(expansion="rebel_vs_imperium", takeovers=True, takeover_scenario=True)),
    (4, RaceOptions(expansion="brink_of_war", goals=True, takeovers=True)),
    (2, RaceOptions(expansion="alien_artifacts")),
    (3, RaceOptions(expansion="xeno_invasion", invasion=True)),
    (2, RaceOptions(expansion="xeno_invasion", invasion=True)),
    (2, RaceOptions(expansion="alien_artifacts", orb=True)),
    (5, RaceOptions(expansion="alien_artifacts", orb=True, new_worlds=True)),
]
"""Tables with more than cards on them, cards under worlds among that."""

ACTIONS = "actions.choose"


def choices(seats: int, seed: int, options: RaceOptions = BASE, *kinds: str):
    """Moments of a random game at which a seat is asked for its actions, or prompts of other kinds."""
    live, random = begin(RACE, PACKS, seats, options, seed), Random(seed)
    while not live.over:
        key, prompt = random.choice(list(live.prompts.items()))
        if prompt.kind in (kinds or (ACTIONS,)):
            yield live, prompt, live.view(prompt.seat)
        live.answer(prompt.seat, key, random_answer(prompt, random))


def sampled(live, state, view):
    play = live.play
    again = Play(play.seats, play.options, play.pack, SeededChance(bytes(32)), state, rules_version=play.rules_version)
    at, turns = beginning(view)
    return LiveGame.begin(RACE, live.pack_digest, again, at=at, turns=turns)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, BASE),
        (4, BASE),
        (3, RaceOptions(expansion="rebel_vs_imperium", new_worlds=True, second_edition=True)),
        *MORE,
    ],
)
def test_a_sampled_table_shows_the_seat_what_it_sees_and_asks_it_the_same(seats, options):
    asked = 0
    for live, prompt, view in choices(seats, 3, options):
        if any(empire.actions for empire in view.empires):
            continue  # it chooses after the others have (R3.8), and is not asked when the phase begins
        state = believe(live.play.pack, options, view, prompt.seat, Random(1))
        assert census(state) == census(live.frozen_state())
        again = sampled(live, state, view)
        assert again.view(prompt.seat) == view
        assert again.prompt_of(prompt.seat)[1].options == prompt.options
        if all(PACK.cards[empire.tableau[0]].start_world for empire in state.empires):
            assert again.play.state.first_seat == live.play.state.first_seat
        asked += 1
    assert asked > 10


@pytest.mark.parametrize("seats", [2, 3])
def test_a_phase_that_has_begun_is_sampled_as_it_was_when_nothing_had_come_to_light(seats):
    """Both phases of a two-player round, and explored cards, which their owners draw again."""
    asked, phases = 0, set()
    for live, prompt, view in choices(seats, 1, BASE, "explore.keep", "develop.place", "settle.place"):
        again = sampled(live, believe(PACK, BASE, view, prompt.seat, Random(1)), view)
        assert census(again.play.state) == census(live.frozen_state())
        assert again.view(prompt.seat) == view
        assert again.prompt_of(prompt.seat)[1].options == prompt.options
        phases.add((prompt.kind, view.second, view.phase in view.agenda))
        asked += 1
    assert asked > 10
    assert {("develop.place", True, False), ("settle.place", False, True)} <= phases or seats > 2


@pytest.mark.parametrize(("seats", "options"), [(3, BASE), *MORE])
def test_hidden_cards_lie_wherever_they_may_and_decide_nothing(seats, options):
    live, prompt, view = next(islice(choices(seats, 5, options), 6, None))
    samples = [believe(PACK, options, view, prompt.seat, Random(number)) for number in range(8)]
    assert len({tuple(empire.hand) for sample in samples for empire in sample.empires}) >= len(samples)
    exchanged = deepcopy(live.frozen_state())
    permute_hidden(exchanged, prompt.seat, Random(2))
    assert exchanged != live.frozen_state()
    other = sampled(live, exchanged, view).view(prompt.seat)
    assert believe(PACK, options, other, prompt.seat, Random(0)) == samples[0]


@pytest.mark.parametrize(("seats", "options"), [(2, BASE), *MORE])
def test_a_sampled_table_can_be_played_to_its_end(seats, options):
    live, prompt, view = next(islice(choices(seats, 4, options), 6, None))
    again, random = sampled(live, believe(PACK, options, view, prompt.seat, Random(1)), view), Random(1)
    assert again.play_on(lambda prompt: random_answer(prompt, random), random.random) > 0
    assert len(again.scores()) == seats


def test_R18_6_after_a_draft_each_seat_draws_from_a_deck_of_its_own():
    options = RaceOptions(expansion="gathering_storm", draft=True)
    live, prompt, view = next(choices(3, 3, options, "explore.keep"))
    state, played = believe(PACK, options, view, prompt.seat, Random(1)), live.frozen_state()
    drawn = [len(cards) for cards in played.phase.drawn]
    assert [len(deck) for deck in state.decks] == [
        len(deck) + count for deck, count in zip(played.decks, drawn, strict=True)
    ]
    assert state.decks[prompt.seat][: -drawn[prompt.seat] - 1 : -1] == played.phase.drawn[prompt.seat]


def test_R22_2_cards_of_the_waves_lie_in_their_order_and_known_ones_not_in_the_deck():
    options, met = RaceOptions(expansion="xeno_invasion", invasion=True), 0
    waves = PACK.invasion.wave_of
    for live, prompt, view in choices(3, 3, options):
        invasion, played = believe(PACK, options, view, prompt.seat, Random(1)).invasion, live.frozen_state().invasion
        assert invasion is not None
        assert [waves[card] for card in invasion.deck] == [waves[card] for card in played.deck]
        for pile in ("discards", "gone", "unused"):
            assert Counter(waves[card] for card in getattr(invasion, pile)) == Counter(
                waves[card] for card in getattr(played, pile)
            )
        faced = {admiral.invader for admiral in played.admirals} - {NO_INVADER}
        assert not faced & {*invasion.deck, *invasion.unused}
        assert [admiral.value for admiral in invasion.admirals] == [admiral.value for admiral in played.admirals]
        met += bool(faced)
    assert met > 3


def test_what_cannot_be_sampled_is_refused():
    live = begin(RACE, PACKS, 2, BASE, 1)
    view = live.view(0)
    assert isinstance(view, race_pb2.RaceView)
    with pytest.raises(ValueError, match="phase"):
        believe(PACK, BASE, view, Seat(0), Random(1))
