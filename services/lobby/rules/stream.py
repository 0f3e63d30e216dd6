"""One long-lived stream to a rules service that carries all calls of this process, answered in any order.

Calls to a rules service are pure, so those under way when the stream breaks are sent again over the next one, once:
a call that meets a second broken stream gives up, in case it was the one that broke it.
"""

import asyncio
import random
from dataclasses import dataclass
from typing import Any

import grpc
import grpc.aio
import structlog

from galaxy.rules.v1 import rules_pb2, rules_pb2_grpc
from services.lobby import errors
from services.lobby.deferred import Deferred
from services.lobby.gathering import Gathering
from services.lobby.tasks import end_tasks

_log = structlog.get_logger(__name__)

# Far below the message size that services take, and few enough that the first answer does not wait long.
_MOST_CALLS_A_MESSAGE = 32
# How often calls are looked for that have waited too long: one timer for all costs far less than one for each.
_TIMING_SECONDS = 0.1
_LEAST_PAUSE = 0.05
_MOST_PAUSE = 2.0


@dataclass(slots=True)
class _Call:
    request: rules_pb2.SessionCall
    answer: Deferred[rules_pb2.SessionAnswer]
    # When to give up, in the loop's time.
    end: float
    # On how many streams the service may have seen it.
    streams: int = 0


class RulesStream:
    """A stream to one game's rules. `start` before use, `close` after."""

    def __init__(self, channel: grpc.aio.Channel, game: str) -> None:
        """Take the channel, which stays the caller's, and the game's name for errors."""
        self._stub = rules_pb2_grpc.RulesServiceStub(channel)
        self._game = game
        self._calls: dict[int, _Call] = {}
        self._outgoing: Gathering[_Call] = Gathering()
        self._next_id = 1
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Open the stream, and open it again whenever it ends."""
        self._loop = asyncio.get_running_loop()
        self._tasks = [
            self._loop.create_task(self._run(), name=f"rules-stream-{self._game}"),
            self._loop.create_task(self._time(), name=f"rules-timer-{self._game}"),
        ]

    async def close(self) -> None:
        """End the stream; calls under way get GAME_UNAVAILABLE."""
        await end_tasks(self._tasks)
        self._give_up(list(self._calls))

    def call(self, request: rules_pb2.SessionCall, *, within: float) -> Deferred[rules_pb2.SessionAnswer]:
        """Make a call; the request's id is set here. It fails with GAME_UNAVAILABLE soon after so many seconds."""
        number = self._next_id
        self._next_id += 1
        request.id = number
        if self._loop is None:
            raise RuntimeError("the stream is not started")
        call = _Call(request, Deferred(), self._loop.time() + within)
        self._calls[number] = call
        self._outgoing.put(call)
        return call.answer

    async def _time(self) -> None:
        """Give up calls that have waited too long."""
        while True:
            await asyncio.sleep(_TIMING_SECONDS)
            now = asyncio.get_running_loop().time()
            self._give_up([number for number, call in self._calls.items() if call.end <= now])

    def _give_up(self, numbers: list[int]) -> None:
        for number in numbers:
            call = self._calls.pop(number, None)
            if call is not None:
                call.answer.fail(errors.game_unavailable(self._game))

    async def _run(self) -> None:
        pause = _LEAST_PAUSE
        while True:
            answered = await self._stream()
            pause = _LEAST_PAUSE if answered else min(2 * pause, _MOST_PAUSE)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            self._give_up([number for number, call in self._calls.items() if call.streams > 1])
            self._outgoing = Gathering()
            for call in self._calls.values():
                self._outgoing.put(call)

    async def _stream(self) -> bool:
        """Use one stream until it ends; says whether it ever answered."""
        answered = False
        stream: Any = self._stub.Session()
        writer = asyncio.create_task(self._write(stream, self._outgoing), name=f"rules-writer-{self._game}")
        try:
            while (response := await stream.read()) is not grpc.aio.EOF:
                answered = True
                for answer in response.answers:
                    call = self._calls.pop(answer.id, None)
                    if call is not None:
                        call.answer.succeed(answer)
        except grpc.aio.AioRpcError as error:
            _log.info("rules_session_ended", game=self._game, code=error.code().name)
        finally:
            stream.cancel()
            await end_tasks([writer])
        return answered

    async def _write(self, stream: Any, outgoing: Gathering[_Call]) -> None:  # noqa: ANN401  # no stubs
        """Send what is queued. Ends with the stream, whose end the reader tells of.

        Calls that gathered while the stream was busy share a message, which costs hardly more than one alone.
        """
        while True:
            calls = [call for call in await outgoing.take(_MOST_CALLS_A_MESSAGE) if not call.answer.done()]
            if not calls:
                continue
            try:
                await stream.write(rules_pb2.SessionRequest(calls=[call.request for call in calls]))
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                return
            for call in calls:
                # Only now may the service have seen it.
                call.streams += 1
