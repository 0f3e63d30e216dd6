"""Requests beyond what their protos declare are refused before they cost anything, and leave nothing behind."""

import asyncio
import contextlib
import gc
import gzip
import weakref
import zlib
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf.message import Message

from galaxytables.lobby.v1 import bots_pb2, play_pb2, players_pb2, players_pb2_grpc, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_serving import Address, Limits, RemoteError, Server, open_channel, read_error
from galaxytables_serving.bounds import MAX_DEPTH, MIN_RECEIVED_SIZE, bounds_of, check_json
from galaxytables_serving.calls import COMPRESSED
from galaxytables_serving.errors import FieldTooLargeError
from galaxytables_serving.sources import read_networks
from galaxytables_serving.tunnel import CARRY
from tests.serving.conftest import Running
from tests.serving.servicers import Players, players_service

GUEST = "/galaxytables.lobby.v1.PlayerService/CreateGuest"
WATCH = "/grpc.health.v1.Health/Watch"
CHECK = "/grpc.health.v1.Health/Check"
SECONDS = 60
PROXIES = read_networks("127.0.0.0/8")


def nested(depth: int) -> game_pb2.Fact:
    fact = game_pb2.Fact(name="innermost")
    for _ in range(depth):
        fact = game_pb2.Fact(group=game_pb2.FactGroup(facts=[fact]))
    return fact


def beyond(request: Message) -> tuple[str, str]:
    """Which field is refused, and by what it is counted."""
    with pytest.raises(FieldTooLargeError) as caught:
        bounds_of(request.DESCRIPTOR).check(request)
    return caught.value.metadata["field"], caught.value.metadata["unit"]


@pytest.mark.parametrize(
    ("request_", "field", "unit"),
    [
        (play_pb2.SubmitChoiceRequest(picks=["a"] * 257), "picks", "entries"),
        (play_pb2.SubmitChoiceRequest(picks=["a" * 257]), "picks", "characters"),
        (play_pb2.SubmitChoiceRequest(table_id="a" * 257), "table_id", "characters"),
        (tables_pb2.CreateTableRequest(options={str(each): "" for each in range(65)}), "options", "entries"),
        (tables_pb2.CreateTableRequest(options={"a" * 257: ""}), "options", "characters"),
        (tables_pb2.CreateTableRequest(options={"a": "b" * 257}), "options", "characters"),
        (tables_pb2.CreateTableRequest(entropy=b"e" * 1025), "entropy", "bytes"),
        (play_pb2.SendMessageRequest(text="a" * 2001), "text", "characters"),
        (tables_pb2.ListTablesRequest(states=[tables_pb2.TABLE_STATE_OPEN] * 17), "states", "entries"),
        (rules_pb2.NewGameRequest(entropy=[b"e" * 1025]), "entropy", "bytes"),
        (
            play_pb2.PlayManyRequest(
                requests=[play_pb2.PlayRequest(submit=play_pb2.SubmitChoiceRequest(picks=["a"] * 257))]
            ),
            "picks",
            "entries",
        ),
        (
            tables_pb2.EditTableRequest(options=tables_pb2.GameOptions(values={"a": "b" * 257})),
            "values",
            "characters",
        ),
    ],
    ids=lambda each: "" if isinstance(each, Message) else each,
)
def test_what_is_beyond_a_bound_is_refused_by_its_name(request_: Message, field: str, unit: str) -> None:
    assert beyond(request_) == (field, unit)


def test_messages_nest_so_deep() -> None:
    def hint(fact: game_pb2.Fact) -> bots_pb2.GiveHintRequest:
        return bots_pb2.GiveHintRequest(hint=play_pb2.GivenHint(answers=[play_pb2.HintedAnswer(facts=[fact])]))

    bounds_of(bots_pb2.GiveHintRequest.DESCRIPTOR).check(hint(nested(5)))
    field, unit = beyond(hint(nested(MAX_DEPTH)))
    assert (field.startswith("galaxytables.rules.v1.Fact"), unit) == (True, "nested messages")


@pytest.mark.parametrize(
    "fields",
    [
        {"states": [1] * 17},
        {"states": ["TABLE_STATE_OPEN"] * 17},
    ],
)
def test_counts_in_json_are_looked_at_before_it_is_a_message(fields: dict[str, object]) -> None:
    with pytest.raises(FieldTooLargeError):
        check_json(tables_pb2.ListTablesRequest.DESCRIPTOR, fields)


def test_counts_within_messages_and_maps_in_json_are_looked_at_too() -> None:
    many = {str(each): "" for each in range(65)}
    for name in ("timeControl", "unknown"):
        check_json(tables_pb2.EditTableRequest.DESCRIPTOR, {name: many})
    with pytest.raises(FieldTooLargeError):
        check_json(tables_pb2.EditTableRequest.DESCRIPTOR, {"options": {"values": many}})


async def refused(channel: grpc.aio.Channel, path: str, request: bytes, **options: Any) -> RemoteError:
    call: Any = channel.unary_unary(path)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call(request, timeout=SECONDS, **options)
    return read_error(caught.value)


@pytest.mark.parametrize("compression", [grpc.Compression.Gzip, grpc.Compression.Deflate])
async def test_a_compressed_request_is_not_unpacked(running: Running, compression: grpc.Compression) -> None:
    request = players_pb2.CreateGuestRequest(name="Ada" * 10).SerializeToString()
    error = await refused(running.channel, GUEST, request, compression=compression)
    assert (error.code, error.reason) == (grpc.StatusCode.UNIMPLEMENTED, "COMPRESSED_REQUEST")
    bomb = await refused(running.channel, GUEST, bytes(8_000_000), compression=compression)
    assert bomb.reason in {"COMPRESSED_REQUEST", "REQUEST_TOO_LARGE"}
    assert not running.players.entered.is_set()


def test_compressed_data_of_every_level_is_known_by_its_beginning() -> None:
    for level in range(10):
        assert zlib.compress(b"data", level).startswith(COMPRESSED)
        assert gzip.compress(b"data", level).startswith(COMPRESSED)


async def test_a_field_beyond_its_bound_is_refused_before_the_handler(running: Running) -> None:
    error = await refused(running.channel, GUEST, guest("\u0301" * 4_000))
    assert error.metadata == {"field": "name", "unit": "characters", "most": "256", "given": "4000"}
    assert error.reason == "FIELD_TOO_LARGE"
    assert not running.players.entered.is_set()


@pytest.mark.parametrize(("size", "reason"), [(MIN_RECEIVED_SIZE, "REQUEST_TOO_LARGE"), (MIN_RECEIVED_SIZE + 1, "")])
async def test_a_request_that_is_larger_than_all_calls_take_is_cut_off_without_a_reason(
    running: Running, size: int, reason: str
) -> None:
    """By gRPC itself, which then says so in its own words; the reference tells clients what that means."""
    error = await refused(running.channel, GUEST, bytes(size))
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, reason)
    assert reason or "larger than max" in error.message
    assert not running.players.entered.is_set()


def guest(name: str) -> bytes:
    return players_pb2.CreateGuestRequest(name=name).SerializeToString()


class _Held:
    """Something that lies in a frame of a handler, as a request does."""


class _Refusing(Players):
    """Fails in frames that name what they raise, which alone is a cycle."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[weakref.ref[_Held]] = []

    async def CreateGuest(self, request: players_pb2.CreateGuestRequest, _context: object) -> Any:
        held = _Held()
        self.held.append(weakref.ref(held))
        try:
            return await super().CreateGuest(request, _context)
        except Exception as error:  # noqa: BLE001  # whatever fails
            again = error
            raise again from ValueError(str(held))


@pytest.mark.parametrize("name", ["refused", "crash"])
async def test_what_a_failed_call_held_is_free_when_it_is_answered(name: str) -> None:
    """With the collector off: nothing lies in a cycle."""
    players = _Refusing()
    server = Server([players_service(players)], domain="galaxytables.test", limits=Limits(drain=1.0, stream_linger=0.1))
    port = await server.start(Address("127.0.0.1", 0))
    async with open_channel(f"127.0.0.1:{port}", shared=False) as channel:
        stub = players_pb2_grpc.PlayerServiceStub(channel)
        gc.collect()
        gc.disable()
        try:
            for _ in range(5):
                with pytest.raises(grpc.aio.AioRpcError):
                    await stub.CreateGuest(players_pb2.CreateGuestRequest(name=name), timeout=SECONDS)
            async with asyncio.timeout(SECONDS):
                while any(each() is not None for each in players.held):  # noqa: ASYNC110  # the answer comes first
                    await asyncio.sleep(0.01)
        finally:
            gc.enable()
    assert len(players.held) == 5
    await server.stop()


async def test_a_call_whose_request_does_not_come_is_ended() -> None:
    limits = Limits(drain=1.0, stream_linger=0.1, request_patience=0.2)
    server = Server([players_service(Players())], domain="galaxytables.test", limits=limits)
    port = await server.start(Address("127.0.0.1", 0))
    async with open_channel(f"127.0.0.1:{port}", shared=False) as channel:
        stream: Any = channel.stream_unary(GUEST)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await stream(timeout=SECONDS)
        assert read_error(caught.value).reason == "LATE_REQUEST"
    await server.stop()


async def test_a_call_that_ends_without_a_request_is_malformed() -> None:
    limits = Limits(drain=1.0, stream_linger=0.1)
    server = Server([players_service(Players())], domain="galaxytables.test", limits=limits)
    port = await server.start(Address("127.0.0.1", 0))
    async with open_channel(f"127.0.0.1:{port}", shared=False) as channel:
        call: Any = channel.stream_unary(GUEST)
        nothing = call(timeout=SECONDS)
        await nothing.done_writing()
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await nothing
        assert read_error(caught.value).reason == "MALFORMED_REQUEST"
    await server.stop()


def from_(address: str) -> tuple[tuple[str, str], ...]:
    return (("x-forwarded-for", address),)


async def test_calls_of_an_address_are_counted_from_their_beginning_and_others_go_on() -> None:
    """Also those that show no token, and those whose request has not come."""
    limits = Limits(drain=1.0, stream_linger=0.1, address_calls=3, proxies=PROXIES)
    players = Players()
    server = Server([players_service(players)], domain="galaxytables.test", limits=limits)
    port = await server.start(Address("127.0.0.1", 0))
    async with open_channel(f"127.0.0.1:{port}", shared=False) as channel:
        begin: Any = channel.stream_unary(GUEST)
        silent: list[Any] = []
        waiting: list[asyncio.Task[None]] = []
        async with asyncio.timeout(SECONDS):
            while True:
                # A silent call that met the limit beside the call that asks has ended; another takes its place.
                for _ in range(3 - sum(not each.done() for each in waiting)):
                    silent.append(begin(metadata=from_("192.0.2.1")))
                    waiting.append(asyncio.ensure_future(_ended(silent[-1])))
                error = await _failure(channel, GUEST, guest("Ada"), from_("192.0.2.1"))
                if error is not None and error.reason == "TOO_MANY_CALLS_OF_ADDRESS":
                    break
        assert error.retry_after
        assert await _failure(channel, GUEST, guest("Ada"), from_("192.0.2.2")) is None
        for each in silent:
            each.cancel()
        await asyncio.gather(*waiting)
        async with asyncio.timeout(SECONDS):
            while await _failure(channel, GUEST, guest("Ada"), from_("192.0.2.1")) is not None:
                pass
    await server.stop()


async def test_tunnels_that_carry_nothing_are_counted_by_their_address() -> None:
    limits = Limits(drain=1.0, stream_linger=0.1, address_calls=3, proxies=PROXIES)
    server = Server([players_service(Players())], domain="galaxytables.test", limits=limits, tunnels=True)
    port = await server.start(Address("127.0.0.1", 0))
    async with open_channel(f"127.0.0.1:{port}", shared=False) as channel:
        carry: Any = channel.stream_stream(CARRY)
        idle = [carry(metadata=from_("192.0.2.1")) for _ in range(3)]
        async with asyncio.timeout(SECONDS):
            for each in idle:
                await each.read()
        assert await _first(carry(metadata=from_("192.0.2.1"))) == "TOO_MANY_CALLS_OF_ADDRESS"
        error = await _failure(channel, GUEST, guest("Ada"), from_("192.0.2.1"))
        assert error is not None
        assert error.reason == "TOO_MANY_CALLS_OF_ADDRESS"
        assert await _failure(channel, GUEST, guest("Ada"), from_("192.0.2.2")) is None
        for each in idle:
            each.cancel()
    await server.stop()


async def test_health_has_room_of_its_own_which_no_address_fills() -> None:
    limits = Limits(drain=1.0, stream_linger=0.1, calls=2, address_calls=2, proxies=PROXIES)
    server = Server([players_service(Players())], domain="galaxytables.test", limits=limits)
    port = await server.start(Address("127.0.0.1", 0))
    async with open_channel(f"127.0.0.1:{port}", shared=False) as channel:
        begin: Any = channel.stream_unary(GUEST)
        silent = [begin(metadata=from_(f"192.0.2.{each}")) for each in (1, 2)]
        waiting = [asyncio.ensure_future(_ended(each)) for each in silent]
        watch: Any = channel.unary_stream(WATCH)
        watches = [watch(b"", metadata=from_("192.0.2.1")) for _ in range(60)]
        async with asyncio.timeout(SECONDS):
            heard = [await _first(each) for each in watches]
        assert heard.count("TOO_MANY_CALLS_OF_ADDRESS") == 10
        assert await _failure(channel, CHECK, b"", from_("192.0.2.3")) is None
        error = await _failure(channel, GUEST, guest("Ada"), from_("192.0.2.3"))
        assert error is not None
        assert error.reason == "TOO_MANY_CALLS"
        for each in (*silent, *watches):
            each.cancel()
        await asyncio.gather(*waiting)
    await server.stop()


async def _failure(
    channel: grpc.aio.Channel, path: str, request: bytes, metadata: tuple[tuple[str, str], ...]
) -> RemoteError | None:
    call: Any = channel.unary_unary(path)
    try:
        await call(request, metadata=metadata, timeout=SECONDS)
    except grpc.aio.AioRpcError as error:
        return read_error(error)
    return None


async def _first(stream: Any) -> str:
    try:
        await stream.read()
    except grpc.aio.AioRpcError as error:
        return read_error(error).reason
    return ""


async def _ended(call: Any) -> None:
    with contextlib.suppress(grpc.aio.AioRpcError, asyncio.CancelledError):
        await call
