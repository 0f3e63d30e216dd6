"""Store and broker fail over under the real clock: deadlines go on being acted on."""

import asyncio
import sys
from contextlib import AsyncExitStack

import grpc.aio
import pytest
from google.protobuf.duration_pb2 import Duration

from galaxy.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED, TimeControl
from services.lobby.clock.broker import Broker, read_broker
from services.serving import SettingError
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, eventually
from tests.lobby.proxy import Proxy
from tests.lobby.redis_replicas import PATIENCE, Pair, WatchedPair, is_master, until
from tests.lobby.test_processes import process


async def plays_to_the_end(house: House) -> None:
    """Nobody chooses: the clock ends the game. Whoever finds the store away asks again."""
    control = TimeControl(per_move=Duration(seconds=1))
    tables: list[tuple[str, Guest]] = []

    async def over() -> bool:
        try:
            if not tables:
                table_id, (one, _) = await house.started(time_control=control, options={"rounds": "1"})
                tables.append((table_id, one))
            [(table_id, one)] = tables
            return bool((await one.table(table_id)).state == TABLE_STATE_FINISHED)
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.UNAVAILABLE:
                return False
            raise

    await eventually(over, PATIENCE)


@pytest.mark.e2e
@pytest.mark.parametrize("way", ["sentinel", "one address"])
async def test_the_clock_goes_on_after_a_failover(way, counting, tmp_path):
    (tmp_path / "store").mkdir()
    (tmp_path / "work").mkdir()
    pair = WatchedPair(tmp_path / "store") if way == "sentinel" else Pair(tmp_path / "store")
    async with AsyncExitStack() as stack:
        stack.callback(pair.kill)
        await asyncio.to_thread(pair.start)
        proxy = Proxy(pair.master.port)
        await proxy.start()
        stack.push_async_callback(proxy.stop)
        where = f"redis+sentinel://{pair.sentinels}/galaxy" if isinstance(pair, WatchedPair) else proxy.url[:-2]
        house = House(f"{where}/0", counting, stack)
        await house.open_lobby()
        variables = {
            "GALAXY_REDIS_URL": f"{where}/0",
            "GALAXY_BROKER_URL": f"{where}/1",
            "GALAXY_GAMES": f"{NAME}=dns:///127.0.0.1:{counting.port}",
            "GALAXY_ARCHIVE_URL": house.settings.archive_url,
        }
        celery = (sys.executable, "-m", "celery", "-A", "services.lobby.clock")
        for role in ("worker", "beat"):
            await stack.enter_async_context(process(*celery, role, folder=tmp_path / "work", **variables))
        await plays_to_the_end(house)
        if isinstance(pair, WatchedPair):
            await asyncio.to_thread(pair.master.kill)
            await asyncio.to_thread(until, lambda: is_master(pair.replica))
        else:
            # Connections to the demoted server stay open.
            proxy.target = pair.replica.port
            await asyncio.to_thread(pair.promote)

        async def answers() -> bool:
            return await house.lobbies[0].repository.store.share_that_answers() == 1

        await eventually(answers, PATIENCE)
        await plays_to_the_end(house)


@pytest.mark.parametrize(
    ("text", "broker"),
    [
        ("redis://:a-secret@host:1/2", Broker("redis://:a-secret@host:1/2")),
        (
            "redis+sentinel://one,two:7/galaxy/3",
            Broker(
                "sentinel://one:26379/3;sentinel://two:7/3",
                {"master_name": "galaxy", "sentinel_kwargs": {}},
            ),
        ),
        (
            "redis+sentinel://ada:p%2F@one,[::1]/galaxy?sentinel_password=x",
            Broker(
                "sentinel://ada:p%2F@one:26379/0;sentinel://ada:p%2F@[::1]:26379/0",
                {"master_name": "galaxy", "sentinel_kwargs": {"password": "x"}},
            ),
        ),
    ],
)
def test_a_broker_is_named_as_the_store_is(text, broker):
    assert read_broker(text) == broker


@pytest.mark.parametrize("text", ["redis+sentinel://:a-secret@one", "redis+sentinel://:a-secret@one/galaxy/first"])
def test_sentinels_without_a_service_are_refused_without_being_quoted(text):
    with pytest.raises(SettingError) as caught:
        read_broker(text)
    assert "a-secret" not in str(caught.value)
