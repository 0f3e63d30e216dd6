"""Counts calls in metrics, as every server does, and adds a reason to every error that a caller gets."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TypeAlias

import structlog
from connectrpc.code import Code
from connectrpc.errors import ConnectError
from connectrpc.method import StreamType
from connectrpc.request import RequestContext

from galaxytables_serving import GalaxyError, tracing
from galaxytables_serving.errors import InternalError, RequestTooLargeError, free_frames
from galaxytables_serving.metrics import RPC_SECONDS, STREAM_SECONDS, CallCounts
from galaxytables_serving.tracing import exemplar
from galaxytables_web.errors import NotARequestError, refused

# How the library's messages about invalid requests begin; gRPC's messages begin otherwise.
_TOO_LARGE, _BAD_FRAME = "message is larger", "protocol error"

Context: TypeAlias = RequestContext[bytes, bytes]

_log = structlog.get_logger(__name__)

# The errors that the current call has ended with.
_errors: ContextVar[list[Exception] | None] = ContextVar("errors", default=None)


class Ends:
    """An interceptor of `connectrpc` that counts calls and adds a reason to every error."""

    def __init__(self, receive_bytes: int) -> None:
        self._receive_bytes = receive_bytes

    async def on_start(self, ctx: Context) -> float:
        """Count the beginning of a call, and return when it began."""
        return _figures_of_context(ctx).begin()

    async def on_end(self, began: float, ctx: Context, error: Exception | None, /) -> None:
        """Count the end of a call. If it failed, raise the error that the caller gets in place of `error`."""
        safe = None if error is None else self.safe_error(error, f"/{ctx.method.service_name}/{ctx.method.name}")
        ended = _errors.get()
        if ended is not None:
            ended.extend(each for each in (error, safe) if each is not None)
        _figures_of_context(ctx).end(began, safe)
        if safe is not None:
            raise safe

    def safe_error(self, error: Exception, path: str) -> ConnectError:
        """Return the error that the caller of a path gets in place of `error`."""
        if isinstance(error, ConnectError):
            reason = None if error.details else self._reason(error)
            return error if reason is None else refused(reason)
        if not isinstance(error, GalaxyError):
            _log.error("call_failed", rpc=path, exc_info=error)
            error = InternalError("Something unexpected happened here; it has been logged.")
        return refused(error)

    def _reason(self, error: ConnectError) -> GalaxyError | None:
        """Return an error of the library with a reason; None for deadlines and disconnects, which need none."""
        match error.code:
            case Code.RESOURCE_EXHAUSTED if error.message.startswith(_TOO_LARGE):
                return RequestTooLargeError(self._receive_bytes)
            case Code.INTERNAL if error.message.startswith(_BAD_FRAME):
                return NotARequestError(error.message)
            case Code.INVALID_ARGUMENT | Code.UNIMPLEMENTED:
                return NotARequestError(error.message.rstrip("."))
        return None


@contextmanager
def freeing_frames() -> Iterator[None]:
    """Free the memory that the errors of a call in the `with` block hold.

    Otherwise reference cycles would keep it for a while.
    """
    errors: list[Exception] = []
    token = _errors.set(errors)
    try:
        yield
    finally:
        _errors.reset(token)
        # Timers of the connection keep this context alive, and so the list.
        while errors:
            free_frames(errors.pop())


class Figures:
    """The metrics of one method, looked up once, so that a call need not look them up."""

    def __init__(self, service: str, method: str, *, streaming: bool) -> None:
        """`service` is the full name of the method's service."""
        self._calls = CallCounts(service, method)
        self._seconds = (STREAM_SECONDS if streaming else RPC_SECONDS).labels(service, method)

    def begin(self) -> float:
        """Count the beginning of a call, and return when it began, to be passed to `end`."""
        self._calls.begin()
        return time.perf_counter()

    def end(self, began: float, error: ConnectError | None) -> None:
        """Count the end of a call."""
        self._calls.end("OK" if error is None else _grpc_name(error.code))
        self._seconds.observe(time.perf_counter() - began, exemplar(tracing.current()))


@cache
def figures_of(service: str, method: str, *, streaming: bool) -> Figures:
    """Return the metrics of a method."""
    return Figures(service, method, streaming=streaming)


def _figures_of_context(ctx: Context) -> Figures:
    method = ctx.method
    return figures_of(method.service_name, method.name, streaming=method.stream_type is not StreamType.UNARY)


def _grpc_name(code: Code) -> str:
    return "CANCELLED" if code is Code.CANCELED else code.name
