"""Servers are measured by what came back, and one that does not speak gRPC to the end is told from one that does."""

import argparse
import re
import sys
from pathlib import Path

import pytest

from bench.transport.__main__ import ALL, LOCK, WAYS, Server, echoes

GIVEN = argparse.Namespace(connections=2, seconds=0.1, settle=0.0)
PROGRAMS = Path(sys.executable).parent
SERVERS = {server.name: server for server in ALL}
FLOOR = SERVERS["TCP alone"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["grpc.aio", "our own"])
def test_a_server_of_grpc_gives_back_what_it_gets_and_ends_with_a_status(name, way):
    found = echoes(SERVERS[name], PROGRAMS, way, GIVEN)
    assert found.a_second > 0
    assert found.status


def test_a_floor_has_no_status():
    assert not echoes(FLOOR, PROGRAMS, "stream", GIVEN).status


def test_a_server_that_does_not_give_back_what_it_gets_is_refused():
    wrong = Server("wrong", FLOOR.command)  # HTTP is spoken to it
    with pytest.raises(RuntimeError, match="wrong: "):
        echoes(wrong, PROGRAMS, "stream", GIVEN)


def test_servers_are_pinned_without_download_addresses():
    lock = LOCK.read_text()
    wanted = re.findall(r"^[a-z-]+$", LOCK.with_suffix(".in").read_text(), re.MULTILINE)
    assert wanted
    assert all(re.search(rf"^{name}==", lock, re.MULTILINE) for name in wanted)
    assert "http" not in lock
