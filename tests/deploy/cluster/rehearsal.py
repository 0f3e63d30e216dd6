"""`python -m tests.deploy.cluster.rehearsal MANIFESTS FOLDER`: a deployment, played on and rolled, on this machine.

To be started in namespaces of network and mounts of its own, by root. Says in one line of JSON what was seen.
"""

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.deploy.cluster.node import PATIENCE, Node, Running
from tests.deploy.cluster.players import GAME_OVER, TABLES
from tests.deploy.cluster.pods import Document, Pod, pods_of, services_of
from tests.deploy.cluster.policies import lets_through
from tests.deploy.cluster.secrets import INSIDE, secrets_of

# The others' pods differ in nothing but the name of the program.
GAMES = {"jump"}
ROLLED = ("jump-rules", "lobby", "web", "bots", "clock-worker", "clock-beat")


def main(manifests: Path, folder: Path) -> None:
    """Start everything, play, roll everything, stop everything."""
    documents: list[Document] = [each for each in yaml.safe_load_all(manifests.read_text(encoding="utf-8")) if each]
    policies = [each for each in documents if each["kind"] == "NetworkPolicy"]
    node = Node(folder, services_of(documents))
    node.check = lambda source, target, port: lets_through(policies, source, target, port)
    secrets = secrets_of(documents, folder)
    pods = [pod for pod in pods_of(documents, secrets) if pod.labels.get("galaxytables/game", "jump") in GAMES]
    begun = [node.start(pod) for pod in pods]
    node.until_ready(begun)
    told = {each.pod.name: _status(each) for each in begun if each.pod.kind != "Job"}
    players = node.start(_players(secrets[INSIDE]["ca.crt"]))
    _play(node, players)
    for workload in ROLLED:
        for old in [each for each in node.running if each.pod.workload == workload]:
            node.replace(old)
    _play(node, players)
    codes = node.ended()
    players.process.terminate()
    while players.process.poll() is None:
        node.watch()
        time.sleep(0.1)
    last = players.log.read_text(encoding="utf-8").splitlines()[-1]
    said = {
        "pods": told,
        "players": {"code": players.process.returncode, "said": last},
        "codes": codes,
        "seen": sorted(node.seen),
        "not_allowed": sorted(node.not_allowed),
        "unanswered": [
            f"{each.pod.name} {probe}"
            for each in node.running
            for probe in each.pod.probes
            if not node.answers(each, probe)
        ],
    }
    sys.stdout.write(json.dumps(said) + "\n")
    for each in node.running:
        each.process.kill()


def _players(authority: str) -> Pod:
    """Somebody from outside, for whom nothing holds but what all are let do; has no certificate of their own."""
    trusted = "/trusted/ca.crt"
    return Pod(
        name="players", workload="players", kind="Pod", labels={}, image="galaxytables-bots", command=(),
        args=("tests.deploy.cluster.players", "https://lobby:5100", "https://web:5180"),
        env={"GRPC_DEFAULT_SSL_ROOTS_FILE_PATH": trusted, "SSL_CERT_FILE": trusted}, user=10_002, group=10_002,
        ports={}, probes={}, volumes={"/trusted": {"ca.crt": authority}}, read_only=True, grace=30,
    )  # fmt: skip


def _play(node: Node, players: Running) -> None:
    """Wait until one game more is over than there are tables: it began after what was done last."""
    wanted = _games(players) + TABLES + 1
    deadline = time.monotonic() + PATIENCE
    while _games(players) < wanted:
        assert players.process.poll() is None, players.log.read_text(encoding="utf-8")
        assert time.monotonic() < deadline, players.log.read_text(encoding="utf-8")
        node.watch()
        time.sleep(0.1)
    node.watch()


def _games(players: Running) -> int:
    return players.log.read_text(encoding="utf-8").count(GAME_OVER)


def _status(running: Running) -> Mapping[str, Any]:
    """What the machine says of a process: user, capabilities, privileges to gain, and where it may write."""
    lines = Path(f"/proc/{running.process.pid}/status").read_text(encoding="ascii").splitlines()
    status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    mounts = Path(f"/proc/{running.process.pid}/mountinfo").read_text(encoding="utf-8").splitlines()
    written = [
        fields[4]
        for fields in map(str.split, mounts)
        if fields[4] in {"/", "/app", "/usr"} and "rw" in fields[5].split(",")
    ]
    return {
        "workload": running.pod.workload,
        "users": status["Uid"].split(),
        "capabilities": status["CapBnd"].strip(),
        "no_new_privileges": status["NoNewPrivs"].strip(),
        "can_be_written": written,
        "restarts": running.restarts,
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
