"""PostgreSQL that restarts, is lost for good while a replica takes its place, or has a full disk."""

import asyncio
import contextlib
import os

import psycopg
import pytest

from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.domain.archived import ArchivedEntry, ArchivingOutcome
from galaxytables_serving import GalaxyError
from tests.lobby.adapters.archive.test_archive import contents, game, opened
from tests.lobby.archives import PostgresOnSmallDisk, PostgresServer

PATIENCE = 60.0


async def put_away(archive: Archive, kept: list[str], number: int, *, record: bytes = b"record") -> None:
    """Archive games as the clock does: each until it is there."""
    for _ in range(number):
        one = game()
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(GalaxyError):
                    [outcome] = await archive.add([ArchivedEntry(one, contents(record))])
                    assert outcome in {ArchivingOutcome.ADDED, ArchivingOutcome.PRESENT}
                    break
                await asyncio.sleep(0.05)
        kept.append(one.table_id)


async def fill(archive: Archive, kept: list[str]) -> None:
    """Archive long games until there is no more room, which is refused."""
    for _ in range(200):
        one = game()
        await archive.add([ArchivedEntry(one, contents(os.urandom(2_000_000)))])
        kept.append(one.table_id)


def games_in(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        return [name for (name,) in connection.execute("SELECT table_id FROM games ORDER BY ordinal")]


def rated_in(url: str) -> int:
    with psycopg.connect(url) as connection:
        (number,) = connection.execute("SELECT games FROM ratings WHERE who = 'ada'").fetchone() or (0,)
    return int(number)


async def test_a_server_that_restarts_keeps_each_game_once():
    server = PostgresServer()
    server.start()
    try:
        url = server.new_archive()
        async with opened(url) as archive:
            kept: list[str] = []
            await put_away(archive, kept, 5)
            going_on = asyncio.create_task(put_away(archive, kept, 150))
            await asyncio.sleep(0.1)
            await asyncio.to_thread(server.kill)
            with pytest.raises(GalaxyError) as caught:
                await archive.versions(["t"])
            assert caught.value.reason == "ARCHIVE_UNAVAILABLE"
            assert not going_on.done()
            await asyncio.to_thread(server.launch)
            await going_on
        assert sorted(games_in(url)) == sorted(kept)
        assert rated_in(url) == len(kept)
    finally:
        server.stop()


async def test_a_replica_that_is_promoted_is_found_and_has_all_that_was_acknowledged():
    primary, replica = PostgresServer(), PostgresServer()
    try:
        primary.start()
        replica.start_as_replica(primary)
        primary.wait_for_replicas()
        hosts = f"host=127.0.0.1:{primary.port}&host=127.0.0.1:{replica.port}&target_session_attrs=read-write"
        async with opened(f"postgresql://galaxytables@/migrated?{hosts}") as archive:
            kept: list[str] = []
            await put_away(archive, kept, 5)
            going_on = asyncio.create_task(put_away(archive, kept, 150))
            await asyncio.sleep(0.1)
            await asyncio.to_thread(primary.stop)
            await asyncio.sleep(0.2)
            assert not going_on.done()
            await asyncio.to_thread(replica.promote)
            await going_on
        url = replica.url_of("migrated")
        assert sorted(games_in(url)) == sorted(kept)
        assert rated_in(url) == len(kept)
    finally:
        primary.stop()
        replica.stop()


@pytest.mark.skipif(os.getuid() != 0, reason="a disk of a few megabytes is mounted by root")
async def test_a_full_disk_is_said_reading_goes_on_where_it_can_and_room_mends_it():
    server = PostgresOnSmallDisk(200, 60)
    server.start()
    try:
        url = server.new_archive()
        async with opened(url) as archive:
            kept: list[str] = []
            await put_away(archive, kept, 3)
            with pytest.raises(GalaxyError) as caught:
                await fill(archive, kept)
            assert caught.value.reason == "ARCHIVE_UNAVAILABLE"
            assert "space" not in str(caught.value).lower(), "what the server says of its disk is for its log"
            server.make_room()
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.launch)
            assert set(games_in(url)) == set(kept)
            await put_away(archive, kept, 3)
        assert sorted(games_in(url)) == sorted(kept)
        assert rated_in(url) == len(kept)
    finally:
        server.stop()
