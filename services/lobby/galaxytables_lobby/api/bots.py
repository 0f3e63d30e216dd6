"""`BotService`: programs that fill seats, and give hints to people."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

from galaxytables.lobby.v1 import bots_pb2, bots_pb2_grpc
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access, Context
from galaxytables_lobby.api.heartbeat import Heartbeat
from galaxytables_lobby.domain.state import Hint, RunningTable, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber
from galaxytables_lobby.play.analyses import Analyses
from galaxytables_lobby.play.hints import Hints
from galaxytables_lobby.ports import BotOffer, Games
from galaxytables_lobby.subscriptions.bots import BotDesk, BotHost

_MOST_OFFERS = 100
_MOST_NAME = 40
_MOST_SEATS = 100


class BotServicer(bots_pb2_grpc.BotServiceServicer):
    """Answers to bot hosts."""

    def __init__(
        self, *, access: Access, bots: BotDesk, games: Games, heartbeat: Heartbeat, hints: Hints, analyses: Analyses
    ) -> None:
        """Take what tells callers, bots, games, hints and analyses, and what keeps streams alive."""
        self._access = access
        self._bots = bots
        self._games = games
        self._heartbeat = heartbeat
        self._hints = hints
        self._analyses = analyses

    async def HostBots(  # named by the contract
        self, request: bots_pb2.HostBotsRequest, context: Context
    ) -> AsyncIterator[bots_pb2.HostBotsResponse]:
        """Offer bots while the stream is open, and tell of the seats that they have."""
        caller = self._access.caller(context)
        if not caller.hosts_bots:
            raise errors.not_a_bot_host()
        offers = [self._offer(offer, caller.player.id) for offer in request.offers[:_MOST_OFFERS]]
        if not offers or len(request.offers) > _MOST_OFFERS:
            raise errors.invalid_request(f"Offer 1 to {_MOST_OFFERS} bots.")
        ready = asyncio.Event()
        host = BotHost(offers, ready.set)
        try:
            await self._bots.join(host)
            for table, seat in host.take():
                yield bots_pb2.HostBotsResponse(seat=self._seat(table, seat))
            yield bots_pb2.HostBotsResponse(caught_up=True)
            async with aclosing(self._heartbeat.wakes(caller, ready)) as wakes:
                async for pulse in wakes:
                    seats = host.take()
                    for table, seat in seats:
                        yield bots_pb2.HostBotsResponse(seat=self._seat(table, seat))
                    questions = host.take_questions()
                    for question in questions:
                        asked = await self._asked(*question)
                        if asked is not None:
                            yield asked
                    if pulse.beats([*seats, *questions]):
                        yield bots_pb2.HostBotsResponse(now=self._heartbeat.now())
        finally:
            await self._bots.leave(host)

    async def GiveHint(  # named by the contract
        self, request: bots_pb2.GiveHintRequest, context: Context
    ) -> bots_pb2.GiveHintResponse:
        """Tell a hint to whoever asked for it."""
        caller = self._access.caller(context)
        if not caller.hosts_bots:
            raise errors.not_a_bot_host()
        table_id, _ = await self._access.find(caller, request.table_id)
        await self._hints.give(table_id, caller.player.id, request.question, request.hint)
        return bots_pb2.GiveHintResponse()

    async def ListDecisions(
        self, request: bots_pb2.ListDecisionsRequest, context: Context
    ) -> bots_pb2.ListDecisionsResponse:
        """Show what is to be analysed."""
        caller = self._access.caller(context)
        if not caller.hosts_bots:
            raise errors.not_a_bot_host()
        loaded, _ = await self._access.load(caller, request.table_id)
        return await self._analyses.decisions(loaded, caller.player.id, request.question)

    async def GiveAnalysis(
        self, request: bots_pb2.GiveAnalysisRequest, context: Context
    ) -> bots_pb2.GiveAnalysisResponse:
        """Tell an analysis to whoever asked for it."""
        caller = self._access.caller(context)
        if not caller.hosts_bots:
            raise errors.not_a_bot_host()
        table_id, _ = await self._access.find(caller, request.table_id)
        await self._analyses.give(table_id, caller.player.id, request.question, request.analysis)
        return bots_pb2.GiveAnalysisResponse()

    async def _asked(self, table: Table, wanted: Hint) -> bots_pb2.HostBotsResponse | None:
        """What a host is asked; None where nobody waits for that any more."""
        if not wanted.prompt_id:
            asked = bots_pb2.AnalysisQuestion(table_id=table.id, game=table.game, id=wanted.asked)
            return bots_pb2.HostBotsResponse(analysis=asked)
        question = await self._hints.question(table.id, wanted)
        return None if question is None else bots_pb2.HostBotsResponse(question=question)

    def _offer(self, offer: bots_pb2.BotOffer, host_id: PlayerId) -> BotOffer:
        game = self._games.rules_of(offer.game)
        name = offer.bot
        if (
            not 0 < len(name) <= _MOST_NAME
            or not name.replace("_", "").isalnum()
            or not name.isascii()
            or name != name.lower()
        ):
            raise errors.invalid_request(f"A bot's name is lower_snake_case, at most {_MOST_NAME} letters.")
        seats = tuple(sorted(set(offer.analysed_seats)))
        if len(offer.analysed_seats) > _MOST_SEATS or any(not 0 < each <= _MOST_SEATS for each in seats):
            raise errors.invalid_request(f"A game has at most {_MOST_SEATS} seats.")
        return BotOffer(game.name, name, host_id, hints=offer.hints, analysed_seats=seats)

    def _seat(self, table: RunningTable, seat: SeatNumber) -> bots_pb2.BotSeat:
        script = self._games.rules_of(table.game).script(table.seed, seat) if table.introduction else ()
        return bots_pb2.BotSeat(
            table_id=table.id,
            seat=seat,
            game=table.game,
            bot=table.seats[seat].bot,
            seats=len(table.seats),
            options=table.options,
            pack_digest=table.pack_digest,
            script=script,
        )
