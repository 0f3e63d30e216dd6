"""Bots as opponents in an environment."""

from random import Random

from galaxytables_arena.opponents import Opponent
from galaxytables_kit.environment.single import SeatEnv, random_opponent


def played(opponent, seed):
    jump, random = SeatEnv("jump", opponent=opponent), Random(seed)
    jump.reset(seed=seed)
    reward, over = 0.0, False
    while not over:
        _, reward, over, _, _ = jump.step(random.choice(list(jump.table.options())))
    return reward


def test_a_bot_plays_all_other_seats_and_beats_random_play():
    bot = Opponent("jump", "greedy")
    assert sum(played(bot, seed) for seed in range(6)) <= -5
    assert sum(played(random_opponent, seed) for seed in range(6)) > -5


def test_a_game_against_a_bot_is_played_again_by_its_seed():
    assert played(Opponent("jump", "random"), 3) == played(Opponent("jump", "random"), 3)
