"""The platform drives tournaments by itself: it makes tables, seats people, reads results, and ends what is late."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.domain.endings import is_rated
from galaxytables_lobby.domain.requests import IdempotentRequest, fresh_identity
from galaxytables_lobby.domain.state import FinishedTable, TimeControl
from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.deals import deal_commitment, revealed_seed
from galaxytables_lobby.domain.tournaments.pairings import next_round
from galaxytables_lobby.domain.tournaments.state import (
    Attendance,
    Leavers,
    RoundStage,
    Schedule,
    Tournament,
    TournamentStage,
)
from galaxytables_lobby.ids import TournamentId
from galaxytables_lobby.metrics import TOURNAMENT_LOOKS
from galaxytables_lobby.people.sanctions import Kind, Sanction, Sanctions, Subject
from galaxytables_lobby.play.table_admin import TableAdmin
from galaxytables_lobby.play.tournaments.counting import FORMATS, count_tournaments
from tests.lobby.counting import NAME
from tests.lobby.domain.tournaments.organised import ORGANISER, player
from tests.lobby.house import House
from tests.lobby.play.cup import KINDS, Cup, final
from tests.lobby.workers import open_archiver, open_driver, open_sweep

pytestmark = pytest.mark.usefixtures("_time_stands_still")
SECOND, MINUTE = 1_000, 60_000
# Who runs out of time once has left.
HASTY = TimeControl(per_move=10 * SECOND, misses_before_handover=1)


@asynccontextmanager
async def driven(house: House, kind: str, entrants: int = 4, **fields) -> AsyncIterator[Cup]:
    cup = await Cup.announced(house, kind, entrants, **fields)
    async with open_driver(house.settings, clock=house.clock) as driver:
        cup.look = driver.drive
        yield cup


def schedule(house: House, **fields) -> Schedule:
    return Schedule(starts=int(house.clock() * 1000), **fields)


async def clock_out(house: House) -> None:
    """Nobody else chooses in time."""
    house.clock.ahead += 11
    async with open_sweep(house.settings, clock=house.clock) as sweep:
        await sweep.sweep(None)


@pytest.mark.parametrize("kind", KINDS)
async def test_it_runs_by_itself_to_its_end(house, kind):
    async with driven(house, kind, 16) as cup:
        tournament = await cup.to_the_end(cup.look)
    assert tournament.stage is TournamentStage.FINISHED
    assert len(final(tournament)) == 16
    assert all(game.over for each in tournament.rounds for pairing in each.pairings for game in pairing.games)


async def test_it_begins_no_sooner_than_it_says(house):
    starts = int(house.clock() * 1000) + 5 * MINUTE
    async with driven(house, "round robin", schedule=Schedule(starts=starts)) as cup:
        await cup.looked(299)
        assert not cup.tournament.started
        await cup.looked(2)
        assert len(await cup.running()) == 2


async def test_operators_see_how_many_there_are_and_for_how_long_something_is_due(house):
    async with driven(house, "round robin") as cup:
        store, starts = cup.tables.store, int(house.clock() * 1000)
        counts = await count_tournaments(store, starts + 90 * SECOND)
        assert (counts.tournaments, counts.entrants, counts.overdue) == (
            {("round_robin", TournamentStage.REGISTRATION): 1},
            {"round_robin": 4},
            90 * SECOND,
        )
        await cup.looked()
        counts = await count_tournaments(store, starts + 90 * SECOND)
        # Tables play, and the round has no deadline.
        assert (counts.tournaments, counts.overdue) == ({("round_robin", TournamentStage.RUNNING): 1}, 0)
        await cup.to_the_end(cup.look)
        assert not (await count_tournaments(store, starts)).tournaments
    assert {"round_robin"} <= set(FORMATS)


async def test_a_persons_export_has_their_results_and_an_erased_name_leaves_the_standings(house):
    people = house.lobbies[0].people
    async with driven(house, "round robin") as cup:
        await cup.to_the_end(cup.look)
        before = final(cup.tournament)
        [exported] = json.loads(await people.export(player(0).id))["tournaments"]
        [entry] = exported["entries"]
        # Who entered later resigns, so the first one wins every game.
        assert (exported["stage"], entry["name"], entry["rank"]) == ("finished", player(0).name, 1)
        assert [(each["round"], each["rank"]) for each in entry["results"]] == [(1, 1), (2, 1), (3, 1)]
        await people.erase(player(0).id, operator="", reason="asked")
        assert final(await cup.load()) == before
        assert player(0) not in cup.tournament.people
        assert cup.tournament.entrants[0].player.name == ""
        assert json.loads(await people.export(player(0).id))["tournaments"] == []


async def test_a_look_that_fails_is_counted_and_ends_no_others(house, monkeypatch):
    async def fails(*_: object) -> None:
        raise RuntimeError

    failed = TOURNAMENT_LOOKS.labels("failed")
    before = failed._value.get()
    async with driven(house, "round robin") as cup:
        monkeypatch.setattr("galaxytables_lobby.play.tournaments.driver.Driver._look_or_raise", fails)
        await cup.look()
    assert failed._value.get() == before + 1


async def test_tables_have_those_who_are_paired_in_the_order_of_seats_and_count_for_ratings(house):
    async with driven(house, "round robin") as cup:
        await cup.looked()
        assert cup.tournament.round is not None
        for pairing, table in zip(cup.tournament.round.pairings, await cup.running(), strict=True):
            seated = [seat.player for seat in table.seats]
            assert seated == [cup.tournament.entrants[each].player for each in pairing.entrants]
            assert table.name == "Cup"
            assert table.tournament == cup.tournament.id
            assert is_rated(table)


async def test_tables_of_one_deal_have_one_seed_which_is_shown_after_the_round(house):
    async with driven(house, "swiss") as cup:
        await cup.looked()
        tables = await cup.running()
        assert {table.commitment for table in tables} == {deal_commitment(cup.tournament, 1)}
        # Nobody watches a table that is ahead.
        assert all(table.private for table in tables)
        await cup.play_tables()
        await cup.looked(2)
        assert {table.seed for table in tables} == {revealed_seed(cup.tournament, 1)}
        assert {table.seed for table in await cup.running()}.isdisjoint({table.seed for table in tables})


async def test_who_never_comes_loses_and_leaves(house):
    async with driven(house, "round robin", 2, control=HASTY) as cup:
        await cup.looked()
        [table] = await cup.running()
        await cup.chooses(table.id, 0)
        await clock_out(house)
        await cup.looked()
        [game] = cup.tournament.rounds[0].pairings[0].games
        assert (game.ranks, game.forfeits) == ((1, 2), (1,))
        absent = cup.tournament.rounds[0].pairings[0].entrants[1]
        assert cup.tournament.entrants[absent].attendance is Attendance.NO_SHOW


async def test_a_bot_plays_on_for_who_never_comes_and_on_their_seats_from_then_on(house):
    bots = {"leavers": Leavers.BOT, "bot": "greedy", "options": {"rounds": "2", "unlucky": "off"}}
    async with driven(house, "round robin", 4, control=HASTY, **bots) as cup:
        await cup.looked()
        tables = await cup.running()
        for table in tables:
            await cup.chooses(table.id, 0)
        await clock_out(house)
        for table in await cup.running():
            assert table.seats[1].bot == "greedy"
            await cup.picks(table.id)
        await cup.looked()
        replaced = {each.player.id for each in cup.tournament.entrants if each.attendance is Attendance.REPLACED}
        assert replaced == {table.seats[1].player.id for table in tables if table.seats[1].player is not None}
        assert all(not pairing.games[0].forfeits for pairing in cup.tournament.rounds[0].pairings)
        await cup.looked(2)
        seats = [seat for table in await cup.running() for seat in table.seats]
        assert [seat.bot for seat in seats if seat.bot] == ["greedy", "greedy"]
        assert replaced.isdisjoint({seat.player.id for seat in seats if seat.player is not None})


async def test_who_resigns_at_once_has_come(house):
    async with driven(house, "round robin", 2, control=HASTY) as cup:
        await cup.looked()
        await cup.play_tables()
        await cup.looked(2)
        [game] = cup.tournament.rounds[0].pairings[0].games
        assert not game.forfeits
        assert all(each.attendance is Attendance.PLAYING for each in cup.tournament.entrants)


async def test_when_the_time_of_a_round_is_up_its_tables_are_closed_and_count_as_draws(house):
    async with driven(house, "round robin", schedule=schedule(house, max_round=MINUTE)) as cup:
        await cup.looked()
        first, second = await cup.running()
        await cup.resigns(first)
        await cup.looked(61)
        [one, other] = cup.tournament.rounds[0].pairings
        assert sorted(one.games[0].ranks) == [1, 2]
        assert other.games[0].ranks == (1, 1)
        assert other.games[0].adjudicated
        [closed] = await cup.tables.store.load_states([second.id])
        assert isinstance(closed, FinishedTable)
        assert closed.end_reason == game_pb2.END_REASON_CLOSED_BY_OPERATOR
        assert len(cup.tournament.rounds) == 2


async def test_a_table_that_an_operator_closes_is_a_draw(house):
    async with driven(house, "round robin", 2) as cup:
        await cup.looked()
        [table] = await cup.running()
        admin = TableAdmin(cup.tables, house.lobbies[0].games)
        await admin.close(table.id, IdempotentRequest(fresh_identity()), without_rules=False)
        await cup.looked(2)
        [game] = cup.tournament.rounds[0].pairings[0].games
        assert (game.ranks, game.adjudicated) == ((1, 1), False)


async def test_who_leaves_between_two_rounds_is_seated_nowhere(house):
    async with driven(house, "swiss", schedule=schedule(house, interval=MINUTE)) as cup:
        await cup.looked()
        await cup.play_tables()
        await cup.looked(2)
        [_, paired] = cup.tournament.rounds
        assert not paired.begun
        await cup.tournaments.take(cup.id, acts.Withdraw(by=player(0).id, player=player(0).id))
        await cup.looked(61)
        assert cup.tournament.rounds[-1].begun
        [table] = await cup.running()
        assert table.seat_of(player(0).id) is None
        assert len(await cup.tables_of(player(0).id)) == 1


async def test_in_a_pause_games_go_on_and_none_begins(house):
    async with driven(house, "round robin") as cup:
        await cup.looked()
        await cup.tournaments.take(cup.id, acts.Pause(by=ORGANISER.id, reason="lunch"))
        await cup.play_tables()
        await cup.looked(2)
        assert all(pairing.over for pairing in cup.tournament.rounds[0].pairings)
        await cup.looked(60)
        assert cup.tournament.rounds[1:] == ()
        assert await cup.running() == []
        await cup.tournaments.take(cup.id, acts.Resume(by=ORGANISER.id))
        await cup.looked(2)
        assert len(cup.tournament.rounds) == 2
        assert len(await cup.running()) == 2


async def test_while_a_game_is_drained_results_count_and_no_game_begins(house):
    sanctions = Sanctions(house.lobbies[0].tables.store, house.clock)
    async with driven(house, "round robin") as cup:
        await cup.looked()
        since = int(house.clock() * 1000)
        draining = Sanction(kind=Kind.DRAIN, subject=str(Subject.game(NAME)), reason="", operator="op", since=since)
        await sanctions.impose(draining)
        await cup.play_tables()
        await cup.looked(2)
        assert cup.tournament.rounds[-1].stage is RoundStage.PAIRED
        assert await cup.running() == []
        await sanctions.lift(Kind.DRAIN, Subject.game(NAME))
        await cup.looked(2)
        assert len(await cup.running()) == 2


async def test_a_table_that_has_left_the_store_gives_its_result_from_the_archive(house):
    async with driven(house, "round robin", 2) as cup:
        await cup.looked()
        await cup.play_tables()
        async with open_archiver(house.settings, clock=house.clock) as archiver:
            house.clock.ahead += 10
            assert await archiver.archive() == 1
            house.clock.ahead += house.settings.retention
            assert await archiver.forget() == 1
        await cup.looked()
        assert sorted(cup.tournament.rounds[0].pairings[0].games[0].ranks) == [1, 2]


async def test_one_tournament_that_fails_does_not_keep_others_waiting(house, monkeypatch):
    async with driven(house, "round robin") as cup:
        broken = replace(cup.tournament, id=TournamentId("broken"))
        await cup.tournaments.create(broken)

        def next_round_or_fail(tournament: Tournament, now: int) -> object:
            if tournament.id == broken.id:
                raise ZeroDivisionError
            return next_round(tournament, now)

        monkeypatch.setattr("galaxytables_lobby.play.tournaments.driver.next_round", next_round_or_fail)
        await cup.looked()
        assert len(await cup.running()) == 2
        assert not (await cup.tournaments.load(broken.id)).rounds
