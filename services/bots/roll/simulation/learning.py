"""Learns what a seat may expect to score: `python -m services.bots.roll.simulation.learning --file values.json`.

The games are those of the heuristic, some of its answers given by chance.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from services.bots.roll.simulation.player import StatePlayer
from services.bots.roll.simulation.values import points_of, progress, seen
from services.bots.values import Row, learn_values, save_values
from services.kit import Picks, Prompt, seated
from services.kit.live import LiveGame
from services.kit.pack import load_packs
from services.kit.playout import begin, random_answer
from services.roll.components.tiles import Pack
from services.roll.rules import ROLL
from services.roll.state import RollOptions, RollState

_CARELESS = (0.0, 0.0, 0.05, 0.15)
"""Which part of the answers of a game is given by chance."""
_SEATS = (2, 2, 2, 2, 2, 3, 4, 5)


def played(games: int, seed: int) -> Iterator[Row]:
    """Each seat at each roll of the dice of some games."""
    packs = load_packs(ROLL)
    player = StatePlayer(packs.get(packs.default))
    for game in range(games):
        random = Random(f"{seed}/{game}")
        careless, seats = random.choice(_CARELESS), random.choice(_SEATS)
        live = begin(ROLL, packs, seats, RollOptions(), seed + game, checkpoints=False)
        yield from _rows(live, game, player, random, careless)


def _rows(
    live: LiveGame[RollState, Pack, RollOptions], game: int, player: StatePlayer, random: Random, careless: float
) -> Iterator[Row]:
    play, rows, rolled = live.play, list[Row](), set[int]()

    def answer(prompt: Prompt) -> Picks:
        state, pack = play.state, play.pack
        if prompt.kind == "assign.phase" and state.round not in rolled:
            rolled.add(state.round)
            far = progress(state)
            rows.extend([Row(seat, seen(pack, mine), far, points_of(pack, mine)) for seat, mine in seated(state.seats)])
        return random_answer(prompt, random) if random.random() < careless else player.answer(play, prompt)

    live.play_on(answer, random.random)
    ended = [score.total for score in live.scores()]
    for row in rows:
        yield Row(game, row.seen, row.far, ended[row.game] - row.scored)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, play, learn."""
    parser = argparse.ArgumentParser(prog="python -m services.bots.roll.simulation.learning", description=__doc__)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, required=True)
    parser.add_argument("--commit", default="", help="what the code was, for the provenance of the weights")
    given = parser.parse_args(arguments)
    values = learn_values([*played(given.games, given.seed)], games=given.games, seed=given.seed, commit=given.commit)
    save_values(values, given.file)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
