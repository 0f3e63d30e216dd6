"""Finds the games of installed packages by the entry point `galaxytables.games`, whose name is the game's name."""

from importlib import import_module
from importlib.metadata import entry_points

from galaxytables_kit.game import AnyGame, Game

GROUP = "galaxytables.games"


def installed_names() -> list[str]:
    """Return the names of all installed games, sorted."""
    return sorted({found.name for found in entry_points(group=GROUP)})


def installed_game(name: str) -> AnyGame:
    """Return the installed game with a name. Raises `LookupError` if no package brings it."""
    for found in entry_points(group=GROUP, name=name):
        return game_in(found.module)
    raise LookupError(f"no game {name!r} is installed; there are: {', '.join(installed_names()) or 'none'}")


def game_in(package: str) -> AnyGame:
    """Return the game that a package declares in its module `rules`. Raises `LookupError` if there is none."""
    for value in vars(import_module(f"{package}.rules")).values():
        if isinstance(value, Game):
            return value
    raise LookupError(f"{package}.rules declares no game")
