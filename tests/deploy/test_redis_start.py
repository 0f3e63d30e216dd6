"""What pods of Redis do before they start: what is left of a transaction goes, nothing else does."""

import subprocess
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
import redis

from tests.lobby.redis_server import ROOT, programs, started
from tests.ports import free_port

SCRIPT = ROOT / "deploy" / "k8s" / "components" / "redis-start" / "start-whole.sh"
COMMIT = """
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], 'version', ARGV[1])
"""
BEGIN = b"*1\r\n$5\r\nMULTI\r\n"


class Pod:
    """A data folder, and the programs of a version of Redis by their names."""

    def __init__(self, folder: Path, program: str) -> None:
        self.data, programs = folder / "data", folder / "bin"
        for made in (self.data, programs):
            made.mkdir()
        for name in ("redis-server", "redis-check-aof"):
            (programs / name).symlink_to(program)
        self._environment = {"PATH": f"{programs}:/usr/bin:/bin", "DATA": str(self.data)}

    @property
    def file(self) -> Path:
        """What is written to: from 7.0 on one of several files."""
        return next(self.data.glob("appendonlydir/*.incr.aof"), self.data / "appendonly.aof")

    def prepare(self) -> None:
        """Do what is done before the server starts, and start nothing."""
        words = ["/bin/sh", str(SCRIPT), "echo", "started"]
        done = subprocess.run(words, env=self._environment, capture_output=True, check=True)
        assert done.stdout.endswith(b"started\n")

    def running(self) -> "AbstractContextManager[redis.Redis]":
        """The server, which is killed in the end."""
        port = free_port()
        settings = ["--port", str(port), "--dir", str(self.data), "--appendonly", "yes", "--appendfsync", "always"]
        return started(["/bin/sh", str(SCRIPT), "redis-server", *settings], port, self._environment)


@pytest.fixture(params=sorted(programs().items()), ids=lambda param: param[0])
def pod(request: pytest.FixtureRequest, tmp_path: Path) -> Pod:
    """Two changes were made before it was killed."""
    made = Pod(tmp_path, request.param[1])
    with made.running() as client:
        for version in (1, 2):
            client.eval(COMMIT, 2, "choices", "table", version)
    return made


def test_what_is_left_of_a_transaction_is_cut_off(pod: Pod) -> None:
    whole = pod.file.read_bytes()
    begin = whole.rindex(BEGIN)
    for end in range(begin + 2, len(whole)):
        pod.file.write_bytes(whole[:end])
        pod.prepare()
        assert pod.file.read_bytes() == whole[:begin], whole[begin:end]


def test_a_whole_file_stays_as_it_is_and_none_is_needed(pod: Pod) -> None:
    whole = pod.file.read_bytes()
    pod.prepare()
    assert pod.file.read_bytes() == whole
    pod.file.unlink()
    for manifest in pod.data.glob("appendonlydir/*"):
        manifest.unlink()
    pod.prepare()


@pytest.mark.parametrize(
    ("part", "damaged"),
    [
        (b"$5\r\nRPUSH\r\n", b"x5\r\nRPUSH\r\n"),
        (b"$5\r\nRPUSH\r\n", b"$5\r\nRPUSHxx"),
        # As a server leaves it that cut within a transaction and went on: what follows was acknowledged.
        (b"*1\r\n$4\r\nEXEC\r\n", b""),
    ],
)
def test_a_file_that_is_damaged_elsewhere_is_left_as_it_is(pod: Pod, part: bytes, damaged: bytes) -> None:
    content = pod.file.read_bytes()
    assert part in content
    content = content.replace(part, damaged, 1)
    pod.file.write_bytes(content)
    pod.prepare()
    assert pod.file.read_bytes() == content


def test_a_change_that_is_made_again_is_there_once_after_two_starts(pod: Pod) -> None:
    whole = pod.file.read_bytes()
    pod.file.write_bytes(whole[: whole.rindex(b"HSET") + 6])
    for _ in range(2):
        with pod.running() as client:
            if client.hget("table", "version") == b"1":
                client.eval(COMMIT, 2, "choices", "table", 2)
            assert client.lrange("choices", 0, -1) == [b"1", b"2"]
