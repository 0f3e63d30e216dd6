"""Clients that are told where a table is at home, and go there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from galaxytables_lobby.ids import TableId
from tests.client.stream_player import StreamPlayer
from tests.lobby.house import Guest, House, eventually
from tests.lobby.subscriptions.homes.lobbies import LOBBIES, impatient, settled, table_at, vanish


@pytest.fixture
async def house(redis_server, counting, monkeypatch) -> AsyncIterator[House]:
    """Lobbies that tell clients where they are."""
    monkeypatch.setattr("galaxytables_lobby.subscriptions.homes.ANNOUNCE_SECONDS", 0.1)
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack, homes=True)
        house.tells_homes = "all"
        for _ in range(LOBBIES):
            await house.open_lobby()
        await settled(house)
        yield house


async def told_home(guest: Guest, table_id: str) -> str:
    async with guest.watching(table_id) as updates:
        return str((await updates.update()).home)


async def test_whoever_watches_elsewhere_is_told_the_home_and_at_home_nobody_is(house):
    table_id, (one, _) = await table_at(house, 0)
    assert await told_home(house.at(one, 1), table_id) == house.addresses[0]
    assert await told_home(house.at(one, 2), table_id) == house.addresses[0]
    assert not await told_home(one, table_id)


@pytest.mark.parametrize(("told", "bots_are"), [("", False), ("bots", True)])
async def test_players_are_told_where_the_operator_says_so_and_bots_hosts_where_there_is_an_address(
    redis_server, counting, told, bots_are
):
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack, homes=True)
        house.tells_homes = told
        for _ in range(2):
            await house.open_lobby()
        if told:
            await settled(house)
        bots = house.host()
        async with bots.hosting("random"):
            one = await house.guest()
            table = await one.create(2)
            await one.add_bot(table.id)
            await one.start(table.id)
            assert not await told_home(house.at(one, 1), table.id)
            assert not await told_home(house.at(await house.guest(), 1), table.id)
            async with house.at(bots, 1).watching(table.id, seat=1) as updates:
                assert ((await updates.update()).home == house.addresses[0]) == bots_are


async def test_a_home_that_is_lost_is_told_to_nobody(house):
    table_id, (one, _) = await table_at(house, 0)
    homes = house.lobbies[1].homes
    assert homes.home_for_clients(TableId(table_id)).address == house.addresses[0]
    vanish(house, 0)
    await eventually(lambda: homes.home_for_clients(TableId(table_id)).address != house.addresses[0])
    assert await told_home(house.at(one, 1), table_id) != house.addresses[0]


async def test_players_who_go_home_play_a_whole_game_there(house):
    table_id, (one, two) = await table_at(house, 0, options={"rounds": "8"})
    players = [
        StreamPlayer(house.addresses[1], one.token, table_id, at_home=True),
        StreamPlayer(house.addresses[2], two.token, table_id, at_home=True),
    ]
    async with players[0].playing(), players[1].playing(), asyncio.timeout(60):
        await asyncio.gather(*(player.over.wait() for player in players))
    made = [choice.prompt_id for choice in (await one.record(table_id)).choices]
    assert len(made) == 16
    assert sorted(made) == sorted(players[0].accepted + players[1].accepted)
    for player in players:
        assert player.opened == [house.addresses[0]]
        assert player.events == list(range(1, player.updates[-1].last_event + 1))


async def test_when_a_home_dies_its_players_go_on_where_they_came_from(house, monkeypatch):
    with impatient(monkeypatch):
        table_id, (one, two) = await table_at(house, 0, options={"rounds": "12"})
        players = [
            StreamPlayer(house.addresses[1], one.token, table_id),
            StreamPlayer(house.addresses[2], two.token, table_id),
        ]
        async with players[0].playing(), players[1].playing(), asyncio.timeout(60):
            await eventually(lambda: all(player.opened for player in players))
            await eventually(lambda: len(players[0].accepted) >= 3)
            vanish(house, 0)
            await house.servers[0].stop()
            await asyncio.gather(*(player.over.wait() for player in players))
        made = [choice.prompt_id for choice in (await house.at(one, 1).record(table_id)).choices]
        assert sorted(made) == sorted(players[0].accepted + players[1].accepted)
        for player in players:
            assert player.events == list(range(1, player.updates[-1].last_event + 1))
