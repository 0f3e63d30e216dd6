"""`make bench-transport`: what servers that speak gRPC take for a message there and back, and nothing else.

    python -m bench.transport [--servers grpc.aio,pyvoy,...] [--connections 200] [--seconds 3] [--settle 1] [--rounds 2]

Each gives back what it gets: as messages of one stream a connection, as our players' come, and as calls. All have one
core and their players the other, and are measured in turn, several rounds; the least processor time counts, since what
else the machine does only adds to it. What ends a stream without gRPC's status is a floor and no choice of ours.
"""

import argparse
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench.figures import Figure, print_figures, write_results
from bench.interpreter import environment, run_with_optimised
from bench.peer.install import NODE
from services.platform.ports import HOST, free_ports
from tools.interpreter import build_of

FOLDER = Path(__file__).parent
SERVERS = FOLDER / "servers"
LOCK = FOLDER / "servers.lock"
START_SECONDS = 30.0
WAYS = {"stream": "a message of a stream", "call": "a call"}


@dataclass(frozen=True)
class Server:
    """A server: its name, how it is started at a port, and whether HTTP is spoken to it."""

    name: str
    command: tuple[str, ...]
    http: bool = True


@dataclass(frozen=True)
class Echoes:
    """What came back: `us` is the server's processor time for each; `status` says whether it speaks gRPC to the end."""

    us: float
    a_second: float
    status: bool


ALL = (
    Server("grpc.aio", ("python", "grpc_aio.py", "PORT")),
    Server("our own", (sys.executable, "own.py", "PORT")),  # with the platform's libraries
    Server("grpc, threads", ("python", "grpc_threads.py", "PORT")),
    Server("grpclib", ("python", "grpclib_server.py", "PORT")),
    Server("pygrpc-native", ("python", "pygrpc_native_aio.py", "PORT")),
    Server("pyvoy", ("pyvoy", "framed:app", "--port", "PORT", "--loop", "uvloop", "--no-lifespan")),
    Server(
        "granian",
        ("granian", "framed:granian_app", "--interface", "rsgi", "--http", "2", "--loop", "uvloop", "--port", "PORT"),
    ),
    Server("TCP alone", ("python", "raw.py", "PORT"), http=False),
)


@contextmanager
def running(server: Server, programs: Path) -> Iterator[tuple[psutil.Process, int]]:
    """A server and its port; killed afterwards with all its processes."""
    [port] = free_ports(1)
    program, *words = [word.replace("PORT", str(port)) for word in server.command]
    process = psutil.Popen(
        [programs / program, *words], cwd=SERVERS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _until_it_listens(server, port)
        yield process, port
    finally:
        family = [*process.children(recursive=True), process]
        for each in family:
            each.kill()
        process.wait()


def _until_it_listens(server: Server, port: int) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        with closing(socket.socket()) as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"{server.name} does not listen")


def echoes(server: Server, programs: Path, way: str, given: argparse.Namespace) -> Echoes:
    """Load a server in one way. Raises `RuntimeError` where it does not give back what it got."""
    with running(server, programs) as (process, port):
        words = ["--port", str(port), "--way", way if server.http else "raw"]
        words += ["--connections", str(given.connections), "--seconds", str(given.seconds)]
        words += ["--settle", str(given.settle)]
        load = subprocess.Popen([NODE, FOLDER / "load.mjs", *words], stdout=subprocess.PIPE, text=True)
        with load:
            assert load.stdout is not None  # noqa: S101  # it was asked for
            load.stdout.readline()
            begun = _processor_seconds(process)
            line = load.stdout.readline()
            took = _processor_seconds(process) - begun
    found = json.loads(line or "{}")
    if not found.get("echoes") or found["failures"]:
        raise RuntimeError(f"{server.name}: {', '.join(found.get('failures', ())) or 'nothing came back'}")
    return Echoes(1e6 * took / found["echoes"], found["echoes"] / found["seconds"], found["status"])


def _processor_seconds(process: psutil.Process) -> float:
    times = [each.cpu_times() for each in (process, *process.children(recursive=True))]
    return float(sum(each.user + each.system for each in times))


def measure(servers: Sequence[Server], programs: Path, given: argparse.Namespace) -> list[Figure]:
    """All servers in turn, in each way, several rounds."""
    found: dict[tuple[str, str], list[Echoes]] = {}
    for _ in range(given.rounds):
        for server in servers:
            for way in WAYS if server.http else ["stream"]:
                found.setdefault((server.name, way), []).append(echoes(server, programs, way, given))
    figures = []
    for (name, way), rounds in found.items():
        best = min(rounds, key=lambda each: each.us)
        what = f"{name}: {WAYS[way]}"
        figures.append(Figure(what, best.us, "us", "" if best.status else "no gRPC: a floor"))
    return figures


def main() -> None:
    """Read the command line, measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--servers", default=",".join(server.name for server in ALL if server.name != "grpc, threads"))
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--settle", type=float, default=1.0, help="seconds of load before it counts")
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    build = run_with_optimised("bench.transport")
    known = {server.name: server for server in ALL}
    names = given.servers.split(",")
    if unknown := [name for name in names if name not in known]:
        parser.error(f"no server {unknown[0]}; there are: {', '.join(known)}")
    bare = build_of(sys.executable)
    assert bare is not None  # noqa: S101  # it runs this
    programs = environment(bare, LOCK, shared=None).parent
    head = f"{build}, {len(os.sched_getaffinity(0))} cores, {given.connections} connections"
    figures = measure([known[name] for name in names], programs, given)
    print(head)
    print_figures(figures)
    write_results("transport", head, figures)


if __name__ == "__main__":
    main()
