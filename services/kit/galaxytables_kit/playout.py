"""Plays games at random, in this process: for tests, benchmarks and a quick look at a new game."""

from random import Random
from typing import TypeVar

from msgspec import Struct

from galaxytables_kit.chance import SeededChance, chance_key
from galaxytables_kit.game import Game
from galaxytables_kit.live import AnyLive, LiveGame
from galaxytables_kit.pack import PackRegistry
from galaxytables_kit.prompt import Picks, Prompt

S = TypeVar("S", bound=Struct)
P = TypeVar("P")
OptionsT = TypeVar("OptionsT", bound=Struct)

_TRIES = 20


def random_answer(prompt: Prompt, random: Random) -> Picks:
    """Return a legal answer drawn at random, or the default if several draws were illegal."""
    for _ in range(_TRIES):
        picks = _some(prompt, random)
        if prompt.rule is None or prompt.allows(picks):
            return picks
    return prompt.default_picks


def _some(prompt: Prompt, random: Random) -> Picks:
    """Draw a number of options within the bounds, then that many options."""
    fraction, least, most = random.random, prompt.least, prompt.most
    count = least if least == most else least + int(fraction() * (most - least + 1))
    if not count:
        return ()
    options = prompt.options
    if count == 1:
        return (options[int(fraction() * len(options))],)
    left = list(options)
    return tuple([left.pop(int(fraction() * len(left))) for _ in range(count)])


def begin(
    game: Game[S, P, OptionsT],
    packs: PackRegistry[P],
    seats: int,
    options: OptionsT,
    seed: int,
    *,
    checkpoints: bool = True,
) -> LiveGame[S, P, OptionsT]:
    """Set up a game whose seed is derived from a small number, `seed`."""
    key = chance_key(seed.to_bytes(32, "big"), (), seats)
    return LiveGame.new(game, packs, seats, options, SeededChance(key), checkpoints=checkpoints)


def play_out(live: AnyLive, random: Random) -> int:
    """Play a game to its end at random. Returns the number of choices."""
    fraction = random.random

    def answer(prompt: Prompt) -> Picks:
        if prompt.rule is not None:
            return random_answer(prompt, random)
        if prompt.least == prompt.most == 1:
            options = prompt.options
            return (options[int(fraction() * len(options))],)
        return _some(prompt, random)

    return live.play_on(answer, fraction)
