"""Reads the operator's settings file. Puts its settings, and the options of the command line, into the environment."""

import json
import os
import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from galaxytables_serving import SettingError

KNOWN = Path(__file__).with_name("known_settings.json")
"""Every setting of every process, by name: `plain`, `text` or `secret`. `make reference` writes it."""


def add_options(parser: ArgumentParser) -> None:
    """Add the options `--config`, `--data` and so on to the parser of a command."""
    parser.add_argument("--config", type=Path, metavar="FILE.toml", help="settings by name; the environment beats them")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="as GALAXYTABLES_DATA, and beats it")
    parser.add_argument("--host", metavar="ADDRESS", help="as GALAXYTABLES_HOST, and beats it")


def apply_options(given: Namespace) -> None:
    """Put the options and the file's settings into the environment of this process and those that it starts.

    Raises `SettingError`.
    """
    if given.config is not None:
        for name, value in read_config(given.config).items():
            if not os.environ.get(name):  # empty counts as unset
                os.environ[name] = value
    if given.data is not None:
        os.environ["GALAXYTABLES_DATA"] = str(given.data)
    if given.host is not None:
        os.environ["GALAXYTABLES_HOST"] = given.host


def read_config(file: Path) -> dict[str, str]:
    """Return the settings of a file by name, with values in the form that environment variables have.

    Raises `SettingError`, whose message quotes no value.
    """
    try:
        with file.open("rb") as opened:
            written = tomllib.load(opened)
    except OSError as error:
        raise SettingError(f"{file} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise SettingError(f"{file} is no TOML: {error}.") from None
    return {name: _as_text(file, name, value) for name, value in written.items()}


def _as_text(file: Path, name: str, value: object) -> str:
    if name not in known_settings():
        raise SettingError(f"{file}: {unknown_setting(name)}")
    match value:
        case bool():
            return "on" if value else "off"
        case str() | int() | float():
            return str(value)
        case [*parts] if all(isinstance(part, str | int) for part in parts):
            return ",".join(map(str, parts))
    raise SettingError(f"{file}: {name} must be a text, a number, true or false, or a list of texts.")


@cache
def known_settings() -> Mapping[str, str]:
    """Return every setting by name: `plain` if its values can hold no secret, `secret` if they do, else `text`."""
    known: dict[str, str] = json.loads(KNOWN.read_text(encoding="utf-8"))
    return known


def unknown_setting(name: str) -> str:
    """Return a sentence that says that a setting does not exist, and names a setting that is spelled alike."""
    (meant,) = get_close_matches(name, known_settings(), n=1) or [""]
    return (
        f"there is no setting {name}; {f'did you mean {meant}?' if meant else 'docs/reference/settings.md lists all.'}"
    )
