"""Makes the section of a game's view: its messages and enums with fields, types and comments, from the protos."""

from collections.abc import Iterator
from typing import TypeAlias, cast

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from galaxytables_serving.bounds import is_map
from tools.openapi.comments import comments
from tools.reference.markdown import BREAK, code, section, table

Kind: TypeAlias = Descriptor | EnumDescriptor

_ABOUT = """What `TableUpdate.view` holds, as FILE defines it. Names are those of the proto: in JSON `hand_size` is
`handSize`. An absent message or `optional` field is unset. Any other absent field is 0, false or empty."""

_SCALARS = {
    value: name.removeprefix("TYPE_").lower() for name, value in vars(FieldDescriptor).items() if name[:5] == "TYPE_"
}


def view_section(view: type[Message]) -> str:
    """Return the section of a view."""
    kind = cast("Descriptor", view.DESCRIPTOR)  # its stubs name another class as well
    about = _ABOUT.replace("FILE", f"[{kind.file.name}](../../protos/{kind.file.name})")
    return section("View", about, *map(_kind, kinds_within(kind)))


def kinds_within(view: Descriptor) -> list[Kind]:
    """Return a message type, and all message and enum types that its fields have, in the order of their first use."""
    found: dict[str, Kind] = {}

    def visit(kind: Kind) -> None:
        if kind.full_name in found:
            return
        found[kind.full_name] = kind
        if isinstance(kind, Descriptor):
            for field in kind.fields:
                if (inner := _inner(field)) is not None:
                    visit(inner)

    visit(view)
    return list(found.values())


def _kind(kind: Kind) -> str:
    rows = _values(kind) if isinstance(kind, EnumDescriptor) else _fields(kind)
    columns = ["value", "meaning"] if isinstance(kind, EnumDescriptor) else ["field", "type", "meaning"]
    return "\n\n".join(filter(None, [f"### {_name(kind)}", _comment(kind.full_name), table(columns, rows)]))


def _values(kind: EnumDescriptor) -> Iterator[tuple[str, str]]:
    for value in kind.values:
        yield code(value.name), _in_a_cell(f"{kind.full_name}.{value.name}")


def _fields(kind: Descriptor) -> Iterator[tuple[str, str, str]]:
    for field in kind.fields:
        yield code(field.name), _type(field), _in_a_cell(f"{kind.full_name}.{field.name}")


def _type(field: FieldDescriptor) -> str:
    if is_map(field):
        key, value = (_entry(field).fields_by_name[name] for name in ("key", "value"))
        return f"map of {_single(key)} to {_single(value)}"
    if field.is_repeated:
        return f"repeated {_single(field)}"
    choice = field.containing_oneof
    if choice is not None and len(choice.fields) > 1:
        return f"{_single(field)}, one of `{choice.name}`"
    return f"optional {_single(field)}" if choice is not None else _single(field)


def _single(field: FieldDescriptor) -> str:
    kind = _inner(field)
    return _SCALARS[field.type] if kind is None else f"[{_name(kind)}](#{_name(kind).lower().replace('.', '')})"


def _inner(field: FieldDescriptor) -> Kind | None:
    """Return the message or enum that a field, or each value of a map, has as its type."""
    if is_map(field):
        return _inner(_entry(field).fields_by_name["value"])
    return field.message_type or field.enum_type


def _entry(field: FieldDescriptor) -> Descriptor:
    """Return the message type of the entries of a map."""
    return cast("Descriptor", field.message_type)  # maps always have one


def _name(kind: Kind) -> str:
    return kind.full_name.removeprefix(f"{kind.file.package}.")


def _comment(name: str) -> str:
    return comments().get(name, "")


def _in_a_cell(name: str) -> str:
    return _comment(name).replace("\n\n", BREAK).replace("\n", " ")
