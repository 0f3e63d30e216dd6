"""Wraps the objects of `galaxytables_client`, so that `galaxytables_client.sync` offers them without `async`.

Their event loop runs in a thread. The types of the wrapped objects are in `sync.pyi`, which `python -m
tools.sync_types` writes.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterator
from concurrent.futures import Future, wait
from functools import wraps
from inspect import isawaitable
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

import galaxytables_client.lobby
import galaxytables_client.rules
from galaxytables_client.accounts import Accounts
from galaxytables_client.archive import Archive
from galaxytables_client.bots import Bots
from galaxytables_client.connection import Connection
from galaxytables_client.identity import Identity
from galaxytables_client.notifications import Notifications
from galaxytables_client.pairing import Pairing
from galaxytables_client.passkeys import Passkeys
from galaxytables_client.personal_tokens import PersonalTokens
from galaxytables_client.platform import Platform
from galaxytables_client.play import Play
from galaxytables_client.players import Players
from galaxytables_client.relations import Relations
from galaxytables_client.reports import Reports
from galaxytables_client.seat import Seat
from galaxytables_client.tables import Tables
from galaxytables_client.tournaments import Tournaments
from galaxytables_client.uncopied import Uncopied

T = TypeVar("T")

_FACES = (
    Accounts,
    Archive,
    Bots,
    Notifications,
    Pairing,
    Passkeys,
    PersonalTokens,
    Platform,
    Play,
    Players,
    Relations,
    Reports,
    Seat,
    Tables,
    Tournaments,
)
NOT_HERE = frozenset({"play_stream"})
_END = object()
_CANCEL_SECONDS = 5.0


class _BlockingCall(Generic[T]):
    """A call that one thread wants made on the event loop of another."""

    def __init__(self, loop: asyncio.AbstractEventLoop, call: Callable[[], Awaitable[T]]) -> None:
        self._loop, self._call = loop, call
        self._task: asyncio.Task[T] | None = None
        self._future = Future[T]()

    def begin(self) -> None:
        """Begin to make the call on the event loop."""
        self._loop.call_soon_threadsafe(self._begin)

    def result(self) -> T:
        """Wait for the call, and return its result or raise its error."""
        return self._future.result()

    def end(self) -> None:
        """Cancel the call unless it is over, and wait until it is."""
        if not self._future.done():
            self._loop.call_soon_threadsafe(self._cancel)
            wait([self._future], _CANCEL_SECONDS)

    def _begin(self) -> None:
        async def made() -> T:
            return await self._call()

        self._task = self._loop.create_task(made())
        self._task.add_done_callback(self._done)

    def _cancel(self) -> None:
        if self._task is None:
            self._give_up()
        else:
            self._task.cancel()

    def _done(self, task: asyncio.Task[T]) -> None:
        if task.cancelled():
            self._give_up()
        elif (error := task.exception()) is not None:
            self._future.set_exception(error)
        else:
            self._future.set_result(task.result())

    def _give_up(self) -> None:
        self._future.cancel()
        # Only then does it count as done for those who wait.
        self._future.set_running_or_notify_cancel()


class _LoopThread:
    """An event loop in a thread, which runs while anybody uses it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def enter(self) -> None:
        """Count a user; the first one starts the thread."""
        with self._lock:
            self._users += 1
            if self._users == 1:
                loop = self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=loop.run_forever, name="galaxytables-client", daemon=True)
                self._thread.start()

    def leave(self) -> None:
        """Count one user less; the last one stops the thread."""
        with self._lock:
            self._users -= 1
            if self._users or self._loop is None or self._thread is None:
                return
            loop, self._loop = self._loop, None
            asyncio.run_coroutine_threadsafe(_end_all(), loop).result()
            loop.call_soon_threadsafe(loop.stop)
            self._thread.join()
            loop.close()

    def run(self, call: Callable[[], Awaitable[T]]) -> T:
        """Make a call on the loop and wait for its result; an interrupt cancels it.

        Raises `RuntimeError` if that would block the caller's own event loop, or if the connection is closed.
        """
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass
        else:
            raise RuntimeError("galaxytables_client.sync would hold up this event loop: use galaxytables_client here")
        if self._loop is None:
            raise RuntimeError("the connection is closed")

        blocking = _BlockingCall(self._loop, call)
        try:
            blocking.begin()
            return blocking.result()
        except BaseException:
            # Interrupted, perhaps before the call began: what follows, such as closing a stream, comes after its end.
            blocking.end()
            raise

    def end(self, stream: AsyncGenerator[object, None]) -> None:
        """Close a stream, unless it has ended with the thread."""
        if self._loop is None:
            return
        if threading.current_thread() is self._thread:
            # Any thread may collect garbage.
            self._loop.create_task(_closed(stream))
        else:
            self.run(stream.aclose)


async def _closed(stream: AsyncGenerator[object, None]) -> None:
    await stream.aclose()


async def _end_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_asyncgens()


_thread = _LoopThread()


class _Face(Uncopied):
    """An object of `galaxytables_client`, used without `async`."""

    def __init__(self, inner: object) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # as what it stands for
        if name.startswith("_") or name in NOT_HERE:
            raise AttributeError(f"{type(self).__name__} of galaxytables_client.sync has no {name}")
        return _shown(getattr(self._inner, name))

    def __dir__(self) -> list[str]:
        return [name for name in dir(self._inner) if not name.startswith("_") and name not in NOT_HERE]


class _Connected(_Face):
    """A wrapper that can be closed, also by `with`."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        _thread.enter()
        self._open = True
        try:
            self._connection = connect()
            super().__init__(self._connection)
        except BaseException:
            self._release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection and all its streams."""
        if self._open:
            try:
                _thread.run(self._connection.close)
            finally:
                self._release()

    def _release(self) -> None:
        self._open = False
        _thread.leave()


class Lobby(_Connected):
    """`galaxytables_client.Lobby` without `async`; the arguments are the same."""

    def __init__(self, server: str, identity: Identity | None = None, **how: Any) -> None:  # noqa: ANN401  # as there
        super().__init__(lambda: galaxytables_client.lobby.Lobby(server, identity, **how))


class Rules(_Connected):
    """`galaxytables_client.Rules` without `async`; the arguments are the same."""

    def __init__(self, server: str, **how: Any) -> None:  # noqa: ANN401  # as there
        super().__init__(lambda: galaxytables_client.rules.Rules(server, **how))


def _shown(value: object) -> object:
    """Return what callers get for a value: a wrapper, a generator, a blocking method, or the value itself."""
    if isinstance(value, _FACES):
        return _Face(value)
    if isinstance(value, AsyncGenerator):
        return _generator(value)
    if getattr(value, "__self__", None) is not None and callable(value):
        return _waiting(value)
    return value


def _waiting(method: Callable[..., object]) -> Callable[..., object]:
    @wraps(method)
    def call(*arguments: object, **named: object) -> object:
        async def there() -> object:
            made = method(*arguments, **named)
            return await made if isawaitable(made) else made

        return _shown(_thread.run(there))

    return call


def _generator(stream: AsyncGenerator[object, None]) -> Iterator[object]:
    def items() -> Generator[object, None, None]:
        try:
            while (item := _thread.run(lambda: anext(stream, _END))) is not _END:
                yield item
        finally:
            _thread.end(stream)

    return items()
