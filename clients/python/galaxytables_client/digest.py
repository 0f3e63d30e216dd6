"""The digest of a record: the SHA-256 of an exactly defined encoding.

docs/reference/record-digest.md defines the encoding, `canonical-1`, so that anybody can compute it in any language.
Protobuf itself guarantees no canonical form. Records without a named algorithm keep their original digest.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Any, TypeAlias

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from galaxytables.rules.v1 import game_pb2

CANONICAL = "canonical-1"
UNNAMED = ""
"""The algorithm of older records: their digest is of protobuf's own deterministic serialization."""

Encode: TypeAlias = Callable[[Any], bytes]  # encodes a value of the field's type
_Field = FieldDescriptor

_VARINT, _FIXED64, _LENGTH, _START_GROUP, _END_GROUP, _FIXED32 = range(6)
_BYTES_OF_FIXED = {_FIXED32: 4, _FIXED64: 8}
_LOW_BITS, _MORE = 0x7F, 0x80
_ALL_BITS = 2**64 - 1
_SHORT = tuple(bytes([value]) for value in range(_MORE))
_KEY, _VALUE = 1, 2


class UnknownDigestError(ValueError):
    """The algorithm of a record's digest is unknown to this client; `algorithm` is its name."""

    def __init__(self, algorithm: str) -> None:
        super().__init__(f"no digest is known by the name {algorithm!r}")
        self.algorithm = algorithm


def record_digest(record: game_pb2.Record) -> bytes:
    """Return the 32 bytes of a record's digest, by the algorithm that it names. Raises `UnknownDigestError`."""
    return sha256(record_bytes(record)).digest()


def record_bytes(record: game_pb2.Record) -> bytes:
    """Return a record in the encoding whose SHA-256 is the record's digest. Raises `UnknownDigestError`."""
    if record.digest_algorithm == CANONICAL:
        return canonical(record)
    if record.digest_algorithm == UNNAMED:
        return record.SerializeToString(deterministic=True)
    raise UnknownDigestError(record.digest_algorithm)


def canonical(message: Message) -> bytes:
    """Return a message in the encoding `canonical-1`.

    Raises `TypeError` for types without a rule in the encoding, such as floating-point numbers; no record has any.
    """
    fields = [(field.number, _encoder(field)(value)) for field, value in message.ListFields()]
    unknown = UnknownFieldSet(message)
    if len(unknown):
        fields += _unknown_fields(unknown)
        fields.sort(key=lambda field: field[0])  # stable: values of one unknown field keep their order
    return b"".join([encoded for _, encoded in fields])


@cache
def _encoder(field: FieldDescriptor) -> Encode:
    """Return a function that encodes a field with its tag."""
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        return _map_encoder(field)
    if field.is_packed:
        number = _number_encoder(field)
        return lambda values: _delimited(field.number, b"".join(map(number, values)))
    single = _single_encoder(field)
    return (lambda values: b"".join(map(single, values))) if field.is_repeated else single


def _map_encoder(field: FieldDescriptor) -> Encode:
    """Return an encoder of map entries, sorted by key (text by its bytes); each entry always has key and value."""
    assert field.message_type is not None  # noqa: S101  # that of the entries
    fields = field.message_type.fields_by_number
    key, value = _single_encoder(fields[_KEY]), _single_encoder(fields[_VALUE])

    def encode(entries: Mapping[Any, Any]) -> bytes:  # of any types that a map can have
        return b"".join(
            _delimited(field.number, key(each) + value(entries[each])) for each in sorted(entries, key=_order_of_keys)
        )

    return encode


def _order_of_keys(key: str | int) -> bytes | int:
    return key.encode() if isinstance(key, str) else key


def _single_encoder(field: FieldDescriptor) -> Encode:
    """Return a function that encodes one value of a field, with its tag."""
    if field.type == _Field.TYPE_STRING:
        return lambda value: _delimited(field.number, value.encode())
    if field.type == _Field.TYPE_BYTES:
        return lambda value: _delimited(field.number, value)
    if field.type == _Field.TYPE_MESSAGE:
        return lambda value: _delimited(field.number, canonical(value))
    tag, number = _tag(field.number, _VARINT), _number_encoder(field)
    return lambda value: tag + number(value)


def _number_encoder(field: FieldDescriptor) -> Encode:
    """Return a function that encodes one number, without a tag."""
    match field.type:
        case _Field.TYPE_SINT32 | _Field.TYPE_SINT64:
            return lambda value: _varint(value << 1 if value >= 0 else ~(value << 1))
        case _Field.TYPE_INT32 | _Field.TYPE_INT64 | _Field.TYPE_ENUM:
            return lambda value: _varint(value & _ALL_BITS)
        case _Field.TYPE_UINT32 | _Field.TYPE_UINT64 | _Field.TYPE_BOOL:
            return _varint
        case _:
            raise TypeError(f"{field.full_name} has a type for which canonical-1 has no rule")


def _unknown_fields(fields: UnknownFieldSet) -> Iterator[tuple[int, bytes]]:
    """Yield fields of newer protos as bytes, with their number; they keep their wire type and value."""
    for index in range(len(fields)):
        field = fields[index]
        number, kind, data = field.field_number, field.wire_type, field.data
        if kind == _VARINT:
            yield number, _tag(number, _VARINT) + _varint(data)
        elif kind == _LENGTH:
            yield number, _delimited(number, data)
        elif kind in _BYTES_OF_FIXED:
            yield number, _tag(number, kind) + data.to_bytes(_BYTES_OF_FIXED[kind], "little")
        else:
            raise TypeError(f"field {number} is a group, for which canonical-1 has no rule")


def _delimited(number: int, content: bytes) -> bytes:
    return _tag(number, _LENGTH) + _varint(len(content)) + content


def _tag(number: int, kind: int) -> bytes:
    return _varint(number << 3 | kind)


def _varint(value: int) -> bytes:
    """Encode a number in seven bits per byte, the lowest first, in as few bytes as possible."""
    if value < _MORE:
        return _SHORT[value]
    encoded = bytearray()
    while value > _LOW_BITS:
        encoded.append(value & _LOW_BITS | _MORE)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)
