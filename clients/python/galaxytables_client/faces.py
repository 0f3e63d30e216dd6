"""The objects of `galaxytables_client` as `galaxytables_client.sync` shows them, without `async`: a thread runs a loop.

Their types stand in `sync.pyi`, which `python -m tools.sync_types` writes.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterator
from functools import wraps
from inspect import isawaitable
from types import TracebackType
from typing import Any, Self, TypeVar

import galaxytables_client.lobby
import galaxytables_client.rules
from galaxytables_client.archive import Archive
from galaxytables_client.bots import Bots
from galaxytables_client.connection import Connection
from galaxytables_client.identity import Identity
from galaxytables_client.play import Play
from galaxytables_client.players import Players
from galaxytables_client.seat import Seat
from galaxytables_client.tables import Tables
from galaxytables_client.uncopied import Uncopied

T = TypeVar("T")

_FACES = (Archive, Bots, Play, Players, Seat, Tables)
NOT_HERE = frozenset({"play_stream"})
_END = object()
_CANCEL_SECONDS = 5.0


class _LoopThread:
    """An event loop in a thread, from the first that uses it to the last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def enter(self) -> None:
        """Use it."""
        with self._lock:
            self._users += 1
            if self._users == 1:
                loop = self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=loop.run_forever, name="galaxytables-client", daemon=True)
                self._thread.start()

    def leave(self) -> None:
        """Use it no more."""
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
        """Make a call there, and wait for what comes of it; an interruption of the wait cancels it.

        Raises `RuntimeError` where it would hold up an event loop of the caller's.
        """
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass
        else:
            raise RuntimeError("galaxytables_client.sync would hold up this event loop: use galaxytables_client here")
        if self._loop is None:
            raise RuntimeError("the connection is closed")

        ended = threading.Event()

        async def made() -> T:
            try:
                return await call()
            finally:
                ended.set()

        future = asyncio.run_coroutine_threadsafe(made(), self._loop)
        try:
            return future.result()
        except BaseException:
            if future.cancel():
                # Interrupted: what follows, such as closing a stream, comes after its end.
                ended.wait(_CANCEL_SECONDS)
            raise

    def end(self, stream: AsyncGenerator[object, None]) -> None:
        """End a stream, unless it has ended with the thread."""
        if self._loop is None:
            return
        if threading.current_thread() is self._thread:
            # Garbage is collected in any thread.
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
    """An object of `galaxytables_client` as it is used without `async`."""

    def __init__(self, inner: object) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # as what it stands for
        if name.startswith("_") or name in NOT_HERE:
            raise AttributeError(f"{type(self).__name__} of galaxytables_client.sync has no {name}")
        return _shown(getattr(self._inner, name))

    def __dir__(self) -> list[str]:
        return [name for name in dir(self._inner) if not name.startswith("_") and name not in NOT_HERE]


class _Connected(_Face):
    """A face that is closed, by `with` too."""

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
    """One player at one lobby, as `galaxytables_client.Lobby`, which says what the arguments are."""

    def __init__(self, server: str, identity: Identity | None = None, **how: Any) -> None:  # noqa: ANN401  # as there
        super().__init__(lambda: galaxytables_client.lobby.Lobby(server, identity, **how))


class Rules(_Connected):
    """One game's rules service, as `galaxytables_client.Rules`."""

    def __init__(self, server: str, **how: Any) -> None:  # noqa: ANN401  # as there
        super().__init__(lambda: galaxytables_client.rules.Rules(server, **how))


def _shown(value: object) -> object:
    """What callers get in the place of a value: a face, a generator, a method that waits, or the value itself."""
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
