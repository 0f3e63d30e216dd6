"""Connections that say nothing, or too many: closed; calls beyond the bound: refused."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from galaxytables.lobby.v1 import bots_pb2, bots_pb2_grpc, players_pb2, players_pb2_grpc
from galaxytables_serving import Address, Limits, Server, open_channel, read_error
from galaxytables_serving.connections import ConnectionWatch
from galaxytables_serving.sources import Sources, read_networks
from tests.serving.servicers import Players, Streams, players_service, streams_services

# What a client of HTTP/2 begins with, and its settings.
PREFACE, SETTINGS = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\0\0\0\x04\0\0\0\0\0"
PATIENCE = 60.0


@asynccontextmanager
async def connections(port: int, count: int) -> AsyncIterator[list[asyncio.StreamReader]]:
    """Connections that stay, the oldest first."""
    opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(count)]
    try:
        for _, writer in opened:
            writer.write(PREFACE + SETTINGS)
        yield [reader for reader, _ in opened]
    finally:
        for _, writer in opened:
            writer.close()


async def until_closed(reader: asyncio.StreamReader) -> None:
    async with asyncio.timeout(60):
        with suppress(ConnectionError):
            while await reader.read(65_536):
                pass


@asynccontextmanager
async def listening(limits: Limits) -> AsyncIterator[int]:
    services = [players_service(Players()), *streams_services(Streams())]
    server = Server(services, domain="galaxytables.test", limits=limits)
    port = await server.start(Address("127.0.0.1", 0))
    try:
        yield port
    finally:
        await server.stop()


async def closed(port: int, said: bytes) -> bool:
    """Say something and wait; whether the server closes the connection before patience ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(said)
        async with asyncio.timeout(PATIENCE):
            while await reader.read(65_536):
                pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    finally:
        writer.close()
    return True


@pytest.mark.parametrize("said", [b"", PREFACE, PREFACE + SETTINGS], ids=["nothing", "preface", "settings"])
async def test_whoever_connects_and_asks_for_nothing_is_sent_away(said: bytes) -> None:
    async with listening(Limits(handshake=0.3, connection_idle=0.3, drain=0.2)) as port:
        assert await closed(port, said)


async def test_a_connection_whose_stream_is_open_stays_however_silent() -> None:
    async with (
        listening(Limits(connection_idle=0.3, drain=0.2, stream_linger=0.1)) as port,
        open_channel(f"127.0.0.1:{port}") as channel,
    ):
        stream = bots_pb2_grpc.BotServiceStub(channel).HostBots(bots_pb2.HostBotsRequest())
        await stream.read()
        await asyncio.sleep(1.0)
        assert not stream.done()
        stream.cancel()


async def test_more_connections_than_are_taken_are_closed_at_once_and_others_go_on() -> None:
    async with (
        listening(Limits(connections=3, drain=0.2)) as port,
        open_channel(f"127.0.0.1:{port}", shared=False) as channel,
    ):
        stub = players_pb2_grpc.PlayerServiceStub(channel)
        await stub.CreateGuest(players_pb2.CreateGuestRequest(name="ada"), timeout=PATIENCE)
        async with connections(port, 2) as held, asyncio.timeout(PATIENCE):
            for reader in held:
                assert await reader.read(1), "a connection within the bound is closed"
            assert await closed(port, PREFACE + SETTINGS)
            await stub.CreateGuest(players_pb2.CreateGuestRequest(name="ada"), timeout=PATIENCE)


async def test_more_calls_than_are_taken_are_refused_with_a_reason_until_one_ends() -> None:
    async with (
        listening(Limits(calls=2, drain=0.2, stream_linger=0.1)) as port,
        open_channel(f"127.0.0.1:{port}") as channel,
    ):
        stub = bots_pb2_grpc.BotServiceStub(channel)

        async def taken() -> bool:
            stream = stub.HostBots(bots_pb2.HostBotsRequest())
            try:
                await stream.read()
            except grpc.aio.AioRpcError:
                return False
            stream.cancel()
            return True

        streams = [stub.HostBots(bots_pb2.HostBotsRequest()) for _ in range(2)]
        for stream in streams:
            await stream.read()
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await stub.HostBots(bots_pb2.HostBotsRequest()).read()
        error = read_error(caught.value)
        assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_CALLS")
        assert (error.metadata, error.retry_after) == ({"most": "2"}, 1.0)
        health: Any = health_pb2_grpc.HealthStub(channel)  # its type knows no calls
        probe = await health.Check(health_pb2.HealthCheckRequest())
        assert probe.status == health_pb2.HealthCheckResponse.SERVING
        streams.pop().cancel()
        async with asyncio.timeout(PATIENCE):
            while not await taken():  # noqa: ASYNC110  # a client is not told when the server has room again
                await asyncio.sleep(0.02)
        for stream in streams:
            stream.cancel()


async def test_a_server_that_greets_late_is_waited_for() -> None:
    """As across continents, with TLS, or where a machine is busy."""
    async with listening(Limits(drain=0.2)) as port:

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await asyncio.sleep(0.6)
            its_reader, its_writer = await asyncio.open_connection("127.0.0.1", port)
            async with asyncio.TaskGroup() as group:
                group.create_task(carry(reader, its_writer))
                group.create_task(carry(its_reader, writer))

        far = await asyncio.start_server(connected, "127.0.0.1", 0)
        address = f"127.0.0.1:{far.sockets[0].getsockname()[1]}"
        async with far, open_channel(address, shared=False) as channel:
            stub = players_pb2_grpc.PlayerServiceStub(channel)
            await stub.CreateGuest(players_pb2.CreateGuestRequest(name="ada"), timeout=PATIENCE)


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while said := await reader.read(65_536):
        writer.write(said)
    writer.close()


async def test_an_address_has_so_many_connections_and_the_newest_are_closed() -> None:
    async with (
        listening(Limits(address_connections=5, drain=0.2)) as port,
        connections(port, 5) as allowed,
        connections(port, 3) as beyond,
    ):
        for reader in beyond:
            await until_closed(reader)
        assert not any(reader.at_eof() for reader in allowed)


@pytest.mark.parametrize("networks", ["proxies", "exempt"])
async def test_connections_of_trusted_proxies_and_the_operators_networks_are_not_counted(networks: str) -> None:
    limits: dict[str, Any] = {networks: read_networks("127.0.0.0/8")}
    async with listening(Limits(**limits, address_connections=2, drain=0.2)) as port, connections(port, 6):
        sources = Sources(limits.get("proxies", ()), limits.get("exempt", ()))
        assert ConnectionWatch([port], sources, max_of_address=2).look() == 0


async def test_connections_elsewhere_are_none_of_ours() -> None:
    async with listening(Limits(drain=0.2)) as port, connections(port, 4) as opened:
        await asyncio.sleep(0)
        sources = Sources((), ())
        assert ConnectionWatch([port + 1], sources, max_of_address=1).look() == 0
        async with asyncio.timeout(60):
            watch, shut = ConnectionWatch([port], sources, max_of_address=1), 0
            while shut < 3:  # gRPC accepts when it comes to it
                shut += await asyncio.to_thread(watch.look)
        for reader in opened[1:]:
            await until_closed(reader)
