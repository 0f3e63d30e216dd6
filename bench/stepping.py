"""Measures the speed of environments: random games for some seconds, with observation and mask at each step.

Seconds are processor time. This module imports no environment, so that it also runs where only the peers are installed.
"""

from random import Random
from time import process_time
from typing import Any, TypeAlias

Foreign: TypeAlias = Any  # of PettingZoo or OpenSpiel, which may be absent here

SEED = 1


def rate_as_aec(environment: Foreign, seconds: float) -> float:
    """Return the steps per second of an environment with the interface of PettingZoo."""
    random, steps, game, begun = Random(SEED), 0, 0, process_time()
    while process_time() - begun < seconds:
        environment.reset(seed=game)
        game += 1
        for _ in environment.agent_iter():
            seen, _, termination, truncation, info = environment.last()
            if termination or truncation:
                environment.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            environment.step(int(random.choice(mask.nonzero()[0])))
            steps += 1
            if process_time() - begun > seconds:
                break
    return steps / (process_time() - begun)


def rate_in_openspiel(game: Foreign, observer: Foreign, seconds: float) -> float:
    """Return the steps per second of a game of OpenSpiel. `observer` makes the observation of a state."""
    random, steps, begun = Random(SEED), 0, process_time()
    while process_time() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal() and process_time() - begun < seconds:
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            observer.set_from(state, state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps / (process_time() - begun)
