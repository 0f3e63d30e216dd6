"""Tools for the event loop: deferred values, queues read in batches, background tasks.

A choice waits twice: for the rules and for the store. A task for each choice and a future for each wait would cost more
than the work in between. So `drive` runs a coroutine without a task. When the coroutine awaits a `Deferred`, `drive`
returns; the code that settles the deferred continues the coroutine, within the callback that brought the value. The
coroutine looks like any other. A task may await a `Deferred` too, and a driven coroutine may await futures.

A driven coroutine belongs to no task. It cannot be cancelled, and nothing that needs the current task works in it (such
as `asyncio.timeout`). It has the context variables of whatever continues it.
"""

import asyncio
import sys
from collections.abc import Callable, Coroutine, Generator, Iterable
from contextvars import Context
from typing import Any, Generic, TypeAlias, TypeVar

import structlog

from galaxytables_serving.running_loop import running_loop

_log = structlog.get_logger(__name__)

T = TypeVar("T")

Driven: TypeAlias = Coroutine[Any, Any, None]  # what it yields and receives is up to what it awaits
"""A coroutine that can be driven."""


class Deferred(Generic[T]):
    """A value that comes later, or an error. Only one caller may `await` it; `asyncio.gather` does not accept it."""

    __slots__ = ("_asyncio_future_blocking", "_done", "_error", "_go_on", "_value")

    def __init__(self) -> None:
        """Start unsettled."""
        self._done = False
        self._value: T | None = None
        self._error: BaseException | None = None
        self._go_on: Callable[[], object] | None = None
        # asyncio recognizes by this what its tasks may await (`asyncio.isfuture`).
        self._asyncio_future_blocking = False

    def succeed(self, value: T) -> None:
        """Set the value and continue the waiting caller now. Does nothing if it is settled already or was cancelled."""
        if not self._done:
            self._value = value
            self._settle()

    def fail(self, error: BaseException) -> None:
        """Set an error and continue the waiting caller now. Does nothing if it is settled already."""
        if not self._done:
            self._error = error
            self._settle()

    def done(self) -> bool:
        """Return whether it has a value or an error."""
        return self._done

    def cancelled(self) -> bool:
        """Return whether the waiting caller was cancelled."""
        return isinstance(self._error, asyncio.CancelledError)

    def result(self) -> T:
        """Return the value. Raises the error, or `asyncio.InvalidStateError` if there is neither."""
        if self._error is not None:
            raise self._error
        if not self._done:
            raise asyncio.InvalidStateError("the value has not come yet")
        return self._value  # type: ignore[return-value]  # settled without an error: it is a T, which may be None

    def __await__(self) -> "Generator[Deferred[T], None, T]":
        if not self._done:
            self._asyncio_future_blocking = True
            yield self
        return self.result()

    def then(self, go_on: Callable[[], object]) -> None:
        """Call a function once it is settled; it replaces an earlier one."""
        self._go_on = go_on

    def add_done_callback(self, callback: "Callable[[Deferred[T]], object]", *, context: Context | None = None) -> None:
        """Continue a waiting task in the next iteration of the loop, as futures do. Called by asyncio."""
        loop = running_loop()
        self.then(lambda: loop.call_soon(callback, self, context=context))

    def cancel(self, msg: object = None) -> bool:
        """Stop waiting, because the task was cancelled. Returns False if it is settled already. Called by asyncio."""
        if self._done:
            return False
        self.fail(asyncio.CancelledError(*([] if msg is None else [msg])))
        return True

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """Return the running loop. Called by asyncio, whose tasks may only wait for their own loop."""
        return running_loop()

    def _settle(self) -> None:
        self._done = True
        # Break the reference cycle with the caller, so that both are freed without the garbage collector.
        go_on, self._go_on = self._go_on, None
        if go_on is not None:
            go_on()


def drive(coroutine: Driven) -> None:
    """Run a coroutine without a task, continued by what it waits for; its errors are logged."""
    _Driver(coroutine).go_on()


class _Driver:
    """Runs one coroutine."""

    __slots__ = ("_coroutine",)

    def __init__(self, coroutine: Driven) -> None:
        self._coroutine = coroutine

    def go_on(self, _: object = None) -> None:
        try:
            awaited = self._coroutine.send(None)
        except StopIteration:
            return
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001  # the code that settles a deferred must not get this error
            _log.error("driven_coroutine_failed", exc_info=error)
            return
        if isinstance(awaited, Deferred):
            awaited.then(self.go_on)
        elif awaited is None:
            # `asyncio.sleep(0)` yields None.
            running_loop().call_soon(self.go_on)
        else:
            # Marks the future as awaited correctly, as a task does.
            awaited._asyncio_future_blocking = False  # noqa: SLF001  # asyncio's protocol between futures and tasks
            awaited.add_done_callback(self.go_on)


class BatchQueue(Generic[T]):
    """A queue that is read in batches. Only one reader at a time may wait."""

    __slots__ = ("_items", "_taker")

    def __init__(self) -> None:
        """Start empty."""
        self._items: list[T] = []
        self._taker: Deferred[None] | None = None

    def __len__(self) -> int:
        return len(self._items)

    def put(self, item: T) -> None:
        """Add an item; a waiting reader gets it with all others that come in the same iteration of the loop."""
        self._items.append(item)
        taker = self._taker
        if taker is not None:
            self._taker = None
            taker.succeed(None)

    async def take(self, most: int = sys.maxsize) -> list[T]:
        """Wait for an item; return all of them, or the first `most`."""
        while not self._items:
            self._taker = Deferred()
            await self._taker
        taken, self._items = self._items[:most], self._items[most:]
        return taken


_AGAIN_SECONDS = 0.2


def start_tasks(**work: Coroutine[None, None, None]) -> list[asyncio.Task[None]]:
    """Start tasks, each under its name; the caller ends them."""
    return [asyncio.create_task(each, name=name) for name, each in work.items()]


async def end_tasks(tasks: Iterable[asyncio.Task[object] | None]) -> None:
    """Cancel tasks and wait until they have ended, ignoring their errors.

    A library may swallow a cancellation, for example by raising a connection error while it closes the connection. So a
    task that has not ended after a moment is cancelled again.
    """
    pending = {task for task in tasks if task is not None and not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_AGAIN_SECONDS)
