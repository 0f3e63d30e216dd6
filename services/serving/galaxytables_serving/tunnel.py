"""The server's side of tunnels, which carry many calls over one stream (`galaxytables/tunnel/v1/tunnel.proto`).

A call through a tunnel is handled like any other, by the same interceptor and handlers; only its context differs.
Answers that are ready within some milliseconds of each other are sent in one message.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import grpc
import grpc.aio

from galaxytables.tunnel.v1.tunnel_pb2 import Begin, CarryRequest, CarryResponse, End, Part
from galaxytables_serving.errors import DETAILS_KEY, TooManyCallsError, code_number

if TYPE_CHECKING:
    Handler: TypeAlias = grpc.RpcMethodHandler[Any, Any]  # of whatever call
else:  # generic in the type stubs only
    Handler = grpc.RpcMethodHandler
Context: TypeAlias = Any  # gRPC's, of whatever call
Behaviour: TypeAlias = Any  # what handles a call: of one message, to one or several
Trailing: TypeAlias = tuple[tuple[str, str | bytes], ...]
Serializer: TypeAlias = Callable[[Any], bytes]  # of whatever message

SERVICE = "galaxytables.tunnel.v1.TunnelService"
CARRY = f"/{SERVICE}/Carry"
WINDOW_BYTES = 64 * 1024
"""How many bytes of a stream may be sent before its reader has taken any."""
PACE_SECONDS = 0.002
"""How long after a message the next one waits, to collect what comes meanwhile; a lone message goes at once."""

# The size of the parts of a message, so that none is too large for gRPC.
_PART_BYTES = 256 * 1024
# How many bytes of all calls may wait for gRPC; a message has at most this and one part. While more waits, no requests
# are read.
_MAX_WAITING = 1024 * 1024
# The size that a queued end counts for, besides its text.
_END_BYTES = 256


class Tunnels:
    """The open tunnels of a server."""

    def __init__(
        self, find: Callable[[str], Handler | None], *, domain: str, max_calls: int, patience: float = 30.0
    ) -> None:
        """`find` returns the handler of a path. A tunnel may have `max_calls`; errors have `domain`.

        A tunnel whose peer reads nothing for `patience` seconds is ended.
        """
        self._find = find
        self._patience = patience
        self._full = TooManyCallsError(max_calls).to_status(domain)
        self._max_calls = max_calls
        self._open: set[_Tunnel] = set()
        self._leaving = False

    @property
    def handlers(self) -> grpc.GenericRpcHandler:
        """Return the gRPC handlers of `TunnelService`."""
        return grpc.method_handlers_generic_handler(SERVICE, {"Carry": self.carry})

    @property
    def carry(self) -> Handler:
        """Return the handler of the method that carries a tunnel."""
        return grpc.stream_stream_rpc_method_handler(
            self._carry, CarryRequest.FromString, CarryResponse.SerializeToString
        )

    def leave(self) -> None:
        """Accept no new calls in any tunnel; each tunnel ends with its last call."""
        self._leaving = True
        for tunnel in tuple(self._open):
            tunnel.leave()

    async def _carry(self, requests: AsyncIterable[CarryRequest], context: Context) -> None:
        tunnel = _Tunnel(context, self._find, self._max_calls, self._refused, self._patience)
        self._open.add(tunnel)
        if self._leaving:
            tunnel.leave()
        try:
            await tunnel.run(requests)
        finally:
            self._open.discard(tunnel)

    def _refused(self, call: int) -> End:
        return End(call=call, code=self._full.code, message=self._full.message, status=self._full.SerializeToString())


class _Tunnel:
    """One tunnel: starts the calls that arrive, and sends their answers."""

    def __init__(
        self,
        context: Context,
        find: Callable[[str], Handler | None],
        max_calls: int,
        refused: Callable[[int], End],
        patience: float,
    ) -> None:
        self._context = context
        self._find = find
        self._max_calls, self._refused, self._patience = max_calls, refused, patience
        self._peer: str = context.peer()
        self._calls: dict[int, _Call] = {}
        self._waiting: deque[tuple[Part | End, int]] = deque()
        """Parts and ends to send, each with the size that it counts for."""
        self._waiting_bytes = 0
        self._wake, self._room = asyncio.Event(), asyncio.Event()
        self._room.set()
        self._leaving = self._said_so = False

    async def run(self, requests: AsyncIterable[CarryRequest]) -> None:
        """Serve calls until the other side ends the stream, or until all have ended after `leave`.

        Raises the error of an invalid message. If the peer reads nothing, the tunnel is cancelled: not even an error
        would reach the peer.
        """
        await self._write(CarryResponse())
        reading = asyncio.create_task(self._read(requests))
        reading.add_done_callback(lambda _: self._wake.set())
        try:
            while not reading.done() and not (self._said_so and not self._calls and not self._waiting):
                await self._wake.wait()
                self._wake.clear()
                if self._waiting or self._leaving > self._said_so:
                    await self._write(self._next())
                    await asyncio.sleep(PACE_SECONDS)
            if reading.done():
                reading.result()  # raises the error of an invalid message
        finally:
            reading.cancel()
            tasks = [reading, *(call.task for call in self._calls.values())]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def leave(self) -> None:
        """Accept no new calls."""
        self._leaving = True
        self._wake.set()

    def say(self, call: int, message: bytes, *, last: bool) -> None:
        """Send a message; the `last` one ends the call with success."""
        for start in range(0, len(message) or 1, _PART_BYTES):
            more = start + _PART_BYTES < len(message)
            part = message if not more and not start else message[start : start + _PART_BYTES]
            self._put(Part(call=call, bytes=part, more=more, last=last and not more), len(part))

    def end(self, end: End) -> None:
        """Send the status with which a call ended."""
        self._put(end, _END_BYTES + len(end.message) + len(end.status))

    async def room(self) -> None:
        """Wait until the queue has room."""
        await self._room.wait()

    async def _write(self, response: CarryResponse) -> None:
        try:
            async with asyncio.timeout(self._patience):
                await self._context.write(response)
        except TimeoutError:
            raise asyncio.CancelledError from None

    def _put(self, said: Part | End, size: int) -> None:
        self._waiting.append((said, size))
        self._waiting_bytes += size
        if self._waiting_bytes >= _MAX_WAITING:
            self._room.clear()
        self._wake.set()

    def _next(self) -> CarryResponse:
        parts: list[Part] = []
        ends: list[End] = []
        size = 0
        while self._waiting and size < _MAX_WAITING:
            said, its_size = self._waiting.popleft()
            size += its_size
            if isinstance(said, Part):
                parts.append(said)
            else:
                ends.append(said)
        self._waiting_bytes -= size
        if self._waiting_bytes < _MAX_WAITING:
            self._room.set()
        if self._waiting:
            self._wake.set()
        self._said_so = self._leaving
        return CarryResponse(parts=parts, ends=ends, leaving=self._leaving)

    async def _read(self, requests: AsyncIterable[CarryRequest]) -> None:
        async for request in requests:
            for begin in request.begins:
                self._begin(begin)
            for taken in request.taken:
                if (call := self._calls.get(taken.call)) is not None:
                    call.taken(taken.bytes)
            for number in request.left:
                if (call := self._calls.get(number)) is not None:
                    call.leave()
            # A peer that sends without reading must wait.
            await self._room.wait()

    def _begin(self, begin: Begin) -> None:
        handler = self._find(begin.method)
        if self._leaving:
            self.end(End(call=begin.call, code=code_number(grpc.StatusCode.UNAVAILABLE), not_begun=True))
        elif handler is None or handler.request_streaming:
            self.end(End(call=begin.call, code=code_number(grpc.StatusCode.UNIMPLEMENTED), message="Method not found!"))
        elif len(self._calls) >= self._max_calls:
            self.end(self._refused(begin.call))
        elif begin.call not in self._calls:
            self._calls[begin.call] = call = _Call(self, begin, handler, self._peer)
            call.task.add_done_callback(lambda _: self._over(begin.call))

    def _over(self, call: int) -> None:
        del self._calls[call]
        if self._leaving:
            self._wake.set()


class _Call:
    """A call in a tunnel; its handler gets it as the context."""

    def __init__(self, tunnel: _Tunnel, begin: Begin, handler: Handler, peer: str) -> None:
        self._tunnel, self._number, self._peer = tunnel, begin.call, peer
        self._serialize: Serializer = handler.response_serializer or bytes
        metadata = (
            ("authorization", begin.authorization),
            ("x-forwarded-for", begin.x_forwarded_for),
            ("traceparent", begin.traceparent),
        )
        self._metadata = tuple(each for each in metadata if each[1])
        self._under_way = 0
        """Bytes sent that the reader has not taken yet."""
        self._window: asyncio.Future[None] | None = None
        """Done when the reader has taken some."""
        self._left = False
        self._code: grpc.StatusCode = grpc.StatusCode.OK
        self._details = ""
        self._trailing: Trailing = ()
        self.task = asyncio.create_task(self._run(handler, begin.request))

    def taken(self, size: int) -> None:
        """Note that the reader has taken this many further bytes."""
        self._under_way -= size
        if self._window is not None and not self._window.done() and self._under_way < WINDOW_BYTES:
            self._window.set_result(None)

    def leave(self) -> None:
        """Cancel the call, since nobody waits for it."""
        self._left = True
        self.task.cancel()

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        """As in gRPC."""
        return self._metadata

    def peer(self) -> str:
        """As in gRPC: the peer of the tunnel."""
        return self._peer

    def cancelled(self) -> bool:
        """As in gRPC."""
        return self._left

    def done(self) -> bool:
        """As in gRPC; a call in a tunnel is done when its handler is."""
        return False

    def set_code(self, code: grpc.StatusCode) -> None:
        """As in gRPC."""
        self._code = code

    def set_details(self, details: str) -> None:
        """As in gRPC."""
        self._details = details

    def set_trailing_metadata(self, trailing: Trailing) -> None:
        """As in gRPC."""
        self._trailing = trailing

    async def write(self, message: object) -> None:
        """As in gRPC; waits for a slow reader."""
        await self._tunnel.room()
        while self._under_way >= WINDOW_BYTES:
            self._window = asyncio.get_running_loop().create_future()
            await self._window
        data = self._serialize(message)
        self._under_way += len(data)
        self._tunnel.say(self._number, data, last=False)

    async def _run(self, handler: Handler, request: bytes) -> None:
        behaviour: Behaviour = handler.unary_stream if handler.response_streaming else handler.unary_unary
        try:
            answer = await behaviour(request, self)
            data = b"" if answer is None else self._serialize(answer)
        except Exception:  # noqa: BLE001  # the interceptor has logged it, and the caller waits for an end
            self._tunnel.end(End(call=self._number, code=code_number(grpc.StatusCode.UNKNOWN)))
            return
        if self._code is not grpc.StatusCode.OK or handler.response_streaming:
            self._tunnel.end(self._end())
            return
        await self._tunnel.room()
        self._tunnel.say(self._number, data, last=True)

    def _end(self) -> End:
        status = dict(self._trailing).get(DETAILS_KEY)
        return End(
            call=self._number,
            code=code_number(self._code),
            message=self._details,
            status=status if isinstance(status, bytes) else b"",
        )
