"""Tournaments in the terminal: listed, followed, entered, organised, and led to one's table."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest

from galaxytables.lobby.v1 import players_pb2, tables_pb2, tournaments_pb2, tournaments_pb2_grpc
from galaxytables.rules.v1 import rules_pb2
from galaxytables_terminal.drafts import Announce, Draft
from galaxytables_terminal.tournaments import (
    FORMATS,
    Begin,
    Cancel,
    CheckIn,
    FollowedTournament,
    Look,
    Organise,
    Pause,
    Play,
    Register,
    Resume,
    Withdraw,
    lines,
    list_lines,
)
from galaxytables_terminal.wording import wording
from tests.terminal import scenes
from tests.terminal.driving import playing
from tests.terminal.fake_lobby import FakeLobby

SAY = wording("en")
TITLES = {"jump": "Jump Drive"}
Context = grpc.aio.ServicerContext[Any, Any]
REGISTRATION = tournaments_pb2.TOURNAMENT_STATE_REGISTRATION
RUNNING = tournaments_pb2.TOURNAMENT_STATE_RUNNING


def person(name: str) -> players_pb2.Player:
    return players_pb2.Player(id=name.lower(), name=name)


def cup(name: str = "Friday cup", state: "tournaments_pb2.TournamentState.ValueType" = REGISTRATION, **fields):
    terms = tournaments_pb2.TournamentTerms(name=name, game="jump", seats=2)
    terms.swiss.rounds = 5
    made = tournaments_pb2.Tournament(
        id=name.lower(), terms=terms, organiser=person("Olga"), state=state, entrant_count=2, **fields
    )
    made.next_start.FromJsonString("2026-03-01T12:30:00Z")
    return made


def entrant(number: int, name: str, **fields) -> tournaments_pb2.TournamentEntrant:
    return tournaments_pb2.TournamentEntrant(number=number, player=person(name), rating=1000, **fields)


def standing(rank: int, number: int, points: float, *ties: float) -> tournaments_pb2.TournamentStanding:
    made = tournaments_pb2.TournamentStanding(rank=rank, entrant=number)
    made.points.value = points
    for value in ties:
        made.ties.add().figure.value = value
    return made


def running(**fields) -> FollowedTournament:
    """Ann plays Bea at table t; Cy has a bye."""
    game = tournaments_pb2.TournamentGame(table_id="t")
    followed = FollowedTournament()
    followed.take(
        tournaments_pb2.TournamentChanges(
            whole=True,
            tournament=cup(state=RUNNING, round_count=2, **fields),
            entrants=[entrant(0, "Ann"), entrant(1, "Bea"), entrant(2, "Cy")],
            standings=[standing(2, 1, 0.5, 3.25), standing(1, 0, 1.0, 4), standing(3, 2, 0)],
            round=tournaments_pb2.TournamentRound(number=2, pairing_count=1, byes=[2]),
            pairings=[tournaments_pb2.TournamentPairing(number=0, entrants=[1, 0], games=[game])],
        )
    )
    return followed


def acts(found: Iterable[Any]) -> list[Any]:
    return [each.act for each in found if each.act is not None]


def test_own_tournaments_stand_first_and_once():
    mine, other = cup("Mine"), cup("Other", RUNNING)
    shown = list_lines([mine], [mine, other], TITLES, SAY)
    assert [each.text for each in shown] == [
        "Yours",
        "Mine · Jump Drive · Swiss · 2 to a table · open for registration · starts 2026-03-01 12:30 UTC · 2 entrants",
        "Open and running",
        "Other · Jump Drive · Swiss · 2 to a table · running · 2 entrants",
        "Announce a tournament …",
    ]
    assert acts(shown) == [Look("mine"), Look("other"), Organise()]


def test_a_tournament_is_shown_with_its_order_and_its_last_round():
    texts = [each.text for each in lines(running(), "cy", TITLES, SAY)]
    assert texts[-7:] == [
        "Standings: points, and what decides between equals",
        "1. Ann · 1 · 4",
        "2. Bea · 0.5 · 3.25",
        "▸ 3. Cy · 0",
        "Round 2",
        "Bea, Ann: being played",
        "Without an opponent: Cy",
    ]


def test_who_plays_is_led_to_the_table_by_the_first_line_that_can_be_chosen():
    shown = lines(running(), "ann", TITLES, SAY)
    assert next((each.text, each.act) for each in shown if each.act) == (
        "Your game with Bea: go to the table",
        Play("t"),
    )
    followed = running()
    followed.pairings[0].games[0].ranks.extend([2, 1])
    followed.pairings[0].games[0].scores.extend([30, 41])
    shown = lines(followed, "ann", TITLES, SAY)
    assert acts(shown) == [Withdraw(), Play("t")]
    assert any(each.text == "1. Ann 41, 2. Bea 30" for each in shown)


@pytest.mark.parametrize(
    ("player", "fields", "wanted"),
    [
        ("dan", {}, [Register()]),
        ("ann", {}, [CheckIn(), Withdraw()]),
        ("bea", {}, [Withdraw()]),
        ("cy", {}, [Register()]),
        ("olga", {}, [Register(), Begin(), Pause(), Cancel()]),
        ("hal", {"helpers": [person("Hal")]}, [Register(), Pause()]),
    ],
)
def test_before_the_start_everybody_sees_what_they_can_do(player, fields, wanted):
    tournament = cup(**fields)
    tournament.terms.schedule.check_in.FromSeconds(600)
    withdrawn = entrant(2, "Cy", attendance=tournaments_pb2.TOURNAMENT_ATTENDANCE_WITHDRAWN)
    entrants = [entrant(0, "Ann"), entrant(1, "Bea", checked_in=True), withdrawn]
    followed = FollowedTournament()
    followed.take(tournaments_pb2.TournamentChanges(whole=True, tournament=tournament, entrants=entrants))
    assert acts(lines(followed, player, TITLES, SAY)) == wanted


def test_a_paused_tournament_says_why_and_is_resumed_and_one_that_is_over_offers_nothing():
    followed = running()
    followed.tournament.paused.FromSeconds(1)
    followed.tournament.repairs.add(reason="the hall burns")
    shown = lines(followed, "olga", TITLES, SAY)
    assert {"Paused: no game begins.", "The organiser: the hall burns"} <= {each.text for each in shown}
    assert Resume() in acts(shown)
    assert Pause() not in acts(shown)
    followed.tournament.state = tournaments_pb2.TOURNAMENT_STATE_FINISHED
    assert acts(lines(followed, "olga", TITLES, SAY)) == [Play("t")]


def test_a_new_round_replaces_the_pairings_of_the_last_one_and_a_round_may_be_taken_back():
    followed = running()
    next_round = tournaments_pb2.TournamentRound(number=3, pairing_count=1)
    pairing = tournaments_pb2.TournamentPairing(number=0, entrants=[0, 2])
    followed.take(tournaments_pb2.TournamentChanges(round=next_round, pairings=[pairing]))
    assert [list(each.entrants) for each in followed.pairings.values()] == [[0, 2]]
    assert followed.entrants[0].player.name == "Ann"
    followed.take(tournaments_pb2.TournamentChanges(tournament=cup(state=RUNNING, round_count=0)))
    assert not followed.pairings


def offers() -> tables_pb2.ListGamesResponse:
    games = tables_pb2.ListGamesResponse()
    for game, most in (("jump", 4), ("race", 6)):
        description = rules_pb2.DescribeResponse(game=game, title=game.title(), least_seats=2, most_seats=most)
        games.games.add(description=description, available=True)
    games.presets.add(name="live").control.per_move.FromSeconds(60)
    return games


def test_the_form_goes_through_formats_lengths_and_seats_and_only_through_those_there_are():
    games, draft = offers(), Draft("Cup", "jump", seats=4)
    for form in [*list(FORMATS)[1:], "swiss"]:
        draft = draft.changed("format", games)
        terms = draft.terms(games, datetime.now(UTC))
        assert (draft.format, terms.WhichOneof("format")) == (form, form)
        assert draft.seats == 2 or form == "round_robin"
    assert [draft.seats, draft.changed("seats", games).seats] == [2, 3]
    assert Draft("Cup", "jump", seats=4).changed("seats", games).seats == 2
    assert Draft("Cup", "race", seats=6).changed("game", games).seats == 2
    assert draft.changed("game", games).game == "race"


def test_the_form_announces_what_it_shows():
    games, draft = offers(), Draft("Cup", "jump", time="live", rating="casual")
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    terms = draft.terms(games, now)
    assert (terms.name, terms.swiss.rounds, terms.seats) == ("Cup", 5, 2)
    assert terms.schedule.starts.ToDatetime(UTC) == now + timedelta(minutes=15)
    assert terms.time_control.per_move.seconds == 60
    assert terms.rating == tables_pb2.RATING_TERMS_CASUAL
    shown = draft.lines(games, SAY)
    assert [each.text for each in shown][1:5] == ["Name: Cup", "Game: Jump", "Format: Swiss", "5 rounds"]
    assert shown[-1].act == Announce()


class Hall(tournaments_pb2_grpc.TournamentServiceServicer):
    """A lobby's tournaments for tests."""

    def __init__(self) -> None:
        self.followed = FollowedTournament(cup())
        self.created: list[tournaments_pb2.TournamentTerms] = []
        self.paused_for: list[str] = []

    async def ListTournaments(
        self, request: tournaments_pb2.ListTournamentsRequest, context: Context
    ) -> tournaments_pb2.ListTournamentsResponse:
        del context
        return tournaments_pb2.ListTournamentsResponse(tournaments=[] if request.mine else [self.followed.tournament])

    async def CreateTournament(
        self, request: tournaments_pb2.CreateTournamentRequest, context: Context
    ) -> tournaments_pb2.CreateTournamentResponse:
        del context
        self.created.append(request.terms)
        self.followed.tournament.terms.CopyFrom(request.terms)
        # Guests are numbered: Ann is the first.
        self.followed.tournament.organiser.CopyFrom(players_pb2.Player(id="p1", name="Ann"))
        return tournaments_pb2.CreateTournamentResponse(tournament=self.followed.tournament)

    async def RegisterForTournament(
        self, request: tournaments_pb2.RegisterForTournamentRequest, context: Context
    ) -> tournaments_pb2.RegisterForTournamentResponse:
        del request, context
        self.followed.entrants[0] = entrant(0, "Ann")
        return tournaments_pb2.RegisterForTournamentResponse(tournament=self.followed.tournament)

    async def PauseTournament(
        self, request: tournaments_pb2.PauseTournamentRequest, context: Context
    ) -> tournaments_pb2.PauseTournamentResponse:
        del context
        self.paused_for.append(request.reason)
        return tournaments_pb2.PauseTournamentResponse(tournament=self.followed.tournament)

    async def WatchTournament(
        self, request: tournaments_pb2.WatchTournamentRequest, context: Context
    ) -> AsyncIterator[tournaments_pb2.WatchTournamentResponse]:
        del request, context
        followed = self.followed
        changes = tournaments_pb2.TournamentChanges(
            whole=True,
            tournament=followed.tournament,
            entrants=followed.entrants.values(),
            round=followed.round,
            pairings=followed.pairings.values(),
        )
        yield tournaments_pb2.WatchTournamentResponse(changes=changes)
        await asyncio.Event().wait()


@pytest.fixture
def hall() -> Hall:
    return Hall()  # type: ignore[abstract]  # the rest is not asked for


@pytest.fixture
async def lobby(hall: Hall) -> AsyncIterator[FakeLobby]:
    fake = FakeLobby(scenes.script())
    fake.also_serves = [lambda server: tournaments_pb2_grpc.add_TournamentServiceServicer_to_server(hall, server)]
    await fake.start()
    yield fake
    await fake.stop()


async def test_a_tournament_is_found_and_entered(lobby: FakeLobby, hall: Hall, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("New table: Jump Drive")
        await ann.press("c")
        await ann.sees("Friday cup · Jump Drive · Swiss")
        await ann.press("enter")
        await ann.sees("Organised by Olga", "Enter this tournament")
        await ann.press("enter")
        await ann.sees("You have entered.")
        await ann.press("escape")
        await ann.sees("Announce a tournament")
        await ann.press("escape")
        await ann.sees("New table: Jump Drive")
    assert hall.followed.entrants[0].player.name == "Ann"


async def test_a_tournament_is_announced_from_the_form_and_paused(lobby: FakeLobby, hall: Hall, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("New table: Jump Drive")
        await ann.press("c")
        await ann.sees("Announce a tournament")
        await ann.press("end", "enter")
        await ann.sees("Name: Ann's tournament", "Format: Swiss")
        await ann.press("down", "down", "enter")
        await ann.sees("Format: round robin", "Everybody meets everybody once")
        await ann.press("end", "enter")
        await ann.sees("Organised by Ann", "Pause it")
        await ann.press("down", "down", "enter")
        await ann.sees("Why? Everybody reads it.")
        await ann.press(*"tea", "enter")
        await ann.sees_no_longer("Why? Everybody reads it.")
    assert [each.round_robin.cycles for each in hall.created] == [1]
    assert hall.paused_for == ["tea"]


async def test_a_game_leads_to_its_table(lobby: FakeLobby, hall: Hall, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        await ann.sees("What do you place?")
        hall.followed = running()
        hall.followed.entrants[0].player.id = "p1"
        hall.followed.pairings[0].games[0].table_id = lobby.board.table.id
        await ann.press("q")
        await ann.sees("Leave?")
        await ann.press("y")
        await ann.sees("New table: Jump Drive")
        await ann.press("c")
        await ann.sees("Friday cup")
        await ann.press("enter")
        await ann.sees("Your game with Bea: go to the table")
        await ann.press("enter")
        await ann.sees("What do you place?")
