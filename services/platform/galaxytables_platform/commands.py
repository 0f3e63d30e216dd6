"""The subcommands of `galaxytables`: each by its name, with a line of help.

Each command imports the modules that it needs, so that the others start quickly. Modules of other packages are named
as texts: this package depends on no client and no service.
"""

import os
import platform
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from galaxytables_platform.games import package_of, served_games, working_folder
from galaxytables_serving import StartError

PROGRAM = "galaxytables"


@dataclass(frozen=True)
class Command:
    """A subcommand. Its function takes the arguments after the name and returns the exit code. Raises `StartError`."""

    run: Callable[[list[str]], int]
    meaning: str


def _run(arguments: list[str]) -> int:
    from galaxytables_platform.run import run_command

    return run_command(arguments)


def _demo(arguments: list[str]) -> int:
    from galaxytables_platform.demo.command import demo_command

    return demo_command(arguments)


def _doctor(arguments: list[str]) -> int:
    from galaxytables_platform.doctor.command import doctor_command

    return doctor_command(arguments)


def _bundle(arguments: list[str]) -> int:
    from galaxytables_platform.bundle import bundle_command

    return bundle_command(arguments)


def _bench(arguments: list[str]) -> int:
    from galaxytables_platform.bench import bench_command

    return bench_command(arguments)


def _play(arguments: list[str]) -> int:
    code: int = import_module("galaxytables_terminal.__main__").main(arguments)
    return code


def _verify(arguments: list[str]) -> int:
    code: int = import_module("galaxytables_verify.__main__").main(os.environ, arguments)
    return code


def _contract(arguments: list[str]) -> int:
    code: int = import_module("galaxytables_contract.__main__").main(arguments, program=f"{PROGRAM} contract")
    return code


def _admin(arguments: list[str]) -> int:
    code: int = import_module("galaxytables_lobby.admin.__main__").main(arguments, program=f"{PROGRAM} admin")
    return code


def _check_pack(arguments: list[str]) -> int:
    """Let the game check the pack, in a process of its own."""
    parser = ArgumentParser(prog=f"{PROGRAM} check-pack", description="What is missing or wrong in a component pack.")
    parser.add_argument("game", help=f"the game that the pack is for: {', '.join(served_games())}")
    parser.add_argument("file", type=Path, help="the pack: a JSON file, or a folder of JSON files")
    given = parser.parse_args(arguments)
    package = package_of(given.game)
    if package is None:
        raise StartError(f"There is no game {given.game!r}; there are {', '.join(served_games())}.")
    command = [sys.executable, "-m", package, "check-pack", str(given.file.resolve())]
    return subprocess.run(command, cwd=working_folder(), check=False).returncode  # noqa: S603  # a game of the operator


def _new_game(arguments: list[str]) -> int:
    module = import_module("galaxytables_kit.authoring.new_game")
    code: int = module.main(arguments, program=f"{PROGRAM} new-game")
    return code


COMMANDS: Mapping[str, Command] = {
    "run": Command(_run, "keep a platform up on this machine"),
    "play": Command(_play, "play in the terminal"),
    "demo": Command(_demo, "let bots play tables, and verify their records"),
    "verify": Command(_verify, "prove that a finished game was fair"),
    "contract": Command(_contract, "inspect a rules service in any language"),
    "admin": Command(_admin, "operate a platform by hand: tables, players, sanctions"),
    "new-game": Command(_new_game, "make a package with a small game, to be changed into yours"),
    "check-pack": Command(_check_pack, "say what is missing or wrong in a component pack"),
    "bench": Command(_bench, "measure what this machine can do"),
    "doctor": Command(_doctor, "say what is wrong with this set-up, and what to do"),
    "bundle": Command(_bundle, "write what a supporter needs to know into a file, without secrets"),
}


def help_lines() -> Iterator[str]:
    """Yield the lines of `galaxytables --help`."""
    yield f"usage: {PROGRAM} COMMAND [ARGUMENT ...]"
    yield ""
    yield f"Galaxy Tables {version(PROGRAM)}."
    yield ""
    width = max(map(len, COMMANDS))
    for name, command in COMMANDS.items():
        yield f"  {name:<{width}}  {command.meaning}"
    yield ""
    yield f"{PROGRAM} COMMAND --help says more of each, {PROGRAM} --version which version this is."


def version_line() -> str:
    """Return what `galaxytables --version` prints: the release, and the Python that runs it."""
    return f"{PROGRAM} {version(PROGRAM)} (Python {platform.python_version()})"


def unknown_command(name: str) -> StartError:
    """Return the error for a command that does not exist; it names one that is spelled alike."""
    (meant,) = get_close_matches(name, COMMANDS, n=1) or [""]
    hint = f"did you mean {meant}?" if meant else f"there are {', '.join(COMMANDS)}."
    return StartError(f"{PROGRAM}: there is no command {name!r}; {hint}")
