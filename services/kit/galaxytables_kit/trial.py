"""Plays trial games with a component pack, to find numbers that together break the game.

Each of these numbers may be within its own bounds. The games are random, with as many seats as possible. One game has
the default options. Then each other value of each option is tried in a game of its own. Any error that a game raises is
reported as a fault of the pack.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from galaxytables_kit.errors import OptionError
from galaxytables_kit.faults import WHOLE, Fault
from galaxytables_kit.game import AnyGame
from galaxytables_kit.options import option_values, read_options, write_options, written
from galaxytables_kit.pack import PackRegistry
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.prompt import Picks, Prompt

MAX_CHOICES = 20_000
"""A game with more choices counts as endless: the longest of ours takes some 2,000."""


def trial_faults(game: AnyGame, pack: Any) -> Iterator[Fault]:  # noqa: ANN401 - the game's own
    """Play the trial games, and yield the first fault of each setup that fails."""
    packs = PackRegistry(b"trial", {b"trial": pack})
    for setup in _setups(game):
        options = read_options(game.options_type, setup)
        seats = _max_seats(game, options, pack)
        if seats is None:
            continue
        try:
            _play(game, packs, seats, options)
        except Exception as error:  # noqa: BLE001 - whatever a pack makes the rules raise
            named = ", ".join(f"{name}={value}" for name, value in setup.items()) or "default options"
            yield Fault(WHOLE, "game", f"a game for {seats} with {named} breaks: {type(error).__name__}: {error}")


def _setups(game: AnyGame) -> Iterator[dict[str, str]]:
    yield {}
    default = write_options(game.options_type())
    for name, values in option_values(game.options_type).items():
        if not isinstance(values, range):
            yield from ({name: written(value)} for value in values if written(value) != default[name])


def _max_seats(game: AnyGame, options: Any, pack: Any) -> int | None:  # noqa: ANN401 - the game's own
    """Return the greatest number of seats that these options allow, or None if there is none."""
    for seats in range(game.max_seats, game.min_seats - 1, -1):
        try:
            game.check(options, seats, pack)
        except OptionError:
            continue
        return seats
    return None


def _play(game: AnyGame, packs: PackRegistry[Any], seats: int, options: Any) -> None:  # noqa: ANN401 - the game's own
    random, choices = Random(0), 0
    live = begin(game, packs, seats, options, 0, checkpoints=False)

    def answer(prompt: Prompt) -> Picks:
        nonlocal choices
        choices += 1
        if choices > MAX_CHOICES:
            raise RuntimeError(f"it has not ended after {MAX_CHOICES} choices")
        return random_answer(prompt, random)

    live.play_on(answer, random.random)
    game.scores(live.play)
    for viewer in (None, *live.play.all_seats):
        live.view(viewer)
