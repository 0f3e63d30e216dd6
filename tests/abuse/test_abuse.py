"""No call costs its server much more than an ordinary one, however it is made, and nothing of it is kept.

All calls: `python -m tests.abuse`. Here are those that once did: a million picks kept 69 MB, 300,000 options held a
lobby for seconds, so did four million states and four megabytes of marks, and a tunnel's ends were not bounded.
"""

import pytest

from bench.people import Person
from galaxytables.lobby.v1 import play_pb2, players_pb2, tables_pb2
from galaxytables.tunnel.v1 import tunnel_pb2
from galaxytables_client import open_channel
from galaxytables_web.events import STREAMS
from tests.abuse.abuse import ADMIN, LOBBY, RULES, Ordinary, Tried, Way, abuse, methods, through_events
from tests.abuse.extremes import HUGE_BYTES, extremes
from tests.abuse.running import MAX_KEPT_MB, tried_on
from tests.abuse.sandboxes import abuse_sandboxes
from tests.e2e.running import RunningPlatform
from tools.reference.requests import services

HEALTH = "grpc.health.v1.Health"

ONCE = [
    play_pb2.DESCRIPTOR.services_by_name["PlayService"].methods_by_name["SubmitChoice"],
    play_pb2.DESCRIPTOR.services_by_name["PlayService"].methods_by_name["SendMessage"],
    tables_pb2.DESCRIPTOR.services_by_name["TableService"].methods_by_name["CheckOptions"],
    tables_pb2.DESCRIPTOR.services_by_name["TableService"].methods_by_name["CreateTable"],
    tables_pb2.DESCRIPTOR.services_by_name["TableService"].methods_by_name["ListTables"],
    players_pb2.DESCRIPTOR.services_by_name["PlayerService"].methods_by_name["CreateGuest"],
    tunnel_pb2.DESCRIPTOR.services_by_name["TunnelService"].methods_by_name["Carry"],
]


@pytest.mark.e2e
@pytest.mark.release
async def test_calls_that_once_cost_much_cost_little(platform: RunningPlatform) -> None:
    tried = await tried_on(platform, ONCE)
    assert not tried.faults, "\n".join(tried.lines())
    assert tried.kept_mb <= MAX_KEPT_MB, "\n".join(tried.lines())


@pytest.mark.e2e
async def test_sandboxes_and_listeners_to_events_cost_little(platform: RunningPlatform) -> None:
    tried = Tried()
    lobbies, gateway = platform.pids("lobby"), platform.pids("web")
    await abuse_sandboxes(platform.lobby, [*lobbies, *platform.pids("jump")], tried)
    listening = [each for each in methods(*LOBBY) if each.name in STREAMS]
    assert len(listening) == len(STREAMS)
    async with open_channel(platform.lobby) as channel:
        token = (await Person.arrive(channel)).token
    send = through_events(platform.web, token)
    way = Way("events with a token", send, [*lobbies, *gateway], Ordinary(listening[-1]))
    assert await send(way.ordinary.method, b"") == "200"
    await abuse(way, listening, tried)
    assert tried.calls > 60
    assert not tried.faults, "\n".join(tried.lines())


def test_every_call_of_every_service_has_its_extremes() -> None:
    calls = methods(*LOBBY, *RULES, *ADMIN)
    assert {each.containing_service.full_name for each in calls} == {each.full_name for each in services()} | {HEALTH}
    for method in calls:
        assert any(len(each.request) >= HUGE_BYTES for each in extremes(method)), method.full_name
