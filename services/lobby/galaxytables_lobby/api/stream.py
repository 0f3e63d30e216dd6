"""Serves a `Play` stream, which carries choices, any number of watches, answers and updates.

The number of requests in progress is limited, and so is the number of responses that wait for the client. If a limit is
reached, the stream takes no further requests until there is room. A watched table is queued at most once, however many
updates it has; tables that are ready at the same time are sent together. Once the client has closed its side, its
requests are answered, and the stream and its watches end. A choice that was begun is completed even if the stream
breaks.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator
from enum import Enum
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

import structlog

from galaxytables.lobby.v1 import play_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api.heartbeat import Heartbeat, Pulse
from galaxytables_lobby.concurrency import end_tasks, take
from galaxytables_lobby.people.quotas import ConcurrencyLimit
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.subscriptions.tables import Watching
from galaxytables_lobby.subscriptions.watcher import SentUpdate, Watcher
from galaxytables_serving import GalaxyError
from galaxytables_serving.errors import InternalError
from galaxytables_serving.framing import framed, tag

_log = structlog.get_logger(__name__)

UNDER_WAY = 256
# Responses and watched tables that may wait while more requests are read.
MAX_WAITING = 1_024
MAX_WATCHES = 20_000
# Responses sent together, and events in them: far below any client's limit for a message.
MAX_TOGETHER = 32
MAX_EVENTS_TOGETHER = 256

_HEADS = 4_096
_UPDATE = tag(play_pb2.PlayResponse, "update")

WakeUp: TypeAlias = Callable[[], None]
Submit: TypeAlias = Callable[[Asker, play_pb2.SubmitChoiceRequest], Awaitable[play_pb2.SubmitChoiceResponse]]
Watch: TypeAlias = Callable[[Asker, play_pb2.WatchTableRequest, WakeUp], Awaitable[Watcher]]


class PlayStream:
    """Serves one `Play` stream of a caller. Choices and watches of tables come in; answers and updates go out."""

    def __init__(
        self,
        caller: Asker,
        submit: Submit,
        watch: Watch,
        watching: Watching,
        *,
        heartbeat: Heartbeat,
        watches: ConcurrencyLimit,
    ) -> None:
        """`submit` plays a choice for the caller, and `watch` begins to watch a table.

        `watches` limits how many tables are watched at the same time.
        """
        self._counted = watches
        self._caller = caller
        self._heartbeat = heartbeat
        self._submit = submit
        self._watch = watch
        self._watching = watching
        # Responses, request ids of watches with updates, visits of the timer, and None at the end.
        self._ready = asyncio.Queue[_Item]()
        self._watches: dict[int, Watcher | _Opening] = {}
        # Choices and new watches without an answer yet.
        self._choices: set[asyncio.Task[None]] = set()
        self._openings: set[asyncio.Task[None]] = set()
        self._answered = asyncio.Event()
        self._taken = asyncio.Event()

    async def serve(self, requests: AsyncIterator[Iterable[play_pb2.PlayRequest]]) -> AsyncGenerator[list[bytes], None]:
        """Answer all requests of the stream. Yields lists of serialized `PlayResponse`s that are ready together.

        Raises TOKEN_EXPIRED, TOKEN_REVOKED, BANNED.
        """
        with self._heartbeat.stream(self._caller, lambda: self._ready.put_nowait(_VISIT)) as pulse:
            reader = asyncio.create_task(self._read(requests, pulse))
            try:
                ended = False
                while not ended:
                    items = await take(self._ready)
                    self._taken.set()
                    pulse.check()
                    ended = None in items
                    sent = await self._responses(items)
                    if pulse.beats(sent):
                        sent.append(_response(play_pb2.PlayResponse(now=self._heartbeat.now())))
                    for responses in _bundles(sent):
                        yield responses
                await reader
            finally:
                await end_tasks([reader, *self._openings])
                for number in list(self._watches):
                    self._end_watch(number)

    async def _read(self, requests: AsyncIterator[Iterable[play_pb2.PlayRequest]], pulse: Pulse) -> None:
        try:
            async for together in requests:
                pulse.check()
                for request in together:
                    await self._begin(request)
            await self._no_more_under_way_than(0)
        finally:
            self._ready.put_nowait(None)

    async def _begin(self, request: play_pb2.PlayRequest) -> None:
        """Start to handle a request, once there is room."""
        if self._ready.qsize() >= MAX_WAITING:
            await self._waiting_taken()
        await self._no_more_under_way_than(UNDER_WAY - 1)
        kind = request.WhichOneof("request")
        if kind == "submit":
            self._start(self._answer(request.id, request.submit), self._choices)
        elif kind == "watch":
            self._begin_watch(request)
        elif kind == "unwatch":
            self._end_watch(request.unwatch)
        else:
            self._fail(request.id, errors.invalid_request("A request without content."))

    async def _responses(self, items: Iterable["_Item"]) -> list["_Response"]:
        responses: list[_Response] = []
        for item in items:
            if isinstance(item, int):
                responses += await self._updates(item)
            elif isinstance(item, _Response):
                responses.append(item)
        return responses

    async def _waiting_taken(self) -> None:
        """Wait until the client has read enough of its responses."""
        while self._ready.qsize() >= MAX_WAITING:
            self._taken.clear()
            await self._taken.wait()

    async def _no_more_under_way_than(self, limit: int) -> None:
        """Wait until at most so many requests are in progress."""
        while len(self._choices) + len(self._openings) > limit:
            self._answered.clear()
            await self._answered.wait()

    def _start(self, work: Coroutine[None, None, None], among: set[asyncio.Task[None]]) -> None:
        task = asyncio.create_task(work)
        among.add(task)
        task.add_done_callback(partial(self._has_answered, among))

    def _has_answered(self, among: set[asyncio.Task[None]], task: asyncio.Task[None]) -> None:
        among.discard(task)
        self._answered.set()

    async def _answer(self, number: int, request: play_pb2.SubmitChoiceRequest) -> None:
        try:
            answer = await self._submit(self._caller, request)
            self._ready.put_nowait(_response(play_pb2.PlayResponse(id=number, submitted=answer)))
        except GalaxyError as error:
            self._fail(number, error)
        except Exception:  # noqa: BLE001  # a request must not end the stream
            _log.exception("choice_failed")
            self._fail(number, InternalError("The choice failed."))

    def _begin_watch(self, request: play_pb2.PlayRequest) -> None:
        if request.id in self._watches:
            self._fail(request.id, errors.invalid_request("This id is in use by another watch."))
        elif len(self._watches) >= MAX_WATCHES:
            self._fail(request.id, errors.too_many_requests(MAX_WATCHES))
        else:
            try:
                self._counted.take(self._caller)
            except GalaxyError as error:
                self._fail(request.id, error)
                return
            opening = self._watches[request.id] = _Opening()
            self._start(self._open_watch(request.id, request.watch, opening), self._openings)

    async def _open_watch(self, number: int, request: play_pb2.WatchTableRequest, opening: "_Opening") -> None:
        try:
            watcher = await self._watch(self._caller, request, lambda: self._ready.put_nowait(number))
        except GalaxyError as error:
            self._give_up(number, opening, error)
        except Exception:  # noqa: BLE001  # a request must not end the stream
            _log.exception("watch_failed")
            self._give_up(number, opening, InternalError("Watching failed."))
        else:
            if self._watches.get(number) is opening:
                self._watches[number] = watcher
            else:
                # The client has unwatched it meanwhile, and may have watched again.
                self._watching.leave(watcher)

    def _give_up(self, number: int, opening: "_Opening", error: GalaxyError) -> None:
        if self._watches.get(number) is opening:
            self._end_watch(number)
            self._fail(number, error)

    def _end_watch(self, number: int) -> None:
        watcher = self._watches.pop(number, None)
        if watcher is not None:
            self._counted.give_back(self._caller)
        if isinstance(watcher, Watcher):
            self._watching.leave(watcher)

    async def _updates(self, number: int) -> list["_Response"]:
        watcher = self._watches.get(number)
        if not isinstance(watcher, Watcher):
            return []
        updates = await self._watching.drain(watcher)
        if self._watches.get(number) is not watcher:
            # The client has unwatched it in the meantime, and may have watched again.
            return []
        responses = [_telling(number, update) for update in updates]
        if watcher.finished:
            self._end_watch(number)
            if watcher.error is not None:
                responses.append(_failure(number, watcher.error))
        return responses

    def _fail(self, number: int, error: GalaxyError) -> None:
        self._ready.put_nowait(_failure(number, error))


class _Opening:
    """Stands for a watch of a table while the watch is being opened."""


class _Visit(Enum):
    """An item of the stream's queue: the heartbeat timer has woken the stream."""

    VISIT = "visit"


_VISIT = _Visit.VISIT


class _Response(NamedTuple):
    """A serialized `PlayResponse`, and its number of events."""

    content: bytes
    events: int = 0


_Item: TypeAlias = _Response | int | _Visit | None


def _bundles(responses: Iterable[_Response]) -> Iterator[list[bytes]]:
    """Yield all responses in order, as many together as fit into a message."""
    bundle: list[bytes] = []
    events = 0
    for response in responses:
        events += response.events
        if bundle and (len(bundle) == MAX_TOGETHER or events > MAX_EVENTS_TOGETHER):
            yield bundle
            bundle, events = [], response.events
        bundle.append(response.content)
    if bundle:
        yield bundle


def _response(message: play_pb2.PlayResponse) -> _Response:
    return _Response(message.SerializeToString())


@lru_cache(_HEADS)
def _head(number: int) -> bytes:
    """Return the first bytes of a response; cached, since streams answer the same watches again and again."""
    return play_pb2.PlayResponse(id=number).SerializeToString()


def _telling(number: int, update: SentUpdate) -> _Response:
    return _Response(_head(number) + framed(_UPDATE, update.content), update.events)


def _failure(number: int, error: GalaxyError) -> _Response:
    failure = play_pb2.Failure(
        code=error.number,
        reason=error.reason,
        message=error.message,
        metadata=error.metadata,
        retry_delay=error.retry_delay,
    )
    return _response(play_pb2.PlayResponse(id=number, failure=failure))
