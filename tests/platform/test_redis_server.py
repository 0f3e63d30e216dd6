"""The Redis that `make run` starts, and those of a cluster, which are set alike."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
import redis

from galaxytables_platform.ports import HOST
from galaxytables_platform.redis_server import redis_command, redis_executable
from galaxytables_platform.redis_start import cut_torn_transaction, written_last
from tests.lobby.redis_server import OLDEST, ROOT, started
from tests.ports import free_port

SETTINGS = (
    "appendonly",
    "appendfsync",
    "maxmemory-policy",
    "list-max-ziplist-size",
    "hash-max-ziplist-value",
)


def running(folder: Path) -> "AbstractContextManager[redis.Redis]":
    """A server of `make run`, which is killed in the end."""
    port = free_port()
    return started(redis_command(folder, HOST, port), port)


@pytest.fixture
def client(tmp_path: Path) -> "Iterator[redis.Redis]":
    with running(tmp_path) as client:
        yield client


def test_a_table_stays_in_one_piece(client: "redis.Redis") -> None:
    client.hset("table", mapping={"version": 125, "meta": "m" * 1_000, "game": "g" * 4_000})
    assert client.object("encoding", "table") in {b"ziplist", b"listpack"}


def test_memory_comes_from_jemalloc_where_there_is_one(client: "redis.Redis", tmp_path: Path) -> None:
    server = client.info("server")["process_id"]
    loaded = Path(f"/proc/{server}/maps").read_text()
    assert ("jemalloc" in loaded) == ("env" in redis_command(tmp_path, HOST, 1))


def test_a_machine_without_jemalloc_does_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("galaxytables_platform.redis_server.find_library", lambda _: None)
    assert "env" not in redis_command(tmp_path, HOST, 1)


COMMIT = """
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('RPUSH', KEYS[2], ARGV[1])
redis.call('HSET', KEYS[3], 'version', ARGV[1])
"""


def commit(client: "redis.Redis", version: int) -> None:
    client.eval(COMMIT, 3, "events", "choices", "table", version)


def test_a_change_that_was_written_in_part_is_not_there_twice_after_two_starts(tmp_path: Path) -> None:
    with running(tmp_path) as client:
        commit(client, 1)
        commit(client, 2)
    file = written_last(tmp_path)
    whole = file.read_bytes()
    begin = whole.rindex(b"*1\r\n$5\r\nMULTI")
    # What is one byte of a command is none yet, and the server takes care of it.
    for end in range(begin + 2, len(whole)):
        file.write_bytes(whole[:end])
        assert cut_torn_transaction(tmp_path, redis_executable()) == end - begin
        assert file.read_bytes() == whole[:begin]
    file.write_bytes(whole[: whole.rindex(b"HSET") + 6])
    for _ in range(2):
        with running(tmp_path) as client:
            if client.hget("table", "version") == b"1":
                commit(client, 2)
            for name in ("events", "choices"):
                assert client.lrange(name, 0, -1) == [b"1", b"2"]
    assert cut_torn_transaction(tmp_path, redis_executable()) == 0


@pytest.mark.parametrize(
    ("whole", "damaged"),
    [
        (b"$5\r\nRPUSH", b"x5\r\nRPUSH"),
        (b"$5\r\nRPUSH\r\n", b"$5\r\nRPUSHxx"),
        # As a server leaves it that cut within a transaction and went on: what follows was acknowledged.
        (b"*1\r\n$4\r\nEXEC\r\n", b""),
    ],
)
def test_a_file_that_is_damaged_elsewhere_than_at_its_end_is_left_as_it_is(
    whole: bytes, damaged: bytes, tmp_path: Path
) -> None:
    with running(tmp_path) as client:
        commit(client, 1)
        commit(client, 2)
    file = written_last(tmp_path)
    content = file.read_bytes()
    assert whole in content
    content = content.replace(whole, damaged, 1)
    file.write_bytes(content)
    assert cut_torn_transaction(tmp_path, redis_executable()) == 0
    assert file.read_bytes() == content


def test_what_an_older_redis_has_kept_is_taken_over(tmp_path: Path) -> None:
    """Whoever had tables before Valkey was the default has them afterwards."""
    port = free_port()
    words = [OLDEST, "--port", str(port), "--dir", str(tmp_path), "--appendonly", "yes", "--appendfsync", "always"]
    with started(words, port) as client:
        commit(client, 1)
        commit(client, 2)
    assert (tmp_path / "appendonly.aof").is_file()
    for _ in range(2):
        with running(tmp_path) as client:
            assert client.lrange("events", 0, -1) == [b"1", b"2"]
            assert client.hget("table", "version") == b"2"


@pytest.mark.parametrize("place", ["redis/redis.yaml", "redis-sentinel/start-redis.sh"])
def test_those_of_a_cluster_are_set_as_ours(place: str, tmp_path: Path) -> None:
    ours = redis_command(tmp_path, HOST, 1)
    text = (ROOT / "deploy" / "k8s" / "components" / place).read_text()
    words = text.replace('"', "").replace("- ", "").replace("\\", "").split()
    for setting in SETTINGS:
        assert words[words.index(f"--{setting}") + 1] == ours[ours.index(f"--{setting}") + 1], setting
