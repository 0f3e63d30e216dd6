"""A channel that is replaced when its certificates change. Calls that have begun stay on the old channel."""

from collections import deque
from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar

import grpc
import grpc.aio

Held = TypeVar("Held")
# What gRPC gives for a call is generic in the type stubs only.
Untyped = Any

# How many replaced channels stay open for their calls; a connection reaches its maximum age long before.
_MAX_REPLACED = 2


class RenewedChannel(grpc.aio.Channel, Generic[Held]):
    """A channel that `connect` opened. Whenever `now` returns another object, it is replaced by a new channel."""

    def __init__(self, now: Callable[[], Held], connect: Callable[[Held], grpc.aio.Channel]) -> None:
        self._now, self._connect = now, connect
        self._held = now()
        self._channel = connect(self._held)
        self._replaced: deque[grpc.aio.Channel] = deque()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self, grace: float | None = None) -> None:
        """Close all channels."""
        for channel in (*self._replaced, self._channel):
            await channel.close(grace)

    def get_state(self, try_to_connect: bool = False) -> grpc.ChannelConnectivity:
        """See `grpc.aio.Channel`; it is about the newest channel."""
        return self._newest().get_state(try_to_connect)

    async def wait_for_state_change(self, last_observed_state: grpc.ChannelConnectivity) -> None:
        """See `grpc.aio.Channel`; it is about the newest channel."""
        await self._newest().wait_for_state_change(last_observed_state)

    async def channel_ready(self) -> None:
        """See `grpc.aio.Channel`; it is about the newest channel."""
        await self._newest().channel_ready()

    def unary_unary(self, *args: object, **kwargs: object) -> Untyped:
        """See `grpc.aio.Channel`; calls go over the newest channel."""
        return self._callable("unary_unary", args, kwargs)

    def unary_stream(self, *args: object, **kwargs: object) -> Untyped:
        """See `grpc.aio.Channel`; calls go over the newest channel."""
        return self._callable("unary_stream", args, kwargs)

    def stream_unary(self, *args: object, **kwargs: object) -> Untyped:
        """See `grpc.aio.Channel`; calls go over the newest channel."""
        return self._callable("stream_unary", args, kwargs)

    def stream_stream(self, *args: object, **kwargs: object) -> Untyped:
        """See `grpc.aio.Channel`; calls go over the newest channel."""
        return self._callable("stream_stream", args, kwargs)

    def _callable(self, kind: str, args: tuple[object, ...], kwargs: dict[str, object]) -> Callable[..., Untyped]:
        made_for = self._newest()
        call = getattr(made_for, kind)(*args, **kwargs)

        def make(*arguments: object, **named: object) -> Untyped:
            nonlocal made_for, call
            newest = self._newest()
            if newest is not made_for:
                made_for, call = newest, getattr(newest, kind)(*args, **kwargs)
            return call(*arguments, **named)

        return make

    def _newest(self) -> grpc.aio.Channel:
        held = self._now()
        if held is not self._held:
            self._replaced.append(self._channel)
            self._held, self._channel = held, self._connect(held)
            if len(self._replaced) > _MAX_REPLACED:
                # Its open calls are cancelled, and retried by their callers.
                self._replaced.popleft()
        return self._channel
