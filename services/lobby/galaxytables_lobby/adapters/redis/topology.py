"""Finds the Redis server for each command.

That is a single server, the master that Sentinels name, or one of the masters of a Redis Cluster.
"""

import asyncio
import random
from binascii import crc_hqx
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.command import Argument, MovedError, Reply, ServerError, TryLaterError
from galaxytables_lobby.adapters.redis.connection import Address, Login, open_connection
from galaxytables_lobby.ids import SHARDS

SLOTS = 16_384
# Connections to each server. In each iteration of its loop Redis reads 16 kB from each connection and syncs once, so
# commands from several connections share a sync. Commands of one slot use one connection, which keeps their order.
LANES = 4
# Timeout for one server's answer about the masters; then the next server is asked.
_ASKED_SECONDS = 1.0


class Topology(Protocol):
    """Says which slot a Redis command belongs to, and which server has the slot.

    Commands of one slot stay in order, and always go to the same server together.
    """

    login: Login
    # Whether to refuse servers that are not masters. In a cluster the servers redirect commands themselves.
    masters_only: bool
    # Whether all keys of a command must be in one slot.
    split: bool

    def slot(self, arguments: Sequence[Argument]) -> int:
        """Return the slot of a command, given its name and arguments."""

    def master(self, slot: int) -> Address | None:
        """Return the address of a slot's master, or None if it is not known."""

    def masters(self) -> frozenset[Address]:
        """Return the addresses of all masters that are known."""

    def moved(self, slot: int, address: Address) -> None:
        """Record that a slot is now at another server, as a server has said (MOVED)."""

    async def learn(self) -> None:
        """Find out which servers are the masters now. Raises `OSError`, or `ServerError` if no server can say."""


class Plain:
    """A Redis server at one address. After a failover, another server may answer at that address."""

    masters_only = True
    split = False

    def __init__(self, address: Address, login: Login) -> None:
        """The host of `address` is looked up again at each connect."""
        self.login = login
        self._address = address

    def slot(self, arguments: Sequence[Argument]) -> int:
        """Return a number below `LANES` for a command's key: one server has all slots, on that many connections."""
        return _slot_of(arguments) % LANES

    def master(self, slot: int) -> Address:  # noqa: ARG002  # one server takes all
        """Return the address of the one server, which is the master of all slots."""
        return self._address

    def masters(self) -> frozenset[Address]:
        """Return the address of the one server."""
        return frozenset((self._address,))

    def moved(self, slot: int, address: Address) -> None:
        """Do nothing: only servers of a Redis Cluster move slots."""

    async def learn(self) -> None:
        """Do nothing: the address is looked up at each connect."""


class Sentinel:
    """A store whose master is named by Redis Sentinels."""

    masters_only = True
    split = False

    def __init__(self, sentinels: Sequence[Address], service: str, login: Login, sentinel_login: Login) -> None:
        """`service` is the master's name in the Sentinels' configuration.

        `login` is for the Redis servers, and `sentinel_login` for the Sentinels.
        """
        self.login = login
        self._sentinels = tuple(sentinels)
        self._sentinel_login = sentinel_login
        self._service = service
        self._master: Address | None = None

    def slot(self, arguments: Sequence[Argument]) -> int:
        """Return a number below `LANES` for a command's key: one server has all slots, on that many connections."""
        return _slot_of(arguments) % LANES

    def master(self, slot: int) -> Address | None:  # noqa: ARG002  # one server takes all
        """Return the address of the master that a Sentinel named last; None before that."""
        return self._master

    def masters(self) -> frozenset[Address]:
        """Return the address of the master that a Sentinel named last; empty before that."""
        return frozenset(() if self._master is None else (self._master,))

    def moved(self, slot: int, address: Address) -> None:
        """Do nothing: only servers of a Redis Cluster move slots."""

    async def learn(self) -> None:
        """Ask the Sentinels for the master, in random order, until one answers.

        The order is random because a Sentinel that is cut off may name an old master.
        """
        error: Exception = TryLaterError("MASTERDOWN")
        for sentinel in random.sample(self._sentinels, len(self._sentinels)):
            try:
                found = await _ask(
                    sentinel, self._sentinel_login, ("SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._service)
                )
            except (OSError, ServerError) as failed:
                error = failed
            else:
                if found[0] is not None:
                    host, port = found[0]
                    self._master = Address(host.decode(), int(port))
                    return
        raise error


class Cluster:
    """A Redis Cluster, whose nodes say which of them are its masters."""

    masters_only = False
    split = True

    def __init__(self, seeds: Sequence[Address], login: Login) -> None:
        """`seeds` are some nodes, which name the others. They are asked again if all others are gone."""
        self.login = login
        self._seeds = tuple(seeds)
        self._known: frozenset[Address] = frozenset(seeds)
        self._masters: dict[int, Address] = {}

    def slot(self, arguments: Sequence[Argument]) -> int:
        """Return the slot of a command's key. Commands without a key go to slot 0."""
        return _slot_of(arguments)

    def master(self, slot: int) -> Address | None:
        """Return the address of a slot's master, or None if it is not known."""
        return self._masters.get(slot)

    def masters(self) -> frozenset[Address]:
        """Return the addresses of all masters that are known."""
        return frozenset(self._masters.values())

    def moved(self, slot: int, address: Address) -> None:
        """Record that the server at `address` has a slot now, as another server has replied (MOVED)."""
        self._masters[slot] = address

    async def learn(self) -> None:
        """Ask the nodes which of them are the masters, known nodes first, until one reports a healthy cluster."""
        learned = random.sample(sorted(self._known, key=str), len(self._known))
        error: Exception = TryLaterError("CLUSTERDOWN")
        for node in (*learned, *(seed for seed in self._seeds if seed not in self._known)):
            try:
                info, slots = await _ask(node, self.login, ("CLUSTER", "INFO"), ("CLUSTER", "SLOTS"))
            except (OSError, ServerError) as failed:
                error = failed
                continue
            # A node that is cut off from most others has outdated information.
            if b"cluster_state:ok" in info:
                self._take(node, slots)
                return
        raise error

    def _take(self, server: Address, slots: list[Reply]) -> None:
        nodes: set[Address] = set()
        masters: dict[int, Address] = {}
        for first, last, master, *replicas in slots:
            addresses = [_node(server, each) for each in (master, *replicas)]
            nodes.update(addresses)
            masters.update(dict.fromkeys(range(first, last + 1), addresses[0]))
        self._masters = masters
        self._known = frozenset(nodes)


def _slot_of(arguments: Sequence[Argument]) -> int:
    place = 3 if arguments[0] in ("EVALSHA", "EVAL") else 1
    return key_slot(arguments[place] if len(arguments) > place else "")


async def _ask(address: Address, login: Login, *questions: tuple[Argument, ...]) -> list[Reply]:
    """Send commands to a server over a new connection, and return the replies. Raises `OSError` and `ServerError`."""
    async with asyncio.timeout(_ASKED_SECONDS):
        connection = await open_connection(address, login, master=False)
        try:
            return list(await asyncio.gather(*[connection.ask(*question) for question in questions]))
        finally:
            connection.lose(ConnectionError("no longer needed"))


def _node(server: Address, reply: list[Reply]) -> Address:
    host = reply[0].decode() if reply[0] else ""
    # A node that does not know its own name is at the address that was asked.
    return Address(host if host and host != "?" else server.host, reply[1])


def address_of(moved: MovedError, said_by: Address) -> Address:
    """Return the server's address that a redirection (MOVED or ASK) names; `said_by` is the server that sent it."""
    return Address(moved.host or said_by.host, moved.port)


@lru_cache(16_384)
def key_slot(key: Argument) -> int:
    """Return the Redis Cluster slot of a key. If the key has a hash tag, the part in braces, only the tag counts."""
    name = key if isinstance(key, bytes) else str(key).encode()
    start = name.find(b"{")
    end = name.find(b"}", start + 1) if start >= 0 else -1
    return crc_hqx(name[start + 1 : end] if end > start + 1 else name, 0) % SLOTS


def shards_by_slot(topology: Topology) -> list[list[int]]:
    """Return the shards in groups, by number. The shards of a group have the same slot, so the same server."""
    slots: dict[int, list[int]] = {}
    for shard in range(SHARDS):
        slots.setdefault(topology.slot(("EXISTS", keys.feed(shard))), []).append(shard)
    return list(slots.values())
