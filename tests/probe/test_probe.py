"""A probe that knows no English draws every question of random games of each game, and reads all in Japanese.

`make probe` has it play 100 games of each.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import cycle, islice
from typing import Any

import pytest

from galaxytables_arena.games import load_game
from galaxytables_kit.game import Game
from galaxytables_kit.pack import load_packs
from galaxytables_platform.games import SERVICES, example_games, games_in
from tests.probe.games import random_games
from tests.probe.probe import Probe

# Each setup of a game comes up.
GAMES_EACH = random_games(8)
PARTS = 4
_ALL_GOALS = {"goals": "on", "takeovers": "on"}
Setup = tuple[int, Mapping[str, str]]

# Of games whose options change what there is to draw; others are played as they are, by few and by many.
_OWN: Mapping[str, Sequence[Setup]] = {
    "jump": [(2, {}), (3, {"hands": "preset"}), (4, {"dealer": "2"})],
    "race": [
        (2, {}),
        (4, {"new_worlds": "on", "second_edition": "on"}),
        (2, {"preset_hands": "on", "two_player_actions": "one"}),
        (3, {"expansion": "gathering_storm", "goals": "on", "draft": "on"}),
        (5, {"expansion": "rebel_vs_imperium", **_ALL_GOALS}),
        (4, {"expansion": "brink_of_war", **_ALL_GOALS}),
        (3, {"expansion": "alien_artifacts"}),
        (3, {"expansion": "alien_artifacts", "orb": "on"}),
        (4, {"expansion": "xeno_invasion", "invasion": "on"}),
    ],
}
# Games by many are very long.
_BY_FEW_SOME_MANY: Mapping[str, tuple[int, int, int]] = {"roll": (7, 2, 1), "beyond": (3, 1, 1)}


def _setups(game: Game[Any, Any, Any]) -> Sequence[Setup]:
    seats = (game.min_seats, (game.min_seats + game.max_seats) // 2, game.max_seats)
    return _OWN.get(game.name, [(number, {}) for number in dict.fromkeys(seats)])


SETUPS: Mapping[str, tuple[Game[Any, Any, Any], Sequence[Setup]]] = {
    name: (game, _setups(game)) for name in (*games_in(SERVICES), *example_games()) for game in [load_game(name)]
}


def _in_turn(name: str) -> Iterator[Setup]:
    """The setups of a game again and again, each as often as shall be."""
    _, setups = SETUPS[name]
    often = _BY_FEW_SOME_MANY.get(name, [1] * len(setups))
    return cycle([setup for setup, times in zip(setups, often, strict=True) for _ in range(times)])


@cache
def probe_of(name: str) -> Probe:
    """One for all parts: what it has read in one need not be read again in the next."""
    game, _ = SETUPS[name]
    return Probe(game, load_packs(game))


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", SETUPS)
def test_every_question_is_drawn_and_everything_is_told_in_japanese(name, part):
    probe = probe_of(name)
    probe.seen.clear()
    for seed, (seats, options) in islice(enumerate(_in_turn(name)), part, GAMES_EACH, PARTS):
        try:
            probe.play(seats, options, seed)
        except BaseException as error:
            error.add_note(f"{name}, {seats} seats, {options}, seed {seed}")
            raise
    seen = {what.partition(" ")[0] for what in probe.seen}
    assert {"prompt", "event", "target", *(["reason"] if SETUPS[name][0].reasons else [])} <= seen
