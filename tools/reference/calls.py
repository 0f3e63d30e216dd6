"""Collects facts about the lobby's calls from its protos and its code."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.descriptor_pb2 import (
    FileDescriptorProto,
    MethodDescriptorProto,
    MethodOptions,
    ServiceDescriptorProto,
)

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby.admin.calls import CALLS
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Row, method_of
from galaxytables_lobby.app import SERVICES
from galaxytables_lobby.domain.scopes import CallScope
from tools.descriptors import described

# What gateways call is none of a client's.
_OPEN_TO_ALL = (Access.source, Access.anybody, Operators.anybody)
_INSIDE = {"HomeService", "GatewayService"}
_SERVED: Mapping[str, tuple[ModuleType, Iterable[Row]]] = {
    **{name: (module, calls) for module, name, calls in SERVICES if name not in _INSIDE},
    "AdminService": (admin_pb2, CALLS),
}
_PROTOS = Path(__file__).parents[2] / "protos"
# Where comments of services and their methods lie in a file: the fields' numbers.
_SERVICE = FileDescriptorProto.SERVICE_FIELD_NUMBER
_METHOD = ServiceDescriptorProto.METHOD_FIELD_NUMBER
_NO_SCOPES = {CallScope.NONE, CallScope.SIGN_IN}
_REASON = re.compile(r"\b[A-Z]+(?:_[A-Z]+)*\b")
_SENTENCE_ENDS = re.compile(r"(?<=[.])\s")


@dataclass(frozen=True)
class Call:
    """A call of a service, with its comment and its errors."""

    name: str
    request: str
    response: str
    token: bool
    """Whether it wants a token."""
    scope: str
    """What a personal token needs for it; empty if none is enough, or no token is wanted."""
    read_only: bool
    """Whether it changes nothing, so that it may be repeated and its answer be kept."""
    request_id: bool
    role: str
    """The role that an operator needs for it; empty for calls of players."""
    comment: str


@dataclass(frozen=True)
class Calls:
    """A service, with its comment and its calls."""

    name: str
    package: str
    """Of its proto, `galaxytables.lobby.v1` or `galaxytables.admin.v1`."""
    comment: str
    calls: tuple[Call, ...]


def summary(comment: str) -> str:
    """Return the first sentence of a comment."""
    return _SENTENCE_ENDS.split(comment, maxsplit=1)[0]


def named(comment: str, reasons: frozenset[str]) -> list[str]:
    """Return the error reasons, out of `reasons`, that a comment names, in the comment's order."""
    return [reason for reason in dict.fromkeys(_REASON.findall(comment)) if reason in reasons]


def every_service() -> list[Calls]:
    """Return all services of the lobby."""
    return [_service(name, module, rows) for name, (module, rows) in _SERVED.items()]


def _service(name: str, module: ModuleType, rows: Iterable[Row]) -> Calls:
    file, service = _files()[module.DESCRIPTOR.name], module.DESCRIPTOR.services_by_name[name]
    comment = _comment(file, _SERVICE, service.index)
    return Calls(name, file.package, comment, tuple(_calls(file, service, rows)))


def _calls(file: FileDescriptorProto, service: ServiceDescriptor, rows: Iterable[Row]) -> Iterator[Call]:
    without_token = {method_of(row.request).name for row in rows if row.who in _OPEN_TO_ALL}
    scopes = {method_of(row.request).name: row.scope for row in rows}
    for number, method in enumerate(file.service[service.index].method):
        yield Call(
            method.name,
            _message(method.input_type, streaming=method.client_streaming),
            _message(method.output_type, streaming=method.server_streaming),
            token=method.name not in without_token,
            scope="" if scopes[method.name] in _NO_SCOPES else scopes[method.name].value,
            read_only=_changes_nothing(method),
            request_id="request_id" in service.methods_by_name[method.name].input_type.fields_by_name,
            role=_role(service.methods_by_name[method.name].GetOptions()),
            comment=_comment(file, _SERVICE, service.index, _METHOD, number),
        )


def _message(name: str, *, streaming: bool) -> str:
    return f"{'stream ' if streaming else ''}{name.rpartition('.')[2]}"


def _role(options: MethodOptions) -> str:
    role = options.Extensions[admin_pb2.role]
    return admin_pb2.OperatorRole.Name(role).removeprefix("OPERATOR_ROLE_").lower() if role else ""


def _changes_nothing(method: MethodDescriptorProto) -> bool:
    return method.options.idempotency_level == MethodOptions.NO_SIDE_EFFECTS


def _comment(file: FileDescriptorProto, *path: int) -> str:
    found = (each.leading_comments for each in file.source_code_info.location if tuple(each.path) == path)
    return " ".join(next(found, "").split())


@cache
def _files() -> Mapping[str, FileDescriptorProto]:
    """The protos of the lobby with their comments, which generated code does not have."""
    files = [module.DESCRIPTOR.name for module, _ in _SERVED.values()]
    return {file.name: file for file in described(_PROTOS, files, "--include_source_info").file}
