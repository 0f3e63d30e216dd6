"""Measures how many steps per second our games make as environments, compared with PettingZoo and OpenSpiel.

A step is an action, together with the observation and the mask before it. Games differ in size, so the number of values
in each observation is given too.
"""

import json
import os
import subprocess
from collections.abc import Sequence
from random import Random
from time import process_time

import pyspiel
from open_spiel.python.observation import make_observation

from bench.figures import Figure
from bench.playouts import ROOT, peer_python
from bench.stepping import SEED, rate_as_aec, rate_in_openspiel
from galaxytables_kit.environment import make, openspiel  # noqa: F401 - registers the games
from galaxytables_kit.environment.aec import TableEnv
from galaxytables_kit.environment.arrays import size_of
from galaxytables_kit.game import AnyGame

SEATS = 2


def environments(games: Sequence[AnyGame], seconds: float) -> list[Figure]:
    """Return the rates of our games and of the peers' games. Each is measured for a part of `seconds` seconds."""
    figures = []
    part = seconds / 4
    for game in games:
        size = size_of(make(game, SEATS).encoder)
        what = f"{game.name}, {SEATS} seats, {size:,} figures"
        figures += [
            Figure(f"{what}: itself", rate_of_its_own(game, part), "steps/s"),
            Figure(f"{what}: as PettingZoo's", rate_as_aec(TableEnv(game, SEATS), part), "steps/s"),
        ]
        if f"galaxytables_{game.name}" in pyspiel.registered_names():
            ours = pyspiel.load_game(f"galaxytables_{game.name}", {"players": SEATS})
            rate = rate_in_openspiel(ours, make_observation(ours), part)
            figures.append(Figure(f"{what}: as OpenSpiel's", rate, "steps/s"))
    return [*figures, *(Figure(what, rate, "steps/s") for what, rate in peer_rates(part).items())]


def rate_of_its_own(game: AnyGame, seconds: float) -> float:
    """Return how many steps per second the environment itself makes."""
    environment, random, steps, begun = make(game, SEATS), Random(SEED), 0, process_time()
    while process_time() - begun < seconds:
        if environment.over:
            environment.reset()
        environment.observe()
        environment.step(random.choice(list(environment.options())))
        steps += 1
    return steps / (process_time() - begun)


def peer_rates(seconds: float) -> dict[str, float]:
    """Return the rates of games of PettingZoo and OpenSpiel, measured in a process of their own."""
    command = [str(peer_python()), "-m", "bench.peer_environments", str(seconds)]
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=variables, cwd=ROOT)
    rates: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return rates
