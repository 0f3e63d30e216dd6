"""Streams: how they end, and what they may cost."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest
from connectrpc.method import StreamType
from prometheus_client import REGISTRY

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables_lobby.metrics import WATCHERS
from galaxytables_serving import Limits
from galaxytables_serving.sources import read_networks
from galaxytables_serving.tunnel import _Tunnel
from galaxytables_web.ends import Context, Ends
from galaxytables_web.lobby import Lobby, Streams
from galaxytables_web.metrics import CUT_OFF
from galaxytables_web.tunnel import CallerMetadata, ProxiedCall
from tests.lobby.house import Guest, House, eventually
from tests.web.flood import NUMBER_BYTES, PLAY, Flood, watch_request
from tests.web.gateway import HOST, NO_HOMES, Browser, RunningGateway, open_gateway
from tests.web.protocols import CONNECT, CONNECT_JSON, GRPC_WEB, PROTOCOLS, Protocol, Stream, call, calling

TABLES = "/galaxytables.lobby.v1.TableService"


def watchers(of: str = "table") -> float:
    return float(WATCHERS.labels(of)._value.get())


@asynccontextmanager
async def watching(
    gateway: RunningGateway, table: str, guest: Guest, protocol: Protocol = CONNECT, **headers: str
) -> AsyncIterator[tuple[Browser, Stream]]:
    """Somebody who watches a table and has seen the first update."""
    request = play_pb2.WatchTableRequest(table_id=table, from_event=1)
    browser = gateway.browser()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with calling(
        browser,
        protocol,
        f"{PLAY}/WatchTable",
        request,
        play_pb2.WatchTableResponse,
        token=guest.token,
        headers=named,
    ) as stream:
        first: Any = await stream.next()
        assert first is not None, stream.told
        assert first.update.table_id == table
        yield browser, stream


@pytest.mark.parametrize("protocol", [CONNECT, CONNECT_JSON, GRPC_WEB], ids=lambda each: each.name)
async def test_a_browser_that_goes_away_ends_its_call_at_the_lobby(
    house: House, gateway: RunningGateway, protocol: Protocol
) -> None:
    table, (ada, _) = await house.started()
    before = watchers()
    async with watching(gateway, table, ada, protocol) as (browser, _):
        assert watchers() == before + 1
        browser.leave()
        await eventually(lambda: watchers() == before)


async def test_a_browser_that_goes_away_ends_an_unary_call_too(
    house: House, gateway: RunningGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered, left = asyncio.Event(), asyncio.Event()

    async def forever(*_: object) -> None:
        entered.set()
        try:
            await asyncio.Event().wait()
        finally:
            left.set()

    guest = await house.guest()
    table = await guest.create()
    monkeypatch.setattr(house.lobbies[0].tables, "load", forever)
    browser = gateway.browser()
    body = tables_pb2.GetTableRequest(table_id=table.id).SerializeToString()
    headers = {"content-type": "application/proto", "authorization": f"Bearer {guest.token}"}
    await browser.send("POST", f"{TABLES}/GetTable", headers, body)
    async with asyncio.timeout(60):
        await entered.wait()
        browser.leave()
        await left.wait()


@pytest.mark.parametrize(("header", "value"), [("connect_timeout_ms", "400"), ("grpc_timeout", "400m")])
async def test_a_stream_ends_at_the_deadline_of_its_caller(
    house: House, gateway: RunningGateway, header: str, value: str
) -> None:
    table, (ada, _) = await house.started()
    protocol = GRPC_WEB if header.startswith("grpc") else CONNECT
    before = watchers()
    request = play_pb2.WatchTableRequest(table_id=table, from_event=1)
    async with calling(
        gateway.browser(),
        protocol,
        f"{PLAY}/WatchTable",
        request,
        play_pb2.WatchTableResponse,
        token=ada.token,
        headers={header.replace("_", "-"): value},
    ) as stream:
        while await stream.next() is not None:  # what was told in time
            pass
        assert stream.told is not None
        assert stream.told.code in {"deadline_exceeded", "4"}
    await eventually(lambda: watchers() == before)


async def test_a_call_ends_at_the_deadline_of_its_caller_or_of_the_gateway(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def forever(*_: object) -> None:
        await asyncio.Event().wait()

    guest = await house.guest()
    table = await guest.create()
    monkeypatch.setattr(house.lobbies[0].tables, "load", forever)
    request = tables_pb2.GetTableRequest(table_id=table.id)
    async with open_gateway(house.addresses[0], deadline=0.3) as gateway:
        for headers in ({}, {"connect-timeout-ms": "200"}, {"connect-timeout-ms": "9999999999"}):
            _, told = await call(
                gateway.browser(),
                CONNECT,
                f"{TABLES}/GetTable",
                request,
                tables_pb2.GetTableResponse,
                token=guest.token,
                headers=headers,
            )
            assert told is not None
            assert told.code == "deadline_exceeded"


@pytest.mark.parametrize("protocol", [CONNECT, GRPC_WEB], ids=lambda each: each.name)
async def test_a_drain_ends_streams_as_draining_and_says_when_to_come_back(
    house: House, gateway: RunningGateway, protocol: Protocol
) -> None:
    table, (ada, _) = await house.started()
    before = watchers()
    async with watching(gateway, table, ada, protocol) as (_, stream):
        await gateway.stop()
        assert await stream.next() is None
        assert stream.told is not None
        assert (stream.told.reason, stream.told.retry) == ("DRAINING", True)
        assert stream.told.code in {"unavailable", "14"}
    await eventually(lambda: watchers() == before)
    with pytest.raises(ConnectionError):
        await gateway.ask("GET", "/health")


async def test_a_drain_lets_a_call_under_way_finish_and_says_so_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered, release = asyncio.Event(), asyncio.Event()
    load = house.lobbies[0].tables.load

    async def slow(*arguments: Any) -> Any:
        entered.set()
        await release.wait()
        return await load(*arguments)

    guest = await house.guest()
    table = await guest.create()
    limits = Limits(drain=60.0, stream_linger=0.1, drain_delay=2.0)
    async with open_gateway(house.addresses[0], limits=limits) as gateway:
        watcher = gateway.browser()
        assert (await watcher.ask("GET", "/health")).body == b"serving\n"
        monkeypatch.setattr(house.lobbies[0].tables, "load", slow)
        request = tables_pb2.GetTableRequest(table_id=table.id)
        path, kind = f"{TABLES}/GetTable", tables_pb2.GetTableResponse
        asking = asyncio.ensure_future(call(gateway.browser(), CONNECT, path, request, kind, token=guest.token))
        await entered.wait()
        stopping = asyncio.ensure_future(gateway.stop())
        while (answer := await watcher.ask("GET", "/health")).status == 200:  # until the stop has begun
            pass
        assert (answer.status, answer.body) == (503, b"draining\n")
        assert not stopping.done()
        release.set()
        got, told = await asking
        assert told is None
        assert got is not None
        await stopping


async def test_streams_are_bounded(house: House) -> None:
    table, (ada, _) = await house.started()
    async with open_gateway(house.addresses[0], max_streams=1) as gateway:
        async with watching(gateway, table, ada):
            for protocol in (CONNECT, GRPC_WEB):
                request, kind = tables_pb2.WatchTablesRequest(), tables_pb2.WatchTablesResponse
                browser = gateway.browser()
                async with calling(
                    browser, protocol, f"{TABLES}/WatchTables", request, kind, token=ada.token
                ) as refused:
                    assert await refused.next() is None
                    assert refused.told is not None
                    assert (refused.told.reason, refused.told.domain) == ("TOO_MANY_REQUESTS", "galaxytables.web")
                    assert (refused.told.values, refused.told.retry) == ({"most": "1"}, True)
        async with asyncio.timeout(60):
            while True:  # until the gateway has seen it go
                with suppress(AssertionError):
                    async with watching(gateway, table, ada):
                        break


@pytest.mark.parametrize("tunnels", [True, False], ids=["through a tunnel", "plainly"])
async def test_a_lobby_that_goes_away_is_told_and_the_next_one_is_found(*, tunnels: bool) -> None:
    path, request, kind = f"{PLAY}/WatchTable", play_pb2.WatchTableRequest(), play_pb2.WatchTableResponse
    unary, made = f"{TABLES}/ListGames", tables_pb2.ListGamesResponse
    first = Flood(b"\x0a\x00", at_once=1, tunnels=tunnels)
    port = await first.start()
    async with open_gateway(f"{HOST}:{port}") as gateway:
        async with calling(gateway.browser(), CONNECT, path, request, kind) as stream:
            assert await stream.next() is not None
            await first.stop()
            assert await stream.next() is None
            assert stream.told is not None
            assert (stream.told.reason, stream.told.domain) == ("LOBBY_UNAVAILABLE", "galaxytables.web")
            assert (stream.told.code, stream.told.retry) == ("unavailable", True)
        for protocol in PROTOCOLS:
            _, told = await call(gateway.browser(), protocol, unary, tables_pb2.ListGamesRequest(), made)
            assert told is not None
            assert (told.reason, told.retry) == ("LOBBY_UNAVAILABLE", True)
        second = Flood(b"\x0a\x00", at_once=1, tunnels=tunnels)
        await second.start(port)

        async def found() -> bool:
            async with calling(gateway.browser(), CONNECT, path, request, kind) as stream:
                return await stream.next() is not None

        await eventually(found)
        await second.stop()


async def test_a_call_that_a_draining_lobby_has_not_begun_goes_to_another(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lobby says so of the first call in each of the first tunnels, as it would where the two cross."""
    begun = _Tunnel._begin
    missed = 0

    def miss(tunnel: _Tunnel, begin: Any) -> None:
        nonlocal missed
        if missed < 2:
            missed += 1
            tunnel.leave()
        begun(tunnel, begin)

    table, (ada, _) = await house.started()
    monkeypatch.setattr(_Tunnel, "_begin", miss)
    async with open_gateway(house.addresses[0], connections=1) as gateway:
        async with watching(gateway, table, ada):
            assert missed == 2
        missed = 0
        request, kind = tables_pb2.ListGamesRequest(), tables_pb2.ListGamesResponse
        _, told = await call(gateway.browser(), CONNECT, f"{TABLES}/ListGames", request, kind)
        assert (told, missed) == (None, 2)
        missed = -9
        _, told = await call(gateway.browser(), CONNECT, f"{TABLES}/ListGames", request, kind)
        assert told is not None
        assert told.reason == "LOBBY_UNAVAILABLE"


async def test_a_tunnel_that_is_old_takes_no_new_calls_and_ends_with_its_last(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[_Tunnel] = []
    run = _Tunnel.run

    async def counted(tunnel: _Tunnel, requests: Any) -> None:
        opened.append(tunnel)
        try:
            await run(tunnel, requests)
        finally:
            opened.remove(tunnel)

    table, (ada, bo) = await house.started()
    monkeypatch.setattr(_Tunnel, "run", counted)
    monkeypatch.setattr("galaxytables_web.tunnel._FRESH_SECONDS", 0.0)
    async with open_gateway(house.addresses[0], connections=1) as gateway:
        async with watching(gateway, table, ada):
            async with watching(gateway, table, bo):
                assert len(opened) == 2
            await eventually(lambda: [bool(tunnel._calls) for tunnel in opened] == [True, False])
        for _ in range(3):
            request, kind = tables_pb2.ListGamesRequest(), tables_pb2.ListGamesResponse
            _, told = await call(gateway.browser(), CONNECT, f"{TABLES}/ListGames", request, kind)
            assert told is None
        await eventually(lambda: len(opened) == 1)


async def test_large_requests_of_some_break_nothing_for_others_in_their_tunnel(house: House) -> None:
    """All at once, and each alone, they are more than a lobby takes in one message."""
    table, (ada, _) = await house.started()
    token = f"Bearer {ada.token}"
    said = play_pb2.SendMessageRequest(table_id=table, text="!" * (3 * 1024 * 1024)).SerializeToString()
    watch = play_pb2.WatchTableRequest(table_id=table, from_event=1).SerializeToString()
    lobby = Lobby(house.channels, Streams(1), NO_HOMES)
    async with lobby.watch(ProxiedCall(f"{PLAY}/WatchTable", watch, CallerMetadata(token, "", "")), None) as stream:
        assert await stream.next() is not None
        asked = [
            lobby.ask(ProxiedCall(f"{PLAY}/SendMessage", said, CallerMetadata(token, "", "")), 20.0) for _ in range(8)
        ]
        refused = await asyncio.gather(*asked, return_exceptions=True)
        assert {getattr(each, "reason", each) for each in refused} == {"FIELD_TOO_LARGE"}
        await ada.say(table, "Hello")
        assert await stream.next() is not None
    await lobby.close()


async def test_an_address_has_so_many_connections_and_others_go_on(house: House) -> None:
    few = Limits(drain=1.0, stream_linger=0.1, address_connections=2)
    async with open_gateway(house.addresses[0], limits=few) as gateway:
        kept = [gateway.browser() for _ in range(2)]
        for browser in kept:
            assert (await browser.ask("GET", "/health")).status == 200
        assert (await gateway.browser().head()).status == 429
        assert (await kept[1].ask("GET", "/health")).status == 200
        kept[0].leave()
        async with asyncio.timeout(60):
            while True:  # until the gateway has seen it go
                with suppress(ConnectionError, asyncio.IncompleteReadError):
                    if (await gateway.ask("GET", "/health")).status == 200:
                        break
    trusting = Limits(drain=1.0, stream_linger=0.1, address_connections=1, proxies=read_networks("127.0.0.0/8"))
    async with open_gateway(house.addresses[0], limits=trusting) as gateway:
        for _ in range(4):
            assert (await gateway.browser().ask("GET", "/health")).status == 200


async def test_connections_are_bounded(house: House) -> None:
    async with open_gateway(house.addresses[0], max_connections=3) as gateway:
        kept = [gateway.browser() for _ in range(2)]
        for browser in kept:
            assert (await browser.ask("GET", "/health")).status == 200
        assert (await gateway.ask("GET", "/health")).status == 503
        kept[0].leave()
        async with asyncio.timeout(60):
            while (await gateway.ask("GET", "/health")).status != 200:  # until the gateway has seen it go
                pass


@pytest.mark.parametrize("tunnels", [True, False], ids=["through a tunnel", "plainly"])
async def test_a_reader_that_takes_nothing_is_cut_off_and_holds_little_meanwhile(*, tunnels: bool) -> None:
    """What it does not read stays with the lobby, which resyncs who is slow."""
    lobby = Flood(play_pb2.ChatMessage(text="x" * 10_000).SerializeToString(), tunnels=tunnels)
    port = await lobby.start()
    cut = CUT_OFF.labels("slow")._value.get()
    async with open_gateway(f"{HOST}:{port}", patience=1.0) as gateway:
        loop = asyncio.get_running_loop()
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        await loop.sock_connect(connection, (HOST, gateway.port))
        await loop.sock_sendall(connection, watch_request())
        await lobby.not_taken()
        # What fits into the sockets of the kernel, and the windows of gRPC.
        assert lobby.sent * 10_000 < 16_000_000
        assert not lobby.left.is_set()
        async with asyncio.timeout(60):
            await lobby.left.wait()
        assert CUT_OFF.labels("slow")._value.get() == cut + 1
        connection.close()
    await lobby.stop()


@pytest.mark.parametrize("tunnels", [True, False], ids=["through a tunnel", "plainly"])
async def test_a_reader_that_is_slow_but_reads_keeps_the_stream(*, tunnels: bool) -> None:
    lobby = Flood(play_pb2.ChatMessage(text="x" * 8_000_000).SerializeToString(), at_once=1, tunnels=tunnels)
    port = await lobby.start()
    cut = CUT_OFF.labels("slow")._value.get()
    async with open_gateway(f"{HOST}:{port}", patience=4.0) as gateway:
        reader, writer = await asyncio.open_connection(HOST, gateway.port)
        writer.write(watch_request())
        for _ in range(50):
            await reader.readexactly(100_000)
            await asyncio.sleep(0.1)
        assert not lobby.left.is_set()
        writer.transport.abort()
    assert CUT_OFF.labels("slow")._value.get() == cut
    await lobby.stop()


@pytest.mark.parametrize("tunnels", [True, False], ids=["through a tunnel", "plainly"])
async def test_a_reader_who_stops_now_and_then_hears_everything_in_order(*, tunnels: bool) -> None:
    lobby = Flood(b"x" * 20_000, tunnels=tunnels)
    port = await lobby.start()
    async with open_gateway(f"{HOST}:{port}", patience=10.0) as gateway:
        reader, writer = await asyncio.open_connection(HOST, gateway.port)
        writer.write(watch_request())
        await reader.readuntil(b"\r\n\r\n")
        for expected in range(800):
            size = int(await reader.readuntil(b"\r\n"), 16)
            part = (await reader.readexactly(size + 2))[:-2]
            assert int.from_bytes(part[-NUMBER_BYTES:]) == expected
            if expected % 200 == 0:
                await lobby.not_taken()
        writer.transport.abort()
    await lobby.stop()


async def test_a_stream_ends_with_its_connection_also_where_more_was_asked_meanwhile() -> None:
    """Requests that do not wait for answers: the connection knows of the last, the stream is the first."""
    lobby = Flood(b"x" * 1_000)
    port = await lobby.start()
    async with open_gateway(f"{HOST}:{port}", patience=10.0) as gateway:
        reader, writer = await asyncio.open_connection(HOST, gateway.port)
        writer.write(watch_request() + b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
        await reader.readuntil(bytes(NUMBER_BYTES))
        assert not lobby.left.is_set()
        writer.transport.abort()
        async with asyncio.timeout(60):
            await lobby.left.wait()
    await lobby.stop()


@pytest.mark.parametrize(
    ("kind", "counted"),
    [(StreamType.UNARY, "grpc_server_handling_seconds"), (StreamType.SERVER_STREAM, "grpc_server_stream_seconds")],
)
async def test_streams_are_not_timed_among_calls_that_are_over_at_once(kind: StreamType, counted: str) -> None:
    ctx = cast("Context", SimpleNamespace(method=SimpleNamespace(service_name="S", name=kind.name, stream_type=kind)))
    ends = Ends(1)
    await ends.on_end(await ends.on_start(ctx), ctx, None)
    labels = {"grpc_service": "S", "grpc_method": kind.name}
    timed = {
        name: REGISTRY.get_sample_value(f"{name}_count", labels) or 0.0
        for name in ("grpc_server_handling_seconds", "grpc_server_stream_seconds")
    }
    assert timed == {name: float(name == counted) for name in timed}
