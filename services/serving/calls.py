"""The interceptor of every call: bytes decoded, errors told, figures and traces kept, streams ended in a drain.

Handlers are `async def` functions or async generators of generated servicers; those with streaming requests
iterate over them (`context.read` would give bytes). A response is a message, or bytes where it is serialized already. A
handler raises its errors and never calls `abort`.
"""

import asyncio
import inspect
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, TypeAlias, cast

import grpc
import grpc.aio
import structlog
from google.protobuf.message import DecodeError, Message
from grpc_status import rpc_status

from services.serving import tracing
from services.serving.caller_keys import CallerKeys
from services.serving.counts import CALLS, STREAM_MESSAGES, CallCount, MessageCount
from services.serving.errors import (
    DrainingError,
    GalaxyError,
    InternalError,
    MalformedRequestError,
    RequestTooLargeError,
    TooManyCallsError,
)
from services.serving.metrics import FIRST_ANSWER_SECONDS, RPC_SECONDS, STREAM_SECONDS
from services.serving.running_loop import running_loop
from services.serving.tracing import Span
from services.serving.tunnel import CARRY

if TYPE_CHECKING:
    from services.serving.spans import Tracer

    Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]  # of whatever call
    Handler: TypeAlias = grpc.RpcMethodHandler[Any, Any]  # of whatever call
else:  # generic in the type stubs only
    Context = grpc.aio.ServicerContext
    Handler = grpc.RpcMethodHandler
# Of one message or several, to one or several: the four kinds of handlers.
Behaviour = Callable[..., Any]
Decoder = Callable[[bytes], Message]

_PROBE = "/grpc.health.v1.Health/Check"
_HEALTH = "/grpc.health.v1.Health/"

_log = structlog.get_logger(__name__)


class CallInterceptor(grpc.aio.ServerInterceptor):
    """The one interceptor of a server.

    `domain` stands in every `ErrorInfo`; a request of more than `most_bytes` is refused, and so is a call beyond
    `most_calls` under way, but for a probe: a server that is full is healthy. Where there are `keys`, whoever shows
    none of them is told of the health and nothing else.
    """

    def __init__(self, domain: str, *, most_bytes: int, most_calls: int, keys: CallerKeys | None = None) -> None:
        self._domain = domain
        self._most_bytes = most_bytes
        self._room = _Room(most_calls)
        self._keys = keys
        self._wrapped: dict[str, Handler] = {}
        self._streams: set[_Stream] = set()

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Wrap the method's handler; once, since handlers do not change while a server lives."""
        method = handler_call_details.method
        if method == CARRY:  # the calls in it are what is counted, bounded and ended
            return await continuation(handler_call_details)
        return self._wrapped.get(method) or self.wrapped(method, await continuation(handler_call_details))

    def wrapped(self, method: str, handler: Handler | None) -> Handler | None:
        """Wrap the handler of a method that is called in another way too."""
        wrapped = self._wrapped.get(method)
        if wrapped is None and handler is not None:
            wrapped = self._wrapped[method] = self._wrap(handler, method)
        return wrapped

    def end_requests(self) -> None:
        """Let every open request stream end as if its client had closed it, so that handlers finish."""
        for stream in tuple(self._streams):
            stream.end_requests()

    def end_streams(self) -> None:
        """End every stream that is still open as DRAINING, after the message that it is sending."""
        for stream in tuple(self._streams):
            stream.interrupt()

    def _wrap(self, handler: Handler, path: str) -> Handler:
        if handler.request_deserializer is None:
            raise TypeError(f"{path} has no deserializer; only generated servicers can be served")
        method = _Method(self._domain, path, handler.request_deserializer, self._most_bytes)
        behaviour = cast("Behaviour", _behaviour(handler))  # a handler always has the one of its kind
        if handler.request_streaming or handler.response_streaming:
            wrapped = self._streaming(method, behaviour)
        else:
            wrapped = self._unary(method, behaviour)
        make = _MAKERS[handler.request_streaming, handler.response_streaming]
        return make(wrapped, request_deserializer=None, response_serializer=_serializer(handler))

    def _unary(self, method: "_Method", behaviour: Behaviour) -> Behaviour:
        room = nullcontext() if method.path == _PROBE else self._room
        keys = self._keys_of(method)
        seconds = RPC_SECONDS.labels(*method.names)
        tracer = tracing.tracer()

        async def call(data: bytes, context: Context, span: Span | None = None) -> object:
            began = time.perf_counter()
            with method.counting() as count:
                try:
                    if keys is not None:
                        keys.check(context.invocation_metadata() or ())
                    with room:
                        response: object = await behaviour(method.decode(data), context)
                except BaseException as error:
                    if span is not None:
                        span.failed(error)
                    await method.fail(error, context, count)
                    raise
                finally:
                    seconds.observe(time.perf_counter() - began, tracing.exemplar(span))
                    if span is not None:
                        span.note("rpc.response.status_code", count.code.name)
            return response

        return call if tracer is None or method.path == _PROBE else _traced(call, method, tracer)

    def _streaming(self, method: "_Method", behaviour: Behaviour) -> Behaviour:
        generator = inspect.isasyncgenfunction(behaviour)
        keys = self._keys_of(method)
        measures = _Measures(method.names)

        # A coroutine that writes, not a generator: then every wait of the call happens inside this frame,
        # and an interruption always ends in an answer to the client.
        async def call(data: "bytes | AsyncIterator[bytes]", context: Context) -> object:
            stream = _Stream(asyncio.current_task(), measures)
            self._streams.add(stream)
            with method.counting() as count:
                try:
                    if keys is not None:
                        keys.check(context.invocation_metadata() or ())
                    with self._room:
                        argument = method.decode(data) if isinstance(data, bytes) else stream.requests(data, method)
                        if not generator:
                            return await behaviour(argument, context)
                        async with aclosing(behaviour(argument, context)) as responses:
                            async for response in responses:
                                await stream.write(context, response)
                except BaseException as error:
                    await method.fail(stream.told(error), context, count)
                    raise
                finally:
                    self._streams.discard(stream)
                    stream.ended()
            return None

        return call

    def _keys_of(self, method: "_Method") -> CallerKeys | None:
        return None if method.path.startswith(_HEALTH) else self._keys


def _traced(call: Behaviour, method: "_Method", tracer: "Tracer") -> Behaviour:
    """A unary call with a span where it is sampled."""

    async def traced(data: bytes, context: Context) -> object:
        span = tracer.taken(method.path[1:], context.invocation_metadata() or ())
        if span is None:
            return await call(data, context)
        tracing.enter(span)
        try:
            return await call(data, context, span)
        finally:
            span.end()

    return traced


class _Room:
    """Room for so many calls at once."""

    __slots__ = ("_most", "_taken")

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken = 0

    def __enter__(self) -> None:
        if self._taken >= self._most:
            raise TooManyCallsError(self._most)
        self._taken += 1

    def __exit__(self, *_: object) -> None:
        self._taken -= 1


class _Method:
    """What is fixed about a method: its names in figures and logs, and how its requests are decoded."""

    def __init__(self, domain: str, path: str, decoder: Decoder, most_bytes: int) -> None:
        self.domain, self.path = domain, path
        self._decoder, self._most_bytes = decoder, most_bytes
        self.names = tuple(path.strip("/").split("/", 1))
        self.calls = CALLS.of(self.names)

    def decode(self, data: bytes) -> Message:
        if len(data) > self._most_bytes:
            raise RequestTooLargeError(self._most_bytes, len(data))
        try:
            return self._decoder(data)
        except DecodeError:
            raise MalformedRequestError(self.path) from None

    def counting(self) -> "_Count":
        return _Count(self.calls)

    async def fail(self, error: BaseException, context: Context, count: "_Count") -> None:
        """Answer the call with the error; returns only where nobody is left to answer."""
        if isinstance(error, grpc.aio.AbortError):  # answered already, by grpc's own services
            count.code = context.code()
            return
        if isinstance(error, asyncio.CancelledError) or context.cancelled() or context.done():
            count.code = grpc.StatusCode.CANCELLED
            return
        if not isinstance(error, GalaxyError):
            if not isinstance(error, Exception):
                return
            _log.error("call failed unexpectedly", rpc=self.path, exc_info=error)
            error = InternalError("Something unexpected happened here; it has been logged.")
        count.code = error.code
        await context.abort_with_status(rpc_status.to_status(error.to_status(self.domain)))


class _Count:
    """Counts one call from its start to its end under the code that it ended with."""

    __slots__ = ("_calls", "code")

    def __init__(self, calls: CallCount) -> None:
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
    """The figures of a method that streams."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.seconds = STREAM_SECONDS.labels(*names)
        self.first_answer = FIRST_ANSWER_SECONDS.labels(*names)
        self.messages = STREAM_MESSAGES.of(names)


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

    def requests(self, source: AsyncIterator[bytes], method: _Method) -> "_Requests":
        self._requests = _Requests(source, method, self._measures.messages)
        return self._requests

    async def write(self, context: Context, response: object) -> None:
        self._measures.messages.sent += 1
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

    def told(self, error: BaseException) -> BaseException:
        """Tell our own interruption from the client's going away."""
        if not (self._interrupted and isinstance(error, asyncio.CancelledError)):
            return error
        if self._task is not None and self._task.uncancel():
            return error
        return DrainingError()


@dataclass(eq=False)
class _Requests:
    """The decoded requests of a stream; can be ended from this side."""

    _source: AsyncIterator[bytes]
    _method: _Method
    _messages: MessageCount
    _reader: "asyncio.Task[object] | None" = None
    _ended: bool = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Message:
        if self._ended:
            raise StopAsyncIteration
        reader = self._reader = asyncio.current_task(running_loop())
        try:
            data = await anext(self._source)
        except asyncio.CancelledError:
            if self.is_ended() and reader is not None and not reader.uncancel():
                raise StopAsyncIteration from None
            raise
        finally:
            self._reader = None
        self._messages.received += 1
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
