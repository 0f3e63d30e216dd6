"""Plays the deals of a match in several processes.

How many processes there are only changes how long the match takes.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import get_context

from galaxytables_arena.games import load_game
from galaxytables_arena.match import Players, sit_down
from galaxytables_arena.table import Played

_sitting: Players
"""The players of this process, set when it starts."""


def _begin(game: str, names: Sequence[str], seats: int, seed: int, options: Mapping[str, str]) -> None:
    global _sitting  # noqa: PLW0603 - a worker is this process
    _sitting = sit_down(load_game(game), names, seats, seed, options)


def _play(deal: int) -> list[Played]:
    return _sitting.play(deal)


@contextmanager
def playing(
    game: str, names: Sequence[str], *, seats: int, seed: int, options: Mapping[str, str], deals: int, jobs: int
) -> Iterator[Iterator[list[Played]]]:
    """Return a context manager that yields an iterator over the games of each deal of a match, in order.

    At the end of the block, deals that were not used are cancelled. Raises `UnknownPlayerError`, and the error that the
    game raises for wrong options.
    """
    arguments = (game, names, seats, seed, options)
    if jobs == 1:
        players = sit_down(load_game(game), names, seats, seed, options)
        yield map(players.play, range(deals))
        return
    sit_down(load_game(game), names, seats, seed, options)  # an error is raised here, not in each process
    with get_context("spawn").Pool(jobs, _begin, arguments) as pool:
        yield pool.imap(_play, range(deals))
