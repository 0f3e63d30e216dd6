"""The gateway as a process: how it starts, what it logs, how it ends."""

import asyncio
import os
import signal
import socket
import sys
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from tests.lobby.house import House, eventually
from tests.ports import free_port
from tests.web.flood import Flood, watch_request
from tests.web.gateway import Browser
from tests.web.protocols import CONNECT, CONNECT_JSON, GRPC_WEB, call, calling

pytestmark = [pytest.mark.e2e]
TOP = Path(__file__).parents[2]
PLAY, TABLES = "/galaxytables.lobby.v1.PlayService", "/galaxytables.lobby.v1.TableService"


@dataclass
class Running:
    process: asyncio.subprocess.Process
    port: int
    metrics: int

    async def log(self) -> str:
        assert self.process.stderr is not None
        return (await self.process.stderr.read()).decode()

    def sample(self, name: str) -> float:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics}/metrics", timeout=60) as page:
            lines = page.read().decode().splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


@asynccontextmanager
async def started(lobby: str, port: int = 0, **variables: str) -> AsyncIterator[Running]:
    free, metrics = free_port(), free_port()
    port = port or free
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "galaxytables_web"),
        cwd=TOP,
        env=os.environ
        | {
            "GALAXYTABLES_LOBBY": lobby,
            "GALAXYTABLES_LISTEN": f"127.0.0.1:{port}",
            "GALAXYTABLES_METRICS_PORT": str(metrics),
            "GALAXYTABLES_DRAIN": "5",
            **variables,
        },
        stderr=asyncio.subprocess.PIPE,
    )
    running = Running(process, port, metrics)
    try:

        def serves() -> bool:
            try:
                return running.sample("galaxytables_serving ") == 1
            except OSError:
                return False

        await eventually(serves)
        yield running
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_asked_to_end_it_tells_its_streams_and_logs_no_secret(house: House, tmp_path: Path) -> None:
    table, (ada, bo) = await house.started()
    async with started(house.addresses[0], GALAXYTABLES_WEB_PAGE=str(tmp_path)) as web:
        request, kind = play_pb2.WatchTableRequest(table_id=table, from_event=1), play_pb2.WatchTableResponse
        path = f"{PLAY}/WatchTable"
        connect = calling(Browser(web.port), CONNECT, path, request, kind, token=ada.token)
        grpc_web = calling(Browser(web.port), GRPC_WEB, path, request, kind, token=bo.token)
        async with connect as one, grpc_web as other:
            assert await one.next() is not None
            assert await other.next() is not None
            _, told = await call(
                Browser(web.port),
                CONNECT_JSON,
                f"{TABLES}/GetTable",
                tables_pb2.GetTableRequest(table_id="nothing"),
                tables_pb2.GetTableResponse,
                token=ada.token,
            )
            assert told is not None
            assert web.sample('grpc_server_open_calls{grpc_method="WatchTable"') == 2
            assert web.sample('grpc_server_handled_total{grpc_code="NOT_FOUND",grpc_method="GetTable"') == 1
            assert web.sample('galaxytables_web_requests_total{kind="call",status="200"}') == 2
            assert web.sample("galaxytables_serving ") == 1
            web.process.send_signal(signal.SIGTERM)
            for stream in (one, other):
                assert await stream.next() is None
                assert stream.told is not None
                assert stream.told.reason == "DRAINING"
        async with asyncio.timeout(60):
            assert await web.process.wait() == 0
        log = await web.log()
        assert '"drained"' in log
        assert '"page_missing"' in log
        for secret in (ada.token, bo.token, table, "nothing"):
            assert secret not in log
        assert "Traceback" not in log


async def test_a_reader_that_takes_nothing_does_not_hold_the_end_up() -> None:
    lobby = Flood(play_pb2.ChatMessage(text="x" * 100_000).SerializeToString())
    port = await lobby.start()
    async with started(f"127.0.0.1:{port}", GALAXYTABLES_DRAIN="2") as web:
        _, writer = await asyncio.open_connection("127.0.0.1", web.port)
        writer.write(watch_request())
        await lobby.not_taken()
        web.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(60):
            assert await web.process.wait() == 0
        await lobby.left.wait()
        writer.transport.abort()
    await lobby.stop()


async def test_a_port_in_use_is_one_line(house: House) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process: Any = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "galaxytables_web"),
            cwd=TOP,
            env=os.environ | {"GALAXYTABLES_LOBBY": house.addresses[0], "GALAXYTABLES_LISTEN": f"127.0.0.1:{port}"},
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await process.communicate()
    assert process.returncode == 2
    assert (
        said.decode().splitlines()[-1] == f"Port {port} of 127.0.0.1 is in use; set GALAXYTABLES_LISTEN to a free one."
    )


async def test_several_gateways_share_a_port(house: House) -> None:
    async with (
        started(house.addresses[0], GALAXYTABLES_REUSE_PORT="on") as one,
        started(house.addresses[0], one.port, GALAXYTABLES_REUSE_PORT="on") as other,
    ):
        for _ in range(40):
            _, told = await call(
                Browser(one.port),
                CONNECT,
                f"{TABLES}/ListGames",
                tables_pb2.ListGamesRequest(),
                tables_pb2.ListGamesResponse,
            )
            assert told is None
        served = [web.sample("grpc_server_handled_total") for web in (one, other)]
        assert min(served) > 0
        assert sum(served) == 40
