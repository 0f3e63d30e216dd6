"""One long-lived stream to a pod of a rules service. It carries this process's calls; the pod answers in any order.

A stream does not care for calls that the pod leaves unanswered. `Pods` sends those to other pods or, if there are none,
repeats them on the pod's next stream.
"""

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import grpc
import grpc.aio
import structlog

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby.concurrency import end_tasks, take
from galaxytables_lobby.domain.game import Pin

if TYPE_CHECKING:  # generic in the type stubs only
    Session: TypeAlias = grpc.aio.StreamStreamCall[rules_pb2.SessionRequest, rules_pb2.SessionResponse]

_log = structlog.get_logger(__name__)

# Few enough that the first answer does not wait long.
_MAX_CALLS_A_MESSAGE = 32
# Half of what services accept (`max_size` of a `SessionRequest`); a single call is never larger.
_MAX_MESSAGE_BYTES = 128 * 1024
# One second in ticks of the timer that checks waiting calls.
SILENT_TICKS = 20
_MIN_PAUSE = 0.05
_MAX_PAUSE = 2.0


class Call:
    """A call to a rules service.

    Its `answer` is a future, which completes when a pod answers or the call is given up.
    """

    __slots__ = ("answer", "answered_by", "begun", "content", "key", "pin", "position", "request", "seen")

    def __init__(
        self,
        request: rules_pb2.SessionCall,
        pin: Pin,
        key: str,
        position: rules_pb2.PositionRef | None = None,
        content: bytes = b"",
    ) -> None:
        """`key` decides which pod gets the call: it is usually the table's id.

        `position` is the part of `request` that names a position. `content` is that whole position, for pods that do
        not have it.
        """
        self.answer: asyncio.Future[rules_pb2.SessionAnswer] = asyncio.get_running_loop().create_future()
        self.request = request
        self.pin = pin
        self.key = key
        self.position = position
        self.content = content
        # When it was made, by the process's clock.
        self.begun = 0.0
        # On how many streams a pod may have received it.
        self.seen = 0
        # The address of the pod that answered.
        self.answered_by = ""


class RulesStream:
    """A stream that carries calls to one pod. Call `start` before use and `close` after it."""

    def __init__(
        self, opened: Callable[[], "Session"], address: str, *, on_end: Callable[[], None] = lambda: None
    ) -> None:
        """`opened` opens a gRPC stream to the pod.

        `on_end` is called when the stream breaks, before it is opened again.
        """
        self.address = address
        # Calls without an answer, by id.
        self.calls: dict[int, Call] = {}
        # Ticks of the timer since the pod last answered, while calls wait. Ticks, not seconds: a delayed process reads
        # what has arrived before the next tick.
        self.quiet_ticks = 0
        self.answered = 0
        self._opened = opened
        self._on_end = on_end
        self._outgoing = asyncio.Queue[Call]()
        self._task: asyncio.Task[None] | None = None
        self._using: asyncio.Task[bool] | None = None

    def start(self) -> None:
        """Open the stream, and open it again whenever it ends."""
        self._task = asyncio.create_task(self._run(), name=f"rules-stream-{self.address}")

    async def close(self) -> None:
        """Close the stream."""
        await end_tasks([self._task])

    @property
    def is_silent(self) -> bool:
        """Return whether the pod has sent nothing for a second while calls waited."""
        return bool(self.calls) and self.quiet_ticks >= SILENT_TICKS

    def give(self, call: Call) -> None:
        """Send a call to the pod, for the first time or again."""
        if not self.calls:
            self.quiet_ticks = 0
        self.calls[call.request.id] = call
        self._outgoing.put_nowait(call)

    def reset(self) -> None:
        """Close the current stream, so that a new one is opened."""
        if self._using is not None:
            self._using.cancel()

    async def _run(self) -> None:
        pause = _MIN_PAUSE
        while True:
            self._using = asyncio.create_task(self._use(), name=f"rules-reader-{self.address}")
            try:
                await asyncio.wait([self._using])
            finally:
                await end_tasks([self._using])
            answered = not self._using.cancelled() and self._using.exception() is None and self._using.result()
            self._outgoing = asyncio.Queue()
            self._on_end()
            pause = _MIN_PAUSE if answered else min(2 * pause, _MAX_PAUSE)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            self._outgoing = asyncio.Queue()
            for call in self.calls.values():
                self._outgoing.put_nowait(call)

    async def _use(self) -> bool:
        """Send and receive calls over one gRPC stream until it ends. Returns whether the pod ever answered on it."""
        answered = False
        stream = self._opened()
        writer = asyncio.create_task(self._write(stream, self._outgoing), name=f"rules-writer-{self.address}")
        try:
            while isinstance(response := await stream.read(), rules_pb2.SessionResponse):
                answered = True
                self.quiet_ticks = 0
                for answer in response.answers:
                    call = self.calls.pop(answer.id, None)
                    if call is not None:
                        self.answered += 1
                        if not call.answer.done():
                            call.answered_by = self.address
                            call.answer.set_result(answer)
        except grpc.aio.AioRpcError as error:
            _log.info("rules_session_ended", pod=self.address, code=error.code().name)
        finally:
            stream.cancel()
            await end_tasks([writer])
        return answered

    async def _write(self, stream: "Session", outgoing: asyncio.Queue[Call]) -> None:
        """Send queued calls until the stream ends, which the reader reports.

        Calls that gathered while the stream was busy share a message, which costs hardly more than one call.
        """
        while True:
            calls = [call for call in await take(outgoing, _MAX_CALLS_A_MESSAGE) if not call.answer.done()]
            if not calls:
                continue
            for together in messages(calls):
                try:
                    await stream.write(rules_pb2.SessionRequest(calls=[call.request for call in together]))
                except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    return
                for call in together:
                    # Only now may the pod have received it.
                    call.seen += 1


def messages(calls: Sequence[Call]) -> Iterator[list[Call]]:
    """Yield the calls in groups, in order. Each group is small enough for one message of the stream."""
    message: list[Call] = []
    free = _MAX_MESSAGE_BYTES
    for call in calls:
        size = call.request.ByteSize()
        if message and size > free:
            yield message
            message, free = [], _MAX_MESSAGE_BYTES
        message.append(call)
        free -= size
    yield message
