"""The games of this repository, in process."""

from importlib import import_module

from galaxytables_kit.game import AnyGame, Game
from galaxytables_platform.games import bots_of, package_of, served_games


def game_names() -> list[str]:
    """Every game that is served unless something else is asked for."""
    return list(served_games())


def load_game(name: str) -> AnyGame:
    """The `Game` that a package's rules declare. Raises `LookupError`."""
    package = package_of(name)
    if package is None:
        raise LookupError(f"no game {name!r}; there are: {', '.join(game_names())}")
    declared = vars(import_module(f"{package}.rules")).values()
    return next(value for value in declared if isinstance(value, Game))


def bots_besides(name: str) -> dict[str, str]:
    """The package of the bots in a game's own folder, for the registry; none where it has none there."""
    package = package_of(name)
    bots = bots_of(package) if package else None
    return {name: bots} if bots else {}
