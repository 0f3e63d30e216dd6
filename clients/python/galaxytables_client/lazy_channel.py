"""A channel that opens on first use, because a gRPC channel belongs to the event loop in which it is created."""

from collections.abc import Callable
from typing import Any

import grpc.aio


class LazyChannel:
    """A channel with the methods that stubs need.

    The first call opens the real channel, in the event loop of that call.
    """

    def __init__(self, connect: Callable[[], grpc.aio.Channel]) -> None:
        self._connect = connect
        self._channel: Any = None  # stubs pass on what gRPC generated

    def unary_unary(self, *method: object, **how: object) -> "LazyMethod":
        """Return a method with one request and one response."""
        return LazyMethod(lambda: self._opened().unary_unary(*method, **how))

    def unary_stream(self, *method: object, **how: object) -> "LazyMethod":
        """Return a method whose response is a stream."""
        return LazyMethod(lambda: self._opened().unary_stream(*method, **how))

    def stream_unary(self, *method: object, **how: object) -> "LazyMethod":
        """Return a method whose request is a stream."""
        return LazyMethod(lambda: self._opened().stream_unary(*method, **how))

    def stream_stream(self, *method: object, **how: object) -> "LazyMethod":
        """Return a method with a stream each way."""
        return LazyMethod(lambda: self._opened().stream_stream(*method, **how))

    async def close(self) -> None:
        """Close the channel, if it was opened."""
        if self._channel is not None:
            await self._channel.close()

    def _opened(self) -> Any:  # noqa: ANN401  # as above
        if self._channel is None:
            self._channel = self._connect()
        return self._channel


class LazyMethod:
    """A method of a channel, created at the first call."""

    def __init__(self, make: Callable[[], Callable[..., object]]) -> None:
        self._make = make
        self._made: Callable[..., object] | None = None

    def __call__(self, *request: object, **how: object) -> object:
        """Make the call."""
        if self._made is None:
            self._made = self._make()
        return self._made(*request, **how)
