"""A service that has keys hears those who show one, and tells anybody of its health."""

from collections.abc import AsyncIterator
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from galaxytables.lobby.v1 import bots_pb2, bots_pb2_grpc, players_pb2, players_pb2_grpc
from galaxytables_serving import Address, Limits, Server, SettingError, open_channel, read_error
from galaxytables_serving.caller_keys import CallerKeys, Metadata, RulesKeys, shown
from galaxytables_serving.settings import read_settings
from tests.serving.servicers import Players, Streams, players_service, streams_services

SECONDS = 60
OLD, NEW, OTHER = ("abc"[each] * 32 for each in range(3))


@pytest.fixture
async def channel() -> AsyncIterator[grpc.aio.Channel]:
    services = [players_service(Players()), *streams_services(Streams())]
    limits = Limits(drain=0.5, stream_linger=0.1)
    server = Server(services, domain="galaxytables.test", limits=limits, keys=CallerKeys((NEW, OLD)))
    port = await server.start(Address("127.0.0.1", 0))
    async with open_channel(f"127.0.0.1:{port}") as opened:
        yield opened
    await server.stop()


async def greeted(channel: grpc.aio.Channel, metadata: Metadata) -> str:
    request = players_pb2.CreateGuestRequest(name="Ada")
    stub = players_pb2_grpc.PlayerServiceStub(channel)
    return (await stub.CreateGuest(request, metadata=metadata, timeout=SECONDS)).player.name


async def test_each_of_its_keys_is_taken_so_that_they_can_be_replaced(channel: grpc.aio.Channel) -> None:
    for keys in ((OLD, NEW), (NEW, OLD), (NEW,)):
        assert await greeted(channel, shown(keys)) == "Ada"


@pytest.mark.parametrize(
    "metadata",
    [(), shown((OTHER,)), shown((NEW[:-1],)), shown((NEW + NEW,)), (("authorization", NEW),), (("key", NEW),)],
)
async def test_whoever_shows_none_is_told_so_and_not_heard(channel: grpc.aio.Channel, metadata: Metadata) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await greeted(channel, metadata)
    error = read_error(caught.value)
    assert (error.code, error.reason) == (grpc.StatusCode.UNAUTHENTICATED, "UNKNOWN_CALLER")
    stream = bots_pb2_grpc.BotServiceStub(channel).HostBots(
        bots_pb2.HostBotsRequest(), metadata=metadata, timeout=SECONDS
    )
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await anext(aiter(stream))
    assert read_error(caught.value).reason == "UNKNOWN_CALLER"


async def test_anybody_is_told_of_its_health(channel: grpc.aio.Channel) -> None:
    stub: Any = health_pb2_grpc.HealthStub(channel)
    answer = await stub.Check(health_pb2.HealthCheckRequest(), timeout=SECONDS)
    assert answer.status == health_pb2.HealthCheckResponse.SERVING
    assert (await anext(aiter(stub.Watch(health_pb2.HealthCheckRequest(), timeout=SECONDS)))).status == answer.status


def test_a_key_that_can_be_guessed_is_refused_and_not_quoted() -> None:
    assert read_settings(RulesKeys, {}).rules_keys == ()
    assert read_settings(RulesKeys, {"GALAXYTABLES_RULES_KEYS": f"{NEW}, {OLD}"}).rules_keys == (NEW, OLD)
    for wrong in (f"{NEW},short", f"{NEW},", "ü" * 40):
        with pytest.raises(SettingError) as caught:
            read_settings(RulesKeys, {"GALAXYTABLES_RULES_KEYS": wrong})
        assert wrong not in str(caught.value)
