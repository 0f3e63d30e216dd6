"""Finds the games: packages with rules that can be started.

Games of this repository lie in `services/`. Others are installed and declare the entry point `galaxytables.games`, with
the game's name and its package. The games of `examples/` declare it too, but a checkout serves them only if the
operator names them. Any other package can be named explicitly.
"""

from importlib.machinery import ModuleSpec
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
SERVICES, EXAMPLES = "services", "examples"
GROUP = "galaxytables.games"
_OURS = "galaxytables_"
_MODULES = ("rules", "__main__")


def is_checkout() -> bool:
    """Return whether this code runs from a checkout of the repository rather than from an installed package."""
    return (TOP / SERVICES / "platform").is_dir()


def working_folder() -> Path:
    """Return the folder in which the platform's processes run: the checkout, if any, else the current folder."""
    return TOP if is_checkout() else Path.cwd()


def games_in(folder: str, top: Path = TOP) -> dict[str, str]:
    """Return the package of each game in a folder of this repository, by the game's name."""
    found = {path.name: f"{_OURS}{path.name}" for path in sorted((top / folder).glob("*"))}
    return {name: package for name, package in found.items() if _holds_a_game(_folder(package, top))}


def installed_games() -> dict[str, str]:
    """Return the package of each game that an installed Python distribution declares, by the game's name."""
    return {found.name: found.module for found in sorted(entry_points(group=GROUP), key=lambda each: each.name)}


def example_games(top: Path = TOP) -> dict[str, str]:
    """Return the package of each game of `examples/` that is installed, by the game's name."""
    return {name: package for name, package in installed_games().items() if _is_example(package, top)}


def served_games(top: Path = TOP) -> dict[str, str]:
    """Return the package of each game that is served by default, by the game's name.

    If a game of this repository and an installed one have the same name, the game of this repository is served.
    """
    examples = example_games(top)
    others = {name: package for name, package in installed_games().items() if name not in examples}
    return {**others, **games_in(SERVICES, top)}


def package_of(game: str, top: Path = TOP) -> str | None:
    """Return the package of a game that is given by its name or by the name of its package; None if there is none."""
    packages = {**installed_games(), **games_in(SERVICES, top)}
    if game in packages:
        return packages[game]
    return game if _is_game(game, top) else None


def bots_of(package: str, top: Path = TOP) -> str | None:
    """Return the package of the bots that lies in the folder of a game; None if the game has no bots of its own."""
    bots = f"{package}.bots"
    lies_here = (_folder(bots, top) / "__init__.py").is_file()
    return bots if lies_here or _found(bots) is not None else None


def board_of(package: str, top: Path = TOP) -> Path | None:
    """Return the folder with the game's own drawing of its board for the page; None if the game's package has none."""
    spec = _found(package)
    places = [] if spec is None else map(Path, spec.submodule_search_locations or ())
    folders = (place / "board" for place in (_folder(package, top), *places))
    return next((folder for folder in folders if (folder / "board.js").is_file()), None)


def _is_example(package: str, top: Path) -> bool:
    spec = _found(package.partition(".")[0])
    return spec is not None and spec.origin is not None and Path(spec.origin).is_relative_to(top / EXAMPLES)


def _is_game(package: str, top: Path) -> bool:
    if not all(part.isidentifier() for part in package.split(".")):
        return False
    return _holds_a_game(_folder(package, top)) or all(_is_module(f"{package}.{name}") for name in _MODULES)


def _is_module(name: str) -> bool:
    """Return whether this is a module and not a package: the lobby has a package `rules` and is not a game."""
    spec = _found(name)
    return spec is not None and spec.submodule_search_locations is None


def _found(module: str) -> ModuleSpec | None:
    """Return the spec that an import would find; this imports the module's parents."""
    try:
        return find_spec(module)
    except ModuleNotFoundError as error:
        if error.name is not None and module.startswith(error.name):
            return None
        raise


def _folder(package: str, top: Path) -> Path:
    """Return where a package of this repository would lie."""
    first, *rest = package.split(".")
    if first.startswith(_OURS):
        return Path(top, SERVICES, first.removeprefix(_OURS), first, *rest)
    return Path(top, first, *rest)


def _holds_a_game(folder: Path) -> bool:
    return all((folder / f"{module}.py").is_file() for module in _MODULES)
