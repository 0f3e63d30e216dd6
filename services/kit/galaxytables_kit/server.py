"""The command line of a game: a game's `__main__.py` calls `main(GAME)`."""

import gc
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog

from galaxytables.rules.v1 import rules_pb2, rules_pb2_grpc
from galaxytables_kit.calls import CACHED_GAMES, RulesCalls
from galaxytables_kit.errors import ComponentError
from galaxytables_kit.game import AnyGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.pack_check import report
from galaxytables_kit.service import RulesServicer
from galaxytables_serving import Process, Service, StartError, run_process, serve
from galaxytables_serving.caller_keys import CallerKeys, RulesKeys
from galaxytables_serving.command_line import GRPC_SETTINGS, command_line
from galaxytables_serving.settings import integer, paths, read_settings, variable

DOMAIN = "galaxytables.rules"
DEFAULT_LISTEN = "127.0.0.1:5101"

_AUTHORING = {
    "play": "play in this terminal, against bots",
    "dev": "serve the game on a small platform with the page, which follows what you change",
    "test": "run the tests of the game",
}

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class RulesSettings(RulesKeys):
    """The settings that every rules service has."""

    components: Sequence[Path] = variable(
        "GALAXYTABLES_COMPONENTS",
        paths,
        "component packs, parted as in PATH; each says which game it is for; the first serves new tables",
    )
    cached_games: int = variable(
        "GALAXYTABLES_CACHED_GAMES", integer(0, 1_000_000), "live games kept in memory", default=str(CACHED_GAMES)
    )


def main(game: AnyGame) -> None:
    """Run the command line: play or test the game, print its phases, check a pack or, by default, serve the game."""
    package = type(game).__module__.rpartition(".")[0]
    name, *arguments = sys.argv[1:] or [""]
    if name in _AUTHORING:
        raise SystemExit(_author(game, package, name, arguments))
    parser = command_line(package, f"The rules of {game.title}.", RulesSettings, *GRPC_SETTINGS)
    parser.set_defaults(run=partial(_run, game))
    commands = parser.add_subparsers(
        title="commands", description="Without one the rules are served (GALAXYTABLES_LISTEN)."
    )
    contents = commands.add_parser("contents", help="print the phases of the game, in order")
    contents.set_defaults(run=partial(_print_contents, game))
    check = commands.add_parser("check-pack", help="say what is missing or contradictory in a component pack")
    check.add_argument("file", type=Path, help="a pack: a JSON file, or a folder of JSON files")
    check.set_defaults(run=partial(_check_pack, game))
    for name, meaning in _AUTHORING.items():
        commands.add_parser(name, help=meaning, add_help=False)
    given = parser.parse_args()
    exit_code: int = given.run(given)
    raise SystemExit(exit_code)


def _author(game: AnyGame, package: str, name: str, arguments: list[str]) -> int:
    """Run a command for authors. They have their own arguments, and modules that a rules service does not need."""
    try:
        if name == "test":
            from galaxytables_kit.authoring.own_tests import test_command

            return test_command(game, arguments)
        if name == "dev":
            from galaxytables_kit.authoring.dev import dev_command

            return dev_command(game, arguments, f"python -m {package} dev")
        from galaxytables_kit.authoring.play import play_command

        return play_command(game, arguments, f"python -m {package} play")
    except StartError as error:
        print(error, file=sys.stderr)  # noqa: T201 - for the person at the terminal
        return 2


def _print_contents(game: AnyGame, _: Namespace) -> int:
    print(*game.contents.lines(), sep="\n")  # noqa: T201 - what it is asked for
    return 0


def _check_pack(game: AnyGame, given: Namespace) -> int:
    return report(game, given.file)


def _run(game: AnyGame, _: Namespace) -> int:
    """Serve a game on GALAXYTABLES_LISTEN until SIGTERM.

    For a wrong pack or a port in use, print one line on stderr and return exit code 2.
    """
    return run_process(game.name, partial(_serve, game))


async def _serve(game: AnyGame, process: Process) -> None:
    settings = read_settings(RulesSettings, process.variables)
    try:
        packs = load_packs(game, settings.components)
    except ComponentError as error:
        raise StartError(f"GALAXYTABLES_COMPONENTS: {error}") from error
    for digest in packs.digests:
        _log.info("components", game=game.name, pack=digest.hex(), default=digest == packs.default)
    gc.freeze()  # packs and modules stay for good, so the collector need not scan them again
    servicer = RulesServicer(RulesCalls(game, packs, settings.cached_games))
    service = Service(
        rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
        partial(rules_pb2_grpc.add_RulesServiceServicer_to_server, servicer),
    )
    keys = CallerKeys(settings.rules_keys) if settings.rules_keys else None
    await serve(process, [service], domain=DOMAIN, default_listen=DEFAULT_LISTEN, keys=keys)
