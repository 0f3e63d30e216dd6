"""One `Play` stream: any number of watches, choices among them, answers as they come.

Choices under way are bounded; a client that sends more is read more slowly. Watched tables put themselves into the
queue of what is ready at most once each, however much waits for them, so the queue is bounded by watches and
choices. When the client has sent all it wants to, what it asked for is answered and the stream ends, watches too.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine
from typing import TypeAlias

import structlog

from galaxy.lobby.v1 import play_pb2
from services.lobby import errors
from services.lobby.tasks import end_tasks
from services.lobby.tokens import Caller
from services.lobby.watcher import Watcher
from services.lobby.watching import Watching
from services.serving import GalaxyError
from services.serving.errors import InternalError

_log = structlog.get_logger(__name__)

CHOICES_UNDER_WAY = 256
MOST_WATCHES = 20_000

WakeUp: TypeAlias = Callable[[Watcher], None]
Submit: TypeAlias = Callable[[Caller, play_pb2.SubmitChoiceRequest], Awaitable[play_pb2.SubmitChoiceResponse]]
Watch: TypeAlias = Callable[[Caller, play_pb2.WatchTableRequest, WakeUp], Awaitable[Watcher]]


class PlayStream:
    """Serves one stream."""

    def __init__(self, caller: Caller, submit: Submit, watch: Watch, watching: Watching) -> None:
        """Take who it is for, and what to do with its requests."""
        self._caller = caller
        self._submit = submit
        self._watch = watch
        self._watching = watching
        # Answers, watches (by request id) that have something to tell, and None when all is done.
        self._ready: asyncio.Queue[play_pb2.PlayResponse | int | None] = asyncio.Queue()
        # None while a watch is being opened.
        self._watches: dict[int, Watcher | None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(CHOICES_UNDER_WAY)

    async def serve(self, requests: AsyncIterator[play_pb2.PlayRequest]) -> AsyncGenerator[play_pb2.PlayResponse, None]:
        """Answer all requests."""
        reader = asyncio.create_task(self._read(requests))
        try:
            while (item := await self._ready.get()) is not None:
                if isinstance(item, play_pb2.PlayResponse):
                    yield item
                    continue
                for response in self._told(item):
                    yield response
            await reader
        finally:
            await end_tasks([reader, *self._tasks])
            for watcher in self._watches.values():
                if watcher is not None:
                    self._watching.leave(watcher)

    async def _read(self, requests: AsyncIterator[play_pb2.PlayRequest]) -> None:
        try:
            async for request in requests:
                kind = request.WhichOneof("request")
                if kind == "submit":
                    await self._room.acquire()
                    self._spawn(self._answer(request.id, request.submit))
                elif kind == "watch":
                    self._begin_watch(request)
                elif kind == "unwatch":
                    self._end_watch(request.unwatch)
                else:
                    self._fail(request.id, errors.invalid_request("A request without content."))
            while self._tasks:
                await asyncio.wait(self._tasks)
        finally:
            self._ready.put_nowait(None)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, number: int, request: play_pb2.SubmitChoiceRequest) -> None:
        try:
            answer = await self._submit(self._caller, request)
            self._ready.put_nowait(play_pb2.PlayResponse(id=number, submitted=answer))
        except GalaxyError as error:
            self._fail(number, error)
        except Exception:  # noqa: BLE001  # a request must not end the stream
            _log.exception("choice_failed")
            self._fail(number, InternalError("The choice failed."))
        finally:
            self._room.release()

    def _begin_watch(self, request: play_pb2.PlayRequest) -> None:
        if request.id in self._watches:
            self._fail(request.id, errors.invalid_request("This id is in use by another watch."))
        elif len(self._watches) >= MOST_WATCHES:
            self._fail(request.id, errors.too_many_requests(MOST_WATCHES))
        else:
            self._watches[request.id] = None
            self._spawn(self._open_watch(request.id, request.watch))

    async def _open_watch(self, number: int, request: play_pb2.WatchTableRequest) -> None:
        try:
            watcher = await self._watch(self._caller, request, lambda _: self._ready.put_nowait(number))
        except GalaxyError as error:
            self._watches.pop(number, None)
            self._fail(number, error)
        except Exception:  # noqa: BLE001  # a request must not end the stream
            _log.exception("watch_failed")
            self._watches.pop(number, None)
            self._fail(number, InternalError("Watching failed."))
        else:
            if number in self._watches:
                self._watches[number] = watcher
            else:
                # Unwatched meanwhile.
                self._watching.leave(watcher)

    def _end_watch(self, number: int) -> None:
        watcher = self._watches.pop(number, None)
        if watcher is not None:
            self._watching.leave(watcher)

    def _told(self, number: int) -> list[play_pb2.PlayResponse]:
        watcher = self._watches.get(number)
        if watcher is None:
            return []
        responses = [play_pb2.PlayResponse(id=number, update=update) for update in self._watching.take(watcher)]
        if watcher.finished:
            self._end_watch(number)
            if watcher.error is not None:
                responses.append(_failure(number, watcher.error))
        return responses

    def _fail(self, number: int, error: GalaxyError) -> None:
        self._ready.put_nowait(_failure(number, error))


def _failure(number: int, error: GalaxyError) -> play_pb2.PlayResponse:
    failure = play_pb2.Failure(code=error.number, reason=error.reason, message=error.message, metadata=error.metadata)
    return play_pb2.PlayResponse(id=number, failure=failure)
