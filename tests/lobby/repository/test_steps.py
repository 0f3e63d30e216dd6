"""Steps at a table, on a remembered table that may be older than the stored one."""

from msgspec.structs import replace

from services.lobby.table.playing import Change


async def test_a_step_that_finds_nothing_to_do_at_a_remembered_table_looks_at_the_stored_one(house, monkeypatch):
    table_id, _ = await house.started()
    await house.open_lobby()
    deaf, other = (lobby.repository for lobby in house.lobbies)
    monkeypatch.setattr(deaf, "heard", lambda _: None)
    seen = []

    async def look(loaded):
        seen.append(loaded.table.version)

    async def touch(loaded):
        return Change(replace(loaded.table, version=loaded.table.version + 1), None, (), ())

    assert await deaf.change(table_id, look) is None
    before = seen.pop()
    await other.change(table_id, touch)
    assert await deaf.change(table_id, look) is None
    assert seen == [before, before + 1]
