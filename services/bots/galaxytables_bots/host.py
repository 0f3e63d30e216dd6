"""Offers the bots to the lobby, plays the seats that the lobby assigns, and answers requests for hints."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from functools import partial
from zlib import crc32

import structlog
from google.protobuf.any_pb2 import Any as AnyMessage

from galaxytables.lobby.v1 import bots_pb2, play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.advice import MAX_ANSWERS, Advice, Adviser, facts_of
from galaxytables_bots.analysis import analysed
from galaxytables_bots.catalogues import Catalogues
from galaxytables_bots.metrics import CONNECTED, HINTS, RECONNECTS
from galaxytables_bots.pace import AT_ONCE, Pace
from galaxytables_bots.player import SeatPlayer, unpacked
from galaxytables_bots.registry import Registry
from galaxytables_bots.scripted import Scripted
from galaxytables_bots.strategy import PATIENCE, Catalogue, Table, strategy_at
from galaxytables_bots.stream import CALL as PLAY
from galaxytables_bots.stream import PlayedSeats
from galaxytables_client import Backoff, ClientError, Lobby, TableId

OFFER_SECONDS = 15.0
"""How often the lobby's games are checked for new ones."""

FINISH_SECONDS = 3.0
"""How long a stopping host waits for responses to its last answers."""

MAX_QUESTIONS = 64
"""The most requests for hints that wait here; others go to other hosts, or are sent again."""

_ADMITTED_AT_ONCE = 16
_CALL = "HostBots"

Offers = frozenset[tuple[str, str, bool, tuple[int, ...], tuple[tuple[str, str], ...]]]
"""Games with each of their bots, whether it gives hints, and the numbers of seats that it can analyse."""

_log = structlog.get_logger(__name__)


class Host:
    """Runs the bots of one process.

    It keeps an offer open at the lobby, and spreads the seats that the bots get over several play streams.
    """

    def __init__(
        self, lobbies: Sequence[Lobby], registry: Registry, *, pace: Pace = AT_ONCE, patience: float = PATIENCE
    ) -> None:
        """`lobbies` are connections, one for each play stream; the first also carries everything else.

        `pace` says when answers are due; `patience` is how many seconds the strongest bots think at most.
        """
        self._registry = registry
        self._lobby = lobbies[0]
        self._catalogues = Catalogues(self._lobby.tables)
        self._pace = pace
        self._patience = patience
        self._thoughts = ThreadPoolExecutor(1, "thoughts")  # one, since what bots cache of the rules is not shared
        self._streams = [PlayedSeats(lobby, pace, self._thoughts) for lobby in lobbies]
        CONNECTED.labels(PLAY).set_function(lambda: sum(stream.is_open for stream in self._streams))
        self._admitting: set[tuple[TableId, int]] = set()
        self._admissions: set[asyncio.Task[None]] = set()
        self._questions: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(_ADMITTED_AT_ONCE)

    @property
    def seats(self) -> int:
        """Return the number of seats that this host is playing."""
        return sum(stream.seats for stream in self._streams)

    async def run(self, stop: asyncio.Event) -> None:
        """Play seats until `stop` is set.

        Once it is set, no new prompts are answered, and the call returns when the lobby has confirmed the last answers.
        """
        tasks = [asyncio.create_task(stream.run(), name="play-stream") for stream in self._streams]
        tasks.append(asyncio.create_task(self._keep_offering(), name="offer"))
        stopping = asyncio.create_task(stop.wait(), name="stop")
        try:
            done, _ = await asyncio.wait([*tasks, stopping], return_when=asyncio.FIRST_COMPLETED)
            for task in done - {stopping}:
                task.result()  # these tasks end only by failing
            await asyncio.gather(*(stream.finish(FINISH_SECONDS) for stream in self._streams))
        finally:
            beside = (*tasks, stopping, *self._admissions, *self._questions)
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            self._thoughts.shutdown(wait=False, cancel_futures=True)

    async def _keep_offering(self) -> None:
        backoff = Backoff(0.1, 3.0)
        trying = False  # further failed attempts are not logged as warnings
        while True:
            try:
                offers = await self._offers()
                if offers:
                    trying = False
                    await self._offer(offers, backoff)
                    continue
                _log.info("no_games_yet")
                trying = False
            except ClientError as error:
                (_log.info if trying else _log.warning)("the offer of bots broke", error=error.line)
                trying = True
            RECONNECTS.labels(_CALL).inc()
            await asyncio.sleep(backoff.next())

    async def _offers(self) -> Offers:
        """Return every bot of every game that the lobby lists."""
        response = await self._lobby.tables.games()
        games = filter(None, (offer.description.game for offer in response.games))
        return frozenset(
            (game, bot, True, tuple(adviser.analysed_seats), tuple(sorted(adviser.unanalysed_options.items())))
            if adviser is not None and adviser.bot == bot
            else (game, bot, False, (), ())
            for game in games
            for adviser in [self._registry.adviser(game)]
            for bot in self._registry.bots(game)
        )

    async def _offer(self, offers: Offers, backoff: Backoff) -> None:
        """Keep the offer open and play seats until the lobby's games change, or it ends the stream."""
        seats = self._lobby.bots.host(
            bots_pb2.BotOffer(game=game, bot=bot, hints=hints, analysed_seats=seats, unanalysed_options=dict(options))
            for game, bot, hints, seats, options in sorted(offers)
        )
        taking = asyncio.create_task(self._take_seats(seats, backoff), name="take-seats")
        change = asyncio.create_task(self._games_changed(offers), name="games-changed")
        CONNECTED.labels(_CALL).inc()
        _log.info("bots_offered", offers=[f"{game}/{bot}" for game, bot, *_ in sorted(offers)])
        try:
            await asyncio.wait([taking, change], return_when=asyncio.FIRST_COMPLETED)
            if taking.done():
                taking.result()
                await asyncio.sleep(backoff.next())  # the stream ended normally: the lobby is about to stop
        finally:
            CONNECTED.labels(_CALL).dec()
            taking.cancel()
            change.cancel()
            await asyncio.gather(taking, change, return_exceptions=True)

    async def _games_changed(self, offers: Offers) -> None:
        """Return when the lobby lists games that the offer does not cover."""
        while True:
            await asyncio.sleep(OFFER_SECONDS)
            try:
                if await self._offers() - offers:
                    return
            except ClientError as error:
                _log.info("games_not_listed", error=error.line)

    async def _take_seats(self, responses: AsyncGenerator[bots_pb2.HostBotsResponse, None], backoff: Backoff) -> None:
        async with aclosing(responses):
            async for response in responses:
                backoff.reset()
                if response.WhichOneof("content") == "seat":
                    self._take(response.seat)
                elif response.WhichOneof("content") == "question":
                    self._take_question(response.question.game, partial(self._hint, response.question))
                elif response.WhichOneof("content") == "analysis":
                    self._take_question(response.analysis.game, partial(self._analysis, response.analysis))
                elif response.caught_up:
                    _log.info("caught_up", seats=self.seats)

    def _take(self, seat: bots_pb2.BotSeat) -> None:
        key = (TableId(seat.table_id), seat.seat)
        if key in self._admitting or self._stream_of(key[0]).holds(*key):
            return
        self._admitting.add(key)
        admission = asyncio.create_task(self._admit(seat), name="admit")
        self._admissions.add(admission)
        admission.add_done_callback(self._admitted)

    async def _admit(self, seat: bots_pb2.BotSeat) -> None:
        """Begin to play a seat, once everything that its strategy needs is there."""
        try:
            strategy = self._registry.find(seat.game, seat.bot)
            if strategy is None:
                _log.error("unoffered_bot_requested", game=seat.game, bot=seat.bot)
                return
            strategy = strategy_at(strategy, Table(seat.seats, dict(seat.options), self._patience))
            if seat.script:
                strategy = Scripted(seat.script, strategy)
            catalogue: Catalogue = {}
            if strategy.needs_view:
                async with self._room:
                    catalogue = await self._catalogue(seat)
            player = SeatPlayer(seat, strategy, catalogue, self._pace)
            self._stream_of(player.table_id).add(player)
        finally:
            self._admitting.discard((TableId(seat.table_id), seat.seat))

    def _take_question(self, game: str, answer: Callable[[Adviser], Coroutine[object, object, None]]) -> None:
        adviser = self._registry.adviser(game)
        if adviser is None or len(self._questions) >= MAX_QUESTIONS:
            HINTS.labels(game, "left").inc()
            return
        task = asyncio.create_task(self._answer(game, answer(adviser)), name="advise")
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _answer(self, game: str, answering: Coroutine[object, object, None]) -> None:
        """Answer a request for a hint or an analysis; if this fails, the lobby asks again or another host."""
        outcome = "failed"
        try:
            await answering
            outcome = "given"
        except ClientError as error:
            outcome = "refused"
            _log.info("hint_refused", game=game, error=error.line)
        except Exception as error:  # noqa: BLE001  # an adviser may fail in any way
            _log.error("adviser_failed", game=game, exc_info=error)
        finally:
            HINTS.labels(game, outcome).inc()

    async def _hint(self, question: bots_pb2.HintQuestion, adviser: Adviser) -> None:
        """Send what a bot would answer."""
        table = Table(question.seats, dict(question.options), self._patience)
        catalogue = await self._catalogues.of_pack(question.game, question.pack_digest)
        advice = await self._advice(adviser, question.prompt, question.view, catalogue, table)
        answers = [play_pb2.HintedAnswer(picks=each.picks, facts=facts_of(each)) for each in advice[:MAX_ANSWERS]]
        hint = play_pb2.GivenHint(prompt_id=question.prompt.id, bot=adviser.bot, answers=answers)
        await self._lobby.bots.give_hint(question.table_id, question.id, hint)

    async def _analysis(self, question: bots_pb2.AnalysisQuestion, adviser: Adviser) -> None:
        """Send where a game turned; other requests for advice are answered in between."""
        response = await self._lobby.bots.decisions(question.table_id, question.id)
        table = Table(response.seats, dict(response.options), self._patience)
        catalogue = await self._catalogues.of_pack(question.game, response.pack_digest)
        seen = []
        for decision in response.decisions:
            advice = await self._advice(
                adviser, decision.prompt, decision.view, catalogue, table, chosen=decision.picks
            )
            seen.append((decision, advice))
        analysis = analysed(adviser.bot, seen, response.final_win_percent)
        await self._lobby.bots.give_analysis(question.table_id, question.id, analysis)

    async def _advice(
        self,
        adviser: Adviser,
        prompt: game_pb2.Prompt,
        view: AnyMessage,
        catalogue: Catalogue,
        table: Table,
        *,
        chosen: Sequence[str] | None = None,
    ) -> Sequence[Advice]:
        """Return an adviser's advice, computed in the thread for thinking."""
        advise = partial(adviser.advise, prompt, unpacked(view), catalogue, table, chosen=chosen)
        return await asyncio.get_running_loop().run_in_executor(self._thoughts, advise)

    def _admitted(self, admission: asyncio.Task[None]) -> None:
        self._admissions.discard(admission)
        if not admission.cancelled() and (error := admission.exception()) is not None:
            _log.error("seat_failed", exc_info=error)

    async def _catalogue(self, seat: bots_pb2.BotSeat) -> Catalogue:
        backoff = Backoff(0.2, 5.0)
        while True:
            try:
                return await self._catalogues.of_pack(seat.game, seat.pack_digest)
            except ClientError as error:
                _log.info("no_catalogue_yet", game=seat.game, table=seat.table_id, error=error.line)
            await asyncio.sleep(backoff.next())

    def _stream_of(self, table_id: TableId) -> PlayedSeats:
        return self._streams[crc32(table_id.encode()) % len(self._streams)]
