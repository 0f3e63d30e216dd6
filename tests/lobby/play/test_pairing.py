"""Tickets: people who would play the same find each other, through any lobby, live or over days."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import pairing_pb2 as pb
from galaxytables.lobby.v1 import relations_pb2
from galaxytables.lobby.v1.tables_pb2 import (
    RATING_TERMS_CASUAL,
    TABLE_STATE_RUNNING,
    VISIBILITY_PUBLIC,
    TimeControl,
)
from galaxytables_client import Bearer, Lobby
from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing
from galaxytables_lobby.domain.archived import POINTS
from galaxytables_lobby.domain.limits import Rate, Scope
from galaxytables_lobby.domain.tickets import HELD_MILLISECONDS, KEPT_MILLISECONDS, MAX_SLOW
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_lobby.people.sanctions import Kind, Sanction, Subject
from galaxytables_lobby.play.pairing.waves import LEASE_MILLISECONDS, Waves
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, Updates, eventually, refused
from tests.lobby.workers import open_pairing

IN_SECONDS = 1000
DAY = TimeControl(per_move=Duration(seconds=24 * 3600))


def offer(*seats: int, **fields: Any) -> pb.TicketOffer:
    values = {"game": NAME, "seats": seats or (2,), **fields}
    if "time_control" not in values:
        values = {"preset": "live", **values}
    return pb.TicketOffer(**values)


def terms(*offers: pb.TicketOffer, **fields: Any) -> pb.TicketTerms:
    return pb.TicketTerms(offers=offers or (offer(),), **fields)


@asynccontextmanager
async def holding(guest: Guest, asked: pb.TicketTerms | str | None = None) -> AsyncIterator[Updates]:
    """A live ticket, held by a stream that has said how it is."""
    if isinstance(asked, str):
        request = pb.HoldTicketRequest(ticket_id=asked)
    else:
        request = pb.HoldTicketRequest(terms=asked or terms())
    call = guest.pairing.HoldTicket(request, metadata=guest.metadata)
    try:
        yield Updates(call)
    finally:
        call.cancel()


async def begun(updates: Updates) -> str:
    """The id of a ticket, once it waits."""
    return str((await updates.next()).progress.ticket_id)


async def seat(updates: Updates) -> str:
    """The table that a ticket gets."""
    return str((await updates.until(lambda message: message.HasField("seat")))[-1].seat.table_id)


async def slow(guest: Guest, asked: pb.TicketTerms | None = None, request_id: str = "") -> pb.Ticket:
    request = pb.CreateTicketRequest(terms=asked or terms(offer(time_control=DAY)), request_id=request_id)
    return (await guest.pairing.CreateTicket(request, metadata=guest.metadata)).ticket


async def tickets(guest: Guest) -> Sequence[pb.Ticket]:
    return (await guest.pairing.ListTickets(pb.ListTicketsRequest(), metadata=guest.metadata)).tickets


async def cancel(guest: Guest, ticket_id: str) -> bool:
    request = pb.CancelTicketRequest(ticket_id=ticket_id)
    return (await guest.pairing.CancelTicket(request, metadata=guest.metadata)).cancelled


async def waits(guest: Guest) -> pb.ListWaitsResponse:
    return await guest.pairing.ListWaits(pb.ListWaitsRequest(game=NAME), metadata=guest.metadata)


@asynccontextmanager
async def pairing(house: House) -> AsyncIterator[Waves]:
    async with open_pairing(house.settings, clock=house.clock) as waves:
        yield waves


async def a_wave(house: House, waves: Waves, later: float = 1.0) -> int:
    house.clock.ahead += later
    return await waves.pair()


async def test_two_who_would_play_the_same_get_a_table_whose_game_has_started(house):
    ada, bea = await house.guest("Ada"), await house.guest("Bea")
    async with holding(ada) as one, holding(bea, terms(offer(3), offer(2, rating=0))) as two, pairing(house) as waves:
        await begun(one)
        await begun(two)
        assert await a_wave(house, waves) == 1
        table_id = await seat(one)
        assert await seat(two) == table_id
        assert await one.rest() == []
    table = await ada.table(table_id)
    assert table.state == TABLE_STATE_RUNNING
    assert {each.player.name for each in table.seats} == {"Ada", "Bea"}
    assert table.visibility == VISIBILITY_PUBLIC
    assert table.time_control.per_move.seconds == 45
    assert [each.table.id for each in (await bea.my_tables()).tables] == [table_id]
    # Both can play at once.
    for guest in (ada, bea):
        await guest.pick(table_id)
    assert await a_wave(house, waves) == 0


async def test_people_at_two_lobbies_find_each_other(house):
    await house.open_lobby()
    ada, bea = await house.guest("Ada"), house.at(await house.guest("Bea"), 1)
    async with holding(ada) as one, holding(bea) as two, pairing(house) as waves:
        await begun(one)
        await begun(two)
        await a_wave(house, waves)
        assert await seat(one) == await seat(two)


async def test_different_terms_do_not_meet(house):
    people = [await house.guest() for _ in range(5)]
    asked = [
        terms(offer(2)),
        terms(offer(2, preset="live_quick")),
        terms(offer(2, options={"unlucky": "on"})),
        terms(offer(2, rating=RATING_TERMS_CASUAL)),
        terms(offer(4)),
    ]
    async with pairing(house) as waves:
        streams = [holding(guest, each) for guest, each in zip(people, asked, strict=True)]
        async with streams[0] as a, streams[1] as b, streams[2] as c, streams[3] as d, streams[4] as e:
            for each in (a, b, c, d, e):
                await begun(each)
            assert await a_wave(house, waves) == 0


async def test_default_options_are_the_same_whether_they_are_written_out_or_not(house):
    ada, bea = await house.guest(), await house.guest()
    async with pairing(house) as waves, holding(ada, terms(offer(options={"rounds": "3"}))) as one, holding(bea) as two:
        await begun(one)
        await begun(two)
        assert await a_wave(house, waves) == 1


async def test_a_stream_says_how_the_ticket_is(house):
    ada, bea = await house.guest("Ada"), await house.guest("Bea")
    async with holding(ada, terms(offer(4))) as one:
        first = await one.next()
        assert (first.progress.place, first.progress.waiting) == (1, 1)
        assert not first.progress.HasField("expected_wait")
        async with holding(bea, terms(offer(4))) as two:
            second = await two.next()
            assert (second.progress.place, second.progress.waiting) == (2, 2)
            [*_, last] = await one.until(lambda message: message.progress.waiting == 2)
            assert last.progress.place == 1


async def test_waits_and_who_is_online_are_shown_to_everybody(house):
    ada, bea, cem = [await house.guest() for _ in range(3)]
    async with pairing(house) as waves, holding(ada) as one, holding(bea) as two:
        await begun(one)
        await begun(two)
        await slow(cem)
        house.clock.ahead += 3
        found = await waits(cem)
        # One's own wait is no other's.
        assert [(each.seats, each.slow, each.waiting) for each in found.waits] == [(2, False, 2), (2, True, 0)]
        assert found.online == 2
        found = await waits(ada)
        assert [(each.seats, each.slow, each.waiting) for each in found.waits] == [(2, False, 1), (2, True, 1)]
        assert [(each.slow, each.waiting) for each in found.seeks] == [(False, 1), (True, 1)]
        await a_wave(house, waves, later=4)
        await seat(one)
        # Seats that were taken leave their pools with the next wave.
        await a_wave(house, waves)

        async def are_counted_anew() -> bool:
            live = (await waits(cem)).waits[0]
            return live.waiting == 0 and 6 <= live.expected_wait.seconds <= 12

        await eventually(are_counted_anew)


async def test_games_in_play_are_counted_for_everybody(house):
    ada, bea, cem = [await house.guest() for _ in range(3)]
    async with pairing(house) as waves, holding(ada) as one, holding(bea) as two:
        await begun(one)
        await begun(two)
        await a_wave(house, waves, later=4)
        await seat(one)
        found = await waits(cem)
        assert found.running == 1


async def test_what_others_wait_for_is_answered_by_a_ticket_with_the_same_offer(house):
    ada, bea, cem = [await house.guest(name) for name in ("Ada", "Bea", "Cem")]
    sought = [offer(2, 3, rating=RATING_TERMS_CASUAL), offer(2, time_control=DAY)]
    async with pairing(house) as waves, holding(ada, terms(sought[0])) as one:
        await begun(one)
        house.clock.ahead += 3
        await slow(bea, terms(sought[1]))
        answered = await waits(cem)
        live, days = answered.seeks
        assert [(list(each.offer.seats), each.slow, each.waiting) for each in answered.seeks] == [
            ([2, 3], False, 1),
            ([2], True, 1),
        ]
        assert (live.offer.rating, live.offer.time_control.per_move.seconds) == (RATING_TERMS_CASUAL, 45)
        assert live.since.ToMilliseconds() < days.since.ToMilliseconds()
        assert [[each.name for each in seek.players] for seek in answered.seeks] == [["Ada"], ["Bea"]]
        # Visitors are told no names.
        visited = await cem.pairing.ListWaits(pb.ListWaitsRequest(game=NAME))
        assert [(seek.waiting, len(seek.players)) for seek in visited.seeks] == [(1, 0), (1, 0)]
        async with holding(cem, terms(live.offer)) as two:
            await begun(two)
            assert await a_wave(house, waves) == 1
            assert await seat(two) == await seat(one)
        await slow(cem, terms(days.offer))
        assert await a_wave(house, waves) == 1

        async def nobody_waits() -> bool:
            return not (await waits(cem)).seeks

        await eventually(nobody_waits)


async def test_who_hides_where_they_are_waits_without_a_name(house):
    ada, bea = [await house.guest(name) for name in ("Ada", "Bea")]
    await ada.relations.SetPresence(relations_pb2.SetPresenceRequest(hidden=True), metadata=ada.metadata)
    await slow(ada)
    house.clock.ahead += 3
    [seek] = (await waits(bea)).seeks
    assert (seek.waiting, list(seek.players)) == (1, [])


async def test_neither_of_two_whom_a_block_keeps_apart_sees_the_others_wait(house):
    ada, bea, cem = [await house.guest(name) for name in ("Ada", "Bea", "Cem")]
    await ada.relate(bea, block=True)
    async with holding(ada, terms(offer(3, 4))) as one, holding(bea, terms(offer(3, 4))) as two:
        for updates in (one, two):
            progress = (await updates.next()).progress
            assert (progress.place, progress.waiting) == (1, 1)
        house.clock.ahead += 3
        for guest in (ada, bea):
            found = await waits(guest)
            assert [each.waiting for each in found.waits] == [0, 0]
            assert list(found.seeks) == []
        found = await waits(cem)
        assert [each.waiting for each in found.waits] == [2, 2]
        assert [each.waiting for each in found.seeks] == [2]
        async with holding(cem, terms(offer(3))) as three:
            progress = (await three.next()).progress
            assert (progress.place, progress.waiting) == (3, 3)
            [*_, last] = await one.until(lambda message: message.progress.waiting == 2)
            assert last.progress.place == 1
            await eventually(lambda: _sees_waiting(ada, [1, 0]))
        await ada.relate(bea, block=False)
        await one.until(lambda message: message.progress.waiting == 3)


async def _sees_waiting(guest: Guest, counts: list[int]) -> bool:
    return [each.waiting for each in (await waits(guest)).waits] == counts


async def test_who_waits_anew_is_counted_once_and_as_what_they_wait_for_now(house):
    ada, bea = await house.guest("Ada"), await house.guest("Bea")
    async with holding(ada) as one:
        await begun(one)
        async with holding(ada, terms(offer(2, 3))) as two:
            await begun(two)
            assert [(each.seats, each.waiting) for each in (await waits(bea)).waits] == [(2, 1), (3, 1)]
            assert [(list(each.offer.seats), each.waiting) for each in (await waits(bea)).seeks] == [([2, 3], 1)]


async def test_a_live_ticket_is_kept_while_its_stream_is_open_and_half_a_minute_longer(house):
    ada, bea = await house.guest(), await house.guest()
    async with pairing(house) as waves:
        async with holding(ada) as one:
            ticket_id = await begun(one)
        # Once the lobby has noticed.
        await eventually(lambda: not house.lobbies[0].pairing._held)
        async with holding(ada, ticket_id) as one:
            assert await begun(one) == ticket_id
        await eventually(lambda: not house.lobbies[0].pairing._held and not house.lobbies[0].pairing._released)
        async with holding(bea) as two:
            await begun(two)
            house.clock.ahead += HELD_MILLISECONDS / IN_SECONDS + 6
            await eventually(lambda: _is_held(house, bea))
            assert await a_wave(house, waves) == 0
            error = await refused(Updates(ada.pairing.HoldTicket(
                pb.HoldTicketRequest(ticket_id=ticket_id), metadata=ada.metadata)).next())  # fmt: skip
            assert error.reason == "TICKET_OVER"


async def _is_held(house: House, guest: Guest) -> bool:
    """Whether the lobby has put off the end of a guest's ticket, by the time that it is now."""
    [(_, until)] = await house.lobbies[0].pairing.of(PlayerId(guest.id))
    return until > house.clock() * IN_SECONDS


async def test_who_comes_back_after_the_table_was_made_gets_the_seat(house):
    ada, bea = await house.guest(), await house.guest()
    async with pairing(house) as waves, holding(bea) as two:
        async with holding(ada) as one:
            ticket_id = await begun(one)
        await begun(two)
        await a_wave(house, waves)
        async with holding(ada, ticket_id) as one:
            assert (await one.next()).seat.table_id == await seat(two)


async def test_a_repeat_whose_first_answer_was_lost_goes_on_with_the_same_ticket(house):
    ada, bea = await house.guest(), await house.guest()
    request = pb.HoldTicketRequest(terms=terms(), request_id="once and for all")
    async with pairing(house) as waves, holding(bea) as two:
        first = Updates(ada.pairing.HoldTicket(request, metadata=ada.metadata))
        ticket_id = await begun(first)
        first.call.cancel()
        again = Updates(ada.pairing.HoldTicket(request, metadata=ada.metadata))
        assert await begun(again) == ticket_id
        again.call.cancel()
        await begun(two)
        assert await a_wave(house, waves) == 1
        last = Updates(ada.pairing.HoldTicket(request, metadata=ada.metadata))
        assert (await last.next()).seat.table_id == await seat(two)
        assert len((await ada.my_tables()).tables) == 1


async def test_a_new_live_ticket_takes_the_place_of_the_earlier_one(house):
    ada = await house.guest()
    async with holding(ada) as one:
        await begun(one)
        async with holding(ada, terms(offer(4))) as two:
            ticket_id = await begun(two)
            error = await refused(one.rest())
            assert error.reason == "TICKET_OVER"
            assert [each.id for each in await tickets(ada)] == [ticket_id]


async def test_who_cancels_is_not_seated(house):
    ada, bea = await house.guest(), await house.guest()
    async with pairing(house) as waves, holding(ada) as one, holding(bea) as two:
        ticket_id = await begun(one)
        await begun(two)
        # Only one's own.
        assert not await cancel(bea, ticket_id)
        assert await cancel(ada, ticket_id)
        assert not await cancel(ada, ticket_id)
        assert await a_wave(house, waves) == 0
        assert (await refused(one.rest())).reason == "TICKET_OVER"


async def test_slow_tickets_hold_for_a_week_without_a_connection(house):
    ada, bea, cem = [await house.guest() for _ in range(3)]
    made = await slow(ada)
    assert (made.live, made.expires.seconds - made.created.seconds) == (False, KEPT_MILLISECONDS // IN_SECONDS)
    assert await tickets(ada) == [made]
    async with pairing(house) as waves:
        assert await a_wave(house, waves, later=6 * 24 * 3600) == 0
        await slow(bea)
        assert await a_wave(house, waves) == 1
        assert await tickets(ada) == []
        [mine] = (await ada.my_tables()).tables
        assert {each.player.id for each in mine.table.seats} == {ada.id, bea.id}
        await slow(cem)
        await a_wave(house, waves, later=KEPT_MILLISECONDS / IN_SECONDS + 1)
        assert await tickets(cem) == []


async def test_a_slow_and_a_live_ticket_for_the_same_meet(house):
    ada, bea = await house.guest(), await house.guest()
    await slow(ada)
    async with pairing(house) as waves, holding(bea, terms(offer(time_control=DAY))) as two:
        await begun(two)
        assert await a_wave(house, waves) == 1


async def test_a_repeated_request_makes_no_second_ticket_and_there_is_a_bound(house):
    ada = await house.guest()
    first = await slow(ada, request_id="once and for all")
    assert await slow(ada, request_id="once and for all") == first
    over_days = [terms(offer(time_control=TimeControl(per_move=Duration(seconds=n * 24 * 3600)))) for n in range(2, 9)]
    for each in over_days[: MAX_SLOW - 1]:
        await slow(ada, each)
    error = await refused(slow(ada, over_days[-1]))
    assert (error.reason, error.metadata["most"]) == ("TOO_MANY_TICKETS", str(MAX_SLOW))
    await cancel(ada, first.id)
    await slow(ada)


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        (pb.TicketTerms(), "offers"),
        (terms(offer(2, 3, 4), offer(2, 3, 4), offer(2, 3, 4)), "offers"),
        (terms(offer(1)), "seats"),
        (terms(offer(7)), "seats"),
        (terms(pb.TicketOffer(game=NAME, preset="live")), "seats"),
        (terms(offer(preset="never")), "preset"),
        (terms(offer(preset="live", time_control=DAY)), "preset"),
        (terms(pb.TicketOffer(game=NAME, seats=[2])), "time_control"),
        (terms(offer(time_control=TimeControl(per_move=Duration(seconds=60), successor="random"))), "time_control"),
        (terms(max_difference=-1), "max_difference"),
        (terms(max_difference=float("nan")), "max_difference"),
        (terms(bot="random"), "bots_after"),
        (terms(bots_after=Duration(seconds=20)), "bots_after"),
        (terms(bot="random", bots_after=Duration(nanos=5)), "bots_after"),
        (terms(bot="random", bots_after=Duration(seconds=3601)), "bots_after"),
    ],
)
async def test_what_a_ticket_cannot_ask_for(house, asked, field):
    ada = await house.guest()
    async with holding(ada, asked) as one:
        error = await refused(one.next())
    assert (error.reason, error.metadata["field"]) == ("INVALID_TICKET", field)
    assert await tickets(ada) == []


async def test_other_refusals_name_what_is_wrong(house):
    ada = await house.guest()
    for asked, reason in [
        (terms(offer(game="chess")), "UNKNOWN_GAME"),
        (terms(offer(5)), "INVALID_SEATS"),
        (terms(offer(rating=9)), "UNKNOWN_VALUE"),
        (terms(bot="nobody", bots_after=Duration(seconds=20)), "UNKNOWN_BOT"),
    ]:
        async with holding(ada, asked) as one:
            assert (await refused(one.next())).reason == reason
    live = await refused(slow(ada, terms(offer())))
    assert (live.reason, live.metadata["field"]) == ("INVALID_TICKET", "time_control")


async def test_blocked_pairs_never_meet_however_long_they_wait(house):
    ada, bea, cem = [await house.guest() for _ in range(3)]
    await bea.relate(ada, block=True)
    for guest in (ada, bea):
        await slow(guest)
    async with pairing(house) as waves:
        for _ in range(3):
            assert await a_wave(house, waves, later=24 * 3600) == 0
        await slow(cem)
        assert await a_wave(house, waves) == 1
        assert len(await tickets(ada)) + len(await tickets(bea)) == 1


async def test_who_blocks_another_while_their_table_is_made_does_not_get_it(house):
    store = house.lobbies[0].tables.store
    ada, bea = await house.guest(), await house.guest()
    for guest in (ada, bea):
        await slow(guest)
    async with pairing(house) as waves:
        found, _ = await store.waiting_in(await _pool(house))
        opening = waves._opening(found[0].ticket.terms[0], [each.ticket for each in found])
        assert await store.seat_tickets(opening, now=int(house.clock() * IN_SECONDS), lease=LEASE_MILLISECONDS)
        await bea.relate(ada, block=True)
        assert not await waves._openings.open(opening)
        assert len(await tickets(ada)) == len(await tickets(bea)) == 1
        assert await a_wave(house, waves, later=24 * 3600) == 0


async def test_two_whose_names_look_alike_do_not_sit_at_one_table(house):
    for name in ("Ada", "Adа"[:2] + "a"):
        await slow(await house.guest(name))
    async with pairing(house) as waves:
        assert await a_wave(house, waves, later=3600) == 0


async def test_two_who_have_just_played_are_kept_apart_if_somebody_else_waits(house):
    ada, bea = await house.guest(), await house.guest()
    for guest in (ada, bea):
        await slow(guest)
    async with pairing(house) as waves:
        assert await a_wave(house, waves) == 1
    # Another worker knows as well.
    async with pairing(house) as waves:
        cem = await house.guest()
        for guest in (ada, bea, cem):
            await slow(guest)
        assert await a_wave(house, waves, later=2) == 1
        assert await tickets(cem) == []


async def test_four_sit_at_a_table_for_four(house):
    people = [await house.guest() for _ in range(4)]
    for guest in people[:3]:
        await slow(guest, terms(offer(4, 3, time_control=DAY), offer(4, time_control=DAY)))
    async with pairing(house) as waves:
        await slow(people[3], terms(offer(4, time_control=DAY)))
        made = await a_wave(house, waves)
        assert made == 1
        [mine] = (await people[0].my_tables()).tables
        assert len(mine.table.seats) in (3, 4)
        assert all(each.player.id for each in mine.table.seats)


async def test_bots_fill_the_table_of_who_has_waited_long_enough(house):
    ada, bea = await house.guest(), await house.guest()
    asked = terms(offer(3), bot="random", bots_after=Duration(seconds=4))
    async with pairing(house) as waves, house.host().hosting("random") as hosting:
        await hosting.next()
        async with holding(ada, asked) as one, holding(bea, asked) as two:
            await begun(one)
            await begun(two)
            assert await a_wave(house, waves) == 0
            assert await a_wave(house, waves, later=4) == 1
            table_id = await seat(one)
            assert await seat(two) == table_id
        table = await ada.table(table_id)
        assert [bool(each.bot) for each in table.seats] == [False, False, True]
        found = await hosting.until(lambda message: message.seat.table_id == table_id)
        assert found[-1].seat.seat == 2


async def test_without_its_bot_a_ticket_waits_on(house):
    ada = await house.guest()
    async with pairing(house) as waves:
        async with house.host().hosting("random") as hosting:
            await hosting.next()
            ticket = await slow(ada, terms(offer(time_control=DAY), bot="random", bots_after=Duration(seconds=20)))
        await eventually(lambda: _nobody_offers(house))
        assert await a_wave(house, waves, later=60) == 0
        assert [each.id for each in await tickets(ada)] == [ticket.id]


async def _nobody_offers(house: House) -> bool:
    return not await house.lobbies[0].tables.store.offers(now=int(house.clock() * IN_SECONDS))


async def test_while_the_rules_are_away_nobody_is_seated_and_nobody_is_lost(house, counting):
    ada, bea = await house.guest(), await house.guest()
    for guest in (ada, bea):
        await slow(guest)
    async with pairing(house) as waves:
        await counting.stop()
        await eventually(lambda: not waves._games.rules_of(NAME).available)
        assert await a_wave(house, waves) == 0
        assert len(await tickets(ada)) == 1
        await counting.start()
        await eventually(lambda: waves._games.rules_of(NAME).available)
        assert await a_wave(house, waves, later=20) == 1


async def test_if_a_game_cannot_be_started_the_tickets_wait_on_and_come_first(house, monkeypatch):
    ada, bea = await house.guest(), await house.guest()
    for guest in (ada, bea):
        await slow(guest)
    async with pairing(house) as waves:

        def refuse(*_: object, **__: object) -> None:
            raise errors.seats_open()

        with monkeypatch.context() as patched:
            patched.setattr(playing, "start", refuse)
            assert await a_wave(house, waves) == 0
        assert len(await tickets(ada)) == len(await tickets(bea)) == 1
        assert not [each for each in (await ada.my_tables()).tables if each.table.state == TABLE_STATE_RUNNING]
        found, _ = await house.lobbies[0].tables.store.waiting_in(await _pool(house))
        assert [each.missed for each in found] == [1, 1]
        assert await a_wave(house, waves, later=20) == 1


async def _pool(house: House) -> Any:
    [pool] = await house.lobbies[0].tables.store.pools()
    return pool


async def test_a_ticket_that_is_cancelled_while_its_table_fails_is_not_put_back(house):
    store = house.lobbies[0].tables.store
    ada, bea = await house.guest(), await house.guest()
    for guest in (ada, bea):
        await slow(guest)
    async with pairing(house) as waves:
        house.clock.ahead += 1
        found, _ = await store.waiting_in(await _pool(house))
        opening = waves._opening(found[0].ticket.terms[0], [each.ticket for each in found])
        now = int(house.clock() * IN_SECONDS)
        assert await store.seat_tickets(opening, now=now, lease=LEASE_MILLISECONDS)
        # Sent again, as it is when the answer is lost.
        assert await store.seat_tickets(opening, now=now, lease=LEASE_MILLISECONDS)
        other = waves._opening(found[0].ticket.terms[0], [each.ticket for each in found])
        assert not await store.seat_tickets(other, now=now, lease=LEASE_MILLISECONDS)
        await store.cancel_ticket(PlayerId(ada.id), next(e.ticket.id for e in found if e.ticket.player.id == ada.id))
        assert await store.put_back_tickets(opening, now=now)
        assert not await store.put_back_tickets(opening, now=now)
        assert await tickets(ada) == []
        assert len(await tickets(bea)) == 1


async def test_another_worker_makes_the_table_of_one_that_died(house):
    store = house.lobbies[0].tables.store
    ada, bea = await house.guest(), await house.guest()
    for guest in (ada, bea):
        await slow(guest)
    async with pairing(house) as waves:
        found, _ = await store.waiting_in(await _pool(house))
        opening = waves._opening(found[0].ticket.terms[0], [each.ticket for each in found])
        assert await store.seat_tickets(opening, now=int(house.clock() * IN_SECONDS), lease=LEASE_MILLISECONDS)
        assert await a_wave(house, waves) == 0
        assert await a_wave(house, waves, later=LEASE_MILLISECONDS / IN_SECONDS) == 1
        assert [each.table.id for each in (await ada.my_tables()).tables] == [opening.table_id]
        # The one that was taken for dead comes too late.
        assert await waves._openings.open(opening)
        assert len((await bea.my_tables()).tables) == 1
        assert await store.openings() == []


async def test_banned_players_and_drained_games_get_no_table(house):
    ada, bea = await house.guest(), await house.guest()
    for guest in (ada, bea):
        await slow(guest)
    sanctions = house.lobbies[0].access.sanctions
    since = int(house.clock() * IN_SECONDS)
    draining = Sanction(kind=Kind.DRAIN, subject=str(Subject.game(NAME)), reason="", operator="op", since=since)
    await sanctions.impose(draining)
    async with pairing(house) as waves:
        assert await a_wave(house, waves) == 0
        assert (await refused(slow(ada))).reason == "GAME_DRAINING"
        await sanctions.lift(Kind.DRAIN, Subject.game(NAME))
        ban = Sanction(
            kind=Kind.BAN, subject=str(Subject.player(PlayerId(ada.id))), reason="", operator="op", since=since
        )
        await sanctions.impose(ban)
        assert await a_wave(house, waves, later=20) == 0
        await sanctions.lift(Kind.BAN, Subject.player(PlayerId(ada.id)))
        assert await tickets(ada) == []
        assert len(await tickets(bea)) == 1


async def test_tickets_are_limited_by_player_and_address(redis_server, counting):
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        house.limits = LimitSettings(tickets={Scope.PLAYER: Rate(1, 60), Scope.ADDRESS: Rate(2, 60)})
        await house.open_lobby()
        ada, bea, cem = [await house.guest() for _ in range(3)]
        await slow(ada)
        assert (await refused(slow(ada))).metadata["scope"] == "player"
        await slow(bea)
        assert (await refused(slow(cem))).metadata["scope"] == "address"


async def test_the_how_to_finds_a_table_by_the_python_client(house):
    page = (Path(__file__).parents[3] / "docs" / "how-to" / "front-ends.md").read_text("utf-8")
    [snippet] = re.findall(r"### Find a table\n.*?```python\n(.*?)```", page, re.DOTALL)
    known: dict[str, Any] = {}
    exec(snippet.replace('"jump"', f'"{NAME}"'), known)  # noqa: S102  # the page's own
    async with pairing(house) as waves, house.host().hosting("random") as hosting:
        await hosting.next()
        found = [asyncio.create_task(known["find"](house.addresses[0], name)) for name in ("Ada", "Bea")]
        while not all(each.done() for each in found):
            await asyncio.sleep(0.1)
            await waves.pair()
        assert found[0].result() == found[1].result()


async def test_who_asks_twice_for_the_same_game_over_days_waits_once(house):
    ada = await house.guest()
    first = await slow(ada)
    assert await slow(ada) == first
    narrower = terms(offer(time_control=DAY))
    narrower.max_difference = 9
    second = await slow(ada, narrower)
    assert second.id != first.id
    assert [each.id for each in await tickets(ada)] == [second.id]


async def test_who_stops_waiting_by_the_python_client_has_no_ticket_any_more(house):
    async with Lobby(house.addresses[0], Bearer((ada := await house.guest()).token)) as lobby:
        waiting = lobby.pairing.hold(offer(), max_difference=9)
        async for response in waiting:
            assert response.progress.waiting == 1
            [ticket] = await lobby.pairing.list()
            assert (ticket.id, ticket.terms.max_difference) == (response.progress.ticket_id, 9)
            [stored], _ = await house.lobbies[0].tables.store.waiting_in(await _pool(house))
            assert stored.ticket.max_difference == pytest.approx(9 / POINTS)
            break
        await waiting.aclose()
        assert await lobby.pairing.list() == []
        made = await lobby.pairing.create(offer(time_control=DAY))
        assert await tickets(ada) == [made]
        # What was cancelled is counted no longer, and what one waits for oneself is no other's.
        assert [each.waiting for each in (await waits(await house.guest())).waits] == [0, 1]
        assert [each.waiting for each in (await lobby.pairing.waits(NAME)).waits] == [0, 0]
        assert await lobby.pairing.cancel(made.id)
        assert not await lobby.pairing.cancel(made.id)


async def test_who_is_erased_has_no_ticket_and_nobody_knows_whom_they_met(house):
    lobby = house.lobbies[0]
    ada, bea = await house.guest(), await house.guest()
    for guest in (ada, bea):
        await slow(guest)
    async with pairing(house) as waves:
        assert await a_wave(house, waves) == 1
    await slow(ada)
    player_id = PlayerId(ada.id)
    exported = json.loads(await lobby.people.export(player_id))
    assert [(each["live"], each["games"]) for each in exported["tickets"]] == [(False, [NAME])]
    assert len(await lobby.tables.store.met_since(0)) == 1
    await lobby.people.erase(player_id, operator="op", reason="")
    assert await lobby.tables.store.tickets_of(player_id) == []
    assert await lobby.tables.store.met_since(0) == []
