"""`python -m tests.deploy.cluster.failover MANIFESTS FOLDER`: the stores lose their master, all power, then their data.

To be started in namespaces of network and mounts of its own, by root. Says in one line of JSON what was seen.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import redis
import yaml

from tests.deploy.cluster.node import Node, Running
from tests.deploy.cluster.pods import Document, Pod, jobs_of, pods_of, services_of
from tests.deploy.cluster.secrets import secrets_of

T = TypeVar("T")

PATIENCE = 120.0
WRITTEN = 100


def main(manifests: Path, folder: Path) -> None:
    """Start the stores, write, kill the master, write, start it again, kill and start everything, put a backup back."""
    documents: list[Document] = [each for each in yaml.safe_load_all(manifests.read_text(encoding="utf-8")) if each]
    node = Node(folder, services_of(documents))
    secrets = secrets_of(documents, folder)
    pods = [pod for pod in pods_of(documents, secrets) if pod.workload in {"redis", "redis-sentinel"}]
    begun = [node.start(pod) for pod in pods]
    node.until_ready(begun)
    known = {each.pod.name: replicas_known(each) for each in begun if each.pod.workload == "redis-sentinel"}
    first = until(lambda: master(node), lambda _: True)
    until_replicated(node, first, 2)
    write(first, "before")
    node.kill(first)
    second = until(lambda: master(node), lambda found: found is not first)
    until_replicated(node, second, 1)
    write(second, "after")
    back = node.start(first.pod)
    node.until_ready([back])
    until_replicated(node, second, 2)
    for each in list(node.running):
        node.kill(each)
    # In whatever order a cluster starts them.
    random.Random(1).shuffle(pods)
    again = [node.start(pod) for pod in pods]
    node.until_ready(again)
    third = until(lambda: master(node), lambda found: found in node.running)
    until_replicated(node, third, 2)
    told = {
        "known": known,
        "first": first.pod.name,
        "second": second.pod.name,
        "third": third.pod.name,
        "kept": {each.pod.name: read(each) for each in node.running if each.pod.workload == "redis"},
        **restored(node, third, pods, jobs_of(documents, secrets)),
    }
    sys.stdout.write(json.dumps(told) + "\n")
    for each in node.running:
        each.process.kill()


def restored(node: Node, begun: Running, pods: list[Pod], jobs: Mapping[str, Pod]) -> Mapping[str, object]:
    """Put a backup back as docs/how-to/operations.md says, and tell what is there then."""
    run(node, jobs["redis-backup"])
    write(begun, "later")
    for each in list(node.running):
        node.kill(each)
    claims = {claim for pod in pods for claim in pod.claims.values()}
    node.delete_claims(*(claims - {"data-redis-0"}))
    run(node, jobs["redis-restore"])
    again = [node.start(pod) for pod in pods]
    node.until_ready(again)
    first = until(lambda: master(node), lambda found: found in node.running)
    until_replicated(node, first, 2)
    stores = [each for each in node.running if each.pod.workload == "redis"]
    return {
        "first_restored": first.pod.name,
        "restored": {each.pod.name: read(each) for each in stores},
        "later": [read(each, "later") for each in stores],
    }


def run(node: Node, job: Pod) -> None:
    """Run a job to its end. Raises `TimeoutError` with what it said where it fails."""
    started = node.start(job)
    node.until_ready([started])
    node.running.remove(started)


def master(node: Node) -> Running | None:
    """Who two Sentinels or more call the master, if it calls itself so."""
    named: list[str] = []
    for each in node.running:
        if each.pod.workload == "redis-sentinel":
            try:
                told = client(each, 26379).execute_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "galaxytables")
            except redis.RedisError:
                continue
            named += [told[0].decode()] if told else []
    for each in node.running:
        if named.count(f"{each.pod.name}.redis") >= 2:
            try:
                return each if client(each).execute_command("ROLE")[0] == b"master" else None
            except redis.RedisError:
                return None
    return None


def replicas_known(sentinel: Running) -> list[str]:
    """The names of the replicas that a Sentinel knows now."""
    told = client(sentinel, 26379).execute_command("SENTINEL", "REPLICAS", "galaxytables")
    return sorted(dict(zip(each[::2], each[1::2], strict=True))[b"ip"].decode() for each in told)


def until(look: Callable[[], T | None], holds: Callable[[T], bool]) -> T:
    """What a look gives once that holds."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = look()
        if found is not None and holds(found):
            return found
        if time.monotonic() > deadline:
            raise TimeoutError(str(found))
        time.sleep(0.2)


def until_replicated(node: Node, running: Running, replicas: int) -> None:
    """Wait until so many replicas follow."""

    def followed() -> int:
        try:
            told = client(running).info("replication")
        except redis.RedisError:
            return 0
        return sum(isinstance(each, dict) and each["state"] == "online" for each in told.values())

    try:
        until(followed, lambda count: count >= replicas)
    except TimeoutError:
        logs = [f"{each.pod.name}:\n" + each.log.read_text(errors="replace")[-1500:] for each in node.running]
        raise TimeoutError("\n".join(logs)) from None


def client(running: Running, port: int = 6379) -> "redis.Redis":
    """A connection to a pod."""
    return redis.Redis(running.address, port, socket_timeout=10, protocol=2)


def write(running: Running, name: str) -> None:
    """Write, each acknowledged by a replica."""
    with client(running) as written:
        for number in range(WRITTEN):
            written.set(f"{name}:{number}", number)
            assert written.execute_command("WAIT", 1, 5000) >= 1


def read(running: Running, *names: str) -> int:
    """How much of what was written under some names is there, by default before and after the master died."""
    with client(running) as asked:
        return sum(
            asked.exists(f"{name}:{number}") for name in names or ("before", "after") for number in range(WRITTEN)
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
