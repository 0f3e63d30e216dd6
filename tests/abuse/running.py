"""Abuses a platform that runs, by every way there is to it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import grpc
from google.protobuf.descriptor import MethodDescriptor

from bench.people import Person
from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client import open_channel
from galaxytables_serving.bounds import max_size
from galaxytables_web.calls import public_calls
from tests.abuse.abuse import (
    ADMIN,
    AS_ORDINARY,
    LOBBY,
    RULES,
    Metadata,
    Ordinary,
    Tried,
    Way,
    abuse,
    memory,
    methods,
    over_grpc,
    path_of,
    through_gateway,
)
from tests.abuse.extremes import HUGE_BYTES
from tests.e2e.running import RunningPlatform

MAX_KEPT_MB = 2.0
_OPERATOR_KEY = "an-operator-who-abuses-the-admin-service"
_TABLES = tables_pb2.DESCRIPTOR.services_by_name["TableService"].methods_by_name
_RULES = rules_pb2.DESCRIPTOR.services_by_name["RulesService"].methods_by_name
_ACTS = admin_pb2.DESCRIPTOR.services_by_name["AdminService"].methods_by_name["ListActs"]
# Calls that take so much are asked about whole games, which is what they cost ordinarily.
_GAME_BYTES = 1024 * 1024
_GAMES = Path(__file__).parents[1] / "jump" / "golden"
# A first round makes what is made once: pools, arenas, caches.
_ROUNDS = 2
_TRIES = 4

# A way, the calls that go there, an ordinary one of them, and the bytes that a request must have to be worth it.
_Attack: TypeAlias = tuple[Way, Sequence[MethodDescriptor], Ordinary, int]


def operated_platform(folder: Path) -> RunningPlatform:
    """A platform with an admin service, not started yet."""
    return RunningPlatform(folder, GALAXYTABLES_ADMIN_KEYS=f"olga:{_OPERATOR_KEY}")


async def tried_on(
    platform: RunningPlatform, lobby: Sequence[MethodDescriptor] | None = None, *, margin: int = AS_ORDINARY
) -> Tried:
    """What came of abusing a platform, by all calls or those of the lobby that are given."""
    calls = methods(*LOBBY) if lobby is None else list(lobby)
    unary = [each for each in calls if not each.client_streaming and path_of(each) in public_calls()]
    lobbies = [pid for pid in platform.pids("lobby") if _is_lobby(pid)]
    behind = [*lobbies, *platform.pids("web")]
    tried = Tried(margin)
    async with (
        open_channel(platform.lobby) as channel,
        open_channel(platform.rules("jump")) as rules,
        open_channel(platform.admin) as admin,
    ):
        person = await Person.arrive(channel)
        token = person.token
        shown, ordinary = _bearer(token), Ordinary(_TABLES["ListGames"])
        compressed = over_grpc(channel, compression=grpc.Compression.Gzip)
        attacks: list[_Attack] = [
            (Way("gRPC", over_grpc(channel), lobbies), calls, ordinary, 0),
            (Way("gRPC with a token", over_grpc(channel, shown), lobbies), calls, ordinary, 0),
            (Way("gzip", compressed, lobbies), calls, ordinary, HUGE_BYTES // 2),
            (Way("gateway", through_gateway(platform.web), behind), unary, ordinary, 0),
            (Way("gateway with a token", through_gateway(platform.web, token), behind), unary, ordinary, 0),
            (
                Way("gzip to the gateway", through_gateway(platform.web, zipped=True), behind),
                unary,
                ordinary,
                HUGE_BYTES // 2,
            ),
        ]
        if lobby is None:
            operated = platform.pids("admin")
            as_operator = over_grpc(admin, _bearer(_OPERATOR_KEY))
            jump = platform.pids("jump")
            of_games = [each for each in methods(*RULES) if max_size(each.input_type) >= _GAME_BYTES]
            others = [each for each in methods(*RULES) if each not in of_games]
            attacks += [
                (Way("rules", over_grpc(rules), jump), others, Ordinary(_RULES["Describe"]), 0),
                (Way("rules of whole games", over_grpc(rules), jump), of_games, Ordinary(_RULES["Replay"], _game()), 0),
                (Way("admin", over_grpc(admin), operated), methods(*ADMIN), Ordinary(_ACTS), 0),
                (Way("admin with a secret", as_operator, operated), methods(*ADMIN), Ordinary(_ACTS), 0),
            ]
        for way, through, usual, least in attacks:
            await abuse(way, through, usual, tried, least=least)
        await _kept(attacks, tried)
    return tried


async def _kept(attacks: Sequence[_Attack], tried: Tried) -> None:
    """How much is kept of a round of all calls, when there was one before; the least of some, as others work too."""
    pids = sorted({pid for way, *_ in attacks for pid in way.pids})
    kept = []
    for _ in range(_TRIES):
        for _ in range(_ROUNDS):
            once = Tried()
            async with memory(pids, once):
                for way, calls, *_ in attacks:
                    for method in calls:
                        await way.send(method, bytes([10, 255, 255, 3]) + bytes(65_535))
        kept.append(once.kept_mb)
        if once.kept_mb <= MAX_KEPT_MB:
            break
    tried.kept_mb = min(kept)


def _game() -> bytes:
    """A request to play a whole game again."""
    [record, *_] = sorted(_GAMES.glob("*.binpb"))
    return rules_pb2.ReplayRequest(record=game_pb2.Record.FromString(record.read_bytes())).SerializeToString()


def _bearer(token: str) -> Metadata:
    return (("authorization", f"Bearer {token}"),)


def _is_lobby(pid: int) -> bool:
    return Path(f"/proc/{pid}/cmdline").read_bytes().rstrip(b"\0").endswith(b"galaxytables_lobby")
