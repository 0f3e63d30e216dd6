"""Runs registries for Python and npm packages on this machine, which listen only on loopback."""

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.sdk_package import node_environment, npm
from tools.workspace import TOP

PROGRAMS = TOP / ".tools" / "publishing"
"""Where `make publish-dry-run` installs the registries, and what uploads."""

_HOST = "127.0.0.1"
_STARTING_SECONDS = 60


@contextmanager
def python_registry(folder: Path) -> Iterator[str]:
    """Run a registry of Python packages while the block runs, and yield its address.

    It stores packages in `folder`, and lets everybody publish.
    """
    folder.mkdir()
    port = _free_port()
    command = [str(PROGRAMS / "bin" / "pypi-server"), "run", "--interface", _HOST, "--port", str(port)]
    options = ["--disable-fallback", "--authenticate", ".", "--passwords", ".", str(folder)]
    with _running([*command, *options], f"http://{_HOST}:{port}/health"):
        yield f"http://{_HOST}:{port}/"


@contextmanager
def npm_registry(folder: Path, ours: str) -> Iterator[str]:
    """Run an npm registry while the block runs, and yield its address.

    Everybody may publish the package `ours` to it. All other packages come from the registry that npm on this machine
    is configured for.
    """
    folder.mkdir()
    others = npm("config", "get", "registry", folder=folder).strip()
    config = {
        "storage": "./storage",
        "auth": {"htpasswd": {"file": "./htpasswd", "max_users": -1}},
        "uplinks": {"others": {"url": others}},
        "packages": {ours: {"access": "$all", "publish": "$all"}, "**": {"access": "$all", "proxy": "others"}},
        "log": {"type": "stdout", "format": "pretty", "level": "error"},
    }
    (folder / "config.yaml").write_text(json.dumps(config), encoding="utf-8")
    port = _free_port()
    program = PROGRAMS / "node_modules" / "verdaccio" / "bin" / "verdaccio"
    with _running(
        ["node", str(program), "--config", str(folder / "config.yaml"), "--listen", f"{_HOST}:{port}"],
        f"http://{_HOST}:{port}/-/ping",
    ):
        yield f"http://{_HOST}:{port}/"


@contextmanager
def _running(command: list[str], url: str) -> Iterator[None]:
    """Run a server, from its first answer on. What it says goes to stderr. Raises `TimeoutError`."""
    server = subprocess.Popen(command, env=node_environment(), stdout=sys.stderr)
    try:
        _wait_for(server, url)
        yield
    finally:
        server.terminate()
        server.wait()


def _wait_for(server: "subprocess.Popen[bytes]", url: str) -> None:
    deadline = time.monotonic() + _STARTING_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=_STARTING_SECONDS).close()  # noqa: S310  # loopback
        except urllib.error.URLError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"{server.args!r} does not answer at {url}.")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        return int(probe.getsockname()[1])
