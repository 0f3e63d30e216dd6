"""Checks the name of a new game, which is also the name of its package."""

import re
import sys
from importlib.util import find_spec
from keyword import iskeyword, issoftkeyword

from galaxytables_kit.installed import installed_names
from galaxytables_serving import StartError

MAX_NAME = 32
_FORM = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_OURS = "galaxytables"
_TAKEN_HERE = frozenset(("tests",))


class BadNameError(StartError):
    """The name that was given cannot be the name of a game."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"A game cannot be called {name!r}: {why}.")


def check_name(name: str) -> None:
    """Raise `BadNameError` if the name cannot be that of a game and its package."""
    if len(name) > MAX_NAME or _FORM.fullmatch(name) is None:
        raise BadNameError(
            name[: 2 * MAX_NAME],
            f"a name has up to {MAX_NAME} small letters, digits and single underscores, and begins with a letter: "
            "river_stones",
        )
    if iskeyword(name) or issoftkeyword(name):
        raise BadNameError(name, "it is a word of Python")
    if name in sys.stdlib_module_names:
        raise BadNameError(name, "a module of Python has this name")
    if name.startswith(_OURS):
        raise BadNameError(name, f"names that begin with {_OURS} belong to the platform")
    if name in installed_names():
        raise BadNameError(name, "a game of this name is installed")
    if name in _TAKEN_HERE or find_spec(name) is not None:
        raise BadNameError(name, "there is a package of this name already")


def title_of(name: str) -> str:
    """Return a title for a game, made from its name: `River Stones` for `river_stones`."""
    return name.replace("_", " ").title()
