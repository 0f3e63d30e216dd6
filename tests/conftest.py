"""What holds for all tests."""

import gc
import os

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

# Timing decides no test.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Its files share a platform.
TOGETHER = "tests/e2e"


class Scheduling(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types for others
    """Each process is given whole files, and `TOGETHER` as if it were one."""

    def _split_scope(self, nodeid: str) -> str:
        return TOGETHER if nodeid.startswith(f"{TOGETHER}/") else str(super()._split_scope(nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling:
    return Scheduling(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that no worker is left alone with it at the end; leave out what a release runs."""
    if not os.environ.get("RELEASE"):
        left_out = [item for item in items if item.get_closest_marker("release") is not None]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.get_closest_marker("release") is None]
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection() -> None:
    """Modules and tests stay for good: the collector need not walk millions of objects again and again."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()
