"""Store and broker fail over under the real clock: deadlines go on being acted on."""

import asyncio
import sys
from contextlib import AsyncExitStack

import grpc.aio
import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED, TimeControl
from galaxytables_lobby.clock.schedule import Broker, read_broker
from galaxytables_serving import SettingError
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
@pytest.mark.parametrize("way", ["sentinel", pytest.param("one address", marks=pytest.mark.release)])
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
        where = f"redis+sentinel://{pair.sentinels}/galaxytables" if isinstance(pair, WatchedPair) else proxy.url[:-2]
        house = House(f"{where}/0", counting, stack)
        await house.open_lobby()
        variables = {
            "GALAXYTABLES_REDIS_URL": f"{where}/0",
            "GALAXYTABLES_BROKER_URL": f"{where}/1",
            "GALAXYTABLES_GAMES": f"{NAME}=dns:///127.0.0.1:{counting.port}",
            "GALAXYTABLES_ARCHIVE_URL": house.settings.archive_url,
        }
        celery = (sys.executable, "-m", "celery", "-A", "galaxytables_lobby.clock")
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
            return await house.lobbies[0].tables.store.share_that_answers() == 1

        await eventually(answers, PATIENCE)
        await plays_to_the_end(house)


@pytest.mark.parametrize(
    ("text", "broker"),
    [
        ("redis://:a-secret@host:1/2", Broker("redis://:a-secret@host:1/2")),
        (
            "redis+sentinel://one,two:7/galaxytables/3",
            Broker(
                "sentinel://one:26379/3;sentinel://two:7/3",
                {"master_name": "galaxytables", "sentinel_kwargs": {}},
            ),
        ),
        (
            "redis+sentinel://ada:p%2F@one,[::1]/galaxytables?sentinel_password=x",
            Broker(
                "sentinel://ada:p%2F@one:26379/0;sentinel://ada:p%2F@[::1]:26379/0",
                {"master_name": "galaxytables", "sentinel_kwargs": {"password": "x"}},
            ),
        ),
    ],
)
def test_a_broker_is_named_as_the_store_is(text, broker):
    assert read_broker(text) == broker


@pytest.mark.parametrize(
    "text", ["redis+sentinel://:a-secret@one", "redis+sentinel://:a-secret@one/galaxytables/first"]
)
def test_sentinels_without_a_service_are_refused_without_being_quoted(text):
    with pytest.raises(SettingError) as caught:
        read_broker(text)
    assert "a-secret" not in str(caught.value)
