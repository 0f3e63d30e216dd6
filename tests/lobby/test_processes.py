"""The real processes: `python -m galaxytables_lobby`, and the clock's worker and beat."""

import asyncio
import contextlib
import json
import os
import signal
import sys
import urllib.error
import urllib.request
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import grpc.aio
import pytest
from google.protobuf.duration_pb2 import Duration
from grpc_health.v1 import health_pb2, health_pb2_grpc

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED, TimeControl
from galaxytables_lobby.__main__ import main
from galaxytables_lobby.clock.ticks import TICK
from galaxytables_serving import Process
from tests.lobby.counting import NAME
from tests.lobby.house import KEYS, Guest, House, eventually
from tests.lobby.proxy import Proxy
from tests.lobby.redis_server import RedisServer
from tests.ports import free_port
from tests.serving.traces import open_collector

pytestmark = pytest.mark.e2e
ROOT = Path(__file__).parents[2]


@contextlib.asynccontextmanager
async def process(*arguments: str, folder: Path, **variables: str):
    """A process of ours; must end by itself when asked to."""
    child = await asyncio.create_subprocess_exec(
        *arguments,
        cwd=folder,
        env={
            **os.environ,
            "PYTHONFAULTHANDLER": "1",
            "PYTHONPATH": str(ROOT),
            "GALAXYTABLES_LOG_FORMAT": "json",
            **variables,
        },
        stderr=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    outputs = [asyncio.create_task(stream.read()) for stream in (child.stdout, child.stderr) if stream]
    try:
        yield child, outputs
    finally:
        if child.returncode is None:
            child.send_signal(signal.SIGTERM)
            # One that a test left stopped would not hear of it.
            child.send_signal(signal.SIGCONT)
        try:
            async with asyncio.timeout(60):
                await child.wait()
        except TimeoutError:
            # It tells with its stacks where it stands.
            child.send_signal(signal.SIGABRT)
            told = b"".join(await asyncio.gather(*outputs)).decode()
            raise AssertionError(f"{arguments} does not end: {told[-6000:]}") from None
        finally:
            await asyncio.gather(*outputs)


def processes_of(outputs: list[asyncio.Task[bytes]]) -> set[str]:
    """Which processes the records of a log name; whatever is said is one line of JSON, on stderr."""
    out, told = [output.result().decode() for output in outputs]
    assert out == ""
    return {json.loads(line)["process"] for line in told.splitlines()}


async def status(port: int, path: str) -> int:
    """What a page answers; 0 where nobody does."""

    def ask() -> int:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=3) as page:
                return int(page.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    return await asyncio.to_thread(ask)


async def is_alive(port: int) -> None:
    async def says_so() -> bool:
        return await status(port, "/alive") == 200

    await eventually(says_so)


async def figure(port: int, name: str) -> float:
    def read() -> str:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as page:
                return str(page.read().decode())
        except OSError:
            return ""

    lines = [line for line in (await asyncio.to_thread(read)).splitlines() if line.startswith(name)]
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines)


async def test_beat_ticks_and_a_worker_acts_on_time(redis_server, counting, tmp_path):
    metrics, beaten = free_port(), free_port()
    variables = {
        "GALAXYTABLES_REDIS_URL": redis_server.url,
        "GALAXYTABLES_BROKER_URL": redis_server.url.replace("/0", "/1"),
        "GALAXYTABLES_GAMES": f"{NAME}=dns:///127.0.0.1:{counting.port}",
    }
    celery = [sys.executable, "-m", "celery", "-A", "galaxytables_lobby.clock", "--quiet"]
    async with AsyncExitStack() as stack:
        collector = await stack.enter_async_context(open_collector())
        variables |= {"GALAXYTABLES_TRACES_ENDPOINT": collector.endpoint, "GALAXYTABLES_TRACES_RATIO": "1"}
        house = House(redis_server.url, counting, stack)
        variables["GALAXYTABLES_ARCHIVE_URL"] = house.settings.archive_url
        await house.open_lobby()
        worker = await stack.enter_async_context(
            process(*celery, "worker", folder=tmp_path, GALAXYTABLES_METRICS_PORT=str(metrics), **variables)
        )
        beat = await stack.enter_async_context(
            process(*celery, "beat", folder=tmp_path, GALAXYTABLES_METRICS_PORT=str(beaten), **variables)
        )
        control = TimeControl(per_move=Duration(seconds=1))
        tables = [await house.started(time_control=control, options={"rounds": "2"}) for _ in range(5)]
        for table_id, (one, _) in tables:

            async def over(one=one, table_id=table_id) -> bool:
                return bool((await one.table(table_id)).state == TABLE_STATE_FINISHED)

            await eventually(over)
            async with one.watching(table_id) as updates:
                told = [event.event.kind for event in (await updates.update()).events]
            assert told.count("clocked_out") == 4
        assert await figure(metrics, "galaxytables_deadline_lateness_seconds_count") >= 10
        assert await figure(metrics, "galaxytables_deadlines_total") >= 10

        async def archived() -> bool:
            return await figure(metrics, 'galaxytables_games_archived_total{game="counting",outcome="added"}') == len(
                tables
            )

        await eventually(archived)
        for (child, _), port in ((worker, metrics), (beat, beaten)):
            await is_alive(port)
            child.send_signal(signal.SIGSTOP)
            assert await status(port, "/alive") == 0
            child.send_signal(signal.SIGCONT)
            await is_alive(port)
            assert child.returncode is None
    assert list(tmp_path.iterdir()) == []
    trees = collector.trees()
    done = [sorted(process for process, _ in tree[1]) for tree in trees if tree[0] == f"producer send {TICK}"]
    for job in ("sweep", "archive"):
        assert any(f"consumer process galaxytables.clock.{job}" in processed for processed in done)
    acted = [span for span in collector.spans if span.name == "deadline"]
    sweeps = {span.span_id for span in collector.spans if span.name == "process galaxytables.clock.sweep"}
    assert len(acted) >= 10
    assert {link.span_id for span in acted for link in span.links} <= sweeps
    assert all(len(span.links) == 1 for span in acted)
    played = (("client galaxytables.rules.v1.RulesService/Apply", ()), ("client EVALSHA commit", ()))
    assert played in {tree[1][:2] for tree in trees if tree[0] == "internal deadline"}
    assert processes_of(worker[1]) == {"clock"}
    assert processes_of(beat[1]) <= {"beat"}


async def test_the_lobby_starts_serves_and_drains(redis_server, counting, tmp_path):
    port, metrics = free_port(), free_port()
    variables = {
        "GALAXYTABLES_REDIS_URL": redis_server.url,
        "GALAXYTABLES_GAMES": f"{NAME}=dns:///127.0.0.1:{counting.port}",
        "GALAXYTABLES_TOKEN_KEYS": f"k1:{KEYS['k1'].decode()}",
        "GALAXYTABLES_LISTEN": f"127.0.0.1:{port}",
        "GALAXYTABLES_METRICS_PORT": str(metrics),
    }
    async with (
        open_collector() as collector,
        process(
            *(sys.executable, "-m", "galaxytables_lobby"),
            folder=tmp_path,
            GALAXYTABLES_TRACES_ENDPOINT=collector.endpoint,
            GALAXYTABLES_TRACES_RATIO="1",
            **variables,
        ) as (child, outputs),
    ):
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel, AsyncExitStack() as stack:
            await asyncio.wait_for(channel.channel_ready(), 60)
            house = House(redis_server.url, counting, stack)
            house.channels.append(channel)

            async def offered() -> bool:
                guest: Guest = await house.guest()

                games = await guest.tables.ListGames(tables_pb2.ListGamesRequest(), metadata=guest.metadata)
                return games.games[0].available

            await eventually(offered)
            table_id, guests = await house.started(options={"rounds": "1"})
            for guest in guests:
                await guest.pick(table_id)
            async with guests[0].watching(table_id) as updates:
                await updates.rest()
            for name, least in (
                ('galaxytables_choices_total{game="counting",outcome="accepted"}', 2),
                ("galaxytables_commits_total", 5),
                ("galaxytables_rules_seconds_count", 4),
                ("galaxytables_commit_seconds_count", 5),
            ):
                assert await figure(metrics, name) >= least, name
            assert await figure(metrics, "galaxytables_rules_available") == 1
        child.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(child.wait(), 60) == 0
    # What was left was sent at the end.
    assert "service.name=lobby" in collector.resources
    choices = [tree for tree in collector.trees() if tree[0] == "server galaxytables.lobby.v1.PlayService/SubmitChoice"]
    played = (("client galaxytables.rules.v1.RulesService/Apply", ()), ("client EVALSHA commit", ()))
    assert [tree[1] for tree in choices] == [played] * 2
    assert processes_of(outputs) == {"lobby"}
    log = b"".join([output.result() for output in outputs]).decode()
    for secret in (KEYS["k1"].decode(), "hand", "position"):
        assert secret not in log


@pytest.mark.parametrize("missing", ["GALAXYTABLES_TOKEN_KEYS", "GALAXYTABLES_GAMES"])
async def test_without_keys_or_games_one_clear_line_and_code_2(tmp_path, missing):
    variables = {
        "GALAXYTABLES_TOKEN_KEYS": f"k1:{KEYS['k1'].decode()}",
        "GALAXYTABLES_GAMES": "jump=dns:///127.0.0.1:1",
    }
    variables[missing] = ""
    async with process(sys.executable, "-m", "galaxytables_lobby", folder=tmp_path, **variables) as (child, outputs):
        assert await asyncio.wait_for(child.wait(), 60) == 2
    error = outputs[1].result().decode()
    assert missing in error
    assert len(error.strip().splitlines()) == 1


async def test_while_its_store_is_away_a_lobby_is_alive_and_not_ready(counting, tmp_path):
    store = RedisServer(tmp_path)
    store.start()
    port, metrics = free_port(), free_port()
    variables = {
        "GALAXYTABLES_REDIS_URL": store.url,
        "GALAXYTABLES_GAMES": f"{NAME}=dns:///127.0.0.1:{counting.port}",
        "GALAXYTABLES_TOKEN_KEYS": f"k1:{KEYS['k1'].decode()}",
        "GALAXYTABLES_LISTEN": f"127.0.0.1:{port}",
        "GALAXYTABLES_METRICS_PORT": str(metrics),
    }
    try:
        async with (
            process(sys.executable, "-m", "galaxytables_lobby", folder=tmp_path, **variables),
            grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
        ):
            await asyncio.wait_for(channel.channel_ready(), 90)
            health: Any = health_pb2_grpc.HealthStub(channel)

            async def shows(*, ready: bool) -> bool:
                answers = [
                    (await health.Check(health_pb2.HealthCheckRequest(service=name))).status
                    for name in ("", "galaxytables.lobby.v1.PlayService")
                ]
                wanted = (
                    health_pb2.HealthCheckResponse.SERVING,
                    (health_pb2.HealthCheckResponse.SERVING if ready else health_pb2.HealthCheckResponse.NOT_SERVING),
                )
                return tuple(answers) == wanted and await figure(metrics, "galaxytables_store_ready") == ready

            await eventually(lambda: shows(ready=True), 90)
            store.kill()
            await eventually(lambda: shows(ready=False), 90)
            await asyncio.to_thread(store.start)
            await eventually(lambda: shows(ready=True), 90)
    finally:
        store.kill()


async def test_a_lobby_is_ready_once_a_game_answers_and_no_longer_than_that(redis_server, counting, tmp_path):
    way = Proxy(counting.port)
    way.port = free_port()
    port, metrics = free_port(), free_port()
    variables = {
        "GALAXYTABLES_REDIS_URL": redis_server.url,
        "GALAXYTABLES_ARCHIVE_URL": f"sqlite:///{tmp_path}/archive.db",
        "GALAXYTABLES_GAMES": f"{NAME}=dns:///127.0.0.1:{way.port},away=dns:///127.0.0.1:{free_port()}",
        "GALAXYTABLES_TOKEN_KEYS": f"k1:{KEYS['k1'].decode()}",
        "GALAXYTABLES_LISTEN": f"127.0.0.1:{port}",
        "GALAXYTABLES_METRICS_PORT": str(metrics),
    }
    async with (
        process(sys.executable, "-m", "galaxytables_lobby", folder=tmp_path, **variables),
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        health: Any = health_pb2_grpc.HealthStub(channel)
        seen = []

        async def is_ready() -> bool:
            request = health_pb2.HealthCheckRequest(service="galaxytables.lobby.v1.PlayService")
            try:
                answer = await health.Check(request, timeout=60)
            except grpc.aio.AioRpcError:
                return False
            seen.append(answer.status == health_pb2.HealthCheckResponse.SERVING)
            return bool(seen[-1])

        async def is_not_ready() -> bool:
            return bool(seen) and not await is_ready()

        async def has_a_store() -> bool:
            return await figure(metrics, "galaxytables_store_ready") == 1

        await asyncio.wait_for(channel.channel_ready(), 90)
        await eventually(has_a_store)
        assert not await is_ready(), "ready before it knows of any game"
        await way.start()
        await eventually(is_ready, 30)
        await way.stop()
        await counting.stop()
        await eventually(is_not_ready, 30)
        assert (await health.Check(health_pb2.HealthCheckRequest())).status == health_pb2.HealthCheckResponse.SERVING
        await is_alive(metrics)
    assert True in seen


@pytest.mark.parametrize(
    ("command", "variable", "said"),
    [
        ("galaxytables_lobby", "GALAXYTABLES_REDIS_URL", "names several servers"),
        ("celery -A galaxytables_lobby.clock worker", "GALAXYTABLES_REDIS_URL", "names several servers"),
        ("celery -A galaxytables_lobby.clock beat", "GALAXYTABLES_BROKER_URL", "cannot lie in a Redis Cluster"),
    ],
)
async def test_an_address_that_makes_no_sense_is_one_line_without_the_password(command, variable, said, tmp_path):
    variables = {
        "GALAXYTABLES_GAMES": "counting=dns:///127.0.0.1:1",
        "GALAXYTABLES_TOKEN_KEYS": f"k1:{KEYS['k1'].decode()}",
        "GALAXYTABLES_LISTEN": "127.0.0.1:0",
        variable: f"redis{'+cluster' if 'BROKER' in variable else ''}://:a-secret@one:1,two:2/0",
    }
    async with process(sys.executable, "-m", *command.split(), folder=tmp_path, **variables) as (child, outputs):
        async with asyncio.timeout(90):
            assert await child.wait() == 2
        told = b"".join(await asyncio.gather(*outputs)).decode()
    (line,) = [line for line in told.splitlines() if line.startswith(variable)]
    assert said in line
    assert "a-secret" not in told
    assert "Traceback" not in told


async def test_a_lobby_whose_store_never_answered_ends_when_it_is_asked_to(tmp_path):
    asked = asyncio.Event()

    def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as store:
        variables = {
            "GALAXYTABLES_REDIS_URL": f"redis://127.0.0.1:{store.sockets[0].getsockname()[1]}/0",
            "GALAXYTABLES_ARCHIVE_URL": f"sqlite:///{tmp_path}/archive.db",
            "GALAXYTABLES_GAMES": f"{NAME}=dns:///127.0.0.1:{free_port()}",
            "GALAXYTABLES_TOKEN_KEYS": f"k1:{KEYS['k1'].decode()}",
        }
        lobby = Process("lobby", variables)
        serving = asyncio.create_task(main(lobby))
        await asyncio.wait_for(asked.wait(), 60)
        lobby.stop.set()
        await asyncio.wait_for(serving, 60)
