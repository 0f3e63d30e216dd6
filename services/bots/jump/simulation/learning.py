"""Learns what a seat may expect to score: `python -m services.bots.jump.simulation.learning --file values.json`.

The games are those of the greedy bot, some of its answers given by chance; what is learned is how the lead of one seat
over another goes on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from services.bots.jump.simulation.player import StatePlayer
from services.bots.jump.simulation.values import points_of, progress, rounds_left, seen
from services.bots.learning import learn
from services.bots.values import Row
from services.jump.components.cards import Pack
from services.jump.options import JumpOptions
from services.jump.rules import JUMP
from services.jump.state import JumpState
from services.jump.table import JumpPlay
from services.kit import Picks, Prompt, Seat
from services.kit.live import LiveGame
from services.kit.pack import load_packs
from services.kit.playout import begin, random_answer

_CARELESS = (0.0, 0.0, 0.05, 0.15)
"""Which part of the answers of a game is given by chance."""
_SEATS = (2, 2, 2, 2, 3, 4)


@dataclass(frozen=True)
class _Noted:
    """Two seats at the beginning of a round: what one has more than the other, and how far it is ahead."""

    one: Seat
    other: Seat
    apart: dict[str, float]
    far: float
    lead: int


def played(games: int, seed: int) -> Iterator[Row]:
    """Each two seats at the beginning of each round of some games."""
    packs = load_packs(JUMP)
    for game in range(games):
        random = Random(f"{seed}/{game}")
        careless, seats = random.choice(_CARELESS), random.choice(_SEATS)
        live = begin(JUMP, packs, seats, JumpOptions(), seed + game, checkpoints=False)
        yield from _rows(live, game, random, careless)


def _rows(live: LiveGame[JumpState, Pack, JumpOptions], game: int, random: Random, careless: float) -> Iterator[Row]:
    play, player, begun, noted = live.play, StatePlayer(), set[int](), list[_Noted]()

    def answer(prompt: Prompt) -> Picks:
        if prompt.kind == "choose.card" and play.state.round not in begun:
            begun.add(play.state.round)
            noted.extend(_pairs(player, play))
        return random_answer(prompt, random) if random.random() < careless else player.answer(play, prompt)

    live.play_on(answer, random.random)
    ended = {score.seat: score.total for score in live.scores()}
    for pair in noted:
        yield Row(game, pair.apart, pair.far, ended[pair.one] - ended[pair.other] - pair.lead)


def _pairs(player: StatePlayer, play: JumpPlay) -> Iterator[_Noted]:
    rounds = rounds_left(player, play)
    each = [seen(player, play, seat, rounds) for seat in play.all_seats]
    for one, other in combinations(play.all_seats, 2):
        names = each[one].keys() | each[other].keys()
        more = {name: each[one].get(name, 0.0) - each[other].get(name, 0.0) for name in names}
        apart = {name: amount for name, amount in more.items() if amount}
        yield _Noted(one, other, apart, progress(rounds), points_of(play, one) - points_of(play, other))


if __name__ == "__main__":
    raise SystemExit(learn("services.bots.jump.simulation.learning", __doc__, played))
