"""Wakes streams so that they send heartbeats, and ends streams whose callers lose access.

One timer serves all streams of the process. It visits them in small groups, so that they do not all wake at once. It
visits each stream twice within the time for which a stream may be silent. If a stream has sent something since the last
visit, the timer does not wake it.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sized
from contextlib import aclosing, contextmanager
from typing import TypeAlias, TypeVar

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1.platform_pb2 import PlatformStatus
from galaxytables_lobby import errors
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.people.tokens import Caller
from galaxytables_lobby.subscriptions.subscription import Subscription
from galaxytables_serving import GalaxyError

T = TypeVar("T")

Refusal: TypeAlias = Callable[[Caller], GalaxyError | None]
# Groups of streams. The timer visits all of them in half the time that a stream may be silent.
_STEPS = 16


class Pulse:
    """One stream as the timer sees it: whether the stream was silent, and whether its caller still has access.

    After `wake` has woken the stream, the stream calls `check` and `beats`.
    """

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
        """Raise TOKEN_EXPIRED, TOKEN_REVOKED, TOKEN_ENDED, SESSION_ENDED or BANNED if the caller has lost access."""
        refusal = self._ended()
        if refusal is not None:
            raise refusal

    def beats(self, sent: Sized) -> bool:
        """Return whether the stream must send a heartbeat now.

        It need not if `sent`, what it has just sent, is not empty.
        """
        beats = self._due and not sent
        self._due = False
        if sent or beats:
            self._quiet = False
        return beats

    def visit(self) -> None:
        """Wake the stream if it has sent nothing since the last visit, or if its caller has lost access."""
        if not self._due and (self._quiet or self._ended() is not None):
            self._due = True
            self._wake()
        self._quiet = True

    def wake_if_ended(self) -> None:
        """Wake the stream if its caller has lost access, so that the stream ends."""
        if self._ended() is not None:
            self._wake()

    def _ended(self) -> GalaxyError | None:
        return errors.token_expired() if self._caller.expires <= self._clock() else self._refusal(self._caller)


class Heartbeat:
    """The timer by which all streams of a process send heartbeats, and end when their callers lose access.

    Call `start` before use and `close` after it.
    """

    def __init__(self, seconds: float, clock: Callable[[], float], refusal: Refusal = lambda _: None) -> None:
        """A stream may be silent for `seconds`. `clock` returns seconds since the epoch.

        `refusal` returns the error for a caller who has lost access, and None for others.
        """
        self._refusal = refusal
        self._step = seconds / 2 / _STEPS
        self._clock = clock
        self._rounds: tuple[set[Pulse], ...] = tuple(set() for _ in range(_STEPS))
        self._next = 0
        self._timer: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the timer."""
        self._timer = asyncio.create_task(self._go_round(), name="heartbeat")

    def now(self) -> Timestamp:
        """Return the current time as a protobuf timestamp."""
        return timestamp(int(self._clock() * 1000))

    def end_refused(self) -> None:
        """Wake all streams whose callers have lost access, without waiting for the timer, so that these streams end."""
        for place in self._rounds:
            for pulse in place:
                pulse.wake_if_ended()

    async def close(self) -> None:
        """Stop the timer."""
        await end_tasks([self._timer])

    @contextmanager
    def stream(self, caller: Caller, wake: Callable[[], None]) -> Iterator[Pulse]:
        """Register a caller's stream for as long as the `with` block runs, and yield its `Pulse`."""
        pulse = Pulse(caller, wake, self._clock, self._refusal)
        # Spread streams evenly over the groups.
        place = self._rounds[self._next]
        self._next = (self._next + 1) % _STEPS
        place.add(pulse)
        try:
            yield pulse
        finally:
            place.discard(pulse)

    async def wakes(self, caller: Caller, ready: asyncio.Event) -> AsyncGenerator[Pulse, None]:
        """Yield a stream's pulse whenever the stream is `ready` to send something, or the timer wakes the stream.

        Raises TOKEN_EXPIRED, TOKEN_REVOKED, SESSION_ENDED, BANNED.
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
        *,
        news: Callable[[], PlatformStatus | None] = lambda: None,
    ) -> AsyncGenerator[Message, None]:
        """Yield a stream's messages: for items that already wait, then "caught up", then for new items as they come.

        `say` turns an item into a message, or None if the item is out of date. `sign` makes the other messages from
        their fields: "caught up", heartbeats, and the platform's status whenever `news` returns one.
        """
        if (status := news()) is not None:
            yield sign(platform=status, now=self.now())
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
                if (status := news()) is not None:
                    yield sign(platform=status, now=self.now())
                if pulse.beats([*items, status] if status else items):
                    yield sign(now=self.now())

    async def _go_round(self) -> None:
        while True:
            for place in self._rounds:
                await asyncio.sleep(self._step)
                for pulse in place:
                    pulse.visit()
