"""Passes on to the lobby the calls that `connectrpc` receives."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeAlias

from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import Endpoint

from galaxytables_serving import tracing
from galaxytables_serving.tracing import TRACEPARENT, rpc
from galaxytables_web.calls import Call
from galaxytables_web.errors import UnknownFieldsError
from galaxytables_web.lobby import FORWARDED
from galaxytables_web.lobby import Stream as Messages
from galaxytables_web.transcoding import Json, from_json, to_json
from galaxytables_web.tunnel import CallerMetadata, ProxiedCall

Context: TypeAlias = RequestContext[bytes, bytes]
Unary: TypeAlias = Callable[[bytes, Context], Awaitable[bytes]]
Stream: TypeAlias = Callable[[bytes, Context], AsyncIterator[bytes]]

STRICT = "galaxytables-strict"
"""The header by which a caller asks to be refused for fields in JSON that the call does not know."""
UNKNOWN_FIELDS = "galaxytables-unknown-fields"
"""The header of an answer that names such fields, which were left out."""

Ask: TypeAlias = Callable[[bytes, CallerMetadata, float | None], Awaitable[bytes]]
"""Passes a unary call on: its request, the caller's metadata, and the time limit in seconds (None for no limit)."""

AnyEndpoint: TypeAlias = Any  # the library keeps the type of its endpoints to itself


class Upstream(Protocol):
    """The server that calls are passed on to: the lobby, or `AdminService`."""

    async def ask(self, proxied: ProxiedCall, seconds: float) -> bytes:
        """Make a unary call and return the serialized answer. Raises `ConnectError` or `GalaxyError`."""

    def watch(self, proxied: ProxiedCall, seconds: float | None) -> AbstractAsyncContextManager[Messages]:
        """Return a context manager for the messages of a streaming call. Raises `GalaxyError`."""


class Passage:
    """Makes endpoints of `connectrpc` from the calls of a server."""

    def __init__(self, lobby: Upstream, *, deadline: float) -> None:
        """`lobby` may also be another server. A unary call may take `deadline` seconds."""
        self._lobby = lobby
        self._deadline = deadline

    def endpoints(self, calls: Mapping[str, Call]) -> Mapping[str, AnyEndpoint]:
        """Return the endpoint of each call, by its path."""
        return {path: self._endpoint(call) for path, call in calls.items()}

    def _endpoint(self, call: Call) -> AnyEndpoint:
        method = MethodInfo(
            name=call.name,
            service_name=call.service,
            input=bytes,
            output=bytes,
            idempotency_level=IdempotencyLevel.NO_SIDE_EFFECTS if call.reads else IdempotencyLevel.UNKNOWN,
            stream_type=StreamType.SERVER_STREAM if call.streaming else StreamType.UNARY,
        )
        if call.streaming:
            return Endpoint.server_stream(method, self._streaming(call))
        return Endpoint.unary(method, self._unary(call))

    def asking(self, call: Call) -> Ask:
        """Return the function that passes on a unary call. If calls are traced, it does so in a span."""
        path, tracer, method = call.path, tracing.tracer(), call.path[1:]

        async def ask(request: bytes, caller: CallerMetadata, seconds: float | None) -> bytes:
            timeout = self._deadline if seconds is None else min(seconds, self._deadline)
            return await self._lobby.ask(ProxiedCall(path, request, caller, call.table_of(request)), timeout)

        if tracer is None:
            return ask

        async def traced(request: bytes, caller: CallerMetadata, seconds: float | None) -> bytes:
            given = [(TRACEPARENT, caller.traceparent)] if caller.traceparent else []
            span = tracer.taken(method, given, "connectrpc")
            if span is None:
                unsampled = tracer.unsampled
                return await ask(
                    request, caller if unsampled is None else caller._replace(traceparent=unsampled), seconds
                )
            tracing.enter(span)
            with span, span.child(method, rpc(method)) as child:
                return await ask(request, caller._replace(traceparent=child.traceparent), seconds)

        return traced

    def watch(
        self, call: Call, request: bytes, caller: CallerMetadata, seconds: float | None = None
    ) -> AbstractAsyncContextManager[Messages]:
        """Pass on a streaming call, and return a context manager for its messages. Raises `GalaxyError`."""
        return self._lobby.watch(ProxiedCall(call.path, request, caller, call.table_of(request)), seconds)

    def _unary(self, call: Call) -> Unary:
        ask = self.asking(call)

        async def pass_on(request: bytes, context: Context) -> bytes:
            json = isinstance(request, Json)
            sent = await _read(call, request, context) if json else request
            answer = await ask(sent, _caller_of(context), _seconds_left(context))
            return await to_json(call, answer) if json else answer

        return pass_on

    def _streaming(self, call: Call) -> Stream:
        async def pass_on(request: bytes, context: Context) -> AsyncIterator[bytes]:
            json = isinstance(request, Json)
            sent = await _read(call, request, context) if json else request
            async with self.watch(call, sent, _caller_of(context), _seconds_left(context)) as stream:
                while (answer := await stream.next()) is not None:
                    yield await to_json(call, answer) if json else answer

        return pass_on


async def _read(call: Call, text: bytes, context: Context) -> bytes:
    """Convert a JSON request to binary; unknown fields are named in a header of the answer.

    Raises `MalformedRequestError`, and `UnknownFieldsError` where the caller asks for it.
    """
    request, unknown = await from_json(call, text)
    if unknown:
        named = ", ".join(unknown)
        if context.request_headers.get(STRICT) == "1":
            raise UnknownFieldsError(call.path, named)
        context.response_headers[UNKNOWN_FIELDS] = named
    return request


def _caller_of(context: Context) -> CallerMetadata:
    """Return the metadata of a caller for the lobby."""
    headers = context.request_headers
    return CallerMetadata(
        headers.get("authorization") or "", headers.get(FORWARDED) or "", headers.get(TRACEPARENT) or ""
    )


def _seconds_left(context: Context) -> float | None:
    left = context.timeout_ms
    return None if left is None else max(left / 1000, 0.0)
