"""The command `galaxytables new-game NAME`: writes a package with a small playable game for its author to change."""

import sys
from argparse import ArgumentParser
from importlib.metadata import version
from pathlib import Path

from galaxytables_kit.authoring.names import check_name, title_of
from galaxytables_serving import StartError

_TEMPLATE = Path(__file__).with_name("template")
_CACHE = "__pycache__"
# The template is called like this, so that it is a game itself. What lies in it may not be hidden from Git here.
_NAME, _CLASS, _TITLE, _VERSION = "newgame", "Newgame", "New Game", "0.0.0"
_HIDDEN = {"gitignore": ".gitignore"}


class FolderError(StartError):
    """The folder for a new game exists already, or cannot be written."""


def make_game(name: str, folder: Path) -> list[Path]:
    """Write the package of a new game into a folder that does not exist yet, and return the paths of its files.

    Raises `BadNameError`, and `FolderError` if the folder exists or cannot be written.
    """
    check_name(name)
    title = title_of(name)
    words = {
        _CLASS: title.replace(" ", ""),
        _NAME: name,
        _TITLE: title,
        _VERSION: version("galaxytables-kit"),
    }
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise FolderError(f"{folder} is there already, and nothing is overwritten; name another --folder.") from None
    except OSError as error:
        raise FolderError(f"{folder} cannot be made: {error.strerror}.") from error
    written = []
    for source in sorted(_TEMPLATE.rglob("*")):
        inside = source.relative_to(_TEMPLATE)
        if source.is_dir() or _CACHE in inside.parts:
            continue
        place = folder / _filled(str(inside.with_name(_HIDDEN.get(inside.name, inside.name))), words)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(_filled(source.read_text(encoding="utf-8"), words), encoding="utf-8")
        written.append(place)
    return written


def main(arguments: list[str], program: str) -> int:
    """Make the game that the command line names, and print the next steps.

    Returns the exit code; raises `StartError`.
    """
    parser = ArgumentParser(
        prog=program, description="Makes a package of its own with a small game, to be changed into yours."
    )
    parser.add_argument("name", metavar="NAME", help="the name of game and package, such as river_stones")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="the folder to make; if left out NAME, here")
    given = parser.parse_args(arguments)
    folder = given.folder or Path(given.name)
    written = make_game(given.name, folder)
    sys.stdout.write(
        f"{title_of(given.name)} is in {folder}: {len(written)} files. It can be played and passes its tests:\n\n"
        f"  cd {folder}\n"
        "  pip install -e '.[test]'\n"
        "  pytest\n"
        f"  python -m {given.name} play\n"
    )
    return 0


def _filled(text: str, words: dict[str, str]) -> str:
    for sample, word in words.items():
        text = text.replace(sample, word)
    return text
