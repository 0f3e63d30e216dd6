"""Who sits at an open table, and is there."""

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.lobby.v1.tables_pb2 import VISIBILITY_PRIVATE
from galaxytables_lobby.subscriptions import presence
from galaxytables_lobby.subscriptions.presence import PRESENT_MILLISECONDS
from tests.lobby.house import Guest, eventually
from tests.lobby.subscriptions.test_own_tables import caught_up


async def there(viewer: Guest, *table_ids: str) -> list[tuple[str, list[int]]]:
    request = tables_pb2.ListPresentRequest(table_ids=table_ids)
    answer = await viewer.tables.ListPresent(request, metadata=viewer.metadata)
    return [(each.table_id, list(each.seats)) for each in answer.tables]


async def test_who_follows_their_tables_is_there_and_half_a_minute_later_no_more(house):
    host, other, viewer = await house.guest(), await house.guest(), await house.guest()
    table = await host.create(3)
    await other.join(table.id)
    assert await there(viewer, table.id) == [(table.id, [])]
    async with other.noticing() as notices:
        await caught_up(notices)
        assert await there(viewer, table.id) == [(table.id, [1])]
    house.clock.ahead += PRESENT_MILLISECONDS / 1000 + 1
    assert await there(viewer, table.id) == [(table.id, [])]


async def test_who_stays_is_recorded_again_at_any_lobby(house, monkeypatch):
    monkeypatch.setattr(presence, "REFRESH_SECONDS", 0.05)
    await house.open_lobby()
    host, viewer = await house.guest(lobby=1), await house.guest()
    table = await host.create(2)
    async with host.noticing() as notices:
        await caught_up(notices)
        house.clock.ahead += PRESENT_MILLISECONDS / 1000 + 1

        async def again() -> bool:
            return await there(viewer, table.id) == [(table.id, [0])]

        await eventually(again)


async def test_only_open_tables_that_the_caller_may_see_are_told_of(house):
    host, other = await house.guest(), await house.guest()
    private = await host.create(2, visibility=VISIBILITY_PRIVATE)
    started, open_table = await host.create(2), await host.create(2)
    await other.join(started.id)
    await other.ready(started.id)
    await host.start(started.id)
    async with host.noticing() as notices:
        await caught_up(notices)
        asked = (private.id, started.id, "no-table", open_table.id, open_table.id)
        assert await there(other, *asked) == [(open_table.id, [0])]
        assert await there(host, private.id) == [(private.id, [0])]
