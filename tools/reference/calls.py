"""The calls of the lobby, as its protos and its code tell of them."""

import re
from collections.abc import Callable, Iterator, Mapping
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
from galaxytables.lobby.v1 import archive_pb2, bots_pb2, play_pb2, players_pb2, tables_pb2
from galaxytables_lobby.admin.servicer import AdminServicer
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.archive import ArchiveServicer
from galaxytables_lobby.api.bots import BotServicer
from galaxytables_lobby.api.play import PlayServicer
from galaxytables_lobby.api.players import PlayerServicer
from galaxytables_lobby.api.tables import TableServicer
from tools.descriptors import described

_SERVED: Mapping[str, tuple[ModuleType, type]] = {
    "PlayerService": (players_pb2, PlayerServicer),
    "TableService": (tables_pb2, TableServicer),
    "PlayService": (play_pb2, PlayServicer),
    "BotService": (bots_pb2, BotServicer),
    "ArchiveService": (archive_pb2, ArchiveServicer),
    "AdminService": (admin_pb2, AdminServicer),
}
_LET_IN = frozenset({Access.caller.__name__, AdminServicer._operator.__name__})  # noqa: SLF001  # asked by name
_PROTOS = Path(__file__).parents[2] / "protos"
# Where comments of services and their methods lie in a file: the fields' numbers.
_SERVICE = FileDescriptorProto.SERVICE_FIELD_NUMBER
_METHOD = ServiceDescriptorProto.METHOD_FIELD_NUMBER
_REASON = re.compile(r"\b[A-Z]+(?:_[A-Z]+)+\b")
_SENTENCE_ENDS = re.compile(r"(?<=[.])\s")


@dataclass(frozen=True)
class Call:
    """A call of a service."""

    name: str
    request: str
    response: str
    token: bool
    """Whether it wants a token."""
    read_only: bool
    """Whether it changes nothing, so that it may be repeated and its answer be kept."""
    request_id: bool
    comment: str


@dataclass(frozen=True)
class Calls:
    """A service: what its comment says, and its calls."""

    name: str
    package: str
    """Of its proto, `galaxytables.lobby.v1` or `galaxytables.admin.v1`."""
    comment: str
    calls: tuple[Call, ...]


def summary(comment: str) -> str:
    """What the first sentence of a comment says."""
    return _SENTENCE_ENDS.split(comment, maxsplit=1)[0]


def named(comment: str, reasons: frozenset[str]) -> list[str]:
    """The reasons that a comment names, in its order."""
    return [reason for reason in dict.fromkeys(_REASON.findall(comment)) if reason in reasons]


def every_service() -> list[Calls]:
    """All services of the lobby."""
    return [_service(name, module, servicer) for name, (module, servicer) in _SERVED.items()]


def _service(name: str, module: ModuleType, servicer: type) -> Calls:
    file, service = _files()[module.DESCRIPTOR.name], module.DESCRIPTOR.services_by_name[name]
    comment = _comment(file, _SERVICE, service.index)
    return Calls(name, file.package, comment, tuple(_calls(file, service, servicer)))


def _calls(file: FileDescriptorProto, service: ServiceDescriptor, servicer: type) -> Iterator[Call]:
    for number, method in enumerate(file.service[service.index].method):
        yield Call(
            method.name,
            _message(method.input_type, streaming=method.client_streaming),
            _message(method.output_type, streaming=method.server_streaming),
            token=_asks_who_calls(servicer, method.name),
            read_only=_changes_nothing(method),
            request_id="request_id" in service.methods_by_name[method.name].input_type.fields_by_name,
            comment=_comment(file, _SERVICE, service.index, _METHOD, number),
        )


def _message(name: str, *, streaming: bool) -> str:
    return f"{'stream ' if streaming else ''}{name.rpartition('.')[2]}"


def _changes_nothing(method: MethodDescriptorProto) -> bool:
    return method.options.idempotency_level == MethodOptions.NO_SIDE_EFFECTS


def _asks_who_calls(servicer: type, name: str) -> bool:
    """Whether a method, or one of the same class that it calls, asks who the caller, or the operator, is."""
    method: Callable[..., object] = getattr(servicer, name)
    names = method.__code__.co_names
    return not _LET_IN.isdisjoint(names) or any(
        _asks_who_calls(servicer, other) for other in names if other != name and other in vars(servicer)
    )


def _comment(file: FileDescriptorProto, *path: int) -> str:
    found = (each.leading_comments for each in file.source_code_info.location if tuple(each.path) == path)
    return " ".join(next(found, "").split())


@cache
def _files() -> Mapping[str, FileDescriptorProto]:
    """The protos of the lobby with their comments, which generated code does not have."""
    files = [module.DESCRIPTOR.name for module, _ in _SERVED.values()]
    return {file.name: file for file in described(_PROTOS, files, "--include_source_info").file}
