"""`BotService`: programs that fill seats, and give hints to people."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

from galaxy.lobby.v1 import bots_pb2, bots_pb2_grpc
from services.lobby import errors
from services.lobby.api.access import Access, Context
from services.lobby.api.heartbeat import Heartbeat
from services.lobby.commands.hints import Hints
from services.lobby.ids import PlayerId, SeatNumber
from services.lobby.rules import Directory
from services.lobby.store import BotOffer
from services.lobby.table.state import RunningTable
from services.lobby.watching.bots import BotDesk, BotHost

_MOST_OFFERS = 100
_MOST_NAME = 40


class BotServicer(bots_pb2_grpc.BotServiceServicer):
    """Answers to bot hosts."""

    def __init__(self, *, access: Access, bots: BotDesk, games: Directory, heartbeat: Heartbeat, hints: Hints) -> None:
        """Take what tells callers, bots, games and hints, and what keeps streams alive."""
        self._access = access
        self._bots = bots
        self._games = games
        self._heartbeat = heartbeat
        self._hints = hints

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
                yield bots_pb2.HostBotsResponse(seat=_seat(table, seat))
            yield bots_pb2.HostBotsResponse(caught_up=True)
            async with aclosing(self._heartbeat.wakes(caller, ready)) as wakes:
                async for pulse in wakes:
                    seats = host.take()
                    for table, seat in seats:
                        yield bots_pb2.HostBotsResponse(seat=_seat(table, seat))
                    questions = [await self._hints.question(*wanted) for wanted in host.take_questions()]
                    for question in filter(None, questions):
                        yield bots_pb2.HostBotsResponse(question=question)
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
        return BotOffer(game.name, name, host_id, hints=offer.hints)


def _seat(table: RunningTable, seat: SeatNumber) -> bots_pb2.BotSeat:
    return bots_pb2.BotSeat(
        table_id=table.id,
        seat=seat,
        game=table.game,
        bot=table.seats[seat].bot,
        seats=len(table.seats),
        options=table.options,
        pack_digest=table.pack_digest,
    )
