"""One long-lived stream to a pod of a rules service: it carries calls of this process, answered in any order.

What becomes of calls that a stream does not answer is not its affair: `Pods` gives them to other pods, and repeats them
over the next stream where there is none.
"""

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import grpc
import grpc.aio
import structlog

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby.concurrency import BatchQueue, Deferred, end_tasks
from galaxytables_lobby.domain.game import Pin

if TYPE_CHECKING:  # generic in the type stubs only
    Session: TypeAlias = grpc.aio.StreamStreamCall[rules_pb2.SessionRequest, rules_pb2.SessionResponse]

_log = structlog.get_logger(__name__)

# Few enough that the first answer does not wait long.
_MAX_CALLS_A_MESSAGE = 32
# Half of what services take (`max_size` of a `SessionRequest`). One call alone has no more than that.
_MAX_MESSAGE_BYTES = 128 * 1024
# A second of the timer that looks at calls that wait.
SILENT_TICKS = 20
_MIN_PAUSE = 0.05
_MAX_PAUSE = 2.0


class Call(Deferred[rules_pb2.SessionAnswer]):
    """A call on its way, and the answer to come: one object, since there is one for each choice."""

    __slots__ = ("answered_by", "begun", "content", "key", "pin", "position", "request", "seen")

    def __init__(
        self,
        request: rules_pb2.SessionCall,
        pin: Pin,
        key: str,
        position: rules_pb2.PositionRef | None = None,
        content: bytes = b"",
    ) -> None:
        """Take the request, by which rules it is, and what keeps to one pod: the table.

        Also the position in the request and its content: pods that do not have it need it whole.
        """
        super().__init__()
        self.request = request
        self.pin = pin
        self.key = key
        self.position = position
        self.content = content
        # When it was made, by the process's clock.
        self.begun = 0.0
        # On how many streams a pod may have seen it.
        self.seen = 0
        # Whose answer it is.
        self.answered_by = ""


class RulesStream:
    """A stream to one pod. `start` before use, `close` after."""

    def __init__(
        self, opened: Callable[[], "Session"], address: str, *, on_end: Callable[[], None] = lambda: None
    ) -> None:
        """Take what opens a session at the pod, the pod's address, and whom to tell that the stream has broken.

        That is told before it is opened again.
        """
        self.address = address
        # Given and not answered yet, by the calls' ids.
        self.calls: dict[int, Call] = {}
        # How often the timer came by since the pod was heard, while calls waited. Not a time: a process that is held up
        # reads what has come before the timer comes by again.
        self.quiet_ticks = 0
        self.answered = 0
        self._opened = opened
        self._on_end = on_end
        self._outgoing: BatchQueue[Call] = BatchQueue()
        self._task: asyncio.Task[None] | None = None
        self._using: asyncio.Task[bool] | None = None

    def start(self) -> None:
        """Open the stream, and open it again whenever it ends."""
        self._task = asyncio.create_task(self._run(), name=f"rules-stream-{self.address}")

    async def close(self) -> None:
        """End the stream."""
        await end_tasks([self._task])

    @property
    def is_silent(self) -> bool:
        """Whether the pod has said nothing for a second while calls waited."""
        return bool(self.calls) and self.quiet_ticks >= SILENT_TICKS

    def give(self, call: Call) -> None:
        """Make a call, or repeat it."""
        if not self.calls:
            self.quiet_ticks = 0
        self.calls[call.request.id] = call
        self._outgoing.put(call)

    def reset(self) -> None:
        """Give up what is open, and open it anew."""
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
            self._outgoing = BatchQueue()
            self._on_end()
            pause = _MIN_PAUSE if answered else min(2 * pause, _MAX_PAUSE)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            self._outgoing = BatchQueue()
            for call in self.calls.values():
                self._outgoing.put(call)

    async def _use(self) -> bool:
        """Use one stream until it ends; says whether it ever answered."""
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
                        if not call.done():
                            call.answered_by = self.address
                            call.succeed(answer)
        except grpc.aio.AioRpcError as error:
            _log.info("rules_session_ended", pod=self.address, code=error.code().name)
        finally:
            stream.cancel()
            await end_tasks([writer])
        return answered

    async def _write(self, stream: "Session", outgoing: BatchQueue[Call]) -> None:
        """Send what is queued. Ends with the stream, whose end the reader tells of.

        Calls that gathered while the stream was busy share a message, which costs hardly more than one alone.
        """
        while True:
            calls = [call for call in await outgoing.take(_MAX_CALLS_A_MESSAGE) if not call.done()]
            if not calls:
                continue
            for together in messages(calls):
                try:
                    await stream.write(rules_pb2.SessionRequest(calls=[call.request for call in together]))
                except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    return
                for call in together:
                    # Only now may the pod have seen it.
                    call.seen += 1


def messages(calls: Sequence[Call]) -> Iterator[list[Call]]:
    """Split calls, in order, into messages that services take."""
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
