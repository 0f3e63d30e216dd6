"""Games as environments: turns, copies, bytes, and what a seat may not see."""

import hashlib
import os
import pickle
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.encoding import Encoding
from galaxytables_kit.environment import DONE, NEXT, make, restore
from galaxytables_kit.environment.encoder import OpenPrompt
from galaxytables_kit.environment.picking import Picking
from galaxytables_kit.environment.records import choices_of
from galaxytables_kit.installed import installed_game
from galaxytables_kit.play import Play
from tests.beyond import hidden as beyond
from tests.jump import hidden as jump
from tests.kit import sample_game as sample
from tests.race import hidden as race
from tests.roll import hidden as roll

TESTS = Path(__file__).parents[1]
GAMES = ("beyond", "jump", "race", "roll")
HIDDEN = {"beyond": beyond, "jump": jump, "race": race, "roll": roll}
LARGER = {"race": {"expansion": "brink_of_war", "goals": "on", "takeovers": "on"}}


def begun(name, seed=7, seats=2):
    return make(name, seats, seed, LARGER.get(name))


def plays(environment, random, steps=10_000):
    """Play at random; yield before every step."""
    while not environment.over and steps:
        yield
        environment.step(random.choice(list(environment.options())))
        steps -= 1


def seen(environment, viewer):
    """An observation as bytes."""
    observation = environment.observe(viewer)
    return b"".join(bytes(part) for part in observation.values())


@pytest.mark.parametrize("name", GAMES)
def test_random_games_end_whatever_is_picked(name):
    for seed in range(3):
        environment, random = begun(name, seed, 2 + seed % 2), Random(seed)
        for _ in plays(environment, random):
            mask = environment.mask()
            assert [action for action, may in enumerate(mask) if may] == sorted(environment.options())
            assert environment.seat == min(environment.prompts)
            assert not environment.cut_short
        assert environment.over
        assert environment.options() == {}
        assert sum(environment.returns()) == pytest.approx(0)
        assert len(environment.scores()) == environment.seats


@pytest.mark.parametrize("name", GAMES)
def test_copies_and_bytes_go_on_as_the_game_does(name):
    environment, random, compared = begun(name), Random(1), 0
    for _ in plays(environment, random, 60):
        if environment.picked or not random.randrange(8):
            compared += 1
            for again in (environment.clone(), deepcopy(environment), restore(environment.serialize())):
                assert again.serialize() == environment.serialize()
                assert again.picked == environment.picked
                assert again.options() == environment.options()
                assert seen(again, None) == seen(environment, None)
            again = pickle.loads(pickle.dumps(environment))  # noqa: S301 - our own bytes
            assert again.playout(3) == environment.clone().playout(3)
            assert again.over
            assert not environment.over
            ended = restore(again.serialize())
            assert ended.over
            assert ended.scores() == again.clone().scores() == again.scores()
            assert seen(ended, None) == seen(again, None)
    assert compared > 3


def test_a_seed_begins_the_same_game_and_reset_another_one():
    first, second = make("jump", seed=3), make("jump", seed=2)
    assert first.serialize() != second.serialize()
    second.reset()
    assert first.serialize() == second.serialize()
    second.reset(9)
    assert second.seed == 9
    assert second.serialize() == make("jump", seed=9).serialize()


def test_seats_that_choose_at_once_are_asked_in_seat_order():
    environment = make("jump", seats=3, seed=1)
    assert list(environment.prompts) == [0, 1, 2]
    seats = []
    while len(environment.prompts) > 1:
        assert environment.seat is not None
        seats.append(environment.seat)
        environment.step(next(iter(environment.options())))
    assert seats == sorted(seats)
    assert set(seats) == {0, 1}


def test_what_is_picked_is_given_when_no_more_can_be_picked():
    environment = make("jump", seed=7)
    prompt = environment.prompts[0]
    assert (prompt.kind, prompt.least, prompt.most) == ("opening.discard", 2, 2)
    environment.step(3)
    assert environment.picked == (prompt.options[3],)
    assert 3 not in environment.options()
    assert DONE not in environment.options().values()
    environment.step(1)
    assert environment.seat == 1


def test_an_action_that_is_not_offered_is_refused():
    environment = make("jump", seed=7)
    before = environment.serialize()
    with pytest.raises(ValueError, match="action 64 is not one of"):
        environment.step(64)
    assert environment.serialize() == before


def test_options_beyond_the_slots_are_on_further_pages():
    class FewSlots(sample.Auction):
        encoding = Encoding("sample-1", slots=3)

    environment = make(FewSlots(), 2, 1)
    prompt, shown = environment.prompts[0], []
    for _ in range(-(-len(prompt.options) // 3)):
        shown += [pick for action, pick in environment.options().items() if action < 3]
        assert environment.options()[4] == NEXT
        environment.step(4)
    assert tuple(shown) == prompt.options
    for _ in plays(environment, Random(4)):
        pass
    assert environment.over


def test_a_game_with_a_view_of_no_fixed_form_is_an_environment_too():
    environment = make(sample.Auction(), 2, 1)
    assert len(environment.observe()["table"]) == 0
    assert environment.observe()["prompt"][0] == 1
    assert restore(environment.serialize(), sample.Auction()).serialize() == environment.serialize()


def test_an_unknown_game_is_named():
    with pytest.raises(LookupError, match=r"no game 'chess' is installed; there are: .*jump"):
        make("chess")


@pytest.mark.parametrize("name", GAMES)
def test_no_observation_changes_with_what_is_hidden(name):
    """What a seat may not know is exchanged at random: no figure of its observation may differ."""
    environment, random, changed = begun(name, 5, 3), Random(2), 0
    for number, _ in enumerate(plays(environment, random, 300)):
        if number % 10:
            continue
        live, encoder = environment.live, environment.encoder
        for viewer in (None, *range(environment.seats)):
            state, frozen = deepcopy(live.play.state), deepcopy(live.frozen_state())
            draw = random.random()
            HIDDEN[name].permute_hidden(state, viewer, Random(draw))
            HIDDEN[name].permute_hidden(frozen, viewer, Random(draw))
            changed += state != live.play.state
            chance = SeededChance(b"another key", live.play.chance.counter)
            version = live.play.rules_version
            play = Play(live.play.seats, live.play.options, live.play.pack, chance, state, rules_version=version)
            play.holding, play.where = live.play.holding, live.play.where
            view = live.game.view(play, frozen if play.holding else state, viewer)
            asked = None
            if viewer is not None and environment.seat == viewer:
                prompt = environment.prompts[viewer]
                picked = [prompt.options.index(pick) for pick in environment.picked]
                asked = OpenPrompt(play, Picking(prompt, picked), 0, environment.mask())
            known = environment.view(viewer)
            now = encoder.observe(known, viewer) if viewer is None else environment.observe(viewer)
            assert encoder.observe(view, viewer, asked) == now
    assert changed > 20


@pytest.mark.parametrize("name", ["jump", "race", "roll"])
def test_a_secret_choice_changes_no_observation_of_another_seat(name):
    environment, random, secret = begun(name, 5, 3), Random(2), 0
    for _ in plays(environment, random, 400):
        asked = list(environment.prompts)
        if len(asked) < 2 or len(environment.options()) < 2:
            continue
        first, second = (environment.clone() for _ in range(2))
        options = list(environment.options())
        first.step(options[0])
        second.step(options[-1])
        if asked[0] in first.prompts or asked[0] in second.prompts:
            continue  # it chooses on
        secret += 1
        for other in asked[1:]:
            assert seen(first, other) == seen(second, other)
    assert secret > 5


RECORDS = ("beyond/golden/v2_advanced_3", "jump/golden/seats_3", "race/golden/3/orb", "roll/golden/version_1/dry_bag")


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_played_again_choice_by_choice(name):
    record = game_pb2.Record.FromString((TESTS / f"{name}.binpb").read_bytes())
    made = []
    for environment, picks in choices_of(record):
        if environment.seat is not None:
            assert environment.prompts[environment.seat].allows(picks)
            made.append((environment.seat, len(picks)))
    assert made == [(choice.seat, len(choice.picks)) for choice in record.choices]
    assert environment.over
    assert [score.total for score in environment.scores()] == [score.total for score in record.scores]


PLAYED = """
import hashlib, sys
from random import Random
from galaxytables_kit.environment import make
digest = hashlib.sha256()
for name in ("beyond", "jump", "race", "roll"):
    environment, random = make(name, 2, 11), Random(1)
    for _ in range(80):
        digest.update(b"".join(map(bytes, environment.observe().values())))
        environment.step(random.choice(list(environment.options())))
print(digest.hexdigest())
"""


def test_the_same_seed_and_actions_give_the_same_observations_in_every_process():
    printed = set()
    for seed in ("0", "1234"):
        done = subprocess.run(
            [sys.executable, "-c", PLAYED],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        printed.add(done.stdout)
    assert len(printed) == 1


LAYOUTS = {
    "beyond-1": "004a44e916b72c8f3c9c1864662e7941",
    "jump-1": "5b5f278b40a67faffc0453512f74c07e",
    "race-2": "f2a6676821ad8929d682255d2de88d14",
    "roll-1": "977ad94f9774d654086a99cccf838ce0",
}
"""By the name of an encoding: what its figures and actions are, as a digest. A change needs a new name."""

VALUES = {
    "beyond-1, rules 3": "61f815d08677fb9e",
    "jump-1, rules 1": "36717d601d9dad3b",
    "race-2, rules 4": "0da9fde4305af680",
    "roll-1, rules 2": "fac03e4bc08c4e20",
}
"""By the name of an encoding and the version of the rules: the observations of some seeded games, as a digest."""


def layout(environment):
    encoder = environment.encoder
    told = (encoder.table_names, encoder.prompt_names, encoder.option_names, encoder.components, environment.actions)
    return hashlib.sha256(repr([list(part) if not isinstance(part, int) else part for part in told]).encode())


@pytest.mark.parametrize("name", GAMES)
def test_an_encoding_that_changes_gets_another_name(name):
    """If this fails, give the encoding in the game's `view.py` the next number, and write its digests here."""
    two, three = make(name), begun(name, 3, 3)
    found = layout(two).hexdigest()[:16] + layout(three).hexdigest()[:16]
    assert LAYOUTS.get(two.encoding) == found, f"{two.encoding}: {found}"
    digest = hashlib.sha256()
    for environment in (two, three):
        random = Random(3)
        for _ in plays(environment, random, 150):
            digest.update(seen(environment, environment.seat))
    key = f"{two.encoding}, rules {installed_game(name).rules_version}"
    assert VALUES.get(key) == digest.hexdigest()[:16], f"{key}: {digest.hexdigest()[:16]}"


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_has_a_name_of_its_own(name):
    encoder = make(name, 2).encoder
    assert len(set(encoder.table_names)) == len(encoder.table_names)
    assert len(set(encoder.prompt_names)) == len(encoder.prompt_names)
    observation = make(name, 2).observe()
    assert len(observation["table"]) == len(encoder.table_names)
    assert len(observation["prompt"]) == len(encoder.prompt_names)
    assert len(observation["options"]) == len(encoder.option_names) * encoder.encoding.slots


def test_a_figure_is_what_its_name_says():
    environment = make("jump", seats=2, seed=7)
    names = environment.encoder.table_names
    for viewer in (0, 1):
        table = environment.observe(viewer)["table"]
        view = environment.view(viewer)
        assert isinstance(view, jump_pb2.JumpView)
        for card in view.hand:
            count = sum(card.component == other.component for other in view.hand)
            assert table[names.index(f"hand*.component={card.component}")] == count
        assert table[names.index("hand*#")] == len(view.hand)
        assert table[names.index("empires[0].seat")] == viewer
        assert table[names.index("deck")] == view.deck
        assert table[names.index(f"dealer={(view.dealer - viewer) % 2}")] == 1
