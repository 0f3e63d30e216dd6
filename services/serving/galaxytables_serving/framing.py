"""Builds serialized messages from serialized parts, so that a part of many messages is serialized once.

In the encoding of Protocol Buffers, a message field is a tag, a length, and the serialized message. The fields of a
message may come in any order.
"""

from google.protobuf.message import Message

_LENGTH_DELIMITED = 2
# Set in each byte but the last.
_MORE = 0x80


def tag(message: type[Message], field: str) -> bytes:
    """Return the encoded tag of a field that holds a message."""
    return _varint(message.DESCRIPTOR.fields_by_name[field].number << 3 | _LENGTH_DELIMITED)


def framed(tag: bytes, content: bytes) -> bytes:
    """Return a serialized message, encoded as a field of another message."""
    length = len(content)
    return tag + (_LENGTHS[length] if length < _KEPT else _varint(length)) + content


def _varint(number: int) -> bytes:
    """Return a number as a varint: seven bits per byte, lowest first, the eighth bit set in all but the last."""
    if number < _MORE:
        return bytes((number,))
    return bytes((number % _MORE | _MORE,)) + _varint(number // _MORE)


# A fast path: nearly all fields of a choice are shorter.
_KEPT = 4_096
_LENGTHS = tuple(map(_varint, range(_KEPT)))
