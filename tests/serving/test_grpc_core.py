"""How gRPC's core works in a process of ours, as the system sees its threads."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from galaxytables_runtime.grpc_core import VARIABLE
from tests.ports import free_port
from tests.serving.test_process import PROGRAM, ROOT, SERVE

CALLS = 300
ATTEMPTS = 5


@contextmanager
def serving(**variables: str) -> "Iterator[tuple[subprocess.Popen[str], int]]":
    port = free_port()
    inherited = {name: value for name, value in os.environ.items() if name != VARIABLE}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(body=SERVE)],
        cwd=ROOT,
        env={**inherited, "GALAXYTABLES_LISTEN": f"127.0.0.1:{port}", **variables},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process, port
    finally:
        process.kill()
        process.communicate()


def woken(pid: int) -> int:
    """How often the threads of gRPC's pool went to sleep so far: once for each time that they were woken."""
    found = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        if (thread / "comm").read_text().startswith("event_engine"):
            status = dict(line.split(":", 1) for line in (thread / "status").read_text().splitlines())
            found += int(status["voluntary_ctxt_switches"])
    return found


def woken_by_calls(**variables: str) -> tuple[int, str]:
    """How often gRPC's pool is woken for some calls, one after the other; and what the process said."""
    with serving(**variables) as (process, port), grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        health.Check(health_pb2.HealthCheckRequest(), timeout=60, wait_for_ready=True)
        before = woken(process.pid)
        for _ in range(CALLS):
            health.Check(health_pb2.HealthCheckRequest(), timeout=60)
        found = woken(process.pid) - before
        process.terminate()
        _, said = process.communicate(timeout=60)
    return found, said


@pytest.mark.e2e
def test_sockets_are_polled_without_a_thread_more_unless_an_operator_wants_that() -> None:
    # The pool keeps time too, so some are left, the more the busier the machine is: then once more.
    for _ in range(ATTEMPTS):
        ours, said = woken_by_calls()
        theirs, _ = woken_by_calls(**{VARIABLE: ""})
        if 2 * ours < theirs:
            break
    assert 2 * ours < theirs
    assert theirs > CALLS / 2
    # What gRPC no longer knows it says here.
    assert "Unknown experiment" not in said
