"""Finds the address of a caller, which trusted proxies report.

Each proxy appends the address of its client to `x-forwarded-for`. So the header is read from its end, as long as the
writer of an entry is trusted. The first address that is not a trusted proxy's is the caller's. The caller may have made
up all entries before it. All addresses of one IPv6 /64 network count as one caller, who may own the whole network.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias
from urllib.parse import unquote

from galaxytables_serving.settings import Kind, variable

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

FORWARDED = "x-forwarded-for"
"""The header, or metadata, in which proxies name their clients."""

_OWN_BITS = 64
# Bounds the work for long headers; no request passes through more proxies.
_MAX_HOPS = 16
_REMEMBERED = 16_384


def read_networks(text: str) -> tuple[Network, ...]:
    """Parse networks that are separated by commas. Raises `ValueError`."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


_NETWORKS = Kind(read_networks, "networks like 10.0.0.0/8,fd00::/8")


@dataclass(frozen=True, kw_only=True)
class SourceSettings:
    """Settings that say which proxies are trusted, and which callers have no limits."""

    proxies: tuple[Network, ...] = variable(
        "GALAXYTABLES_TRUSTED_PROXIES",
        _NETWORKS,
        "networks of gateway, ingress and other proxies, whose `x-forwarded-for` is believed: `10.0.0.0/8,…`; nobody "
        "else's is",
    )
    exempt: tuple[Network, ...] = variable(
        "GALAXYTABLES_UNLIMITED",
        _NETWORKS,
        "networks of the operator's own programs, for which no limit of a player or an address holds; nor does one for "
        "hosts of bots",
    )


@dataclass(frozen=True, slots=True)
class Source:
    """The address of a caller, and whether it has no limits."""

    address: str
    exempt: bool = False


class Sources:
    """Finds the addresses of callers."""

    def __init__(self, proxies: Collection[Network], exempt: Collection[Network]) -> None:
        """`proxies` are the networks of trusted proxies, and `exempt` those of callers without limits."""
        self._proxies = proxies
        self._exempt = exempt
        self.of = lru_cache(_REMEMBERED)(self._of)
        self._counted_of = lru_cache(_REMEMBERED)(self._counted)

    def counted(self, peer: str, metadata: Iterable[tuple[str, str | bytes]] | None) -> str | None:
        """Return the address whose limits a call uses up; None if the call has no limits."""
        return self._counted_of(peer, forwarded_by(metadata))

    def connected(self, host: str) -> str | None:
        """Return the address whose limits a connection uses up.

        That is None if the connection comes from a trusted proxy, or has no limits.
        """
        found = _address(host)
        if found is None or _within(found, self._proxies) or _within(found, self._exempt):
            return None
        return _name_of(found)

    def is_proxy(self, peer: str, forwarded: str) -> bool:
        """Return whether a trusted proxy itself makes the call, and not a client behind it.

        `peer` is the address in gRPC's form, and `forwarded` the value of the header `x-forwarded-for`.
        """
        host = _host_of(peer)
        return host is not None and _within(self._behind(host, _hops(forwarded)), self._proxies)

    def _of(self, peer: str, forwarded: str) -> Source:
        """Return where a call comes from: `peer` as in gRPC, `forwarded` as in the header."""
        host = _host_of(peer)
        if host is None:
            return Source(peer)
        found = self._behind(host, _hops(forwarded))
        return Source(_name_of(found), _within(found, self._exempt))

    def _counted(self, peer: str, forwarded: str) -> str | None:
        source = self.of(peer, forwarded)
        return None if source.exempt else source.address

    def _behind(self, host: Address, hops: Sequence[str]) -> Address:
        for hop in reversed(hops):
            if not _within(host, self._proxies):
                break
            before = _address(hop.strip())
            if before is None:
                break
            host = before
        return host


def forwarded_by(metadata: Iterable[tuple[str, str | bytes]] | None) -> str:
    """Return the `x-forwarded-for` of a call's metadata, to be passed to `Sources`."""
    said = [value for key, value in metadata or () if key == FORWARDED]
    return ",".join(value if isinstance(value, str) else value.decode("ascii", "replace") for value in said)


def _hops(forwarded: str) -> Sequence[str]:
    return forwarded.split(",")[-_MAX_HOPS:] if forwarded else ()


def _host_of(peer: str) -> Address | None:
    """Return the address in `ipv4:127.0.0.1:5100` or `ipv6:[::1]:5100`; None for a socket without one."""
    family, _, where = unquote(peer).partition(":")
    return _address(where.rpartition(":")[0].strip("[]")) if family in {"ipv4", "ipv6"} else None


def _address(text: str) -> Address | None:
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _name_of(address: Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((address, _OWN_BITS), strict=False))


def _within(address: Address, networks: Collection[Network]) -> bool:
    return any(address.version == network.version and address in network for network in networks)
