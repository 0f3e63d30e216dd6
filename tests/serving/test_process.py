"""A process as its operator sees it: real processes, signals and exit codes."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from galaxytables_serving.liveness import Ticks
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
PROGRAM = """
import asyncio
from galaxytables_serving import Process, run_process, serve
from tests.serving.servicers import Players, players_service

async def main(process: Process) -> None:
    {body}

raise SystemExit(run_process("tester", main))
"""
SERVE = "await serve(process, [players_service(Players())], domain='galaxytables.test', default_listen='127.0.0.1:0')"


@pytest.fixture
def started() -> "Iterator[list[subprocess.Popen[str]]]":
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        process.kill()
        process.wait()


def start(started: "list[subprocess.Popen[str]]", body: str, **variables: str) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(body=body)],
        cwd=ROOT,
        env={**os.environ, **variables},
        stderr=subprocess.PIPE,
        text=True,
    )
    started.append(process)
    return process


def wait_for(process: "subprocess.Popen[str]", word: str) -> str:
    assert process.stderr is not None
    deadline = time.monotonic() + 60
    told = ""
    while word not in told:
        line = process.stderr.readline()
        assert line, f"ended before {word!r}: {told}"
        assert time.monotonic() < deadline
        told += line
    return told


@pytest.mark.e2e
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_drains_and_ends_with_code_0(
    started: "list[subprocess.Popen[str]]",
    number: signal.Signals,
) -> None:
    process = start(started, SERVE)
    wait_for(process, '"event": "serving"')
    process.send_signal(number)
    _, rest = process.communicate(timeout=60)
    assert '"event": "drained"' in rest
    assert process.returncode == 0


@pytest.mark.e2e
def test_a_second_signal_ends_it_at_once(started: "list[subprocess.Popen[str]]") -> None:
    process = start(started, "print('up', file=__import__('sys').stderr, flush=True); await asyncio.Event().wait()")
    wait_for(process, "up")
    process.send_signal(signal.SIGTERM)
    wait_for(process, '"event": "stopping"')
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert process.returncode == 1


@pytest.mark.e2e
@pytest.mark.parametrize("variable", ["GALAXYTABLES_LISTEN", "GALAXYTABLES_METRICS_PORT"])
def test_a_port_in_use_gives_one_line_and_code_2(
    started: "list[subprocess.Popen[str]]",
    variable: str,
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start(started, SERVE, GALAXYTABLES_CONNECTIONS="100", **{variable: f"127.0.0.1:{port}"})
        _, told = process.communicate(timeout=60)
    assert process.returncode == 2
    (line,) = told.splitlines()
    assert str(port) in line
    assert variable in line


@pytest.mark.e2e
def test_a_loop_that_is_blocked_is_not_alive_though_its_figures_are_there(
    started: "list[subprocess.Popen[str]]",
) -> None:
    listen, metrics = free_port(), free_port()
    block = "signal = __import__('signal'); block = __import__('time').sleep; "
    block += "asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, block, 3600); "
    variables = {"GALAXYTABLES_LISTEN": f"127.0.0.1:{listen}", "GALAXYTABLES_METRICS_PORT": f"127.0.0.1:{metrics}"}
    process = start(started, block + SERVE, **variables)
    wait_for(process, '"event": "serving"')

    def answers(path: str) -> int:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{metrics}{path}", timeout=60) as page:
                return int(page.status)
        except urllib.error.HTTPError as error:
            return error.code

    with grpc.insecure_channel(f"127.0.0.1:{listen}") as channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        health.Check(health_pb2.HealthCheckRequest(), timeout=60)
        assert (answers("/alive"), answers("/metrics")) == (200, 200)
        process.send_signal(signal.SIGUSR1)
        with pytest.raises(grpc.RpcError, match="DEADLINE_EXCEEDED"):  # noqa: PT012
            while True:  # until the signal is there
                health.Check(health_pb2.HealthCheckRequest(), timeout=1)
    assert (answers("/alive"), answers("/metrics")) == (503, 200)


def test_what_counts_its_turns_is_alive_until_it_has_not_for_too_long() -> None:
    now = 1000.0
    ticks = Ticks(60.0, lambda: now)
    now += 59
    assert ticks()
    now += 1
    assert not ticks()
    ticks.count()
    assert ticks()


@pytest.mark.e2e
def test_a_wrong_setting_gives_one_line_and_code_2(started: "list[subprocess.Popen[str]]") -> None:
    process = start(started, SERVE, GALAXYTABLES_LOG_LEVEL="loud")
    _, told = process.communicate(timeout=60)
    assert process.returncode == 2
    assert told == "GALAXYTABLES_LOG_LEVEL='loud': must be one of debug, info, warning, error.\n"


@pytest.mark.e2e
def test_a_failing_main_is_logged_and_gives_code_1(started: "list[subprocess.Popen[str]]") -> None:
    process = start(started, "raise ValueError('hidden words')")
    _, told = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "process_failed" in told
    assert "ValueError" in told
    assert "hidden words" not in told.replace("raise ValueError('hidden words')", "")
