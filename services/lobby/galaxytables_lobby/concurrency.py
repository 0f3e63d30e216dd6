"""Tools for the event loop: values that come later, queues taken in batches, background tasks.

A choice waits twice, for the rules and for the store. A task for each choice and a future for each wait would cost more
than what is done between. So `drive` runs a coroutine without a task: where it awaits a `Deferred` it is left, and
whoever settles that runs it on, from the callback that has brought the value. It reads like any other coroutine; a
task may await a `Deferred` too, and what is driven may await futures.

What is driven is nobody's task: it cannot be cancelled, nothing that asks for the current task works in it (such as
`asyncio.timeout`), and it has the context variables of whoever runs it on.
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

Driven: TypeAlias = Coroutine[Any, Any, None]  # what it yields and is sent is between it and what it awaits
"""What is driven."""


class Deferred(Generic[T]):
    """A value that comes later, or an error. One waits for it at most, by `await`: it is no future for `gather`."""

    __slots__ = ("_asyncio_future_blocking", "_done", "_error", "_go_on", "_value")

    def __init__(self) -> None:
        """Wait for `succeed` or `fail`."""
        self._done = False
        self._value: T | None = None
        self._error: BaseException | None = None
        self._go_on: Callable[[], object] | None = None
        # By this asyncio knows what its tasks may await (`asyncio.isfuture`).
        self._asyncio_future_blocking = False

    def succeed(self, value: T) -> None:
        """Here it is; whoever waits goes on now. Nothing happens if it came already, or is not waited for any more."""
        if not self._done:
            self._value = value
            self._settle()

    def fail(self, error: BaseException) -> None:
        """It does not come; whoever waits gets the error now. Nothing happens if it came already."""
        if not self._done:
            self._error = error
            self._settle()

    def done(self) -> bool:
        """Whether it has come, or does not come any more."""
        return self._done

    def cancelled(self) -> bool:
        """Whether whoever waited does not wait any more."""
        return isinstance(self._error, asyncio.CancelledError)

    def result(self) -> T:
        """The value. Raises the error, and `asyncio.InvalidStateError` while there is neither."""
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
        """Call once it is settled; of several only the last."""
        self._go_on = go_on

    def add_done_callback(self, callback: "Callable[[Deferred[T]], object]", *, context: Context | None = None) -> None:
        """What a task calls to wait: it goes on in the next turn of the loop, as after any future."""
        loop = running_loop()
        self.then(lambda: loop.call_soon(callback, self, context=context))

    def cancel(self, msg: object = None) -> bool:
        """What a task that is cancelled calls: it does not wait any more. False if it came already."""
        if self._done:
            return False
        self.fail(asyncio.CancelledError(*([] if msg is None else [msg])))
        return True

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """What a task asks, which may only wait for what belongs to its own loop."""
        return running_loop()

    def _settle(self) -> None:
        self._done = True
        # Who waited often holds this: let go of, both are freed at once, and the collector finds nothing to do.
        go_on, self._go_on = self._go_on, None
        if go_on is not None:
            go_on()


def drive(coroutine: Driven) -> None:
    """Run a coroutine until it waits, and on from there whenever what it waits for comes; its errors are logged."""
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
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001  # whoever brought a value did nothing wrong
            _log.error("driven_failed", exc_info=error)
            return
        if isinstance(awaited, Deferred):
            awaited.then(self.go_on)
        elif awaited is None:
            # What `asyncio.sleep(0)` says.
            running_loop().call_soon(self.go_on)
        else:
            # Marks that it was awaited rightly, as a task does.
            awaited._asyncio_future_blocking = False  # noqa: SLF001  # asyncio's protocol between futures and tasks
            awaited.add_done_callback(self.go_on)


class BatchQueue(Generic[T]):
    """Things in order. One at a time may wait for them."""

    __slots__ = ("_items", "_taker")

    def __init__(self) -> None:
        """Begin empty."""
        self._items: list[T] = []
        self._taker: Deferred[None] | None = None

    def __len__(self) -> int:
        return len(self._items)

    def put(self, item: T) -> None:
        """Add one; whoever waits takes it in the next turn of the loop, with all that has come by then."""
        self._items.append(item)
        taker = self._taker
        if taker is not None:
            self._taker = None
            taker.succeed(None)

    async def take(self, most: int = sys.maxsize) -> list[T]:
        """All that is there, or the first so many; at least one, waited for."""
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
    """Cancel tasks and wait until they have ended, whatever they end with.

    A library underneath may lose a cancellation, for example by raising a connection error while it closes the
    connection; so one that has not ended after a moment is cancelled again.
    """
    pending = {task for task in tasks if task is not None and not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_AGAIN_SECONDS)
