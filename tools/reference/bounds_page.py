"""Makes the page of bounds: the greatest size of each request, and of each of its fields."""

from collections.abc import Iterator

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from galaxytables_serving.bounds import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_ITEMS,
    MAX_LENGTH,
    MAX_SIZE,
    field_bounds,
    is_map,
    max_size,
    received_size,
)
from tools.reference.markdown import code, page, section, table
from tools.reference.requests import request_kinds, services, within

# The packages whose services one port has.
_SERVED_TOGETHER = (
    ("galaxytables.lobby.v1", "galaxytables.gateway.v1", "galaxytables.tunnel.v1"),
    ("galaxytables.rules.v1",),
    ("galaxytables.admin.v1",),
)

_ABOUT = f"""What a server accepts, as the protos declare it (`galaxytables/bounds/v1/bounds.proto`). A larger request
is refused before it is decoded (`REQUEST_TOO_LARGE`). A field beyond its bound is refused before any handler sees
it (`FIELD_TOO_LARGE`). A request that is compressed over gRPC is not accepted at all (`COMPRESSED_REQUEST`). Without a
declaration the bounds are {MAX_ITEMS} entries, {MAX_LENGTH} characters, {MAX_BYTES:,} bytes, and {MAX_SIZE:,} bytes a
request. Messages nest at most {MAX_DEPTH} deep. A call may bound its fields further: see [lobby.md](lobby.md)."""

_CUT_OFF = """A server receives no request that is larger than all of its calls accept. gRPC ends such a call before the
request has arrived, with `RESOURCE_EXHAUSTED` and the sentence `SERVER: Received message larger than max`. There is no
`ErrorInfo`. Read it as `REQUEST_TOO_LARGE`. The gateway names the reason for every size."""

_OTHERS = f"""Requests with a bound other than {MAX_SIZE:,} bytes. In JSON, the gateway accepts twice as many."""

_FIELDS = """`entries` are of a repeated field or a map. `characters` are of a text, of each of several, or of a map's
keys and values. `bytes` are of a field of bytes."""


def bounds_page() -> str:
    """Return the page of bounds."""
    kinds = request_kinds()
    return page(
        "Bounds",
        _ABOUT,
        section("Requests", _OTHERS, table(["request", "bytes"], _requests(kinds))),
        section("Larger requests over gRPC", _CUT_OFF, table(["services", "bytes received"], _received())),
        section("Fields", _FIELDS, table(["field", "entries", "characters", "bytes"], _fields(within(kinds)))),
    )


def _requests(kinds: list[Descriptor]) -> Iterator[tuple[str, ...]]:
    for kind in kinds:
        if max_size(kind) != MAX_SIZE:
            yield code(kind.full_name), f"{max_size(kind):,}"


def _received() -> Iterator[tuple[str, ...]]:
    for names in _SERVED_TOGETHER:
        served = [service for service in services() if service.file.package in names]
        kinds = [method.input_type for service in served for method in service.methods]
        yield ", ".join(code(name) for name in names), f"{received_size(kinds):,}"


def _fields(kinds: list[Descriptor]) -> Iterator[tuple[str, ...]]:
    for kind in kinds:
        for field in kind.fields:
            bounds = field_bounds(field)
            if bounds.is_bound:
                cells = ("" if each is None else f"{each:,}" for each in (bounds.items, bounds.length, bounds.size))
                yield (code(f"{kind.full_name}.{_named(field)}"), *cells)


def _named(field: FieldDescriptor) -> str:
    return f"{field.name}{'{}' if is_map(field) else '[]' if field.is_repeated else ''}"
