"""Limits the connections of each address, by closing those that are too many.

gRPC's core accepts connections itself, and only limits all of them together. So the accepted connections are checked
again and again. If an address has too many, its newest ones are closed; gRPC sees that as a disconnect. The pause
between checks grows with their duration, which limits their cost.
"""

import asyncio
import os
import socket
import stat
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import structlog

from galaxytables_serving.metrics import CONNECTIONS_SHUT
from galaxytables_serving.rhythm import until_next
from galaxytables_serving.sources import Sources

_MIN_SECONDS = 0.5
# How many times longer a pause is than the check before it.
_SHARE = 20
# The open files of a process, by number.
_OPEN = Path("/dev/fd")

_log = structlog.get_logger(__name__)


class _Connection(NamedTuple):
    number: int
    """The number of its socket; newer sockets mostly have higher ones."""
    file: int


class ConnectionWatch:
    """Limits the connections of each address that this process has accepted at some ports."""

    def __init__(self, ports: Collection[int], sources: Sources, *, max_of_address: int) -> None:
        """Create a watch of these ports, with the maximum connections of an address."""
        self._ports = frozenset(ports)
        self._sources = sources
        self._max_of_address = max_of_address
        self._addresses: dict[int, str | None] = {}
        """The address of each known socket, by inode; None if it has no bound or is not one of ours."""

    async def watch_forever(self) -> None:
        """Check the connections again and again. Returns at once on systems that do not list open connections."""
        if not _OPEN.is_dir():  # noqa: ASYNC240  # no file of a disk
            return
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            # While fewer files are open, no address has too many connections. Only a process that had few counts here.
            few = len(self._addresses) <= self._max_of_address
            if not few or len(os.listdir(_OPEN)) > self._max_of_address:  # noqa: PTH208  # no path is made of each
                await asyncio.to_thread(self.look)
            await asyncio.sleep(max(until_next(_MIN_SECONDS), _SHARE * (loop.time() - began)))

    def look(self) -> int:
        """Close the newest connections of each address that has too many. Returns how many were closed."""
        found: defaultdict[str, list[_Connection]] = defaultdict(list)
        seen: dict[int, str | None] = {}
        for connection in _sockets():
            number = connection.number
            if number in self._addresses:
                seen[number] = self._addresses[number]
            else:
                seen[number] = self._address_of(connection)
            address = seen[number]
            if address is not None:
                found[address].append(connection)
        self._addresses = seen
        beyond = {address: sorted(each)[self._max_of_address :] for address, each in found.items()}
        shut = sum(_shut(connection) for each in beyond.values() for connection in each)
        if shut:
            CONNECTIONS_SHUT.inc(shut)
            _log.warning("connections_closed", connections=shut, addresses=sum(map(bool, beyond.values())))
        return shut

    def _address_of(self, connection: _Connection) -> str | None:
        with _held(connection) as held:
            if held is None:
                return None
            try:
                if held.family not in {socket.AF_INET, socket.AF_INET6} or held.getsockname()[1] not in self._ports:
                    return None
                host: str = held.getpeername()[0]
            except OSError:  # it listens, or is closed
                return None
        return self._sources.connected(host)


class _held:  # noqa: N801  # read as a function
    """Duplicate the socket of a connection, so that no other can get its number; None if it has gone."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._socket: socket.socket | None = None

    def __enter__(self) -> socket.socket | None:
        with suppress(OSError):
            file = os.dup(self._connection.file)
            if os.fstat(file).st_ino == self._connection.number:
                self._socket = socket.socket(fileno=file)
            else:
                os.close(file)
        return self._socket

    def __exit__(self, *_: object) -> None:
        if self._socket is not None:
            self._socket.close()


def _sockets() -> Iterator[_Connection]:
    for name in os.listdir(_OPEN):  # noqa: PTH208  # of thousands: no path is made of each
        with suppress(OSError):
            status = os.fstat(int(name))
            if stat.S_ISSOCK(status.st_mode):
                yield _Connection(status.st_ino, int(name))


def _shut(connection: _Connection) -> bool:
    with _held(connection) as held:
        if held is None:
            return False
        with suppress(OSError):
            held.shutdown(socket.SHUT_RDWR)
            return True
    return False
