"""Gateways that are told where tables are at home, so that they need not be handed on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace

import grpc.aio
import pytest

from galaxytables.tunnel.v1.homes_pb2 import WatchHomesRequest, WatchHomesResponse
from galaxytables.tunnel.v1.homes_pb2_grpc import HomeServiceStub
from galaxytables_lobby.ids import SHARDS, shard_of
from galaxytables_lobby.people.limit_settings import NO_LIMITS
from tests.lobby.house import House, eventually, refused
from tests.lobby.subscriptions.homes.lobbies import LOBBIES, PROXIES, home_of, table_at, telling_gateways, vanish


@pytest.fixture
async def house(redis_server, counting, monkeypatch) -> AsyncIterator[House]:
    async with telling_gateways(redis_server.url, counting, monkeypatch, tells="bots") as house:
        yield house


async def told(channel: grpc.aio.Channel, forwarded: str = "") -> list[str]:
    metadata = [("x-forwarded-for", forwarded)] if forwarded else []
    watching = HomeServiceStub(channel).WatchHomes(WatchHomesRequest(), metadata=metadata)
    try:
        async with asyncio.timeout(60):
            response = await watching.read()
        assert isinstance(response, WatchHomesResponse)
        return list(response.homes)
    finally:
        watching.cancel()


async def test_every_lobby_tells_gateways_the_same_homes(house):
    homes = [await told(channel) for channel in house.channels]
    assert homes[0] == homes[1] == homes[2]
    assert len(homes[0]) == SHARDS
    assert {*homes[0]} == {*house.addresses}
    for home in range(LOBBIES):
        table_id, _ = await table_at(house, home)
        assert homes[0][shard_of(table_id)] == house.addresses[home_of(house, table_id)]


@pytest.mark.parametrize("forwarded", ["198.51.100.7", "198.51.100.7, 127.0.0.9"])
async def test_whoever_comes_through_a_proxy_is_not_told_homes(house, forwarded):
    error = await refused(told(house.channels[0], forwarded))
    assert (error.reason, error.code) == ("NOT_A_PROXY", grpc.StatusCode.PERMISSION_DENIED)


async def test_where_no_proxy_is_trusted_nobody_is_told_homes(house):
    house.limits = NO_LIMITS
    await house.open_lobby()
    assert (await refused(told(house.channels[-1]))).reason == "NOT_A_PROXY"


async def test_a_lobby_without_others_tells_no_homes(redis_server, counting):
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        house.limits = replace(NO_LIMITS, proxies=PROXIES)
        await house.open_lobby()
        assert await told(house.channels[0]) == []


async def test_a_home_that_is_lost_is_told_until_its_tables_have_another(house):
    homes = house.lobbies[1].homes
    vanish(house, 0)
    await eventually(lambda: {*homes.for_gateways()} == {*house.addresses[1:]})
    assert {*await told(house.channels[1])} == {*house.addresses[1:]}


async def test_a_home_that_says_it_goes_is_told_no_more(house):
    await house.lobbies[0].homes.close()
    await eventually(lambda: {*house.lobbies[1].homes.for_gateways()} == {*house.addresses[1:]})
    assert house.addresses[0] not in await told(house.channels[1])
