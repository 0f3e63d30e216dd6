"""Who asks for too much, or for nothing again and again, is sent away; who is slow is waited for."""

import asyncio
import gc
import zlib

import pytest

from services.serving.http2 import frames
from services.serving.http2 import wire as module
from services.serving.http2.call import Call
from services.serving.http2.frames import ErrorCode, frame
from services.serving.http2.stream import WINDOW
from services.serving.http2.wire import MOST_CONTROL, MOST_HEAD_FRAMES
from services.serving.limits import Limits
from tests.serving.http2.client import HUGE, PSEUDO, REGULAR, WAIT, Client, data_of, message, of

FLOODS = {
    "settings": frame(frames.SETTINGS, 0, 0),
    "empty data": frame(frames.DATA, 0, 1),
    "priorities": frame(frames.PRIORITY, 0, 1, b"\0" * 5),
    "frames of no known kind": frame(99, 0, 1, b"x"),
    "pings": frame(frames.PING, 0, 0, b"\0" * 8),
    "resets of what is over": frame(frames.RST_STREAM, 0, 1, b"\0" * 4),
}


@pytest.mark.parametrize("name", FLOODS)
async def test_a_flood_of_frames_that_ask_for_nothing_ends_the_connection(name: str) -> None:
    client = Client()
    await client.say(client.open(1, WAIT))
    (gone,) = of(await client.say(FLOODS[name] * (MOST_CONTROL + 10)), frames.GOAWAY)
    assert gone.code == ErrorCode.ENHANCE_YOUR_CALM


async def test_frames_that_ask_for_nothing_now_and_then_end_nothing() -> None:
    client = Client()
    await client.say(client.open(1, WAIT))
    for _ in range(3):
        assert not of(await client.say(FLOODS["settings"] * (MOST_CONTROL - 10)), frames.GOAWAY)
        client.connection._control_since -= 10.0


async def test_calls_that_are_reset_at_once_are_begun_no_faster_than_they_end() -> None:
    client = Client(Limits(concurrent_streams=50))
    said = [client.open(number, WAIT) + frame(frames.RST_STREAM, 0, number, b"\0" * 4) for number in range(1, 1_001, 2)]
    heard = await client.say(*said)
    refused = [each for each in of(heard, frames.RST_STREAM) if each.code == ErrorCode.REFUSED_STREAM]
    assert len(refused) == 450
    assert client.handlers.waiting == 0


@pytest.mark.parametrize("at_once", [True, False], ids=["before they begin", "once they have begun"])
async def test_calls_that_are_reset_are_not_kept_for_a_far_deadline(at_once: bool) -> None:
    client = Client()
    opened = [client.open(number, WAIT, ("grpc-timeout", "99999999H")) for number in range(1, 41, 2)]
    resets = [frames.rst_stream(number, ErrorCode.CANCEL) for number in range(1, 41, 2)]
    if not at_once:
        await client.say(*opened)
        assert client.handlers.waiting == 20
    await client.say(*([] if not at_once else opened), *resets)
    gc.collect()
    assert not [each for each in gc.get_objects() if isinstance(each, Call)]


async def test_calls_that_are_reset_again_and_again_end_the_connection() -> None:
    client = Client()
    said = [client.open(number, WAIT) + frame(frames.RST_STREAM, 0, number, b"\0" * 4) for number in range(1, 4_001, 2)]
    (gone,) = of(await client.say(*said), frames.GOAWAY)
    assert gone.code == ErrorCode.ENHANCE_YOUR_CALM
    assert client.handlers.waiting == 0


async def test_many_calls_that_have_lived_may_be_given_up_together() -> None:
    client = Client(Limits(concurrent_streams=2 * MOST_CONTROL))
    numbers = range(1, 2 * (MOST_CONTROL + 10), 2)
    await client.say(*(client.open(number, WAIT) for number in numbers))
    for stream in client.connection._streams.values():
        stream.since -= 10.0
    resets = [frames.rst_stream(number, ErrorCode.CANCEL) for number in numbers]
    assert not of(await client.say(*resets), frames.GOAWAY)
    assert client.handlers.waiting == 0


async def test_headers_without_end_are_cut_off() -> None:
    client = Client()
    said = frame(frames.HEADERS, 0, 1, b"\x82") + frame(frames.CONTINUATION, 0, 1) * (MOST_HEAD_FRAMES + 1)
    (gone,) = of(await client.say(said), frames.GOAWAY)
    assert gone.code == ErrorCode.ENHANCE_YOUR_CALM


async def test_headers_of_many_bytes_are_cut_off() -> None:
    client = Client(Limits(metadata_bytes=2_000))
    (gone,) = of(await client.say(client.headers(1, [*PSEUDO, *REGULAR, ("name", "x" * 3_000)])), frames.GOAWAY)
    assert gone.code == ErrorCode.ENHANCE_YOUR_CALM


async def test_small_headers_that_unpack_to_many_are_cut_off() -> None:
    client = Client(Limits(metadata_bytes=4_000))
    # The table of both sides makes a byte of each repetition.
    (gone,) = of(await client.say(client.headers(1, [*PSEUDO, *REGULAR, *[("name", "x" * 500)] * 40])), frames.GOAWAY)
    assert gone.code == ErrorCode.ENHANCE_YOUR_CALM


async def test_what_waits_for_handlers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_HELD_BYTES", 100_000)
    client = Client()
    streams = range(1, 21, 2)
    await client.say(*(client.open(stream, WAIT) for stream in streams))
    (gone,) = of(await client.say(*(message(stream, b"x" * 16_000) for stream in streams)), frames.GOAWAY)
    assert gone.code == ErrorCode.ENHANCE_YOUR_CALM


async def test_messages_of_nothing_that_nobody_takes_are_bounded() -> None:
    client = Client()
    await client.say(client.open(1, WAIT))
    said = frame(frames.DATA, 0, 1, b"\0" * 5 * 3_000) * 5
    (reset,) = of(await client.say(said), frames.RST_STREAM)
    assert reset.code == ErrorCode.FLOW_CONTROL_ERROR


async def test_what_was_taken_may_be_sent_again_without_end() -> None:
    client = Client()
    await client.say(client.open(1), frames.window_update(0, 2**30), frames.window_update(1, 2**30))
    told = b""
    for _ in range(40):
        told += data_of(await client.say(message(1, b"x" * 16_000)))
    assert len(told) == 40 * 16_005 > 8 * WINDOW
    assert client.connection._held == 0


async def test_a_message_beyond_all_measure_ends_its_call_alone() -> None:
    client = Client(Limits(receive_bytes=1_000))
    heard = await client.say(client.open(1), frame(frames.DATA, 0, 1, b"\0\0\0\x10\0"))
    (head,) = of(heard, frames.HEADERS)
    assert client.fields(head)["grpc-status"] == "8"
    assert len(of(await client.say(client.open(3), message(3, b"x", end=True)), frames.DATA)) == 1


async def test_a_small_message_that_unpacks_to_a_large_one_ends_its_call_alone() -> None:
    packer = zlib.compressobj(wbits=31)
    packed = packer.compress(b"\0" * 10_000_000) + packer.flush()
    client = Client(Limits(receive_bytes=1_000_000))
    said = b"\1" + len(packed).to_bytes(4, "big") + packed
    assert len(said) < 16_000
    heard = await client.say(client.open(1, "/galaxy.test/Echo", ("grpc-encoding", "gzip")), frame(0, 0, 1, said))
    assert client.fields(of(heard, frames.HEADERS)[0])["grpc-status"] == "8"


async def test_who_does_not_read_is_waited_for_and_costs_one_message() -> None:
    client = Client()
    heard = await client.say(client.open(1, HUGE))
    assert client.handlers.written == 0
    assert len(data_of(heard)) == 65_535
    client.connection.pause_writing()
    assert not data_of(await client.say(frames.window_update(0, 2**30), frames.window_update(1, 2**30)))
    client.connection.resume_writing()
    assert len(data_of(await client.hear())) == 3 * 300_005 - 65_535
    assert client.handlers.written == 3


async def test_who_asks_and_never_reads_the_answers_is_sent_away() -> None:
    client = Client()
    await client.say(client.open(1, WAIT))
    client.connection.pause_writing()
    for _ in range(MOST_CONTROL // 100):
        client.connection._control_since -= 10.0
        heard = await client.say(frame(frames.SETTINGS, 0, 0) * 100)
    assert of(heard, frames.GOAWAY)[0].code == ErrorCode.ENHANCE_YOUR_CALM


async def test_who_pings_without_a_call_more_often_than_is_granted_is_sent_away() -> None:
    client = Client(Limits(least_ping_interval=10.0))
    heard = [each for _ in range(5) for each in await client.say(frame(frames.PING, 0, 0, b"\0" * 8))]
    assert [of(heard, frames.GOAWAY)[0].code] == [ErrorCode.ENHANCE_YOUR_CALM]


async def test_who_says_nothing_is_asked_and_sent_away() -> None:
    client = Client(Limits(keepalive=30.0, keepalive_timeout=10.0))
    await client.say(client.open(1, WAIT))
    now = asyncio.get_running_loop().time()
    client.connection.look(now)
    client.connection.look(now + 31.0)
    (ping,) = of(await client.hear(), frames.PING)
    assert not ping.flags & frames.ACK
    client.connection.look(now + 42.0)
    assert len(of(await client.hear(), frames.GOAWAY)) == 1
    assert client.handlers.waiting == 0


async def test_who_answers_a_ping_stays() -> None:
    client = Client(Limits(keepalive=30.0, keepalive_timeout=10.0))
    await client.say(client.open(1, WAIT))
    now = asyncio.get_running_loop().time()
    client.connection.look(now)
    client.connection.look(now + 31.0)
    (ping,) = of(await client.hear(), frames.PING)
    await client.say(frame(frames.PING, frames.ACK, 0, ping.content))
    client.connection.look(now + 42.0)
    assert not of(await client.hear(), frames.GOAWAY)
    assert client.handlers.waiting == 1
