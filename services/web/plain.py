"""Connect's plainest form, which is what our own page speaks: binary, uncompressed, asked in one piece.

It takes no library to read: a message of a stream is an envelope. `connectrpc` has whatever is less plain, and says
what is wrong with what is no request. It knows no way to hand on bytes: for each call it makes a context, an event, a
scope for the deadline, a task and some generators, which cost several times what is done in `straight.py`.
"""

import json
import struct
from base64 import b64encode

from connectrpc.errors import ConnectError

UNARY, STREAM = b"application/proto", b"application/connect+proto"

_ENVELOPE = struct.Struct(">BI")
_END_OF_STREAM = 0b10


def opened(body: bytes) -> bytes | None:
    """The one message of a stream's request; None where it is not as plain as that."""
    message = body[_ENVELOPE.size :]
    return message if body[: _ENVELOPE.size] == _ENVELOPE.pack(0, len(message)) else None


def enveloped(message: bytes) -> bytes:
    """A message of a stream."""
    return _ENVELOPE.pack(0, len(message)) + message


def ended(error: ConnectError | None) -> bytes:
    """The end of a stream."""
    last = json.dumps({} if error is None else {"error": said(error)}, ensure_ascii=False).encode()
    return _ENVELOPE.pack(_END_OF_STREAM, len(last)) + last


def said(error: ConnectError) -> dict[str, object]:
    """An error as Connect writes it."""
    said: dict[str, object] = {"code": error.code.value, "message": error.message}
    if error.details:
        said["details"] = [
            {"type": detail.type_name, "value": b64encode(detail.message_bytes).decode().rstrip("=")}
            for detail in error.details
        ]
    return said
