"""Commands to Redis, gathered: what many tables ask for at the same moment travels in one round trip.

Whoever calls `Wire.run` puts its command into a queue and waits. A few senders, each with a connection of its own,
take all that is queued, send it as one pipeline without a transaction, and hand out the answers. While one sender
waits for Redis, the next gathers.

A connection that breaks is opened again with exponential backoff, and the batch is sent once more: every command
that the store sends may be repeated without harm (commits know their own identity). Only when Redis stays away for
longer than `patience` do the callers get STORE_UNAVAILABLE.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, TypeAlias

import structlog
from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    BusyLoadingError,
    NoScriptError,
    ReadOnlyError,
    RedisClusterException,
    ResponseError,
)
from redis.exceptions import (
    ConnectionError as RedisConnectionError,
)
from redis.exceptions import (
    TimeoutError as RedisTimeoutError,
)

from services.lobby import errors
from services.lobby.metrics import STORE_BATCH, STORE_RECONNECTS
from services.lobby.tasks import end_tasks

# What a broken or absent server looks like; anything else is an answer.
AWAY = (
    RedisConnectionError,
    RedisTimeoutError,
    BusyLoadingError,
    ReadOnlyError,
    RedisClusterException,
    OSError,
)

Argument: TypeAlias = str | bytes | int | float
Client: TypeAlias = Redis | RedisCluster

_log = structlog.get_logger(__name__)


def connect(url: str, *, timeout: float | None, connect_timeout: float = 5.0) -> Client:
    """A client for `redis://…`, `rediss://…`, `unix://…` or, for Redis Cluster, `redis+cluster://…`.

    Nothing is sent yet. `timeout` is in seconds, for one answer; None leaves it to the caller to wait only so long.
    The client itself never retries; `Wire` does.
    """
    retry = Retry(NoBackoff(), 0)
    if url.startswith(("redis+cluster://", "rediss+cluster://")):
        return RedisCluster.from_url(
            url.replace("+cluster", "", 1),
            socket_timeout=timeout,
            socket_connect_timeout=connect_timeout,
            protocol=2,
            retry=retry,
        )
    return Redis.from_url(
        url, socket_timeout=timeout, socket_connect_timeout=connect_timeout, protocol=2, retry=retry, retry_on_error=[]
    )


class Wire:
    """Gathers commands into pipelines. Start it before use and close it after; it belongs to one event loop."""

    def __init__(
        self, client: Client, *, senders: int = 4, most: int = 256, timeout: float = 5.0, patience: float = 5.0
    ) -> None:
        """Take the client, how many batches may be in flight, commands a batch, seconds for a batch and for Redis."""
        self._client = client
        self._timeout = timeout
        self._count = senders
        self._most = most
        self._patience = patience
        self._queue: deque[_Command] = deque()
        self._work = asyncio.Semaphore(0)
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    def start(self) -> None:
        """Start the senders."""
        self._tasks = [asyncio.create_task(self._send_forever(), name=f"wire-{i}") for i in range(self._count)]

    async def close(self) -> None:
        """Stop the senders and close the connections; commands still waiting get STORE_UNAVAILABLE."""
        self._closed = True
        await end_tasks(self._tasks)
        _fail(list(self._queue), errors.store_unavailable())
        self._queue.clear()
        await self._client.aclose()

    async def run(self, *arguments: Argument) -> Any:  # noqa: ANN401  # Redis answers with many types
        """Send one command and give its answer. Raises STORE_UNAVAILABLE, and `NoScriptError` for EVALSHA."""
        return await self._put(arguments)

    async def run_all(self, commands: Sequence[tuple[Argument, ...]]) -> list[Any]:
        """Send several commands, in order where they share a batch, and give their answers."""
        return list(await asyncio.gather(*[self._put(command) for command in commands]))

    def _put(self, arguments: tuple[Argument, ...]) -> "asyncio.Future[Any]":
        if self._closed:
            raise errors.store_unavailable()
        command = _Command(arguments)
        self._queue.append(command)
        if len(self._queue) == 1:
            self._work.release()
        return command.answer

    async def _send_forever(self) -> None:
        while True:
            await self._work.acquire()
            batch = [self._queue.popleft() for _ in range(min(self._most, len(self._queue)))]
            if self._queue:
                self._work.release()
            if not batch:
                continue
            try:
                await self._send(batch)
            except asyncio.CancelledError:
                _fail(batch, errors.store_unavailable())
                raise
            except Exception as error:  # noqa: BLE001  # a sender must outlive any batch
                _log.error("store_batch_failed", error=type(error).__name__, commands=len(batch))
                _fail(batch, error)

    async def _send(self, batch: list["_Command"]) -> None:
        STORE_BATCH.observe(len(batch))
        started = time.monotonic()
        pause = 0.02
        while True:
            pipeline = self._client.pipeline(transaction=False)
            for command in batch:
                pipeline.execute_command(*command.arguments)
            try:
                # One timer for the batch; the client's own would be one for each answer.
                async with asyncio.timeout(self._timeout):
                    answers = await pipeline.execute(raise_on_error=False)
            except AWAY as error:
                away = error
            else:
                # A server that is loading its data answers, but with errors.
                broken = next((answer for answer in answers if isinstance(answer, AWAY)), None)
                if broken is None:
                    for command, answer in zip(batch, answers, strict=True):
                        command.settle(answer)
                    return
                away = broken
            STORE_RECONNECTS.inc()
            if time.monotonic() - started + pause > self._patience:
                _log.warning("store_unavailable", error=type(away).__name__, commands=len(batch))
                _fail(batch, errors.store_unavailable())
                return
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # spreads reconnects
            pause = min(pause * 2, 1.0)


class _Command:
    """A command on its way."""

    __slots__ = ("answer", "arguments")

    def __init__(self, arguments: tuple[Argument, ...]) -> None:
        self.arguments = arguments
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def settle(self, answer: object) -> None:
        if self.answer.done():
            return
        if isinstance(answer, NoScriptError):
            self.answer.set_exception(answer)
        elif isinstance(answer, ResponseError):
            # Out of memory, disk full, wrong type. The text may quote the command; its first word says enough.
            word = str(answer).split(" ", 1)[0][:40]
            _log.error("store_refused", error=type(answer).__name__, word=word, command=self.arguments[0])
            self.answer.set_exception(errors.store_unavailable())
        elif isinstance(answer, Exception):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


def _fail(batch: list[_Command], error: Exception) -> None:
    for command in batch:
        if not command.answer.done():
            command.answer.set_exception(error)
