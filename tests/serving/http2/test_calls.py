"""Calls over HTTP/2 of our own: messages, windows, heads and ends, as gRPC and RFC 9113 have them."""

import asyncio
import gzip
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.serving.http2 import frames
from services.serving.http2.frames import ErrorCode, frame
from services.serving.http2.messages import framed
from services.serving.limits import Limits
from tests.serving.http2.client import ECHO, HUGE, PSEUDO, REFUSE, REGULAR, WAIT, Client, Frame, data_of, message, of


def ends(client: Client, heard: list[Frame]) -> dict[str, str]:
    """All that heads and ends say, the later after the earlier."""
    told: dict[str, str] = {}
    for each in of(heard, frames.HEADERS):
        told |= client.fields(each)
    return told


async def test_the_first_thing_said_is_what_is_granted_and_settings_are_acknowledged() -> None:
    client = Client(Limits(concurrent_streams=7, metadata_bytes=5_000))
    granted, window, acknowledged = await client.hear()
    assert granted.content == b"\0\3\0\0\0\7" + b"\0\4\0\1\0\0" + b"\0\6\0\0\x13\x88"
    assert (window.kind, window.stream) == (frames.WINDOW_UPDATE, 0)
    assert (acknowledged.kind, acknowledged.flags) == (frames.SETTINGS, frames.ACK)


async def test_a_message_comes_back_and_the_call_ends_well() -> None:
    client = Client()
    heard = await client.say(client.open(1), message(1, b"hello", end=True))
    assert data_of(heard) == framed(b"hello")
    assert ends(client, heard) == {
        ":status": "200",
        "content-type": "application/grpc",
        "grpc-accept-encoding": "identity,gzip",
        "grpc-status": "0",
    }
    assert of(heard, frames.HEADERS)[-1].flags & frames.END_STREAM
    assert not client.connection.open


@pytest.mark.parametrize(
    "said",
    [message(1, b"hello"), frame(frames.DATA, frames.END_STREAM, 1)],
    ids=["a message", "that it sends none"],
)
async def test_a_call_is_refused_when_the_client_has_spoken_so_that_it_hears_why(said: bytes) -> None:
    client = Client()
    heard = await client.say(client.open(1, REFUSE))
    assert not of(heard, frames.HEADERS)
    heard = await client.say(said)
    assert ends(client, heard)["grpc-status"] == "16"
    assert not client.connection.open


async def test_a_client_that_says_nothing_is_refused_after_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.serving.http2.stream.SPEAKING_SECONDS", 0.01)
    client = Client()
    heard = await client.say(client.open(1, REFUSE))
    while not of(heard, frames.HEADERS):
        await asyncio.sleep(0.01)
        heard = [*heard, *await client.hear()]
    assert ends(client, heard)["grpc-status"] == "16"
    assert not client.connection.open


async def test_a_client_that_leaves_before_it_has_spoken_is_refused_nothing() -> None:
    client = Client()
    await client.say(client.open(1, REFUSE))
    heard = await client.say(frames.rst_stream(1, ErrorCode.CANCEL))
    assert not of(heard, frames.HEADERS)
    assert not client.connection.open


async def test_a_request_may_end_by_headers() -> None:
    client = Client()
    heard = await client.say(client.open(1), message(1, b"x"))
    assert "grpc-status" not in ends(client, heard)
    heard = await client.say(client.headers(1, [("late", "1")], end=True))
    assert ends(client, heard)["grpc-status"] == "0"


async def test_a_request_may_end_by_empty_data() -> None:
    client = Client()
    heard = await client.say(client.open(1), message(1, b"x"), frame(frames.DATA, frames.END_STREAM, 1))
    assert ends(client, heard)["grpc-status"] == "0"


@given(
    messages=st.lists(st.binary(max_size=300), min_size=1, max_size=8),
    cuts=st.lists(st.integers(1, 400), min_size=1, max_size=40),
    padded=st.booleans(),
)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_messages_are_the_same_however_they_are_cut(messages: list[bytes], cuts: list[int], padded: bool) -> None:
    async def play() -> bytes:
        client, whole = Client(), b"".join(map(framed, messages))
        parts, at = [], 0
        for place in count():
            if at >= len(whole):
                break
            size = cuts[place % len(cuts)]
            part = whole[at : at + size]
            at += size
            parts.append(
                frame(frames.DATA, frames.PADDED, 1, b"\2" + part + b"\0\0")
                if padded
                else frame(frames.DATA, 0, 1, part)
            )
        said = client.open(1) + b"".join(parts) + frame(frames.DATA, frames.END_STREAM, 1)
        heard: list[Frame] = []
        for start in range(0, len(said), 97):  # and the network cuts where it likes
            heard += await client.say(said[start : start + 97])
        assert client.connection._held == 0
        return data_of(heard)

    assert asyncio.run(play()) == b"".join(map(framed, messages))


@given(updates=st.lists(st.tuples(st.sampled_from((0, 1, 3)), st.integers(1, 70_000)), max_size=60))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_RFC9113_6_9_no_more_is_sent_than_was_granted(updates: list[tuple[int, int]]) -> None:
    async def play() -> None:
        client = Client()
        windows = {0: 65_535, 1: 65_535, 3: 65_535}
        told = dict.fromkeys((1, 3), b"")

        async def take(*said: bytes) -> None:
            for each in of(await client.say(*said), frames.DATA):
                told[each.stream] += each.content
                windows[0] -= len(each.content)
                windows[each.stream] -= len(each.content)
                assert min(windows[0], windows[each.stream]) >= 0
                assert len(each.content) <= frames.MOST_FRAME_BYTES

        await take(client.open(1, HUGE), client.open(3, HUGE))
        for stream, more in updates:
            windows[stream] += more
            await take(frames.window_update(stream, more))
        # As far as the windows go, nothing is kept back.
        for stream in (1, 3):
            assert len(told[stream]) == 3 * 300_005 or 0 in (windows[0], windows[stream])
        for stream in (0, 1, 3):
            windows[stream] += 2_000_000
            await take(frames.window_update(stream, 2_000_000))
        # Nothing was lost, doubled or mixed.
        assert told[1] == told[3] == framed(b"x" * 300_000) * 3

    asyncio.run(play())


async def test_RFC9113_6_9_2_a_smaller_first_window_holds_streams_back_that_are_open() -> None:
    client = Client()
    await client.say(client.open(1, HUGE), frames.window_update(0, 2**30))
    await client.say(frames.settings({frames.INITIAL_WINDOW_SIZE: 10_000}))
    # Now 55,535 bytes more were sent than the stream may send.
    assert not data_of(await client.say(frames.window_update(1, 55_535)))
    assert len(data_of(await client.say(frames.window_update(1, 100)))) == 100
    assert len(data_of(await client.say(frames.settings({frames.INITIAL_WINDOW_SIZE: 11_000})))) == 1_000


async def test_streams_send_by_turns() -> None:
    client = Client()
    await client.say(
        client.open(1, HUGE), client.open(3, HUGE), frames.window_update(1, 10**6), frames.window_update(3, 10**6)
    )
    heard = of(await client.say(frames.window_update(0, 8 * frames.MOST_FRAME_BYTES)), frames.DATA)
    assert [each.stream for each in heard] in ([1, 3] * 4, [3, 1] * 4)


async def test_headers_may_come_in_many_frames() -> None:
    client = Client()
    heard = await client.say(
        client.headers(1, [*PSEUDO, *REGULAR, ("name", "x" * 900)], more=9), message(1, b"x", end=True)
    )
    assert ends(client, heard)["grpc-status"] == "0"
    assert client.handlers.metadata == (("name", "x" * 900),)


async def test_headers_may_be_padded_and_have_a_priority() -> None:
    client = Client()
    block = client.encoder.encode([*PSEUDO, *REGULAR])
    flags = frames.END_HEADERS | frames.PADDED | frames.WITH_PRIORITY
    head = frame(frames.HEADERS, flags, 1, b"\3" + b"\0\0\0\0\x10" + block + b"\0\0\0")
    assert ends(client, await client.say(head, message(1, b"x", end=True)))["grpc-status"] == "0"


async def test_metadata_of_bytes_comes_as_bytes_and_what_gRPC_says_does_not_come() -> None:
    client = Client()
    besides = [("name-bin", "AAH/,/w=="), ("authorization", "Bearer x"), ("grpc-timeout", "1H")]
    await client.say(client.open(1, ECHO, *besides), message(1, b"x", end=True))
    assert client.handlers.metadata == (("name-bin", b"\0\1\xff"), ("name-bin", b"\xff"), ("authorization", "Bearer x"))


async def test_a_message_may_be_compressed() -> None:
    client = Client()
    packed = gzip.compress(b"hello" * 100)
    said = b"\1" + len(packed).to_bytes(4, "big") + packed
    heard = await client.say(client.open(1, ECHO, ("grpc-encoding", "gzip")), frame(0, frames.END_STREAM, 1, said))
    assert data_of(heard) == framed(b"hello" * 100)


@pytest.mark.parametrize("packed", [b"no gzip", gzip.compress(b"hello")[:-4]], ids=["something else", "half of it"])
async def test_a_message_that_cannot_be_unpacked_ends_its_call_alone(packed: bytes) -> None:
    client = Client()
    said = b"\1" + len(packed).to_bytes(4, "big") + packed
    heard = await client.say(client.open(1, ECHO, ("grpc-encoding", "gzip")), frame(0, 0, 1, said))
    assert ends(client, heard)["grpc-status"] == "12"
    assert not client.transport.closed


async def test_another_compression_is_not_known_and_those_known_are_told() -> None:
    client = Client()
    told = ends(client, await client.say(client.open(1, ECHO, ("grpc-encoding", "br"))))
    assert (told["grpc-status"], told["grpc-accept-encoding"]) == ("12", "identity,gzip")


@pytest.mark.parametrize(
    ("fields", "status"), [([(":method", "GET"), *PSEUDO[1:], *REGULAR], "405"), ([*PSEUDO], "415")]
)
async def test_what_is_no_call_of_gRPC_is_told_so_by_HTTP(fields: list[tuple[str, str]], status: str) -> None:
    client = Client()
    heard = await client.say(client.headers(1, fields, end=True))
    assert ends(client, heard) == {":status": status}
    assert not client.connection.open


async def test_a_method_that_is_not_there() -> None:
    client = Client()
    told = ends(client, await client.say(client.open(1, "/galaxy.test/Nothing")))
    assert (told["grpc-status"], told["grpc-message"]) == ("12", "Method not found!")


async def test_who_is_answered_before_the_end_need_not_say_the_rest() -> None:
    client = Client()
    heard = await client.say(client.open(1, "/galaxy.test/Nothing"))
    (reset,) = of(heard, frames.RST_STREAM)
    assert reset.code == ErrorCode.NO_ERROR
    # What was on its way is let pass.
    assert not of(await client.say(message(1, b"x"), message(1, b"y", end=True)), frames.GOAWAY)


async def test_a_deadline_ends_the_call() -> None:
    client = Client()
    heard = await client.say(client.open(1, WAIT, ("grpc-timeout", "20m")))
    assert client.handlers.waiting == 1
    await asyncio.sleep(0.05)
    heard = await client.hear()
    assert ends(client, heard)["grpc-status"] == "4"
    assert (client.handlers.waiting, client.handlers.cancelled) == (0, 1)


async def test_a_call_that_is_reset_is_cancelled() -> None:
    client = Client()
    await client.say(client.open(1, WAIT), client.open(3, WAIT))
    heard = await client.say(frames.rst_stream(1, ErrorCode.CANCEL))
    assert (client.handlers.waiting, client.handlers.cancelled) == (1, 1)
    assert not heard


async def test_a_connection_that_is_lost_cancels_all_its_calls() -> None:
    client = Client()
    await client.say(*(client.open(stream, WAIT) for stream in (1, 3, 5)))
    client.connection.connection_lost(None)
    await client.hear()
    assert (client.handlers.waiting, client.handlers.cancelled) == (0, 3)
    assert not client.connection.open


async def test_who_leaves_is_served_to_the_end_and_then_left() -> None:
    client = Client()
    await client.say(client.open(1))
    first, ping = [each for each in await client.say(frame(frames.GOAWAY, 0, 0, b"\0" * 8)) if each.kind > 5]
    assert (first.kind, ping.kind) == (frames.GOAWAY, frames.PING)
    await client.say(frame(frames.PING, frames.ACK, 0, ping.content))
    assert not client.transport.closed
    heard = await client.say(message(1, b"last", end=True))
    assert data_of(heard) == framed(b"last")
    assert client.transport.closed


async def test_RFC9113_6_8_in_a_drain_calls_on_their_way_are_taken_and_later_ones_are_not() -> None:
    client = Client()
    await client.say(client.open(1))
    client.connection.leave(30.0)
    announced, ping = await client.hear()
    assert (announced.kind, announced.content[:4]) == (frames.GOAWAY, b"\x7f\xff\xff\xff")
    assert data_of(await client.say(client.open(3), message(3, b"x", end=True)), 3) == framed(b"x")
    (last,) = of(await client.say(frame(frames.PING, frames.ACK, 0, ping.content)), frames.GOAWAY)
    assert last.content[:4] == b"\0\0\0\3"
    (reset,) = of(await client.say(client.open(5)), frames.RST_STREAM)
    assert (reset.stream, reset.code) == (5, ErrorCode.REFUSED_STREAM)
    assert data_of(await client.say(message(1, b"still", end=True))) == framed(b"still")
    assert client.transport.closed


async def test_an_old_connection_is_asked_to_come_anew() -> None:
    client = Client(Limits(connection_age=100.0, connection_idle=1_000.0, keepalive=1_000.0))
    now = asyncio.get_running_loop().time()
    client.connection.look(now + 99.0)
    assert not of(await client.hear(), frames.GOAWAY)
    client.connection.look(now + 101.0)
    assert len(of(await client.hear(), frames.GOAWAY)) == 1


async def test_what_is_not_known_is_let_pass() -> None:
    client = Client()
    unknown = frame(77, 0xFF, 1, b"?") + frames.settings({0xFFFF: 1})
    heard = await client.say(client.open(1), unknown, message(1, b"x", end=True))
    assert ends(client, heard)["grpc-status"] == "0"


async def test_a_ping_comes_back() -> None:
    client = Client()
    (ping,) = of(await client.say(frame(frames.PING, 0, 0, b"12345678")), frames.PING)
    assert (ping.flags, ping.content) == (frames.ACK, b"12345678")
