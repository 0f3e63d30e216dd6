"""Rules services that hear lobbies with a key alone."""

from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import Rules, UnauthenticatedError
from galaxytables_lobby.adapters.rules import Directory
from galaxytables_serving.caller_keys import CallerKeys, shown
from tests.lobby.counting import NAME, CountingService
from tests.lobby.house import House, eventually

KEY, OTHER = "k" * 32, "o" * 32


@pytest.fixture
async def guarded():
    service = CountingService(keys=CallerKeys((KEY,)))
    await service.start()
    yield service
    await service.stop()


async def test_with_the_key_a_lobby_plays(redis_server, guarded):
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, guarded, stack)
        house.settings = replace(house.settings, rules_keys=(KEY, OTHER))
        await house.open_lobby()
        table_id, (one, _) = await house.started()
        await one.submit(table_id, "r1s0", "c0")
        words = tables_pb2.GetWordsRequest(game=NAME, language="en")
        assert (await one.tables.GetWords(words)).words.messages, "calls beside the streams show it too"


async def test_without_the_key_a_game_is_away_and_the_log_says_why(guarded):
    directory = Directory({NAME: f"dns:///127.0.0.1:{guarded.port}"}, shown=shown((OTHER,)))
    with capture_logs() as told:
        directory.start()
        await directory.probed()
        await eventually(lambda: any(each["event"] == "rules_service_refuses_key" for each in told))
    assert not directory.answers
    await directory.close()


async def test_whoever_verifies_at_a_rules_service_shows_its_key(guarded):
    address = f"127.0.0.1:{guarded.port}"
    async with Rules(address, key=KEY) as rules:
        assert not (await rules.replay(game_pb2.Record(seats=2, seed=b"s" * 32))).verified
    async with Rules(address) as rules:
        with pytest.raises(UnauthenticatedError):
            await rules.replay(game_pb2.Record(seats=2, seed=b"s" * 32))
