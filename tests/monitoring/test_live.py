"""A real Prometheus reads a real platform in which things break: the right alerts fire, and clear again."""

import asyncio
import json
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from services.platform.child import Plan
from services.platform.console import Console
from services.platform.layout import free_layout
from services.platform.ports import HOST, free_ports
from services.platform.prometheus import RULES, prometheus_command
from services.platform.running import running_platform
from services.platform.settings import RunSettings
from services.platform.supervisor import Supervisor
from services.serving.settings import read_settings

SECONDS_TO_FIRE, SECONDS_TO_CLEAR = 60.0, 60.0

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.timeout(300),
    pytest.mark.skipif(shutil.which("prometheus") is None, reason="prometheus is not installed (Debian: prometheus)"),
]


def hurried(folder: Path) -> Path:
    """The rules with seconds for minutes."""
    folder.mkdir()
    for name in ("recording.yaml", "alerts.yaml"):
        text = re.sub(r"\[\d+m\]", "[10s]", (RULES / name).read_text())
        (folder / name).write_text(re.sub(r"for: \d+[ms]", "for: 2s", text))
    return folder


@asynccontextmanager
async def watched(supervisor: Supervisor, folder: Path) -> AsyncIterator[str]:
    """A Prometheus that looks every second at all processes of a platform; gives its address."""
    [port] = free_ports(1)
    plans: list[Plan] = [child.plan for child in supervisor.children.values() if child.plan.metrics]
    command = prometheus_command(
        folder / "prometheus",
        f"{HOST}:{port}",
        {plan.name: plan.metrics for plan in plans},
        rules=hurried(folder / "rules"),
        read_every="1s",
    )
    process = await asyncio.create_subprocess_exec(*command)
    try:
        yield f"{HOST}:{port}"
    finally:
        process.terminate()
        await process.wait()


async def firing(server: str) -> set[str]:
    def ask() -> Any:
        with closing(HTTPConnection(server, timeout=2)) as connection:
            try:
                connection.request("GET", "/api/v1/alerts")
                return json.load(connection.getresponse())["data"]["alerts"]
            except OSError:
                return []  # it starts

    alerts = await asyncio.to_thread(ask)
    return {alert["labels"]["alertname"] for alert in alerts if alert["state"] == "firing"}


async def until_firing(server: str, wanted: set[str], *, within: float) -> None:
    seen: set[str] = set()
    try:
        async with asyncio.timeout(within):
            while (seen := await firing(server)) != wanted:  # noqa: ASYNC110  # it is told by another process
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


async def test_what_breaks_is_told_and_what_is_mended_is_quiet(tmp_path: Path) -> None:
    layout = free_layout(read_settings(RunSettings, {"GAMES": "jump"}), tmp_path / "data")
    async with running_platform(layout, Console()) as supervisor, watched(supervisor, tmp_path) as server:
        for name, wanted in (
            ("jump", {"GameGone", "ProcessGone"}),
            ("beat", {"BeatStopped"}),
            ("redis", {"StoreGone", "BeatStopped"}),
        ):
            with frozen(supervisor, name):
                await until_firing(server, wanted, within=SECONDS_TO_FIRE)
            await until_firing(server, set(), within=SECONDS_TO_CLEAR)
