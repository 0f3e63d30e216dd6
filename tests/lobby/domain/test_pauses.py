"""Pauses by agreement, and vacations."""

import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.lobby.v1.tables_pb2 import VISIBILITY_PRIVATE, Budget, SpectatorRules, TimeControl
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.domain.timing import MAX_PAUSE
from galaxytables_lobby.play import steps
from tests.lobby.clock.test_clock import kinds, per_move, sweeping
from tests.lobby.house import refused
from tests.lobby.play.test_play import verified

DAY = 24 * 3600
SLOW = TimeControl(per_move=Duration(seconds=DAY), vacation=Duration(seconds=3 * DAY), grace=Duration())


async def pause(guest, table_id, paused=True):
    request = play_pb2.SetPauseRequest(table_id=table_id, paused=paused)
    return (await guest.play.SetPause(request, metadata=guest.metadata)).paused


async def go(guest, table_id, away=True):
    request = play_pb2.SetVacationRequest(table_id=table_id, away=away)
    return (await guest.play.SetVacation(request, metadata=guest.metadata)).version


async def test_a_pause_needs_everybody_and_stops_all_clocks(house):
    table_id, (one, two) = await house.started(time_control=per_move(60, grace=Duration()))
    assert not await pause(one, table_id)
    assert list((await two.view(table_id)).wishes) == [0]
    assert await pause(two, table_id)
    seen = await one.view(table_id)
    assert seen.HasField("paused")
    assert (list(seen.prompts), list(seen.waiting_for), list(seen.wishes)) == ([], [], [])
    assert not any(clock.HasField("deadline") for clock in seen.clocks)
    async with sweeping(house) as sweep:
        house.clock.ahead = 3600
        assert await sweep.sweep() == 0
    assert "clocked_out" not in await kinds(one, table_id)


async def test_what_can_be_done_for_ever_ends_where_the_history_is_full(house, monkeypatch):
    table_id, (one, two) = await house.started(time_control=SLOW)
    for guest in (one, two):
        await pause(guest, table_id)
    await go(two, table_id)
    monkeypatch.setattr(steps, "MAX_EVENTS", 3)
    for guest in (one, two):
        await pause(guest, table_id, paused=False)
    await go(two, table_id, away=False)
    for attempt in (pause(one, table_id), go(one, table_id), one.propose(table_id), one.undo(table_id)):
        assert (await refused(attempt)).reason == "HISTORY_FULL"
    await one.pick(table_id)
    table = await two.table(table_id)
    assert (table.state, table.end_reason) == (tables_pb2.TABLE_STATE_FINISHED, game_pb2.END_REASON_STALLED)
    assert await verified(house, await two.record(table_id))


async def test_in_a_pause_nothing_can_be_chosen_or_taken_back(house):
    table_id, (one, two) = await house.started(time_control=per_move(60))
    prompt = (await one.view(table_id)).prompts[0]
    await two.pick(table_id)
    for guest in (one, two):
        await pause(guest, table_id)
    before = await one.view(table_id)
    assert (await refused(one.submit(table_id, prompt.id, *prompt.default_picks))).reason == "TABLE_PAUSED"
    assert (await refused(two.undo(table_id))).reason == "TABLE_PAUSED"
    assert (await one.view(table_id)).version == before.version


async def test_the_game_goes_on_with_what_was_left_once_everybody_wishes_it(house):
    table_id, (one, two) = await house.started(time_control=per_move(60, grace=Duration()))
    house.clock.ahead = 20
    for guest in (one, two):
        await pause(guest, table_id)
    house.clock.ahead = 1000
    assert await pause(one, table_id, paused=False)
    assert not await pause(two, table_id, paused=False)
    seen = await one.view(table_id)
    assert seen.prompts
    assert list(seen.waiting_for) == [0, 1]
    left = seen.clocks[0].deadline.ToMilliseconds() / 1000 - house.clock()
    assert 30 < left <= 41
    assert [kind for kind in await kinds(one, table_id) if "pause" in kind or "resume" in kind] == [
        "pause_wished",
        "paused",
        "resume_wished",
        "resumed",
    ]


async def test_a_wish_can_be_taken_back_and_wishing_twice_changes_nothing(house):
    table_id, (one, two) = await house.started()
    await pause(one, table_id)
    version = (await one.view(table_id)).version
    await pause(one, table_id)
    assert (await one.view(table_id)).version == version
    await pause(one, table_id, paused=False)
    assert not await pause(two, table_id)
    assert list((await two.view(table_id)).wishes) == [1]


async def test_bots_agree_to_every_pause(house):
    async with house.host().hosting("random") as offers:
        await offers.next()
        guest = await house.guest()
        table = await guest.create(2)
        await guest.add_bot(table.id)
        await guest.start(table.id)
        assert await pause(guest, table.id)
        assert not await pause(guest, table.id, paused=False)


async def test_a_pause_ends_after_a_week_at_the_latest(house):
    table_id, (one, two) = await house.started(time_control=per_move(60))
    for guest in (one, two):
        await pause(guest, table_id)
    async with sweeping(house) as sweep:
        house.clock.ahead = MAX_PAUSE / 1000 + 1
        assert await sweep.sweep() == 1
    assert (await one.view(table_id)).prompts


async def test_whoever_resigns_in_a_pause_leaves_the_others_in_it_and_the_last_one_ends_it(house):
    table_id, (one, two, three) = await house.started(3, time_control=per_move(60))
    for guest in (one, two, three):
        await pause(guest, table_id)
    await one.resign(table_id)
    assert (await two.view(table_id)).HasField("paused")
    await three.resign(table_id)
    assert (await two.view(table_id)).HasField("paused")
    await two.resign(table_id)
    assert (await two.view(table_id)).state == tables_pb2.TABLE_STATE_FINISHED
    assert not (await two.view(table_id)).HasField("paused")


async def test_strangers_pause_nothing(house):
    table_id, _ = await house.started()
    assert (await refused(pause(await house.guest("Eve"), table_id))).reason == "NOT_SEATED"
    assert (await refused(go(await house.guest("Eve"), table_id))).reason == "NOT_SEATED"


async def test_on_vacation_ones_own_clock_stands_and_nobody_elses(house):
    table_id, (one, two) = await house.started(time_control=SLOW)
    await go(one, table_id)
    clocks = (await two.view(table_id)).clocks
    assert [clock.HasField("away_until") for clock in clocks] == [True, False]
    assert [clock.HasField("deadline") for clock in clocks] == [False, True]
    async with sweeping(house) as sweep:
        house.clock.ahead = DAY + 1
        assert await sweep.sweep() == 1
    assert [clock.misses for clock in (await two.view(table_id)).clocks] == [0, 1]


async def test_a_choice_or_the_call_ends_a_vacation_and_what_was_used_is_gone(house):
    table_id, (one, _) = await house.started(time_control=SLOW)
    await go(one, table_id)
    house.clock.ahead = DAY
    await one.pick(table_id)
    (clock, _) = (await one.view(table_id)).clocks
    assert not clock.HasField("away_until")
    assert abs(clock.vacation.seconds - 2 * DAY) < 60
    await go(one, table_id)
    await go(one, table_id, away=False)
    assert not (await one.view(table_id)).clocks[0].HasField("away_until")
    told = await kinds(one, table_id)
    assert (told.count("vacation_began"), told.count("vacation_ended")) == (2, 1)


async def test_a_used_up_vacation_ends_by_itself_and_there_is_no_other(house):
    table_id, (one, _) = await house.started(time_control=SLOW)
    await go(one, table_id)
    async with sweeping(house) as sweep:
        house.clock.ahead = 3 * DAY + 1
        await sweep.sweep()
    clock = (await one.view(table_id)).clocks[0]
    assert clock.HasField("deadline")
    assert not clock.HasField("vacation")
    assert (await refused(go(one, table_id))).reason == "NO_VACATION"


async def test_tables_without_vacation_refuse_it(house):
    table_id, (one, _) = await house.started(time_control=per_move(60))
    assert (await refused(go(one, table_id))).reason == "NO_VACATION"


@pytest.mark.parametrize(
    "control",
    [
        per_move(60, vacation=Duration(seconds=DAY)),
        per_move(DAY, vacation=Duration(seconds=61 * DAY)),
        per_move(60, grace=Duration(seconds=61)),
        per_move(60, bank=Duration(seconds=-1)),
        TimeControl(budget=Budget(initial=Duration(seconds=600)), bank=Duration(seconds=60)),
        TimeControl(bank=Duration(seconds=60)),
        TimeControl(grace=Duration(seconds=1)),
    ],
)
async def test_controls_that_make_no_sense_are_refused(house, control):
    guest = await house.guest()
    assert (await refused(guest.create(2, time_control=control))).reason == "INVALID_TIME_CONTROL"


async def test_every_preset_can_be_played_as_it_is(house):
    guest = await house.guest()
    presets = (await guest.list_games()).presets
    assert {preset.live for preset in presets} == {True, False}
    assert len({preset.name for preset in presets}) == len(presets)
    for preset in presets:
        table = await guest.create(2, time_control=preset.control)
        assert table.time_control == preset.control


@pytest.mark.parametrize("by_clock", [False, True])
async def test_when_the_only_one_who_did_not_wish_it_leaves_the_pause_begins(house, by_clock):
    control = per_move(60, grace=Duration(), misses_before_handover=1) if by_clock else None
    table_id, (one, two, three) = await house.started(3, time_control=control, options={"rounds": "9"})
    for guest in (one, two):
        await guest.pick(table_id)
        assert not await pause(guest, table_id)
    if by_clock:
        async with sweeping(house) as sweep:
            house.clock.ahead = 61
            await sweep.sweep()
    else:
        await three.resign(table_id)
    seen = await one.view(table_id)
    assert seen.HasField("paused")
    assert (list(seen.wishes), list(seen.prompts)) == ([], [])
    assert not any(clock.HasField("deadline") for clock in seen.clocks)


async def test_when_the_only_one_who_did_not_wish_it_leaves_the_game_goes_on(house):
    table_id, (one, two, three) = await house.started(3, time_control=per_move(60))
    for guest in (one, two, three):
        await pause(guest, table_id)
    for guest in (one, two):
        assert await pause(guest, table_id, paused=False)
    await three.resign(table_id)
    seen = await one.view(table_id)
    assert not seen.HasField("paused")
    assert seen.clocks[0].HasField("deadline")
    assert (await kinds(one, table_id))[-1] == "resumed"


async def test_the_wishes_of_who_has_left_count_no_more(house):
    table_id, (one, two, three) = await house.started(3)
    await pause(one, table_id)
    await one.resign(table_id)
    assert list((await two.view(table_id)).wishes) == []
    await pause(two, table_id)
    assert await pause(three, table_id)


async def test_the_clock_of_who_resigns_on_vacation_in_a_pause_stands_until_the_game_goes_on(house):
    async with house.host().hosting("random") as offers:
        await offers.next()
        control = TimeControl(per_move=Duration(seconds=DAY), vacation=Duration(seconds=3 * DAY), successor="random")
        table_id, (one, two) = await house.started(time_control=control)
        await go(one, table_id)
        for guest in (one, two):
            await pause(guest, table_id)
        await one.resign(table_id)
        assert not (await two.view(table_id)).clocks[0].HasField("deadline")
        await pause(two, table_id, paused=False)
        assert (await two.view(table_id)).clocks[0].HasField("deadline")


async def test_in_a_pause_no_undo_is_offered(house):
    table_id, (one, two) = await house.started()
    await two.pick(table_id)
    assert (await two.view(table_id)).undoable
    for guest in (one, two):
        await pause(guest, table_id)
    assert not (await two.view(table_id)).undoable


async def test_a_stranger_learns_neither_of_a_pause_nor_of_a_private_table(house):
    table_id, (one, two) = await house.started(visibility=VISIBILITY_PRIVATE, spectators=SpectatorRules(delay=3))
    for guest in (one, two):
        await pause(guest, table_id)
    eve = await house.guest("Eve")
    for work in (eve.undo(table_id), eve.propose(table_id), eve.accept(table_id, 1), eve.submit(table_id, "x")):
        assert (await refused(work)).reason == "TABLE_NOT_FOUND"
    table_id, (one, two) = await house.started(spectators=SpectatorRules(delay=3))
    for guest in (one, two):
        await pause(guest, table_id)
    for work in (eve.undo(table_id), eve.propose(table_id), eve.accept(table_id, 1), eve.submit(table_id, "x")):
        assert (await refused(work)).reason == "NOT_SEATED"
