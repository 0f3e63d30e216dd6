"""The interceptor that handles every call of a server: bounds, decoding, errors, metrics, traces, and drains.

All methods are registered with gRPC as streams of requests, so a call is counted before its request has arrived.

Handlers are `async def` functions or async generators of generated servicers; those with streaming requests iterate
over them (`context.read` would return unchecked bytes). A response is a message, or bytes if it is serialized already.
A handler raises its errors and never calls `abort`.
"""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias, cast

import grpc
import grpc.aio
import structlog
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import DecodeError, Message
from grpc_status import rpc_status
from prometheus_client import Counter

from galaxytables_serving import tracing
from galaxytables_serving.bounds import bounds_of
from galaxytables_serving.caller_keys import CallerKeys
from galaxytables_serving.errors import (
    CompressedRequestError,
    DrainingError,
    GalaxyError,
    InternalError,
    LateRequestError,
    MalformedRequestError,
    RequestTooLargeError,
    free_frames,
)
from galaxytables_serving.limits import Limits
from galaxytables_serving.metrics import (
    FIRST_ANSWER_SECONDS,
    MESSAGES_RECEIVED,
    MESSAGES_SENT,
    RPC_SECONDS,
    STREAM_SECONDS,
    CallCounts,
)
from galaxytables_serving.rooms import Room
from galaxytables_serving.sources import Sources
from galaxytables_serving.tracing import Span
from galaxytables_serving.tunnel import CARRY

if TYPE_CHECKING:
    from galaxytables_serving.spans import Tracer

    Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]  # of whatever call
    Handler: TypeAlias = grpc.RpcMethodHandler[Any, Any]  # of whatever call
else:  # generic in the type stubs only
    Context = grpc.aio.ServicerContext
    Handler = grpc.RpcMethodHandler
# The four kinds of handlers: one or several requests, one or several answers.
Behaviour = Callable[..., Any]
Decoder = Callable[[bytes], Message]

_PROBE = "/grpc.health.v1.Health/Check"
_HEALTH = "/grpc.health.v1.Health/"
# Health has bounds of its own, so that a full server still answers the few probes.
_HEALTH_CALLS = 1_000
_HEALTH_CALLS_OF_ADDRESS = 50
COMPRESSED = (b"\x1f\x8b", b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
"""The first bytes of compressed data: gzip, and zlib at its levels. No request begins like this."""

_log = structlog.get_logger(__name__)


class CallInterceptor(grpc.aio.ServerInterceptor):
    """The only interceptor of a server.

    Every `ErrorInfo` gets `domain`. A request beyond the bounds of its proto (`bounds`) is refused, and so is a
    call beyond the bounds of open calls; health checks have their own bounds. If there are `keys`, callers without one
    can only check health.
    """

    def __init__(self, domain: str, limits: Limits, *, keys: CallerKeys | None = None) -> None:
        self._domain = domain
        self._limits = limits
        self._sources = Sources(limits.proxies, limits.exempt)
        self._room = Room(max_calls=limits.calls, max_of_address=limits.address_calls)
        self._health_room = Room(max_calls=_HEALTH_CALLS, max_of_address=_HEALTH_CALLS_OF_ADDRESS)
        self._keys = keys
        self._wrapped: dict[str, _Wrapped] = {}
        self._streams: set[_Stream] = set()

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Return a method's handler, wrapped.

        It is wrapped only once, since handlers do not change while a server runs.
        """
        path = handler_call_details.method
        wrapped = self._wrapped.get(path)
        if wrapped is None:
            handler = await continuation(handler_call_details)
            if handler is None:
                return None
            wrapped = self._wrap(handler, path)
        return wrapped.of_grpc

    def in_tunnel(self, path: str, handler: Handler | None) -> Handler | None:
        """Return a method's handler, wrapped for calls in tunnels.

        The request of such a call is complete when it begins.
        """
        if handler is None:
            return None
        return (self._wrapped.get(path) or self._wrap(handler, path)).in_tunnel

    def end_requests(self) -> None:
        """End every open request stream as if its client had closed it, so that handlers finish."""
        for stream in tuple(self._streams):
            stream.end_requests()

    def end_streams(self) -> None:
        """End every open stream with the error DRAINING, once it has sent its current message."""
        for stream in tuple(self._streams):
            stream.interrupt()

    def _wrap(self, handler: Handler, path: str) -> "_Wrapped":
        if handler.request_deserializer is None:
            raise TypeError(f"{path} has no deserializer; only generated servicers can be served")
        method = _Method(self._domain, path, handler.request_deserializer, self._limits)
        behaviour = cast("Behaviour", _behaviour(handler))  # a handler always has the one of its kind
        if handler.request_streaming or handler.response_streaming:
            call = self._streaming(method, behaviour, requests=handler.request_streaming)
        else:
            call = self._unary(method, behaviour)
        made = [
            _MAKERS[streaming, handler.response_streaming](
                call, request_deserializer=None, response_serializer=_serializer(handler)
            )
            for streaming in (True, handler.request_streaming)
        ]
        wrapped = self._wrapped[path] = _Wrapped(*made)
        return wrapped

    def _unary(self, method: "_Method", behaviour: Behaviour) -> Behaviour:
        room, keys = self._room_of(method), self._keys_of(method)
        seconds = RPC_SECONDS.labels(*method.names)
        tracer = tracing.tracer()

        async def call(data: object, context: Context, span: Span | None = None) -> object:
            began = time.perf_counter()
            with method.counting() as count:
                try:
                    if keys is not None:
                        keys.check(context.invocation_metadata() or ())
                    address = self._sources.counted(context.peer(), context.invocation_metadata())
                    room.enter(address)
                    try:
                        if not isinstance(data, bytes):
                            data = await method.arrived(context)
                            began = time.perf_counter()
                        return await behaviour(method.decode(data), context)
                    finally:
                        room.leave(address)
                except BaseException as error:
                    if span is not None:
                        span.failed(error)
                    if not method.answer(error, context, count):
                        raise
                finally:
                    seconds.observe(time.perf_counter() - began, tracing.exemplar(span))
                    if span is not None:
                        span.note("rpc.response.status_code", count.code.name)
            return None

        return call if tracer is None or method.path == _PROBE else _traced(call, method, tracer)

    def _streaming(self, method: "_Method", behaviour: Behaviour, *, requests: bool) -> Behaviour:
        generator = inspect.isasyncgenfunction(behaviour)
        room, keys = self._room_of(method), self._keys_of(method)
        measures = _Measures(method.names)
        # A tunnel ends by itself after its last call.
        drained = method.path != CARRY

        # A coroutine that writes, not a generator: then every wait of the call happens inside this frame,
        # and an interruption always ends in an answer to the client.
        async def call(data: object, context: Context) -> object:
            stream = _Stream(asyncio.current_task(), measures)
            if drained:
                self._streams.add(stream)
            with method.counting() as count:
                try:
                    if keys is not None:
                        keys.check(context.invocation_metadata() or ())
                    address = self._sources.counted(context.peer(), context.invocation_metadata())
                    room.enter(address)
                    try:
                        argument: object
                        if requests and not isinstance(data, bytes):
                            argument = stream.requests(context, method)
                        else:
                            argument = method.decode(data if isinstance(data, bytes) else await method.arrived(context))
                        if not generator:
                            return await behaviour(argument, context)
                        async with aclosing(behaviour(argument, context)) as responses:
                            async for response in responses:
                                await stream.write(context, response)
                    finally:
                        room.leave(address)
                except BaseException as error:
                    if not method.answer(stream.classify_cancellation(error), context, count):
                        raise
                finally:
                    self._streams.discard(stream)
                    stream.ended()
            return None

        return call

    def _room_of(self, method: "_Method") -> Room:
        return self._health_room if method.path.startswith(_HEALTH) else self._room

    def _keys_of(self, method: "_Method") -> CallerKeys | None:
        return None if method.path.startswith(_HEALTH) else self._keys


class _Wrapped(NamedTuple):
    """The handler of a method, for calls over gRPC and for those in tunnels."""

    of_grpc: Handler
    in_tunnel: Handler


def _traced(call: Behaviour, method: "_Method", tracer: "Tracer") -> Behaviour:
    """Return a wrapper of a unary call, which runs the call in a span if it is sampled."""

    async def traced(data: object, context: Context) -> object:
        span = tracer.taken(method.path[1:], context.invocation_metadata() or ())
        if span is None:
            return await call(data, context)
        tracing.enter(span)
        try:
            return await call(data, context, span)
        finally:
            span.end()

    return traced


class _Method:
    """A method: its names in metrics and logs, and how its requests arrive and are decoded."""

    def __init__(self, domain: str, path: str, decoder: Decoder, limits: Limits) -> None:
        self.domain, self.path = domain, path
        self._decoder = decoder
        self._bounds = bounds_of(_kind(decoder))
        self._max_size = min(self._bounds.max_size, limits.receive_bytes)
        self._patience = limits.request_patience
        self.names = tuple(path.strip("/").split("/", 1))
        self.calls = CallCounts(*self.names)

    async def arrived(self, context: Context) -> bytes:
        """Wait for the request of a call. Raises `LateRequestError` and `MalformedRequestError`."""
        try:
            async with asyncio.timeout(self._patience):
                data: object = await context.read()
        except TimeoutError:
            raise LateRequestError(self._patience) from None
        if not isinstance(data, bytes):
            raise MalformedRequestError(self.path)
        return data

    def decode(self, data: bytes) -> Message:
        """Decode a request within its bounds.

        Raises `RequestTooLargeError`, `CompressedRequestError`, `MalformedRequestError`, `FieldTooLargeError`.
        """
        if len(data) > self._max_size:
            raise RequestTooLargeError(self._max_size, len(data))
        if data.startswith(COMPRESSED):
            raise CompressedRequestError
        try:
            message = self._decoder(data)
        except DecodeError:
            raise MalformedRequestError(self.path) from None
        self._bounds.check(message)
        return message

    def counting(self) -> "_Count":
        return _Count(self.calls)

    def answer(self, error: BaseException, context: Context, count: "_Count") -> bool:
        """Answer the call with the error, unless the client has gone; return whether the call is over with that.

        Only cancellations are raised to gRPC: it would keep any other error in a cycle, with everything that its frames
        hold.
        """
        if isinstance(error, grpc.aio.AbortError):  # answered already by gRPC's own services
            count.code = context.code()
            free_frames(error)
            return True
        if isinstance(error, asyncio.CancelledError) or context.cancelled() or context.done():
            count.code = grpc.StatusCode.CANCELLED
            free_frames(error)
            return not isinstance(error, asyncio.CancelledError)
        if not isinstance(error, GalaxyError):
            if not isinstance(error, Exception):
                return False
            _log.error("call_failed", rpc=self.path, exc_info=error)
            safe_error: GalaxyError = InternalError("Something unexpected happened here; it has been logged.")
        else:
            safe_error = error
        count.code = safe_error.code
        status = rpc_status.to_status(safe_error.to_status(self.domain))
        context.set_code(status.code)
        context.set_details(status.details)
        context.set_trailing_metadata(status.trailing_metadata)
        free_frames(error)
        return True


def _kind(decoder: Decoder) -> Descriptor:
    """Return the message type of a decoder, which is a class method of a generated message."""
    kind: Descriptor = getattr(decoder, "__self__").DESCRIPTOR  # noqa: B009  # of a method, which the type does not say
    return kind


class _Count:
    """Counts one call from its start to its end under the code that it ended with."""

    __slots__ = ("_calls", "code")

    def __init__(self, calls: CallCounts) -> None:
        self._calls = calls
        self.code = grpc.StatusCode.OK

    def __enter__(self) -> Self:
        self._calls.begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and self.code is grpc.StatusCode.OK:
            self.code = grpc.StatusCode.UNKNOWN
        self._calls.end(self.code.name)


class _Measures:
    """The metrics of a streaming method."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.seconds = STREAM_SECONDS.labels(*names)
        self.first_answer = FIRST_ANSWER_SECONDS.labels(*names)
        self.received, self.sent = MESSAGES_RECEIVED.labels(*names), MESSAGES_SENT.labels(*names)


class _Stream:
    """A streaming call under way, and how to end it."""

    def __init__(self, task: "asyncio.Task[object] | None", measures: _Measures) -> None:
        self._task = task
        self._measures = measures
        self._began = time.perf_counter()
        self._answered = False
        self._requests: _Requests | None = None
        self._writing = False
        self._interrupted = False

    def requests(self, context: Context, method: _Method) -> "_Requests":
        self._requests = _Requests(context, method, self._measures.received)
        return self._requests

    async def write(self, context: Context, response: object) -> None:
        self._measures.sent.inc()
        if not self._answered:
            self._answered = True
            self._measures.first_answer.observe(time.perf_counter() - self._began)
        self._writing = True
        try:
            await context.write(response)
        finally:
            self._writing = False
        if self._interrupted:
            raise DrainingError

    def ended(self) -> None:
        self._measures.seconds.observe(time.perf_counter() - self._began)

    def end_requests(self) -> None:
        if self._requests is not None:
            self._requests.end()

    def interrupt(self) -> None:
        if self._interrupted or self._task is None:
            return
        self._interrupted = True
        if not self._writing:
            self._task.cancel()

    def classify_cancellation(self, error: BaseException) -> BaseException:
        """Return `DrainingError` if we cancelled the call, otherwise the error itself."""
        if not (self._interrupted and isinstance(error, asyncio.CancelledError)):
            return error
        if self._task is not None and self._task.uncancel():
            return error
        return DrainingError()


@dataclass(eq=False)
class _Requests:
    """The decoded requests of a stream; can be ended from this side.

    They are read from the context: gRPC's iterator would keep the last one in a cycle.
    """

    _context: Context
    _method: _Method
    _received: Counter
    _reader: "asyncio.Task[object] | None" = None
    _ended: bool = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Message:
        if self._ended:
            raise StopAsyncIteration
        # Not in a variable: an error would keep this frame, and so the task that raised it, in a cycle.
        self._reader = asyncio.current_task()
        try:
            data: object = await self._context.read()
        except asyncio.CancelledError:
            if self.is_ended() and self._reader is not None and not self._reader.uncancel():
                raise StopAsyncIteration from None
            raise
        finally:
            self._reader = None
        if not isinstance(data, bytes):
            raise StopAsyncIteration
        self._received.inc()
        return self._method.decode(data)

    def is_ended(self) -> bool:
        return self._ended

    def end(self) -> None:
        self._ended = True
        if self._reader is not None:
            self._reader.cancel()


def _serializer(handler: Handler) -> Callable[[object], bytes]:
    """Serialize responses; a handler may give bytes, which are serialized already."""
    serialize = cast("Callable[[object], bytes]", handler.response_serializer)  # generated handlers have one
    return lambda response: response if isinstance(response, bytes) else serialize(response)


def _behaviour(handler: Handler) -> object:
    if handler.request_streaming:
        return handler.stream_stream if handler.response_streaming else handler.stream_unary
    return handler.unary_stream if handler.response_streaming else handler.unary_unary


_MAKERS: dict[tuple[bool, bool], Callable[..., Handler]] = {
    (False, False): grpc.unary_unary_rpc_method_handler,
    (False, True): grpc.unary_stream_rpc_method_handler,
    (True, False): grpc.stream_unary_rpc_method_handler,
    (True, True): grpc.stream_stream_rpc_method_handler,
}
