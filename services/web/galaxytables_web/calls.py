"""Lists the lobby's public calls that a browser can make, from the descriptors of the protos."""

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from google.protobuf.descriptor import Descriptor, FileDescriptor, MethodDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

import galaxytables

PACKAGE = "galaxytables.lobby.v1"


@dataclass(frozen=True)
class Call:
    """A call of the lobby: a method of a service, with its message types."""

    service: str
    """Its full name, `galaxytables.lobby.v1.PlayService`."""
    name: str
    request: type[Message]
    kind: Descriptor
    """The type of its request."""
    response: type[Message]
    answer: Descriptor
    """The type of each of its answers."""
    streaming: bool
    """Whether the server streams its answers."""
    reads: bool
    """Whether it is read-only, so that Connect may use GET."""
    about_a_table: bool

    @property
    def path(self) -> str:
        """Return the path of the method: `/<service>/<method>`."""
        return f"/{self.service}/{self.name}"

    def table_of(self, request: bytes) -> str:
        """Return the table that a serialized request is about, by its id or invitation code; empty if there is none."""
        if not self.about_a_table:
            return ""
        try:
            table: str = getattr(self.request.FromString(request), "table_id")  # noqa: B009  # of any request
        except DecodeError:
            return ""
        return table


@cache
def public_calls() -> Mapping[str, Call]:
    """Return every unary and server-streaming call of the lobby, by its path. Browsers cannot stream requests."""
    calls = [
        call_of(method)
        for file in generated()
        if file.package == PACKAGE
        for service in file.services_by_name.values()
        for method in service.methods
        if not method.client_streaming
    ]
    return {call.path: call for call in calls}


def generated() -> Iterator[FileDescriptor]:
    """Return every file generated from the protos, including the views of all games."""
    for top in map(Path, galaxytables.__path__):
        for module in sorted(top.rglob("*_pb2.py")):
            name = ".".join(("galaxytables", *module.relative_to(top).with_suffix("").parts))
            yield importlib.import_module(name).DESCRIPTOR


def call_of(method: MethodDescriptor) -> Call:
    """Return a method of a service as a call."""
    options: MethodOptions = method.GetOptions()
    return Call(
        service=method.containing_service.full_name,
        name=method.name,
        request=GetMessageClass(method.input_type),
        kind=method.input_type,
        response=GetMessageClass(method.output_type),
        answer=method.output_type,
        streaming=method.server_streaming,
        reads=options.idempotency_level == MethodOptions.NO_SIDE_EFFECTS,
        about_a_table="table_id" in method.input_type.fields_by_name,
    )
