"""Ports: what processes need, which are free, and free ones to use."""

import socket
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from random import randrange

from galaxytables_serving import PortInUseError

HOST = "127.0.0.1"
# Linux gives outgoing connections the ports from 32,768 on.
_RANGE = range(20_200, 32_768)


@dataclass(frozen=True)
class Port:
    """A port, what listens there, and the variable that an operator changes to move it."""

    number: int
    purpose: str
    variable: str

    @property
    def address(self) -> str:
        """The address as `host:port`."""
        return f"{HOST}:{self.number}"


def require_free(ports: Iterable[Port]) -> None:
    """Raise `PortInUseError`, which names port and variable, for the first port in use."""
    for port in ports:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port.number))
                probe.listen(1)
            except OSError as error:
                raise PortInUseError(
                    f"Port {port.number} ({port.purpose}) is in use; set {port.variable} to a free one.",
                ) from error


def free_ports(count: int) -> list[int]:
    """Return ports that are free now. Another process may take one before it is used: be ready to try again.

    They are neighbours at a random place below the ports that the system gives to outgoing connections, so that no
    connection and hardly another platform takes one.
    """
    first = randrange(len(_RANGE))
    with ExitStack() as stack:
        free = (port for port in (*_RANGE[first:], *_RANGE[:first]) if _is_held(port, stack))
        ports = list(islice(free, count))
    if len(ports) < count:
        raise PortInUseError(f"No {count} ports are free from {_RANGE[0]} to {_RANGE[-1]}.")
    return ports


def _is_held(port: int, stack: ExitStack) -> bool:
    probe = stack.enter_context(socket.socket())
    try:
        probe.bind((HOST, port))
    except OSError:
        return False
    return True
