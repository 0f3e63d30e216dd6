"""Sends every extreme of every call, by every way, and measures what the servers do for it and keep of it."""

import asyncio
import gzip
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from http.client import HTTPConnection, HTTPException
from typing import Any, TypeAlias
from urllib.parse import urlencode

import grpc
import grpc.aio
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2

from galaxytables_serving import read_error
from galaxytables_serving.bounds import bounds_of
from galaxytables_serving.errors import FieldTooLargeError
from galaxytables_web.events import PREFIX as EVENTS
from tests.abuse.extremes import extremes
from tests.abuse.measuring import held, worked
from tools.reference.requests import services

_HEALTH: Any = health_pb2.DESCRIPTOR.services_by_name["Health"]
SECONDS = 300.0
REPEATS = 3
AS_ORDINARY = 10
"""A refused call may cost so many ordinary ones."""
_CALM = 0.02
_AGAIN = 9
# A stream that is taken says its first message or waits; either is an answer.
_STREAM_SECONDS = 0.3

# Which server has the services of which packages.
LOBBY = ("galaxytables.lobby.v1", "galaxytables.tunnel.v1", "galaxytables.gateway.v1")
RULES = ("galaxytables.rules.v1",)
ADMIN = ("galaxytables.admin.v1",)

Metadata: TypeAlias = tuple[tuple[str, str], ...]
Send: TypeAlias = Callable[[MethodDescriptor, bytes], Awaitable[str]]
Ask: TypeAlias = Callable[[], Awaitable[str]]


@dataclass(frozen=True)
class Ordinary:
    """A call that a way's servers are there for."""

    method: MethodDescriptor
    request: bytes = b""


@dataclass(frozen=True)
class Way:
    """A way to servers: how a request goes there, whose work counts, and an ordinary call to compare with."""

    name: str
    send: Send
    pids: Sequence[int]
    ordinary: Ordinary


@dataclass
class Tried:
    """What came of it."""

    calls: int = 0
    worst_ms: float = 0.0
    worst: str = ""
    kept_mb: float = 0.0
    ordinary_ms: dict[str, float] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The figures, for a person."""
        ordinary = ", ".join(f"{way} {each:.2f}" for way, each in sorted(self.ordinary_ms.items()))
        return [
            f"calls tried                 {self.calls}",
            f"worst processor time        {self.worst_ms:.2f} ms ({self.worst})",
            f"an ordinary call            {ordinary} ms",
            f"worst memory kept           {self.kept_mb:.2f} MB",
            *(f"FAULT {each}" for each in self.faults),
        ]


def methods(*packages: str) -> list[MethodDescriptor]:
    """All calls of the services of some packages of the contract, and those of health, which every server has."""
    found = [service for service in services() if service.file.package in packages]
    return [method for service in (*found, _HEALTH) for method in service.methods]


def path_of(method: MethodDescriptor) -> str:
    return f"/{method.containing_service.full_name}/{method.name}"


def over_grpc(channel: Any, metadata: Metadata = (), **options: Any) -> Send:
    """Over gRPC; what it gives is the code, and `OK` where it was answered."""

    async def send(method: MethodDescriptor, request: bytes) -> str:
        path: Any = path_of(method)
        given = {"metadata": metadata, "timeout": SECONDS, **options}
        try:
            if method.client_streaming:
                stream: Any = channel.stream_stream(path)(**given)
                try:
                    async with asyncio.timeout(_STREAM_SECONDS):
                        await stream.write(request)
                        await stream.read()
                except TimeoutError:
                    pass
                except asyncio.InvalidStateError:
                    raise grpc.aio.AioRpcError(
                        await stream.code(),
                        await stream.initial_metadata(),
                        await stream.trailing_metadata(),
                        await stream.details(),
                    ) from None
                finally:
                    stream.cancel()
            elif method.server_streaming:
                stream = channel.unary_stream(path)(request, **given)
                try:
                    async with asyncio.timeout(_STREAM_SECONDS):
                        await stream.read()
                except TimeoutError:
                    pass
                finally:
                    stream.cancel()
            else:
                await channel.unary_unary(path)(request, **given)
        except grpc.aio.AioRpcError as error:
            untyped = error.code() is grpc.StatusCode.INTERNAL and not read_error(error).reason
            # A stream was over before all of its request had gone out: so gRPC says that itself.
            return "cut off" if untyped and method.client_streaming else error.code().name
        return "OK"

    return send


def through_gateway(address: str, token: str = "", *, zipped: bool = False) -> Send:
    """As a browser calls, over a connection for each call; what it gives is the HTTP status."""
    host, _, port = address.rpartition(":")

    def ask(method: MethodDescriptor, request: bytes) -> str:
        streaming = method.server_streaming
        headers = {"content-type": "application/connect+proto" if streaming else "application/proto"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        body = request
        if zipped:
            body = gzip.compress(request)
            headers["connect-content-encoding" if streaming else "content-encoding"] = "gzip"
        if streaming:
            body = struct.pack(">BI", int(zipped), len(body)) + body
        connection = HTTPConnection(host, int(port), timeout=SECONDS)
        try:
            connection.request("POST", path_of(method), body, headers)
            return str(connection.getresponse().status)
        except (ConnectionError, HTTPException):
            return "cut off"
        finally:
            connection.close()

    async def send(method: MethodDescriptor, request: bytes) -> str:
        return await asyncio.to_thread(ask, method, request)

    return send


def through_events(address: str, token: str = "") -> Send:
    """As a listener to server-sent events asks, who leaves when the answer has begun; what it gives is the status."""
    host, _, port = address.rpartition(":")

    def ask(method: MethodDescriptor, request: bytes) -> str:
        try:
            asked = GetMessageClass(method.input_type).FromString(request)
        except DecodeError:
            return "cut off"  # nobody can ask for that
        fields = {field.json_name: value for field, value in asked.ListFields()}
        connection = HTTPConnection(host, int(port), timeout=SECONDS)
        try:
            headers = {"authorization": f"Bearer {token}"} if token else {}
            connection.request("GET", f"{EVENTS}{method.name}?{urlencode(fields)}", headers=headers)
            return str(connection.getresponse().status)
        except (ConnectionError, HTTPException):
            return "cut off"
        finally:
            connection.close()

    async def send(method: MethodDescriptor, request: bytes) -> str:
        return await asyncio.to_thread(ask, method, request)

    return send


async def cost(pids: Sequence[int], ask: Ask) -> tuple[float, set[str]]:
    """Milliseconds of processor that a request costs, the median of some; and what it was answered."""
    costs, heard = [], set()
    for _ in range(REPEATS):
        before = worked(pids)
        heard.add(await ask())
        await asyncio.sleep(_CALM)
        costs.append(worked(pids) - before)
    return sorted(costs)[REPEATS // 2], heard


async def abuse(way: Way, calls: Sequence[MethodDescriptor], tried: Tried, *, least: int = 0) -> None:
    """Try every extreme of these calls, of those that have at least so many bytes."""
    ordinary = partial(way.send, way.ordinary.method, way.ordinary.request)
    beside = await Yardstick.measure(way.name, way.pids, ordinary, tried)
    for method in calls:
        empty, _ = await cost(way.pids, partial(way.send, method, b""))
        beside_empty = replace(beside, usual=max(beside.usual, empty))
        for extreme in extremes(method):
            if len(extreme.request) >= least:
                what = f"{way.name} {method.containing_service.name}.{method.name}: {extreme.what}"
                heard = await try_out(what, partial(way.send, method, extreme.request), beside_empty, tried)
                must_be_refused = not (method.client_streaming or method.server_streaming)
                if must_be_refused and is_beyond_bounds(method, extreme.request) and heard & {"OK", "200"}:
                    tried.faults.append(f"{what} was answered {sorted(heard)}")


@dataclass(frozen=True)
class Yardstick:
    """An ordinary request, whose work counts, and the milliseconds of processor that it costs, the most of some."""

    pids: Sequence[int]
    ask: Ask
    usual: float

    @classmethod
    async def measure(cls, way: str, pids: Sequence[int], ask: Ask, tried: Tried) -> "Yardstick":
        """Measure it, and note it."""
        await cost(pids, ask)
        tried.ordinary_ms[way] = max([(await cost(pids, ask))[0] for _ in range(5)])
        return cls(pids, ask, tried.ordinary_ms[way])


async def try_out(what: str, ask: Ask, beside: Yardstick, tried: Tried) -> set[str]:
    """Note what a request costs beside an ordinary one; return what it was answered."""
    usual = beside.usual
    spent, heard = await cost(beside.pids, ask)
    for _ in range(_AGAIN):
        if spent <= AS_ORDINARY * usual:
            break
        # The machine may have been slower just then, or somebody else's work may have fallen into it. A request that
        # costs too much does so each time, and beside an ordinary one.
        usual = max(usual, (await cost(beside.pids, beside.ask))[0])
        spent = min(spent, (await cost(beside.pids, ask))[0])
    tried.calls += REPEATS
    if spent > tried.worst_ms:
        tried.worst_ms, tried.worst = spent, what
    if spent > AS_ORDINARY * usual:
        tried.faults.append(f"{what} cost {spent:.1f} ms, an ordinary one {usual:.1f}")
    if heard & {"UNKNOWN", "INTERNAL", "500", "DEADLINE_EXCEEDED"}:
        tried.faults.append(f"{what} was answered {sorted(heard)}")
    return heard


def is_beyond_bounds(method: MethodDescriptor, request: bytes) -> bool:
    """Whether a call must refuse such a request, by what its protos declare."""
    bounds = bounds_of(method.input_type)
    if len(request) > bounds.max_size:
        return True
    try:
        bounds.check(GetMessageClass(method.input_type).FromString(request))
    except (DecodeError, FieldTooLargeError):
        return True
    return False


@asynccontextmanager
async def memory(pids: Sequence[int], tried: Tried) -> AsyncIterator[None]:
    """Note how much more is held after the block than before."""
    before = held(pids)
    yield
    await asyncio.sleep(1.0)
    tried.kept_mb = max(tried.kept_mb, held(pids) - before)
