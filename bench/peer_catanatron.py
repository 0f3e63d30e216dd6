"""Plays random four-player games of catanatron for some seconds. It is run by the interpreter that has catanatron.

The games are timed first and then played again from the same seeds to count their questions.
"""

import gc
import json
import sys
from time import process_time

from catanatron import Color, Game, RandomPlayer

COLORS = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)


class CountingPlayer(RandomPlayer):  # type: ignore[misc] # not installed where types are checked
    """A random player that counts the questions it is asked, and those with more than one legal answer."""

    questions = 0
    choices = 0

    def decide(self, game: object, playable_actions: list[object]) -> object:
        """Count the question, and decide at random."""
        CountingPlayer.questions += 1
        CountingPlayer.choices += len(playable_actions) > 1
        return super().decide(game, playable_actions)


def main() -> None:
    """Play for the given number of seconds."""
    gc.freeze()
    seconds, begun = float(sys.argv[1]), process_time()
    played = 0
    while process_time() - begun < seconds:
        played += 1
        Game([RandomPlayer(color) for color in COLORS], seed=played).play()
    took = process_time() - begun
    for seed in range(1, played + 1):
        Game([CountingPlayer(color) for color in COLORS], seed=seed).play()
    rates = {"questions": CountingPlayer.questions / took, "choices": CountingPlayer.choices / took}
    print(json.dumps(rates))


main()
