"""Heads of calls: what a request says of itself, and how an answer begins and ends (gRPC over HTTP/2, PROTOCOL-HTTP2).

What we send refers to nothing that was sent before, so that it can be made once; what is received is read by hpack.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import quote

from hpack import Decoder, HPACKError, OversizedHeaderListError
from msgspec import Struct

from services.serving.http2.frames import ConnectionFault, ErrorCode, StreamFault

Metadata = tuple[tuple[str, str | bytes], ...]

DEADLINE_UNITS: Final[Mapping[str, float]] = {"H": 3600.0, "M": 60.0, "S": 1.0, "m": 1e-3, "u": 1e-6, "n": 1e-9}
_DEADLINE = re.compile(r"(\d{1,8})([HMSmun])")
_NAME = re.compile(rb"[!#$%&'*+\-.^_`|~0-9a-z]+")
_PSEUDO = frozenset({b":method", b":scheme", b":authority", b":path"})
_NEEDED = frozenset({b":method", b":scheme", b":path"})
# They speak of a connection of HTTP/1, and have no place here (RFC 9113, 8.2.2).
_OF_CONNECTIONS = frozenset({b"connection", b"keep-alive", b"proxy-connection", b"transfer-encoding", b"upgrade"})
# What gRPC says to us, and not to handlers.
_RESERVED = frozenset({"te", "content-type", "grpc-timeout", "grpc-encoding", "grpc-accept-encoding"})
_LONGEST_PREFIX: Final = 127
_PRINTABLE = re.compile(rb"[\x20-\x7e]*")
_BINARY = "-bin"
# What a message shows as it is: all that is printed but the percent sign.
_PLAIN = "".join(map(chr, range(0x20, 0x7F))).replace("%", "")


class Head(Struct, frozen=True):
    """What a request says of itself. `refusal` is the HTTP status for what is no call of gRPC, else empty."""

    path: str
    metadata: Metadata
    seconds: float | None
    """Until its deadline."""
    encoding: str
    refusal: str = ""


class HeadReader:
    """Reads the heads of one connection, each of which may refer to those before."""

    def __init__(self, most_bytes: int) -> None:
        """Take how large a head may be."""
        self._decoder = Decoder(max_header_list_size=most_bytes)

    def fields(self, block: bytes) -> list[tuple[bytes, bytes]]:
        """Names and values. Raises `ConnectionFault`: whoever cannot read one cannot read the next."""
        try:
            return [(bytes(name), bytes(value)) for name, value in self._decoder.decode(block, raw=True)]
        except OversizedHeaderListError:
            raise ConnectionFault(ErrorCode.ENHANCE_YOUR_CALM, "too many headers") from None
        except (HPACKError, IndexError, ValueError):
            raise ConnectionFault(ErrorCode.COMPRESSION_ERROR, "headers that cannot be read") from None


def read_head(fields: Iterable[tuple[bytes, bytes]]) -> Head:
    """The head of a request. Raises `StreamFault` for what is no request."""
    pseudo: dict[bytes, bytes] = {}
    regular: list[tuple[str, bytes]] = []
    for name, value in fields:
        if name.startswith(b":"):
            if regular or name in pseudo or name not in _PSEUDO:
                raise StreamFault(ErrorCode.PROTOCOL_ERROR)
            pseudo[name] = value
        else:
            regular.append((_checked(name, value), value))
    if not pseudo.keys() >= _NEEDED or not pseudo[b":path"].startswith(b"/"):
        raise StreamFault(ErrorCode.PROTOCOL_ERROR)
    told = dict(regular)
    path = pseudo[b":path"].decode("ascii", "replace")
    if pseudo[b":method"] != b"POST":
        return Head(path, (), None, "", refusal="405")
    if not told.get("content-type", b"").startswith(b"application/grpc"):
        return Head(path, (), None, "", refusal="415")
    encoding = told.get("grpc-encoding", b"identity").decode("ascii", "replace")
    return Head(path, tuple(_metadata(regular)), _seconds(told.get("grpc-timeout")), encoding)


def check_trailers(fields: Iterable[tuple[bytes, bytes]]) -> None:
    """Raise `StreamFault` for what cannot end a request."""
    for name, value in fields:
        if name.startswith(b":"):
            raise StreamFault(ErrorCode.PROTOCOL_ERROR)
        _checked(name, value)


def _checked(name: bytes, value: bytes) -> str:
    if not _NAME.fullmatch(name) or name in _OF_CONNECTIONS or (name == b"te" and value != b"trailers"):
        raise StreamFault(ErrorCode.PROTOCOL_ERROR)
    if not _PRINTABLE.fullmatch(value):
        raise StreamFault(ErrorCode.PROTOCOL_ERROR)
    return name.decode()


def _metadata(regular: Iterable[tuple[str, bytes]]) -> Iterable[tuple[str, str | bytes]]:
    for name, value in regular:
        if name in _RESERVED:
            continue
        if not name.endswith(_BINARY):
            yield name, value.decode()
            continue
        for each in value.split(b","):
            try:
                yield name, base64.b64decode(each + b"=" * (-len(each) % 4), validate=True)
            except binascii.Error:
                raise StreamFault(ErrorCode.PROTOCOL_ERROR) from None


def _seconds(told: bytes | None) -> float | None:
    if told is None:
        return None
    match = _DEADLINE.fullmatch(told.decode("ascii", "replace"))
    if match is None:
        raise StreamFault(ErrorCode.PROTOCOL_ERROR)
    return int(match[1]) * DEADLINE_UNITS[match[2]]


def literal(name: str, value: str | bytes) -> bytes:
    """A header that refers to nothing and is not remembered (RFC 7541, 6.2.2)."""
    text = value if isinstance(value, bytes) else value.encode()
    return b"\x00" + _prefixed(len(name)) + name.encode() + _prefixed(len(text)) + text


def _prefixed(number: int) -> bytes:
    """A length in its first seven bits, and in bytes of seven bits from there on (RFC 7541, 5.1)."""
    if number < _LONGEST_PREFIX:
        return bytes((number,))
    rest, told = number - _LONGEST_PREFIX, bytearray([_LONGEST_PREFIX])
    while rest >= 1 << 7:
        told.append(rest & 0x7F | 0x80)
        rest >>= 7
    told.append(rest)
    return bytes(told)


# Status 200 is the eighth entry of the table that both sides know from the beginning (RFC 7541, appendix A).
FIRST: Final = b"\x88" + literal("content-type", "application/grpc") + literal("grpc-accept-encoding", "identity,gzip")
"""How every answer begins."""


def trailers(code: int, message: str = "", metadata: Iterable[tuple[str, str | bytes]] = ()) -> bytes:
    """How an answer ends: with a status of gRPC."""
    told = [literal("grpc-status", str(code))]
    if message:
        told.append(literal("grpc-message", _percent(message)))
    for name, value in metadata:
        plain = base64.b64encode(value if isinstance(value, bytes) else value.encode()).rstrip(b"=")
        told.append(literal(name, plain if name.endswith(_BINARY) else value))
    return b"".join(told)


OK: Final = trailers(0)


def request_head(path: str, authority: str, metadata: Iterable[tuple[str, str]], *, secure: bool) -> bytes:
    """How a call begins."""
    told = [(":method", "POST"), (":scheme", "https" if secure else "http"), (":path", path), (":authority", authority)]
    told += [("content-type", "application/grpc"), ("te", "trailers"), *metadata]
    return b"".join([literal(name, value) for name, value in told])


def refusal(status: str) -> bytes:
    """The whole answer to what is no call of gRPC."""
    return literal(":status", status)


def _percent(message: str) -> str:
    """Bytes that are not printed, and the percent sign, as gRPC wants them."""
    return quote(message, safe=_PLAIN)
