"""A call that came over a stream; to its handler it is the context, as gRPC's own would be."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, NoReturn, TypeAlias

import grpc
import grpc.aio

from services.serving.errors import code_number
from services.serving.http2.headers import OK, Head, Metadata, trailers
from services.serving.http2.stream import Stream
from services.serving.running_loop import running_loop
from services.serving.tunnel import Behaviour, Handler, Serializer

Decode: TypeAlias = Callable[[bytes], Any]  # to whatever message


class Call:
    """Runs a handler."""

    def __init__(self, stream: Stream, head: Head, handler: Handler, *, peer: str, send_bytes: int) -> None:
        """Begin at once; `task` is done when the handler has come to its end. Messages have `send_bytes` at most."""
        self._stream, self._peer, self._metadata = stream, peer, head.metadata
        self._send_bytes = send_bytes
        self._decode: Decode | None = handler.request_deserializer
        self._serialize: Serializer | None = handler.response_serializer
        self._left = False
        self._status: grpc.Status | None = None
        loop = running_loop()
        self.task = loop.create_task(self._run(handler))
        if head.seconds is not None:
            expiry = loop.call_later(head.seconds, self._expire)
            # Also where it is cancelled before it has begun: a far deadline must not keep it.
            self.task.add_done_callback(lambda _: expiry.cancel())

    def leave(self) -> None:
        """Nobody waits for it any more."""
        self._left = True
        self.task.cancel()

    def invocation_metadata(self) -> Metadata:
        """As gRPC has it."""
        return self._metadata

    def peer(self) -> str:
        """As gRPC has it."""
        return self._peer

    def cancelled(self) -> bool:
        """As gRPC has it."""
        return self._left

    def done(self) -> bool:
        """As gRPC has it."""
        return self._left or self._status is not None

    def code(self) -> grpc.StatusCode:
        """As gRPC has it."""
        return grpc.StatusCode.OK if self._status is None else self._status.code

    async def write(self, message: object) -> None:
        """As gRPC has it; waits for a reader that is slow."""
        content = message if self._serialize is None else self._serialize(message)
        if not isinstance(content, bytes):
            raise TypeError("a response is bytes once it is serialized")
        if len(content) > self._send_bytes:
            await self.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "The answer is too large.")
        self._stream.send(content)
        if self._stream.pending:
            await self._stream.room()

    async def abort_with_status(self, status: grpc.Status) -> NoReturn:
        """As gRPC has it; waits a moment for a client that has said nothing yet.

        One that speaks into a call that has ended may take that for an error of its own, as `grpc.aio` does, which then
        tells its caller INTERNAL in place of the status.
        """
        self._status = status
        await self._stream.spoken()
        raise grpc.aio.AbortError

    async def abort(self, code: grpc.StatusCode, details: str = "", trailing_metadata: Metadata = ()) -> NoReturn:
        """As gRPC has it."""
        await self.abort_with_status(_Status(code, details, trailing_metadata))

    async def _requests(self) -> AsyncIterator[object]:
        async for message in self._stream:
            yield message if self._decode is None else self._decode(message)

    async def _run(self, handler: Handler) -> None:
        try:
            await self._handle(handler)
            self._stream.finish(OK)
        except grpc.aio.AbortError:
            status = self._status
            if status is None:
                raise AssertionError("only abort aborts") from None
            told = trailers(code_number(status.code), status.details or "", status.trailing_metadata or ())
            self._stream.finish(told)
        except asyncio.CancelledError:
            self._stream.finish(trailers(code_number(grpc.StatusCode.CANCELLED)))
        except Exception:  # noqa: BLE001  # whatever it is, the interceptor has logged it, and somebody waits for an end
            self._stream.finish(trailers(code_number(grpc.StatusCode.UNKNOWN)))

    async def _handle(self, handler: Handler) -> None:
        behaviour: Behaviour = _behaviour(handler)
        if handler.request_streaming:
            argument: object = self._stream if self._decode is None else self._requests()
        else:
            data = await anext(self._stream, None)
            if data is None:
                await self.abort(grpc.StatusCode.INTERNAL, "A request without a message.")
            argument = data if self._decode is None else self._decode(data)
        answer = await behaviour(argument, self)
        if not handler.response_streaming:
            await self.write(answer)

    def _expire(self) -> None:
        self._left = True
        self._stream.finish(trailers(code_number(grpc.StatusCode.DEADLINE_EXCEEDED), "Deadline Exceeded"))
        self.task.cancel()


class _Status(grpc.Status):
    """How a call ends."""

    def __init__(self, code: grpc.StatusCode, details: str, trailing_metadata: Metadata) -> None:
        self.code, self.details, self.trailing_metadata = code, details, trailing_metadata


def _behaviour(handler: Handler) -> Behaviour:
    if handler.request_streaming:
        return handler.stream_stream if handler.response_streaming else handler.stream_unary
    return handler.unary_stream if handler.response_streaming else handler.unary_unary
