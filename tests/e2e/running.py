"""A whole platform in processes of its own, as `make run` starts it, on free ports."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from galaxytables_platform.layout import usual_layout
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import read_settings
from tests.ports import free_port_block

TOP = Path(__file__).parents[2]
START_SECONDS = 240
STOP_SECONDS = 180
PROGRAMS = {
    "redis": "valkey-server",
    "lobby": "-m galaxytables_lobby",
    "jump": "-m galaxytables_jump",
    "clock": "galaxytables_lobby.clock --quiet worker",
    "beat": "galaxytables_lobby.clock --quiet beat",
    "bots": "-m galaxytables_bots",
    "web": "-m galaxytables_web ",
    "admin": "-m galaxytables_lobby.admin",
    "console": "-m galaxytables_web.console ",
}


class RunningPlatform:
    """`python -m galaxytables_platform run`, its addresses, and its processes by name."""

    def __init__(self, data: Path, *options: str, **variables: str) -> None:
        first = free_port_block(40)
        self._command = [sys.executable, "-m", "galaxytables_platform", "run", *options]
        self.data = data
        self.lobby = f"127.0.0.1:{first}"
        self.web = f"127.0.0.1:{first + 11}"
        self.homes = first + 34
        self.admin = f"127.0.0.1:{first + 13}"
        self.console = f"127.0.0.1:{first + 14}"
        self._metrics = first + 20
        self._environment = os.environ | {
            "GALAXYTABLES_DATA": str(data),
            "LOBBY_PORT": str(first),
            "RULES_PORT": str(first + 1),
            "REDIS_PORT": str(first + 10),
            "WEB_PORT": str(first + 11),
            "HOME_PORT": str(self.homes),
            "LOCAL_PORT": str(first + 15),
            "ADMIN_PORT": str(first + 13),
            "CONSOLE_PORT": str(first + 14),
            "METRICS_PORT": str(self._metrics),
            "GAMES": "jump",
            **variables,
        }
        self._process: subprocess.Popen[str] | None = None
        self.printed: list[str] = []

    def rules(self, game: str) -> str:
        """Where the rules service of a game listens."""
        return usual_layout(read_settings(RunSettings, self._environment)).rules[game].port.address

    def start(self) -> None:
        """Start it and wait for `ready`."""
        self.printed.clear()
        self._process = subprocess.Popen(
            self._command,
            cwd=TOP,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self.until_printed("ready", START_SECONDS)

    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def until_printed(self, line: str, seconds: float) -> None:
        """Wait until the platform prints a line."""
        end = time.monotonic() + seconds
        while line not in self.read():
            assert self._process is not None
            assert self._process.poll() is None, "\n".join(self.printed)
            assert time.monotonic() < end, "\n".join(self.printed)
            time.sleep(0.1)

    def read(self) -> list[str]:
        """Everything printed so far."""
        if self._process is not None and self._process.stdout is not None:
            with contextlib.suppress(TypeError):  # nothing to read now
                self.printed += self._process.stdout.read().splitlines()
        return self.printed

    def stop(self) -> int:
        """Stop it as Ctrl-C does; give the exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        try:
            return self._process.wait(STOP_SECONDS)
        finally:
            self._process.kill()
            self._process.wait()

    def pids(self, name: str) -> list[int]:
        """The running processes of a child, its own children first started included."""
        assert self._process is not None
        found = []
        for pid in _descendants(self._process.pid):
            with contextlib.suppress(OSError):
                command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                if PROGRAMS[name] in command and "tether.py" not in command:
                    found.append(pid)
        return sorted(found)

    def kill(self, name: str) -> None:
        """Kill a child with SIGKILL."""
        pids = self.pids(name)
        assert pids, f"{name} does not run"
        os.kill(pids[0], signal.SIGKILL)

    def metrics(self) -> dict[str, dict[str, float]]:
        """Every sample of every process, by process and sample."""
        found: dict[str, dict[str, float]] = {}
        for port in range(self._metrics, self._metrics + 8):
            with contextlib.suppress(OSError):
                page = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60).read().decode()
                samples = dict(re.findall(r"^([a-z]\S*(?:\{.*\})?) (\S+)$", page, re.MULTILINE))
                process = next(key for key in samples if key.startswith("galaxytables_process_info"))
                name = re.search(r'process="([^"]+)"', process)
                assert name is not None
                found[name[1]] = {key: float(value) for key, value in samples.items()}
        return found

    def logs(self) -> str:
        """The logs of all processes."""
        return "\n".join(path.read_text(errors="replace") for path in sorted((self.data / "logs").glob("*")))


def _descendants(pid: int) -> list[int]:
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found = []
    for child in parents:
        ancestor = child
        while ancestor in parents and ancestor != pid:
            ancestor = parents[ancestor]
        if ancestor == pid and child != pid:
            found.append(child)
    return found
