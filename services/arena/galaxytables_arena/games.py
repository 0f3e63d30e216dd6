"""Loads games into this process."""

from importlib import import_module

from galaxytables_kit.game import AnyGame, Game
from galaxytables_platform.games import bots_of, package_of, served_games


def game_names() -> list[str]:
    """Return the names of all games that are served by default."""
    return list(served_games())


def load_game(name: str) -> AnyGame:
    """Return the `Game` that the rules package of this name declares. Raises `LookupError` for an unknown game."""
    package = package_of(name)
    if package is None:
        raise LookupError(f"no game {name!r}; there are: {', '.join(game_names())}")
    declared = vars(import_module(f"{package}.rules")).values()
    return next(value for value in declared if isinstance(value, Game))


def bots_besides(name: str) -> dict[str, str]:
    """Return `{name: package}` for the bots that the package of the game `name` brings; empty if it brings none."""
    package = package_of(name)
    bots = bots_of(package) if package else None
    return {name: bots} if bots else {}
