"""Real servers that stand in for each other: a pair, a pair with Sentinels, a cluster with replicas."""

import contextlib
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import redis

from tests.lobby.redis_server import RedisServer
from tests.ports import free_port

PATIENCE = 180.0
# A server that is silent for this long counts as dead: more than a busy machine makes of it.
SILENCE_MILLISECONDS = 2_500
_QUICK = ("--repl-diskless-sync", "yes", "--repl-diskless-sync-delay", "0", "--repl-ping-replica-period", "1")


def until(good: Callable[[], object]) -> None:
    """Wait until something holds; servers that cannot be asked yet are asked again."""
    deadline = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(redis.RedisError):
            if good():
                return
        assert time.monotonic() < deadline, "it never came about"
        time.sleep(0.02)


def ask(server: RedisServer, *words: object) -> Any:
    with server.client() as client:
        return client.execute_command(*words)


def is_master(server: RedisServer) -> bool:
    return bool(ask(server, "ROLE")[0] == b"master")


def follows(server: RedisServer) -> bool:
    """Whether a replica has all that its master has."""
    role = ask(server, "ROLE")
    return bool(role[0] == b"slave" and role[3] == b"connected")


def tells(server: RedisServer, word: bytes) -> bool:
    """Whether a node of a cluster says so of it."""
    return word in ask(server, "CLUSTER", "INFO")


class Pair:
    """A master and its replica."""

    def __init__(self, folder: Path) -> None:
        self.master, self.replica = (self._server(folder / name) for name in ("one", "two"))

    def _server(self, folder: Path) -> RedisServer:
        folder.mkdir()
        return RedisServer(folder, options=_QUICK)

    def start(self) -> None:
        self.master.start()
        self.replica.start()
        ask(self.replica, "REPLICAOF", "127.0.0.1", self.master.port)
        until(lambda: follows(self.replica))

    def promote(self) -> None:
        """The two change places."""
        ask(self.replica, "REPLICAOF", "NO", "ONE")
        ask(self.master, "REPLICAOF", "127.0.0.1", self.replica.port)
        self.master, self.replica = self.replica, self.master

    def kill(self) -> None:
        self.master.kill()
        self.replica.kill()


class WatchedPair(Pair):
    """A pair that three Sentinels look after."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._folder = folder
        self._ports = [free_port() for _ in range(3)]
        self._sentinels: list[subprocess.Popen[bytes]] = []

    @property
    def sentinels(self) -> str:
        return ",".join(f"127.0.0.1:{port}" for port in self._ports)

    def start(self) -> None:
        super().start()
        for port in self._ports:
            written = self._folder / f"sentinel-{port}.conf"
            written.write_text(
                f"port {port}\nbind 127.0.0.1\n"
                f"sentinel monitor galaxytables 127.0.0.1 {self.master.port} 2\n"
                f"sentinel down-after-milliseconds galaxytables {SILENCE_MILLISECONDS}\n"
                "sentinel failover-timeout galaxytables 6000\n"
            )
            command = (RedisServer.program, str(written), "--sentinel")
            self._sentinels.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=self._folder))
        for port in self._ports:
            until(partial(self._is_watching, port))

    def _is_watching(self, port: int) -> bool:
        with redis.Redis(port=port, protocol=2, decode_responses=True) as sentinel:
            seen = sentinel.sentinel_master("galaxytables")
        return int(seen["num-other-sentinels"]) == 2 and int(seen["num-slaves"]) == 1

    def kill(self) -> None:
        for sentinel in self._sentinels:
            sentinel.kill()
            sentinel.wait()
        super().kill()


class ReplicatedCluster:
    """Three masters with a replica each."""

    def __init__(self, folder: Path) -> None:
        bounds = (0, 5_461, 10_923, 16_384)
        shares = [range(bounds[i], bounds[i + 1]) for i in range(3)]
        self.masters = [self._server(folder / f"m{i}", share) for i, share in enumerate(shares)]
        self.replicas = [self._server(folder / f"r{i}", range(0)) for i in range(3)]

    def _server(self, folder: Path, slots: range) -> RedisServer:
        folder.mkdir()
        timeout = ("--cluster-node-timeout", str(SILENCE_MILLISECONDS), "--cluster-require-full-coverage", "no")
        return RedisServer(folder, cluster=True, slots=slots, options=(*_QUICK, *timeout))

    @property
    def servers(self) -> list[RedisServer]:
        return [*self.masters, *self.replicas]

    @property
    def url(self) -> str:
        return f"redis+cluster://127.0.0.1:{self.masters[0].port},127.0.0.1:{self.masters[1].port}"

    def start(self) -> None:
        for number, server in enumerate(self.servers):
            server.start()
            ask(server, "CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        first = self.servers[0]
        for server in self.servers[1:]:
            ask(server, "CLUSTER", "MEET", "127.0.0.1", first.port)
        for server in self.servers:
            until(partial(tells, server, b"cluster_known_nodes:6"))
        for master, replica in zip(self.masters, self.replicas, strict=True):
            # It may not know its master yet.
            until(partial(ask, replica, "CLUSTER", "REPLICATE", self.name(master)))
        for replica in self.replicas:
            until(partial(follows, replica))
        for server in self.servers:
            until(partial(tells, server, b"cluster_state:ok"))

    def name(self, server: RedisServer) -> str:
        return str(ask(server, "CLUSTER", "MYID").decode())

    def owner(self, slot: int) -> RedisServer:
        return next(master for master in self.masters if slot in master.slots)

    def move(self, slot: int, source: RedisServer, target: RedisServer) -> None:
        """Move a slot as `redis-cli --cluster reshard` does, but slowly."""
        ask(target, "CLUSTER", "SETSLOT", slot, "IMPORTING", self.name(source))
        ask(source, "CLUSTER", "SETSLOT", slot, "MIGRATING", self.name(target))
        while names := ask(source, "CLUSTER", "GETKEYSINSLOT", slot, 1):
            ask(source, "MIGRATE", "127.0.0.1", target.port, "", 0, 5_000, "KEYS", *names)
            time.sleep(0.02)
        for server in (target, source, *(each for each in self.masters if each not in (source, target))):
            ask(server, "CLUSTER", "SETSLOT", slot, "NODE", self.name(target))

    def kill(self) -> None:
        for server in self.servers:
            server.kill()
