"""Start, health, reflection and the graceful end."""

import asyncio
import socket
from typing import Any, cast

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from galaxytables.lobby.v1 import (
    bots_pb2,
    bots_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
)
from galaxytables_platform.ports import free_ports
from galaxytables_serving import Address, Limits, PortInUseError, Server, StartError, open_channel, read_error
from tests.serving.conftest import Running
from tests.serving.servicers import Players, players_service

# The stubs of grpc's own services have no types for asyncio.
Untyped = Any
NAME = "galaxytables.lobby.v1.PlayerService"


async def check(channel: grpc.aio.Channel, service: str) -> int:
    stub: Untyped = health_pb2_grpc.HealthStub(channel)
    answer = await stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=60)
    return int(answer.status)


async def test_health_answers_for_the_server_and_each_service(running: Running) -> None:
    for service in ("", NAME, "galaxytables.lobby.v1.PlayService"):
        assert await check(running.channel, service) == health_pb2.HealthCheckResponse.SERVING
    await running.server.set_serving(NAME, False)
    assert await check(running.channel, NAME) == health_pb2.HealthCheckResponse.NOT_SERVING
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await check(running.channel, "galaxytables.Nonsense")
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND


async def reflected(channel: grpc.aio.Channel) -> list[str]:
    stub: Untyped = reflection_pb2_grpc.ServerReflectionStub(cast("Any", channel))
    stream = stub.ServerReflectionInfo(timeout=60)
    await stream.write(reflection_pb2.ServerReflectionRequest(list_services=""))
    answer = await stream.read()
    await stream.done_writing()
    assert isinstance(answer, reflection_pb2.ServerReflectionResponse)
    return [service.name for service in answer.list_services_response.service]


async def test_health_lists_all_services(running: Running) -> None:
    listed: Untyped = running.channel.unary_unary("/grpc.health.v1.Health/List")
    messages: Untyped = health_pb2
    answer = messages.HealthListResponse.FromString(await listed(b"", timeout=60))
    statuses = {name: each.status for name, each in answer.statuses.items()}
    assert set(statuses.values()) == {health_pb2.HealthCheckResponse.SERVING}
    assert {"", NAME} <= set(statuses)


async def test_reflection_lists_the_services_where_it_is_asked_for() -> None:
    server = Server([players_service(Players())], domain="galaxytables.test", reflection=True)
    port = await server.start(Address("127.0.0.1", 0))
    async with open_channel(f"127.0.0.1:{port}") as channel:
        assert {NAME, "grpc.health.v1.Health"} <= set(await reflected(channel))
    await server.stop()


async def test_reflection_tells_nothing_unless_it_is_asked_for(running: Running) -> None:
    stub: Untyped = reflection_pb2_grpc.ServerReflectionStub(cast("Any", running.channel))
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await anext(aiter(stub.ServerReflectionInfo(timeout=60)))
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


async def test_a_drain_finishes_the_call_under_way_and_refuses_new_ones(running: Running) -> None:
    stub = players_pb2_grpc.PlayerServiceStub(running.channel)
    slow = asyncio.ensure_future(stub.CreateGuest(players_pb2.CreateGuestRequest(name="slow"), timeout=60))
    await running.players.entered.wait()
    health: Untyped = health_pb2_grpc.HealthStub(running.channel)
    statuses = aiter(health.Watch(health_pb2.HealthCheckRequest(), timeout=60))
    assert (await anext(statuses)).status == health_pb2.HealthCheckResponse.SERVING
    stopping = asyncio.create_task(running.server.stop())
    assert (await anext(statuses)).status == health_pb2.HealthCheckResponse.NOT_SERVING
    async with open_channel(f"127.0.0.1:{running.port}") as other:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await players_pb2_grpc.PlayerServiceStub(other).CreateGuest(
                players_pb2.CreateGuestRequest(name="Bo"),
                timeout=60,
            )
        # CANCELLED where the connection was still taken in the moment of the stop.
        assert caught.value.code() in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED}
    assert not slow.done()
    running.players.release.set()
    assert (await slow).player.name == "slow"
    await stopping


async def test_a_drain_ends_an_idle_stream_as_draining(running: Running) -> None:
    stream = bots_pb2_grpc.BotServiceStub(running.channel).HostBots(bots_pb2.HostBotsRequest(), timeout=60)
    messages = aiter(stream)
    assert (await anext(messages)).caught_up
    await running.server.stop()
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await anext(messages)
    error = read_error(caught.value)
    assert (error.code, error.reason, error.retry_after) == (grpc.StatusCode.UNAVAILABLE, "DRAINING", 1.0)
    assert running.streams.left.is_set()


async def test_a_drain_answers_what_a_stream_was_asked_and_ends_it_well(running: Running) -> None:
    stream = play_pb2_grpc.PlayServiceStub(running.channel).Play(timeout=60)
    for number in (6, 7):
        await stream.write(play_pb2.PlayRequest(id=number))
    answers = aiter(stream)
    assert (await anext(answers)).id == 6
    await running.streams.asked.wait()
    stopping = asyncio.create_task(running.server.stop())
    running.streams.release.set()
    assert (await anext(answers)).id == 7
    with pytest.raises(StopAsyncIteration):
        await anext(answers)
    assert await stream.code() is grpc.StatusCode.OK
    await stopping


async def test_a_call_that_never_ends_is_cancelled_after_the_drain() -> None:
    players = Players()
    server = Server([players_service(players)], domain="galaxytables.test", limits=Limits(drain=0.3))
    port = await server.start(Address("127.0.0.1", 0))
    async with open_channel(f"127.0.0.1:{port}") as channel:
        stub = players_pb2_grpc.PlayerServiceStub(channel)
        call = stub.CreateGuest(players_pb2.CreateGuestRequest(name="forever"), timeout=60)
        waiting = asyncio.ensure_future(call)
        await players.entered.wait()
        await server.stop()
        with pytest.raises(grpc.aio.AioRpcError):
            await waiting
    await players.cancelled.wait()


async def test_a_port_in_use_is_told_with_the_variable_to_change() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = Server([players_service(Players())], domain="galaxytables.test")
        with pytest.raises(PortInUseError, match=f"^Port {port} of 127.0.0.1 is in use; set GALAXYTABLES_LISTEN"):
            await server.start(Address("127.0.0.1", port))


async def test_an_address_that_is_not_ours_is_told_as_such() -> None:
    server = Server([players_service(Players())], domain="galaxytables.test")
    with pytest.raises(StartError, match=r"^Cannot listen on 192\.0\.2\.1:5100 \(GALAXYTABLES_LISTEN\)"):
        await server.start(Address("192.0.2.1", 5100))


async def test_a_server_listens_at_one_more_address_and_both_drain() -> None:
    limits = Limits(drain=0.3, reuse_port=True)
    server = Server([players_service(Players())], domain="galaxytables.test", limits=limits)
    first, second = free_ports(2)
    assert await server.start(Address("127.0.0.1", first), besides=Address("127.0.0.1", second)) == first
    for port in (first, second):
        async with open_channel(f"127.0.0.1:{port}") as channel:
            assert await check(channel, NAME) == health_pb2.HealthCheckResponse.SERVING
    await server.stop()
    for port in (first, second):
        with pytest.raises(OSError, match="Errno 111"):
            await asyncio.open_connection("127.0.0.1", port)


async def test_a_second_port_in_use_is_told_with_its_variable() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        server = Server([players_service(Players())], domain="galaxytables.test")
        with pytest.raises(PortInUseError, match="set GALAXYTABLES_HOME_LISTEN"):
            await server.start(Address("127.0.0.1", 0), besides=Address("127.0.0.1", taken.getsockname()[1]))


async def test_two_servers_share_a_port_only_if_told_so() -> None:
    shared = Limits(reuse_port=True)
    first = Server([players_service(Players())], domain="galaxytables.test", limits=shared)
    port = await first.start(Address("127.0.0.1", 0))
    second = Server([players_service(Players())], domain="galaxytables.test", limits=shared)
    assert await second.start(Address("127.0.0.1", port)) == port
    third = Server([players_service(Players())], domain="galaxytables.test")
    with pytest.raises(PortInUseError):
        await third.start(Address("127.0.0.1", port))
    await asyncio.gather(first.stop(), second.stop())


async def test_two_thousand_streams_opened_at_once_all_live(running: Running) -> None:
    stub = bots_pb2_grpc.BotServiceStub(running.channel)

    async def first_message() -> bool:
        stream = stub.HostBots(bots_pb2.HostBotsRequest(), timeout=100)
        message = await anext(aiter(stream))
        stream.cancel()
        return message.caught_up

    # Server and client share a loop here: while the client opens so many streams, nobody could greet it.
    await running.channel.channel_ready()
    assert all(await asyncio.gather(*(first_message() for _ in range(2_000))))
