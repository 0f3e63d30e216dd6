"""Tournaments through the public API: an organiser's walk, who sees what, and each refusal by its reason."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.lobby.v1 import tournaments_pb2 as pb
from galaxytables_lobby.domain.limits import Rate, Scope
from galaxytables_lobby.domain.tournaments.deals import deal_seed
from galaxytables_lobby.ids import TournamentId
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_lobby.people.word_filters import WordFilters
from galaxytables_lobby.play.tournaments.organising import MAX_ORGANISED
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, Updates, refused
from tests.lobby.people.test_relations import regular
from tests.lobby.people.test_sanctions import is_refused
from tests.lobby.subscriptions.tournament_reader import Reader
from tests.lobby.workers import open_driver

PAGE = Path(__file__).parents[3] / "docs/how-to/tournaments.md"
pytestmark = pytest.mark.usefixtures("_time_stands_still")


class Organiser:
    """Somebody who uses `TournamentService`, and keeps every byte that it says."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.heard: list[bytes] = []

    async def does(self, call: str, tournament_id: str = "", **fields: Any) -> Any:
        kind = getattr(pb, f"{call}Request")
        named = {"tournament_id": tournament_id} if tournament_id else {}
        request = kind(**named, **fields)
        answer: Message = await getattr(self.guest.tournaments, call)(request, metadata=self.guest.metadata)
        self.heard.append(answer.SerializeToString())
        return answer

    async def announces(self, terms: pb.TournamentTerms) -> str:
        created = await self.does("CreateTournament", terms=terms)
        return str(created.tournament.id)

    async def is_refused(self, call: str, tournament_id: str = "", **fields: Any) -> str:
        return (await refused(self.does(call, tournament_id, **fields))).reason

    @asynccontextmanager
    async def watching(self, tournament_id: str) -> AsyncIterator[Updates]:
        request = pb.WatchTournamentRequest(tournament_id=tournament_id)
        call = self.guest.tournaments.WatchTournament(request, metadata=self.guest.metadata)
        try:
            yield Updates(call)
        finally:
            call.cancel()


class Scene:
    """A tournament's people, at a lobby whose clock the scene moves."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._numbers = count(1)

    async def person(self, name: str = "", lobby: int = 0) -> Organiser:
        """Somebody who has a session, as everybody has who plays in a browser."""
        return Organiser(await regular(self.house, name or f"Guest {next(self._numbers)}", lobby))

    def terms(self, **fields: Any) -> pb.TournamentTerms:
        values = {
            "name": "Cup",
            "game": NAME,
            "options": {"rounds": "1", "unlucky": "off"},
            "seats": 2,
            "swiss": pb.SwissFormat(rounds=2),
            "schedule": self.schedule(3600),
            **fields,
        }
        if any(name in fields for name in ("round_robin", "knockout", "arena", "league")):
            del values["swiss"]
        return pb.TournamentTerms(**values)

    def schedule(self, seconds: float, **fields: float) -> pb.TournamentSchedule:
        """It starts in so many seconds; lengths are in seconds too."""
        schedule = pb.TournamentSchedule()
        schedule.starts.FromMilliseconds(int((self.house.clock() + seconds) * 1000))
        for name, length in fields.items():
            getattr(schedule, name).FromSeconds(int(length))
        return schedule

    async def with_entrants(self, count: int, **fields: Any) -> tuple[str, Organiser, list[Organiser]]:
        olga, players = await self.person("Olga"), [await self.person() for _ in range(count)]
        tournament_id = await olga.announces(self.terms(**fields))
        for each in players:
            await each.does("RegisterForTournament", tournament_id)
        return tournament_id, olga, players

    async def secret(self, tournament_id: str) -> Any:
        tournament = await self.house.lobbies[0].tables.store.tournament(TournamentId(tournament_id))
        assert tournament is not None
        return tournament


@pytest.fixture
def scene(house) -> Scene:
    return Scene(house)


async def test_an_organisers_walk_from_the_announcement_to_the_end(scene):
    house = scene.house
    olga, players = await scene.person("Olga"), [await scene.person() for _ in range(4)]
    everybody = [olga, *players]
    terms = scene.terms(
        schedule=scene.schedule(600, check_in=300, interval=60), limits=pb.TournamentLimits(min_entrants=4)
    )
    tournament_id = await olga.announces(terms)
    [listed] = (await players[0].does("ListTournaments")).tournaments
    assert (listed.id, listed.organiser.name, listed.state) == (tournament_id, "Olga", pb.TOURNAMENT_STATE_REGISTRATION)
    for number, each in enumerate(players):
        entrant = (await each.does("RegisterForTournament", tournament_id)).entrant
        assert (entrant.number, entrant.rating) == (number, 1000)
        # To ask again does no harm.
        assert (await each.does("RegisterForTournament", tournament_id)).entrant == entrant
    assert await players[0].is_refused("CheckInToTournament", tournament_id) == "WRONG_TOURNAMENT_STAGE"
    async with players[0].watching(tournament_id) as updates, open_driver(house.settings, clock=house.clock) as driver:
        reader = Reader()
        house.clock.ahead += 400
        for each in players:
            assert (await each.does("CheckInToTournament", tournament_id)).entrant.checked_in
        house.clock.ahead += 201
        for _ in range(60):
            await driver.drive()
            found = await olga.does("GetTournament", tournament_id)
            if found.tournament.state == pb.TOURNAMENT_STATE_FINISHED:
                break
            paired = await olga.does("ListTournamentPairings", tournament_id)
            for game in (game for pairing in paired.pairings for game in pairing.games):
                if game.table_id and not game.ranks:
                    await players[
                        max(next(each.entrants for each in paired.pairings if game in each.games))
                    ].guest.resign(game.table_id)
            house.clock.ahead += 21
        assert found.tournament.round_count == 2
        changes = [each async for each in until_finished(updates, reader)]
    order = (await olga.does("GetTournamentStandings", tournament_id, explained_entrants=range(4))).standings
    assert [(each.rank, each.entrant) for each in order] == [(1, 0), *[(each.rank, each.entrant) for each in order[1:]]]
    assert order[0].points.value == 2
    assert len(order) == 4
    for each in order:
        assert len(each.ties) == 5
        assert sum(part.value for part in each.points.contributions) == each.points.value
        assert all(part.HasField("opponent") for part in each.points.contributions)
        for tie in each.ties:
            parts = [part.value for part in tie.figure.contributions if not part.cut]
            assert sum(parts) == pytest.approx(tie.figure.value)
    # A reader who has followed it all the time knows the same.
    plain = (await olga.does("GetTournamentStandings", tournament_id)).standings
    assert [reader.standings[each.entrant] for each in plain] == list(plain)
    assert reader.tournament == found.tournament
    assert list(reader.entrants.values()) == list(found.entrants)
    for number in (1, 2):
        games = (await olga.does("ListTournamentPairings", tournament_id, round=number)).pairings
        assert [sorted(game.ranks) for each in games for game in each.games] == [[1, 2], [1, 2]]
    assert list(reader.pairings.values()) == list(games)
    [mine] = (await players[3].does("ListTournaments", mine=True, states=[pb.TOURNAMENT_STATE_FINISHED])).tournaments
    assert mine.id == tournament_id
    secret = (await scene.secret(tournament_id)).seed
    said = b"".join([*changes, *(each for person in everybody for each in person.heard)])
    assert secret not in said
    assert secret.hex().encode() not in said


async def until_finished(updates: Updates, reader: Reader) -> AsyncIterator[bytes]:
    """What a stream says until its reader knows that the tournament is over."""
    while reader.tournament.state != pb.TOURNAMENT_STATE_FINISHED:
        response = await updates.next()
        reader.hears(response.changes)
        yield response.SerializeToString()


async def test_a_request_that_is_sent_again_announces_nothing_more(scene):
    olga, bea = await scene.person(), await scene.person()
    first = await olga.does("CreateTournament", terms=scene.terms(), request_id="the same")
    again = await olga.does("CreateTournament", terms=scene.terms(), request_id="the same")
    assert again == first
    other = await bea.does("CreateTournament", terms=scene.terms(), request_id="the same")
    assert other.tournament.id != first.tournament.id
    assert await olga.is_refused("CreateTournament", terms=scene.terms(), request_id="short") == "INVALID_REQUEST_ID"


async def test_terms_come_back_as_they_were_given_with_defaults_written_out(scene):
    olga = await scene.person()
    limits = pb.TournamentLimits(min_entrants=3, max_entrants=8, min_rating=990, max_rating=2001, last_late_round=1)
    limits.min_account_age.FromSeconds(60)
    scoring = pb.TournamentScoring(places=[5, 3, 1], bye=50, ties=[pb.TOURNAMENT_TIE_BREAK_WINS])
    terms = scene.terms(
        seats=3,
        options={"rounds": "1"},
        schedule=scene.schedule(60, check_in=30, max_round=600, interval=10),
        limits=limits,
        scoring=scoring,
        full_tables=True,
        rating=tables_pb2.RATING_TERMS_STRICT,
        leavers=pb.TOURNAMENT_LEAVERS_EMPTY,
    )
    given = (await olga.does("CreateTournament", terms=terms)).tournament.terms
    assert given.options == {"rounds": "1", "unlucky": "off"}
    given.options.clear()
    given.options["rounds"] = "1"
    assert given.HasField("time_control")
    given.ClearField("time_control")
    assert given == terms


@pytest.mark.parametrize(
    "form",
    [
        {"round_robin": pb.RoundRobinFormat(cycles=2)},
        {"knockout": pb.KnockoutFormat(best_of=3, third_place=True)},
        {"league": pb.LeagueFormat(seasons=2, group_size=4, promoted=1, relegated=1)},
    ],
    ids=lambda form: next(iter(form)),
)
async def test_every_format_can_be_announced(scene, form):
    olga = await scene.person()
    terms = scene.terms(**form)
    shown = (await olga.does("CreateTournament", terms=terms)).tournament.terms
    [name] = form
    assert getattr(shown, name) == form[name]


async def test_only_those_in_it_see_a_tournament_for_invited_players(scene):
    olga, bea, eve = await scene.person("Olga"), await scene.person("Bea"), await scene.person("Eve")
    private = scene.terms(name="Hidden", limits=pb.TournamentLimits(invited_only=True))
    tournament_id = await olga.announces(private)
    table = pb.TournamentTable(entrants=[0, 1])
    calls: dict[str, dict[str, Any]] = {
        "GetTournament": {},
        "EditTournament": {"terms": private},
        "SetTournamentHelpers": {},
        "InviteToTournament": {"player_ids": [eve.guest.id]},
        "RegisterForTournament": {},
        "WithdrawFromTournament": {},
        "CheckInToTournament": {},
        "GoBerserkInTournament": {},
        "PauseTournament": {"reason": "why not"},
        "ResumeTournament": {},
        "CancelTournament": {"reason": "why not"},
        "CorrectTournamentResult": {"round": 1, "ranks": [1, 2], "reason": "why not"},
        "ChangeTournamentPairings": {"round": 1, "tables": [table], "reason": "why not"},
        "GetTournamentStandings": {},
        "ListTournamentPairings": {},
    }
    service = pb.DESCRIPTOR.services_by_name["TournamentService"]
    about_one = {each.name for each in service.methods if "tournament_id" in each.input_type.fields_by_name}
    assert calls.keys() | {"WatchTournament"} == about_one
    for person in (bea, eve):
        for call, fields in calls.items():
            assert await person.is_refused(call, tournament_id, **fields) == "TOURNAMENT_NOT_FOUND", call
        async with person.watching(tournament_id) as updates:
            assert (await refused(updates.next())).reason == "TOURNAMENT_NOT_FOUND"
        for mine in (False, True):
            assert not (await person.does("ListTournaments", mine=mine)).tournaments
    await olga.does("InviteToTournament", tournament_id, player_ids=[bea.guest.id])
    [seen] = (await bea.does("ListTournaments", mine=True)).tournaments
    assert seen.id == tournament_id
    # Nobody finds out by the public list.
    assert not (await bea.does("ListTournaments")).tournaments
    assert not (await bea.does("GetTournament", tournament_id)).invited_player_ids
    assert list((await olga.does("GetTournament", tournament_id)).invited_player_ids) == [bea.guest.id]
    await bea.does("RegisterForTournament", tournament_id)
    assert not [said for said in eve.heard if b"Hidden" in said or tournament_id.encode() in said]


async def test_a_reader_loses_a_tournament_that_becomes_one_for_invited_players(scene):
    olga, eve = await scene.person(), await scene.person()
    tournament_id = await olga.announces(scene.terms())
    async with eve.watching(tournament_id) as updates:
        assert (await updates.next()).changes.whole
        private = scene.terms(limits=pb.TournamentLimits(invited_only=True), name="Secret plans")
        await olga.does("EditTournament", tournament_id, terms=private)
        said: list[Message] = []

        async def listens() -> None:
            while True:
                said.append(await updates.next())

        assert (await refused(listens())).reason == "TOURNAMENT_NOT_FOUND"
        assert not [each for each in said if b"Secret plans" in each.SerializeToString()]


async def test_one_who_joins_gets_all_of_it_and_then_what_has_changed(scene):
    tournament_id, _, _ = await scene.with_entrants(2)
    ada, dan = await scene.person(), await scene.person("Dan")
    async with ada.watching(tournament_id) as updates:
        first = (await updates.next()).changes
        assert first.whole
        assert len(first.entrants) == 2
        await dan.does("RegisterForTournament", tournament_id)
        changes = (await updates.until(lambda each: bool(each.changes.entrants)))[-1].changes
        assert not changes.whole
        assert [each.player.name for each in changes.entrants] == ["Dan"]
        assert changes.tournament.entrant_count == 3


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"name": ""}, "INVALID_NAME"),
        ({"name": "x" * 61}, "INVALID_NAME"),
        ({"game": "chess"}, "UNKNOWN_GAME"),
        ({"seats": 7}, "INVALID_SEATS"),
        ({"options": {"rounds": "none"}}, "INVALID_OPTION"),
        ({"swiss": pb.SwissFormat(rounds=31)}, "INVALID_TOURNAMENT_TERMS"),
        ({"swiss": None}, "INVALID_TOURNAMENT_TERMS"),
        ({"schedule": pb.TournamentSchedule()}, "INVALID_TOURNAMENT_TERMS"),
        ({"limits": pb.TournamentLimits(max_entrants=2001)}, "INVALID_TOURNAMENT_TERMS"),
        ({"limits": pb.TournamentLimits(min_rating=2_000_000)}, "INVALID_TOURNAMENT_TERMS"),
        ({"scoring": pb.TournamentScoring(places=[2000, 0])}, "INVALID_TOURNAMENT_TERMS"),
        ({"scoring": pb.TournamentScoring(bye=101)}, "INVALID_TOURNAMENT_TERMS"),
        ({"scoring": pb.TournamentScoring(ties=[pb.TOURNAMENT_TIE_BREAK_UNSPECIFIED])}, "UNKNOWN_VALUE"),
        ({"leavers": pb.TOURNAMENT_LEAVERS_BOT}, "INVALID_TOURNAMENT_TERMS"),
        ({"bot": "nobody"}, "UNKNOWN_BOT"),
        ({"time_control": tables_pb2.TimeControl(misses_before_handover=1)}, "INVALID_TIME_CONTROL"),
    ],
    ids=str,
)
async def test_terms_that_are_wrong_are_refused(scene, fields, reason):
    olga = await scene.person()
    assert await olga.is_refused("CreateTournament", terms=scene.terms(**fields)) == reason
    tournament_id = await olga.announces(scene.terms())
    assert await olga.is_refused("EditTournament", tournament_id, terms=scene.terms(**fields)) == reason


async def test_words_that_the_host_refuses_are_neither_names_nor_reasons(house):
    house.word_filters = WordFilters({"mild": lambda text, _: "rude" not in text})
    await house.open_lobby()
    scene = Scene(house)
    olga = await scene.person(lobby=1)
    assert await olga.is_refused("CreateTournament", terms=scene.terms(name="A rude cup")) == "WORDS_REFUSED"
    tournament_id = await olga.announces(scene.terms())
    for call in ("PauseTournament", "CancelTournament"):
        assert await olga.is_refused(call, tournament_id, reason="how rude") == "WORDS_REFUSED"
        assert await olga.is_refused(call, tournament_id, reason="") == "INVALID_MESSAGE"
        assert await olga.is_refused(call, tournament_id, reason="x" * 301) == "INVALID_MESSAGE"


ORGANISERS: dict[str, Callable[[Scene, Organiser], dict[str, Any]]] = {
    "EditTournament": lambda scene, _: {"terms": scene.terms()},
    "SetTournamentHelpers": lambda _, other: {"player_ids": [other.guest.id]},
    "InviteToTournament": lambda _, other: {"player_ids": [other.guest.id]},
    "PauseTournament": lambda *_: {"reason": "lunch"},
    "ResumeTournament": lambda *_: {},
    "CancelTournament": lambda *_: {"reason": "rain"},
    "CorrectTournamentResult": lambda *_: {"round": 1, "ranks": [1, 2], "reason": "a slip"},
    "WithdrawFromTournament": lambda _, other: {"player_id": other.guest.id},
}
HELPERS_MAY = {
    "InviteToTournament",
    "PauseTournament",
    "ResumeTournament",
    "CorrectTournamentResult",
    "WithdrawFromTournament",
}


@pytest.mark.parametrize("call", ORGANISERS)
async def test_what_is_the_organisers_is_refused_to_others(scene, call):
    tournament_id, olga, [ada, bea] = await scene.with_entrants(2)
    fields = ORGANISERS[call](scene, bea)
    assert await ada.is_refused(call, tournament_id, **fields) == "NOT_ORGANISER"
    await olga.does("SetTournamentHelpers", tournament_id, player_ids=[ada.guest.id])
    [helper] = (await olga.does("GetTournament", tournament_id)).tournament.helpers
    assert helper.id == ada.guest.id
    assert (await is_refused(lambda: ada.does(call, tournament_id, **fields), "NOT_ORGANISER")) is (
        call not in HELPERS_MAY
    )


async def test_an_organiser_pauses_goes_on_and_ends_it(scene):
    tournament_id, olga, [ada, bea] = await scene.with_entrants(2)
    assert await olga.is_refused("ResumeTournament", tournament_id) == "WRONG_TOURNAMENT_STAGE"
    paused = (await olga.does("PauseTournament", tournament_id, reason="lunch")).tournament
    assert paused.HasField("paused")
    [repair] = paused.repairs
    assert (repair.by.name, repair.reason, repair.kind) == ("Olga", "lunch", pb.TOURNAMENT_REPAIR_KIND_PAUSE)
    assert await olga.is_refused("PauseTournament", tournament_id, reason="tea") == "TOURNAMENT_PAUSED"
    scene.house.clock.ahead += 60
    resumed = (await olga.does("ResumeTournament", tournament_id)).tournament
    assert resumed.next_start.ToSeconds() - paused.next_start.ToSeconds() == 60
    left = (await bea.does("WithdrawFromTournament", tournament_id)).entrant
    assert left.attendance == pb.TOURNAMENT_ATTENDANCE_WITHDRAWN
    assert (await bea.does("WithdrawFromTournament", tournament_id)).entrant == left
    ended = (await olga.does("CancelTournament", tournament_id, reason="rain")).tournament
    assert ended.state == pb.TOURNAMENT_STATE_CANCELLED
    assert await ada.is_refused("WithdrawFromTournament", tournament_id) == "WRONG_TOURNAMENT_STAGE"
    assert await bea.is_refused("RegisterForTournament", tournament_id) == "WRONG_TOURNAMENT_STAGE"


async def test_a_result_is_corrected_and_pairings_are_changed_before_their_round(scene):
    house = scene.house
    tournament_id, olga, players = await scene.with_entrants(
        4, schedule=scene.schedule(0, interval=600), swiss=pb.SwissFormat(rounds=3)
    )
    async with open_driver(house.settings, clock=house.clock) as driver:
        house.clock.ahead += 1
        await driver.drive()
        assert await olga.is_refused("ChangeTournamentPairings", tournament_id, round=1, reason="why not") == (
            "WRONG_TOURNAMENT_STAGE"
        )
        first = (await olga.does("ListTournamentPairings", tournament_id, page_size=1)).pairings[0]
        correct = {"round": 1, "pairing": 0, "ranks": [1, 1], "reason": "a slip"}
        assert await olga.is_refused("CorrectTournamentResult", tournament_id, **correct) == "WRONG_TOURNAMENT_STAGE"
        for each in (await olga.does("ListTournamentPairings", tournament_id)).pairings:
            await players[each.entrants[1]].guest.resign(each.games[0].table_id)
        house.clock.ahead += 21
        await driver.drive()
        assert await olga.is_refused("CorrectTournamentResult", tournament_id, **{**correct, "round": 9}) == (
            "UNKNOWN_PAIRING"
        )
        assert await olga.is_refused("CorrectTournamentResult", tournament_id, **{**correct, "ranks": [1]}) == (
            "INVALID_RESULT"
        )
        await olga.does("CorrectTournamentResult", tournament_id, **correct)
        page = await olga.does("ListTournamentPairings", tournament_id, round=1, page_size=1)
        assert list(page.pairings[0].games[0].ranks) == [1, 1]
        rest = await olga.does("ListTournamentPairings", tournament_id, round=1, page_token=page.next_page_token)
        assert [each.number for each in rest.pairings] == [1]
        assert not rest.next_page_token
        house.clock.ahead += 2
        await driver.drive()
        second = await olga.does("ListTournamentPairings", tournament_id)
        assert (second.round.number, second.round.state) == (2, pb.TOURNAMENT_ROUND_STATE_PAIRED)
        wrong = [pb.TournamentTable(entrants=[0, 1])]
        assert await olga.is_refused(
            "ChangeTournamentPairings", tournament_id, round=2, tables=wrong, reason="why not"
        ) == ("INVALID_PAIRINGS")
        again = [pb.TournamentTable(entrants=reversed(first.entrants))]
        others = [each for each in range(4) if each not in first.entrants]
        again.append(pb.TournamentTable(entrants=others))
        await olga.does("ChangeTournamentPairings", tournament_id, round=2, tables=again, reason="they asked for it")
        changed = (await olga.does("ListTournamentPairings", tournament_id)).pairings
        assert [list(each.entrants) for each in changed] == [list(each.entrants) for each in again]
    kinds = [each.kind for each in (await olga.does("GetTournament", tournament_id)).tournament.repairs]
    assert kinds == [pb.TOURNAMENT_REPAIR_KIND_RESULT, pb.TOURNAMENT_REPAIR_KIND_PAIRINGS]


async def test_seats_of_a_final_are_changed_and_its_bracket_follows(scene):
    house = scene.house
    tournament_id, olga, players = await scene.with_entrants(
        4, schedule=scene.schedule(0, interval=600), knockout=pb.KnockoutFormat()
    )
    async with open_driver(house.settings, clock=house.clock) as driver:
        house.clock.ahead += 1
        await driver.drive()
        for each in (await olga.does("ListTournamentPairings", tournament_id)).pairings:
            await players[each.entrants[1]].guest.resign(each.games[0].table_id)
        house.clock.ahead += 2
        await driver.drive()
        [final] = (await olga.does("ListTournamentPairings", tournament_id, round=2)).pairings
        tables = [pb.TournamentTable(entrants=reversed(final.entrants))]
        await olga.does("ChangeTournamentPairings", tournament_id, round=2, tables=tables, reason="they asked for it")
        [changed] = (await olga.does("ListTournamentPairings", tournament_id)).pairings
        assert list(changed.entrants) == list(reversed(final.entrants))


async def test_who_goes_berserk_in_an_arena_has_half_the_time_and_a_point_more_for_a_win(scene):
    house = scene.house
    budget = tables_pb2.Budget()
    budget.initial.FromSeconds(60)
    budget.increment.FromSeconds(5)
    arena = pb.ArenaFormat(berserk=True)
    arena.duration.FromSeconds(300)
    terms = {
        "options": {"rounds": "2", "unlucky": "off"},
        "arena": arena,
        "time_control": tables_pb2.TimeControl(budget=budget),
        "schedule": scene.schedule(0),
    }
    tournament_id, olga, players = await scene.with_entrants(2, **terms)
    assert await players[0].is_refused("GoBerserkInTournament", tournament_id) == "WRONG_TOURNAMENT_STAGE"
    async with open_driver(house.settings, clock=house.clock) as driver:
        [table_id] = [game.table_id for game in await open_games(driver, olga, tournament_id)]
        assert await olga.is_refused("GoBerserkInTournament", tournament_id) == "UNKNOWN_ENTRANT"
        seats = [seat.player.id for seat in (await olga.guest.table(table_id)).seats]
        [first, second] = sorted(players, key=lambda each: seats.index(each.guest.id))
        house.clock.ahead += 10
        # To ask again does no harm.
        for _ in range(2):
            await first.does("GoBerserkInTournament", tournament_id)
        left = [each.remaining.seconds for each in (await first.guest.view(table_id)).clocks]
        assert left == [25, 60]
        house.clock.ahead += 1
        await first.guest.pick(table_id)
        # Who goes berserk gets no increments.
        assert (await first.guest.view(table_id)).clocks[0].remaining.seconds == 24
        await second.guest.pick(table_id)
        assert await second.is_refused("GoBerserkInTournament", tournament_id) == "WRONG_TOURNAMENT_STAGE"
        await second.guest.resign(table_id)
        await driver.drive()
        [pairing, *_] = (await olga.does("ListTournamentPairings", tournament_id)).pairings
        assert [seats[0] == players[pairing.entrants[place]].guest.id for place in pairing.games[0].berserk] == [True]
        order = (await olga.does("GetTournamentStandings", tournament_id)).standings
        assert [each.points.value for each in order] == [3, 0]


async def test_nobody_goes_berserk_where_the_terms_do_not_have_it(scene):
    arena = pb.ArenaFormat()
    arena.duration.FromSeconds(300)
    tournament_id, olga, players = await scene.with_entrants(2, arena=arena, schedule=scene.schedule(0))
    async with open_driver(scene.house.settings, clock=scene.house.clock) as driver:
        await open_games(driver, olga, tournament_id)
        assert await players[0].is_refused("GoBerserkInTournament", tournament_id) == "WRONG_TOURNAMENT_STAGE"
    assert await olga.is_refused(
        "CreateTournament", terms=scene.terms(arena=pb.ArenaFormat(duration=arena.duration, berserk=True))
    ) == ("INVALID_TOURNAMENT_TERMS")


async def open_games(driver: Any, olga: Organiser, tournament_id: str) -> list[pb.TournamentGame]:
    """The games that are played, once the platform has begun some."""
    for _ in range(10):
        await driver.drive()
        if (await olga.does("GetTournament", tournament_id)).tournament.round_count:
            pairings = (await olga.does("ListTournamentPairings", tournament_id)).pairings
            if found := [game for each in pairings for game in each.games if not game.ranks]:
                await driver.drive()
                return found
    raise AssertionError("no game begins")


async def test_shared_deals_are_committed_to_at_once_and_shown_after_their_round(scene):
    house = scene.house
    tournament_id, olga, players = await scene.with_entrants(4, schedule=scene.schedule(0), shared_deal=True)
    async with open_driver(house.settings, clock=house.clock) as driver:
        house.clock.ahead += 1
        await driver.drive()
        playing = await olga.does("ListTournamentPairings", tournament_id)
        [deal] = playing.round.deals
        assert (len(deal.commitment), deal.seed) == (32, b"")
        for each in playing.pairings:
            await players[each.entrants[1]].guest.resign(each.games[0].table_id)
        secrets = await scene.secret(tournament_id)
        heard = b"".join(olga.heard)
        assert deal_seed(secrets, 1) not in heard
        house.clock.ahead += 2
        await driver.drive()
        [over] = (await olga.does("ListTournamentPairings", tournament_id, round=1)).round.deals
        assert over.seed == deal_seed(secrets, 1)
        assert secrets.seed not in b"".join(olga.heard)


@pytest.mark.parametrize(
    ("limits", "limit"),
    [
        (pb.TournamentLimits(min_rating=1001), "min_rating"),
        (pb.TournamentLimits(max_rating=999), "max_rating"),
    ],
    ids=["too low", "too high"],
)
async def test_ratings_are_limited_in_the_points_that_are_shown(scene, limits, limit):
    olga, ada = await scene.person(), await scene.person()
    tournament_id = await olga.announces(scene.terms(limits=limits))
    error = await refused(ada.does("RegisterForTournament", tournament_id))
    assert (error.reason, error.metadata["limit"]) == ("NOT_ELIGIBLE", limit)
    exact = pb.TournamentLimits(min_rating=1000, max_rating=1000)
    await olga.does("EditTournament", tournament_id, terms=scene.terms(limits=exact))
    await ada.does("RegisterForTournament", tournament_id)


async def test_blocks_keep_apart_from_the_organiser_and_names_that_look_alike_from_each_other(scene):
    olga, ada, bea = await scene.person("Olga"), await scene.person("Ada"), await scene.person("Bea")
    tournament_id = await olga.announces(scene.terms())
    await olga.guest.relate(ada.guest, block=True)
    error = await refused(ada.does("RegisterForTournament", tournament_id))
    assert (error.reason, error.metadata["limit"]) == ("NOT_ELIGIBLE", "organiser")
    await olga.guest.relate(ada.guest, block=False)
    await ada.guest.relate(olga.guest, block=True)
    error = await refused(ada.does("RegisterForTournament", tournament_id))
    assert (error.reason, error.metadata["limit"]) == ("NOT_ELIGIBLE", "blocked_organiser")
    await bea.does("RegisterForTournament", tournament_id)
    imitator = await scene.person("B.e a")
    error = await refused(imitator.does("RegisterForTournament", tournament_id))
    assert (error.reason, error.metadata["player"]) == ("ENTRANT_NAME_TAKEN", "Bea")
    await bea.does("WithdrawFromTournament", tournament_id)
    await imitator.does("RegisterForTournament", tournament_id)


async def test_who_is_not_in_it_or_not_known_is_refused(scene):
    tournament_id, olga, _ = await scene.with_entrants(1, schedule=scene.schedule(60, check_in=60))
    eve = await scene.person()
    assert await eve.is_refused("WithdrawFromTournament", tournament_id) == "UNKNOWN_ENTRANT"
    assert await eve.is_refused("CheckInToTournament", tournament_id) == "UNKNOWN_ENTRANT"
    assert await olga.is_refused("InviteToTournament", tournament_id, player_ids=["nobody"]) == "UNKNOWN_PLAYER"
    assert await olga.is_refused("SetTournamentHelpers", tournament_id, player_ids=[olga.guest.id]) == "NOT_YOURSELF"
    assert await olga.is_refused("ListTournamentPairings", tournament_id) == "UNKNOWN_PAIRING"
    assert not (await olga.does("GetTournamentStandings", tournament_id)).standings
    for unknown in ("", "f" * 20, "cup", "x" * 256):
        assert await eve.is_refused("GetTournament", tournament_id=unknown) == "TOURNAMENT_NOT_FOUND"
    for token in ("!", "MTo=", "MToy", "OTk5OTk5OTk5OTk5OTk5OTk5OTk6cGFpcmluZw=="):
        assert await eve.is_refused("ListTournaments", page_token=token) == "INVALID_PAGE_TOKEN"
    assert await eve.is_refused("ListTournaments", states=[9]) == "UNKNOWN_VALUE"
    assert await eve.is_refused("ListTournaments", game="chess") == "UNKNOWN_GAME"


async def test_lists_go_on_page_by_page_the_latest_start_first(scene):
    olga = await scene.person()
    ids = [await olga.announces(scene.terms(schedule=scene.schedule(600 + number))) for number in range(5)]
    for mine in (False, True):
        found, token = [], ""
        for _ in range(3):
            page = await olga.does("ListTournaments", page_size=2, page_token=token, mine=mine)
            found += [each.id for each in page.tournaments]
            token = page.next_page_token
        assert not token
        assert sorted(found) == sorted(ids)
        assert mine or found == ids[::-1]


async def test_one_organiser_has_only_so_many_at_once(house):
    house.limits = LimitSettings(tournaments={}, entries={})
    await house.open_lobby()
    scene = Scene(house)
    olga = await scene.person(lobby=1)
    made = [await olga.announces(scene.terms()) for _ in range(MAX_ORGANISED)]
    assert await olga.is_refused("CreateTournament", terms=scene.terms()) == "TOO_MANY_TOURNAMENTS"
    await olga.does("CancelTournament", made[0], reason="rain")
    await olga.announces(scene.terms())


async def test_changes_by_people_are_limited(house):
    house.limits = LimitSettings(entries={Scope.PLAYER: Rate(2, 600)})
    await house.open_lobby()
    scene = Scene(house)
    olga = await scene.person(lobby=1)
    tournament_id = await olga.announces(scene.terms())
    for _ in range(2):
        await olga.does("RegisterForTournament", tournament_id)
    assert await olga.is_refused("RegisterForTournament", tournament_id) == "RATE_LIMITED"


async def test_the_page_announces_and_enters_a_tournament(house, capsys):
    [first, *others] = [part.partition("```")[0] for part in PAGE.read_text("utf-8").split("```python\n")[1:]]
    code = first.replace("127.0.0.1:5100", house.addresses[0]).replace('"jump"', f'"{NAME}"')
    await asyncio.to_thread(exec, code, {})
    lines = [line for line in capsys.readouterr().out.splitlines() if "[info" not in line]
    assert lines == ["0 Ada 1000"]
    for each in others:
        compile(each, PAGE.name, "exec")
