"""The command `python -m <game> test`: runs a game's tests, which include the suite that every game must pass."""

import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from galaxytables_kit.game import AnyGame
from galaxytables_kit.installed import GROUP
from galaxytables_serving import StartError

_TESTS, _PROJECT = "tests", "pyproject.toml"


class TestsMissingError(StartError):
    """The game's tests, or pytest to run them, are not installed."""

    __test__ = False  # pytest takes what begins like this for a test


def package_folder(game: AnyGame) -> Path:
    """Return the folder of the package that holds a game's rules."""
    return Path(sys.modules[type(game).__module__].__file__ or "").resolve().parent


def own_tests(game: AnyGame) -> list[Path]:
    """Return the files and folders that hold a game's tests. Raises `TestsMissingError`."""
    package = package_folder(game)
    for folder in package.parents:
        found = list(_tests_in(folder, game.name))
        if found:
            return found
    raise TestsMissingError(f"{package} is installed without its tests: run them where its sources are.")


def _tests_in(folder: Path, game: str) -> Iterator[Path]:
    """Yield all tests of a game's own project, or its part of those of a project with many games."""
    tests, project = folder / _TESTS, folder / _PROJECT
    if not tests.is_dir() or not project.is_file():
        return
    declared = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {}).get("entry-points", {})
    if game in declared.get(GROUP, {}):
        yield tests
    elif (tests / game).is_dir():
        yield tests / game
        yield from sorted((tests / "contract").glob(f"test_{game}*.py"))


def test_command(game: AnyGame, arguments: list[str]) -> int:
    """Run a game's tests, passing the arguments to pytest. Returns the exit code; raises `TestsMissingError`."""
    if find_spec("pytest") is None:
        raise TestsMissingError("pytest is missing: pip install 'galaxytables-kit[testing]'")
    import pytest

    return int(pytest.main([*map(str, own_tests(game)), *arguments]))


test_command.__test__ = False  # type: ignore[attr-defined]  # as above
