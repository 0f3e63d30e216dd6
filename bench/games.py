"""The games of this repository, in process."""

from importlib import import_module
from pathlib import Path
from typing import Any

from services.kit.game import Game

SERVICES = Path(__file__).parents[1] / "services"


def game_names() -> list[str]:
    """Every game that has rules here."""
    return sorted(path.parent.name for path in SERVICES.glob("*/rules.py") if (path.parent / "__main__.py").exists())


def load_game(name: str) -> Game[Any, Any, Any]:
    """The `Game` that a package's rules declare. Raises `LookupError`."""
    if name not in game_names():
        raise LookupError(f"no game {name!r}; there are: {', '.join(game_names())}")
    game: Game[Any, Any, Any] = getattr(import_module(f"services.{name}.rules"), name.upper())
    return game
