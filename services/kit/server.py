"""Starts a rules service: `main(GAME)` is all that a game's `__main__.py` says."""

import gc
from functools import partial
from typing import Any

import structlog

from galaxy.rules.v1 import rules_pb2, rules_pb2_grpc
from services.kit.calls import CACHED_GAMES, RulesCalls
from services.kit.errors import ComponentError
from services.kit.game import Game
from services.kit.pack import load_shelf, replacement_paths
from services.kit.service import RulesServicer
from services.serving import Process, Service, StartError, run_process, serve

DOMAIN = "galaxy.rules"
DEFAULT_LISTEN = "127.0.0.1:5101"

_log = structlog.get_logger(__name__)


def main(game: Game[Any, Any, Any]) -> None:
    """Serve a game on GALAXY_LISTEN until SIGTERM.

    `GALAXY_COMPONENTS` lists component packs (see pack.py); `GALAXY_CACHED_GAMES` bounds the cache of live games.
    A pack that is wrong, or a port in use, is one line on stderr and exit code 2.
    """
    raise SystemExit(run_process(game.name, partial(_serve, game)))


async def _serve(game: Game[Any, Any, Any], process: Process) -> None:
    environment = process.environment
    try:
        shelf = load_shelf(game, replacement_paths(environment.text("GALAXY_COMPONENTS", "")))
    except ComponentError as error:
        raise StartError(f"GALAXY_COMPONENTS: {error}") from error
    cached = environment.integer("GALAXY_CACHED_GAMES", CACHED_GAMES, least=0, most=1_000_000)
    for digest in shelf.digests:
        _log.info("components", game=game.name, pack=digest.hex(), default=digest == shelf.default)
    gc.freeze()  # packs and modules stay for good: the collector need not walk them again and again
    servicer = RulesServicer(RulesCalls(game, shelf, cached))
    service = Service(
        rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
        partial(rules_pb2_grpc.add_RulesServiceServicer_to_server, servicer),
    )
    await serve(process, [service], domain=DOMAIN, default_listen=DEFAULT_LISTEN)
