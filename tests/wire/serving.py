"""Rules services of the kit's sample game over real gRPC, also such that answer some calls wrongly."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from google.protobuf.message import Message

from galaxytables.rules.v1 import rules_pb2, rules_pb2_grpc
from galaxytables_contract.rules import RulesAt
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.game import Game
from galaxytables_kit.pack import load_packs
from galaxytables_kit.server import DOMAIN
from galaxytables_kit.service import RulesServicer
from galaxytables_serving import Address, Limits, Server, Service
from tests.kit.sample_game import AUCTION

REACH_SECONDS = 60.0

Hook = Callable[[Callable[[Any], Any], Any], Message]
"""Answers a call in place of the honest one, which it is given with the request."""

HONEST: Mapping[str, Hook] = {}


@contextmanager
def served(game: Game[Any, Any, Any] = AUCTION, hooks: Mapping[str, Hook] = HONEST) -> Iterator[RulesAt]:
    """Serve a game, with these calls (`apply`, `view`, ...) answered otherwise."""
    calls = RulesCalls(game, load_packs(game))
    for name, hook in hooks.items():
        setattr(calls, name, partial(hook, getattr(calls, name)))
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        server, port = asyncio.run_coroutine_threadsafe(_start(calls), loop).result(REACH_SECONDS)
        with RulesAt(f"127.0.0.1:{port}") as rules:
            rules.reach(REACH_SECONDS)
            yield rules
        asyncio.run_coroutine_threadsafe(server.stop(), loop).result(REACH_SECONDS)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _start(calls: RulesCalls) -> tuple[Server, int]:
    service = Service(
        rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
        partial(rules_pb2_grpc.add_RulesServiceServicer_to_server, RulesServicer(calls)),
    )
    server = Server([service], domain=DOMAIN, limits=Limits())
    return server, await server.start(Address("127.0.0.1", 0))
