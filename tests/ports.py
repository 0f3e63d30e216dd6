"""Ports for servers that tests start: nobody else is given them between the look and the use.

They lie below those that the system gives to whoever asks for any, and each test worker has a range of its own. Runs on
one machine share the ranges: who takes a port locks its byte of a file, for as long as the process lives.
"""

import fcntl
import os
import socket
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from itertools import cycle

_LOWEST = 10_200
_OF_A_WORKER = 2_500
_WORKERS = 4
# The bus of a Redis cluster's node: nobody is given these.
_BUS = _WORKERS * _OF_A_WORKER

_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_first = _LOWEST + _OF_A_WORKER * (_worker % _WORKERS)
# Two runs on one machine begin at different places, since what one has let go may not be free yet.
_turn = os.getpid() * 40 % _OF_A_WORKER
_candidates: Iterator[int] = cycle([*range(_first + _turn, _first + _OF_A_WORKER), *range(_first, _first + _turn)])
_taken = os.open(f"{tempfile.gettempdir()}/galaxytables-ports-{os.getuid()}", os.O_RDWR | os.O_CREAT, 0o600)


def free_port(*, with_bus: bool = False) -> int:
    """A port that nobody listens on; with the one 10,000 above it, where a node of a Redis cluster has its bus."""
    for _ in range(_OF_A_WORKER):
        port = next(_candidates)
        if _all_free((port, port + _BUS) if with_bus else (port,)):
            return port
    raise RuntimeError("no free port")


def free_port_block(size: int) -> int:
    """The first of some neighbouring ports that nobody listens on."""
    for _ in range(_OF_A_WORKER):
        block = [next(_candidates) for _ in range(size)]
        if block[-1] - block[0] == size - 1 and _all_free(block):
            return block[0]
    raise RuntimeError("no free ports")


def _all_free(ports: Iterable[int]) -> bool:
    with ExitStack() as stack, suppress(OSError):
        for port in ports:
            fcntl.lockf(_taken, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
            stack.enter_context(socket.socket()).bind(("127.0.0.1", port))
        return True
    return False
