"""Sends each call of a game to one of the game's pods, and repeats calls that a pod does not answer.

The game's gRPC targets are looked up again and again, and each pod found is probed. Any pod can answer any call, since
calls change nothing in a pod:

- If a pod is silent while calls wait, and another pod responds, the silent pod is ejected: it gets no calls until it
  answers probes again.
- The calls of an ejected pod, and those on a stream that breaks, are repeated at other pods at once. A call that was on
  two broken streams fails, because it may have broken them.

The last pod is never ejected for silence. Its calls wait for it until their timeout, and the probes decide whether the
game can be played.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import copy_context
from time import perf_counter

import structlog

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.rules.addresses import Addresses
from galaxytables_lobby.adapters.rules.pod import Pod
from galaxytables_lobby.adapters.rules.rotation import Ranked, Rotation, another
from galaxytables_lobby.adapters.rules.stream import Call
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.game import Pin
from galaxytables_lobby.metrics import RULES_EJECTIONS, RULES_REPEATED
from galaxytables_serving.caller_keys import Metadata
from galaxytables_serving.tls import Credentials

_log = structlog.get_logger(__name__)

LOOKUP_SECONDS = 2.0
# How often waiting calls are checked: one timer for all costs far less than one for each.
TICK_SECONDS = 0.05
_MAX_SEEN = 2
# How long open calls may take at a pod that is no longer among the addresses.
_LINGER_SECONDS = 5.0


class Pods:
    """The pods of one game. Call `start` before use and `close` after it."""

    def __init__(
        self,
        game: str,
        targets: Sequence[str],
        *,
        seconds: float,
        tls: Credentials | None = None,
        shown: Metadata = (),
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """`seconds` is the timeout of a call, and `shown` is gRPC metadata that each call carries.

        `on_change` is called when a pod comes, goes or changes its description.
        """
        self.game = game
        # Pods that can be called.
        self.ready: list[Pod] = []
        self._targets = [Addresses(target) for target in targets]
        self._seconds = seconds
        self._tls = tls
        self._shown = shown
        self._on_change = on_change
        self._pods: dict[str, Pod] = {}
        self._unprobed: set[str] = set()
        self._rotations: dict[Pin, Rotation | None] = {}
        self._number = 0
        self._tasks: list[asyncio.Task[None]] = []
        # Pods that are no longer among the addresses, but finish their open calls.
        self._leaving: dict[Pod, asyncio.Task[None]] = {}
        self._probed = asyncio.Event()
        self._ticking: asyncio.TimerHandle | None = None
        # A context without the first call's: what is logged here concerns no table.
        self._context = copy_context()

    def start(self) -> None:
        """Start to look for the game's pods."""
        self._tasks.append(asyncio.create_task(self._look_up_forever(), name=f"pods-{self.game}"))

    async def probed(self) -> None:
        """Wait until every pod that was found has been probed once."""
        await self._probed.wait()

    async def close(self) -> None:
        """Stop all work with the pods. Open calls fail with GAME_UNAVAILABLE."""
        await end_tasks(self._tasks)
        if self._ticking is not None:
            self._ticking.cancel()
        await end_tasks(self._leaving.values())
        for pod in self._pods.values():
            await pod.close()
        self._give_up([call for pod in self._pods.values() for call in pod.stream.calls.values()])

    def ranked(self, pin: Pin, key: str) -> Ranked:
        """Return the pods with the rules version and pack of this pin, in the order to try them for the table `key`.

        If the pin leaves the rules version open, only pods with the newest version are returned. If no pod reads the
        pin's position format, pods that read other formats are returned. The result is empty if there are no pods.
        """
        try:
            rotation = self._rotations[pin]
        except KeyError:
            rotation = self._rotations[pin] = self._rotation(pin)
        return () if rotation is None else rotation.only or rotation.ranked(key)

    def give(self, call: Call, pod: Pod) -> None:
        """Number a call and send it to a pod. The call's future `answer` may then fail with GAME_UNAVAILABLE."""
        self._number += 1
        call.request.id = self._number
        call.begun = perf_counter()
        pod.stream.give(call)
        if self._ticking is None:
            self._tick_soon()

    def answered(self) -> None:
        """Record that a call was answered. If no other call waits, stop the timer that watches for silent pods."""
        if self._ticking is not None and not any(self._waiting()):
            # A mostly idle process should not wake up for nothing.
            self._ticking.cancel()
            self._ticking = None

    def suspect(self, pod: Pod) -> None:
        """Send a pod no calls until its next probe succeeds, because it did not answer a call outside the stream."""
        if pod.ready and self._replaceable(pod):
            self._take_out(pod)

    def _rotation(self, pin: Pin) -> Rotation | None:
        able = [pod for pod in self.ready if pod.reads(pin)]
        if not able and pin.position_form is not None:
            return self._rotation(pin._replace(position_form=None))
        if able and not pin.rules_version:
            newest = max(pod.rules_version for pod in able)
            able = [pod for pod in able if pod.rules_version == newest]
        return Rotation(able) if able else None

    async def _look_up_forever(self) -> None:
        while True:
            found = frozenset().union(*[await target.look_up() for target in self._targets])
            for address in found - self._pods.keys():
                self._unprobed.add(address)
                pod = self._pods[address] = Pod(
                    self.game, address, tls=self._tls, shown=self._shown, on_end=self._broken
                )
                pod.start(self._on_probe)
            for address in self._pods.keys() - found:
                self._forget(self._pods.pop(address))
            if not self._pods:
                self._probed.set()
            await asyncio.sleep(LOOKUP_SECONDS)

    def _forget(self, pod: Pod) -> None:
        """Drop a pod that is no longer among the addresses; it finishes its open calls."""
        _log.info("rules_pod_gone", game=self.game, pod=pod.address)
        self._unprobed.discard(pod.address)
        self._leaving[pod] = asyncio.create_task(self._leave(pod), name=f"pod-leaving-{pod.address}")
        if pod.ready:
            pod.ready = False
            self.ready.remove(pod)
            self._changed()

    async def _leave(self, pod: Pod) -> None:
        try:
            await asyncio.sleep(_LINGER_SECONDS)
        finally:
            await pod.close()
            del self._leaving[pod]
            self._repeat(pod, "gone")
            self._give_up([call for call in pod.stream.calls.values() if not call.answer.done()])

    def _on_probe(self, pod: Pod, said: rules_pb2.DescribeResponse | None) -> None:
        if self._pods.get(pod.address) is not pod:
            return
        self._unprobed.discard(pod.address)
        if not self._unprobed:
            self._probed.set()
        if said is None:
            if pod.ready:
                self._take_out(pod)
            return
        if pod.ready and said == pod.description:
            return
        pod.description = said
        if not pod.ready:
            pod.ready = True
            self.ready.append(pod)
            _log.info("rules_pod_ready", game=self.game, pod=pod.address, rules_version=said.rules_version)
        self._changed()
        for other in list(self._pods.values()):
            if not other.ready:
                self._repeat(other, "away")

    def _take_out(self, pod: Pod) -> None:
        _log.info("rules_pod_unavailable", game=self.game, pod=pod.address)
        pod.ready = False
        self.ready.remove(pod)
        self._changed()
        self._repeat(pod, "away")

    def _changed(self) -> None:
        self._rotations.clear()
        self._on_change()

    def _broken(self, pod: Pod) -> None:
        """Repeat or give up the calls of a pod whose stream has ended."""
        if pod.ready and self._replaceable(pod):
            self._take_out(pod)
        elif not pod.ready:
            self._repeat(pod, "broken")
        self._give_up([call for call in pod.stream.calls.values() if call.seen >= _MAX_SEEN])

    def _replaceable(self, pod: Pod) -> bool:
        """Return whether another responsive pod can answer every call that this one can."""
        said = pod.description
        return said is not None and any(
            other is not pod and not other.stream.is_silent and other.plays_all_of(said) for other in self.ready
        )

    def _repeat(self, pod: Pod, why: str) -> None:
        """Repeat a pod's waiting calls at other pods, as far as those can answer them."""
        for number, call in list(pod.stream.calls.items()):
            elsewhere = any(number in other.stream.calls for other in self.ready if other is not pod)
            other = None if elsewhere or call.answer.done() else self._another(call, pod)
            if other is not None and call.seen >= _MAX_SEEN:
                self._give_up([call])
            elif other is not None:
                self._give_as_well(call, other, why)
            elif not elsewhere and not call.answer.done():
                # It keeps waiting for this pod.
                continue
            pod.stream.calls.pop(number, None)

    def _another(self, call: Call, besides: Pod) -> Pod | None:
        other = another(self.ranked(call.pin, call.key), besides)
        return other if other is not None and other.reads(call.pin) else None

    def _give_as_well(self, call: Call, pod: Pod, why: str) -> None:
        RULES_REPEATED.labels(self.game, why).inc()
        if call.position is not None:
            call.position.position = call.content
        pod.stream.give(call)

    def _give_up(self, calls: Iterable[Call]) -> None:
        for call in calls:
            for pod in (*self._pods.values(), *self._leaving):
                pod.stream.calls.pop(call.request.id, None)
            if not call.answer.done():
                call.answer.set_exception(errors.game_unavailable(self.game))

    def _waiting(self) -> Iterator[Pod]:
        """Return the pods with waiting calls."""
        return (pod for pod in (*self._pods.values(), *self._leaving) if pod.stream.calls)

    def _tick(self) -> None:
        """Eject pods that are silent although calls wait, and fail calls that have waited for too long."""
        self._ticking = None
        now = perf_counter()
        for pod in list(self._waiting()):
            self._look_at(pod, now)
        if any(self._waiting()):
            self._tick_soon()

    def _tick_soon(self) -> None:
        loop = asyncio.get_running_loop()
        self._ticking = loop.call_later(TICK_SECONDS, self._tick, context=self._context)

    def _look_at(self, pod: Pod, now: float) -> None:
        stream = pod.stream
        stream.quiet_ticks += 1
        if stream.is_silent and pod.ready and self._replaceable(pod):
            _log.warning("rules_pod_ejected", game=self.game, pod=pod.address, calls=len(stream.calls))
            RULES_EJECTIONS.labels(self.game).inc()
            self._take_out(pod)
            pod.eject(now)
            return
        for number, call in list(stream.calls.items()):
            if now - call.begun < self._seconds:
                break
            if call.answer.done():
                del stream.calls[number]
            else:
                self._give_up([call])
