"""What RFC 9113 forbids ends the stream or the connection, with the code that it names."""

import pytest

from services.serving.http2 import frames
from services.serving.http2.frames import ErrorCode, frame
from services.serving.http2.stream import WINDOW
from services.serving.limits import Limits
from tests.serving.http2.client import ECHO, NO_SETTINGS, PSEUDO, REGULAR, WAIT, Client, message, of

OPENED = 1
SETTING = frames.settings


def settings(name: int, value: int) -> bytes:
    return SETTING({name: value})


# By section: what is said once stream 1 is open, and the code that ends the connection.
CONNECTION = {
    "4_2_a_frame_longer_than_was_granted": (b"\0\x40\x01\0\0\0\0\0\x01", ErrorCode.FRAME_SIZE_ERROR),
    "5_1_data_of_a_stream_that_was_never_opened": (frame(frames.DATA, 0, 5, b"x"), ErrorCode.PROTOCOL_ERROR),
    "5_1_1_a_stream_of_an_even_number": (frame(frames.HEADERS, 4, 2, b"\x82"), ErrorCode.PROTOCOL_ERROR),
    "6_1_data_of_no_stream": (frame(frames.DATA, 0, 0, b"x"), ErrorCode.PROTOCOL_ERROR),
    "6_1_more_padding_than_content": (frame(frames.DATA, frames.PADDED, 1, b"\x03xx"), ErrorCode.PROTOCOL_ERROR),
    "6_2_headers_of_no_stream": (frame(frames.HEADERS, 4, 0, b"\x82"), ErrorCode.PROTOCOL_ERROR),
    "6_2_more_padding_than_headers": (frame(frames.HEADERS, 12, 3, b"\x05\x82"), ErrorCode.PROTOCOL_ERROR),
    "6_3_a_priority_of_no_stream": (frame(frames.PRIORITY, 0, 0, b"\0" * 5), ErrorCode.PROTOCOL_ERROR),
    "6_4_a_reset_of_no_stream": (frame(frames.RST_STREAM, 0, 0, b"\0" * 4), ErrorCode.PROTOCOL_ERROR),
    "6_4_a_reset_of_a_stream_that_was_never_opened": (
        frame(frames.RST_STREAM, 0, 7, b"\0" * 4),
        ErrorCode.PROTOCOL_ERROR,
    ),
    "6_4_a_reset_of_a_wrong_length": (frame(frames.RST_STREAM, 0, 1, b"\0" * 3), ErrorCode.FRAME_SIZE_ERROR),
    "6_5_settings_of_a_stream": (frame(frames.SETTINGS, 0, 1), ErrorCode.PROTOCOL_ERROR),
    "6_5_an_acknowledgement_with_content": (frame(frames.SETTINGS, 1, 0, b"\0" * 6), ErrorCode.FRAME_SIZE_ERROR),
    "6_5_settings_of_a_wrong_length": (frame(frames.SETTINGS, 0, 0, b"\0" * 5), ErrorCode.FRAME_SIZE_ERROR),
    "6_5_2_push_neither_on_nor_off": (settings(frames.ENABLE_PUSH, 2), ErrorCode.PROTOCOL_ERROR),
    "6_5_2_a_window_too_large": (settings(frames.INITIAL_WINDOW_SIZE, 2**31), ErrorCode.FLOW_CONTROL_ERROR),
    "6_5_2_a_frame_size_too_small": (settings(frames.MAX_FRAME_SIZE, 100), ErrorCode.PROTOCOL_ERROR),
    "6_5_2_a_frame_size_too_large": (settings(frames.MAX_FRAME_SIZE, 2**24), ErrorCode.PROTOCOL_ERROR),
    "6_6_a_promise_of_a_client": (frame(frames.PUSH_PROMISE, 4, 1, b"\0" * 4), ErrorCode.PROTOCOL_ERROR),
    "6_7_a_ping_of_a_stream": (frame(frames.PING, 0, 1, b"\0" * 8), ErrorCode.PROTOCOL_ERROR),
    "6_7_a_ping_of_a_wrong_length": (frame(frames.PING, 0, 0, b"\0" * 7), ErrorCode.FRAME_SIZE_ERROR),
    "6_8_leaving_of_a_stream": (frame(frames.GOAWAY, 0, 1, b"\0" * 8), ErrorCode.PROTOCOL_ERROR),
    "6_8_leaving_of_a_wrong_length": (frame(frames.GOAWAY, 0, 0, b"\0" * 7), ErrorCode.FRAME_SIZE_ERROR),
    "6_9_a_window_of_a_wrong_length": (frame(frames.WINDOW_UPDATE, 0, 1, b"\0" * 3), ErrorCode.FRAME_SIZE_ERROR),
    "6_9_a_window_of_all_opened_by_nothing": (frames.window_update(0, 0), ErrorCode.PROTOCOL_ERROR),
    "6_9_a_window_of_a_stream_that_was_never_opened": (frames.window_update(9, 1), ErrorCode.PROTOCOL_ERROR),
    "6_9_1_a_window_of_all_too_large": (frames.window_update(0, 2**31 - 1), ErrorCode.FLOW_CONTROL_ERROR),
    "6_9_2_a_first_window_that_makes_one_too_large": (
        frames.window_update(1, 2**31 - 1 - 65_535) + settings(frames.INITIAL_WINDOW_SIZE, 65_536),
        ErrorCode.FLOW_CONTROL_ERROR,
    ),
    "6_10_headers_go_on_without_a_beginning": (
        frame(frames.CONTINUATION, 4, 1, b"\x82"),
        ErrorCode.PROTOCOL_ERROR,
    ),
    "6_10_headers_are_interrupted": (
        frame(frames.HEADERS, 0, 3, b"\x82") + frame(frames.PING, 0, 0, b"\0" * 8),
        ErrorCode.PROTOCOL_ERROR,
    ),
    "6_10_headers_go_on_at_another_stream": (
        frame(frames.HEADERS, 0, 3, b"\x82") + frame(frames.CONTINUATION, 4, 5, b"\x82"),
        ErrorCode.PROTOCOL_ERROR,
    ),
    "4_3_headers_that_cannot_be_read": (frame(frames.HEADERS, 4, 3, b"\xff\xff\xff\xff"), ErrorCode.COMPRESSION_ERROR),
    "4_3_headers_that_refer_to_nothing": (frame(frames.HEADERS, 4, 3, b"\xfe"), ErrorCode.COMPRESSION_ERROR),
}


@pytest.mark.parametrize("name", CONNECTION)
async def test_RFC9113(name: str) -> None:
    said, code = CONNECTION[name]
    client = Client()
    await client.say(client.open(OPENED, WAIT))
    (gone,) = of(await client.say(said), frames.GOAWAY)
    assert gone.code == code
    assert client.transport.closed
    assert (client.handlers.waiting, client.handlers.cancelled) == (0, 1)


# By section: what is said once stream 1 is open, and the code that ends that stream.
STREAM = {
    "5_1_data_after_the_end": (message(1, b"a", end=True) + message(1, b"b"), ErrorCode.STREAM_CLOSED),
    "6_3_a_priority_of_a_wrong_length": (frame(frames.PRIORITY, 0, 1, b"\0" * 4), ErrorCode.FRAME_SIZE_ERROR),
    "6_9_a_window_opened_by_nothing": (frames.window_update(1, 0), ErrorCode.PROTOCOL_ERROR),
    "6_9_1_a_window_too_large": (frames.window_update(1, 2**31 - 1), ErrorCode.FLOW_CONTROL_ERROR),
    "6_9_1_more_than_was_granted": (
        b"".join([message(1, b"x" * 16_000) for _ in range(WINDOW // 16_000 + 1)]),
        ErrorCode.FLOW_CONTROL_ERROR,
    ),
}


@pytest.mark.parametrize("name", STREAM)
async def test_RFC9113_of_a_stream(name: str) -> None:
    said, code = STREAM[name]
    client = Client()
    await client.say(client.open(OPENED, WAIT))
    (reset,) = of(await client.say(said), frames.RST_STREAM)
    assert (reset.stream, reset.code) == (OPENED, code)
    assert (client.handlers.waiting, client.handlers.cancelled) == (0, 1)
    assert not client.transport.closed
    heard = await client.say(client.open(3), message(3, b"goes on", end=True))
    assert len(of(heard, frames.DATA)) == 1


async def test_RFC9113_8_1_an_end_of_a_request_that_does_not_end_it() -> None:
    client = Client()
    await client.say(client.open(1, WAIT))
    (reset,) = of(await client.say(client.headers(1, [("late", "1")])), frames.RST_STREAM)
    assert reset.code == ErrorCode.PROTOCOL_ERROR


WITHOUT_PATH = [each for each in PSEUDO if each[0] != ":path"]
HEADS = {
    "8_3_1_without_a_path": [*WITHOUT_PATH, *REGULAR],
    "8_3_1_with_a_path_that_is_none": [*WITHOUT_PATH, (":path", "galaxy"), *REGULAR],
    "8_3_two_paths": [*PSEUDO, (":path", ECHO), *REGULAR],
    "8_3_a_path_after_others": [*WITHOUT_PATH, *REGULAR, (":path", ECHO)],
    "8_3_1_of_an_answer": [*PSEUDO, (":status", "200"), *REGULAR],
    "8_2_1_a_name_in_capitals": [*PSEUDO, *REGULAR, ("Name", "x")],
    "8_2_1_a_name_with_a_space": [*PSEUDO, *REGULAR, ("na me", "x")],
    "8_2_1_a_value_with_a_line_end": [*PSEUDO, *REGULAR, ("name", "x\r\ny")],
    "8_2_2_of_a_connection": [*PSEUDO, *REGULAR, ("connection", "close")],
    "8_2_2_other_trailers": [*PSEUDO, REGULAR[0], ("te", "gzip")],
    "grpc_a_deadline_that_is_none": [*PSEUDO, *REGULAR, ("grpc-timeout", "soon")],
    "grpc_bytes_that_are_none": [*PSEUDO, *REGULAR, ("name-bin", "?")],
}


@pytest.mark.parametrize("name", HEADS)
async def test_RFC9113_of_a_head(name: str) -> None:
    client = Client()
    (reset,) = of(await client.say(client.headers(1, HEADS[name])), frames.RST_STREAM)
    assert (reset.stream, reset.code) == (1, ErrorCode.PROTOCOL_ERROR)
    heard = await client.say(client.open(3), message(3, b"goes on", end=True))
    assert len(of(heard, frames.DATA)) == 1


@pytest.mark.parametrize(
    "said",
    [b"GET / HTTP/1.1\r\n\r\n", frames.PREFACE + frame(frames.PING, 0, 0, b"\0" * 8), frames.PREFACE[:-1] + b"x"],
    ids=["another protocol", "no settings first", "another preface"],
)
async def test_RFC9113_3_4_who_does_not_begin_as_agreed_is_sent_away(said: bytes) -> None:
    client = Client(greet=False)
    (gone,) = of(await client.say(said), frames.GOAWAY)
    assert gone.code == ErrorCode.PROTOCOL_ERROR
    assert client.transport.closed


async def test_RFC9113_3_4_a_preface_may_come_in_parts() -> None:
    client = Client(greet=False)
    for each in frames.PREFACE + NO_SETTINGS:
        await client.say(bytes([each]))
    heard = await client.say(client.open(1), message(1, b"x", end=True))
    assert len(of(heard, frames.DATA)) == 1


async def test_RFC9113_5_1_2_more_streams_than_were_granted_are_refused() -> None:
    client = Client(Limits(concurrent_streams=2))
    heard = await client.say(*(client.open(stream, WAIT) for stream in (1, 3, 5)))
    (reset,) = of(heard, frames.RST_STREAM)
    assert (reset.stream, reset.code) == (5, ErrorCode.REFUSED_STREAM)
    assert client.handlers.waiting == 2


async def test_RFC9113_6_9_more_on_all_streams_than_was_granted() -> None:
    client = Client()
    streams = range(1, 61, 2)
    # The handlers take nothing, and each stream keeps within its own window.
    await client.say(*(client.open(stream, WAIT) for stream in streams))
    said = [frame(frames.DATA, 0, stream, b"\0\0\x01\0\0" + b"x" * 16_000) for stream in streams for _ in range(4)]
    client.connection._window_in = 100_000
    client.connection._taken = -10_000_000  # nothing is granted meanwhile
    (gone,) = of(await client.say(*said), frames.GOAWAY)
    assert gone.code == ErrorCode.FLOW_CONTROL_ERROR
