"""The Redis that `make run` starts, and those of a cluster, which are set alike."""

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from services.platform.ports import HOST
from services.platform.redis_server import redis_command, redis_executable
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
SETTINGS = ("appendonly", "appendfsync", "maxmemory-policy", "list-max-ziplist-size", "list-compress-depth")


@pytest.fixture
def client(tmp_path: Path) -> "Iterator[redis.Redis]":
    port = free_port()
    process = subprocess.Popen(redis_command(tmp_path, HOST, port), stdout=subprocess.DEVNULL)
    try:
        with redis.Redis(host=HOST, port=port) as client:
            deadline = time.monotonic() + 30
            while True:
                try:
                    client.ping()
                    break
                except redis.ConnectionError:
                    assert time.monotonic() < deadline
                    time.sleep(0.02)
            yield client
    finally:
        process.kill()
        process.wait()


def test_a_long_history_takes_less_than_it_says(client: "redis.Redis") -> None:
    history = [f"{number} explored draws 4 keeps 2 kept contact_specialist".encode() for number in range(1_000)]
    for event in history:
        client.rpush("events", event)
    taken = client.memory_usage("events")
    assert isinstance(taken, int)
    assert taken < 0.7 * sum(map(len, history))
    assert client.lrange("events", 0, -1) == history


def test_memory_comes_from_jemalloc_where_there_is_one(client: "redis.Redis", tmp_path: Path) -> None:
    server = client.info("server")["process_id"]
    loaded = Path(f"/proc/{server}/maps").read_text()
    assert ("jemalloc" in loaded) == (redis_command(tmp_path, HOST, 1)[0] == "env")


def test_a_machine_without_jemalloc_does_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("services.platform.redis_server.find_library", lambda _: None)
    assert redis_command(tmp_path, HOST, 1)[0] == str(redis_executable())


@pytest.mark.parametrize("place", ["redis/redis.yaml", "redis-sentinel/start-redis.sh"])
def test_those_of_a_cluster_are_set_as_ours(place: str, tmp_path: Path) -> None:
    ours = redis_command(tmp_path, HOST, 1)
    text = (ROOT / "deploy" / "k8s" / "components" / place).read_text()
    words = text.replace('"', "").replace("- ", "").replace("\\", "").split()
    for setting in SETTINGS:
        assert words[words.index(f"--{setting}") + 1] == ours[ours.index(f"--{setting}") + 1], setting
