"""Watching for prompts only: each prompt comes, the end comes, nothing else does, and no view is built for waiting."""

import asyncio
import contextlib

import pytest

from galaxytables.lobby.v1 import play_pb2
from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_CLOSED, TABLE_STATE_FINISHED, TABLE_STATE_OPEN
from galaxytables_lobby.subscriptions import watcher as watcher_module
from tests.lobby.clock.test_clock import per_move, sweeping
from tests.lobby.domain.test_pauses import pause
from tests.lobby.house import eventually


def prompts(update: play_pb2.TableUpdate) -> list[str]:
    assert not update.events
    return [prompt.id for prompt in update.prompts]


async def next_prompts(updates) -> list[str]:
    return prompts(await updates.update())


async def test_each_prompt_comes_once_then_the_end_and_no_events(house):
    table_id, guests = await house.started(3, options={"rounds": "3"})
    async with guests[0].watching(table_id, prompts_only=True) as updates:
        assert await next_prompts(updates) == ["r1s0"]
        for _ in range(3):
            for guest in (guests[1], guests[0], guests[2]):
                await guest.pick(table_id)
        rest = [message.update for message in await updates.rest()]
    assert [prompts(update) for update in rest] == [["r2s0"], ["r3s0"], []]
    assert (rest[-1].state, len(rest[-1].scores)) == (TABLE_STATE_FINISHED, 3)
    assert not any(update.resync for update in rest)


async def test_a_prompt_that_was_answered_and_taken_back_comes_again(house):
    table_id, (one, _) = await house.started()
    async with one.watching(table_id, prompts_only=True) as updates:
        assert await next_prompts(updates) == ["r1s0"]
        await one.pick(table_id)
        undone = await one.undo(table_id)
        again = await updates.update()
        assert (prompts(again), again.version) == (["r1s0"], undone.version)


async def test_a_watch_that_begins_again_is_told_where_it_stands(house):
    table_id, (one, two) = await house.started()
    for _ in range(2):
        async with one.watching(table_id, prompts_only=True) as updates:
            assert await next_prompts(updates) == ["r1s0"]
    await one.pick(table_id)
    async with one.watching(table_id, prompts_only=True) as updates:
        assert await next_prompts(updates) == []
        await two.pick(table_id)
        assert await next_prompts(updates) == ["r2s0"]


async def test_what_the_clock_opens_is_told(house):
    table_id, (one, _) = await house.started(time_control=per_move(60))
    async with one.watching(table_id, prompts_only=True) as updates:
        assert await next_prompts(updates) == ["r1s0"]
        async with sweeping(house) as sweep:
            house.clock.ahead = 61
            await sweep.sweep()
        assert await next_prompts(updates) == ["r2s0"]


async def test_a_prompt_that_closed_and_opened_unheard_comes_again(house, monkeypatch):
    """Another lobby answers it and takes the answer back while this one cannot look."""
    await house.open_lobby()
    table_id, (one, _) = await house.started()
    tables = house.lobbies[0].tables
    may_look, load = asyncio.Event(), tables.load

    async def late(table_id):
        await may_look.wait()
        return await load(table_id)

    async with one.watching(table_id, prompts_only=True) as updates:
        assert await next_prompts(updates) == ["r1s0"]
        monkeypatch.setattr(tables, "load", late)
        elsewhere = house.at(one, 1)
        await elsewhere.pick(table_id)
        undone = await elsewhere.undo(table_id)
        may_look.set()
        again = await updates.update()
        # Told of the first change in time or not, it ends with the prompt at the newest version.
        assert (prompts(again), again.version) == (["r1s0"], undone.version)


async def test_choices_at_other_lobbies_bring_the_prompts_too(house):
    await house.open_lobby()
    table_id, (one, two) = await house.started(options={"rounds": "8"})
    async with one.watching(table_id, prompts_only=True) as updates:
        for number in range(1, 9):
            while await next_prompts(updates) != [f"r{number}s0"]:
                pass
            await house.at(two, number % 2).pick(table_id)
            await house.at(one, (number + 1) % 2).pick(table_id)
        assert (await updates.rest())[-1].update.state == TABLE_STATE_FINISHED


async def test_a_slow_reader_gets_a_resync_with_the_open_prompt(house, monkeypatch):
    monkeypatch.setattr(watcher_module, "QUEUE_LENGTH", 2)
    watching = house.lobbies[0].watching
    table_id, (one, two) = await house.started(options={"rounds": "9"})
    woken: list[int] = []
    watcher = watching.watch(
        table_id,
        watcher_module.Onlooker(one.id),
        views=True,
        from_event=1,
        prompts_only=True,
        on_ready=lambda: woken.append(1),
    )
    try:
        await eventually(lambda: bool(woken))
        for _ in range(4):
            await one.pick(table_id)
            await two.pick(table_id)
        assert watcher.overflowed
        assert watching.take(watcher) == []
        await eventually(lambda: len(woken) == 2)
        (resync,) = [update.message() for update in watching.take(watcher)]
        assert (resync.resync, prompts(resync), resync.HasField("view")) == (True, ["r5s0"], True)
        for guest in (one, two):
            await guest.pick(table_id)
        await eventually(lambda: len(woken) == 3)
        assert [prompts(update.message()) for update in watching.take(watcher)] == [["r6s0"]]
    finally:
        watching.leave(watcher)


async def test_an_open_table_is_told_of_when_it_closes_and_not_of_its_seats(house):
    host, guest = await house.guest(), await house.guest()
    table = await host.create(3)
    async with host.watching(table.id, prompts_only=True) as updates:
        assert (await updates.update()).state == TABLE_STATE_OPEN
        await guest.join(table.id)
        await guest.leave(table.id)
        await host.leave(table.id)
        assert [message.update.state for message in await updates.rest()] == [TABLE_STATE_CLOSED]


async def test_views_are_built_with_new_prompts_alone(house):
    table_id, guests = await house.started(3, options={"rounds": "2"})
    rules = house.counting.rules
    async with contextlib.AsyncExitStack() as stack:
        streams = [
            await stack.enter_async_context(guest.watching(table_id, views=True, prompts_only=True)) for guest in guests
        ]
        for stream in streams:
            assert (await stream.update()).HasField("view")
        rules.viewers.clear()
        rules.calls.clear()
        for seat in (1, 0):
            await guests[seat].submit(table_id, f"r1s{seat}", "c0")
        assert rules.viewers == []
        await guests[2].submit(table_id, "r1s2", "c0")
        for seat, stream in enumerate(streams):
            update = await stream.update()
            assert (prompts(update), update.HasField("view")) == ([f"r2s{seat}"], True)
        assert sorted(rules.viewers) == [0, 1, 2]
        rules.viewers.clear()
        for seat in range(3):
            await guests[seat].submit(table_id, f"r2s{seat}", "c0")
        for stream in streams:
            (end,) = await stream.rest()
            assert (end.update.state, end.update.HasField("view")) == (TABLE_STATE_FINISHED, False)
        assert rules.viewers == []
        assert rules.calls == ["apply"] * 6


async def test_who_watches_a_waiting_seat_fully_still_gets_every_view(house):
    table_id, (one, two) = await house.started()
    async with (
        two.watching(table_id, views=True, prompts_only=True) as asked,
        two.watching(table_id, views=True) as full,
    ):
        await asked.update()
        await full.update()
        await two.pick(table_id)
        assert (await full.update()).HasField("view")
        await one.pick(table_id)
        assert (await full.update()).HasField("view")
        assert await next_prompts(asked) == ["r2s1"]


async def test_a_rules_service_that_gives_no_view_with_the_prompt_is_asked_for_it(house):
    table_id, (one, two) = await house.started()
    rules = house.counting.rules
    rules.older = True
    async with one.watching(table_id, views=True, prompts_only=True) as updates:
        await updates.update()
        rules.calls.clear()
        await one.submit(table_id, "r1s0", "c0")
        await two.submit(table_id, "r1s1", "c0")
        update = await updates.update()
        assert (prompts(update), update.HasField("view")) == (["r2s0"], True)
        assert rules.calls == ["apply", "apply", "view"]


@pytest.mark.parametrize("lobby", [0, 1])
async def test_the_open_prompt_comes_again_after_a_pause(house, lobby):
    await house.open_lobby()
    table_id, (one, two) = await house.started()
    async with house.at(one, lobby).watching(table_id, prompts_only=True) as updates:
        assert await next_prompts(updates) == ["r1s0"]
        for paused in (True, False):
            for guest in (one, two):
                await pause(guest, table_id, paused=paused)
        again = await updates.update()
        assert (prompts(again), again.HasField("paused")) == (["r1s0"], False)
