"""The adapters pass the tests that PettingZoo, Gymnasium and OpenSpiel have for environments of others."""

import warnings
from random import Random

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, seed_test

from galaxytables_kit.environment import openspiel  # noqa: F401 - registers the games
from galaxytables_kit.environment.aec import env
from galaxytables_kit.environment.single import SeatEnv

GAMES = ("beyond", "jump", "race", "roll")


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_it(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(env(name, seats=3), num_cycles=300)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_finds_that_seeds_reproduce(name):
    seed_test(lambda: env(name), num_cycles=60)


@pytest.mark.parametrize("made", [env, SeatEnv])
def test_a_seed_begins_the_same_game_again_and_another_seed_another_one(made):
    def began(seed):
        jump.reset(seed=seed)
        return jump.unwrapped.table.serialize()

    jump = made("jump")
    assert began(5) == began(5) != began(6)
    assert began(None) != began(None)


def test_the_last_rewards_of_all_agents_are_the_returns():
    jump = env("jump", seats=3)
    jump.reset(seed=4)
    random, rewards = Random(1), {}
    for agent in jump.agent_iter():
        observation, reward, termination, truncation, _ = jump.last()
        rewards[agent] = reward
        offered = np.flatnonzero(observation["action_mask"])
        jump.step(None if termination or truncation else random.choice(list(offered)))
    assert rewards == dict(zip(jump.possible_agents, jump.unwrapped.table.returns(), strict=True))
    assert any(rewards.values())


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_accepts_it(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*(infinity|unwrapped version).*")
        check_env(gymnasium.make(f"galaxytables/{name}", seats=3, render_mode="ansi").unwrapped)


def test_an_opponent_plays_all_other_seats_and_an_action_that_is_not_offered_loses():
    jump = SeatEnv("jump", seats=3, seat=1)
    random, steps = Random(1), 0
    jump.reset(seed=2)
    terminated = False
    while not terminated:
        assert jump.table.seat == 1
        actions = np.flatnonzero(jump.action_masks())
        _, reward, terminated, truncated, info = jump.step(int(random.choice(list(actions))))
        steps += 1
        assert not truncated
        assert not info
    assert steps > 10
    assert reward == jump.table.returns()[1]
    jump.reset(seed=2)
    assert jump.step(jump.table.actions - 1)[1:] == (-1.0, True, False, {"illegal": True})


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("beyond", marks=pytest.mark.release),
        "jump",
        "race",
        pytest.param("roll", marks=pytest.mark.release),
    ],
)
def test_openspiel_accepts_it(name):
    game = pyspiel.load_game(f"galaxytables_{name}", {"players": 3, "deals": 5})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_openspiel_stores_and_copies_states():
    game = pyspiel.load_game("galaxytables_jump", {"first_deal": 7, "deals": 2})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state, random = game.new_initial_state(), Random(3)
    state.apply_action(1)
    for _ in range(20):
        state.apply_action(random.choice(state.legal_actions()))
    observation = make_observation(game)
    for again in (state.clone(), pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]):
        assert again.history() == state.history()
        assert again.legal_actions() == state.legal_actions()
        for player in range(2):
            observation.set_from(state, player)
            before = observation.tensor.copy()
            observation.set_from(again, player)
            assert (observation.tensor == before).all()
            assert before.any()
        assert observation.string_from(again, 0) != observation.string_from(again, 1)
        before = state.table.serialize()
        again.apply_action(again.legal_actions()[0])
        assert again.table.serialize() != before == state.table.serialize()
