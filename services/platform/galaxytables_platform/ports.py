"""Checks and finds free ports."""

import errno
import socket
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from random import randrange

from galaxytables_serving import Address, PortInUseError, SettingError

HOST = "127.0.0.1"
# What listens at all addresses of this machine is reached here.
_NEAR = {"0.0.0.0": HOST, "::": "::1"}  # noqa: S104  # the operator's choice
# Linux gives outgoing connections the ports from 32,768 on.
_RANGE = range(20_200, 32_768)


@dataclass(frozen=True)
class Port:
    """A port, with what listens there and the name of the setting that changes it."""

    number: int
    purpose: str
    variable: str
    host: str = HOST

    @property
    def listen(self) -> str:
        """Return the address on which to listen, as `host:port`."""
        return str(Address(self.host, self.number))

    @property
    def address(self) -> str:
        """Return the address at which programs on this machine reach the port, as `host:port`."""
        return str(Address(_NEAR.get(self.host, self.host), self.number))


def require_free(ports: Iterable[Port]) -> None:
    """Raise `PortInUseError` for the first port that is in use, with its number and its setting.

    Raises `SettingError` if a port is at an address that this machine does not have.
    """
    for port in ports:
        with socket.socket(socket.AF_INET6 if ":" in port.host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((port.host, port.number))
                probe.listen(1)
            except OSError as error:
                if error.errno == errno.EADDRNOTAVAIL:
                    raise SettingError(f"GALAXYTABLES_HOST: {port.host} is no address of this machine.") from None
                raise PortInUseError(
                    f"Port {port.number} ({port.purpose}) is in use; set {port.variable} to a free one.",
                ) from error


def free_ports(count: int) -> list[int]:
    """Return ports that are free now. Another process may take one before it is used: be ready to try again.

    The ports are consecutive, at a random place below the ports that the system gives to outgoing connections. So no
    outgoing connection takes one of them, and another platform hardly ever does.
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
