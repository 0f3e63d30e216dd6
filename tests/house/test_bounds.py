"""Each field of each request that could grow without end declares how far it may."""

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from galaxytables.bounds.v1 import bounds_pb2
from galaxytables_serving.bounds import MAX_SIZE, field_bounds, max_size
from tools.reference.requests import request_kinds, within

VARINT = frozenset({FieldDescriptor.CPPTYPE_STRING, FieldDescriptor.CPPTYPE_MESSAGE})


def undeclared(field: FieldDescriptor) -> list[str]:
    """The bounds that a field needs and does not declare."""
    needed, options = field_bounds(field), field.GetOptions()
    extensions = {
        "max_items": (needed.items, bounds_pb2.max_items),
        "max_length": (needed.length, bounds_pb2.max_length),
        "max_bytes": (needed.size, bounds_pb2.max_bytes),
    }
    return [
        name
        for name, (bound, extension) in extensions.items()
        if bound is not None and not options.HasExtension(extension)
    ]


@pytest.mark.parametrize("kind", within(request_kinds()), ids=lambda kind: kind.full_name)
def test_each_field_declares_its_bounds(kind: Descriptor) -> None:
    missing = {field.name: found for field in kind.fields if (found := undeclared(field))}
    assert not missing, (
        f"{kind.full_name} comes in requests, and these fields may grow without end: {missing}. Declare beside each in "
        f"{kind.file.name} how far, with room to spare, for example `string note = 7 [(bounds.v1.max_length) = 256];` "
        f'(import "galaxytables/bounds/v1/bounds.proto"), then `make setup` and `make reference`.'
    )


@pytest.mark.parametrize("kind", request_kinds(), ids=lambda kind: kind.full_name)
def test_a_request_that_is_full_of_one_field_has_room_for_it(kind: Descriptor) -> None:
    """A bound of a field that its request has no room for says nothing."""
    for field in kind.fields:
        bounds = field_bounds(field)
        size = (bounds.items or 1) * (bounds.length or bounds.size or 1)
        assert size <= max(max_size(kind), 4 * MAX_SIZE), f"{field.full_name} may have {size} bytes"


@pytest.mark.parametrize("kind", request_kinds(), ids=lambda kind: kind.full_name)
def test_no_request_begins_as_compressed_data_does(kind: Descriptor) -> None:
    """A server knows compressed requests by their first bytes: those of zlib would be a number in field 15."""
    field = kind.fields_by_number.get(15)
    assert field is None or field.cpp_type in VARINT or field.is_repeated
