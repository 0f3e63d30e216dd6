"""What a caller learns of an error, over a real connection."""

from typing import Any

import grpc
import grpc.aio
import pytest

from galaxytables.lobby.v1 import bots_pb2, bots_pb2_grpc, players_pb2, players_pb2_grpc
from galaxytables_serving import RemoteError, read_error
from galaxytables_serving.errors import MESSAGE_LIMIT, VALUE_LIMIT, code_of
from tests.serving.conftest import Running
from tests.serving.servicers import HIDDEN

# A call made without a generated stub, to send what no stub would.
Untyped = Any


async def create(running: Running, name: str) -> players_pb2.CreateGuestResponse:
    stub = players_pb2_grpc.PlayerServiceStub(running.channel)
    return await stub.CreateGuest(players_pb2.CreateGuestRequest(name=name), timeout=60)


async def failure(running: Running, name: str) -> RemoteError:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await create(running, name)
    return read_error(caught.value)


async def raw_failure(running: Running, data: bytes) -> RemoteError:
    call: Untyped = running.channel.unary_unary("/galaxytables.lobby.v1.PlayerService/CreateGuest")
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call(data, timeout=60)
    return read_error(caught.value)


async def test_an_answer_arrives(running: Running) -> None:
    assert (await create(running, "Ada")).player.name == "Ada"


async def test_a_refusal_arrives_with_reason_sentence_and_values(running: Running) -> None:
    error = await failure(running, "refused")
    assert error == RemoteError(
        grpc.StatusCode.INVALID_ARGUMENT,
        "INVALID_NAME",
        "A name has 1 to 40 characters.",
        "galaxytables.test",
        {"least": "1", "most": "40", "name": "refused"},
    )


async def test_something_unexpected_tells_the_caller_nothing(running: Running) -> None:
    error = await failure(running, "crash")
    assert (error.code, error.reason) == (grpc.StatusCode.INTERNAL, "INTERNAL")
    assert not error.metadata
    assert HIDDEN not in error.message


async def test_a_callers_huge_value_does_not_make_its_error_unreadable(running: Running) -> None:
    error = await failure(running, "long")
    assert error.reason == "INVALID_NAME"
    assert len(error.message) == MESSAGE_LIMIT
    assert len(error.metadata["name"]) == VALUE_LIMIT


async def test_bytes_that_are_no_message_get_a_typed_error(running: Running) -> None:
    error = await raw_failure(running, b"\xff\xff\xff\xff")
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED_REQUEST")


async def test_an_oversized_request_is_refused_and_the_server_goes_on(running: Running) -> None:
    error = await raw_failure(running, b"x" * 20_000)
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "REQUEST_TOO_LARGE")
    assert error.metadata == {"bytes": "20000", "most": "10000"}
    assert (await create(running, "Ada")).player.name == "Ada"


async def test_a_request_beyond_all_measure_is_cut_off_by_grpc(running: Running) -> None:
    error = await raw_failure(running, b"x" * 100_000)
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "")
    assert (await create(running, "Ada")).player.name == "Ada"


async def test_an_unknown_call_is_unimplemented(running: Running) -> None:
    call: Untyped = running.channel.unary_unary("/galaxytables.lobby.v1.PlayerService/Nonsense")
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call(b"", timeout=60)
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize(("bot", "reason"), [("crash", "INTERNAL"), ("refused", "INVALID_NAME")])
async def test_a_stream_fails_with_a_typed_error_after_what_it_sent(
    running: Running,
    bot: str,
    reason: str,
) -> None:
    stub = bots_pb2_grpc.BotServiceStub(running.channel)
    stream = stub.HostBots(bots_pb2.HostBotsRequest(offers=[bots_pb2.BotOffer(bot=bot)]), timeout=60)
    messages = aiter(stream)
    assert (await anext(messages)).caught_up
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await anext(messages)
    assert read_error(caught.value).reason == reason
    assert HIDDEN not in str(caught.value.details())


async def test_garbage_within_a_stream_of_requests_gets_a_typed_error(running: Running) -> None:
    call: Untyped = running.channel.stream_stream("/galaxytables.lobby.v1.PlayService/Play")
    stream = call(timeout=60)
    await stream.write(b"\x08\x03")
    assert await stream.read() == b"\x08\x03"
    await stream.write(b"\xff\xff\xff")
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stream.read()
    assert read_error(caught.value).reason == "MALFORMED_REQUEST"


async def test_a_deadline_stops_the_handler(running: Running) -> None:
    stub = players_pb2_grpc.PlayerServiceStub(running.channel)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.CreateGuest(players_pb2.CreateGuestRequest(name="forever"), timeout=1.0)
    assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    await running.players.cancelled.wait()


def test_details_that_are_no_status_count_as_none() -> None:
    error = grpc.aio.AioRpcError(
        grpc.StatusCode.ABORTED,
        grpc.aio.Metadata(),
        grpc.aio.Metadata(("grpc-status-details-bin", b"\xff\xff")),
        details="odd",
    )
    assert read_error(error) == RemoteError(grpc.StatusCode.ABORTED, "", "odd")


def test_codes_are_found_by_number() -> None:
    assert code_of(5) is grpc.StatusCode.NOT_FOUND
    assert code_of(77) is grpc.StatusCode.UNKNOWN
