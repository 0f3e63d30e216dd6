"""Reads the comments of the protos, which are missing from the generated code."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto, FileDescriptorProto

from galaxytables_web.calls import generated
from tools.descriptors import described

_PROTOS = Path(__file__).parents[2] / "protos"
_LINES = re.compile(r"[ \t]*\n[ \t]*")
_MESSAGE, _ENUM, _SERVICE = (
    FileDescriptorProto.MESSAGE_TYPE_FIELD_NUMBER,
    FileDescriptorProto.ENUM_TYPE_FIELD_NUMBER,
    FileDescriptorProto.SERVICE_FIELD_NUMBER,
)
_FIELD, _NESTED, _NESTED_ENUM = (
    DescriptorProto.FIELD_FIELD_NUMBER,
    DescriptorProto.NESTED_TYPE_FIELD_NUMBER,
    DescriptorProto.ENUM_TYPE_FIELD_NUMBER,
)
_VALUE = EnumDescriptorProto.VALUE_FIELD_NUMBER
_METHOD = 2  # of a ServiceDescriptorProto

_Path = tuple[int, ...]


@cache
def comments() -> Mapping[str, str]:
    """Return all comments on services, methods, messages, fields, enums and values, by the full name of each."""
    files = [file.name for file in generated()]
    found = {}
    for file in described(_PROTOS, files, "--include_source_info").file:
        comments = {tuple(each.path): each.leading_comments for each in file.source_code_info.location}
        found.update({name: _flowing(comments[path]) for name, path in _names(file) if comments.get(path)})
    return found


def _flowing(comment: str) -> str:
    """Return a comment whose lines are as long as they like; empty lines part paragraphs."""
    parts = comment.strip().split("\n\n")
    return "\n\n".join(_LINES.sub(" ", part.strip()) for part in parts)


def _names(file: FileDescriptorProto) -> Iterator[tuple[str, _Path]]:
    """Yield the full name of everything in a file, and its path there."""
    for index, service in enumerate(file.service):
        name, path = f"{file.package}.{service.name}", (_SERVICE, index)
        yield name, path
        for number, method in enumerate(service.method):
            yield f"{name}.{method.name}", (*path, _METHOD, number)
    for index, message in enumerate(file.message_type):
        yield from _of_message(message, file.package, (_MESSAGE, index))
    for index, enum in enumerate(file.enum_type):
        yield from _of_enum(enum, file.package, (_ENUM, index))


def _of_message(message: DescriptorProto, within: str, path: _Path) -> Iterator[tuple[str, _Path]]:
    name = f"{within}.{message.name}"
    yield name, path
    for index, field in enumerate(message.field):
        yield f"{name}.{field.name}", (*path, _FIELD, index)
    for index, nested in enumerate(message.nested_type):
        yield from _of_message(nested, name, (*path, _NESTED, index))
    for index, enum in enumerate(message.enum_type):
        yield from _of_enum(enum, name, (*path, _NESTED_ENUM, index))


def _of_enum(enum: EnumDescriptorProto, within: str, path: _Path) -> Iterator[tuple[str, _Path]]:
    name = f"{within}.{enum.name}"
    yield name, path
    for index, value in enumerate(enum.value):
        yield f"{name}.{value.name}", (*path, _VALUE, index)
