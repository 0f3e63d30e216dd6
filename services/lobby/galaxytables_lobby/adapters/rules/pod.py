"""One pod of a rules service: its connection, the editions that it plays, and whether calls may go to it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Any

import grpc
import grpc.aio
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc

from galaxytables.rules.v1 import rules_pb2, rules_pb2_grpc
from galaxytables_lobby.adapters.rules.stream import RulesStream
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.game import Pin, edition
from galaxytables_lobby.metrics import RULES_POD_CALLS, RULES_POD_READY
from galaxytables_serving import open_channel
from galaxytables_serving.caller_keys import Metadata
from galaxytables_serving.tls import Credentials

_log = structlog.get_logger(__name__)

PROBE_SECONDS = 2.0
# How often to probe a pod that is away.
RETRY_SECONDS = 0.5
_PROBE_TIMEOUT = 2.0
# A pod that answers probes but no calls is probed again after the minimum, then after twice as long each time.
_MIN_EJECTED, _MAX_EJECTED = 1.0, 30.0
# After this long without trouble, ejections start at the minimum again.
_STEADY_SECONDS = 60.0


class Pod:
    """One process of a rules service. Call `start` before use and `close` after it."""

    def __init__(
        self,
        game: str,
        address: str,
        *,
        tls: Credentials | None = None,
        shown: Metadata = (),
        on_end: Callable[["Pod"], None],
    ) -> None:
        """`shown` is gRPC metadata that each call carries. `on_end` is called when the stream to the pod ends."""
        self.game = game
        self.address = address
        self.ready = False
        # Its last description, kept while it is away.
        self.description: rules_pb2.DescribeResponse | None = None
        self._channel = open_channel(address, tls=tls)
        self.stub: rules_pb2_grpc.RulesServiceAsyncStub = rules_pb2_grpc.RulesServiceStub(self._channel)
        self._shown = shown
        self.stream = RulesStream(lambda: self.stub.Session(metadata=shown), address, on_end=lambda: on_end(self))
        self._health: Any = health_pb2_grpc.HealthStub(self._channel)  # no types
        self._probes: asyncio.Task[None] | None = None
        self._refused = False
        self._ejected_until = 0.0
        self._ejected_for = 0.0
        self._counted = 0

    def start(self, on_probe: Callable[["Pod", rules_pb2.DescribeResponse | None], None]) -> None:
        """Open the stream to the pod, and start to probe the pod.

        After each probe `on_probe` is called with the pod's description, None if the pod did not answer.
        """
        self.stream.start()
        self._probes = asyncio.create_task(self._probe_forever(on_probe), name=f"probe-{self.game}-{self.address}")

    async def close(self) -> None:
        """Stop probing the pod, and close the connections to it."""
        await end_tasks([self._probes])
        await self.stream.close()
        await self._channel.close()
        for figure in (RULES_POD_READY, RULES_POD_CALLS):
            # Another directory of this process may have had the same pod.
            with suppress(KeyError):
                figure.remove(self.game, self.address)

    @property
    def rules_version(self) -> int:
        """Return the rules version of games that begin at this pod; 0 while it is unknown."""
        return 0 if self.description is None else self.description.rules_version

    def reads(self, pin: Pin) -> bool:
        """Return whether this pod has the rules version and the pack of this pin, and reads its position format."""
        said = self.description
        if said is None:
            return False
        return (
            (not pin.rules_version or pin.rules_version in (said.rules_version, *said.rules_versions))
            and (not pin.pack_digest or pin.pack_digest in (said.pack_digest, *said.pack_digests))
            and (pin.position_form is None or said.position_form in (b"", pin.position_form))
        )

    @property
    def editions(self) -> frozenset[str]:
        """Return the editions (the game's name with a rules version and a pack) whose tables this pod can play."""
        said = self.description
        if said is None:
            return frozenset()
        return frozenset(
            edition(self.game, version, pack)
            for version in (said.rules_version, *said.rules_versions)
            for pack in (said.pack_digest, *said.pack_digests)
        )

    def plays_all_of(self, other: rules_pb2.DescribeResponse) -> bool:
        """Return whether this pod can answer every call that a pod with the description `other` can."""
        said = self.description
        return said is not None and (
            {other.rules_version, *other.rules_versions} <= {said.rules_version, *said.rules_versions}
            and {other.pack_digest, *other.pack_digests} <= {said.pack_digest, *said.pack_digests}
            and said.position_form in (b"", other.position_form)
        )

    def eject(self, now: float) -> None:
        """Send the pod no calls, since it does not answer, and probe it again only after a while."""
        steady = now - self._ejected_until > _STEADY_SECONDS
        self._ejected_for = _MIN_EJECTED if steady else min(2 * self._ejected_for, _MAX_EJECTED)
        self._ejected_until = now + self._ejected_for
        self.stream.reset()

    async def _probe_forever(self, on_probe: Callable[["Pod", rules_pb2.DescribeResponse | None], None]) -> None:
        while True:
            started = perf_counter()
            said = await self._probe()
            if started >= self._ejected_until:
                on_probe(self, said)
            self._count()
            pause = PROBE_SECONDS if self.ready else RETRY_SECONDS
            await asyncio.sleep(max(pause, self._ejected_until - perf_counter()))

    async def _probe(self) -> rules_pb2.DescribeResponse | None:
        try:
            # Both at once, which wakes up both processes less often. Described each time: a pod that was replaced may
            # have new packs or options.
            answer, said = await asyncio.gather(
                self._health.Check(health_pb2.HealthCheckRequest(), timeout=_PROBE_TIMEOUT),
                self.stub.Describe(rules_pb2.DescribeRequest(), timeout=_PROBE_TIMEOUT, metadata=self._shown),
            )
        except grpc.aio.AioRpcError as error:
            refused = error.code() is grpc.StatusCode.UNAUTHENTICATED
            if refused and not self._refused:
                _log.error(
                    "rules_service_refuses_key", game=self.game, pod=self.address, variable="GALAXYTABLES_RULES_KEYS"
                )
            self._refused = refused
            return None
        self._refused = False
        if answer.status != health_pb2.HealthCheckResponse.SERVING:
            return None
        if said.game != self.game:
            _log.error("rules_service_of_other_game", game=self.game, pod=self.address, serves=said.game)
            return None
        return said

    def _count(self) -> None:
        """Update the metrics: only now and then, since calls are many."""
        RULES_POD_READY.labels(self.game, self.address).set(self.ready)
        RULES_POD_CALLS.labels(self.game, self.address).inc(self.stream.answered - self._counted)
        self._counted = self.stream.answered
