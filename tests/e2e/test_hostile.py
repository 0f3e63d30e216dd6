"""Wrong, stale, foreign, oversized and random requests: a typed error each, and nothing changes."""

from random import Random

import grpc
import grpc.aio
import jwt
import pytest
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from bench.people import Person
from galaxytables.lobby.v1 import tables_pb2, tables_pb2_grpc
from galaxytables_client import RefusedError
from galaxytables_client.credentials import bearer
from galaxytables_serving import read_error
from tools.reference.requests import services

pytestmark = pytest.mark.e2e

LOBBY = tables_pb2.DESCRIPTOR.package
METHODS = [method for service in services() if service.file.package == LOBBY for method in service.methods]
UNARY = [method for method in METHODS if not method.client_streaming and not method.server_streaming]
# What is the same for everybody, and what makes somebody of a stranger.
OPEN = {
    "CreateGuest", "Refresh", "ListGames", "GetComponents", "GetPuzzle", "GetWords", "CheckOptions", "GetPushKey",
    "GetConduct", "GetPlatform", "ConfirmEmail", "StopEmail", "ListProviders", "BeginSignIn", "CompleteSignIn",
    "BeginPasskeySignIn", "CompletePasskeySignIn", "ListWaits",
}  # fmt: skip
CLOSED = [method for method in METHODS if method.name not in OPEN]


def path(method):
    return f"/{method.containing_service.full_name}/{method.name}"


@pytest.fixture
async def table(channel):
    """A running table of two people, and both of them."""
    host, friend = await Person.arrive(channel, "Host"), await Person.arrive(channel, "Friend")
    opened = await host.create(seats=2)
    await friend.join(opened)
    await host.start(opened)
    return opened.id, host, friend


async def reason_of(awaitable):
    """The reason of a refusal, be it of a bare call or of the client's."""
    try:
        answer = await awaitable
    except grpc.aio.AioRpcError as refused:
        error = read_error(refused)
        assert error.domain == "galaxytables.lobby", error
        return error.reason
    except RefusedError as refused:
        return refused.reason
    raise AssertionError(f"not refused: {answer}")


async def state(guest, table_id):
    seen = await guest.play.view(table_id)
    seen.ClearField("now")
    return seen.SerializeToString(deterministic=True)


async def send(channel, method, content, metadata=()):
    """Send bytes as they are, over whichever kind of call the method is; no bytes for a stream without a message."""
    if method.client_streaming:
        stream = channel.stream_stream(path(method))(metadata=metadata, timeout=60)
        # A server that refuses at once may end the stream first, and then the client takes its own write for the error.
        if content:
            await stream.write(content)
        messages = []
        while (message := await stream.read()) is not grpc.aio.EOF:
            messages.append(message)
        return messages
    if method.server_streaming:
        stream = channel.unary_stream(path(method))(content, metadata=metadata, timeout=60)
        return [message async for message in stream]
    return await channel.unary_unary(path(method))(content, metadata=metadata, timeout=60)


@pytest.mark.parametrize("method", CLOSED, ids=lambda method: method.name)
async def test_nothing_answers_without_a_token(channel, method):
    assert await reason_of(send(channel, method, b"")) == "TOKEN_MISSING"


@pytest.mark.parametrize(
    "token",
    ["", "x", "Bearer", "Bearer x", "Bearer a.b.c", "Basic YTpi", "Bearer " + "a" * 3000],
)
async def test_wrong_tokens_are_refused(channel, token):
    tables = tables_pb2_grpc.TableServiceStub(channel)
    call = tables.ListTables(tables_pb2.ListTablesRequest(), metadata=(("authorization", token),))
    assert await reason_of(call) in {"TOKEN_INVALID", "TOKEN_MISSING"}


async def test_a_token_signed_by_somebody_else_is_refused(channel):
    forged = jwt.encode({"sub": "somebody", "name": "x", "role": "bots"}, "k" * 32, headers={"kid": "dev"})
    tables = tables_pb2_grpc.TableServiceStub(channel)
    call = tables.ListTables(tables_pb2.ListTablesRequest(), metadata=(("authorization", f"Bearer {forged}"),))
    assert await reason_of(call) == "TOKEN_INVALID"


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
async def test_random_bytes_are_refused_and_change_nothing(channel, table, method):
    table_id, host, _ = table
    before = await state(host, table_id)
    random = Random(method.name)
    for size in (1, 7, 64, 1000):
        content = b"\xff" + random.randbytes(size)
        assert await reason_of(send(channel, method, content, bearer(host.token))) == "MALFORMED_REQUEST"
    assert await state(host, table_id) == before


async def test_oversized_requests_are_refused(channel, table):
    table_id, host, _ = table
    before = await state(host, table_id)
    for method in UNARY:
        content = b"\x0a" + b"x" * 300_000
        assert await reason_of(send(channel, method, content, bearer(host.token))) == "REQUEST_TOO_LARGE"
    assert await state(host, table_id) == before


async def test_other_seats_prompts_stale_and_unknown_ones_are_refused(table):
    table_id, host, friend = table
    (own,) = (await host.play.view(table_id)).prompts
    (other,) = (await friend.play.view(table_id)).prompts
    before = await state(host, table_id), await state(friend, table_id)
    picks = list(own.default_picks)
    assert await reason_of(host.play.submit(table_id, other.id, other.default_picks)) == "PROMPT_CLOSED"
    assert await reason_of(host.play.submit(table_id, "999.0.0", picks)) == "PROMPT_CLOSED"
    assert await reason_of(host.play.submit(table_id, own.id, [])) == "OUT_OF_BOUNDS"
    assert await reason_of(host.play.submit(table_id, own.id, ["no such option"] * own.least)) == "UNKNOWN_OPTION"
    assert await reason_of(host.play.submit(table_id, own.id, picks, request_id="short")) == "INVALID_REQUEST_ID"
    assert (await state(host, table_id), await state(friend, table_id)) == before
    await host.play.submit(table_id, own.id, picks)
    assert await reason_of(host.play.submit(table_id, own.id, picks)) == "PROMPT_CLOSED"


async def test_strangers_can_neither_play_nor_speak_for_a_seat(channel, table):
    table_id, host, _ = table
    stranger = await Person.arrive(channel, "Stranger")
    (prompt,) = (await host.play.view(table_id)).prompts
    before = await state(host, table_id)
    assert await reason_of(stranger.play.submit(table_id, prompt.id, prompt.default_picks)) == "NOT_SEATED"
    assert await reason_of(stranger.play.undo(table_id)) == "NOT_SEATED"
    assert await reason_of(stranger.play.resign(table_id)) == "NOT_SEATED"
    assert await reason_of(stranger.play.view(table_id, seat=0)) == "NOT_SEATED"
    assert await reason_of(anext(stranger.bots.host([]))) == "NOT_A_BOT_HOST"
    assert await state(host, table_id) == before


@pytest.mark.parametrize("table_id", ["", "nothing", "{s1}:table:x", "../..", "\u2603" * 20, "a" * 200])
async def test_unknown_tables_are_not_found(channel, table_id):
    guest = await Person.arrive(channel)
    assert await reason_of(guest.play.view(table_id)) == "TABLE_NOT_FOUND"
    assert await reason_of(guest.tables.join(table_id)) == "TABLE_NOT_FOUND"


async def test_odd_tables_are_not_opened(channel):
    guest = await Person.arrive(channel)
    control = tables_pb2.TimeControl()
    control.per_move.FromSeconds(-1)
    for values, reason in (
        ({"game": "chess"}, "UNKNOWN_GAME"),
        ({"seats": 0}, "INVALID_SEATS"),
        ({"seats": 4_000_000_000}, "INVALID_SEATS"),
        ({"options": {"hands": "five"}}, "INVALID_OPTION"),
        ({"options": {"\u2603": "x" * 200}}, "INVALID_OPTION"),
        ({"options": {"\u2603": "x" * 5000}}, "FIELD_TOO_LARGE"),
        ({"name": "n" * 61}, "INVALID_NAME"),
        ({"entropy": b"e" * 65}, "ENTROPY_TOO_LONG"),
        ({"time_control": control}, "INVALID_TIME_CONTROL"),
    ):
        assert await reason_of(guest.create(**values)) == reason, values
    listed = await guest.tables.list(mine=True)
    assert not listed.tables


async def test_guests_need_a_name(channel):
    for name in ("", " ", "\n", "x" * 41, "a\x00b"):
        assert await reason_of(Person.arrive(channel, name)) == "INVALID_NAME"


def test_reflection_tells_strangers_nothing(platform):
    with grpc.insecure_channel(platform.lobby) as channel, pytest.raises(grpc.RpcError) as caught:
        ProtoReflectionDescriptorDatabase(channel).get_services()
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
