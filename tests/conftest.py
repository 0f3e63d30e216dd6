"""What holds for all tests."""

import gc

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that no worker is left alone with it; end with what shares a platform.

    That stays up from the first such test to the last of all, and takes its part of a core.
    """
    share = {item.path for item in items if isinstance(item, pytest.Function) and "platform" in item.fixturenames}
    items.sort(key=lambda item: (item.get_closest_marker("long") is None, item.path in share))


def pytest_collection_finish() -> None:
    """Modules and tests stay for good: the collector need not walk millions of objects again and again."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
