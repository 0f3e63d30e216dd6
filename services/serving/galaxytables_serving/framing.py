"""Builds messages from serialized parts, so that each part is serialized once.

In the encoding of Protocol Buffers a message as a field is its tag, its length, and its own serialization; and the
fields of a message may follow each other in any order.
"""

from google.protobuf.message import Message

_LENGTH_DELIMITED = 2
# Set in a byte that others follow.
_MORE = 0x80


def tag(message: type[Message], field: str) -> bytes:
    """Return the tag of a message field."""
    return _varint(message.DESCRIPTOR.fields_by_name[field].number << 3 | _LENGTH_DELIMITED)


def framed(tag: bytes, content: bytes) -> bytes:
    """Return a serialized message as a field of another message."""
    length = len(content)
    return tag + (_LENGTHS[length] if length < _KEPT else _varint(length)) + content


def _varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first; all bytes but the last have the eighth bit set."""
    if number < _MORE:
        return bytes((number,))
    return bytes((number % _MORE | _MORE,)) + _varint(number // _MORE)


# A choice is a dozen fields, nearly all of them shorter.
_KEPT = 4_096
_LENGTHS = tuple(map(_varint, range(_KEPT)))
