"""Frames of HTTP/2: their numbers, and those that a server sends (RFC 9113, sections 6 and 7)."""

from enum import IntEnum
from struct import Struct
from typing import Final

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEAD: Final = Struct(">HBBBI")
"""A frame's head: its length in two parts, its kind, its flags, its stream."""
HEAD_BYTES: Final = 9
MOST_FRAME_BYTES: Final = 16_384
"""A frame that is received is no longer, since we never say that it may be; one that is sent is neither."""
MOST_WINDOW: Final = 2**31 - 1
FIRST_WINDOW: Final = 65_535
STREAM_BITS: Final = 0x7FFF_FFFF

DATA: Final = 0
HEADERS: Final = 1
PRIORITY: Final = 2
RST_STREAM: Final = 3
SETTINGS: Final = 4
PUSH_PROMISE: Final = 5
PING: Final = 6
GOAWAY: Final = 7
WINDOW_UPDATE: Final = 8
CONTINUATION: Final = 9

OF_CONNECTIONS: Final = frozenset({SETTINGS, PING, GOAWAY})
PRIORITY_BYTES: Final = 5
PING_BYTES: Final = 8
LEAST_GOAWAY_BYTES: Final = 8

END_STREAM: Final = 0x1
ACK: Final = 0x1
END_HEADERS: Final = 0x4
PADDED: Final = 0x8
WITH_PRIORITY: Final = 0x20

ENABLE_PUSH: Final = 2
MAX_CONCURRENT_STREAMS: Final = 3
INITIAL_WINDOW_SIZE: Final = 4
MAX_FRAME_SIZE: Final = 5
MAX_HEADER_LIST_SIZE: Final = 6

_SETTING: Final = Struct(">HI")
_NUMBER: Final = Struct(">I")
_LAST: Final = Struct(">II")


class ErrorCode(IntEnum):
    """Why a stream or a connection ends."""

    NO_ERROR = 0
    PROTOCOL_ERROR = 1
    INTERNAL_ERROR = 2
    FLOW_CONTROL_ERROR = 3
    SETTINGS_TIMEOUT = 4
    STREAM_CLOSED = 5
    FRAME_SIZE_ERROR = 6
    REFUSED_STREAM = 7
    CANCEL = 8
    COMPRESSION_ERROR = 9
    ENHANCE_YOUR_CALM = 11


class ConnectionFault(Exception):
    """What the other side did ends the connection."""

    def __init__(self, code: ErrorCode, why: str) -> None:
        """Take the code that it is told, and why, in words that are safe to be sent."""
        super().__init__(why)
        self.code, self.why = code, why


class StreamFault(Exception):
    """What the other side did ends one stream."""

    def __init__(self, code: ErrorCode) -> None:
        """Take the code that it is told."""
        super().__init__(code.name)
        self.code = code


def frame(kind: int, flags: int, stream: int, content: bytes = b"") -> bytes:
    """A frame of at most `MOST_FRAME_BYTES`."""
    length = len(content)
    return HEAD.pack(length >> 8, length & 0xFF, kind, flags, stream) + content


def settings(values: dict[int, int]) -> bytes:
    """What this side grants and demands."""
    return frame(SETTINGS, 0, 0, b"".join([_SETTING.pack(name, value) for name, value in values.items()]))


def read_settings(content: bytes) -> list[tuple[int, int]]:
    """What the other side grants and demands, in its order. Raises `ConnectionFault`."""
    if len(content) % _SETTING.size:
        raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, "settings of a wrong length")
    found = list(_SETTING.iter_unpack(content))
    for name, value in found:
        if name == ENABLE_PUSH and value > 1:
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "push is on or off")
        if name == INITIAL_WINDOW_SIZE and value > MOST_WINDOW:
            raise ConnectionFault(ErrorCode.FLOW_CONTROL_ERROR, "a window too large")
        if name == MAX_FRAME_SIZE and not MOST_FRAME_BYTES <= value < 1 << 24:
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "no size of a frame")
    return found


def window_update(stream: int, more: int) -> bytes:
    """So many bytes more may be sent to this side, on a stream, or on all together (0)."""
    return frame(WINDOW_UPDATE, 0, stream, _NUMBER.pack(more))


def rst_stream(stream: int, code: ErrorCode) -> bytes:
    """A stream ends here."""
    return frame(RST_STREAM, 0, stream, _NUMBER.pack(code))


def goaway(last: int, code: ErrorCode, why: str = "") -> bytes:
    """Streams up to the `last` are served still; no others are."""
    return frame(GOAWAY, 0, 0, _LAST.pack(last, code) + why.encode())


def read_number(content: bytes) -> int:
    """The number that is all of a frame's content. Raises `ConnectionFault`."""
    if len(content) != _NUMBER.size:
        raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, "a frame of a wrong length")
    return int(_NUMBER.unpack(content)[0])


def unpadded(content: bytes) -> bytes:
    """The content of a padded frame. Raises `ConnectionFault`."""
    if not content:
        raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, "a frame of a wrong length")
    if content[0] >= len(content):
        raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "more padding than content")
    return content[1 : len(content) - content[0]]
