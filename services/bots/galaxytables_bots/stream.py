"""Plays many seats over one play stream."""

import asyncio
import time
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial

import structlog

from galaxytables.lobby.v1 import play_pb2
from galaxytables_bots.metrics import ANSWER_SECONDS, RECONNECTS, SEATS
from galaxytables_bots.pace import Pace
from galaxytables_bots.player import Answer, SeatPlayer
from galaxytables_client import Backoff, ClientError, Lobby, Lost, TableId, Watch

CALL = "PlayMany"

_log = structlog.get_logger(__name__)


class PlayedSeats:
    """The seats that are played over one `PlayMany` stream.

    After a lost connection every seat is watched again and continues with the table's current state.
    """

    def __init__(self, lobby: Lobby, pace: Pace, thoughts: Executor) -> None:
        """`pace` says when answers are due.

        Strategies that ponder run in `thoughts`, with at most one waiting prompt per seat.
        """
        self._stream = lobby.play_stream(on_lost=self._lost)
        self._pace = pace
        self._thoughts = thoughts
        self._pondered: dict[Answer, asyncio.Future[tuple[str, ...]]] = {}
        self._players: dict[tuple[TableId, int], SeatPlayer] = {}
        self._watches: dict[SeatPlayer, Watch] = {}
        self._answering = True

    @property
    def is_open(self) -> bool:
        """Return whether the stream is open."""
        return self._stream.is_open

    @property
    def seats(self) -> int:
        """Return the number of seats that are played over the stream."""
        return len(self._players)

    def holds(self, table_id: TableId, seat: int) -> bool:
        """Return whether this seat is already played over the stream."""
        return (table_id, seat) in self._players

    def add(self, player: SeatPlayer) -> None:
        """Begin to play one more seat over the stream."""
        self._players[player.table_id, player.seat] = player
        SEATS.labels(player.game, player.bot).inc()
        self._watch(player)

    async def run(self) -> None:
        """Keep the stream open until this coroutine is cancelled."""
        backoff = Backoff(0.1, 3.0)
        while True:
            try:
                await self._stream.run()
            except ClientError as error:  # an operator may fix what does not pass by itself
                _log.warning("play_stream_refused", error=error.line, seats=self.seats)
            await asyncio.sleep(backoff.next())

    async def finish(self, within: float) -> None:
        """Answer no further prompts, and wait at most `within` seconds for responses to the answers sent."""
        self._answering = False
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._stream.settled()

    def _lost(self, loss: Lost) -> None:
        # Further failed attempts are not logged as warnings.
        log = _log.info if loss.attempt else _log.warning
        log("play stream broke", error=loss.error.line, seats=self.seats)
        RECONNECTS.labels(CALL).inc()
        for player in self._players.values():
            player.disconnected()

    def _update_received(self, player: SeatPlayer, update: play_pb2.TableUpdate | ClientError) -> None:
        if isinstance(update, ClientError):
            self._watch_failed(player, update)
            return
        answer = player.hear(update)
        if player.left:
            self._leave(player)
        elif answer is not None and answer.picks is None:
            self._ponder(player, answer)
        elif answer is not None:
            self._when_due(player, answer)

    def _ponder(self, player: SeatPlayer, answer: Answer) -> None:
        if answer in self._pondered or not self._answering:
            return
        thought = asyncio.get_running_loop().run_in_executor(self._thoughts, player.thinking())
        self._pondered[answer] = thought
        thought.add_done_callback(partial(self._thought, player, answer))

    def _thought(self, player: SeatPlayer, answer: Answer, thought: asyncio.Future[tuple[str, ...]]) -> None:
        del self._pondered[answer]
        following = None if thought.cancelled() else player.thought(answer, thought.result())
        if following is not None:
            self._when_due(player, following)

    def _watch_failed(self, player: SeatPlayer, error: ClientError) -> None:
        self._watches.pop(player, None)
        player.watch_failed(error)
        if player.left:
            self._leave(player)
        else:
            asyncio.get_running_loop().call_later(player.backoff.next(), self._watch, player)

    def _answered(
        self,
        player: SeatPlayer,
        answer: Answer,
        sent: float,
        outcome: play_pb2.SubmitChoiceResponse | ClientError,
    ) -> None:
        if not isinstance(outcome, ClientError):
            ANSWER_SECONDS.labels(player.game).observe(time.monotonic() - sent)
            following = player.accepted(answer, outcome.version)
            if following is not None:
                self._when_due(player, following)
            return
        following = player.failed(answer, outcome)
        if player.left:
            self._leave(player)
        elif following is not None:
            self._later(player.backoff.next() if following is answer else 0.0, player, following)

    def _when_due(self, player: SeatPlayer, answer: Answer) -> None:
        """Send an answer when it is due; meanwhile other seats go on, and so does this one if it is asked again."""
        self._later(self._pace.left(player.due), player, answer)

    def _later(self, delay: float, player: SeatPlayer, answer: Answer) -> None:
        if delay > 0:
            asyncio.get_running_loop().call_later(delay, self._send, player, answer)
        else:
            self._send(player, answer)

    def _send(self, player: SeatPlayer, answer: Answer) -> None:
        if not self._answering or not self._stream.is_open or not player.take(answer):
            return
        request = play_pb2.SubmitChoiceRequest(
            table_id=player.table_id,
            seat=player.seat,
            prompt_id=answer.prompt_id,
            picks=answer.picks,
            request_id=answer.request_id,
        )
        self._stream.submit(request, partial(self._answered, player, answer, time.monotonic()))

    def _watch(self, player: SeatPlayer) -> None:
        if self.holds(player.table_id, player.seat):
            request = play_pb2.WatchTableRequest(
                table_id=player.table_id, seat=player.seat, views=player.strategy.needs_view, prompts_only=True
            )
            self._watches[player] = self._stream.watch(request, partial(self._update_received, player))

    def _leave(self, player: SeatPlayer) -> None:
        if self._players.pop((player.table_id, player.seat), None) is None:
            return
        SEATS.labels(player.game, player.bot).dec()
        watch = self._watches.pop(player, None)
        if watch is not None:
            self._stream.unwatch(watch)
