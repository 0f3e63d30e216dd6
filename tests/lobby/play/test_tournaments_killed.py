"""Tournaments while their drivers are killed: no table is missing or doubled, and the standings are the same."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import chain
from pathlib import Path

import pytest

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.domain.state import FinishedTable
from galaxytables_lobby.domain.tournaments.state import Tournament
from tests.lobby.counting import CountingService
from tests.lobby.house import House
from tests.lobby.play.cup import KINDS, Cup, final
from tests.lobby.play.cup_killed import drive_and_die
from tests.lobby.redis_server import RedisServer
from tests.lobby.workers import open_driver


@asynccontextmanager
async def new_house(redis_server: RedisServer, counting: CountingService) -> AsyncIterator[House]:
    """A house with an empty store."""
    with redis_server.client() as client:
        client.flushall()
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        # A driver that dies costs no time: an arena would have fewer games.
        house.clock.stand_still()
        await house.open_lobby()
        yield house


async def undisturbed(redis_server: RedisServer, counting: CountingService, kind: str, entrants: int) -> Tournament:
    async with new_house(redis_server, counting) as house:
        cup = await Cup.announced(house, kind, entrants)
        async with open_driver(house.settings, clock=house.clock) as driver:
            return await cup.to_the_end(driver.drive)


def who_met(tournament: Tournament) -> list[list[tuple[int, ...]]]:
    return [[pairing.entrants for pairing in each.pairings] for each in tournament.rounds]


async def check_tables(cup: Cup) -> None:
    """There is one table for each game, with those who were paired, and no other one."""
    expected = {
        game.table_id: {cup.tournament.entrants[entrant].player.id for entrant in pairing.entrants}
        for each in cup.tournament.rounds
        for pairing in each.pairings
        for game in pairing.games
    }
    found = set(chain.from_iterable([await cup.tables_of(each.player.id) for each in cup.tournament.entrants]))
    assert found == expected.keys()
    for table in await cup.tables.store.load_states(list(found)):
        assert isinstance(table, FinishedTable)
        assert {seat.player.id for seat in table.seats if seat.player is not None} == expected[table.id]


async def kill_and_compare(
    redis_server: RedisServer, counting: CountingService, points: Path, kind: str, *, entrants: int, every: int
) -> None:
    """Run a tournament while its drivers die, and compare it with an undisturbed one."""
    expected = await undisturbed(redis_server, counting, kind, entrants)
    async with new_house(redis_server, counting) as house:
        cup, died = await Cup.announced(house, kind, entrants), 0

        async def look() -> None:
            nonlocal died
            while await asyncio.to_thread(drive_and_die, house.settings, points, now=house.clock(), every=every):
                died += 1
                with redis_server.client() as client:
                    # The lease of the dead has ended.
                    client.delete(keys.DRIVERS)

        tournament = await cup.to_the_end(look)
        await check_tables(cup)
    assert final(tournament) == final(expected)
    assert who_met(tournament) == who_met(expected)
    assert died > 25 // every


@pytest.mark.parametrize("kind", KINDS)
async def test_killed_at_some_points_it_ends_as_if_undisturbed(redis_server, counting, tmp_path, kind):
    await kill_and_compare(redis_server, counting, tmp_path / "points", kind, entrants=8, every=16)


@pytest.mark.release
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", KINDS)
async def test_killed_at_every_point_it_ends_as_if_undisturbed(redis_server, counting, tmp_path, kind):
    await kill_and_compare(redis_server, counting, tmp_path / "points", kind, entrants=16, every=1)
