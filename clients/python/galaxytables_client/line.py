"""Keeps watches and submitted choices alive on a `PlayMany` stream, which may be reopened many times."""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

import grpc.aio

from galaxytables.lobby.v1 import play_pb2
from galaxytables_client.calls import Calls
from galaxytables_client.errors import ClientError, read_failure
from galaxytables_client.pulse import Pulse
from galaxytables_client.table_list import OVER
from galaxytables_client.uncopied import Uncopied
from galaxytables_client.views import Views

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import play_pb2_grpc

Listener: TypeAlias = Callable[[play_pb2.TableUpdate | ClientError], None]
"""Called with each update of a table, or once with the error that ends it."""

Answered: TypeAlias = Callable[[play_pb2.SubmitChoiceResponse | ClientError], None]
"""Called once, with the result of a choice."""

PATIENCE_SECONDS = 30.0
"""A request without an answer for so many seconds is sent again."""

MINDING_SECONDS = 5.0
# Far below the message size that the lobby accepts.
_MAX_TOGETHER = 64

_Call: TypeAlias = "grpc.aio.StreamStreamCall[play_pb2.PlayManyRequest, play_pb2.PlayManyResponse]"


class Watch(Uncopied):
    """A table that is watched until it is over, unwatched, or refused. Returned by `PlayStream.watch`."""

    __slots__ = ("_history", "_views", "heard", "line", "listener", "number", "request", "sent")

    def __init__(self, request: play_pb2.WatchTableRequest, listener: Listener) -> None:
        self.request = request
        request.view_patches = request.views
        self._views = Views()
        self.listener = listener
        self.line: Line | None = None
        self.number = 0
        self.sent = 0.0
        self.heard = False
        self._history = bool(request.from_event or request.from_message)

    def note(self, update: play_pb2.TableUpdate) -> None:
        """Complete the view in an update. Also record that a reopened stream is to continue after this update."""
        self.heard = True
        self._views.complete(update)
        if self._history:
            self.request.from_event, self.request.from_message = update.last_event + 1, update.last_message + 1


class Submit:
    """A choice that was submitted and has no answer yet."""

    __slots__ = ("answered", "request", "sent")

    def __init__(self, request: play_pb2.SubmitChoiceRequest, answered: Answered) -> None:
        self.request = request
        self.answered = answered
        self.sent = 0.0


class Line(Uncopied):
    """Sends watches and choices over one stream at a time.

    Requests wait while no stream is open. A new stream begins with everything that is still open: watches continue
    after their last event, and choices without an answer are sent again under the same request id.
    """

    def __init__(
        self,
        calls: Calls,
        stub: "play_pb2_grpc.PlayServiceAsyncStub",
        *,
        on_heard: Callable[[], None],
        on_update: Callable[["Line", Watch, play_pb2.TableUpdate | ClientError], None],
        patience: float | None = None,
    ) -> None:
        """`on_heard` is called for every message, `on_update` with each watch's updates or its final error.

        Without `patience`, requests that get no answer for some time are sent again. With it, the stream fails with
        `UnavailableError` once a request has had no answer for so many seconds. It then also ends by itself, without an
        error, once there are no watches and no unanswered choices.
        """
        self._calls = calls
        self._stub = stub
        self._on_heard = on_heard
        self._on_update = on_update
        self._patience = patience
        self._watches: dict[int, Watch] = {}
        self._submits: dict[int, Submit] = {}
        self._last_number = 0
        # Bounded by the open watches and choices: each has at most one request in it. None ends the stream.
        self._outbox: asyncio.Queue[play_pb2.PlayRequest | None] | None = None

    @property
    def is_open(self) -> bool:
        """Return whether the stream is open."""
        return self._outbox is not None

    @property
    def under_way(self) -> int:
        """Return the number of choices without an answer."""
        return len(self._submits)

    def watch(self, watch: Watch) -> None:
        """Begin to watch a table."""
        watch.line = self
        watch.number, watch.sent, watch.heard = self._next_number(), time.monotonic(), False
        self._watches[watch.number] = watch
        self._put(play_pb2.PlayRequest(id=watch.number, watch=watch.request))

    def unwatch(self, watch: Watch) -> bool:
        """Stop a watch. No further update of it is passed on. Returns whether the watch was on this line."""
        if self._watches.get(watch.number) is not watch:
            return False
        del self._watches[watch.number]
        self._put(play_pb2.PlayRequest(id=self._next_number(), unwatch=watch.number))
        return True

    def submit(self, submit: Submit) -> None:
        """Send a choice: at once, or as soon as a stream is open."""
        number = self._next_number()
        submit.sent = time.monotonic()
        self._submits[number] = submit
        self._put(play_pb2.PlayRequest(id=number, submit=submit.request))

    def taken(self) -> tuple[list[Watch], list[Submit]]:
        """Remove all watches and choices from this line, and return them, so that another line can take them."""
        watches, submits = list(self._watches.values()), list(self._submits.values())
        self._watches.clear()
        self._submits.clear()
        return watches, submits

    async def converse(self) -> None:
        """Open a stream, and send and receive its messages until the stream ends. Raises `ClientError`."""
        metadata = await self._calls.metadata()
        call = self._stub.PlayMany(metadata=metadata)
        self._outbox = asyncio.Queue()
        self.take(*self.taken())
        with Pulse(call, self._calls.address, self._calls.silence) as pulse:
            writing = asyncio.create_task(self._write(call, self._outbox), name="play-stream-write")
            minding = asyncio.create_task(self._mind(pulse, self._outbox), name="play-stream-mind")
            try:
                async for message in call:
                    pulse.heard()
                    self._receive_all(message.responses)
            except grpc.aio.AioRpcError as error:
                raise await self._calls.translated(error, metadata) from None
            finally:
                self._outbox = None
                call.cancel()
                writing.cancel()
                minding.cancel()
                await asyncio.gather(writing, minding, return_exceptions=True)

    def take(self, watches: Iterable[Watch], submits: Iterable[Submit]) -> None:
        """Add watches and choices that were taken from another line."""
        for watch in watches:
            self.watch(watch)
        for submit in submits:
            self.submit(submit)

    @staticmethod
    async def _write(call: _Call, outbox: "asyncio.Queue[play_pb2.PlayRequest | None]") -> None:
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):  # the call is over; its reader gets the reason
            while (request := await outbox.get()) is not None:
                requests = [request]
                while not outbox.empty() and len(requests) < _MAX_TOGETHER:
                    following = outbox.get_nowait()
                    if following is None:
                        outbox.put_nowait(None)
                        break
                    requests.append(following)
                await call.write(play_pb2.PlayManyRequest(requests=requests))
            await call.done_writing()

    async def _mind(self, pulse: Pulse, outbox: "asyncio.Queue[play_pb2.PlayRequest | None]") -> None:
        """Check for requests that have waited too long for an answer."""
        patience = PATIENCE_SECONDS if self._patience is None else self._patience
        idle = False
        while True:
            await asyncio.sleep(min(MINDING_SECONDS, patience / 2))
            late = time.monotonic() - patience
            watches = [each for each in self._watches.values() if not each.heard and each.sent < late]
            submits = [number for number, submit in self._submits.items() if submit.sent < late]
            if self._patience is not None:
                if watches or submits:
                    pulse.give_up(f"nothing was answered for {patience:.0f} seconds.")
                if idle and not self._watches and not self._submits:
                    outbox.put_nowait(None)
                idle = not self._watches and not self._submits
                continue
            for watch in watches:
                self.unwatch(watch)
                self.watch(watch)
            for number in submits:
                self.submit(self._submits.pop(number))

    def _receive_all(self, responses: Iterable[play_pb2.PlayResponse]) -> None:
        for response in responses:
            try:
                self._receive(response)
            except Exception as error:  # noqa: BLE001  # of a callback: it concerns one table
                context = {"message": "a play stream's callback failed", "exception": error}
                asyncio.get_running_loop().call_exception_handler(context)
        self._on_heard()

    def _receive(self, response: play_pb2.PlayResponse) -> None:
        match response.WhichOneof("response"):
            case "update":
                watch = self._watches.get(response.id)
                if watch is not None:
                    watch.note(response.update)
                    if response.update.state in OVER:
                        del self._watches[response.id]
                    self._on_update(self, watch, response.update)
            case "submitted":
                submit = self._submits.pop(response.id, None)
                if submit is not None:
                    submit.answered(response.submitted)
            case "failure":
                self._fail(response.id, read_failure(response.failure))

    def _fail(self, number: int, error: ClientError) -> None:
        if submit := self._submits.pop(number, None):
            submit.answered(error)
        elif watch := self._watches.pop(number, None):
            self._on_update(self, watch, error)

    def _put(self, request: play_pb2.PlayRequest) -> None:
        if self._outbox is not None:
            self._outbox.put_nowait(request)

    def _next_number(self) -> int:
        self._last_number += 1
        return self._last_number
