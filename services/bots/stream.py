"""Many seats over one play stream.

The stream is opened again whenever it breaks, for as long as the process lives; every seat is then watched anew and
goes on where the table stands.
"""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

import grpc.aio
import structlog

from galaxy.lobby.v1 import play_pb2, play_pb2_grpc
from services.bots.backoff import Backoff
from services.bots.metrics import ANSWER_SECONDS, CONNECTED, RECONNECTS, SEATS
from services.bots.player import Answer, SeatPlayer
from services.bots.token import TokenSource
from services.serving import read_error

PATIENCE_SECONDS = 30.0
"""A request without an answer for so long is sent again."""

_MINDING_SECONDS = 5.0
_CALL = "PlayMany"
# Far below the message size that the lobby takes.
_MOST_TOGETHER = 64

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, eq=False)
class _Submit:
    player: SeatPlayer
    answer: Answer
    sent: float


_Call: TypeAlias = "grpc.aio.StreamStreamCall[play_pb2.PlayManyRequest, play_pb2.PlayManyResponse]"


class _StreamEndedError(Exception):
    """The lobby ended the stream in good order."""


class PlayStream:
    """One bidirectional `PlayMany` stream and the seats on it."""

    def __init__(self, stub: "play_pb2_grpc.PlayServiceAsyncStub", token: TokenSource, pace: float) -> None:
        """Take the lobby's stub; `pace` is how many seconds a bot seems to think before it answers."""
        self._stub = stub
        self._token = token
        self._pace = pace
        self._backoff = Backoff(0.1, 3.0)
        self._players: dict[tuple[str, int], SeatPlayer] = {}
        self._watches: dict[int, SeatPlayer] = {}
        self._submits: dict[int, _Submit] = {}
        self._unheard: dict[int, float] = {}
        self._last_id = 0
        # Bounded by the seats: each has at most one watch, one answer and one unwatch in it.
        self._outbox: asyncio.Queue[play_pb2.PlayRequest] | None = None
        self._answering = True
        self._heard = False
        self._settled = asyncio.Event()

    @property
    def seats(self) -> int:
        """How many seats are played."""
        return len(self._players)

    def holds(self, table_id: str, seat: int) -> bool:
        """Whether this seat is played already."""
        return (table_id, seat) in self._players

    def add(self, player: SeatPlayer) -> None:
        """Begin to play a seat."""
        self._players[player.table_id, player.seat] = player
        SEATS.labels(player.game, player.bot).inc()
        if self._outbox is not None:
            self._watch(player)

    async def run(self) -> None:
        """Keep the stream open until cancelled."""
        while True:
            try:
                await self._converse()
            except* grpc.aio.AioRpcError as group:
                # Further vain tries to come back are not worth a warning each.
                log = _log.warning if self._heard else _log.info
                log("play stream broke", error=_told(group), seats=self.seats)
            except* _StreamEndedError:
                _log.info("play stream ended", seats=self.seats)
            self._disconnected()
            RECONNECTS.labels(_CALL).inc()
            await asyncio.sleep(self._backoff.next())

    async def finish(self, within: float) -> None:
        """Answer no further prompts, and wait until what was sent is answered, or the seconds are over."""
        self._answering = False
        self._settle()
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._settled.wait()

    async def _converse(self) -> None:
        call = self._stub.PlayMany(metadata=self._token.metadata())
        self._heard = False
        self._outbox = asyncio.Queue()
        for player in tuple(self._players.values()):
            self._watch(player)
        CONNECTED.labels(_CALL).inc()
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._write(call, self._outbox))
                tasks.create_task(self._mind())
                async for message in call:
                    self._heard = True
                    self._backoff.reset()
                    for response in message.responses:
                        self._receive_safely(response)
                raise _StreamEndedError
        finally:
            CONNECTED.labels(_CALL).dec()
            call.cancel()

    @staticmethod
    async def _write(call: "_Call", outbox: "asyncio.Queue[play_pb2.PlayRequest]") -> None:
        try:
            while True:
                requests = [await outbox.get()]
                while not outbox.empty() and len(requests) < _MOST_TOGETHER:
                    requests.append(outbox.get_nowait())
                await call.write(play_pb2.PlayManyRequest(requests=requests))
        except asyncio.InvalidStateError:
            return  # the call is over; its reader tells why

    async def _mind(self) -> None:
        """Send again what the lobby left unanswered for too long."""
        while True:
            await asyncio.sleep(_MINDING_SECONDS)
            late = time.monotonic() - PATIENCE_SECONDS
            for number in [number for number, since in self._unheard.items() if since < late]:
                self._put(play_pb2.PlayRequest(id=self._next_id(), unwatch=number))
                self._unheard.pop(number)
                player = self._watches.pop(number)
                _log.warning("watch unanswered", table=player.table_id, seat=player.seat)
                self._watch(player)
            for number in [number for number, submit in self._submits.items() if submit.sent < late]:
                submit = self._submits.pop(number)
                _log.warning("answer without word", table=submit.player.table_id, request_id=submit.answer.request_id)
                submit.player.unsent()
                self._send(submit.player, submit.answer)

    def _receive_safely(self, response: play_pb2.PlayResponse) -> None:
        """Let no table's error stop the others."""
        try:
            self._receive(response)
        except Exception as error:  # noqa: BLE001  # whatever it is, it concerns one table
            _log.error("answer from the lobby not understood", exc_info=error)
        self._settle()

    def _settle(self) -> None:
        if not self._answering and not self._submits:
            self._settled.set()

    def _receive(self, response: play_pb2.PlayResponse) -> None:
        match response.WhichOneof("response"):
            case "update":
                self._update(response.id, response.update)
            case "submitted":
                submit = self._submits.pop(response.id, None)
                if submit is not None:
                    ANSWER_SECONDS.labels(submit.player.game).observe(time.monotonic() - submit.sent)
                    submit.player.accepted(submit.answer, response.submitted.version)
            case "failure":
                self._fail(response.id, response.failure)

    def _update(self, number: int, update: play_pb2.TableUpdate) -> None:
        self._unheard.pop(number, None)
        player = self._watches.get(number)
        if player is None:
            return
        answer = player.hear(update)
        if player.left:
            self._leave(player, number)
        elif answer is not None:
            self._later(self._pace, player, answer)

    def _fail(self, number: int, failure: play_pb2.Failure) -> None:
        submit = self._submits.pop(number, None)
        if submit is not None:
            player = submit.player
            answer = player.failed(submit.answer, failure)
            if answer is not None:
                self._later(player.backoff.next() if answer is submit.answer else 0.0, player, answer)
        elif number in self._watches:
            player = self._watches.pop(number)
            self._unheard.pop(number, None)
            player.watch_failed(failure)
            if not player.left:
                asyncio.get_running_loop().call_later(player.backoff.next(), self._rewatch, player, self._outbox)
        else:
            return
        if player.left:
            self._leave(player, None)

    def _later(self, delay: float, player: SeatPlayer, answer: Answer) -> None:
        if delay > 0:
            asyncio.get_running_loop().call_later(delay, self._send, player, answer)
        else:
            self._send(player, answer)

    def _send(self, player: SeatPlayer, answer: Answer) -> None:
        if self._outbox is None or not self._answering or not player.take(answer):
            return
        request = play_pb2.PlayRequest(id=self._next_id())
        request.submit.table_id = player.table_id
        request.submit.seat = player.seat
        request.submit.prompt_id = answer.prompt_id
        request.submit.picks.extend(answer.picks)
        request.submit.request_id = answer.request_id
        self._submits[request.id] = _Submit(player, answer, time.monotonic())
        self._put(request)

    def _watch(self, player: SeatPlayer) -> None:
        request = play_pb2.PlayRequest(id=self._next_id())
        request.watch.table_id = player.table_id
        request.watch.seat = player.seat
        request.watch.views = player.strategy.needs_view
        request.watch.prompts_only = True
        self._watches[request.id] = player
        self._unheard[request.id] = time.monotonic()
        self._put(request)

    def _rewatch(self, player: SeatPlayer, outbox: object) -> None:
        if self._outbox is outbox and self.holds(player.table_id, player.seat):
            self._watch(player)

    def _leave(self, player: SeatPlayer, watch: int | None) -> None:
        if self._players.pop((player.table_id, player.seat), None) is None:
            return
        SEATS.labels(player.game, player.bot).dec()
        if watch is None:
            watch = next((number for number, each in self._watches.items() if each is player), None)
        if watch is not None:
            self._watches.pop(watch, None)
            self._unheard.pop(watch, None)
            self._put(play_pb2.PlayRequest(id=self._next_id(), unwatch=watch))

    def _disconnected(self) -> None:
        self._outbox = None
        self._watches.clear()
        self._submits.clear()
        self._unheard.clear()
        for player in self._players.values():
            player.disconnected()
        self._settle()

    def _put(self, request: play_pb2.PlayRequest) -> None:
        if self._outbox is not None:
            self._outbox.put_nowait(request)

    def _next_id(self) -> int:
        self._last_id += 1
        return self._last_id


def _told(group: BaseExceptionGroup[grpc.aio.AioRpcError]) -> str:
    """Reader and writer of a broken stream say the same: once is enough."""
    error = group.exceptions[0]
    return str(read_error(error)) if isinstance(error, grpc.aio.AioRpcError) else str(error)
