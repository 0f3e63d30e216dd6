"""A channel that is opened when it is first used: gRPC's own belong to the event loop in which they are made."""

from collections.abc import Callable
from typing import Any

import grpc.aio


class LazyChannel:
    """As much of a `grpc.aio.Channel` as stubs need. Opened by the first call, in the event loop of that call."""

    def __init__(self, connect: Callable[[], grpc.aio.Channel]) -> None:
        self._connect = connect
        self._channel: Any = None  # stubs pass to its methods what gRPC generated

    def unary_unary(self, *method: object, **how: object) -> "LazyMethod":
        """Give a method that is called once for an answer."""
        return LazyMethod(lambda: self._opened().unary_unary(*method, **how))

    def unary_stream(self, *method: object, **how: object) -> "LazyMethod":
        """Give a method that is answered by a stream."""
        return LazyMethod(lambda: self._opened().unary_stream(*method, **how))

    def stream_unary(self, *method: object, **how: object) -> "LazyMethod":
        """Give a method that is called by a stream."""
        return LazyMethod(lambda: self._opened().stream_unary(*method, **how))

    def stream_stream(self, *method: object, **how: object) -> "LazyMethod":
        """Give a method with a stream each way."""
        return LazyMethod(lambda: self._opened().stream_stream(*method, **how))

    async def close(self) -> None:
        """Close it, if it was opened."""
        if self._channel is not None:
            await self._channel.close()

    def _opened(self) -> Any:  # noqa: ANN401  # as above
        if self._channel is None:
            self._channel = self._connect()
        return self._channel


class LazyMethod:
    """A method of a channel."""

    def __init__(self, make: Callable[[], Callable[..., object]]) -> None:
        self._make = make
        self._made: Callable[..., object] | None = None

    def __call__(self, *request: object, **how: object) -> object:
        """Make the call."""
        if self._made is None:
            self._made = self._make()
        return self._made(*request, **how)
