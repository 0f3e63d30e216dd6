"""A table always ends: by resigning, by the clock, by silence, by the claim of the last one."""

import contextlib

import pytest
from google.protobuf.duration_pb2 import Duration
from msgspec.structs import replace

from galaxytables.lobby.v1 import play_pb2
from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED, TABLE_STATE_RUNNING, VISIBILITY_PRIVATE, TimeControl
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.adapters.redis import Store
from galaxytables_lobby.clock import overdue
from galaxytables_lobby.clock.sweep import LEASE_MILLISECONDS, REST_MILLISECONDS
from galaxytables_lobby.domain import timing
from galaxytables_lobby.domain.endings import MIN_CHOICES
from galaxytables_lobby.domain.playing import announce
from galaxytables_lobby.domain.presets import PRESETS
from galaxytables_lobby.subscriptions.projection import time_control_for
from tests.lobby.adapters.archive.test_archive_service import archived, ratings, summary
from tests.lobby.clock.test_clock import kinds, per_move, sweeping
from tests.lobby.house import refused
from tests.lobby.play.test_play import verified

LONG = {"rounds": "999"}
RESIGNED = game_pb2.END_REASON_RESIGNED
CLOCKED_OUT = game_pb2.END_REASON_CLOCKED_OUT
ABANDONED = game_pb2.END_REASON_ABANDONED


async def claim_end(guest, table_id):
    await guest.play.ClaimEnd(play_pb2.ClaimEndRequest(table_id=table_id), metadata=guest.metadata)


async def ended(house, guest, table_id, reason):
    """Make sure that a table is over for a reason, everywhere; gives the ranks."""
    table, update, record = await guest.table(table_id), await guest.view(table_id), await guest.record(table_id)
    assert table.state == TABLE_STATE_FINISHED
    assert table.end_reason == update.end_reason == record.end_reason == reason
    assert not update.prompts
    assert await last_told(guest, table_id) == ("finished", [game_pb2.EndReason.Name(reason)[11:].lower()])
    assert await verified(house, record)
    return [score.rank for score in sorted(table.scores, key=lambda score: score.seat)]


async def last_told(guest, table_id):
    async with guest.watching(table_id) as updates:
        last = (await updates.update()).events[-1].event
    return last.kind, [fact.word for fact in last.facts]


async def test_resigning_ends_a_game_for_two_and_whoever_stays_has_won(house):
    table_id, (one, two) = await house.started(options=LONG)
    for _ in range(MIN_CHOICES):
        await one.pick(table_id)
        await two.pick(table_id)
    await two.resign(table_id)
    assert await ended(house, one, table_id, RESIGNED) == [1, 2]
    assert (await kinds(one, table_id))[-2:] == ["resigned", "finished"]
    await archived(house)
    game = await summary(one, table_id)
    assert (game.end_reason, game.rated, [seat.resigned for seat in game.seats]) == (RESIGNED, True, [False, True])
    (rating,) = await ratings(one)
    assert (rating.games, rating.won) == (1, 1)


async def test_a_game_for_two_with_a_successor_goes_on(house):
    async with house.host().hosting("random") as seats:
        await seats.until(lambda message: message.caught_up)
        table_id, (one, two) = await house.started(options=LONG, time_control=TimeControl(successor="random"))
        await two.resign(table_id)
        assert (await one.table(table_id)).state == TABLE_STATE_RUNNING
        assert (await one.view(table_id)).may_claim_end
        # Bots play on for both.
        await one.resign(table_id)
        assert (await one.table(table_id)).state == TABLE_STATE_RUNNING


async def test_a_bot_wins_against_who_resigns(house):
    async with house.host().hosting("random") as seats:
        await seats.until(lambda message: message.caught_up)
        one = await house.guest()
        table = await one.create(2, options=LONG)
        await one.add_bot(table.id)
        await one.start(table.id)
        assert not (await one.view(table.id)).may_claim_end
        await one.resign(table.id)
        assert await ended(house, one, table.id, RESIGNED) == [2, 1]


async def test_whoever_runs_out_of_time_too_often_has_lost_a_game_for_two(house):
    table_id, (one, two) = await house.started(time_control=per_move(60, misses_before_handover=2), options=LONG)
    for _ in range(MIN_CHOICES):
        await one.pick(table_id)
        await two.pick(table_id)
    async with sweeping(house) as sweep:
        for _ in range(2):
            await one.pick(table_id)
            house.clock.ahead += 61
            await sweep.sweep()
    assert await ended(house, two, table_id, CLOCKED_OUT) == [1, 2]
    assert (await kinds(one, table_id))[-2:] == ["clocked_out", "finished"]
    await archived(house)
    assert (await summary(one, table_id)).rated


async def test_where_both_let_time_run_out_nobody_has_won(house):
    table_id, (one, _) = await house.started(time_control=per_move(60, misses_before_handover=2), options=LONG)
    async with sweeping(house) as sweep:
        for _ in range(3):
            house.clock.ahead += 61
            await sweep.sweep()
        await ended(house, one, table_id, ABANDONED)
        events = (await one.view(table_id)).last_event
        for _ in range(3):
            house.clock.ahead += 61
            assert await sweep.sweep() == 0
    assert (await one.view(table_id)).last_event == events
    await archived(house)
    game = await summary(one, table_id)
    assert (game.rated, [seat.resigned for seat in game.seats]) == (False, [True, True])
    assert await ratings(one) == []


async def test_in_larger_games_defaults_play_as_long_as_one_person_stays(house):
    table_id, (one, two, three) = await house.started(3, options=LONG)
    async with sweeping(house) as sweep:
        await one.resign(table_id)
        await two.resign(table_id)
        for _ in range(3):
            await three.pick(table_id)
            await sweep.sweep()
        assert (await three.table(table_id)).state == TABLE_STATE_RUNNING
        assert (await three.view(table_id)).prompts[0].id == "r4s2"
        await three.resign(table_id)
        await ended(house, three, table_id, ABANDONED)
        assert await sweep.sweep() == 0
    await archived(house)
    assert not (await summary(one, table_id)).rated


async def test_who_is_left_alone_may_claim_the_end_and_has_won(house):
    table_id, (one, two, three) = await house.started(3, options=LONG)
    for guest in (one, two, three):
        await guest.pick(table_id)
    await one.resign(table_id)
    assert not (await three.view(table_id)).may_claim_end
    for guest in (two, three):
        assert (await refused(claim_end(guest, table_id))).reason == "END_NOT_CLAIMABLE"
    await two.resign(table_id)
    assert (await refused(claim_end(two, table_id))).reason == "NOT_SEATED"
    assert (await three.view(table_id)).may_claim_end
    await claim_end(three, table_id)
    ranks = await ended(house, three, table_id, ABANDONED)
    assert ranks[2] == 1
    assert 1 not in ranks[:2]
    assert (await kinds(three, table_id))[-2:] == ["end_claimed", "finished"]
    assert (await refused(claim_end(three, table_id))).reason == "GAME_OVER"
    await archived(house)
    assert (await summary(one, table_id)).rated


async def test_bots_that_began_the_game_have_not_left(house):
    async with house.host().hosting("random") as seats:
        await seats.until(lambda message: message.caught_up)
        one, two = await house.guest(), await house.guest()
        table = await one.create(3, options=LONG)
        await one.add_bot(table.id)
        await two.join(table.id)
        await two.ready(table.id)
        await one.start(table.id)
        await two.resign(table.id)
        assert (await refused(claim_end(one, table.id))).reason == "END_NOT_CLAIMABLE"
        await one.resign(table.id)
        ranks = await ended(house, one, table.id, ABANDONED)
        assert ranks[1] == 1
    await archived(house)
    assert not (await summary(one, table.id)).rated


async def test_a_private_table_ends_as_any_other_and_is_not_rated(house):
    table_id, (one, two) = await house.started(options=LONG, visibility=VISIBILITY_PRIVATE)
    await two.resign(table_id)
    assert await ended(house, one, table_id, RESIGNED) == [1, 2]
    await archived(house)
    game = await summary(one, table_id)
    assert (game.end_reason, game.rated) == (RESIGNED, False)


async def test_a_table_without_a_clock_ends_after_a_month_of_silence(house):
    table_id, (one, two) = await house.started(options=LONG)
    await one.pick(table_id)
    async with sweeping(house) as sweep:
        house.clock.ahead += timing.MAX_SILENCE / 1000 - 60
        assert await sweep.sweep() == 0
        await one.undo(table_id)
        await one.pick(table_id)
        house.clock.ahead += 120
        assert await sweep.sweep() == 0
        house.clock.ahead += (timing.MAX_SILENCE + timing.HOUR) / 1000
        assert await sweep.sweep() == 1
    # The table waited for one of them; the other has stayed.
    assert await ended(house, two, table_id, ABANDONED) == [1, 2]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("successor", ["", "random"])
async def test_with_every_preset_a_table_ends_when_all_vanish(house, preset, seats, successor):
    control = time_control_for(replace(preset.control, successor=successor))
    async with house.host().hosting("random") as offers:
        await offers.until(lambda message: message.caught_up)
        table_id, _ = await house.started(seats, options=LONG, time_control=control)
    # The bots' host is gone too, with people and all.
    step = max(preset.control.per_move + preset.control.bank, preset.control.initial) / 1000 + 60
    async with sweeping(house) as sweep:
        for _ in range(40):
            house.clock.ahead += step
            await sweep.sweep()
        stranger = await house.guest()
        await ended(house, stranger, table_id, ABANDONED)
        assert (await stranger.view(table_id)).last_event < 500
        house.clock.ahead += 10 * step
        assert await sweep.sweep() == 0
    await archived(house)
    assert not (await summary(await house.guest(), table_id)).rated


async def test_where_no_seat_is_ever_handed_over_silence_ends_the_game_too(house):
    table_id, (one, _, _) = await house.started(3, time_control=per_move(60), options=LONG)
    async with sweeping(house) as sweep:
        for silent in range(house.settings.max_silent):
            assert (await one.table(table_id)).state == TABLE_STATE_RUNNING, silent
            house.clock.ahead += 61
            await sweep.sweep()
    await ended(house, one, table_id, ABANDONED)


async def test_one_who_chooses_keeps_a_game_going(house):
    table_id, (one, two) = await house.started(time_control=per_move(60), options=LONG)
    async with sweeping(house) as sweep:
        for _ in range(2 * house.settings.max_silent):
            await one.pick(table_id)
            house.clock.ahead += 61
            await sweep.sweep()
    table = await one.table(table_id)
    assert table.state == TABLE_STATE_RUNNING
    assert [clock.misses for clock in (await two.view(table_id)).clocks] == [0, 2 * house.settings.max_silent]


async def test_bots_that_nobody_plays_any_more_end_in_silence(house):
    one = await house.guest()
    async with house.host().hosting("random") as offers:
        await offers.until(lambda message: message.caught_up)
        table = await one.create(3, options=LONG, time_control=per_move(60, misses_before_handover=2))
        for _ in range(2):
            await one.add_bot(table.id)
        await one.leave(table.id)
        await one.add_bot(table.id)
        await one.start(table.id)
    async with sweeping(house) as sweep:
        for _ in range(house.settings.max_silent):
            house.clock.ahead += 61
            await sweep.sweep()
    await ended(house, one, table.id, ABANDONED)


async def forsake_all(house, table_id):
    """Make a table what tables were before games could end: everybody has left, and the game goes on."""

    async def step(loaded):
        seats = [replace(seat, resigned=True) for seat in loaded.table.seats]
        return announce(replace(loaded.table, seats=tuple(seats)), "handed_over", now=house.lobbies[0].tables.now())

    await house.lobbies[0].tables.change(table_id, step)


async def test_a_table_that_everybody_had_left_before_is_ended_by_the_clock(house):
    table_id, (one, _) = await house.started(options=LONG)
    await forsake_all(house, table_id)
    async with sweeping(house) as sweep:
        assert await sweep.sweep() == 1
        assert await sweep.sweep() == 0
    await ended(house, one, table_id, ABANDONED)


async def test_the_clock_never_spends_more_than_its_share_on_one_table(house, monkeypatch):
    """At one table defaults would be played for ever, and the others are served all the same."""
    monkeypatch.setattr(overdue, "SHARE", 5)
    monkeypatch.setattr("galaxytables_lobby.clock.sweep.SHARE", 5)
    busy, (one, two, _) = await house.started(3, options=LONG, time_control=per_move(60))
    for guest in (one, two):
        await guest.resign(busy)
    other, (four, _) = await house.started(time_control=per_move(60))

    async def endless(loaded):
        """The last person's seat is left too, as if a game never came to ask those who stayed."""
        table = loaded.table
        seats = (*table.seats[:2], replace(table.seats[2], resigned=True, bot=""))
        return announce(replace(table, seats=seats), "handed_over", now=house.lobbies[0].tables.now())

    await house.lobbies[0].tables.change(busy, endless)
    monkeypatch.setattr("galaxytables_lobby.domain.endings.deserted", lambda _: False)
    house.clock.ahead += 61
    async with sweeping(house) as sweep:
        before = (await four.view(busy)).last_event
        assert await sweep.sweep() == 2
        assert (await kinds(four, other)).count("clocked_out") == 2
        after = (await four.view(busy)).last_event
        assert await sweep.sweep() == 0
        assert (await four.view(busy)).last_event == after > before
        house.clock.ahead += REST_MILLISECONDS / 1000 + 0.1
        assert await sweep.sweep() == 1
        assert (await four.view(busy)).last_event > after


class Killed(BaseException):
    """What a process that is killed does not live to see."""


@pytest.mark.parametrize("place", ["before", "after"])
async def test_a_clock_that_is_killed_at_any_commit_ends_each_table_once(house, monkeypatch, place):
    table_id, (one, _) = await house.started(time_control=per_move(60, misses_before_handover=2), options=LONG)
    commit = Store.commit
    killed = 0

    async def dying(self, change):
        nonlocal killed
        if place == "after":
            await commit(self, change)
        killed += 1
        raise Killed

    for _ in range(8):
        house.clock.ahead += 61
        async with sweeping(house) as sweep:
            with monkeypatch.context() as patch, contextlib.suppress(Killed):
                patch.setattr(Store, "commit", dying)
                await sweep.sweep()
        house.clock.ahead += LEASE_MILLISECONDS / 1000 + 1
        async with sweeping(house) as sweep:
            await sweep.sweep()
    assert killed
    await ended(house, one, table_id, ABANDONED)
    assert (await kinds(one, table_id)).count("finished") == 1


async def test_rules_that_cannot_close_a_game_do_not_keep_a_table_running(house):
    table_id, (one, two) = await house.started(options=LONG)
    house.counting.rules.older = True
    await two.resign(table_id)
    table = await one.table(table_id)
    assert (table.state, table.end_reason) == (TABLE_STATE_FINISHED, RESIGNED)
    assert [(score.seat, score.rank, score.total) for score in table.scores] == [(0, 1, 0), (1, 2, 0)]


async def test_resigning_waits_for_rules_that_are_away_and_loses_nothing(house):
    table_id, (one, two) = await house.started(options=LONG)
    house.lobbies[0].games.rules_of("counting").available = False
    assert (await refused(two.resign(table_id))).reason == "GAME_UNAVAILABLE"
    assert not (await one.table(table_id)).seats[1].resigned
    house.lobbies[0].games.rules_of("counting").available = True
    await two.resign(table_id)
    assert await ended(house, one, table_id, RESIGNED) == [1, 2]


async def test_a_game_that_ends_in_a_pause_is_not_paused_any_more(house):
    table_id, (one, two) = await house.started(options=LONG, time_control=TimeControl(per_move=Duration(seconds=60)))
    for guest in (one, two):
        await guest.play.SetPause(play_pb2.SetPauseRequest(table_id=table_id, paused=True), metadata=guest.metadata)
    await one.resign(table_id)
    assert await ended(house, two, table_id, RESIGNED) == [2, 1]
    assert not (await two.view(table_id)).HasField("paused")


async def test_a_bot_whose_host_is_gone_wins_nothing(house):
    async with house.host().hosting("random") as offers:
        await offers.until(lambda message: message.caught_up)
        one = await house.guest()
        control = per_move(60, misses_before_handover=2)
        table = await one.create(2, options=LONG, time_control=control)
        await one.add_bot(table.id)
        await one.start(table.id)
    async with sweeping(house) as sweep:
        for _ in range(3):
            house.clock.ahead += 61
            await sweep.sweep()
    ranks = await ended(house, one, table.id, ABANDONED)
    assert ranks == [2, 1]
    await archived(house)
    assert not (await summary(one, table.id)).rated
