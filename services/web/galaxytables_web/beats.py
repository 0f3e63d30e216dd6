"""Sends heartbeats to the lobby, so that an outage of all gateways costs players no time (`gateway.proto`)."""

import asyncio
import time
from collections.abc import Sequence
from itertools import cycle

import grpc
import grpc.aio
import structlog

from galaxytables.gateway.v1 import gateway_pb2, gateway_pb2_grpc
from galaxytables_serving import read_error
from galaxytables_serving.metrics import show_clock_skew
from galaxytables_serving.rhythm import until_next
from galaxytables_serving.tracing import TRACEPARENT

BEAT_SECONDS = 1.0
# The timeout of one heartbeat; the next one uses another connection.
_ANSWER_SECONDS = 1.5
# Heartbeats are not traced: the last part says that this one is not sampled.
_UNTRACED = ((TRACEPARENT, f"00-{'1' * 32}-{'1' * 16}-00"),)

_log = structlog.get_logger(__name__)


class Beats:
    """The heartbeats of a gateway.

    Call `start` before the gateway listens, and `stop` when it no longer serves players.
    """

    def __init__(self, channels: Sequence[grpc.aio.Channel]) -> None:
        """Each of the channels leads to any lobby."""
        self._stubs = cycle([gateway_pb2_grpc.GatewayServiceStub(channel) for channel in channels])
        self._beating: asyncio.Task[None] | None = None
        self._unheard = ""

    async def start(self) -> None:
        """Start to send heartbeats. Returns once the first has reached a lobby, if any lobby runs.

        So the first player to choose after an outage gets the time back.
        """
        await self._beat()
        self._beating = asyncio.create_task(self._beat_forever(), name="beats")

    async def stop(self) -> None:
        """Stop sending heartbeats."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

    async def _beat_forever(self) -> None:
        while True:
            await asyncio.sleep(until_next(BEAT_SECONDS))
            await self._beat()

    async def _beat(self) -> None:
        unheard, sent_at = "", time.time()
        try:
            # Retried at once when a lobby is back, before any browser's call.
            heard = await next(self._stubs).Beat(
                gateway_pb2.BeatRequest(), timeout=_ANSWER_SECONDS, metadata=_UNTRACED, wait_for_ready=True
            )
        except grpc.aio.AioRpcError as error:
            unheard = read_error(error).reason or error.code().name
        except Exception:  # noqa: BLE001  # whatever the error, the next heartbeat may succeed
            unheard = "failure"
            _log.exception("heartbeat_failed")
        else:
            show_clock_skew((sent_at + time.time()) / 2 - heard.now.ToMilliseconds() / 1000)
        if unheard != self._unheard:
            # Without heartbeats an outage would cost players time, so it is logged.
            _log.warning("heartbeats_unanswered" if unheard else "heartbeats_answered", reason=unheard)
            self._unheard = unheard
