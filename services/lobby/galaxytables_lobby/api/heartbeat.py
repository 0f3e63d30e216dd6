"""Signs of life on streams that have nothing to tell, and the end of those that nothing is told any more.

One timer serves all streams of the process. It goes round in small steps, so that never all of them wake at once, and
comes to each twice in the time that a stream may be silent. A stream that has told something since the last visit is
not woken at all.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sized
from contextlib import aclosing, contextmanager
from typing import TypeAlias, TypeVar

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables_lobby import errors
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.people.tokens import Caller
from galaxytables_lobby.subscriptions.subscription import Subscription
from galaxytables_serving import GalaxyError

T = TypeVar("T")

Refusal: TypeAlias = Callable[[Caller], GalaxyError | None]
# Steps of one round. A round takes half the time that a stream may be silent.
_STEPS = 16


class Pulse:
    """A stream as the heartbeat sees it. `wake` has its loop look here; `check` and `beats` are for that loop."""

    __slots__ = ("_caller", "_clock", "_due", "_quiet", "_refusal", "_wake")

    def __init__(
        self,
        caller: Caller,
        wake: Callable[[], None],
        clock: Callable[[], float],
        refusal: Refusal = lambda _: None,
    ) -> None:
        self._caller = caller
        self._refusal = refusal
        self._wake = wake
        self._clock = clock
        self._quiet = False
        self._due = False

    def check(self) -> None:
        """Raise TOKEN_EXPIRED once the caller's token has, BANNED, TOKEN_REVOKED: nothing is told or done any more."""
        refusal = self._ended()
        if refusal is not None:
            raise refusal

    def beats(self, told: Sized) -> bool:
        """Whether a heartbeat is due after what was told just now: only where that was nothing."""
        beats = self._due and not told
        self._due = False
        if told or beats:
            self._quiet = False
        return beats

    def visit(self) -> None:
        """The timer comes by: wake the stream if it has been silent since last time, or if it is to end."""
        if not self._due and (self._quiet or self._ended() is not None):
            self._due = True
            self._wake()
        self._quiet = True

    def _ended(self) -> GalaxyError | None:
        return errors.token_expired() if self._caller.expires <= self._clock() else self._refusal(self._caller)


class Heartbeat:
    """All streams of a process. `start` before use, `close` after."""

    def __init__(self, seconds: float, clock: Callable[[], float], refusal: Refusal = lambda _: None) -> None:
        """Take how long a stream may be silent, the clock, in seconds since the epoch, and why a stream is to end."""
        self._refusal = refusal
        self._step = seconds / 2 / _STEPS
        self._clock = clock
        self._rounds: tuple[set[Pulse], ...] = tuple(set() for _ in range(_STEPS))
        self._next = 0
        self._timer: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to go round."""
        self._timer = asyncio.create_task(self._go_round(), name="heartbeat")

    def now(self) -> Timestamp:
        """The time as streams carry it."""
        return timestamp(int(self._clock() * 1000))

    async def close(self) -> None:
        """Stop."""
        await end_tasks([self._timer])

    @contextmanager
    def stream(self, caller: Caller, wake: Callable[[], None]) -> Iterator[Pulse]:
        """A stream of a caller, while it lasts."""
        pulse = Pulse(caller, wake, self._clock, self._refusal)
        # Evenly over the steps, whenever streams come.
        place = self._rounds[self._next]
        self._next = (self._next + 1) % _STEPS
        place.add(pulse)
        try:
            yield pulse
        finally:
            place.discard(pulse)

    async def wakes(self, caller: Caller, ready: asyncio.Event) -> AsyncGenerator[Pulse, None]:
        """A stream's pulse each time that it is `ready` to tell something, or that it is to look at the pulse.

        Raises TOKEN_EXPIRED.
        """
        with self.stream(caller, ready.set) as pulse:
            while True:
                await ready.wait()
                ready.clear()
                pulse.check()
                yield pulse

    async def follow(
        self,
        caller: Caller,
        reader: Subscription[T],
        ready: asyncio.Event,
        say: Callable[[T], Awaitable[Message | None]],
        sign: Callable[..., Message],
    ) -> AsyncGenerator[Message, None]:
        """What waits for a reader, then that it has caught up, then what comes, with signs of life between.

        `say` puts an item into a message, None where it is no news any more; `sign` makes a message without any.
        """
        for item in reader.take():
            said = await say(item)
            if said is not None:
                yield said
        yield sign(caught_up=True, now=self.now())
        async with aclosing(self.wakes(caller, ready)) as wakes:
            async for pulse in wakes:
                items = reader.take()
                for item in items:
                    said = await say(item)
                    if said is not None:
                        yield said
                if pulse.beats(items):
                    yield sign(now=self.now())

    async def _go_round(self) -> None:
        while True:
            for place in self._rounds:
                await asyncio.sleep(self._step)
                for pulse in place:
                    pulse.visit()
