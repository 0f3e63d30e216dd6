"""Checks what is installed: games, the page, and the store's program."""

import subprocess
from collections.abc import Mapping

from galaxytables_platform.doctor.findings import Finding, fine, problem, warning
from galaxytables_platform.layout import Web
from galaxytables_platform.redis_server import redis_executable
from galaxytables_platform.requirements import REMEDY, unmet_requirements
from galaxytables_serving import StartError

_SECONDS = 10.0


def check_packages() -> Finding:
    """Check that all packages are installed, in versions that fit each other."""
    unmet = sorted(unmet_requirements())
    if unmet:
        return problem("packages", f"{'; '.join(unmet)}; {REMEDY}")
    return fine("packages", "all fit")


def check_games(games: Mapping[str, str]) -> Finding:
    """Check that there is at least one game.

    `games` are the gRPC addresses of the rules services, by the name of the game.
    """
    if not games:
        return problem("games", "there are none: `pip install galaxytables` brings four.")
    return fine("games", ", ".join(games))


def check_page(web: Web) -> Finding:
    """Check that the page is in the folder where the gateway looks for it."""
    if not (web.page / "index.html").is_file():
        return warning(
            "page",
            f"{web.page} holds none: in a checkout `make web` builds it; else install `galaxytables-web` from a "
            "release. Terminals and programs can play without it.",
        )
    return fine("page", str(web.page))


def check_store_program() -> Finding:
    """Check that the Redis server that comes with the platform can be started."""
    try:
        command = [str(redis_executable()), "--version"]
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True, text=True)  # noqa: S603  # the wheel's
    except StartError as error:
        return problem("store", str(error))
    except (OSError, subprocess.SubprocessError) as error:
        return problem(
            "store",
            f"its program does not run on this machine ({type(error).__name__}): set GALAXYTABLES_REDIS_URL and "
            "GALAXYTABLES_BROKER_URL to a Redis or Valkey of yours.",
        )
    return fine("store", " ".join(done.stdout.split()[:3]))
