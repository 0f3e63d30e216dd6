"""Learns weights for Jump Drive: `python -m galaxytables_bots.jump.simulation.learning --file values.json`.

It plays games of the greedy bot with some random answers. From them it learns how one seat's lead over another changes
in the course of a game.
"""

from collections.abc import Iterator
from random import Random

from galaxytables_bots.jump.simulation.player import StatePlayer
from galaxytables_bots.jump.simulation.values import features_of, points_of, progress, rounds_left
from galaxytables_bots.leads import Moment, leads
from galaxytables_bots.learning import learn
from galaxytables_bots.values import Row
from galaxytables_jump.components.cards import Pack
from galaxytables_jump.options import JumpOptions
from galaxytables_jump.rules import JUMP
from galaxytables_jump.state import JumpState
from galaxytables_jump.table import JumpPlay
from galaxytables_kit import Picks, Prompt
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin, random_answer

_CARELESS = (0.0, 0.0, 0.05, 0.15)
"""The share of random answers in a game."""
_SEATS = (2, 2, 2, 2, 3, 4)


def played(games: int, seed: int) -> Iterator[Row]:
    """Yield a row of training data for each pair of seats, at the beginning of each round of some games."""
    packs = load_packs(JUMP)
    for game in range(games):
        random = Random(f"{seed}/{game}")
        careless, seats = random.choice(_CARELESS), random.choice(_SEATS)
        live = begin(JUMP, packs, seats, JumpOptions(), seed + game, checkpoints=False)
        yield from _rows(live, game, random, careless)


def _rows(live: LiveGame[JumpState, Pack, JumpOptions], game: int, random: Random, careless: float) -> Iterator[Row]:
    play, player, begun, moments = live.play, StatePlayer(), set[int](), list[Moment]()

    def answer(prompt: Prompt) -> Picks:
        if prompt.kind == "choose.card" and play.state.round not in begun:
            begun.add(play.state.round)
            moments.append(_moment(player, play))
        return random_answer(prompt, random) if random.random() < careless else player.answer(play, prompt)

    live.play_on(answer, random.random)
    yield from leads(game, moments, [score.total for score in live.scores()])


def _moment(player: StatePlayer, play: JumpPlay) -> Moment:
    rounds = rounds_left(player, play)
    seats = play.all_seats
    return Moment(
        [features_of(player, play, seat, rounds) for seat in seats],
        [points_of(play, seat) for seat in seats],
        progress(rounds),
    )


if __name__ == "__main__":
    raise SystemExit(learn("galaxytables_bots.jump.simulation.learning", __doc__, played))
