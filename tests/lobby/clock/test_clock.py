"""The clock: once, on time, with the right consequences."""

import asyncio
import contextlib
from dataclasses import replace

import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1.tables_pb2 import (
    TABLE_STATE_CLOSED,
    TABLE_STATE_FINISHED,
    Budget,
    TimeControl,
)
from galaxytables_lobby.adapters.redis import Store
from galaxytables_lobby.clock.sweep import LEASE_MILLISECONDS
from galaxytables_lobby.domain import timing
from galaxytables_lobby.domain.seating import OPEN_LIFETIME
from tests.lobby.counting import NAME
from tests.lobby.house import eventually, refused
from tests.lobby.play.test_play import verified
from tests.lobby.workers import open_sweep

pytestmark = pytest.mark.usefixtures("_time_stands_still")


def per_move(seconds: int, **fields) -> TimeControl:
    return TimeControl(per_move=Duration(seconds=seconds), **fields)


@contextlib.asynccontextmanager
async def sweeping(house):
    """A sweep that has found the rules, if they are served: on a busy machine they may be found late."""
    async with open_sweep(house.settings, clock=house.clock) as sweep:
        games = sweep._overdue._games
        await eventually(lambda: not house.counting.serves or NAME not in games.names or games.rules_of(NAME).available)
        yield sweep


async def kinds(guest, table_id) -> list[str]:
    async with guest.watching(table_id) as updates:
        return [event.event.kind for event in (await updates.update()).events]


async def test_nothing_happens_before_time_is_up_and_defaults_are_played_after(house):
    table_id, (one, two) = await house.started(time_control=per_move(60))
    async with sweeping(house) as sweep:
        house.clock.ahead = 55
        assert await sweep.sweep() == 0
        await one.pick(table_id)
        house.clock.ahead = 65
        assert await sweep.sweep() == 1
        assert await sweep.sweep() == 0
    seen = await one.view(table_id)
    assert seen.prompts[0].id == "r2s0"
    assert [clock.misses for clock in seen.clocks] == [0, 1]
    assert (await kinds(two, table_id)).count("clocked_out") == 1


async def test_a_choice_of_ones_own_ends_the_row_of_misses(house):
    table_id, (one, _) = await house.started(time_control=per_move(60), options={"rounds": "9"})
    async with sweeping(house) as sweep:
        house.clock.ahead = 61
        await sweep.sweep()
        assert [clock.misses for clock in (await one.view(table_id)).clocks] == [1, 1]
        await one.pick(table_id)
        assert [clock.misses for clock in (await one.view(table_id)).clocks] == [0, 1]


async def test_whose_time_runs_out_has_let_others_wait_and_who_loses_the_seat_by_it_has_left(house):
    control = per_move(60, misses_before_handover=2)
    table_id, guests = await house.started(3, time_control=control, options={"rounds": "9"})
    store = house.lobbies[0].tables.store
    async with sweeping(house) as sweep:
        for noted in (["stalled"], ["stalled", "left"]):
            for guest in guests[1:]:
                await guest.pick(table_id)
            house.clock.ahead += 61
            await sweep.sweep()
            assert [each.kind for each in await store.departures(guests[0].id)] == noted
    assert await store.departures(guests[1].id) == []


async def test_overlapping_sweeps_act_exactly_once_on_each_table(house):
    tables = [await house.started(time_control=per_move(60)) for _ in range(12)]
    house.clock.ahead = 61
    async with contextlib.AsyncExitStack() as stack:
        sweeps = [await stack.enter_async_context(sweeping(house)) for _ in range(3)]
        swept = await asyncio.gather(*[sweep.sweep() for sweep in sweeps for _ in range(2)])
        assert sum(swept) == len(tables)
    for table_id, (one, _) in tables:
        told = await kinds(one, table_id)
        assert (told.count("clocked_out"), told.count("revealed")) == (2, 1)


async def test_without_leases_too_each_deadline_counts_once(house, monkeypatch):
    """Leases only save work: two workers that act on the same claim still change the table once."""
    monkeypatch.setattr("galaxytables_lobby.clock.sweep.LEASE_MILLISECONDS", -1)
    tables = [await house.started(time_control=per_move(60)) for _ in range(6)]
    house.clock.ahead = 61
    async with contextlib.AsyncExitStack() as stack:
        sweeps = [await stack.enter_async_context(sweeping(house)) for _ in range(3)]
        await asyncio.gather(*[sweep.sweep() for sweep in sweeps])
    for table_id, (one, _) in tables:
        told = await kinds(one, table_id)
        assert (told.count("clocked_out"), told.count("revealed")) == (2, 1)


async def test_a_worker_that_died_holding_a_claim_loses_nothing(house):
    table_id, (one, _) = await house.started(time_control=per_move(60))
    house.clock.ahead = 61
    dead = Store(house.redis_url, origin=b"dead")
    dead.start()
    claimed, backlog = await dead.claim(now=int(house.clock() * 1000), lease=LEASE_MILLISECONDS, limit=10)
    assert ([due.table_id for due in claimed], backlog) == ([table_id], 1)
    await dead.close()
    async with sweeping(house) as sweep:
        assert await sweep.sweep() == 0
        house.clock.ahead += LEASE_MILLISECONDS / 1000 + 1
        assert await sweep.sweep() == 1
    assert (await kinds(one, table_id)).count("clocked_out") == 2


async def test_after_too_many_misses_the_successor_takes_over(house):
    async with house.host().hosting("random") as seats:
        await seats.until(lambda message: message.caught_up)
        control = per_move(60, misses_before_handover=2, successor="random")
        table_id, (one, two) = await house.started(time_control=control, options={"rounds": "9"})
        async with sweeping(house) as sweep:
            for _ in range(2):
                await one.pick(table_id)
                house.clock.ahead += 61
                await sweep.sweep()
        table = await one.table(table_id)
        assert [seat.resigned for seat in table.seats] == [False, True]
        told = (await seats.next()).seat
        assert (told.table_id, told.seat, told.bot) == (table_id, 1, "random")
        assert (await kinds(one, table_id)).count("handed_over") == 1
        assert (await refused(two.submit(table_id, "r3s1", "c0"))).reason == "NOT_SEATED"
        await house.host().pick(table_id, seat=1)


async def test_without_a_successor_the_rest_is_played_by_defaults_at_once(house):
    table_id, (one, two, three) = await house.started(
        3, time_control=per_move(60, misses_before_handover=1), options={"rounds": "5"}
    )
    for guest in (one, three):
        await guest.pick(table_id)
    async with sweeping(house) as sweep:
        house.clock.ahead = 61
        await sweep.sweep()
        for _ in range(4):
            for guest in (one, three):
                await guest.pick(table_id)
            await sweep.sweep()
    table = await one.table(table_id)
    assert table.state == TABLE_STATE_FINISHED
    assert table.scores[1].rank == 3
    assert (await kinds(one, table_id)).count("clocked_out") == 1
    assert await verified(house, await two.record(table_id))


async def test_when_everybody_has_resigned_the_game_still_ends(house):
    table_id, guests = await house.started(seats=3, options={"rounds": "7"})
    for guest in guests:
        await guest.resign(table_id)
    async with sweeping(house) as sweep:
        await sweep.sweep()
    assert (await guests[0].table(table_id)).state == TABLE_STATE_FINISHED
    assert await verified(house, await guests[0].record(table_id))


async def test_a_budget_runs_down_over_the_game_and_is_refilled_by_increments(house):
    budget = Budget(initial=Duration(seconds=100), increment=Duration(seconds=10), cap=Duration(seconds=120))
    table_id, (one, _two) = await house.started(time_control=TimeControl(budget=budget), options={"rounds": "9"})
    house.clock.ahead = 30
    await one.pick(table_id)
    clocks = (await one.view(table_id)).clocks
    assert 79 <= clocks[0].remaining.ToTimedelta().total_seconds() <= 80
    assert not clocks[0].HasField("deadline")
    assert clocks[1].HasField("deadline")
    async with sweeping(house) as sweep:
        house.clock.ahead = 101
        await sweep.sweep()
        clocks = (await one.view(table_id)).clocks
        assert [clock.misses for clock in clocks] == [0, 1]
        assert clocks[1].remaining.ToTimedelta().total_seconds() == 10
        house.clock.ahead += 11
        await sweep.sweep()
        assert [clock.misses for clock in (await one.view(table_id)).clocks] == [0, 2]


async def test_no_deadline_is_kept_after_the_end_and_a_far_one_without_a_clock(house, redis_server):
    table_id, (one, two) = await house.started(options={"rounds": "1"}, time_control=per_move(60))
    untimed, _ = await house.started()

    def deadlines() -> dict[str, float]:
        with redis_server.client() as client:
            return {
                member.decode(): due
                for key in client.keys("*:deadlines")
                for member, due in client.zrange(key, 0, -1, withscores=True)
            }

    now = house.clock() * 1000
    assert deadlines().keys() == {table_id, untimed}
    assert deadlines()[table_id] < now + 70_000
    assert -60_000 < deadlines()[untimed] - now - timing.MAX_SILENCE <= timing.HOUR
    await one.pick(table_id)
    await two.pick(table_id)
    assert deadlines().keys() == {untimed}


async def test_an_open_table_that_nobody_touches_is_closed(house):
    guest = await house.guest()
    table = await guest.create(2)
    async with sweeping(house) as sweep:
        house.clock.ahead = OPEN_LIFETIME / 1000 - 10
        assert await sweep.sweep() == 0
        house.clock.ahead = OPEN_LIFETIME / 1000 + 10
        assert await sweep.sweep() == 1
    assert (await guest.table(table.id)).state == TABLE_STATE_CLOSED


async def test_tables_wait_while_their_rules_are_away_and_go_on_after(house):
    house.settings = replace(house.settings, rules_seconds=0.5)
    table_id, (one, _) = await house.started(time_control=per_move(60))
    async with sweeping(house) as sweep:
        game = house.lobbies[0].games.rules_of(NAME)
        await house.counting.stop()
        await eventually(lambda: not game.available)
        house.clock.ahead = 61
        await sweep.sweep()
        await house.counting.start()
        await eventually(lambda: game.available)
        assert (await one.view(table_id)).prompts[0].id == "r1s0"
        house.clock.ahead += LEASE_MILLISECONDS / 1000 + 1

        async def acted() -> bool:
            await sweep.sweep()
            house.clock.ahead += LEASE_MILLISECONDS / 1000
            return (await kinds(one, table_id)).count("clocked_out") >= 2

        await eventually(acted)
