"""Makes JSON Schemas (2020-12) of messages in protobuf's JSON form."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from galaxytables_serving.bounds import FieldBounds, field_bounds, is_map
from tools.openapi.comments import comments

Schema: TypeAlias = dict[str, Any]  # JSON

_WELL_KNOWN: Mapping[str, Schema] = {
    "google.protobuf.Duration": {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]{1,9})?s$", "examples": ["90s"]},
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
}
_ANY = "google.protobuf.Any"
_ABOUT_ANY = """The view of a game, with the fields of the message that `@type` names. These have schemas here: \
{views}. Other games have a type of their own, or a Struct, whose fields are in `value`."""
_TEXT_OF_INTEGER: Schema = {"type": "string", "pattern": "^-?[0-9]+$"}
_TEXT_OF_NATURAL: Schema = {"type": "string", "pattern": "^[0-9]+$"}
_SIGNED: Schema = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
_UNSIGNED: Schema = {"type": "integer", "minimum": 0, "maximum": 2**32 - 1}
_REAL: Schema = {"anyOf": [{"type": "number"}, {"enum": ["NaN", "Infinity", "-Infinity"]}]}
_SCALARS: Mapping[int, Schema] = {
    FieldDescriptor.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.TYPE_DOUBLE: _REAL,
    FieldDescriptor.TYPE_FLOAT: _REAL,
    FieldDescriptor.TYPE_INT32: _SIGNED,
    FieldDescriptor.TYPE_SINT32: _SIGNED,
    FieldDescriptor.TYPE_UINT32: _UNSIGNED,
    FieldDescriptor.TYPE_INT64: _TEXT_OF_INTEGER,
    FieldDescriptor.TYPE_SINT64: _TEXT_OF_INTEGER,
    FieldDescriptor.TYPE_UINT64: _TEXT_OF_NATURAL,
}
_UNBOUNDED = FieldBounds(items=None, length=None, size=None)


def reference(kind: Descriptor | EnumDescriptor) -> Schema:
    """Return a reference to the schema of a message or an enum."""
    return {"$ref": f"#/components/schemas/{kind.full_name}"}


def schemas(
    requests: Iterable[Descriptor], answers: Iterable[Descriptor], views: Sequence[Descriptor] = ()
) -> dict[str, Schema]:
    """Return the schemas of these messages and of all messages that they contain, by full name.

    Only messages that are part of requests alone have bounds; a message that responses contain too has none. An `Any`
    is one of `views`, or of a type that the schemas do not know.
    """
    answered = _within([*answers, *views])
    kinds = {**_within(requests), **answered}
    found = {
        name: _enum(kind) if isinstance(kind, EnumDescriptor) else _message(kind, bounded=name not in answered)
        for name, kind in sorted(kinds.items())
    }
    for view in views:
        found[view.full_name] = _typed(found[view.full_name], view)
    return {**found, _ANY: _any(views)} if _ANY in found else found


def _any(views: Sequence[Descriptor]) -> Schema:
    names = ", ".join(f"`{view.full_name}`" for view in views)
    other = {"properties": {"@type": {"type": "string", "not": {"enum": [_type_url(view) for view in views]}}}}
    return {
        "description": _ABOUT_ANY.format(views=names),
        "type": "object",
        "required": ["@type"],
        "anyOf": [*map(reference, views), other],
    }


def _typed(schema: Schema, view: Descriptor) -> Schema:
    """Return the schema of a view, which is always packed: it says which view it is."""
    properties = {"@type": {"type": "string", "const": _type_url(view)}, **schema["properties"]}
    return {**schema, "properties": properties, "required": ["@type"]}


def _type_url(kind: Descriptor) -> str:
    return f"type.googleapis.com/{kind.full_name}"


def _within(messages: Iterable[Descriptor]) -> dict[str, Descriptor | EnumDescriptor]:
    found: dict[str, Descriptor | EnumDescriptor] = {}
    left: list[Descriptor | EnumDescriptor] = list(messages)
    while left:
        kind = left.pop()
        if kind.full_name in found:
            continue
        if not _is_entry(kind):
            found[kind.full_name] = kind
        if isinstance(kind, Descriptor) and kind.full_name not in {_ANY, *_WELL_KNOWN}:
            left += [inner for field in kind.fields if (inner := field.message_type or field.enum_type) is not None]
    return found


def _is_entry(kind: Descriptor | EnumDescriptor) -> bool:
    return isinstance(kind, Descriptor) and bool(kind.GetOptions().map_entry)


def _enum(kind: EnumDescriptor) -> Schema:
    meanings = comments()
    of_values = ((value.name, meanings.get(f"{kind.full_name}.{value.name}", "")) for value in kind.values)
    lines = [meanings.get(kind.full_name, ""), *(f"- `{name}`: {about}" for name, about in of_values if about)]
    return _described({"type": "string", "enum": [value.name for value in kind.values]}, "\n".join(lines).strip())


def _message(kind: Descriptor, *, bounded: bool) -> Schema:
    well_known = _WELL_KNOWN.get(kind.full_name)
    if well_known is not None:
        return dict(well_known)
    properties = {}
    for field in kind.fields:
        bounds = field_bounds(field) if bounded else _UNBOUNDED
        about = filter(
            None, ["Optional." if is_optional(field) else "", comments().get(f"{kind.full_name}.{field.name}")]
        )
        properties[field.json_name] = _described(_field(field, bounds), " ".join(about))
    schema: Schema = {"type": "object", "properties": properties}
    chosen = [[field.json_name for field in oneof.fields] for oneof in kind.oneofs if len(oneof.fields) > 1]
    if chosen:
        pairs = [{"required": list(pair)} for names in chosen for pair in combinations(names, 2)]
        schema["not"] = {"anyOf": pairs}
    return _described(schema, comments().get(kind.full_name))


def is_optional(field: FieldDescriptor) -> bool:
    """Whether a field says whether it was set, though its type has a zero."""
    return field.message_type is None and field.containing_oneof is not None and len(field.containing_oneof.fields) == 1


def _field(field: FieldDescriptor, bounds: FieldBounds) -> Schema:
    entry = field.message_type
    if entry is not None and is_map(field):
        key, value = entry.fields_by_name["key"], entry.fields_by_name["value"]
        names = _value(key, bounds) if key.type == FieldDescriptor.TYPE_STRING else {"type": "string"}
        several: Schema = {"type": "object", "propertyNames": names, "additionalProperties": _value(value, bounds)}
        return several if bounds.items is None else {**several, "maxProperties": bounds.items}
    if field.is_repeated:
        several = {"type": "array", "items": _value(field, bounds)}
        return several if bounds.items is None else {**several, "maxItems": bounds.items}
    return _value(field, bounds)


def _value(field: FieldDescriptor, bounds: FieldBounds) -> Schema:
    kind = field.message_type or field.enum_type
    if kind is not None:
        return reference(kind)
    if field.type == FieldDescriptor.TYPE_STRING:
        return _at_most({"type": "string"}, bounds.length, lambda length: length)
    if field.type == FieldDescriptor.TYPE_BYTES:
        # Three bytes are four characters of base64.
        return _at_most({"type": "string", "contentEncoding": "base64"}, bounds.size, lambda size: -(-size // 3) * 4)
    return dict(_SCALARS[field.type])


def _at_most(schema: Schema, bound: int | None, characters: Callable[[int], int]) -> Schema:
    return schema if bound is None else {**schema, "maxLength": characters(bound)}


def _described(schema: Schema, comment: str | None) -> Schema:
    return {**schema, "description": comment} if comment else schema
