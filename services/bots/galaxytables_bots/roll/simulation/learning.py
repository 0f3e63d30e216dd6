"""Learns weights for Roll: `python -m galaxytables_bots.roll.simulation.learning --file values.json`.

It plays games of the heuristic with some random answers. From them it learns how one seat's lead over another changes
in the course of a game.
"""

from collections.abc import Iterator
from random import Random

from galaxytables_bots.leads import Moment, leads
from galaxytables_bots.learning import learn
from galaxytables_bots.roll.simulation.player import StatePlayer
from galaxytables_bots.roll.simulation.values import features_of, points_of, progress
from galaxytables_bots.values import Row
from galaxytables_kit import Picks, Prompt
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin, random_answer
from galaxytables_roll.components.tiles import Pack
from galaxytables_roll.rules import ROLL
from galaxytables_roll.state import RollOptions, RollState

_CARELESS = (0.0, 0.0, 0.05, 0.15)
"""The share of random answers in a game."""
_SEATS = (2, 2, 2, 2, 2, 3, 4, 5)


def played(games: int, seed: int) -> Iterator[Row]:
    """Yield a row of training data for each pair of seats, at each roll of the dice of some games."""
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
    play, moments, rolled = live.play, list[Moment](), set[int]()

    def answer(prompt: Prompt) -> Picks:
        state, pack = play.state, play.pack
        if prompt.kind == "assign.phase" and state.round not in rolled:
            rolled.add(state.round)
            seats = state.seats
            moments.append(
                Moment(
                    [features_of(pack, mine) for mine in seats],
                    [points_of(pack, mine) for mine in seats],
                    progress(state),
                )
            )
        return random_answer(prompt, random) if random.random() < careless else player.answer(play, prompt)

    live.play_on(answer, random.random)
    yield from leads(game, moments, [score.total for score in live.scores()])


if __name__ == "__main__":
    raise SystemExit(learn("galaxytables_bots.roll.simulation.learning", __doc__, played))
