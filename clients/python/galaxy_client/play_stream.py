"""Watching and choosing at any number of tables over one `PlayMany` stream, opened again whenever it breaks."""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

import grpc.aio

from galaxy.lobby.v1 import play_pb2
from galaxy_client.calls import Calls, name_change
from galaxy_client.errors import ClientError, read_failure
from galaxy_client.pulse import Pulse
from galaxy_client.resuming import OnLost, Resuming
from galaxy_client.tables import OVER
from galaxy_client.views import Views

if TYPE_CHECKING:
    from galaxy.lobby.v1 import play_pb2_grpc

Listener: TypeAlias = Callable[[play_pb2.TableUpdate | ClientError], None]
"""Is called with each update of a table, or once with why there will be none."""

Answered: TypeAlias = Callable[[play_pb2.SubmitChoiceResponse | ClientError], None]
"""Is called once: with what became of a choice."""

PATIENCE_SECONDS = 30.0
"""A request without an answer for so long is sent again."""

MINDING_SECONDS = 5.0
# Far below the message size that the lobby takes.
_MOST_TOGETHER = 64

_Call: TypeAlias = "grpc.aio.StreamStreamCall[play_pb2.PlayManyRequest, play_pb2.PlayManyResponse]"


class Watch:
    """A table that is watched until it is over, unwatched, or refused. Comes from `PlayStream.watch`."""

    __slots__ = ("_history", "_views", "heard", "number", "request", "sent", "told")

    def __init__(self, request: play_pb2.WatchTableRequest, told: Listener) -> None:
        self.request = request
        request.view_patches = request.views
        self._views = Views()
        self.told = told
        self.number = 0
        self.sent = 0.0
        self.heard = False
        self._history = bool(request.from_event or request.from_message)

    def note(self, update: play_pb2.TableUpdate) -> None:
        """Make its view whole, and go on after this update once the stream was opened again."""
        self.heard = True
        self._views.complete(update)
        if self._history:
            self.request.from_event, self.request.from_message = update.last_event + 1, update.last_message + 1


class _Submit:
    __slots__ = ("answered", "request", "sent")

    def __init__(self, request: play_pb2.SubmitChoiceRequest, answered: Answered) -> None:
        self.request = request
        self.answered = answered
        self.sent = 0.0


class PlayStream:
    """One stream, and everything that is wanted of it, which outlives its connections.

    A watch is sent again whenever the stream was opened again, and goes on after the last event that it told of, if it
    began with history. A choice whose answer was lost is sent again under its request id. Callbacks run on the event
    loop and must not block; what they raise goes to its exception handler.
    """

    def __init__(self, calls: Calls, stub: "play_pb2_grpc.PlayServiceAsyncStub", on_lost: OnLost | None = None) -> None:
        self._calls = calls
        self._stub = stub
        self._on_lost = on_lost
        self._watches: dict[int, Watch] = {}
        self._submits: dict[int, _Submit] = {}
        self._last_number = 0
        # Bounded by the watches and choices under way: each has at most one request in it.
        self._outbox: asyncio.Queue[play_pb2.PlayRequest] | None = None
        self._settled = asyncio.Event()
        self._settled.set()

    @property
    def is_open(self) -> bool:
        """Whether there is a stream now; what is asked for meanwhile waits."""
        return self._outbox is not None

    @property
    def under_way(self) -> int:
        """How many choices wait for their answers."""
        return len(self._submits)

    def watch(self, request: play_pb2.WatchTableRequest, told: Listener) -> Watch:
        """Watch a table. After the update with its end, or a `ClientError`, the watch is over."""
        watch = Watch(request, told)
        self._send_watch(watch)
        return watch

    def unwatch(self, watch: Watch) -> None:
        """Watch a table no more; nothing is told of it from now on."""
        if self._watches.pop(watch.number, None) is not None:
            self._put(play_pb2.PlayRequest(id=self._next_number(), unwatch=watch.number))

    def submit(self, request: play_pb2.SubmitChoiceRequest, answered: Answered) -> None:
        """Answer a prompt; a request id is made if the request has none."""
        name_change(request)
        self._settled.clear()
        self._send_submit(_Submit(request, answered))

    async def settled(self) -> None:
        """Wait until no choice is under way."""
        await self._settled.wait()

    async def run(self) -> None:
        """Keep the stream open until cancelled. Raises what will not pass, such as an invalid token."""
        resuming = Resuming(self._calls.address, self._on_lost)
        while True:
            failure: ClientError | None = None
            try:
                await self._converse(resuming)
            except ClientError as error:
                failure = error
            await resuming.wait(failure)

    async def _converse(self, resuming: Resuming) -> None:
        """Open the stream, and read it to its end. Raises `ClientError`."""
        metadata = await self._calls.metadata()
        call = self._stub.PlayMany(metadata=metadata)
        self._outbox = asyncio.Queue()
        self._begin_anew()
        writing = asyncio.create_task(self._write(call, self._outbox), name="play-stream-write")
        minding = asyncio.create_task(self._mind(), name="play-stream-mind")
        try:
            with Pulse(call, self._calls.address) as pulse:
                async for message in call:
                    pulse.heard()
                    resuming.heard()
                    self._receive_all(message.responses)
        except grpc.aio.AioRpcError as error:
            raise await self._calls.translated(error, metadata) from None
        finally:
            self._outbox = None
            call.cancel()
            writing.cancel()
            minding.cancel()
            await asyncio.gather(writing, minding, return_exceptions=True)

    @staticmethod
    async def _write(call: _Call, outbox: "asyncio.Queue[play_pb2.PlayRequest]") -> None:
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):  # the call is over; its reader tells why
            while True:
                requests = [await outbox.get()]
                while not outbox.empty() and len(requests) < _MOST_TOGETHER:
                    requests.append(outbox.get_nowait())
                await call.write(play_pb2.PlayManyRequest(requests=requests))

    async def _mind(self) -> None:
        """Send again what was left unanswered for too long."""
        while True:
            await asyncio.sleep(MINDING_SECONDS)
            late = time.monotonic() - PATIENCE_SECONDS
            for watch in [each for each in self._watches.values() if not each.heard and each.sent < late]:
                self._put(play_pb2.PlayRequest(id=self._next_number(), unwatch=watch.number))
                del self._watches[watch.number]
                self._send_watch(watch)
            for number in [number for number, submit in self._submits.items() if submit.sent < late]:
                self._send_submit(self._submits.pop(number))

    def _receive_all(self, responses: Iterable[play_pb2.PlayResponse]) -> None:
        for response in responses:
            try:
                self._receive(response)
            except Exception as error:  # noqa: BLE001  # of a callback: it concerns one table
                context = {"message": "a play stream's callback failed", "exception": error}
                asyncio.get_running_loop().call_exception_handler(context)
        if not self._submits:
            self._settled.set()

    def _receive(self, response: play_pb2.PlayResponse) -> None:
        match response.WhichOneof("response"):
            case "update":
                watch = self._watches.get(response.id)
                if watch is not None:
                    watch.note(response.update)
                    if response.update.state in OVER:
                        del self._watches[response.id]
                    watch.told(response.update)
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
            watch.told(error)

    def _begin_anew(self) -> None:
        watches, submits = list(self._watches.values()), list(self._submits.values())
        self._watches.clear()
        self._submits.clear()
        for watch in watches:
            self._send_watch(watch)
        for submit in submits:
            self._send_submit(submit)

    def _send_watch(self, watch: Watch) -> None:
        watch.number, watch.sent, watch.heard = self._next_number(), time.monotonic(), False
        self._watches[watch.number] = watch
        self._put(play_pb2.PlayRequest(id=watch.number, watch=watch.request))

    def _send_submit(self, submit: _Submit) -> None:
        number = self._next_number()
        submit.sent = time.monotonic()
        self._submits[number] = submit
        self._put(play_pb2.PlayRequest(id=number, submit=submit.request))

    def _put(self, request: play_pb2.PlayRequest) -> None:
        if self._outbox is not None:
            self._outbox.put_nowait(request)

    def _next_number(self) -> int:
        self._last_number += 1
        return self._last_number
