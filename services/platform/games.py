"""Which games there are: folders with rules that can be started, found by looking."""

import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
SERVICES, EXAMPLES = "services", "examples"


def games_in(folder: str, top: Path = TOP) -> dict[str, str]:
    """The package of each game in a folder of this repository, by the game's name."""
    return {path.name: f"{folder}.{path.name}" for path in sorted((top / folder).glob("*")) if _holds_a_game(path)}


def package_of(game: str, top: Path = TOP) -> str | None:
    """The package of a game: one of this repository by its name, any by the package itself; None if there is none."""
    known = {**games_in(EXAMPLES, top), **games_in(SERVICES, top)}
    if game in known or "." not in game:
        return known.get(game)
    return game if any(map(_holds_a_game, _folders(game, top))) else None


def bots_of(package: str, top: Path = TOP) -> str | None:
    """The package of the bots in a game's own folder; None if it has none there."""
    bots = f"{package}.bots"
    return bots if any((folder / "__init__.py").is_file() for folder in _folders(bots, top)) else None


def _folders(package: str, top: Path) -> list[Path]:
    """Where a package may lie."""
    return [Path(entry, *package.split(".")) for entry in (str(top), *sys.path)]


def _holds_a_game(folder: Path) -> bool:
    return all((folder / module).is_file() for module in ("rules.py", "__main__.py"))
