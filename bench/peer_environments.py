"""Plays games of PettingZoo and OpenSpiel for some seconds each.

It is run by the interpreter that has them, from the top of the repository.
"""

import json
import sys
import warnings
from importlib import import_module

import pyspiel
from open_spiel.python.observation import make_observation

from bench.stepping import rate_as_aec, rate_in_openspiel

OF_PETTINGZOO = ("chess_v6", "hanabi_v5", "texas_holdem_no_limit_v6")
OF_OPENSPIEL = ("chess", "gin_rummy", "hanabi", "python_block_dominoes")


def main() -> None:
    """Print the rates, by the name of the game."""
    warnings.simplefilter("ignore")
    import_module("open_spiel.python.games.block_dominoes")
    seconds, rates = float(sys.argv[1]), {}
    for name in OF_PETTINGZOO:
        environment = import_module(f"pettingzoo.classic.{name}").env()
        rates[f"PettingZoo: {name}"] = rate_as_aec(environment, seconds)
    for name in OF_OPENSPIEL:
        game = pyspiel.load_game(name)
        rates[f"OpenSpiel: {name}"] = rate_in_openspiel(game, make_observation(game), seconds)
    print(json.dumps(rates))


main()
