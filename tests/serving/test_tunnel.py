"""Calls through a tunnel end as they do over gRPC, and are bounded, cancelled and drained as those are."""

import asyncio
import gc
from collections.abc import AsyncIterator
from typing import Any

import grpc
import grpc.aio
import pytest
from google.rpc import error_details_pb2, status_pb2

from galaxytables.lobby.v1 import bots_pb2, players_pb2
from galaxytables.tunnel.v1 import tunnel_pb2, tunnel_pb2_grpc
from galaxytables_serving import Address, Limits, Server, open_channel, read_error
from galaxytables_serving.tunnel import CARRY, WINDOW_BYTES, Tunnels, _Tunnel
from tests.serving.conftest import Running
from tests.serving.servicers import HIDDEN, Players, Streams, players_service, streams_services

GUEST = "/galaxytables.lobby.v1.PlayerService/CreateGuest"
HOST_BOTS = "/galaxytables.lobby.v1.BotService/HostBots"
PLAY = "/galaxytables.lobby.v1.PlayService/Play"
SECONDS = 60


class Tunnel:
    """A caller's side, by hand."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.stream: Any = tunnel_pb2_grpc.TunnelServiceStub(channel).Carry()
        self.leaving = False
        self._waiting: list[tunnel_pb2.Part | tunnel_pb2.End] = []

    async def begin(self, call: int, method: str, request: bytes = b"", **told: str) -> None:
        begin = tunnel_pb2.Begin(call=call, method=method, request=request, **told)
        await self.stream.write(tunnel_pb2.CarryRequest(begins=[begin]))

    async def say(self, **said: Any) -> None:
        await self.stream.write(tunnel_pb2.CarryRequest(**said))

    async def next(self) -> tunnel_pb2.Part | tunnel_pb2.End | None:
        """The next part or end; None when the tunnel has ended."""
        async with asyncio.timeout(SECONDS):
            while not self._waiting:
                said = await self.stream.read()
                if said is grpc.aio.EOF:
                    return None
                self.leaving |= said.leaving
                self._waiting = [*said.parts, *said.ends]
        return self._waiting.pop(0)

    async def ended(self) -> tunnel_pb2.End:
        while not isinstance(said := await self.next(), tunnel_pb2.End):
            assert said is not None
        return said


@pytest.fixture
async def tunnelled() -> AsyncIterator[Running]:
    players, streams = Players(), Streams()
    limits = Limits(drain=5.0, stream_linger=0.1, concurrent_streams=3)
    services = [players_service(players), *streams_services(streams)]
    server = Server(services, domain="galaxytables.test", limits=limits, tunnels=True)
    port = await server.start(Address("127.0.0.1", 0))
    # Ports are given out again: a channel that somebody left open to an earlier server there shares its failure.
    async with open_channel(f"127.0.0.1:{port}", shared=False) as channel:
        yield Running(server, players, streams, channel, port)
    await server.stop()


def guest(name: str) -> bytes:
    return players_pb2.CreateGuestRequest(name=name).SerializeToString()


async def over_grpc(channel: grpc.aio.Channel, call: int, request: bytes) -> tunnel_pb2.Part | tunnel_pb2.End:
    """What a tunnel should say, as gRPC says it."""
    stub: Any = channel.unary_unary(GUEST)
    try:
        return tunnel_pb2.Part(call=call, bytes=await stub(request), last=True)
    except grpc.aio.AioRpcError as error:
        status: Any = dict(error.trailing_metadata() or ())["grpc-status-details-bin"]
        return tunnel_pb2.End(call=call, code=error.code().value[0], message=error.details() or "", status=status)


async def test_a_first_message_says_that_it_is_open(tunnelled: Running) -> None:
    tunnel = Tunnel(tunnelled.channel)
    assert await tunnel.stream.read() == tunnel_pb2.CarryResponse()


async def test_calls_end_as_over_grpc(tunnelled: Running) -> None:
    tunnel = Tunnel(tunnelled.channel)
    for call, name in enumerate(("Ada", "refused", "crash", "x" * 300, "x" * 20_000)):
        await tunnel.begin(call, GUEST, guest(name))
        assert await tunnel.next() == await over_grpc(tunnelled.channel, call, guest(name))
    await tunnel.begin(9, GUEST, b"\xff")
    reason = error_details_pb2.ErrorInfo()
    status_pb2.Status.FromString((await tunnel.ended()).status).details[0].Unpack(reason)
    assert (reason.reason, reason.domain) == ("MALFORMED_REQUEST", "galaxytables.test")


async def test_a_stream_comes_until_nobody_waits_for_it(tunnelled: Running) -> None:
    tunnel = Tunnel(tunnelled.channel)
    await tunnel.begin(1, HOST_BOTS)
    caught_up = bots_pb2.HostBotsResponse(caught_up=True).SerializeToString()
    assert await tunnel.next() == tunnel_pb2.Part(call=1, bytes=caught_up)
    await tunnel.say(left=[1, 77])
    async with asyncio.timeout(SECONDS):
        await tunnelled.streams.left.wait()
    await tunnel.begin(2, GUEST, guest("Ada"))
    said = await tunnel.next()
    assert said is not None
    assert said.call == 2


async def test_a_call_that_nobody_waits_for_is_cancelled_and_so_are_all_with_their_tunnel(tunnelled: Running) -> None:
    for leave in (True, False):
        tunnel = Tunnel(tunnelled.channel)
        await tunnel.begin(1, GUEST, guest("forever"))
        async with asyncio.timeout(SECONDS):
            await tunnelled.players.entered.wait()
            if leave:
                await tunnel.say(left=[1])
            else:
                tunnel.stream.cancel()
            await tunnelled.players.cancelled.wait()
        tunnelled.players.entered.clear()
        tunnelled.players.cancelled.clear()
        await tunnelled.until_idle()


@pytest.mark.parametrize(
    "method", [CARRY, PLAY, "/galaxytables.lobby.v1.PlayerService/Nonsense", "", "/grpc.health.v1.Health/Check"]
)
async def test_only_calls_with_one_request_are_carried(tunnelled: Running, method: str) -> None:
    tunnel = Tunnel(tunnelled.channel)
    await tunnel.begin(1, method)
    assert (await tunnel.ended()).code == grpc.StatusCode.UNIMPLEMENTED.value[0]


async def test_calls_under_way_are_bounded(tunnelled: Running) -> None:
    tunnel = Tunnel(tunnelled.channel)
    for call in range(3):
        await tunnel.begin(call, HOST_BOTS)
    await tunnel.begin(3, HOST_BOTS)
    end = await tunnel.ended()
    assert (end.call, end.code) == (3, grpc.StatusCode.RESOURCE_EXHAUSTED.value[0])
    assert b"TOO_MANY_CALLS" in end.status
    await tunnel.say(left=[0])
    async with asyncio.timeout(SECONDS):
        await tunnelled.streams.left.wait()
    await tunnel.begin(4, GUEST, guest("Ada"))
    said = await tunnel.next()
    assert said is not None
    assert said.call == 4


async def test_in_a_drain_calls_are_answered_streams_end_and_no_call_begins(tunnelled: Running) -> None:
    tunnel = Tunnel(tunnelled.channel)
    await tunnel.begin(1, HOST_BOTS)
    assert isinstance(await tunnel.next(), tunnel_pb2.Part)
    await tunnel.begin(2, GUEST, guest("slow"))
    await tunnelled.players.entered.wait()
    stopping = asyncio.create_task(tunnelled.server.stop())
    end = await tunnel.ended()
    assert tunnel.leaving
    assert (end.call, end.code, b"DRAINING" in end.status) == (1, grpc.StatusCode.UNAVAILABLE.value[0], True)
    await tunnel.begin(3, GUEST, guest("Ada"))
    end = await tunnel.ended()
    assert (end.call, end.not_begun) == (3, True)
    tunnelled.players.release.set()
    answer = await tunnel.next()
    assert isinstance(answer, tunnel_pb2.Part)
    assert (answer.call, answer.last) == (2, True)
    assert await tunnel.next() is None
    await stopping


async def test_a_server_has_no_tunnels_unless_it_is_told_to(running: Running) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await Tunnel(running.channel).next()
    assert refused.value.code() is grpc.StatusCode.UNIMPLEMENTED


async def test_what_the_servicer_says_of_a_crash_stays_inside(tunnelled: Running) -> None:
    tunnel = Tunnel(tunnelled.channel)
    await tunnel.begin(1, GUEST, guest("crash"))
    assert HIDDEN.encode() not in (await tunnel.ended()).SerializeToString()


class Flood:
    """Streams messages of this size for as long as they are taken."""

    def __init__(self, size: int) -> None:
        self.sent = 0
        self.message = b"x" * size
        handler: Any = grpc.unary_stream_rpc_method_handler(self._stream)
        self._server = grpc.aio.server()
        self._server.add_generic_rpc_handlers([Tunnels({"/flood": handler}.get, domain="", max_calls=10).handlers])

    async def __aenter__(self) -> int:
        port = self._server.add_insecure_port("127.0.0.1:0")
        await self._server.start()
        return port

    async def __aexit__(self, *_: object) -> None:
        await self._server.stop(None)

    async def _stream(self, _: bytes, context: Any) -> None:
        while True:
            await context.write(self.message)
            self.sent += 1


async def test_a_stream_waits_for_its_reader_and_others_do_not() -> None:
    flood = Flood(10_000)
    async with flood as port, open_channel(f"127.0.0.1:{port}") as channel:
        tunnel = Tunnel(channel)
        most = WINDOW_BYTES // 10_000 + 1
        for call in (1, 2):
            await tunnel.begin(call, "/flood")
            for _ in range(most):
                assert (await tunnel.next()) == tunnel_pb2.Part(call=call, bytes=flood.message)
        assert flood.sent == 2 * most
        await tunnel.say(taken=[{"call": 1, "bytes": 30_000}])
        for _ in range(3):
            assert (await tunnel.next()) == tunnel_pb2.Part(call=1, bytes=flood.message)
        assert flood.sent == 2 * most + 3


async def test_a_large_message_comes_in_parts() -> None:
    flood = Flood(6_000_000)
    async with flood as port, open_channel(f"127.0.0.1:{port}") as channel:
        tunnel = Tunnel(channel)
        await tunnel.begin(1, "/flood")
        parts: list[tunnel_pb2.Part] = []
        while not parts or parts[-1].more:
            part = await tunnel.next()
            assert isinstance(part, tunnel_pb2.Part)
            parts.append(part)
        assert b"".join(part.bytes for part in parts) == flood.message
        assert max(len(part.bytes) for part in parts) < 1_000_000


async def test_metadata_of_a_call_is_that_of_its_own_caller_and_its_peer_that_of_the_tunnel() -> None:
    seen: list[Any] = []

    async def look(_: bytes, context: Any) -> bytes:
        seen.append((context.invocation_metadata(), context.peer()))
        return b""

    handler: Any = grpc.unary_unary_rpc_method_handler(look)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers([Tunnels({"/look": handler}.get, domain="", max_calls=10).handlers])
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with open_channel(f"127.0.0.1:{port}") as channel:
        tunnel = Tunnel(channel)
        await tunnel.begin(1, "/look", authorization="Bearer a", x_forwarded_for="::1, ::2", traceparent="t")
        await tunnel.begin(2, "/look")
        for call in (1, 2):
            assert await tunnel.next() == tunnel_pb2.Part(call=call, last=True)
    told = (("authorization", "Bearer a"), ("x-forwarded-for", "::1, ::2"), ("traceparent", "t"))
    assert [metadata for metadata, _ in seen] == [told, ()]
    assert all(peer.startswith("ipv4:127.0.0.1:") for _, peer in seen)
    await server.stop(None)


async def test_a_peer_that_asks_and_does_not_read_is_ended_and_little_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where nothing but ends waits: of calls that nobody knows."""
    waiting: list[int] = []
    put = _Tunnel._put

    def counted(tunnel: _Tunnel, said: Any, size: int) -> None:
        put(tunnel, said, size)
        waiting.append(len(tunnel._waiting))

    monkeypatch.setattr(_Tunnel, "_put", counted)
    limits = Limits(drain=1.0, stream_linger=0.1, request_patience=0.5)
    server = Server([players_service(Players())], domain="galaxytables.test", limits=limits, tunnels=True)
    port = await server.start(Address("127.0.0.1", 0))
    many = tunnel_pb2.CarryRequest(begins=[tunnel_pb2.Begin(call=each, method="/no/Such") for each in range(1_024)])
    async with open_channel(f"127.0.0.1:{port}", shared=False) as channel:
        tunnel = Tunnel(channel)

        async def ask_on() -> None:
            for _ in range(2_000):
                await tunnel.stream.write(many)

        asking = asyncio.create_task(ask_on())
        async with asyncio.timeout(60):
            while not waiting or server._tunnels._open:  # noqa: ASYNC110  # until it is ended
                await asyncio.sleep(0.01)
        tunnel.stream.cancel()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    assert max(waiting) < 10_000
    await server.stop()


async def test_a_message_that_begins_more_calls_than_it_may_ends_its_tunnel(tunnelled: Running) -> None:
    tunnel = Tunnel(tunnelled.channel)
    await tunnel.say(begins=[tunnel_pb2.Begin(call=each, method="/no/Such") for each in range(1_025)])
    assert await told_at_the_end(tunnel) == "FIELD_TOO_LARGE"


async def told_at_the_end(tunnel: Tunnel) -> str:
    """Why it was ended, which a client hears when it has read all before."""
    async with asyncio.timeout(60):
        with pytest.raises(grpc.aio.AioRpcError) as caught:  # noqa: PT012  # whichever of them comes first
            while await tunnel.stream.read() is not grpc.aio.EOF:
                pass
    return read_error(caught.value).reason


def copies_of(request: bytes) -> int:
    """How many objects of this process hold another object with these bytes."""
    held = (each for holder in gc.get_objects() for each in gc.get_referents(holder))
    return sum(type(each) is bytes and each is not request and each == request for each in held)


@pytest.mark.parametrize("left", [True, False])
async def test_what_a_refused_tunnel_held_is_free_whether_its_caller_has_left_or_not(
    tunnelled: Running, left: bool
) -> None:
    """With the collector off: nothing lies in a cycle."""
    begin = tunnel_pb2.Begin(call=1, method=GUEST, traceparent="x" * 200_000)
    request = tunnel_pb2.CarryRequest(begins=[begin]).SerializeToString()
    gc.collect()
    gc.disable()
    try:
        for _ in range(5):
            stream: Any = tunnelled.channel.stream_stream(CARRY)(timeout=SECONDS)
            await stream.write(request)
            await stream.read()
            if not left:
                assert await stream.code() is grpc.StatusCode.INVALID_ARGUMENT
            stream.cancel()
            del stream
        async with asyncio.timeout(SECONDS):
            while copies_of(request):  # noqa: ASYNC110  # the answer comes first
                await asyncio.sleep(0.05)
    finally:
        gc.enable()
