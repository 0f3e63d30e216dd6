"""Passes calls that `connectrpc` has taken on to the lobby."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import Endpoint

from services.serving import tracing
from services.serving.tracing import TRACEPARENT, rpc
from services.web.calls import Call
from services.web.lobby import FORWARDED, Lobby
from services.web.transcoding import Json, from_json, to_json
from services.web.tunnel import Asked, Told

Context: TypeAlias = RequestContext[bytes, bytes]
Unary: TypeAlias = Callable[[bytes, Context], Awaitable[bytes]]
Stream: TypeAlias = Callable[[bytes, Context], AsyncIterator[bytes]]

AnyEndpoint: TypeAlias = Any  # the library keeps the type of its endpoints to itself


class Passage:
    """The calls of the lobby as Connect's endpoints."""

    def __init__(self, lobby: Lobby, *, deadline: float) -> None:
        """Take the way to the lobby; a call that is no stream may take `deadline` seconds."""
        self._lobby = lobby
        self._deadline = deadline

    def endpoints(self, calls: Mapping[str, Call]) -> Mapping[str, AnyEndpoint]:
        """What Connect calls, by path."""
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

    def _unary(self, call: Call) -> Unary:
        tracer, method = tracing.tracer(), call.path[1:]

        async def pass_on(request: bytes, context: Context, traceparent: str | None = None) -> bytes:
            json = isinstance(request, Json)
            sent = await from_json(call, request) if json else request
            left = _seconds_left(context)
            seconds = self._deadline if left is None else min(left, self._deadline)
            answer = await self._lobby.ask(Asked(call.path, sent, _told(context, traceparent)), seconds)
            return await to_json(call, answer) if json else answer

        async def traced(request: bytes, context: Context) -> bytes:
            span = None if tracer is None else tracer.taken(method, _given(context), "connectrpc")
            if tracer is None or span is None:
                return await pass_on(request, context, None if tracer is None else tracer.unsampled)
            tracing.enter(span)
            with span, span.child(method, rpc(method)) as asked:
                return await pass_on(request, context, asked.traceparent)

        return pass_on if tracer is None else traced

    def _streaming(self, call: Call) -> Stream:
        async def pass_on(request: bytes, context: Context) -> AsyncIterator[bytes]:
            json = isinstance(request, Json)
            sent = await from_json(call, request) if json else request
            async with self._lobby.watch(Asked(call.path, sent, _told(context)), _seconds_left(context)) as stream:
                while (answer := await stream.next()) is not None:
                    yield await to_json(call, answer) if json else answer

        return pass_on


def _told(context: Context, traceparent: str | None = None) -> Told:
    """What the lobby is told of whoever calls; the trace is their own unless another is given."""
    headers = context.request_headers
    return Told(
        headers.get("authorization") or "",
        headers.get(FORWARDED) or "",
        traceparent or headers.get(TRACEPARENT) or "",
    )


def _given(context: Context) -> list[tuple[str, str]]:
    """The trace that a caller says the call is part of."""
    given = context.request_headers.get(TRACEPARENT)
    return [(TRACEPARENT, given)] if given else []


def _seconds_left(context: Context) -> float | None:
    left = context.timeout_ms
    return None if left is None else max(left / 1000, 0.0)
