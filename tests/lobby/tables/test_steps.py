"""Steps at a table, on a remembered table that may be older than the stored one."""

import asyncio

from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.tables.memory import Memory
from tests.lobby.house import PATIENCE, eventually


async def test_a_step_that_finds_nothing_to_do_at_a_remembered_table_looks_at_the_stored_one(house, monkeypatch):
    table_id, _ = await house.started()
    await house.open_lobby()
    deaf, other = (lobby.tables for lobby in house.lobbies)
    monkeypatch.setattr(deaf.memory, "forget_older", lambda _: None)
    seen = []

    async def look(loaded):
        seen.append(loaded.table.version)

    async def touch(loaded):
        return Change(replace(loaded.table, version=loaded.table.version + 1))

    assert await deaf.change(table_id, look) is None
    before = seen.pop()
    await other.change(table_id, touch)
    assert await deaf.change(table_id, look) is None
    assert seen == [before, before + 1]


async def test_steps_at_a_busy_table_come_one_after_the_other_and_a_cancelled_one_holds_nobody_up(house):
    table_id, _ = await house.started()
    tables = house.lobbies[0].tables
    gate, order = asyncio.Event(), []

    def step(name: str):
        async def unchanged(loaded: Loaded) -> Change:
            order.append(name)
            await gate.wait()
            return Change(loaded.table)

        return unchanged

    names = ("first", "second", "third", "fourth")
    tasks = {name: asyncio.create_task(tables.change(table_id, step(name))) for name in names}
    await eventually(lambda: order == ["first"])
    tasks["second"].cancel()
    await asyncio.sleep(0)
    gate.set()
    tasks["third"].cancel()
    ended = await asyncio.wait_for(asyncio.gather(*tasks.values(), return_exceptions=True), PATIENCE)
    assert [isinstance(each, asyncio.CancelledError) for each in ended] == [False, True, True, False]
    assert order == ["first", "fourth"]


async def test_a_step_that_is_cancelled_when_its_turn_has_come_lets_the_next_have_it():
    memory, table_id = Memory(1), TableId("t")

    async def step() -> None:
        place = memory.enter(table_id)
        try:
            async with place.lock:
                pass
        finally:
            memory.leave(table_id, place)

    place = memory.enter(table_id)
    async with place.lock:
        waiting = [asyncio.create_task(step()) for _ in range(2)]
        await asyncio.sleep(0)
    memory.leave(table_id, place)
    waiting[0].cancel()
    await asyncio.wait_for(waiting[1], PATIENCE)
    assert waiting[0].cancelled()
    assert memory.place(table_id) is None


async def test_ever_so_many_steps_may_wait_at_a_table(house):
    table_id, _ = await house.started()
    tables = house.lobbies[0].tables
    done = []

    async def refuse(_: Loaded) -> Change:
        raise errors.not_seated()

    async def ask(number: int) -> None:
        try:
            await tables.change(table_id, refuse)
        except errors.ForbiddenError:
            done.append(number)

    await asyncio.wait_for(asyncio.gather(*map(ask, range(3_000))), PATIENCE)
    assert done == list(range(3_000))
