"""The client's side of a stream, at gRPC's server and at our own."""

import asyncio
from pathlib import Path

import grpc
import pytest

from galaxy.lobby.v1 import bots_pb2, play_pb2
from services.serving import Address, Limits, Server
from services.serving.http2 import CallEndedError, StreamingCall
from services.serving.tls import Credentials
from tests.serving.authority import NAME, Authority
from tests.serving.conftest import Running
from tests.serving.servicers import Players, Streams, players_service, streams_services

PLAY = "/galaxy.lobby.v1.PlayService/Play"
HOST_BOTS = "/galaxy.lobby.v1.BotService/HostBots"


def play(port: int, *, tls: Credentials | None = None) -> "StreamingCall[play_pb2.PlayRequest, play_pb2.PlayResponse]":
    encode, decode = play_pb2.PlayRequest.SerializeToString, play_pb2.PlayResponse.FromString
    return StreamingCall(f"127.0.0.1:{port}", PLAY, encode, decode, tls=tls)


async def ended(call: "StreamingCall[play_pb2.PlayRequest, play_pb2.PlayResponse]") -> grpc.StatusCode:
    try:
        while await call.read() is not None:
            pass
    except CallEndedError as error:
        return error.code
    return grpc.StatusCode.OK


async def test_messages_go_and_come_in_order(running: Running) -> None:
    call = play(running.port)
    for number in range(8, 1_008):
        await call.write(play_pb2.PlayRequest(id=number))
    for number in range(8, 1_008):
        answer = await call.read()
        assert answer is not None
        assert answer.id == number
    call.cancel()


async def test_messages_may_be_larger_than_windows(own: bool) -> None:
    server = Server(streams_services(Streams()), domain="galaxy.test", limits=Limits(drain=0.2), own=own)
    call = play(await server.start(Address("127.0.0.1", 0)))
    large = play_pb2.PlayRequest(id=8, submit=play_pb2.SubmitChoiceRequest(picks=["x" * 3_000_000]))
    async with asyncio.timeout(20):
        for _ in range(2):
            await call.write(large)
        assert [(await call.read() or large).id for _ in range(2)] == [8, 8]
    call.cancel()
    await server.stop()


async def test_a_message_larger_than_is_taken_ends_it(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.serving.http2.calling.RECEIVE_BYTES", 1_000)
    call = play(running.port)
    await call.write(play_pb2.PlayRequest(id=8))
    assert await call.read() is not None
    wire = call._wire
    assert wire is not None
    wire.stream.received(b"\0\0\0\x10\0")
    assert await ended(call) is grpc.StatusCode.UNAVAILABLE
    with pytest.raises(CallEndedError):
        await call.write(play_pb2.PlayRequest(id=9))
    call.cancel()


async def test_a_refusal_ends_it_with_its_code(running: Running) -> None:
    offer = bots_pb2.HostBotsRequest(offers=[bots_pb2.BotOffer(bot="refused")])
    call = StreamingCall(
        f"127.0.0.1:{running.port}",
        HOST_BOTS,
        bots_pb2.HostBotsRequest.SerializeToString,
        bots_pb2.HostBotsResponse.FromString,
    )
    await call.write(offer)
    first = await call.read()
    assert first is not None
    assert first.caught_up
    with pytest.raises(CallEndedError) as caught:
        await call.read()
    assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT
    with pytest.raises(CallEndedError):
        await call.write(offer)
    call.cancel()


async def test_what_is_given_up_is_cancelled_at_the_server(running: Running) -> None:
    call = StreamingCall(
        f"127.0.0.1:{running.port}",
        HOST_BOTS,
        bots_pb2.HostBotsRequest.SerializeToString,
        bots_pb2.HostBotsResponse.FromString,
    )
    await call.write(bots_pb2.HostBotsRequest())
    assert await call.read() is not None
    call.cancel()
    async with asyncio.timeout(20):
        await running.streams.left.wait()


async def test_a_drain_answers_what_was_asked_and_ends_it_well(running: Running) -> None:
    call = play(running.port)
    await call.write(play_pb2.PlayRequest(id=7))
    await running.streams.asked.wait()
    stopping = asyncio.create_task(running.server.stop())
    running.streams.release.set()
    answer = await call.read()
    assert answer is not None
    assert answer.id == 7
    assert await call.read() is None
    call.cancel()
    await stopping


async def test_a_server_that_is_not_there_or_goes_away_is_told(running: Running) -> None:
    assert await ended(play(1)) is grpc.StatusCode.UNAVAILABLE
    call = play(running.port)
    await call.write(play_pb2.PlayRequest(id=8))
    assert await call.read() is not None
    ending = asyncio.create_task(ended(call))
    await asyncio.sleep(0)
    wire = call._wire
    assert wire is not None
    assert wire._transport is not None
    wire._transport.abort()
    assert await ending is grpc.StatusCode.UNAVAILABLE


@pytest.mark.parametrize("moments", [0, 3, 30])
async def test_who_waits_for_a_connection_or_a_message_can_give_up(moments: int) -> None:
    listener = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    call = play(listener.sockets[0].getsockname()[1])
    reading = asyncio.create_task(call.read())
    for _ in range(moments):
        await asyncio.sleep(0.001)
    reading.cancel()
    call.cancel()
    [outcome] = await asyncio.gather(reading, return_exceptions=True)
    assert isinstance(outcome, asyncio.CancelledError)
    listener.close()


async def test_certificates_are_shown_and_asked_for(tmp_path: Path, own: bool) -> None:
    authority, other = Authority(tmp_path), Authority(tmp_path, "other")

    def mutual(of: Authority, file: str) -> Credentials:
        files = of.certify(file)
        return Credentials("TEST", files.certificate, files.key, of.roots, name=NAME)

    services = [players_service(Players()), *streams_services(Streams())]
    limits = Limits(drain=0.2, stream_linger=0.1)
    server = Server(services, domain="galaxy.test", limits=limits, tls=mutual(authority, "server"), own=own)
    port = await server.start(Address("127.0.0.1", 0))
    call = play(port, tls=mutual(authority, "client"))
    await call.write(play_pb2.PlayRequest(id=8))
    assert await call.read() is not None
    call.cancel()
    assert await ended(play(port, tls=mutual(other, "stranger"))) is grpc.StatusCode.UNAVAILABLE
    await server.stop()
