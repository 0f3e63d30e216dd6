"""A real Prometheus reads a real platform in which processes stand still: the right alerts fire, and clear again."""

from pathlib import Path

import pytest

from galaxytables_platform.console import Console
from galaxytables_platform.layout import free_layout
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import read_settings
from tests.monitoring.live import (
    SECONDS_TO_CLEAR,
    frozen,
    metrics_of,
    needs_prometheus,
    prometheus_beside,
    until_firing,
)

pytestmark = [pytest.mark.e2e, pytest.mark.release, needs_prometheus]


async def test_what_stands_still_is_told_and_what_goes_on_is_quiet(tmp_path: Path) -> None:
    layout = free_layout(read_settings(RunSettings, {"GAMES": "jump"}), tmp_path / "data")
    async with (
        running_platform(layout, Console()) as supervisor,
        prometheus_beside(metrics_of(supervisor), tmp_path) as server,
    ):
        for name, wanted in (
            ("jump", {"GameGone", "ProcessGone"}),
            ("beat", {"BeatStopped"}),
            ("redis", {"StoreGone", "BeatStopped"}),
        ):
            with frozen(supervisor, name):
                await until_firing(server, wanted)
            await until_firing(server, set(), within=SECONDS_TO_CLEAR)
