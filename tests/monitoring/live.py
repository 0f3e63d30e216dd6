"""A real Prometheus beside a real platform, with seconds for minutes: what fires, and until when."""

import asyncio
import json
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from galaxytables_platform.ports import HOST
from galaxytables_platform.probes import http_serves, until_healthy
from galaxytables_platform.prometheus import RULES, prometheus_command
from galaxytables_platform.supervisor import Supervisor
from tests.ports import free_port

SECONDS_TO_START, SECONDS_TO_FIRE, SECONDS_TO_CLEAR = 60.0, 90.0, 120.0

needs_prometheus = pytest.mark.skipif(
    shutil.which("prometheus") is None, reason="prometheus is not installed (Debian: prometheus)"
)


def hurried(folder: Path) -> Path:
    """The rules with seconds for minutes."""
    folder.mkdir(parents=True)
    for name in ("recording.yaml", "alerts.yaml"):
        text = re.sub(r"\[\d+m\]", "[10s]", (RULES / name).read_text())
        (folder / name).write_text(re.sub(r"for: \d+[ms]", "for: 2s", text))
    return folder


def metrics_of(supervisor: Supervisor) -> dict[str, str]:
    """Where the figures of a platform's processes are, by name."""
    return {name: child.plan.metrics for name, child in supervisor.children.items() if child.plan.metrics}


@asynccontextmanager
async def prometheus_beside(processes: Mapping[str, str], folder: Path) -> AsyncIterator[str]:
    """A Prometheus that looks every second at processes, whose figures are found by name; gives its address."""
    port = free_port()
    command = prometheus_command(
        folder / "prometheus", f"{HOST}:{port}", processes, rules=hurried(folder / "rules"), read_every="1s"
    )
    server = f"{HOST}:{port}"
    process = await asyncio.create_subprocess_exec(*command)
    try:
        assert await until_healthy(http_serves(server, "/-/ready"), within=SECONDS_TO_START, ended=lambda: False)
        yield server
    finally:
        process.terminate()
        await process.wait()


async def firing(server: str) -> set[str]:
    def ask() -> Any:
        with closing(HTTPConnection(server, timeout=60)) as connection:
            connection.request("GET", "/api/v1/alerts")
            return json.load(connection.getresponse())["data"]["alerts"]

    alerts = await asyncio.to_thread(ask)
    return {alert["labels"]["alertname"] for alert in alerts if alert["state"] == "firing"}


async def until_firing(
    server: str, wanted: set[str], *, besides: AbstractSet[str] = frozenset(), within: float = SECONDS_TO_FIRE
) -> None:
    """Wait until those alerts fire and no others, but perhaps some of those `besides`."""
    seen: set[str] = set()
    try:
        async with asyncio.timeout(within):
            while not wanted <= (seen := await firing(server)) <= wanted | besides:  # noqa: ASYNC110  # told by another process
                await asyncio.sleep(0.3)
    except TimeoutError:
        raise AssertionError(f"fires: {sorted(seen)}, not {sorted(wanted)}") from None


@contextmanager
def frozen(supervisor: Supervisor, name: str) -> Iterator[None]:
    """A process that is there and does nothing."""
    pid = supervisor.children[name].pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)
