"""`BotService`: the calls of bot hosts, which play seats and give hints."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import partial

from google.protobuf.message import Message

from galaxytables.lobby.v1 import bots_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby, Stream
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.state import RunningTable
from galaxytables_lobby.ids import MAX_WORD, PlayerId, SeatNumber, is_word
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.ports import BotOffer
from galaxytables_lobby.subscriptions.bots import BotHost, HintAt, SeatAt

_MAX_OFFERS = 100
_MAX_SEATS = 100


async def _host_bots(lobby: Lobby, caller: Asker, request: bots_pb2.HostBotsRequest) -> AsyncIterator[Message]:
    offers = [_offer(lobby, offer, caller.player.id) for offer in request.offers[:_MAX_OFFERS]]
    if not offers or len(request.offers) > _MAX_OFFERS:
        raise errors.invalid_request(f"Offer 1 to {_MAX_OFFERS} bots.")
    for offer in offers:
        if caller.bots is not None and offer.bot not in caller.bots:
            raise errors.bot_not_named(offer.bot)
    ready = asyncio.Event()
    host = BotHost(offers, ready.set)
    try:
        await lobby.bots.join(host)
        follow = lobby.heartbeat.follow(caller, host, ready, partial(_said, lobby), bots_pb2.HostBotsResponse)
        async with aclosing(follow) as messages:
            async for message in messages:
                yield message
    finally:
        await lobby.bots.leave(host)


async def _give_hint(lobby: Lobby, caller: Asker, request: bots_pb2.GiveHintRequest) -> bots_pb2.GiveHintResponse:
    table_id, _ = await lobby.access.find(caller, request.table_id)
    await lobby.hints.give(table_id, caller.player.id, request.question, request.hint)
    return bots_pb2.GiveHintResponse()


async def _list_decisions(
    lobby: Lobby, caller: Asker, request: bots_pb2.ListDecisionsRequest
) -> bots_pb2.ListDecisionsResponse:
    loaded, _ = await lobby.access.load(caller, request.table_id)
    return await lobby.analyses.decisions(loaded, caller.player.id, request.question)


async def _give_analysis(
    lobby: Lobby, caller: Asker, request: bots_pb2.GiveAnalysisRequest
) -> bots_pb2.GiveAnalysisResponse:
    table_id, _ = await lobby.access.find(caller, request.table_id)
    await lobby.analyses.give(table_id, caller.player.id, request.question, request.analysis)
    return bots_pb2.GiveAnalysisResponse()


async def _said(lobby: Lobby, item: SeatAt | HintAt) -> bots_pb2.HostBotsResponse | None:
    """Return the message for a host about a seat or a question; None if nobody waits for the answer any more."""
    if isinstance(item, SeatAt):
        return bots_pb2.HostBotsResponse(seat=_seat(lobby, item.table, item.seat))
    table, hint = item
    if not hint.prompt_id:
        asked = bots_pb2.AnalysisQuestion(table_id=table.id, game=table.game, id=hint.asked)
        return bots_pb2.HostBotsResponse(analysis=asked)
    question = await lobby.hints.question(table.id, hint)
    return None if question is None else bots_pb2.HostBotsResponse(question=question)


def _offer(lobby: Lobby, offer: bots_pb2.BotOffer, host_id: PlayerId) -> BotOffer:
    game = lobby.games.rules_of(offer.game)
    name = offer.bot
    if not is_word(name):
        raise errors.invalid_request(f"A bot's name is lower_snake_case, at most {MAX_WORD} letters.")
    seats = tuple(sorted(set(offer.analysed_seats)))
    if len(offer.analysed_seats) > _MAX_SEATS or any(not 0 < each <= _MAX_SEATS for each in seats):
        raise errors.invalid_request(f"A game has at most {_MAX_SEATS} seats.")
    options = tuple(sorted(offer.unanalysed_options.items()))
    if any(not is_word(each) for pair in options for each in pair):
        raise errors.invalid_request(f"Options and their values are lower_snake_case, at most {MAX_WORD} letters.")
    return BotOffer(game.name, name, host_id, hints=offer.hints, analysed_seats=seats, unanalysed_options=options)


def _seat(lobby: Lobby, table: RunningTable, seat: SeatNumber) -> bots_pb2.BotSeat:
    script = lobby.games.rules_of(table.game).script(table.seed, seat) if table.introduction else ()
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


CALLS = (
    Stream(bots_pb2.HostBotsRequest, Access.bot_host, CallScope.SIGN_IN, _host_bots),
    Call(bots_pb2.GiveHintRequest, Access.bot_host, CallScope.SIGN_IN, _give_hint),
    Call(bots_pb2.ListDecisionsRequest, Access.bot_host, CallScope.SIGN_IN, _list_decisions),
    Call(bots_pb2.GiveAnalysisRequest, Access.bot_host, CallScope.SIGN_IN, _give_analysis),
)
