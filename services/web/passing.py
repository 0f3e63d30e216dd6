"""Passes calls on to the lobby: bytes in, bytes out, the caller's token, deadline and going away with them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any, TypeAlias

import grpc.aio
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import Endpoint

from services.serving import tracing
from services.serving.errors import DrainingError
from services.serving.tracing import TRACEPARENT, rpc
from services.web.calls import Call
from services.web.errors import TooManyStreamsError, passed_on
from services.web.transcoding import Json, from_json, to_json

Context: TypeAlias = RequestContext[bytes, bytes]
Unary: TypeAlias = Callable[[bytes, Context], Awaitable[bytes]]
Stream: TypeAlias = Callable[[bytes, Context], AsyncIterator[bytes]]

AnyEndpoint: TypeAlias = Any  # the library keeps the type of its endpoints to itself

FORWARDED = "x-forwarded-for"

_LONGEST_STREAM_SECONDS = 30 * 86_400.0


class Streams:
    """The streams that are open, which are bounded, and end in a drain."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: set[grpc.aio.UnaryStreamCall[bytes, bytes]] = set()
        self.draining = False

    def require_room(self) -> None:
        """Raise `DrainingError` or `TooManyStreamsError` where no more may be opened."""
        if self.draining:
            raise DrainingError
        if len(self._open) >= self._most:
            raise TooManyStreamsError(self._most)

    @contextlib.contextmanager
    def holding(self, call: "grpc.aio.UnaryStreamCall[bytes, bytes]") -> Iterator[None]:
        """Hold a stream while the block runs; its call ends with it."""
        self._open.add(call)
        try:
            yield
        finally:
            self._open.discard(call)
            call.cancel()

    def end(self) -> None:
        """End all: whoever reads one is told that this gateway drains."""
        self.draining = True
        for call in tuple(self._open):
            call.cancel()


class Passage:
    """The way to the lobby over some channels, which calls take in turn."""

    def __init__(self, channels: Sequence[grpc.aio.Channel], streams: Streams, *, deadline: float) -> None:
        """Take open channels; a call that is no stream may take `deadline` seconds."""
        self._channels = channels
        self._streams = streams
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
        callables: Iterator[grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]]
        callables = cycle([channel.unary_unary(call.path) for channel in self._channels])

        tracer, method = tracing.tracer(), call.path[1:]

        async def pass_on(request: bytes, context: Context, traceparent: str | None = None) -> bytes:
            json = isinstance(request, Json)
            sent = await from_json(call, request) if json else request
            timeout = _seconds_left(context, self._deadline)
            try:
                answer: bytes = await next(callables)(sent, metadata=_metadata(context, traceparent), timeout=timeout)
            except grpc.aio.AioRpcError as error:
                raise passed_on(error, call.path) from None
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
        callables: Iterator[grpc.aio.UnaryStreamMultiCallable[bytes, bytes]]
        callables = cycle([channel.unary_stream(call.path) for channel in self._channels])

        async def pass_on(request: bytes, context: Context) -> AsyncIterator[bytes]:
            json = isinstance(request, Json)
            sent = await from_json(call, request) if json else request
            self._streams.require_room()
            timeout = _seconds_left(context, _LONGEST_STREAM_SECONDS)
            stream = next(callables)(sent, metadata=_metadata(context), timeout=timeout)
            with self._streams.holding(stream):
                try:
                    async for answer in stream:
                        yield await to_json(call, answer) if json else answer
                except grpc.aio.AioRpcError as error:
                    raise passed_on(error, call.path) from None
                except asyncio.CancelledError:
                    if self._streams.draining and stream.cancelled():
                        raise DrainingError from None
                    raise

        return pass_on


def _metadata(context: Context, traceparent: str | None = None) -> list[tuple[str, str]]:
    """What the lobby is told of whoever calls: their token, the addresses that they came over, and their trace.

    That is their own unless another is given.
    """
    names = ("authorization", FORWARDED)
    told = [(name, value) for name in names if (value := context.request_headers.get(name))]
    return [*told, *([(TRACEPARENT, traceparent)] if traceparent else _given(context))]


def _given(context: Context) -> list[tuple[str, str]]:
    """The trace that a caller says the call is part of."""
    given = context.request_headers.get(TRACEPARENT)
    return [(TRACEPARENT, given)] if given else []


def _seconds_left(context: Context, most: float) -> float:
    left = context.timeout_ms
    return most if left is None else min(max(left / 1000, 0.0), most)
