"""Open files: as many as the system allows, and no more connections than there are files for."""

import asyncio
import errno
import os
import resource

import pytest
from prometheus_client import REGISTRY

from galaxytables_serving import Limits, files
from galaxytables_serving.settings import read_settings
from galaxytables_web.settings import WebSettings


@pytest.fixture
def limits(monkeypatch) -> list[tuple[int, int]]:
    """What the system says and is told, the last of all last."""
    known = [(1_024, 4_096)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: known[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: known.append(wanted))
    return known


def test_a_process_may_open_as_many_files_as_the_system_allows(limits):
    files.raise_file_limit()
    assert limits[-1] == (4_096, 4_096)
    files.raise_file_limit()
    assert len(limits) == 2


@pytest.fixture
def warned(monkeypatch) -> list[tuple[str, dict[str, object]]]:
    """What the log warns of."""
    warned: list[tuple[str, dict[str, object]]] = []
    files._tell_excess.cache_clear()
    monkeypatch.setattr(files._log, "warning", lambda event, **values: warned.append((event, values)))
    return warned


@pytest.mark.usefixtures("limits")
def test_connections_are_taken_as_far_as_there_are_files_and_a_setting_beyond_is_warned_of(warned):
    assert files.connections_within(500, "GALAXYTABLES_CONNECTIONS") == 500
    assert warned == []
    assert files.connections_within(20_000, "GALAXYTABLES_CONNECTIONS") == 1_024 - files.RESERVED
    [(event, values)] = warned
    assert (event, values["variable"], values["wanted"], values["files"]) == (
        "settings_exceed_files",
        "GALAXYTABLES_CONNECTIONS",
        20_000,
        1_024,
    )
    files.connections_within(20_000, "GALAXYTABLES_CONNECTIONS")
    assert len(warned) == 1
    assert dict(Limits(connections=20_000).channel_arguments())["grpc.max_allowed_incoming_connections"] == 896


@pytest.mark.parametrize(
    ("allowed", "connections"), [(1_024, 896), (20_000, 19_872), (65_536, files.USUAL_CONNECTIONS)]
)
def test_defaults_fit_every_machine_and_warn_of_nothing(limits, warned, allowed, connections):
    limits.append((allowed, allowed))
    served = dict(read_settings(Limits, {}).channel_arguments())["grpc.max_allowed_incoming_connections"]
    browsers = files.connections_within(read_settings(WebSettings, {}).max_connections, "GALAXYTABLES_WEB_CONNECTIONS")
    assert (served, browsers, warned) == (connections, connections, [])


async def test_a_process_without_a_file_left_says_so_and_says_when_it_has_some_again(monkeypatch):
    told: asyncio.Queue[str] = asyncio.Queue()
    monkeypatch.setattr(files, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(files._log, "warning", lambda event, **_: told.put_nowait(event))
    monkeypatch.setattr(os, "dup", lambda _: (_ for _ in ()).throw(OSError(errno.EMFILE, "too many")))
    before = REGISTRY.get_sample_value("galaxytables_files_out_total") or 0.0
    async with files.watching_files(), asyncio.timeout(60):
        assert await told.get() == "out_of_files"
        monkeypatch.undo()
        monkeypatch.setattr(files._log, "warning", lambda event, **_: told.put_nowait(event))
        monkeypatch.setattr(files, "LOOK_SECONDS", 0.01)
        assert await told.get() == "files_available"
    assert (REGISTRY.get_sample_value("galaxytables_files_out_total") or 0.0) > before
