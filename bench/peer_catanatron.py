"""Random four-player games of catanatron for some seconds; run by the interpreter that has it."""

import json
import sys
from time import process_time

from catanatron import Color, Game, RandomPlayer


class CountingPlayer(RandomPlayer):  # type: ignore[misc] # not installed where types are checked
    """A random player that counts its decisions."""

    decisions = 0

    def decide(self, game: object, playable_actions: list[object]) -> object:
        """Count, and decide at random."""
        CountingPlayer.decisions += 1
        return super().decide(game, playable_actions)


def main() -> None:
    """Play for the seconds given."""
    seconds, begun = float(sys.argv[1]), process_time()
    while process_time() - begun < seconds:
        Game([CountingPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)]).play()
    print(json.dumps({"decisions_per_second": CountingPlayer.decisions / (process_time() - begun)}))


main()
