"""How calls end: counted as those of every server are, and no error without a reason."""

import time
from typing import TypeAlias

import structlog
from connectrpc.code import Code
from connectrpc.errors import ConnectError
from connectrpc.request import RequestContext

from services.serving import GalaxyError
from services.serving.errors import InternalError
from services.serving.metrics import RPC_HANDLED, RPC_OPEN, RPC_SECONDS, RPC_STARTED
from services.web.errors import NotARequestError, TooLargeError, refused

# As the library says that a message has too many bytes; gRPC says the same of an answer with other words.
_TOO_LARGE = "message is larger"

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
        RPC_SECONDS.labels(*names).observe(time.perf_counter() - began)
        RPC_HANDLED.labels(*names, "OK" if told is None else _grpc_name(told.code)).inc()
        if told is not None:
            raise told

    def _told(self, error: Exception, ctx: Context) -> ConnectError:
        match error:
            case GalaxyError():
                return refused(error)
            case ConnectError() if error.details:
                return error
            case ConnectError(code=Code.RESOURCE_EXHAUSTED) if error.message.startswith(_TOO_LARGE):
                return refused(TooLargeError(self._receive_bytes))
            case ConnectError(code=Code.INVALID_ARGUMENT | Code.UNIMPLEMENTED):
                return refused(NotARequestError(error.message.rstrip(".")))
            case ConnectError():
                return error
        _log.error("call failed unexpectedly", rpc=f"/{ctx.method.service_name}/{ctx.method.name}", exc_info=error)
        return refused(InternalError("Something unexpected happened here; it has been logged."))


def _grpc_name(code: Code) -> str:
    return "CANCELLED" if code is Code.CANCELED else code.name
