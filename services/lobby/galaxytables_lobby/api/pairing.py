"""`PairingService`: tickets by which players find others who would play the same."""

import asyncio
import math
from collections.abc import AsyncIterator
from functools import lru_cache

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from galaxytables.lobby.v1 import pairing_pb2 as pb
from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api import requests
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby, Stream
from galaxytables_lobby.domain.archived import POINTS
from galaxytables_lobby.domain.features import Feature
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.presets import PRESETS
from galaxytables_lobby.domain.ratings import is_slow
from galaxytables_lobby.domain.relations import NOBODY
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.state import RatingTerms, TimeControl
from galaxytables_lobby.domain.tickets import (
    KEPT_MILLISECONDS,
    MAX_SEATS,
    MAX_TERMS,
    MIN_SEATS,
    Terms,
    Ticket,
    TicketId,
    new_ticket_id,
    ticket_id_of_request,
)
from galaxytables_lobby.domain.waiting import Seek
from galaxytables_lobby.people.cool_downs import check_cool_down
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.play.free_seats import free_for
from galaxytables_lobby.play.pairing.desk import Held
from galaxytables_lobby.subscriptions.projection import time_control_for

_MIN_BOTS_AFTER, _MAX_BOTS_AFTER = 1_000, 3_600_000
_PRESETS = {preset.name: preset.control for preset in PRESETS}


async def _hold(lobby: Lobby, caller: Asker, request: pb.HoldTicketRequest) -> AsyncIterator[Message]:
    with lobby.quotas.streams.one(caller):
        if request.ticket_id:
            ticket_id = TicketId(request.ticket_id)
        else:
            ticket_id = _ticket_id(caller, request.request_id)
            ticket = await _ticket(lobby, caller, request.terms, ticket_id, live=True)
            await lobby.pairing.add(ticket)
        ready = asyncio.Event()
        held = Held(ticket_id, caller.player.id, ready.set)
        try:
            await lobby.pairing.begin(held)
            ready.clear()
            if not held.table_id:
                yield pb.HoldTicketResponse(progress=_progress(held), now=lobby.heartbeat.now())
            else:
                ready.set()
            async for pulse in lobby.heartbeat.wakes(caller, ready):
                if held.over:
                    raise errors.ticket_over()
                if held.table_id:
                    seat = pb.TicketSeat(ticket_id=held.id, table_id=held.table_id)
                    yield pb.HoldTicketResponse(seat=seat, now=lobby.heartbeat.now())
                    return
                said = _said(held)
                if said:
                    yield pb.HoldTicketResponse(progress=_progress(held), now=lobby.heartbeat.now())
                if pulse.beats(said):
                    yield pb.HoldTicketResponse(now=lobby.heartbeat.now())
        finally:
            lobby.pairing.release(held)


async def _create(lobby: Lobby, caller: Asker, request: pb.CreateTicketRequest) -> pb.CreateTicketResponse:
    player_id = caller.player.id
    ticket_id = _ticket_id(caller, request.request_id)
    ticket = await _ticket(lobby, caller, request.terms, ticket_id, live=False)
    for known, expires in await lobby.pairing.of(player_id):
        if not known.live and set(known.pools) == set(ticket.pools):
            # Who waits for something waits for it once, also after pressing twice.
            if known.max_difference == ticket.max_difference:
                return pb.CreateTicketResponse(ticket=_message(known, expires))
            await lobby.pairing.cancel(player_id, known.id)
    until = ticket.since + KEPT_MILLISECONDS
    if not await lobby.pairing.add(ticket):
        for known, expires in await lobby.pairing.of(player_id):
            if known.id == ticket_id:
                ticket, until = known, expires
    return pb.CreateTicketResponse(ticket=_message(ticket, until))


async def _list(lobby: Lobby, caller: Asker, _: pb.ListTicketsRequest) -> pb.ListTicketsResponse:
    tickets = await lobby.pairing.of(caller.player.id)
    return pb.ListTicketsResponse(tickets=[_message(ticket, until) for ticket, until in tickets])


async def _cancel(lobby: Lobby, caller: Asker, request: pb.CancelTicketRequest) -> pb.CancelTicketResponse:
    cancelled = await lobby.pairing.cancel(caller.player.id, TicketId(request.ticket_id))
    return pb.CancelTicketResponse(cancelled=cancelled)


async def _list_waits(lobby: Lobby, caller: Asker, request: pb.ListWaitsRequest) -> pb.ListWaitsResponse:
    games = (lobby.games.rules_of(request.game).name,) if request.game else lobby.games.names
    room, crowd = await lobby.pairing.waiting_room(), await lobby.crowds.latest()
    # Visitors take no seats.
    free = [] if caller.visits else [table for table in await lobby.free_seats.tables() if table.game in games]
    members = {player_id for table in free for player_id in table.members}
    apart = NOBODY if caller.visits else await lobby.relations.apart(caller.player.id, room.players, members)
    without = {caller.player.id, *apart.all}
    return pb.ListWaitsResponse(
        waits=[
            pb.GameWait(
                game=each.game,
                seats=each.seats,
                slow=each.slow,
                waiting=each.waiting,
                expected_wait=_duration(each.expected),
            )
            for each in room.waits(without)
            if each.game in games
        ],
        online=crowd.people,
        seeks=[
            _seek(each._replace(named=()) if caller.visits else each)
            for each in room.seeks(without)
            if each.terms.game in games
        ],
        table_ids=free_for(caller.player, free, apart),
        running=sum(each.running for each in crowd.games if each.game in games),
    )


@lru_cache(maxsize=1_000)
def _seek(seek: Seek) -> pb.OpenSeek:
    """Return an open seek as a message. It is cached, since everybody who looks gets it: copy it before changing it."""
    found = pb.OpenSeek(
        offer=_offer(seek.terms),
        slow=seek.terms.slow,
        waiting=seek.waiting,
        since=timestamp(seek.since),
        players=[players_pb2.Player(id=each.id, name=each.name) for each in seek.named],
    )
    found.offer.seats[:] = seek.seats
    return found


def _ticket_id(caller: Asker, request_id: str) -> TicketId:
    """Return the id of the ticket that a request makes: a new one, or the same for the same request id."""
    if not request_id:
        return new_ticket_id()
    return ticket_id_of_request(caller.player.id, requests.checked_request_id(request_id))


async def _ticket(
    lobby: Lobby, caller: Asker, ticket_terms: pb.TicketTerms, ticket_id: TicketId, *, live: bool
) -> Ticket:
    """Return the ticket that a request asks for, with the player's strengths; not stored yet."""
    lobby.directives.check(Feature.PAIRING)
    lobby.directives.check(Feature.TABLES)
    await lobby.quotas.tickets.take(caller.source, caller.player.id)
    ticket = Ticket(
        id=ticket_id,
        player=caller.player,
        live=live,
        terms=tuple([terms async for terms in _terms(lobby, ticket_terms, live=live)]),
        since=lobby.tables.now(),
        max_difference=_max_difference(ticket_terms),
        bot=ticket_terms.bot,
        bots_after=_bots_after(ticket_terms),
        automated=caller.automated,
        exempt=caller.source.exempt,
    )
    rated = any(terms.rated for terms in ticket.terms)
    await check_cool_down(lobby.tables.store, caller, rated=rated, now=ticket.since)
    if ticket.bot:
        await lobby.bots.check_offered(ticket.terms[0].game, ticket.bot)
    return await lobby.pairing.rated(ticket)


async def _terms(lobby: Lobby, ticket_terms: pb.TicketTerms, *, live: bool) -> AsyncIterator[Terms]:
    """Yield the terms of a ticket: one for each offer and each number of seats in it. Equal terms come once."""
    if not ticket_terms.offers:
        raise errors.invalid_ticket("offers", "At least one offer.")
    if sum(len(set(offer.seats)) for offer in ticket_terms.offers) > MAX_TERMS:
        raise errors.invalid_ticket("offers", f"At most {MAX_TERMS} offers, one for each number of seats.")
    known = set()
    for offer in ticket_terms.offers:
        game = lobby.games.rules_of(offer.game)
        lobby.access.sanctions.check_opening(game.name)
        control = _control(offer, live=live)
        if not offer.seats:
            raise errors.invalid_ticket("seats", "At least one number of seats.")
        rating = requests.rating_terms(offer.rating)
        if rating is None:
            rating = RatingTerms.CASUAL if Feature.RATED_GAMES in lobby.directives.off else RatingTerms.RATED
        elif rating is not RatingTerms.CASUAL:
            lobby.directives.check(Feature.RATED_GAMES)
        for seats in dict.fromkeys(offer.seats):
            if not MIN_SEATS <= seats <= MAX_SEATS:
                raise errors.invalid_ticket("seats", f"From {MIN_SEATS} to {MAX_SEATS} seats.")
            options = await game.check_options(seats, offer.options)
            terms = Terms(game=game.name, seats=seats, options=options, control=control, rating=rating)
            if terms.pool not in known:
                known.add(terms.pool)
                yield terms


def _control(offer: pb.TicketOffer, *, live: bool) -> TimeControl:
    """Return the time control of an offer. Raises INVALID_TICKET, INVALID_TIME_CONTROL."""
    if offer.preset and offer.HasField("time_control"):
        raise errors.invalid_ticket("preset", "Either a preset or a time control.")
    control = _PRESETS.get(offer.preset) if offer.preset else requests.time_control(offer.time_control)
    if control is None:
        raise errors.invalid_ticket("preset", "There is no such preset.")
    if not control.ticks:
        raise errors.invalid_ticket("time_control", "Only with a clock.")
    if control.successor:
        raise errors.invalid_ticket("time_control", "No bot can be chosen for others who leave.")
    if not live and not is_slow(control):
        raise errors.invalid_ticket("time_control", "A slow ticket leaves an hour for a choice, or a day for the game.")
    return control


def _max_difference(ticket_terms: pb.TicketTerms) -> float:
    if not math.isfinite(ticket_terms.max_difference) or ticket_terms.max_difference < 0:
        raise errors.invalid_ticket("max_difference", "A number that is not below 0.")
    return ticket_terms.max_difference / POINTS


def _bots_after(ticket_terms: pb.TicketTerms) -> int:
    if ticket_terms.HasField("bots_after") != bool(ticket_terms.bot):
        raise errors.invalid_ticket("bots_after", "A bot and when it comes belong together.")
    if not ticket_terms.bot:
        return 0
    after = ticket_terms.bots_after.seconds * 1000 + ticket_terms.bots_after.nanos // 1_000_000
    if not _MIN_BOTS_AFTER <= after <= _MAX_BOTS_AFTER:
        raise errors.invalid_ticket("bots_after", "From a second to an hour.")
    return after


def _said(held: Held) -> list[object]:
    """Return the progress of a ticket in a list, which is empty if the player has been sent this progress already."""
    if held.progress == held.said:
        return []
    return [held.progress]


def _progress(held: Held) -> pb.TicketProgress:
    """Return the progress of a ticket as a message, and record that the player has been sent it."""
    held.said = progress = held.progress
    if progress is None:
        return pb.TicketProgress(ticket_id=held.id)
    return pb.TicketProgress(
        ticket_id=held.id,
        place=progress.place,
        waiting=progress.waiting,
        expected_wait=_duration(progress.expected),
    )


def _message(ticket: Ticket, until: int) -> pb.Ticket:
    terms = pb.TicketTerms(
        offers=map(_offer, ticket.terms),
        max_difference=round(POINTS * ticket.max_difference, 6),
        bot=ticket.bot,
        bots_after=_duration(ticket.bots_after or None),
    )
    return pb.Ticket(
        id=ticket.id, terms=terms, created=timestamp(ticket.since), expires=timestamp(until), live=ticket.live
    )


def _offer(terms: Terms) -> pb.TicketOffer:
    return pb.TicketOffer(
        game=terms.game,
        seats=[terms.seats],
        options=terms.options,
        time_control=time_control_for(terms.control),
        rating=tables_pb2.RatingTerms.ValueType(terms.rating),
    )


def _duration(milliseconds: int | None) -> Duration | None:
    if milliseconds is None:
        return None
    duration = Duration()
    duration.FromMilliseconds(milliseconds)
    return duration


CALLS = (
    Stream(pb.HoldTicketRequest, Access.caller, CallScope.PLAY, _hold),
    Call(pb.CreateTicketRequest, Access.caller, CallScope.PLAY, _create),
    Call(pb.ListTicketsRequest, Access.caller, CallScope.READ, _list),
    Call(pb.CancelTicketRequest, Access.caller, CallScope.PLAY, _cancel),
    Call(pb.ListWaitsRequest, Access.anybody, CallScope.NONE, _list_waits),
)
