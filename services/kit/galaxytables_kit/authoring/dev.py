"""The command `python -m <game> dev`, which runs a game on a whole platform. The platform must be installed."""

from importlib import import_module

from galaxytables_kit.authoring.own_tests import package_folder
from galaxytables_kit.game import AnyGame
from galaxytables_serving import StartError


class PlatformMissingError(StartError):
    """The platform, which the command `dev` needs, is not installed."""


def dev_command(game: AnyGame, arguments: list[str], program: str) -> int:
    """Serve a game on a platform of this machine, with the page, until a signal stops it.

    Returns the exit code; raises `StartError`.
    """
    try:
        command = import_module("galaxytables_platform.dev.command")
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("galaxytables_platform"):
            raise
        raise PlatformMissingError("A platform is missing: pip install 'galaxytables[dev]'") from None
    package = type(game).__module__.rpartition(".")[0]
    code: int = command.dev_command(game.name, package, package_folder(game), arguments, program)
    return code
