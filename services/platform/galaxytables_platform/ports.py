"""Ports: what processes need, which are free, and free ones to use."""

import socket
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass

from galaxytables_serving import PortInUseError

HOST = "127.0.0.1"


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
    """Return ports that are free now. Another process may take one before it is used: be ready to try again."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind((HOST, 0))
        return [int(each.getsockname()[1]) for each in sockets]
