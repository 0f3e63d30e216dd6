"""Versions of a game beside each other: tables stay with theirs, wait where nobody serves it, and go on."""

import asyncio
import os
import sys
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED
from galaxytables.rules.v1.game_pb2 import END_REASON_CLOSED_BY_OPERATOR
from galaxytables_lobby import errors
from galaxytables_lobby.clock.sweep import STRANDED_MILLISECONDS
from galaxytables_lobby.domain.game import edition
from galaxytables_lobby.metrics import DEADLINES
from galaxytables_lobby.play.listing import close_stranded, stranded_tables
from galaxytables_lobby.play.outages import LONGEST_SILENCE, Outages
from galaxytables_lobby.stranded import main
from tests.lobby.clock.test_clock import kinds, per_move, sweeping
from tests.lobby.counting import NAME, PACK, CountingService
from tests.lobby.house import House, eventually, pods_of, refused

pytestmark = pytest.mark.usefixtures("_time_stands_still")


@pytest.fixture(autouse=True)
def _beats_by_hand(monkeypatch):
    monkeypatch.setattr(Outages, "beat_forever", lambda *_: asyncio.sleep(0))


@pytest.fixture
async def newer():
    """A service of the next version, beside that of the first."""
    service = CountingService()
    service.rules.versions = [2]
    await service.start()
    yield service
    await service.stop()


@pytest.fixture
async def house(redis_server, counting, newer):
    """A lobby that knows both; the first version is served alone to begin with."""
    async with AsyncExitStack() as stack:
        await newer.stop()
        house = House(redis_server.url, counting, stack)
        targets = "|".join(f"dns:///127.0.0.1:{service.port}" for service in (counting, newer))
        house.settings = replace(house.settings, games={NAME: targets})
        await house.open_lobby()
        yield house


async def served(house, *versions):
    game = house.lobbies[0].games.rules_of(NAME)
    wanted = {edition(NAME, version, PACK) for version in versions}
    await eventually(lambda: game.editions == wanted and game.available)


def stranded():
    return DEADLINES.labels("stranded")._value.get()


async def test_new_tables_go_to_the_newest_version_and_running_ones_stay_with_theirs(house, counting, newer):
    old, (one, two) = await house.started()
    await newer.start()
    await served(house, 1, 2)
    new, (three, four) = await house.started()
    for rules in (counting.rules, newer.rules):
        rules.calls.clear()
    await one.pick(old)
    await two.pick(old)
    await three.pick(new)
    assert counting.rules.calls.count("apply") == 2
    assert newer.rules.calls.count("apply") == 1
    assert (await one.record(old)).rules_version == 1
    assert (await three.record(new)).rules_version == 2
    # Back again: the newer one is withdrawn.
    await newer.stop()
    await served(house, 1)
    await one.pick(old)
    error = await refused(four.pick(new))
    assert (error.reason, error.metadata) == ("TABLE_STRANDED", {"game": NAME, "version": "2"})
    assert error.retry_after is not None
    latest, _ = await house.started()
    assert (await one.record(latest)).rules_version == 1


async def test_a_service_that_continues_an_older_version_plays_its_tables(house, counting, newer):
    table_id, (one, two) = await house.started()
    await one.pick(table_id)
    newer.rules.versions = [2, 1]
    await newer.start()
    await served(house, 1, 2)
    await counting.stop()
    await eventually(lambda: len(pods_of(house.lobbies[0]).ready) == 1)
    await two.pick(table_id)
    assert (await one.record(table_id)).rules_version == 1
    assert not (await one.table(table_id)).stranded


async def test_a_version_that_was_replaced_just_now_strands_its_tables_at_once(house, counting):
    table_id, (one, _) = await house.started()
    counting.rules.versions = [2]
    counting.rules.cached.clear()
    assert (await refused(one.pick(table_id))).reason == "TABLE_STRANDED"


async def test_clocks_of_a_stranded_table_stand_and_it_goes_on_when_its_rules_are_back(
    house, counting, newer, monkeypatch
):
    monkeypatch.setattr("galaxytables_lobby.play.outages.LONGEST_SILENCE", LONGEST_SILENCE)
    lobby = house.lobbies[0]
    beats = Outages(lobby.tables)
    table_id, (one, two) = await house.started(time_control=per_move(60, grace=Duration()))
    await beats.beat(lobby.games.playable())
    await newer.start()
    await served(house, 1, 2)
    await counting.stop()
    await served(house, 2)
    assert (await one.table(table_id)).stranded
    assert [each.id async for each in stranded_tables(lobby.tables.store, lobby.games)] == [table_id]
    async with sweeping(house) as sweep:
        house.clock.ahead = 600
        await beats.beat(lobby.games.playable())
        count = stranded()
        assert await sweep.sweep() == 1
        assert stranded() == count + 1
        # It rests meanwhile.
        assert await sweep.sweep() == 0
        await counting.start()
        await served(house, 1, 2)
        await beats.beat(lobby.games.playable())
        deadline = (await one.view(table_id)).clocks[0].deadline.ToMilliseconds() / 1000
        assert deadline - house.clock() == pytest.approx(60, abs=1)
        house.clock.ahead += STRANDED_MILLISECONDS / 1000 + 1
        await beats.beat(lobby.games.playable())
        await sweep.sweep()
    assert "clocked_out" not in await kinds(one, table_id)
    assert not (await one.table(table_id)).stranded
    await one.pick(table_id)
    await two.pick(table_id)


async def test_who_watches_hears_that_a_table_is_stranded_and_that_it_goes_on(house, counting, newer):
    table_id, (one, two) = await house.started()
    await newer.start()
    await served(house, 1, 2)
    async with one.watching(table_id, views=True) as before:
        assert not (await before.update()).stranded
        await counting.stop()
        assert (await before.update()).stranded
        # Whoever comes now learns what there is, and what is said meanwhile is heard.
        async with two.watching(table_id, views=True) as late:
            update = await late.update()
            assert update.stranded
            assert update.events
            assert not update.HasField("view")
            await one.say(table_id, "hello?")
            for updates in (before, late):
                update = await updates.update()
                assert (update.stranded, update.messages[0].text) == (True, "hello?")
            await counting.start()
            for updates in (before, late):
                update = await updates.update()
                assert not update.stranded
                assert update.HasField("view")


async def test_the_command_lists_stranded_tables_and_closes_them(house, counting, newer, monkeypatch, capsys):
    table_id, (one, _) = await house.started()
    await newer.start()
    await counting.stop()
    await served(house, 2)
    variables = {
        "GALAXYTABLES_REDIS_URL": house.settings.redis_url,
        "GALAXYTABLES_GAMES": f"{NAME}={house.settings.games[NAME]}",
    }

    async def said(*arguments):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "galaxytables_lobby.stranded", *arguments),
            env={**os.environ, **variables},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        answer, error = await process.communicate()
        return process.returncode, answer.decode().strip().split("\t"), error.decode().strip()

    code, answer, _ = await said("list")
    created = (await one.table(table_id)).created.ToMilliseconds()
    assert (code, answer) == (0, [table_id, NAME, "1", PACK.hex()[:16], str(created)])
    assert await said("close", table_id) == (0, ["closed", table_id], "")
    table = await one.table(table_id)
    assert (table.state, table.end_reason) == (TABLE_STATE_FINISHED, END_REASON_CLOSED_BY_OPERATOR)
    code, answer, error = await said("close", table_id)
    assert (code, answer) == (2, [""])
    assert "over" in error
    assert len(error.splitlines()) == 1
    monkeypatch.delenv("GALAXYTABLES_GAMES", raising=False)
    assert main(["list"]) == 2
    assert "GALAXYTABLES_GAMES" in capsys.readouterr().err


async def test_an_operator_closes_stranded_tables_and_no_others(house, counting, newer):
    table_id, (one, _) = await house.started()
    lobby = house.lobbies[0]
    with pytest.raises(errors.ConflictError, match="are available"):
        await close_stranded(lobby.tables, lobby.games, table_id)
    await newer.start()
    await counting.stop()
    await served(house, 2)
    await close_stranded(lobby.tables, lobby.games, table_id)
    table = await one.table(table_id)
    assert (table.state, table.end_reason) == (TABLE_STATE_FINISHED, END_REASON_CLOSED_BY_OPERATOR)
    assert {score.total for score in table.scores} == {0}
    assert not [each async for each in stranded_tables(lobby.tables.store, lobby.games)]
