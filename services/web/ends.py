"""How calls end: counted as those of every server are, and no error without a reason."""

import time
from typing import TypeAlias

import structlog
from connectrpc.code import Code
from connectrpc.errors import ConnectError
from connectrpc.method import StreamType
from connectrpc.request import RequestContext

from services.serving import GalaxyError, tracing
from services.serving.errors import InternalError, RequestTooLargeError
from services.serving.metrics import RPC_HANDLED, RPC_OPEN, RPC_SECONDS, RPC_STARTED, STREAM_SECONDS
from services.serving.tracing import exemplar
from services.web.errors import NotARequestError, refused

# How the library begins what it says of requests; gRPC, which speaks of answers, has other words.
_TOO_LARGE, _BAD_FRAME = "message is larger", "protocol error"

Context: TypeAlias = RequestContext[bytes, bytes]

_log = structlog.get_logger(__name__)


class Ends:
    """Counts calls, and gives every error that a caller hears of a reason."""

    def __init__(self, receive_bytes: int) -> None:
        self._receive_bytes = receive_bytes

    async def on_start(self, ctx: Context) -> float:
        """Count a call."""
        names = (ctx.method.service_name, ctx.method.name)
        RPC_STARTED.labels(*names).inc()
        RPC_OPEN.labels(*names).inc()
        return time.perf_counter()

    async def on_end(self, began: float, ctx: Context, error: Exception | None, /) -> None:
        """Count how it ended; raise the error that the caller is told in place of this one."""
        names = (ctx.method.service_name, ctx.method.name)
        told = None if error is None else self._told(error, ctx)
        RPC_OPEN.labels(*names).dec()
        unary = ctx.method.stream_type is StreamType.UNARY
        (RPC_SECONDS if unary else STREAM_SECONDS).labels(*names).observe(
            time.perf_counter() - began, exemplar(tracing.current())
        )
        RPC_HANDLED.labels(*names, "OK" if told is None else _grpc_name(told.code)).inc()
        if told is not None:
            raise told

    def _told(self, error: Exception, ctx: Context) -> ConnectError:
        if isinstance(error, ConnectError):
            reason = None if error.details else self._reason(error)
            return error if reason is None else refused(reason)
        if not isinstance(error, GalaxyError):
            rpc = f"/{ctx.method.service_name}/{ctx.method.name}"
            _log.error("call failed unexpectedly", rpc=rpc, exc_info=error)
            error = InternalError("Something unexpected happened here; it has been logged.")
        return refused(error)

    def _reason(self, error: ConnectError) -> GalaxyError | None:
        """What the library found wrong with a request, with a reason; None for what needs none: deadlines, partings."""
        match error.code:
            case Code.RESOURCE_EXHAUSTED if error.message.startswith(_TOO_LARGE):
                return RequestTooLargeError(self._receive_bytes)
            case Code.INTERNAL if error.message.startswith(_BAD_FRAME):
                return NotARequestError(error.message)
            case Code.INVALID_ARGUMENT | Code.UNIMPLEMENTED:
                return NotARequestError(error.message.rstrip("."))
        return None


def _grpc_name(code: Code) -> str:
    return "CANCELLED" if code is Code.CANCELED else code.name
