"""Abuses a platform that runs, by every way there is to it."""

from collections.abc import Sequence
from pathlib import Path

import grpc
from google.protobuf.descriptor import MethodDescriptor

from bench.people import Person
from galaxy.lobby.v1 import tables_pb2
from galaxy.rules.v1 import rules_pb2
from galaxy_client import open_channel
from services.web.calls import public_calls
from tests.abuse.abuse import LOBBY, RULES, Tried, Way, abuse, memory, methods, over_grpc, path_of, through_gateway
from tests.abuse.extremes import HUGE_BYTES
from tests.e2e.running import RunningPlatform

MAX_KEPT_MB = 2.0
_TABLES = tables_pb2.DESCRIPTOR.services_by_name["TableService"].methods_by_name
_DESCRIBE = rules_pb2.DESCRIPTOR.services_by_name["RulesService"].methods_by_name["Describe"]
# A first round makes what is made once: pools, arenas, caches.
_ROUNDS = 2
_TRIES = 4


async def tried_on(platform: RunningPlatform, lobby: Sequence[MethodDescriptor] | None = None) -> Tried:
    """What came of abusing a platform, by all calls of the lobby or those given."""
    calls = methods(LOBBY) if lobby is None else list(lobby)
    unary = [each for each in calls if not each.client_streaming and path_of(each) in public_calls()]
    lobbies = [pid for pid in platform.pids("lobby") if _is_lobby(pid)]
    behind = [*lobbies, *platform.pids("web")]
    tried = Tried()
    async with open_channel(platform.lobby) as channel, open_channel(platform.rules("jump")) as rules:
        person = await Person.arrive(channel)
        token = person.token
        shown = (("authorization", f"Bearer {token}"),)
        ordinary = _TABLES["ListGames"]
        over = [
            (Way("gRPC", over_grpc(channel), lobbies), calls, 0),
            (Way("gRPC with a token", over_grpc(channel, shown), lobbies), calls, 0),
            (Way("gzip", over_grpc(channel, compression=grpc.Compression.Gzip), lobbies), calls, HUGE_BYTES // 2),
            (Way("gateway", through_gateway(platform.web), behind), unary, 0),
            (Way("gateway with a token", through_gateway(platform.web, token), behind), unary, 0),
            (Way("gzip to the gateway", through_gateway(platform.web, zipped=True), behind), unary, HUGE_BYTES // 2),
        ]
        for way, through, least in over:
            await abuse(way, through, ordinary, tried, least=least)
        if lobby is None:
            await abuse(Way("rules", over_grpc(rules), platform.pids("jump")), methods(RULES), _DESCRIBE, tried)
        worst = [way for way, _, _ in over]
        await _kept(worst, calls, unary, behind, tried)
    return tried


async def _kept(
    ways: Sequence[Way],
    calls: Sequence[MethodDescriptor],
    unary: Sequence[MethodDescriptor],
    pids: Sequence[int],
    tried: Tried,
) -> None:
    """How much is kept of a round of all calls, when there was one before; the least of some, as others work too."""
    kept = []
    for _ in range(_TRIES):
        for _ in range(_ROUNDS):
            once = Tried()
            async with memory(pids, once):
                for way in ways:
                    for method in unary if "gateway" in way.name else calls:
                        await way.send(method, bytes([10, 255, 255, 3]) + bytes(65_535))
        kept.append(once.kept_mb)
        if once.kept_mb <= MAX_KEPT_MB:
            break
    tried.kept_mb = min(kept)


def _is_lobby(pid: int) -> bool:
    return Path(f"/proc/{pid}/cmdline").read_bytes().rstrip(b"\0").endswith(b"services.lobby")
