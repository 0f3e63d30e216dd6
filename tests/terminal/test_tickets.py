"""Looking for others who would play the same: now, by one line of the menu, and over days."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import pairing_pb2, pairing_pb2_grpc, tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_client.words import Words
from galaxytables_terminal.screens.menu import menu_entries
from galaxytables_terminal.settings import Settings
from galaxytables_terminal.tickets import (
    NOW,
    OVER_DAYS,
    Answer,
    Cancel,
    Seek,
    lines,
    progress_words,
    ticket_offer,
    waits_words,
)
from galaxytables_terminal.wording import wording
from tests.terminal.driving import playing
from tests.terminal.fake_lobby import FakeLobby

SAY = wording("en")
Context = grpc.aio.ServicerContext[Any, Any]


def offer(game: str, least: int, most: int) -> tables_pb2.GameOffer:
    description = rules_pb2.DescribeResponse(game=game, title=game.title(), least_seats=least, most_seats=most)
    return tables_pb2.GameOffer(description=description, available=True, bots=["random", "normal"])


@pytest.mark.parametrize(
    ("settings", "seats", "options"),
    [
        (Settings(), [2, 3, 4], {}),
        (Settings(game="race", seats=3, options={"goals": "on"}), [3], {"goals": "on"}),
        (Settings(game="jump", seats=3, options={"hands": "dealt"}), [2, 3, 4], {}),
    ],
)
def test_a_ticket_is_for_the_usual_seats_unless_the_settings_name_some_for_this_game(settings, seats, options):
    asked = ticket_offer(offer("race", 1, 6), settings, NOW)
    assert (list(asked.seats), dict(asked.options), asked.preset) == (seats, options, "live")
    assert asked.rating == tables_pb2.RATING_TERMS_RATED


def test_who_waits_is_told_how_it_is():
    progress = pairing_pb2.TicketProgress(place=1, waiting=2, expected_wait=Duration(seconds=45))
    told = progress_words(progress, 17, 5.0, 20.0, SAY).splitlines()
    assert told == [
        "You have waited 0:05.",
        "2 people look for this, with you",
        "usually 0:45",
        "17 people online",
        "bots in 0:15",
    ]
    assert progress_words(pairing_pb2.TicketProgress(), 0, 21.0, 20.0, SAY) == "You have waited 0:21."


def test_of_a_game_it_is_told_who_waits_for_it_at_one_sitting():
    waits = [
        pairing_pb2.GameWait(game="jump", seats=2, waiting=1, expected_wait=Duration(seconds=70)),
        pairing_pb2.GameWait(game="jump", seats=3, waiting=1, expected_wait=Duration(seconds=30)),
        pairing_pb2.GameWait(game="jump", seats=2, waiting=9, slow=True),
        pairing_pb2.GameWait(game="race", seats=2, waiting=5),
    ]
    assert waits_words(waits, "jump", SAY) == "1 person waits · usually 0:30"
    assert waits_words(waits, "roll", SAY) == ""


def test_only_seats_that_the_lobby_offers_stand_in_the_menu():
    free = [tables_pb2.Table(id=each, game="jump", state=tables_pb2.TABLE_STATE_OPEN) for each in ("one", "other")]
    words = Words("en", (), {})
    waits = pairing_pb2.ListWaitsResponse(table_ids=["one"])
    offered = menu_entries([], [], free, Settings(), SAY, words=words, waits=waits)
    assert [each.table for each in offered if each.table] == ["one"]
    older = menu_entries([], [], free, Settings(), SAY, words=words)
    assert [each.table for each in older if each.table] == ["one", "other"]


def test_tickets_can_be_ended_and_games_looked_for():
    day = tables_pb2.TimeControl(per_move=Duration(seconds=86_400))
    terms = pairing_pb2.TicketTerms(
        offers=[pairing_pb2.TicketOffer(game="jump", seats=[seats], time_control=day) for seats in (2, 3)]
    )
    ticket = pairing_pb2.Ticket(id="t", terms=terms, expires=Timestamp(seconds=86_400))
    shown = lines([ticket], [], [offer("jump", 2, 4)], SAY)
    assert [each.act for each in shown if each.act] == [Cancel("t"), Seek("jump")]
    assert shown[1].text.startswith("Jump for 2, 3 · ")
    assert shown[1].text.endswith("until 1970-01-02 00:00 UTC")


def test_what_others_look_for_over_days_can_be_answered():
    day = tables_pb2.TimeControl(per_move=Duration(seconds=86_400))

    def seek(*seats: int, slow: bool = True) -> pairing_pb2.OpenSeek:
        asked = pairing_pb2.TicketOffer(game="jump", seats=seats, time_control=day)
        return pairing_pb2.OpenSeek(offer=asked, slow=slow, waiting=1)

    own = pairing_pb2.TicketTerms(offers=[pairing_pb2.TicketOffer(game="jump", seats=[2], time_control=day)])
    seeks = [seek(2, slow=False), seek(2, 3), seek(3, 4)]
    shown = lines([pairing_pb2.Ticket(id="t", terms=own)], seeks, [offer("jump", 2, 4)], SAY)
    assert [each.act for each in shown if each.act] == [Cancel("t"), Answer(2), Seek("jump")]
    assert [each.text for each in shown if each.act == Answer(2)] == [
        "Jump for 3, 4 · Time: 1 day for each choice · rated · 1 person waits"
    ]


class Pairing(pairing_pb2_grpc.PairingServiceServicer):
    """Tickets of a fake lobby; the live one gets the table `seat` once that is set."""

    def __init__(self) -> None:
        self.seat: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.held: list[pairing_pb2.HoldTicketRequest] = []
        self.tickets: dict[str, pairing_pb2.Ticket] = {}
        self.seeks: list[pairing_pb2.OpenSeek] = []

    async def HoldTicket(
        self, request: pairing_pb2.HoldTicketRequest, context: Context
    ) -> AsyncIterator[pairing_pb2.HoldTicketResponse]:
        del context
        self.held.append(request)
        self.tickets["live"] = pairing_pb2.Ticket(id="live", terms=request.terms, live=True)
        yield pairing_pb2.HoldTicketResponse(progress=pairing_pb2.TicketProgress(ticket_id="live", place=1, waiting=1))
        seat = pairing_pb2.TicketSeat(ticket_id="live", table_id=await asyncio.shield(self.seat))
        yield pairing_pb2.HoldTicketResponse(seat=seat)

    async def CreateTicket(
        self, request: pairing_pb2.CreateTicketRequest, context: Context
    ) -> pairing_pb2.CreateTicketResponse:
        del context
        ticket = pairing_pb2.Ticket(id="slow", terms=request.terms)
        self.tickets["slow"] = ticket
        return pairing_pb2.CreateTicketResponse(ticket=ticket)

    async def ListTickets(
        self, request: pairing_pb2.ListTicketsRequest, context: Context
    ) -> pairing_pb2.ListTicketsResponse:
        del request, context
        return pairing_pb2.ListTicketsResponse(tickets=self.tickets.values())

    async def CancelTicket(
        self, request: pairing_pb2.CancelTicketRequest, context: Context
    ) -> pairing_pb2.CancelTicketResponse:
        del context
        cancelled = self.tickets.pop(request.ticket_id, None) is not None
        return pairing_pb2.CancelTicketResponse(cancelled=cancelled)

    async def ListWaits(self, request: pairing_pb2.ListWaitsRequest, context: Context) -> pairing_pb2.ListWaitsResponse:
        del request, context
        waits = [pairing_pb2.GameWait(game="jump", seats=2, waiting=3)]
        return pairing_pb2.ListWaitsResponse(waits=waits, online=7, seeks=self.seeks)


@pytest.fixture
async def pairing(lobby: FakeLobby) -> Pairing:
    """The fake lobby's tickets, on the same server."""
    await lobby.stop()
    tickets = Pairing()
    lobby.also_serves = [lambda server: pairing_pb2_grpc.add_PairingServiceServicer_to_server(tickets, server)]
    await lobby.start()
    return tickets


async def test_play_now_is_one_press_and_the_table_opens_by_itself(
    lobby: FakeLobby, pairing: Pairing, tmp_path: Path
) -> None:
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=1") as bob:
        await bob.sees("What do you place?")
    async with playing(lobby, tmp_path / "ann", "GAME=jump", "NOW=1") as ann:
        await ann.sees("Looking for players: Jump Drive", "only you so far", "7 people online", "bots in")
        # Too late to cancel: the table is on its way.
        pairing.tickets.clear()
        await ann.press("q")
        pairing.seat.set_result(lobby.board.table.id)
        await ann.sees("Jump Drive · round 1")
    [request] = pairing.held
    [asked] = request.terms.offers
    assert (list(asked.seats), request.terms.bot, request.terms.bots_after.seconds) == ([2, 3, 4], "greedy", 20)


async def test_who_waits_in_vain_plays_bots_or_goes_back_to_the_menu(
    lobby: FakeLobby, pairing: Pairing, tmp_path: Path
) -> None:
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("Play now · 3 people wait")
        await ann.press("enter")
        await ann.sees("Looking for players: Jump Drive", "only you so far")
        await ann.press("q")
        await ann.sees("Play now · 3 people wait")
        assert not pairing.tickets
        await ann.press("enter")
        await ann.sees("only you so far")
        await ann.press("b")
        await ann.sees("What do you place?")
        assert not pairing.tickets


async def test_a_game_is_looked_for_over_days_and_no_longer(lobby: FakeLobby, pairing: Pairing, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("Play now")
        await ann.press("t")
        await ann.sees("Games over days", "Nothing. Choose a game below")
        await ann.press("enter")
        await ann.sees("Jump Drive for 2, 3, 4", "looked for during 7 days")
        [asked] = pairing.tickets["slow"].terms.offers
        assert asked.preset == OVER_DAYS
        await ann.press("home", "enter")
        await ann.sees("Wait for this no longer?")
        await ann.press("y")
        await ann.sees("Nothing. Choose a game below")
        assert not pairing.tickets
        days = pairing_pb2.TicketOffer(game="jump", seats=[3], time_control=asked.time_control)
        pairing.seeks.append(pairing_pb2.OpenSeek(offer=days, slow=True, waiting=1))
        await ann.press("r")
        await ann.sees("Others wait for", "Jump Drive for 3")
        await ann.press("home", "enter")
        await ann.sees("This is looked for during 7 days.")
    assert list(pairing.tickets["slow"].terms.offers) == [days]
