"""Messages of gRPC in a stream of bytes: a mark whether it is compressed, its length, itself."""

import zlib
from struct import Struct
from typing import Final

from services.serving.http2.frames import DATA

HEAD: Final = Struct(">BI")
HEAD_BYTES: Final = 5
_HEADS: Final = Struct(">HBBBIBI")
"""A frame's head and a message's, one after the other."""
# A header and a trailer of gzip around what zlib makes.
_GZIP: Final = 16 + zlib.MAX_WBITS
COMPRESSIONS: Final = frozenset({"identity", "gzip"})


class MessageTooLargeError(Exception):
    """A message of more bytes than are taken."""


class MalformedMessageError(Exception):
    """What is no message."""


class MessageReader:
    """Puts messages together from what comes of them."""

    __slots__ = ("_encoding", "_most", "_needed", "_parts", "held")

    def __init__(self, most_bytes: int, encoding: str) -> None:
        """Take how large a message may be, and how it is compressed where it says that it is."""
        self._most, self._encoding = most_bytes, encoding
        self._parts: list[bytes] = []
        self._needed = 0
        self.held = 0
        """Bytes of a message that has not come to its end."""

    def feed(self, data: bytes) -> list[bytes]:
        """What has come to its end. Raises `MessageTooLargeError`, `MalformedMessageError`."""
        if self._parts:
            self._parts.append(data)
            self.held += len(data)
            if self.held < self._needed:
                return []
            data = b"".join(self._parts)
            self._parts.clear()
        messages, at, size = [], 0, len(data)
        self._needed = HEAD_BYTES
        while size - at >= HEAD_BYTES:
            compressed, length = HEAD.unpack_from(data, at)
            if length > self._most:
                raise MessageTooLargeError
            end = at + HEAD_BYTES + length
            if end > size:
                self._needed = end - at
                break
            message = data[at + HEAD_BYTES : end]
            messages.append(self._inflated(message) if compressed else message)
            at = end
        self.held = size - at
        if at < size:
            self._parts.append(data[at:])
        return messages

    def _inflated(self, message: bytes) -> bytes:
        if self._encoding != "gzip":
            raise MalformedMessageError
        inflater = zlib.decompressobj(_GZIP)
        try:
            plain = inflater.decompress(message, self._most + 1)
        except zlib.error:
            raise MalformedMessageError from None
        if len(plain) > self._most:
            raise MessageTooLargeError
        if not inflater.eof:
            raise MalformedMessageError
        return plain


def framed(message: bytes) -> bytes:
    """A message as it is sent."""
    return HEAD.pack(0, len(message)) + message


def whole_frame(stream: int, message: bytes) -> bytes:
    """A message as it is sent, as a frame of its own: its heads are made at once, and it is copied once."""
    length = len(message)
    size = length + HEAD_BYTES
    return _HEADS.pack(size >> 8, size & 0xFF, DATA, 0, stream, 0, length) + message
