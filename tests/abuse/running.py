"""Abuses a platform that runs, by every way there is to it."""

from collections.abc import Callable, Sequence
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
from galaxytables_web.events import STREAMS
from tests.abuse.abuse import (
    ADMIN,
    LOBBY,
    RULES,
    Metadata,
    Ordinary,
    Tried,
    Way,
    abuse,
    is_beyond_bounds,
    memory,
    methods,
    over_grpc,
    path_of,
    through_events,
    through_gateway,
)
from tests.abuse.extremes import HUGE_BYTES, extremes
from tests.abuse.pages import abuse_pages
from tests.abuse.sandboxes import abuse_sandboxes
from tests.e2e.running import RunningPlatform

MAX_KEPT_MB = 2.0
_OPERATOR_KEY = "an-operator-who-abuses-the-admin-service"
_TABLES = tables_pb2.DESCRIPTOR.services_by_name["TableService"].methods_by_name
_RULES = rules_pb2.DESCRIPTOR.services_by_name["RulesService"].methods_by_name
_LISTENING = _TABLES["WatchMyTables"]
_ACTS = admin_pb2.DESCRIPTOR.services_by_name["AdminService"].methods_by_name["ListActs"]
# Calls that take so much are asked about whole games, which is what they cost ordinarily.
_GAME_BYTES = 1024 * 1024
_GAMES = Path(__file__).parents[1] / "jump" / "golden"
# A first round makes what is made once: pools, arenas, caches.
_ROUNDS = 2
_TRIES = 4
# What is kept of so many calls, or of one of each if there are more, stands out from what comes and goes by itself.
_MIN_CALLS = 400

# A way, the calls that go there, and the bytes that a request must have to be worth it.
_Attack: TypeAlias = tuple[Way, Sequence[MethodDescriptor], int]


def operated_platform(folder: Path) -> RunningPlatform:
    """A platform with an admin service, not started yet."""
    return RunningPlatform(folder, GALAXYTABLES_ADMIN_KEYS=f"olga:{_OPERATOR_KEY}")


async def tried_on(
    platform: RunningPlatform,
    lobby: Sequence[MethodDescriptor] | None = None,
    on_progress: Callable[[str], None] = lambda _: None,
) -> Tried:
    """What came of abusing a platform, by all calls or those of the lobby that are given."""
    calls = methods(*LOBBY) if lobby is None else list(lobby)
    unary = [each for each in calls if not each.client_streaming and path_of(each) in public_calls()]
    lobbies = [pid for pid in platform.pids("lobby") if _is_lobby(pid)]
    behind = [*lobbies, *platform.pids("web")]
    tried = Tried()
    async with (
        open_channel(platform.lobby) as channel,
        open_channel(platform.rules("jump")) as rules,
        open_channel(platform.admin) as admin,
    ):
        person = await Person.arrive(channel)
        token = person.token
        shown, ordinary = _bearer(token), Ordinary(_TABLES["ListGames"])
        compressed = over_grpc(channel, compression=grpc.Compression.Gzip)
        zipped = through_gateway(platform.web, zipped=True)
        attacks: list[_Attack] = [
            (Way("gRPC", over_grpc(channel), lobbies, ordinary), calls, 0),
            (Way("gRPC with a token", over_grpc(channel, shown), lobbies, ordinary), calls, 0),
            (Way("gzip", compressed, lobbies, ordinary), calls, HUGE_BYTES // 2),
            (Way("gateway", through_gateway(platform.web), behind, ordinary), unary, 0),
            (Way("gateway with a token", through_gateway(platform.web, token), behind, ordinary), unary, 0),
            (Way("gzip to the gateway", zipped, behind, ordinary), unary, HUGE_BYTES // 2),
        ]
        if lobby is None:
            operated, acts = platform.pids("admin"), Ordinary(_ACTS)
            as_operator = over_grpc(admin, _bearer(_OPERATOR_KEY))
            jump, send = platform.pids("jump"), over_grpc(rules)
            listened = [each for each in unary if each.name in STREAMS]
            listener = through_events(platform.web, token)
            of_games = [each for each in methods(*RULES) if max_size(each.input_type) >= _GAME_BYTES]
            others = [each for each in methods(*RULES) if each not in of_games]
            attacks += [
                (Way("events", through_events(platform.web), behind, Ordinary(_LISTENING)), listened, 0),
                (Way("events with a token", listener, behind, Ordinary(_LISTENING)), listened, 0),
                (Way("rules", send, jump, Ordinary(_RULES["Describe"])), others, 0),
                (Way("rules of whole games", send, jump, Ordinary(_RULES["Replay"], _game())), of_games, 0),
                (Way("admin", over_grpc(admin), operated, acts), methods(*ADMIN), 0),
                (Way("admin with a secret", as_operator, operated, acts), methods(*ADMIN), 0),
            ]
        for way, through, least in attacks:
            on_progress(f"{tried.calls} calls tried, next {len(through)} by {way.name}")
            await abuse(way, through, tried, least=least)
        on_progress(f"{tried.calls} calls tried, next the pages, then what is kept of it all")
        await abuse_pages(platform.web, platform.pids("web"), tried)
        if lobby is None:
            await abuse_sandboxes(platform.lobby, [*lobbies, *platform.pids("jump")], tried)
        await _kept(attacks, tried)
    return tried


async def _kept(attacks: Sequence[_Attack], tried: Tried) -> None:
    """How much is kept of a round of all calls, when there was one before; the least of some, as others work too."""
    pids = sorted({pid for way, *_ in attacks for pid in way.pids})
    refused = {method.full_name: _refused(method) for _, calls, _ in attacks for method in calls}
    times = max(1, _MIN_CALLS // sum(len(calls) for _, calls, _ in attacks))
    kept = []
    for _ in range(_TRIES):
        for _ in range(_ROUNDS):
            once = Tried()
            async with memory(pids, once):
                for way, calls, *_ in attacks:
                    for method in calls:
                        for request in refused[method.full_name] * times:
                            await way.send(method, request)
        kept.append(once.kept_mb)
        if once.kept_mb <= MAX_KEPT_MB:
            break
    tried.kept_mb = min(kept)


def _refused(method: MethodDescriptor) -> list[bytes]:
    """One request that is too large to be decoded, and the largest that is refused after that."""
    size = max_size(method.input_type)
    decoded = [each.request for each in extremes(method) if len(each.request) <= size]
    beyond = sorted((each for each in decoded if is_beyond_bounds(method, each)), key=len)
    return [bytes([10, 255, 255, 3]) + bytes(65_535), *beyond[-1:]]


def _game() -> bytes:
    """A request to play a whole game again, one with all its seats."""
    [*_, record] = sorted(_GAMES.glob("*.binpb"))
    return rules_pb2.ReplayRequest(record=game_pb2.Record.FromString(record.read_bytes())).SerializeToString()


def _bearer(token: str) -> Metadata:
    return (("authorization", f"Bearer {token}"),)


def _is_lobby(pid: int) -> bool:
    return Path(f"/proc/{pid}/cmdline").read_bytes().rstrip(b"\0").endswith(b"galaxytables_lobby")
